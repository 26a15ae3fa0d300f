# Each target makes .venv and installs what it needs by itself, again only when a requirements file changed.
#
#   make demo         play in the browser against three house players, no Discord account needed
#   make run          the live bot (reads .env)
#   make test         lint, types, tests, conformance hands: everything that must pass
#   make nightly      the long runs with the large figures
#   make bench        how fast the engine and the store are
#   make screenshots  pictures of the main screens into docs/screenshots (needs Chromium)

VENV := .venv
PYTHON := $(VENV)/bin/python
CANDIDATES := python3 python3.13 python3.12 python3.11 python3.14

# Tests at once: more than two processors can do, as many tests wait for a clock.
JOBS ?= 3

# Further conformance hands, when a folder of them lies beside this clone.
MORE_VECTORS ?= $(wildcard ../shared/vectors)

.DEFAULT_GOAL := help
.PHONY: help demo run test nightly bench screenshots clean

help:
	@sed -n 's/^#   //p' Makefile

demo: $(VENV)/demo.stamp
	$(PYTHON) bot.py --demo

run: $(VENV)/live.stamp
	$(PYTHON) bot.py

test: $(VENV)/dev.stamp
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder
	$(PYTHON) -m tests.conformance tests/vectors
	$(if $(MORE_VECTORS),$(PYTHON) -m tests.conformance $(MORE_VECTORS))

nightly: $(VENV)/dev.stamp
	$(PYTHON) -m tests.nightly

bench: $(VENV)/dev.stamp
	$(PYTHON) -m tests.bench
	$(PYTHON) -m tests.bench_board

screenshots: $(VENV)/dev.stamp
	$(PYTHON) -m demo.screenshots

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per set of packages: newer than the files that it was installed from.
$(VENV)/live.stamp: requirements.txt
$(VENV)/demo.stamp: requirements-demo.txt requirements.txt
$(VENV)/dev.stamp: requirements-dev.txt requirements-demo.txt requirements.txt

$(VENV)/%.stamp: | $(PYTHON)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# The first interpreter that is new enough; an old one is named, so that the reader knows what was found.
$(PYTHON):
	@for candidate in $(CANDIDATES); do \
	    if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Making $(VENV) with $$($$candidate --version)"; \
	        $$candidate -m venv $(VENV) && exit 0; \
	        rm -rf $(VENV); \
	        echo "$$candidate cannot make a virtual environment (on Debian and Ubuntu: apt install python3-venv)" >&2; \
	    fi; \
	done; \
	echo "Knekt needs Python 3.11 or newer; python3 here is $$(python3 --version 2>&1)" >&2; exit 1
