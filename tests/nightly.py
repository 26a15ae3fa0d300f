"""The long runs and a table of their figures at the end: `make nightly`.

As many go beside each other as there are processors, for some mostly wait; speed is measured when all others are over.
A run that fails does not stop another. Ends with 1 if any failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Run:
    """A program to run. figures: how many of its last lines belong in the table. alone: nothing else may run then."""

    name: str
    words: tuple[str, ...]
    figures: int
    settings: tuple[tuple[str, str], ...] = ()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a run: exit status, seconds, and its last lines."""

    name: str
    status: int
    seconds: float
    said: tuple[str, ...]


def runs(part: float) -> tuple[Run, ...]:
    """All runs at their full size or a part of it, those that take longest first."""
    kills, hands, secret = (str(max(1, round(full * part))) for full in (2000, 5000, 5040))
    pytest = ("-m", "pytest", "-q", "--timeout", "7200", "--hypothesis-profile", "elsewhere")
    return (
        Run("tests marked nightly", (*pytest, "-m", "nightly"), 1),
        Run("long evening", ("-m", "tests.soak", "--hands", hands), 11),
        Run("random kills", ("-m", "tests.crash", "--kills", kills), 1),
        Run("kills at every statement", ("-m", "tests.crash", "--matrix", "1"), 30),
        Run("search for leaks", (*pytest, "tests/e2e/test_secrecy.py"), 1, (("KNEKT_SECRET_HANDS", secret),)),
        Run("elsewhere", (*pytest, "-m", "hypothesis and not nightly"), 1),
        Run("changes that tests notice", ("-m", "tests.mutate"), 3),
        Run("full house", ("-m", "tests.load", "--minutes", f"{10 * part:g}"), 11, alone=True),
        Run("speed of the engine", ("-m", "tests.bench"), 40, alone=True),
        Run("speed of the boards", ("-m", "tests.bench_board"), 20, alone=True),
    )


def all_done(chosen: Sequence[Run], beside: int) -> list[Done]:
    """Run them, so many beside each other, and one by one what has to be alone."""
    with ThreadPoolExecutor(beside) as lanes:
        found = list(lanes.map(done, [run for run in chosen if not run.alone]))
    return found + [done(run) for run in chosen if run.alone]


def done(run: Run) -> Done:
    """Run it; everything that it says is shown as it comes."""
    print(f"{run.name}: {' '.join(run.words)}", flush=True)
    begun, lines = time.monotonic(), list[str]()
    with subprocess.Popen(
        [sys.executable, *run.words], cwd=ROOT, env={**os.environ, **dict(run.settings)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
    ) as process:  # fmt: skip
        for line in process.stdout or ():
            print(f"{run.name}: {line}", end="", flush=True)
            lines.append(line.rstrip())
    said = [line for line in lines if line.strip()][-run.figures :]
    return Done(run.name, process.returncode, time.monotonic() - begun, tuple(said))


def table(found: Sequence[Done]) -> Iterator[str]:
    """One block a run."""
    yield "=" * 72
    for each in found:
        verdict = f"FAILED ({each.status})" if each.status else "ok"
        yield f"{each.name:<28}{verdict:<14}{each.seconds / 60:>8.1f} min"
        yield from (f"    {line}" for line in each.said)
    yield "=" * 72
    failed = [each.name for each in found if each.status]
    yield f"failed: {', '.join(failed)}" if failed else f"all {len(found)} runs passed"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument("--beside", type=int, default=os.cpu_count() or 2, help="how many run beside each other")
    parser.add_argument("--part", type=float, default=1.0, help="a part of the full size, to try it out")
    parser.add_argument("--only", default="", help="runs whose name holds this")
    args = parser.parse_args()
    found = all_done([run for run in runs(args.part) if args.only in run.name], args.beside)
    print()
    print(*table(found), sep="\n")
    return 1 if any(each.status for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
