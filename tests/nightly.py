"""The long runs, one after the other, and a table of their figures at the end: `make nightly`."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass

PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--timeout", "14400", "-m", "nightly"]


@dataclass(frozen=True, slots=True)
class Run:
    """One command, and what its figures are about."""

    about: str
    command: list[str]


RUNS = (
    Run("rules, differential play, crash matrix, books", PYTEST),
    Run("random kills", [sys.executable, "-m", "tests.crash", "--kills", "2000"]),
    Run("long life", [sys.executable, "-m", "tests.soak", "--hands", "5000"]),
    Run("speed of the engine", [sys.executable, "-m", "tests.bench"]),
    Run("speed of the leaderboard", [sys.executable, "-m", "tests.bench_board"]),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended, how long it took (seconds), and its last lines."""

    run: Run
    status: int
    seconds: float
    figures: list[str]


def outcome(run: Run) -> Outcome:
    """Run it, show what it prints, and keep the end of it."""
    start = time.monotonic()
    lines: list[str] = []
    with subprocess.Popen(run.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            lines = [*lines, line.rstrip()][-8:]
    return Outcome(run, process.returncode, time.monotonic() - start, [line for line in lines if line.strip()][-3:])


def table(outcomes: list[Outcome]) -> str:
    """One row for each run, its last figures below it."""
    rows = []
    for each in outcomes:
        rows.append(f"{'ok' if each.status == 0 else 'FAILED':6} {each.seconds / 60:7.1f} min  {each.run.about}")
        rows += [f"{'':19}{figure}" for figure in each.figures]
    return "\n".join(rows)


def main() -> int:
    """0 when all runs ended well."""
    outcomes = [outcome(run) for run in RUNS]
    sys.stdout.write(f"\n{table(outcomes)}\n")
    return int(any(each.status for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
