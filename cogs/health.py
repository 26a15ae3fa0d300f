"""Whether Discord still hears us, and whether our buttons are still known; looked at every minute."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.ui.controls import Control

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two looks."""

LOST = 300.0
"""Seconds without READY or RESUMED after which only a new process helps (RELIABILITY 26)."""


class Health:
    """Counts from its making, so that a first connection that never comes is noticed too. now: UTC seconds."""

    def __init__(
        self, client: discord.Client, now: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._client, self._now, self._sleep = client, now, sleep
        self._lost_at: float | None = now()
        self._task: asyncio.Task[None] | None = None

    def connected(self) -> None:
        """READY or RESUMED has come."""
        self._lost_at = None

    def disconnected(self) -> None:
        """The connection is gone; tries that fail do not count anew."""
        if self._lost_at is None:
            self._lost_at = self._now()

    @property
    def is_lost(self) -> bool:
        """Whether Discord has been away for too long."""
        return self._lost_at is not None and self._now() - self._lost_at >= LOST

    def watch(self, give_up: Callable[[], None]) -> None:
        """Look every minute from now on; `give_up` is called once, when the connection is lost."""
        self._task = asyncio.create_task(self._watch(give_up), name="health")

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _watch(self, give_up: Callable[[], None]) -> None:
        while not self.is_lost:
            await self._sleep(EVERY)
            self.check_buttons()
        log.critical("no connection to Discord for %d seconds; another process must try", LOST)
        give_up()

    def check_buttons(self) -> None:
        """discord.py can forget a class of buttons (RELIABILITY 40); all tables would go dead."""
        known = getattr(self._client._connection._view_store, "_dynamic_items", {})  # noqa: SLF001 - no public way
        if Control not in known.values():
            log.warning("the buttons had been forgotten and are known again")
            self._client.add_dynamic_items(Control)
