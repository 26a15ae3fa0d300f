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
"""Faults of the program itself after which a hand is given up."""


@dataclass(frozen=True, slots=True)
class Bells:
    """What the clock does to its table. ring: the moment (UTC seconds) has come. give_up: it cannot go on.

    afresh: the moment came while Discord could not be heard, so whoever is to act has all of his time again.
    """

    ring: Callable[[float], Awaitable[None]]
    give_up: Callable[[], Awaitable[None]]
    afresh: Callable[[], Awaitable[None]]


class Clock:
    """One alarm at a time. While held it sleeps, and play stands still (Discord is away).

    owes: play could not be taken up, so whoever is to act has not got all of his time again yet.
    Law: nobody's time is up before Discord has been heard of after the end of it. What he did in time has arrived by
    then, and a line that died without a word takes no turn away (RELIABILITY 25).
    """

    def __init__(self, tools: Tools, table: int, guild: int, bells: Bells) -> None:
        self.held = self.owes = False
        self._tools = tools
        self._table, self._guild = table, guild
        self._bells = bells
        self._alarm: asyncio.Task[None] | None = None

    def set(self, due: float) -> None:
        """Ring at this moment (UTC seconds, 0: not at all) and not at the one set before."""
        self.stop()
        if due and not self.held:
            self._alarm = asyncio.create_task(self._run(due), name=f"clock of table {self._table}")

    def again(self) -> None:
        """Play could not be taken up: try it soon, and take no turn away before."""
        self.owes = True
        self.set(self._tools.now() + RETRY)

    def stop(self) -> None:
        """No alarm any more; one that rings just now goes on to its end."""
        if self._alarm and self._alarm is not asyncio.current_task():
            self._alarm.cancel()
        self._alarm = None

    async def _run(self, due: float) -> None:
        await self._tools.sleep(max(0.0, due - self._tools.now()))
        faults, unheard = 0, False
        while True:
            try:
                if not await self._tools.heard(self._guild):
                    unheard = True
                else:
                    await (self._ring(due, unheard=unheard) if faults < TRIES else self._bells.give_up())
                    return
            except TableError as error:
                if error.code in (No.CLOSED, No.FROZEN):
                    return
                log.warning("table %s could not go on by itself: %s", self._table, error.code)
            except StoreError:
                log.warning("table %s could not go on by itself", self._table, exc_info=True)
            except Exception:
                log.exception("table %s could not go on by itself", self._table)
                faults += 1
            await self._tools.sleep(RETRY)

    async def _ring(self, due: float, *, unheard: bool) -> None:
        await (self._bells.afresh() if unheard or self.owes else self._bells.ring(due))
