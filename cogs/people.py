"""Names of members who have not been heard of since the start: asked for once, never stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from cogs.desk import Desk

log = logging.getLogger(__name__)


async def learn_names(desk: Desk, guild: int, members: Iterable[int]) -> None:
    """Make sure that these members can be called by name. Who has left the server stays without one."""
    known = desk.names.setdefault(guild, {})
    for member in sorted(set(members) - known.keys()):
        if member > 0:
            await _ask(desk, guild, member)


async def _ask(desk: Desk, guild: int, member: int) -> None:
    try:
        server = desk.client.get_guild(guild) or await desk.client.fetch_guild(guild)
        found = await server.fetch_member(member)
    except discord.HTTPException:
        log.info("no name for a member of guild %s", guild)
    else:
        desk.call(guild, member, found.display_name)
