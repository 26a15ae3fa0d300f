"""A clock that runs faster, so that house players among themselves do not wait for pauses made for people."""

from __future__ import annotations

import asyncio
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
