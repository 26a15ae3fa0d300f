"""The simulated world: simcord's builders and actors, in real time and without its hooks into the event loop.

simcord alone replaces discord.py's transport and clock. Here it is only the state behind our own server
(`demo.wire`), so the bot is the unpatched client and several people may act at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord.backend.models import Interaction

ANSWER_SECONDS = 5.0  # how long an actor waits for the bot's answer; Discord itself gives up after 3
QUIET_SECONDS = 0.05  # after an act that asks the bot nothing, such as a written message

_asked: ContextVar[Interaction | None] = ContextVar("asked", default=None)


class WallClock:
    """Real time in the form simcord asks for."""

    elapsed = 0.0

    def now(self) -> datetime:
        """Return the present instant, aware, UTC."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Nothing: real time moves by itself."""


class WireEnv(simcord.Env):
    """simcord's environment for a bot that is reached over the wire. Only one per process is sensible."""

    def __init__(self, bot: discord.Client | None = None) -> None:
        super().__init__(bot or discord.Client(intents=discord.Intents(guilds=True)), check_errors=False)
        self.backend.clock = WallClock()  # type: ignore[assignment]
        self.pages: list[Any] = []  # previews that show this world
        self._waiting: set[asyncio.Future[None]] = set()

    async def start(self) -> None:
        """Mark the world as running; nothing is patched."""
        self._loop, self._started = asyncio.get_running_loop(), True
        self.attach(self.bot)

    async def shutdown(self) -> None:
        """Close the pages that show this world."""
        await self._run_pre_shutdown()
        self._started = False

    def attach(self, bot: discord.Client) -> None:
        """Name the client that is connected from now on; earlier messages stay usable."""
        self.bot = bot
        self._generation += 1
        self._message_states.add(bot._connection)

    def stir(self) -> None:
        """Something happened: wake everyone in `until`."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, ready: Callable[[], Any], seconds: float = ANSWER_SECONDS) -> bool:
        """Wait until `ready()` is true, looking again after each event and each REST call. False: time ran out."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not ready():
            if loop.time() >= end:
                return False
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.add(future)
            await asyncio.wait([future], timeout=min(0.25, end - loop.time()))
        return True

    # What simcord's actors and pages call around each of their acts.

    def _begin_operation(self, label: str) -> None:
        """Let acts overlap: the bot lives behind a socket, so nobody needs the loop for himself."""

    def _end_operation(self) -> None:
        """See `_begin_operation`."""

    def _mark_mutation(self) -> None:
        for page in self.pages:
            page._mark_action_dispatched()

    def _notify_dispatch_observers(self, interaction: Any) -> None:
        _asked.set(interaction)
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(self, **_: Any) -> None:
        record = _asked.get()
        _asked.set(None)
        if record is None:
            await asyncio.sleep(QUIET_SECONDS)
        else:
            await self.until(lambda: record.responded and not record.loading)
