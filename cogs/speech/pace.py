"""How many calls leave: in a full house what can wait does, so that Discord's limit of all calls is not met (T11)."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

BUSY, LATELY = 15.0, 5.0
"""Calls a second, over so many seconds, that make a full house. Discord allows fifty; some come all at once."""


class Pace:
    """The calls of the last seconds. now: UTC seconds."""

    def __init__(self, now: Callable[[], float], sleep: Callable[[float], Awaitable[None]]) -> None:
        self._now, self._sleep = now, sleep
        self._calls: deque[float] = deque()

    def count(self) -> None:
        """A call leaves."""
        self._forget()
        self._calls.append(self._now())

    async def room(self, most: int) -> None:
        """Wait until fewer calls than `most` have left within a second, and count one more."""
        while (wait := self._until_room(most)) > 0:
            await self._sleep(wait)
        self.count()

    def _until_room(self, most: int) -> float:
        self._forget()
        return self._calls[-most] + 1 - self._now() if len(self._calls) >= most else 0.0

    @property
    def is_busy(self) -> bool:
        """Whether so many calls leave that reminders had better wait."""
        self._forget()
        return len(self._calls) >= BUSY * LATELY

    def _forget(self) -> None:
        now = self._now()
        if self._calls and self._calls[-1] > now:  # the clock was set back
            self._calls.clear()
        while self._calls and self._calls[0] <= now - LATELY:
            self._calls.popleft()
