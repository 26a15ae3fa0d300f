"""The clock of one table: it sleeps until the next thing that happens by itself, and makes it happen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.tables.errors import No, TableError
from engine.tables.ports import StoreError
from engine.tables.tools import Tools

log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds until the clock rings again when a table could not go on."""

TRIES = 3
"""Faults in a row of the program itself after which a hand is given up."""


@dataclass(frozen=True, slots=True)
class Bells:
    """What the clock does to its table. ring: the moment (UTC seconds) has come. remind: half of the time is gone."""

    ring: Callable[[float], Awaitable[None]]
    remind: Callable[[], None]
    give_up: Callable[[], Awaitable[None]]


class Clock:
    """One alarm at a time. While held it sleeps, and play stands still (Discord is away)."""

    def __init__(self, tools: Tools, table: int, bells: Bells) -> None:
        self.held = False
        self._tools = tools
        self._table = table
        self._bells = bells
        self._alarm: asyncio.Task[None] | None = None

    def set(self, due: float, half: float = 0) -> None:
        """Ring at `due`, remind at `half` (UTC seconds, 0: not at all), and not at what was set before."""
        self.stop()
        if due and not self.held:
            self._alarm = asyncio.create_task(self._run(due, half), name=f"clock of table {self._table}")

    def stop(self) -> None:
        """No alarm any more; one that rings just now goes on to its end."""
        if self._alarm and self._alarm is not asyncio.current_task():
            self._alarm.cancel()
        self._alarm = None

    async def _run(self, due: float, half: float) -> None:
        if half > self._tools.now():
            await self._until(half)
            self._bells.remind()
        await self._until(due)
        faults = 0
        while not await self._rang(due):
            faults = faults + 1 if self._at_fault else 0
            if faults == TRIES:
                await self._bells.give_up()
                return
            await self._tools.sleep(RETRY)

    async def _until(self, moment: float) -> None:
        await self._tools.sleep(max(0.0, moment - self._tools.now()))

    async def _rang(self, due: float) -> bool:
        """Whether there is nothing left to try."""
        self._at_fault = False
        try:
            await self._bells.ring(due)
        except TableError as error:
            return error.code in (No.CLOSED, No.FROZEN)
        except StoreError:
            log.warning("table %s could not go on by itself, trying again", self._table, exc_info=True)
            return False
        except Exception:
            log.exception("table %s could not go on by itself", self._table)
            self._at_fault = True
            return False
        return True
