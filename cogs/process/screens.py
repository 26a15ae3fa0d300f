"""After a start: whether the channels show more than the database knows (RELIABILITY 8, 15).

What is shown was committed before, so a screen that is ahead means a database that went back: a disk that lied, a copy
without its log, an old virtual machine. Such a table stops alone before anybody can press anything; its host is told.
A screen that lags behind is what every kill leaves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from cogs.desk import UNSENT, Desk
from cogs.ui.ids import OF_HAND, Do, Press, parse
from data.errors import Corrupt
from engine.tables import recovery
from engine.tables.errors import TableError
from engine.tables.ports import StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase

log = logging.getLogger(__name__)

AT_ONCE = 10
"""Tables that are looked at at the same time."""

PATIENCE = 30.0
"""Seconds for all of them; play does not wait longer for a slow Discord."""

FELT = OF_HAND | {
    Do.CARDS, Do.STORY, Do.SHOW, Do.JOIN, Do.START, Do.LEAVE, Do.SITOUT, Do.SITIN, Do.TOPUP, Do.RULES, Do.NEXT_GAME,
}  # fmt: skip
"""Controls of a felt: hand and version in them are those that it shows."""


async def compare(desk: Desk) -> None:
    """Look at every table's message and what follows it, one call each. Raises Unavailable."""
    turn, sessions = asyncio.Semaphore(AT_ONCE), list(desk.tables.sessions.values())

    async def one(session: TableSession) -> None:
        async with turn:
            if session.note("felt") and session.state.phase is not Phase.FROZEN and await _is_behind(desk, session):
                await _stop(desk, session)

    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(one(session) for session in sessions))
    except TimeoutError:
        log.warning("not all tables could be compared with what their channels show")


async def _is_behind(desk: Desk, session: TableSession) -> bool:
    record = session.record
    try:
        shown = await desk.speaker.sending.look_on(record.guild, record.channel, session.note("felt"))
    except UNSENT as error:
        log.info("table %s is not compared with its channel: %s", session.table, type(error).__name__)
        return False
    return await _is_news(desk, (press for press in map(parse, shown) if press and press.action in FELT and press.hand))


async def _is_news(desk: Desk, presses: Iterable[Press]) -> bool:
    """Whether a control is of a hand that was never stored, or of a later moment of one."""
    newest: dict[int, int] = {}
    for press in presses:
        newest[press.hand] = max(press.version, newest.get(press.hand, 0))
    for hand, version in newest.items():
        try:
            found = await desk.store.hand(hand)
        except Corrupt:  # it was stored; what has become of it is seen to elsewhere
            continue
        if found is None or version > found[0].version:
            return True
    return False


async def _stop(desk: Desk, session: TableSession) -> None:
    log.error("alarm: table %s shows more than the database knows, which is an old one", session.table)
    desk.whispers[session.record.host] = ("table-behind", {})
    try:
        await recovery.fall_back(session)  # whatever comes of the refund, the table stops
    except (TableError, StoreError) as error:
        log.warning("the hand of table %s is not paid back: %s", session.table, error)
