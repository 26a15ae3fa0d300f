"""Seasons of the leaderboard, and who is ranked at all. Started and closed by the host or who manages the server."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from cogs.bank import may_rule
from cogs.desk import Bot, Desk, Interaction, guild_of
from cogs.people import learn_names
from cogs.stats import season_of
from cogs.translate import command
from cogs.ui.board import MOST, season_list, standing
from cogs.ui.face import Face
from cogs.ui.layout import plain
from cogs.ui.names import safe_name
from cogs.ui.words import language_of, say
from data.leaderboard import Limits
from data.seasons import Season
from engine.tables.errors import No, TableError


@app_commands.guild_only()
class Seasons(commands.GroupCog, group_name="season", group_description=say("en", "cmd-season")):
    """One runs at a time."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("season-start", "title", public=True)
    async def start(self, interaction: Interaction, title: Range[str, 1, 40]) -> None:
        """From now on results count for this season."""
        guild = self._ruled(interaction)
        if running := await season_of(self.desk, guild):
            await self.desk.tell(interaction, "season-is-running", name=safe_name(running.name, 40))
            return
        await self.desk.store.start_season(guild, title, interaction.user.id, interaction.id)
        text = self._public(interaction).say("season-started", name=safe_name(title, 40))
        await self.desk.answer(interaction, plain(text), public=True)

    @command("season-close", public=True)
    async def close(self, interaction: Interaction) -> None:
        """The board as it is becomes the final standing, for ever."""
        guild = self._ruled(interaction)
        if await season_of(self.desk, guild) is None:
            await self.desk.tell(interaction, "season-none-runs")
            return
        season = await self.desk.store.close_season(guild, interaction.user.id, interaction.id)
        await self._names(guild, [season])
        await self.desk.answer(interaction, standing(season, self._public(interaction), 10), public=True)

    @command("season-list")
    async def list(self, interaction: Interaction) -> None:
        """All seasons, newest first."""
        found = await self.desk.store.seasons(guild_of(interaction))
        await self._names(guild_of(interaction), found)
        await self.desk.answer(interaction, season_list(found, self.desk.face(interaction)))

    @command("season-standing", "which")
    @app_commands.rename(which="number")
    async def standing(self, interaction: Interaction, which: Range[int, 1] | None = None) -> None:
        """How a season ended, by default the last that did."""
        guild = guild_of(interaction)
        ended = [season for season in await self.desk.store.seasons(guild) if season.ended is not None]
        found = [season for season in ended if which in (None, season.number)]
        if not found:
            await self.desk.tell(interaction, "season-unknown")
            return
        await self._names(guild, found[:1])
        await self.desk.answer(interaction, standing(found[0], self.desk.face(interaction)))

    @command("season-limits", "least_hands", "least_opponents")
    async def limits(
        self, interaction: Interaction, least_hands: Range[int, 0, 10_000], least_opponents: Range[int, 0, 50]
    ) -> None:
        """Who is ranked, so that playing against oneself does not pay."""
        limits = Limits(least_hands, least_opponents)
        await self.desk.store.set_limits(self._ruled(interaction), limits, interaction.user.id, interaction.id)
        await self.desk.tell(interaction, "season-limited", hands=least_hands, opponents=least_opponents)

    def _ruled(self, interaction: Interaction) -> int:
        """The server, for one who may rule it."""
        if not may_rule(self.desk, interaction):
            raise TableError(No.NOT_HOST)
        return guild_of(interaction)

    def _public(self, interaction: Interaction) -> Face:
        language = language_of(interaction.guild_locale or interaction.locale)
        return self.desk.member_face(guild_of(interaction), language)

    async def _names(self, guild: int, found: Sequence[Season]) -> None:
        """Of who is named: all of one standing, the winners of several."""
        places = [place for season in found for place in season.places[:MOST]]
        await learn_names(self.desk, guild, {place.member for place in places if len(found) == 1 or place.rank == 1})


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Seasons(bot.desk))
