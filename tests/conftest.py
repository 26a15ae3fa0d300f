"""What hypothesis makes up is the same in each test run, so that a red one speaks of the change that was made.

`make nightly` lets it look elsewhere (`--hypothesis-profile elsewhere`). What that finds becomes a case by name.
"""

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("elsewhere", derandomize=False, print_blob=True)
settings.load_profile("same")
