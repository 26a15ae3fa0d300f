"""The line to Discord: of which servers we hear; on all others play stands still (RELIABILITY 24 to 26, 52, 53).

Who cannot be heard cannot act. So the clocks of a server stop when its shard loses the line or Discord itself cannot
serve it, and nobody's time is up before the line has been heard after the end of it. Then all have all of their time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord.ext import commands

from cogs.desk import UNSENT, Desk
from cogs.process import startup
from cogs.speech.gate import Gate
from engine.tables.ports import StoreError
from engine.tables.session import TableSession

log = logging.getLogger(__name__)

LOST = 300.0
"""Seconds without READY or RESUMED after which only a new process helps (RELIABILITY 26)."""

A_SECOND = 15
"""Tables that are taken up each second: more would meet Discord's limits."""

RECENT, ANSWER, LOOK = 1.0, 5.0, 0.05
"""Seconds: what was heard so lately counts as now; how long an answer to a heartbeat may take; between two looks."""

NOT_THERE = (10004, 50001)
"""Discord's codes for a server that the bot is not on."""


class Line(commands.Cog):
    """Only listens. up: shards that are connected. dark: servers that Discord cannot serve just now.

    once: done when play goes on for the first time.
    """

    def __init__(
        self, client: discord.AutoShardedClient, desk: Desk, gate: Gate, once: Callable[[], object]
    ) -> None:
        self.client, self.desk, self.gate = client, desk, gate
        self.up: set[int] = set()
        self.dark: set[int] = set()
        self._once = once
        self._since: dict[int, float] = {}
        self._made = desk.now()
        self._listed: dict[int, discord.Guild] = {}
        self._old: dict[int, set[int]] = {}

    # What is known

    def shard_of(self, guild: int) -> int:
        """The shard that hears of a server."""
        return (guild >> 22) % (self.client.shard_count or 1)

    def reaches(self, guild: int) -> bool:
        """Whether members of a server can act."""
        return self.shard_of(guild) in self.up and guild not in self.dark and not self.gate.banned

    @property
    def is_lost(self) -> bool:
        """Whether a shard has been away for too long, or has not come in all that time."""
        away = set(range(self.client.shard_count or 1)) - self.up
        return any(self.desk.now() - self._since.get(shard, self._made) >= LOST for shard in away)

    async def heard(self, guild: int) -> bool:
        """Whether the line to a server's shard works at this moment; asks with a heartbeat when it has been silent."""
        return self.reaches(guild) and await _answers(self.client, self.shard_of(guild))

    # Play

    async def go_on(self) -> None:
        """Take up play wherever members can act: their names, full time for who is to act, the felt as it is now."""
        await self._go_on(set(self._guilds()))

    async def _go_on(self, guilds: set[int]) -> None:
        tables = [each for each in self.desk.tables.sessions.values() if each.record.guild in guilds]
        for place in range(0, len(tables), A_SECOND):
            if place:
                await self.desk.sleep(1)
            chosen = [each for each in tables[place : place + A_SECOND] if self.reaches(each.record.guild)]
            await asyncio.gather(*(self._take_up(each) for each in chosen))

    async def _take_up(self, session: TableSession) -> None:
        """A table that cannot go on holds up no other."""
        try:
            await startup.take_up(self.desk, session, self.reaches)
        except Exception:
            log.exception("alarm: table %s cannot go on", session.table)

    def _guilds(self) -> set[int]:
        return {session.record.guild for session in self.desk.tables.sessions.values()}

    def _of(self, shard: int) -> set[int]:
        return {guild for guild in self._guilds() if self.shard_of(guild) == shard}

    # Shards

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """The line of a shard is gone; tries that fail do not count anew."""
        if shard in self.up:
            self.up.discard(shard)
            self._since[shard] = self.desk.now()
        self.desk.tables.hold(lambda guild: self.shard_of(guild) == shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """It is back, and has told what happened meanwhile."""
        self.up.add(shard)
        await self._go_on(self._of(shard))

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """A list of its servers has come, and nothing else yet: who is not in it is still the one we knew before."""
        known = [guild for guild in self.client.guilds if guild.shard_id == shard]
        self._old[shard] = {guild.id for guild in known if guild is self._listed.get(guild.id)}

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """It is there anew, with a list of its servers. What happened meanwhile is lost, that we were sent away too."""
        self.up.add(shard)
        listed = {guild.id: guild for guild in self.client.guilds if guild.shard_id == shard}
        self.dark -= listed.keys()
        self.dark |= {guild.id for guild in listed.values() if guild.unavailable}
        self._listed |= listed
        old = self._old.pop(shard, set())
        missing = {each for each in self._of(shard) if each not in listed or each in old}
        await asyncio.gather(self._go_on(self._of(shard) - missing), *(self._sent_away(guild) for guild in missing))
        self._once()
        self._once = _nothing

    async def _sent_away(self, guild: int) -> None:
        """A server that is not in the new list is asked for once more before everybody there is paid."""
        try:
            await self.desk.speaker.sending.ask(lambda: self.client.fetch_guild(guild))
        except UNSENT as error:
            if getattr(error, "code", 0) in NOT_THERE:
                log.warning("the bot was sent away from server %s while it could not hear of it", guild)
                await self._gone(guild)
                return
        await self._go_on({guild})

    # Servers

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage at Discord: not the same as being sent away, and nothing is void."""
        self.dark.add(guild.id)
        self.desk.tables.hold(lambda each: each == guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The outage is over; or we were asked in again while nobody listened, which nothing else tells."""
        self._listed[guild.id] = guild
        if guild.id in self.desk.gone:
            await self.on_guild_join(guild)
        if guild.id in self.dark:
            self.dark.discard(guild.id)
            await self._go_on({guild.id})

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Asked in, maybe again."""
        self._listed[guild.id] = guild
        self.dark.discard(guild.id)
        self.desk.gone.discard(guild.id)
        await self._note(self.desk.store.guild_joined(guild.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were sent away."""
        await self._gone(guild.id)

    async def _gone(self, guild: int) -> None:
        self._listed.pop(guild, None)
        await self.desk.speaker.place_gone(guild)
        await self._note(self.desk.store.guild_left(guild))

    async def _note(self, storing: Coroutine[Any, Any, None]) -> None:
        try:
            await storing
        except StoreError as error:
            log.warning("not noted, but found out at the next start: %s", error)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel with perhaps a table in it was deleted."""
        await self._place_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread, likewise."""
        await self._place_gone(payload.thread_id)

    async def _place_gone(self, channel: int) -> None:
        """Where no table stands nothing is lost, nor kept in mind."""
        if any(session.record.channel == channel for session in self.desk.tables.sessions.values()):
            await self.desk.speaker.place_gone(channel)


def _nothing() -> None:
    """It was done."""


async def _answers(client: discord.AutoShardedClient, shard: int) -> bool:
    """Whether Discord says anything now. Nothing public asks it; what it had sent before arrives before its answer."""
    info = client.get_shard(shard)
    if info is None or info.is_closed():
        return False
    socket = info._parent.ws  # noqa: SLF001 - no public way
    beat: Any = getattr(socket, "_keep_alive", None)
    if beat is None:
        return True
    begun = time.perf_counter()
    try:
        if begun - max(beat._last_recv, beat._last_send) > RECENT:  # noqa: SLF001 - likewise
            await socket.send_heartbeat(beat.beat())
    except (discord.DiscordException, OSError, RuntimeError):
        return False
    while beat._last_recv < begun - RECENT:  # noqa: SLF001 - likewise
        if time.perf_counter() - begun > ANSWER:
            return False
        await asyncio.sleep(LOOK)
    return True
