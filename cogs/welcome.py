"""Members who come to a table for the first time, and members who are not there any more."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress

from cogs.desk import Desk
from cogs.people import has_left
from engine.tables.clock import RETRY
from engine.tables.errors import No, TableError
from engine.tables.ports import StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Notice

log = logging.getLogger(__name__)

WELCOMED = "welcomed"


async def greet(desk: Desk, guild: int, member: int) -> None:
    """Have him told, once, where his cards are and what to press. That he has a seat stands, whatever happens here."""
    with suppress(StoreError):
        chosen = await desk.store.member_settings(guild, member)
        if not chosen.get(WELCOMED):
            await desk.store.set_member_setting(guild, member, WELCOMED, value=True)
            desk.whispers.setdefault(member, ("welcome", {"amount": desk.opening}))


def look_around(desk: Desk, session: TableSession) -> None:
    """Something happened at a table by itself.

    Who has just missed a turn may have left the server: Discord tells nobody, so it is asked, once each time. A host
    whose table stands still for want of a disk is told, when he is heard of next.
    """
    if session.snapshot().notice is Notice.STUCK:
        desk.whispers[session.record.host] = ("books-stuck", {})
    before, now = desk.missed.get(session.table, {}), dict(session.state.misses)
    desk.missed[session.table] = now
    seats = [seat for seat, times in now.items() if times > before.get(seat, 0)]
    missed = [session.state.members[seat] for seat in seats if seat in session.state.members]
    if missed:
        desk.speaker.background(see_off(desk, session, missed))


async def see_off(desk: Desk, session: TableSession, members: Iterable[int]) -> None:
    """Who of these has left the server stands up, after the hand if he is in one, with his chips (RELIABILITY 51)."""
    for member in members:
        if await has_left(desk, session.record.guild, member):
            log.info("a member at table %s has left the server", session.table)
            desk.speaker.background(_stand_up(desk, session, member))


async def _stand_up(desk: Desk, session: TableSession, member: int) -> None:
    """Tried again for as long as it cannot be stored."""
    while True:
        try:
            await session.leave(member)
        except TableError as error:
            if error.code is not No.STORE:
                return
        else:
            session.say(desk.speaker.redraw)
            return
        await desk.sleep(RETRY)
