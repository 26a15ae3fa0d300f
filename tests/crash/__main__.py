"""Killing the bot in the middle of its work, and looking at what is left: `python -m tests.crash --kills 50`.

Kills a real process at random moments while members press its buttons. `--matrix 1` kills scripted hands at every SQL
statement instead, each in a process of its own. Prints kills, hands, and what went wrong; ends with 1 if anything did.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.crash import process
from tests.crash.scripted import SCENARIOS, killed, staged
from tests.crash.wire import random_kills


def every_statement(stride: int) -> bool:
    """The whole matrix, or each `stride`-th point of it; once, and with a second kill."""
    clean = True
    for name in SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            scene = staged(name, Path(folder))
            for twice in (False, True):
                counts = killed(scene, range(1, scene.statements + 1, stride), Path(folder), twice=twice)
                print(f"{name:24} {'twice' if twice else 'once':6} {counts}", flush=True)
                clean = clean and counts.clean
    return clean


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.crash", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50, help="random kills of a real process")
    parser.add_argument("--matrix", type=int, metavar="STRIDE", default=0, help="kill at every STRIDE-th SQL statement")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.matrix:
        return 0 if every_statement(options.matrix) else 1
    process.prepare()
    with tempfile.TemporaryDirectory() as folder:
        counts = asyncio.run(random_kills(options.kills, options.seed, Path(folder)))
    print(counts)
    return 0 if counts.clean else 1


if __name__ == "__main__":
    sys.exit(main())
