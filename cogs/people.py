"""Members who have not been heard of since the start: their names are asked for once, never stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from cogs.desk import UNSENT, Desk

log = logging.getLogger(__name__)

NOT_HERE = (10007, 10013)
"""Discord's codes for somebody who is not on the server, and for one who is nowhere any more."""


async def learn_names(desk: Desk, guild: int, members: Iterable[int]) -> None:
    """Make sure that these members can be called by name. Who has left the server stays without one."""
    for member in unknown(desk, guild, members):
        await has_left(desk, guild, member)


def unknown(desk: Desk, guild: int, members: Iterable[int]) -> list[int]:
    """Those whose names are not known yet."""
    return sorted(member for member in set(members) - desk.names.get(guild, {}).keys() if member > 0)


async def has_left(desk: Desk, guild: int, member: int) -> bool:
    """Whether Discord says that a member is not on the server. Learns his name if he is; False when it says nothing."""
    ask = desk.speaker.sending.ask
    try:
        server = desk.client.get_guild(guild)
        known = server if server is not None else await ask(lambda: desk.client.fetch_guild(guild))
        found = await ask(lambda: known.fetch_member(member))
    except discord.NotFound as error:
        return error.code in NOT_HERE
    except UNSENT:
        log.info("no name for a member of guild %s", guild)
    else:
        desk.call(guild, member, found.display_name)
    return False
