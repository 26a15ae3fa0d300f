"""Whether Discord still hears us, and whether our buttons are still known; looked at every minute."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

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

    def watch(self, is_lost: Callable[[], bool], give_up: Callable[[], None]) -> None:
        """Look every minute from now on; `give_up` is called once, when the connection is lost."""
        self._task = asyncio.create_task(kept("health", lambda: self._watch(is_lost, give_up), self._sleep))

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _watch(self, is_lost: Callable[[], bool], give_up: Callable[[], None]) -> None:
        while not is_lost():
            await self._sleep(EVERY)
            self.check_buttons()
        log.critical("no connection to Discord for minutes; another process must try")
        give_up()

    def check_buttons(self) -> None:
        """discord.py can forget a class of buttons (RELIABILITY 40); all tables would go dead."""
        known = getattr(self._client._connection._view_store, "_dynamic_items", {})  # noqa: SLF001 - no public way
        if Control not in known.values():
            log.warning("the buttons had been forgotten and are known again")
            self._client.add_dynamic_items(Control)
