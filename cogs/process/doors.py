"""Somebody changed what we may do on a server: channels that were shut for us are tried again (RELIABILITY 45)."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.desk import Bot, Desk


class Doors(commands.Cog):
    """Only listens. Of members Discord tells us about ourselves alone."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Permissions or slow mode, perhaps."""
        self.desk.speaker.reopen(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role that we have, perhaps."""
        self.desk.speaker.reopen(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Our own roles."""
        self.desk.speaker.reopen(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was opened again, perhaps."""
        self.desk.speaker.reopen(payload.guild_id)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Doors(bot.desk))
