"""A long life (T10): many hands on one running bot, and nothing grows.

    python -m tests.soak --hands 5000

The simulation forgets what is old, as Discord does; what is measured is the bot: memory, tasks, open files, stored
views, the log of the database, the longest wait of the event loop, and the button registry.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import simcord

from cogs.ui.ids import Do
from demo.tidy import dismiss_old_panels
from tests.e2e.club import Club, FakeTime, new_bot

KEPT = 200
LAG = 0.250  # seconds
SLOPE = 1.0  # MB in a thousand hands, after the first fifth
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Sample:
    """Figures at one moment: hands dealt, MB in memory, tasks, open files, stored views, MB of database log."""

    hands: int
    memory: float
    tasks: int
    files: int
    views: int
    log: float


class Lag:
    """How long the loop was kept from waking somebody who only slept."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.01)
            self.worst = max(self.worst, time.perf_counter() - start - 0.01)

    def stop(self) -> None:
        self._task.cancel()


def sample(club: Club, hands: int) -> Sample:
    """What the process and the bot hold now."""
    resident = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE / 1e6
    log = club.database.with_name(f"{club.database.name}-wal")
    return Sample(
        hands,
        resident,
        len(asyncio.all_tasks()),
        len(list(Path("/proc/self/fd").iterdir())),
        sum(len(views) for views in club.bot._connection._view_store._views.values()),
        log.stat().st_size / 1e6 if log.exists() else 0,
    )


def forget(env: simcord.Env) -> None:
    """The simulation remembers everything that ever happened; Discord is not part of the process that is measured."""
    backend = env.backend
    del backend.http_requests[:-KEPT]
    del backend.transcript[:-KEPT]
    for key in list(backend.interactions)[:-KEPT]:
        backend.interaction_tokens.pop(backend.interactions.pop(key).token, None)
    for messages in backend.messages.values():
        dismiss_old_panels(messages)
        for key in sorted(messages)[:-KEPT]:
            del messages[key]


async def soak(folder: Path, hands: int) -> tuple[list[Sample], float, list[str]]:
    """Play so many hands with three members. The samples, the worst lag in seconds, and the registered buttons."""
    (simcord.Env._settle_internal.__kwdefaults__ or {})["idle"] = 0.001
    clock = FakeTime()
    env = simcord.Env(new_bot(folder / "soak.db", clock), shard_count=1)
    clock.env = env
    await env.start()
    club = Club(env, folder / "soak.db", clock)
    try:
        return await _played(club, hands)
    finally:
        await club.bot.close()
        await env.shutdown()


async def _played(club: Club, hands: int) -> tuple[list[Sample], float, list[str]]:
    await club.deal("ann", "bo", "cy", game="five_card_draw", stakes="1/2")
    lag, samples = Lag(), []
    every = max(hands // 20, 5)
    for number in range(1, hands + 1):
        await club.finish()
        forget(club.env)
        if number % every == 0:
            samples.append(sample(club, number))
        await _next_hand(club)
    lag.stop()
    registry = [item.__name__ for item in club.bot._connection._view_store._dynamic_items.values()]
    return samples, lag.worst, registry


async def _next_hand(club: Club) -> None:
    """Who has lost everything buys in again; then time passes until the next deal."""
    for sitter in club.snapshot().sitters:
        if not sitter.stack and not sitter.queued:
            await club.session().top_up(sitter.member)
    number = club.snapshot().number
    while club.snapshot().number == number or not club.snapshot().waiting:
        await club.advance(10)
    await club.until(lambda: Do.CHECK in club.buttons() or Do.CALL in club.buttons())


def faults(samples: list[Sample], lag: float, registry: list[str]) -> list[str]:
    """What grew, or was slow."""
    settled = samples[len(samples) // 5 :]
    first, last = settled[0], settled[-1]
    thousands = max((last.hands - first.hands) / 1000, 1)
    found = []
    if (last.memory - first.memory) / thousands > SLOPE:
        found.append(f"memory grew by {(last.memory - first.memory) / thousands:.2f} MB in a thousand hands")
    found += [
        f"{name} grew from {before} to {now}"
        for name, before, now in (
            ("tasks", first.tasks, last.tasks),
            ("open files", first.files, last.files),
            ("views", first.views, last.views),
        )
        if now > before + 5
    ]
    if last.log > 20:
        found.append(f"the database log is {last.log:.0f} MB long")
    if lag > LAG:
        found.append(f"the event loop was kept for {lag * 1000:.0f} ms")
    if registry != ["Control"]:
        found.append(f"the button registry is {registry}")
    return found


def main() -> int:
    """Print the samples and what is wrong; 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5000)
    with tempfile.TemporaryDirectory() as folder:
        samples, lag, registry = asyncio.run(soak(Path(folder), parser.parse_args().hands))
    for each in samples:
        print(f"{each.hands:6} hands  {each.memory:7.1f} MB  {each.tasks:3} tasks  {each.files:3} files  "
              f"{each.views:3} views  {each.log:5.1f} MB log")
    found = faults(samples, lag, registry)
    print(f"longest wait of the event loop: {lag * 1000:.0f} ms")
    print("\n".join(found) or "nothing grew")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
