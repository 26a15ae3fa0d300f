"""A few words for a member who sits down for the first time on a server."""

from __future__ import annotations

from contextlib import suppress

from cogs.desk import Desk
from engine.tables.ports import StoreError

WELCOMED = "welcomed"


async def greet(desk: Desk, guild: int, member: int) -> None:
    """Have him told, once, where his cards are and what to press. That he has a seat stands, whatever happens here."""
    with suppress(StoreError):
        chosen = await desk.store.member_settings(guild, member)
        if not chosen.get(WELCOMED):
            await desk.store.set_member_setting(guild, member, WELCOMED, value=True)
            desk.whispers.setdefault(member, ("welcome", {"amount": desk.opening}))
