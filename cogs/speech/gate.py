"""Discord's limits, met where every REST call of the bot passes: in the trace of its HTTP session.

What every call is answered with is seen here, whoever makes it, so there is one count and one place to stop at:

- a global limit: only what a turn depends on is asked for until it is over (RELIABILITY 59);
- many refusals (401, 403, 429; ten thousand in ten minutes mean a ban): what can be done without is left (61);
- a ban: nothing is asked for but now and then whether it is over, and all clocks stand still (60).

And how many calls leave is seen here, so that no limit is met at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import aiohttp

from cogs.speech.pace import Pace
from cogs.speech.verdicts import NotNow

log = logging.getLogger(__name__)


class Need(IntEnum):
    """How much depends on a call."""

    TURN = 0  # what the table looks at
    CARDS = 1  # what a player waits for, and has by a button too
    EXTRA = 2  # reminders, repeats, tidying


PATIENCE = 10.0
"""Seconds a call may take; discord.py alone would wait five minutes."""

WINDOW = 600.0
MANY = 200
"""So many refusals within so many seconds are too many. Discord bans at fifty times as many."""

BAN = 600.0
LONGEST = 4 * 3600.0
"""Seconds without a call after a ban, twice as many each time it is found to last, up to LONGEST."""

FREE = ("/interactions/", "/webhooks/")
"""Answers to members have limits of their own."""

ROOM = {Need.TURN: 45, Need.CARDS: 35, Need.EXTRA: 25}
"""Calls within a second at which another one waits; Discord allows fifty."""

TOO_MANY = 429
REFUSALS = (401, 403, TOO_MANY)


async def _nothing() -> None:
    """What is done before anybody has said what."""


class Gate:
    """now: UTC seconds. banned: no call leaves. pace: how many do."""

    def __init__(self, now: Callable[[], float], sleep: Callable[[float], Awaitable[None]]) -> None:
        self.now, self.sleep = now, sleep
        self.banned, self.pace = False, Pace(now, sleep)
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._leaving)
        self.trace.on_request_end.append(self._answered)
        self._refusals: deque[float] = deque()
        self._free_at = 0.0
        self._caps: dict[asyncio.Task[Any] | None, asyncio.Timeout] = {}
        self._probe: Callable[[], Awaitable[object]] = _nothing
        self._hold: Callable[[], None] = lambda: None
        self._go_on: Callable[[], Awaitable[None]] = _nothing
        self._sitting: asyncio.Task[None] | None = None

    def watch(
        self, probe: Callable[[], Awaitable[object]], hold: Callable[[], None], go_on: Callable[[], Awaitable[None]]
    ) -> None:
        """Say what a ban does: `probe` is a call that succeeds when it is over; play stands still in between."""
        self._probe, self._hold, self._go_on = probe, hold, go_on

    def stop(self) -> None:
        """No more probes."""
        if self._sitting is not None:
            self._sitting.cancel()

    def check(self, need: Need) -> None:
        """Raise NotNow for a call that had better not be made at the moment."""
        if self.banned:
            raise NotNow(BAN)
        left = self._free_at - self.now()
        if need is not Need.TURN and left > 0:
            raise NotNow(left)
        if need is Need.EXTRA and self.refusals >= MANY:
            raise NotNow(self._refusals[0] + WINDOW - self.now())

    @property
    def refusals(self) -> int:
        """How many there were within the last WINDOW."""
        while self._refusals and self._refusals[0] <= self.now() - WINDOW:
            self._refusals.popleft()
        return len(self._refusals)

    async def room(self, need: Need) -> None:
        """Before a call: wait until there is room for it within Discord's limit of all calls."""
        await self.pace.room(ROOM[need])

    @asynccontextmanager
    async def patience(self) -> AsyncIterator[None]:
        """Around a call: TimeoutError when it takes too long, not counting what discord.py waits for a limit to end.

        Broken off there, it would ask too early again, and after a global limit never more: that wait is what tells all
        other calls that they may go.
        """
        task = asyncio.current_task()
        async with asyncio.timeout(PATIENCE) as cap:
            self._caps[task] = cap
            try:
                yield
            finally:
                del self._caps[task]

    # What the session tells

    async def _leaving(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        is_gateway = params.url.scheme in ("ws", "wss")
        if self.banned and not is_gateway and asyncio.current_task() is not self._sitting:
            raise NotNow(BAN)
        is_counted = asyncio.current_task() in self._caps  # it had to wait for room
        if not is_counted and not is_gateway and not any(free in params.url.path for free in FREE):
            self.pace.count()

    async def _answered(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        answer, headers = params.response, params.response.headers
        if answer.status not in REFUSALS:
            return
        if headers.get("X-RateLimit-Scope") != "shared":  # the only ones that Discord does not count
            self._refusals.append(self.now())
            if self.refusals == MANY:
                log.error("%d calls refused within %d seconds: what can be done without is left", MANY, WINDOW)
        if answer.status == TOO_MANY and (not headers.get("Via") or answer.content_type != "application/json"):
            self._ban()
        elif answer.status == TOO_MANY:
            self._wait(float(headers.get("Retry-After", 1)), is_global=bool(headers.get("X-RateLimit-Global")))

    def _wait(self, seconds: float, *, is_global: bool) -> None:
        """The call that was answered so waits now, or all of them do."""
        if is_global:
            self._free_at = max(self._free_at, self.now() + seconds)
        until = asyncio.get_running_loop().time() + seconds + PATIENCE
        for task, cap in self._caps.items():
            if not cap.expired() and (is_global or task is asyncio.current_task()):
                cap.reschedule(max(cap.when() or 0, until))

    def _ban(self) -> None:
        if not self.banned:
            self.banned = True
            log.critical("Discord's gatekeeper turns us away: no calls for %d seconds, all clocks stand still", BAN)
            self._hold()
            self._sitting = asyncio.create_task(self._sit_out(), name="ban")

    async def _sit_out(self) -> None:
        pause = BAN
        while self.banned:
            await self.sleep(pause)
            pause = min(pause * 2, LONGEST)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._probe()
            except Exception as error:  # noqa: BLE001 - whatever it is, only the end of the ban ends this
                log.warning("still turned away (%s): no calls for %d seconds", type(error).__name__, pause)
            else:
                self.banned = False
        log.warning("Discord lets us in again")
        await self._go_on()
