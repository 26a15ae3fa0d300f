"""The pulse of the process: a loop that stands still, and a clock on the wall that was set (RELIABILITY 77, 79).

A task beats four times a second in the event loop; a thread beside it notices when it does not. By real clocks, always.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable

from cogs.process.health import kept

log = logging.getLogger(__name__)

BEAT = 0.25
"""Seconds between two beats."""

SLOW = 0.5
"""Seconds by which a beat may come late before that is an alarm."""

QUIET = 60.0
"""Seconds between two such alarms; what was worse in between is told with the next one."""

JUMP = 30.0
"""Seconds by which the clock on the wall may move by itself; more, and a turn is not what it was meant to be."""

LOOK, DEAD = 1.0, 30
"""Seconds between two looks of the thread; so many without a beat and only another process helps."""


def kill(status: int) -> None:
    """End the process from another thread, with the place where the loop stands in the log. Nothing stored is lost."""
    log.critical("alarm: the event loop has stood still for %d seconds; another process must go on", DEAD)
    faulthandler.dump_traceback(sys.stderr)
    os._exit(status)


class Pulse:
    """jumped: called when the clock was set. status: of a process that the thread ends. lag: the worst yet, in seconds.

    now: UTC seconds; steady: seconds of a clock that nobody sets.
    """

    def __init__(
        self,
        jumped: Callable[[], Awaitable[None]],
        status: int,
        *,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.lag = 0.0
        self._jumped, self._status, self._now, self._steady = jumped, status, now, steady
        self._beats, self._told_at = 0, float("-inf")
        self._ended = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._mending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """From now on, until `stop`."""
        self._task = asyncio.create_task(kept("pulse", self._beat, asyncio.sleep), name="pulse")
        threading.Thread(target=self._look, name="pulse", daemon=True).start()

    def stop(self) -> None:
        """Nobody dies any more."""
        self._ended.set()
        for task in (self._task, *self._mending):
            if task is not None:
                task.cancel()

    async def _beat(self) -> None:
        wall = self._now()
        while True:
            steady = self._steady()
            await asyncio.sleep(BEAT)
            self._beats += 1
            passed = self._steady() - steady
            self._late(passed - BEAT)
            wall, before = self._now(), wall
            if abs(wall - before - passed) > JUMP:
                log.error("alarm: the clock was set by %.0f seconds; every turn begins anew", wall - before - passed)
                self._mend()

    def _mend(self) -> None:
        """Beside the beats: as every table is locked in turn it may take long, and the loop does not stand still."""
        task = asyncio.create_task(kept("what mends the clocks", self._jumped, asyncio.sleep), name="jump")
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    def _late(self, seconds: float) -> None:
        self.lag = max(self.lag, seconds)
        if self.lag >= SLOW and self._steady() - self._told_at >= QUIET:
            log.error("alarm: the event loop stood still for %.1f seconds", self.lag)
            self._told_at, self.lag = self._steady(), 0.0

    def _look(self) -> None:
        """Counts its own looks, not seconds: a process that was stopped and goes on has not stood still."""
        seen, silent = -1, 0
        while not self._ended.wait(LOOK):
            seen, before = self._beats, seen
            silent = silent + 1 if seen == before else 0
            if silent >= DEAD:
                kill(self._status)
