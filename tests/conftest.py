"""Figures that tests have measured stand at the end of the run, whichever process they ran in (`record_property`).

What hypothesis makes up is the same in each test run, so that a red one speaks of the change that was made.

`make nightly` lets it look elsewhere (`--hypothesis-profile elsewhere`). What that finds becomes a case by name.
"""

from typing import Any

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("elsewhere", derandomize=False, print_blob=True)
settings.load_profile("same")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line a figure."""
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    for name, figure in sorted(each for report in reports for each in report.user_properties):
        terminalreporter.write_line(f"{name}: {figure}")
