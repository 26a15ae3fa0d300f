"""A long evening (RELIABILITY T10): `python -m tests.soak --hands 5000` plays on and watches what may not grow.

The real bot over the wire with house players, one game after the other. The simulation lives in the same process, so
every figure is an upper bound. Prints a table and ends with 1 if a figure is over its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import discord

from cogs.process.client import KnektBot, World, make_bot
from cogs.process.handles import held
from cogs.ui.controls import Control
from demo.clock import FastClock
from demo.options import DemoSettings
from demo.run import Demo, Product
from tests.figures import lines, over

GAMES = ("holdem", "jacks_or_better", "omaha8", "stud7", "five_card_draw", "razz", "badugi", "crazy_pineapple")
SPEED = 80.0
"""How much faster the bot's clock runs than the wall's: more pings and edits an hour than any real evening has."""

EVERY = 0.05  # seconds between two looks at the loop
WARM = 0.3  # the part of the hands after which memory is expected to stand still

LIMITS = {
    "memory, kB a hand": 20.0,
    "tasks": 80,
    "open files": 80,
    "views kept": 0,
    "log file, MB": 16.0,
    "loop lag, ms (99.9 %)": 250.0,
    "loop busy, ms (longest)": 250.0,
    "buttons forgotten": 0,
    "books wrong": 0,
}


@dataclass(slots=True)
class Sample:
    """One look at the process, after so many hands."""

    hands: int
    memory: float  # MB resident
    tasks: int
    files: int
    views: int
    log: float  # MB of the write-ahead log


@dataclass(slots=True)
class Watch:
    """What was seen of one run."""

    samples: list[Sample] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)  # ms by which a timer came late
    busy: float = 0.0  # ms of the loop's own work between two turns of it, at most
    forgotten: int = 0  # looks at which discord.py no longer knew our buttons

    async def loop(self) -> None:
        """How late a timer comes, and how much of that the loop has worked itself."""
        while True:
            wall, work = time.monotonic(), time.thread_time()
            await asyncio.sleep(EVERY)
            self.lags.append((time.monotonic() - wall - EVERY) * 1000)
            worked = (time.thread_time() - work) * 1000
            self.busy = max(self.busy, min(worked, self.lags[-1]))

    async def process(self, demo: Demo, database: Path, before: int) -> None:
        """A sample every second."""
        while True:
            await asyncio.sleep(1)
            store = demo.bot._connection._view_store
            self.forgotten += Control not in store._dynamic_items.values()
            views, tasks = len(store._views) + len(store._synced_message_views), len(asyncio.all_tasks())
            log = megabytes(database.with_name(f"{database.name}-wal"))
            self.samples.append(Sample(before + demo.log.hands, resident(), tasks, held(), views, log))


def megabytes(file: Path) -> float:
    """The size of a file; 0 where there is none."""
    return file.stat().st_size / 2**20 if file.exists() else 0.0


def resident() -> float:
    """MB of memory that the process holds now."""
    with contextlib.suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def slope(samples: Sequence[Sample]) -> float:
    """Kilobytes that each further hand takes, by least squares over the samples after the warm-up."""
    last = samples[-1].hands
    late = [each for each in samples if each.hands >= WARM * last]
    mean_x = sum(each.hands for each in late) / len(late)
    mean_y = sum(each.memory for each in late) / len(late)
    spread = sum((each.hands - mean_x) ** 2 for each in late)
    return 1024 * sum((each.hands - mean_x) * (each.memory - mean_y) for each in late) / spread if spread else 0.0


async def soak(hands: int, seed: int = 1, games: Sequence[str] = GAMES) -> dict[str, float]:
    """Play so many hands and give the figures by name."""
    watch, wrong, played = Watch(), 0, 0
    looking = asyncio.create_task(watch.loop())
    for number, game in enumerate(games):
        share = hands // len(games) + (number < hands % len(games))
        if share:
            wrong += await _evening(watch, game, share, seed + number, played)
            played += share
            gc.collect()
    looking.cancel()
    return figures(watch, played, wrong)


async def _evening(watch: Watch, game: str, hands: int, seed: int, before: int) -> int:
    """One game on a database of its own. How much is wrong with the books at its end."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "soak.db"
        settings = DemoSettings(browser=False, hands=hands, game=game, seed=seed, database=database)
        demo = Demo(settings, product(), database)
        sampling: asyncio.Task[None] | None = None
        try:
            await demo.start()
            sampling = asyncio.create_task(watch.process(demo, database, before))
            failed = await demo.run()
            bot = demo.bot
            assert isinstance(bot, KnektBot)
            assert bot.store is not None
            return failed + len(await bot.store.check_books())
        finally:
            if sampling:
                sampling.cancel()
            await demo.stop()


def product() -> Product:
    """The bot with a hurried clock."""
    clock = FastClock(SPEED)

    async def total(bot: discord.Client, guild: int) -> int:
        assert isinstance(bot, KnektBot)
        return await (await bot.open()).total(guild)

    return Product(lambda database: make_bot(database, world=World(now=clock.now, sleep=clock.sleep)), total)


def figures(watch: Watch, hands: int, wrong: int) -> dict[str, float]:
    """What is printed: the worst of each."""
    samples = watch.samples
    lags = sorted(watch.lags)
    return {
        "hands": hands,
        "memory at the end, MB": round(samples[-1].memory, 1),
        "memory, kB a hand": round(slope(samples), 2),
        "tasks": max(each.tasks for each in samples),
        "open files": max(each.files for each in samples),
        "views kept": max(each.views for each in samples),
        "log file, MB": round(max(each.log for each in samples), 1),
        "loop lag, ms (99.9 %)": round(lags[int(len(lags) * 0.999)], 1),
        "loop busy, ms (longest)": round(watch.busy, 1),
        "buttons forgotten": watch.forgotten,
        "books wrong": wrong,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hands", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        found = asyncio.run(soak(args.hands, args.seed))  # the house players' public log is not wanted here
    print(*lines(found, LIMITS), sep="\n")
    return 1 if over(found, LIMITS) else 0


if __name__ == "__main__":
    sys.exit(main())
