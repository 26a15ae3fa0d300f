"""`make nightly` ends with a table, and one failure does not hide the others."""

from __future__ import annotations

import sys

from tests.nightly import Done, Run, done, runs, table


def test_a_run_is_shown_and_its_last_lines_are_kept() -> None:
    program = "print('first'); print('kills 3'); print(); print('hands 9'); raise SystemExit(3)"
    found = done(Run("made up", ("-c", program), 2))

    assert (found.status, found.said) == (3, ("kills 3", "hands 9"))
    assert found.seconds > 0


def test_the_table_names_what_failed() -> None:
    lines = list(table([Done("kills", 0, 60, ("0 chips off",)), Done("leaks", 1, 6, ("one",))]))

    assert "    0 chips off" in lines
    assert lines[-1] == "failed: leaks"
    assert list(table([Done("kills", 0, 1, ())]))[-1] == "all 1 runs passed"


def test_every_run_names_a_program_that_exists() -> None:
    for run in runs(2, 0.01):
        module = run.words[1]
        assert module == "pytest" or done(Run("help", ("-m", module, "--help"), 1)).status == 0, sys.executable
