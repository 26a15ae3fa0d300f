"""Who is best at what: leaderboards, one member's figures, charts. Private answers, for everybody to ask."""

from __future__ import annotations

import io
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import graphs
from cogs.desk import Bot, Desk, Interaction, guild_of
from cogs.people import learn_names
from cogs.translate import choice, command
from cogs.ui.board import GRAPH, PAGE, Asked, board_page, figures_page
from cogs.ui.chart import Chart, Line, can_draw
from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.ids import Do, Press
from cogs.ui.layout import Edge, Picture, message, small
from data.leaderboard import Measure, Query
from data.periods import Period
from data.seasons import Season
from engine.rules.catalogue import CATALOGUE

PERIODS = [choice(f"period-{period}", period.value) for period in Period]
MEASURES = [choice(f"top-m-{by}", by.value) for by in Measure]
GAMES = [choice(f"game-{key}", key) for key in CATALOGUE]
OVER = [choice(f"graph-{over}", over) for over in ("bankroll", "hands", "days")]


class Stats(commands.Cog):
    """Boards, figures, charts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("leaderboard", "period", "by", "played")
    @app_commands.rename(played="game")
    @app_commands.choices(period=PERIODS, by=MEASURES, played=GAMES)
    async def leaderboard(
        self, interaction: Interaction, period: str = "", by: str = Measure.NET, played: str = ""
    ) -> None:
        """The board of a period; without one that of the season that runs, else of all time."""
        await self.desk.answers.wait(interaction)
        running = await season_of(self.desk, guild_of(interaction))
        chosen = Period(period or (Period.SEASON if running else Period.ALL))
        await show_board(self.desk, interaction, Asked(chosen, Measure(by), played), 0)

    @command("stats", "whose", "played", "period")
    @app_commands.rename(whose="member", played="game")
    @app_commands.choices(period=PERIODS, played=GAMES)
    async def stats(
        self, interaction: Interaction, whose: discord.Member | None = None, played: str = "", period: str = Period.ALL
    ) -> None:
        """What somebody's play adds up to."""
        desk, guild, member = self.desk, guild_of(interaction), whose or interaction.user
        desk.call(guild, member.id, member.display_name)
        asked = Asked(Period(period), game=played)
        query = replace(await desk.store.query(guild, asked.period), game=played)
        figures = await desk.store.figures(query, member.id)
        best = await desk.store.strongest(query, member.id)
        face = desk.face(interaction)
        await desk.answer(interaction, figures_page(figures, best, face.member(member.id, BOARD_NAME), asked, face))

    @command("graph", "over", "whose", "second", "third", "played", "period")
    @app_commands.rename(whose="member", played="game")
    @app_commands.choices(over=OVER, period=PERIODS, played=GAMES)
    async def graph(
        self, interaction: Interaction, over: str = "bankroll", whose: discord.Member | None = None,
        second: discord.Member | None = None, third: discord.Member | None = None,
        played: str = "", period: str = Period.ALL,
    ) -> None:
        """One to three lines: chips over evenings, or what was won over hands or days."""
        await self.desk.answers.wait(interaction)
        people = {member.id: member for member in (whose or interaction.user, second, third) if member}
        for member in people.values():
            self.desk.call(guild_of(interaction), member.id, member.display_name)
        query = replace(await self.desk.store.query(guild_of(interaction), Period(period)), game=played)
        await show_graph(self.desk, interaction, query, over, list(people))


# The leaderboard

LAST_PAGE = 10**6
"""No server has so many players; pages beyond are empty all the same."""


async def season_of(desk: Desk, guild: int) -> Season | None:
    """The season that runs."""
    return next((season for season in await desk.store.seasons(guild) if season.ended is None), None)


async def show_board(desk: Desk, interaction: Interaction, asked: Asked, page: int) -> None:
    """A page of a board with the chart of one's own chips below."""
    guild, member = guild_of(interaction), interaction.user.id
    query = replace(await desk.store.query(guild, asked.period), by=asked.by, game=asked.game)
    board = await desk.store.leaderboard(query, limit=PAGE, offset=page * PAGE, viewer=member)
    named = [place for place in (*board.places, board.own, board.above) if place]
    await learn_names(desk, guild, {place.member for place in named})
    best = await desk.store.best_hands(query, named) if asked.by is Measure.BEST else {}
    season, face = await season_of(desk, guild), desk.face(interaction)
    found = await graphs.bankroll_graph(desk, guild, member, face)
    picture, graph = found or (None, None)
    name = season.name if season else ""
    view = board_page(asked, board, face, page=page, season=name, best=best, graph=graph)
    await send(desk, interaction, view, picture)


async def send(desk: Desk, interaction: Interaction, view: discord.ui.LayoutView, picture: bytes | None) -> None:
    """The page in place of what was deferred, with its picture."""
    files = [discord.File(io.BytesIO(picture), GRAPH)] if picture else []
    await desk.answers.edit(interaction, view, files)


async def turned(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Another page of the same board."""
    await desk.answers.wait(interaction)
    await show_board(desk, interaction, Asked.decoded(press.hand), min(press.value, LAST_PAGE))


async def mine(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The page on which the asker stands."""
    await desk.answers.wait(interaction)
    asked = Asked.decoded(press.hand)
    query = replace(await desk.store.query(guild_of(interaction), asked.period), by=asked.by, game=asked.game)
    board = await desk.store.leaderboard(query, limit=0, viewer=interaction.user.id)
    await show_board(desk, interaction, asked, board.line // PAGE)


async def measured(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The same period and game, ranked by something else."""
    await desk.answers.wait(interaction)
    await show_board(desk, interaction, replace(Asked.decoded(press.hand), by=Measure(values[0])), 0)


# Charts


async def show_graph(desk: Desk, interaction: Interaction, query: Query, over: str, members: list[int]) -> None:
    """The chart that was asked for, or why there is none."""
    face = desk.face(interaction)
    if not can_draw():
        await desk.tell(interaction, "graph-missing")
        return
    if over == "bankroll":
        lines = await graphs.worth_lines(desk, query.guild, members, face)
    else:
        lines = await graphs.net_lines(desk, query, members, face, by_day=over == "days")
    if not lines:
        await desk.tell(interaction, "graph-empty")
        return
    picture = await graphs.draw(_chart(lines, over, face))
    told = " ".join(graphs.alt(f"graph-alt-{over}", line, face) for line in lines)
    head = f"## {face.say(f'graph-{over}')}"
    view = message(Edge.PRIVATE, [head, Picture(GRAPH, told), small(face.say("graph-marks"))])
    await send(desk, interaction, view, picture)


def _chart(lines: tuple[Line, ...], over: str, face: Face) -> Chart:
    start = lines[0].points[0][1] if over == "bankroll" else 0
    unit = {"bankroll": "chart-evening", "hands": "chart-hand", "days": "chart-day"}[over]
    return Chart(lines, start, face.say("chart-start") if start else "", face.say(unit), graphs.gap(face))


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    bot.desk.on(Do.PREVIOUS, turned)
    bot.desk.on(Do.NEXT, turned)
    bot.desk.on(Do.MINE, mine)
    bot.desk.on(Do.MEASURE, measured)
    await bot.add_cog(Stats(bot.desk))
