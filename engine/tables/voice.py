"""Speaking for one table: in order, in the background, and never in the way of play."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

Saying = Callable[[int], Awaitable[None]]
"""Something to be said for the table with this id."""


class Voice:
    """Nobody waits for Discord under a lock; what cannot be said changes nothing."""

    def __init__(self, table: int) -> None:
        self.table = table
        self._ended = False
        self._to_say: deque[Saying] = deque()
        self._speaking: asyncio.Task[None] | None = None

    @property
    def quiet(self) -> bool:
        """Whether everything has been said."""
        return self._speaking is None or self._speaking.done()

    def say(self, what: Saying) -> None:
        """Say it after everything that waits already; nothing once the process ends."""
        if self._ended:
            return
        self._to_say.append(what)
        if self.quiet:
            self._speaking = asyncio.create_task(self._speak(), name=f"voice of table {self.table}")

    async def _speak(self) -> None:
        while self._to_say:
            what = self._to_say.popleft()
            try:
                await what(self.table)
            except Exception:
                log.exception("could not speak for table %s", self.table)

    async def finish(self, seconds: float) -> None:
        """Wait until all is said, for so many seconds at most; what is not said by then never is."""
        if self._speaking:
            await asyncio.wait([self._speaking], timeout=seconds)
            self._speaking.cancel()
        self._ended = True
