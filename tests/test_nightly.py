"""`make nightly` ends with a table, and one failure does not hide the others."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.nightly import Done, Run, all_done, done, runs, table


def test_a_run_is_shown_and_its_last_lines_are_kept() -> None:
    program = "print('first'); print('kills 3'); print(); print('hands 9'); raise SystemExit(3)"
    found = done(Run("made up", ("-c", program), 2))

    assert (found.status, found.said) == (3, ("kills 3", "hands 9"))
    assert found.seconds > 0


def test_what_measures_speed_is_alone(tmp_path: Path) -> None:
    """Two wait for each other, which they can only beside each other; the third finds both at their end."""
    wait = "import sys, time, pathlib; mine, other = map(pathlib.Path, sys.argv[1:]); mine.touch()\n"
    wait += "while not other.exists(): time.sleep(0.01)\n"
    one, two, ends = tmp_path / "one", tmp_path / "two", tmp_path / "ends"
    alone = f"import pathlib; print(pathlib.Path({str(ends)!r}).read_text())"
    last = f"time.sleep(0.2); pathlib.Path({str(ends)!r}).open('a').write('x')"
    chosen = [
        Run("speed", ("-c", alone), 1, alone=True),
        Run("one", ("-c", wait + last, str(one), str(two)), 1), Run("two", ("-c", wait + last, str(two), str(one)), 1),
    ]  # fmt: skip

    assert [(each.name, each.said) for each in all_done(chosen, 2)] == [("one", ()), ("two", ()), ("speed", ("xx",))]


def test_the_table_names_what_failed() -> None:
    lines = list(table([Done("kills", 0, 60, ("0 chips off",)), Done("leaks", 1, 6, ("one",))]))

    assert "    0 chips off" in lines
    assert lines[-1] == "failed: leaks"
    assert list(table([Done("kills", 0, 1, ())]))[-1] == "all 1 runs passed"


def test_every_run_names_a_program_that_exists() -> None:
    for run in runs(0.01):
        module = run.words[1]
        assert module == "pytest" or done(Run("help", ("-m", module, "--help"), 1)).status == 0, sys.executable
