"""Clocks for the demo: one that runs faster, so that nobody waits for pauses made for people; one that stands still."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time

HURRY = 10.0
"""Speed of a demo that nobody watches: pauses between hands take a tenth, and so does the clock of a turn."""


class FastClock:
    """`now` and `sleep` as the bot takes them from outside, `speed` times as fast as the wall's."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._began, self._origin = time.time(), time.monotonic()

    def now(self) -> float:
        """UTC seconds, true at the start and ahead of the wall's clock from then on."""
        return self._began + (time.monotonic() - self._origin) * self._speed

    async def sleep(self, seconds: float) -> None:
        """Wait for so many of these seconds."""
        await asyncio.sleep(seconds / self._speed)


class StillClock:
    """`now` and `sleep` that stand still until somebody moves them on: every picture of a countdown is the same."""

    def __init__(self, start: float) -> None:
        self._time = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """UTC seconds."""
        return self._time

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been moved on by so many seconds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._time + seconds, next(self._order), future))
        await future

    def leap(self, seconds: float) -> None:
        """Move on at once; who should have been woken on the way is due now."""
        self._time += seconds

    def ring(self, until: float) -> bool:
        """Move on to the next sleeper that is due by then and wake him; False: nobody is."""
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                self._time = max(self._time, at)
                future.set_result(None)
                return True
        self._time = max(self._time, until)
        return False
