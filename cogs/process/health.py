"""Whether Discord hears us, our buttons are known and there is room for more tables; looked at every minute."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.process.handles import Gauge, held
from cogs.ui.controls import Control

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]

EVERY = 60.0
"""Seconds between two looks."""

AGAIN = 5.0
"""Seconds until something that died starts again."""


async def kept(name: str, work: Callable[[], Awaitable[None]], sleep: Sleep) -> None:
    """Do what must never end before its time: when it dies that is an alarm, and it starts again (RELIABILITY 81)."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("alarm: %s died and starts again", name)
            await sleep(AGAIN)
        else:
            return


async def survived(name: str, work: Awaitable[None]) -> None:
    """Do what is done again in its time: when it dies that is an alarm, and the next time comes all the same."""
    try:
        await work
    except Exception:
        log.exception("alarm: %s died; it is tried again in its time", name)


class Health:
    """The minute's look."""

    def __init__(self, client: discord.Client, sleep: Sleep) -> None:
        self._client, self._sleep = client, sleep
        self._task: asyncio.Task[None] | None = None
        self._gauge = Gauge()

    def watch(
        self, is_lost: Callable[[], bool], give_up: Callable[[], None], crowded: Callable[[bool], None]
    ) -> None:
        """Look every minute from now on.

        `give_up` is called once, when the connection is lost; `crowded` when there is no more room for a new table, and
        when there is again.
        """
        work = lambda: self._watch(is_lost, give_up, crowded)  # noqa: E731 - a new one each time
        self._task = asyncio.create_task(kept("health", work, self._sleep))

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _watch(
        self, is_lost: Callable[[], bool], give_up: Callable[[], None], crowded: Callable[[bool], None]
    ) -> None:
        while not is_lost():
            await self._sleep(EVERY)
            self.check_buttons()
            if self._gauge.look():
                log.error("alarm: %d files and sockets are open, no new table: %s", held(), self._gauge.full)
                crowded(self._gauge.full)
        log.critical("no connection to Discord for minutes; another process must try")
        give_up()

    def check_buttons(self) -> None:
        """discord.py can forget a class of buttons (RELIABILITY 40); all tables would go dead."""
        known = getattr(self._client._connection._view_store, "_dynamic_items", {})  # noqa: SLF001 - no public way
        if Control not in known.values():
            log.warning("the buttons had been forgotten and are known again")
            self._client.add_dynamic_items(Control)
