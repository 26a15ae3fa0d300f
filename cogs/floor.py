"""The host as floor person: pause, send away, give a hand up, call a dealing error. Everything is written down."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from cogs.desk import Bot, Desk, Interaction, guild_of
from cogs.paging import turn_to
from cogs.translate import choice, command
from cogs.ui.floorlog import LINES, SEALS, log_page, void_page
from cogs.ui.ids import Do, Press
from cogs.ui.words import say
from engine.rules.floor import Exposed, Misdealt, Ruling, TurnedEarly
from engine.tables.errors import No, TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase

STREETS = [choice(f"street-{street}", street) for street in ("flop", "turn", "river")]


@app_commands.guild_only()
class Floor(commands.GroupCog, group_name="floor", group_description=say("en", "cmd-floor")):
    """Host power, with limits: nothing here takes chips from anybody or shows anybody's cards without a rule for it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("floor-pause")
    async def pause(self, interaction: Interaction) -> None:
        """The clock stands still."""
        session = self.desk.here(interaction)
        self.desk.learn(interaction)
        await session.pause(interaction.user.id, interaction.id, manages=manages(interaction))
        await self.desk.tell(interaction, "floor-paused")

    @command("floor-resume")
    async def resume(self, interaction: Interaction) -> None:
        """On with the time that was left."""
        session = self.desk.here(interaction)
        await session.resume(interaction.user.id, interaction.id, manages=manages(interaction))
        await self.desk.tell(interaction, "floor-resumed")

    @command("floor-kick", "player", "reason")
    async def kick(self, interaction: Interaction, player: discord.Member, reason: Range[str, 1, 200] = "") -> None:
        """Somebody stands up after the hand, with all his chips."""
        session = self.desk.here(interaction)
        may = manages(interaction)
        await session.kick(interaction.user.id, player.id, interaction.id, manages=may, reason=reason)
        self.desk.call(guild_of(interaction), player.id, player.display_name)
        await self.desk.tell(interaction, "floor-kicked")
        session.say(self.desk.speaker.redraw)

    @command("floor-void", public=True)
    async def void(self, interaction: Interaction) -> None:
        """Vote for giving the hand up; after a long outage the host may alone."""
        session = self.desk.here(interaction)
        if session.snapshot().phase is Phase.ASKED and is_host(interaction, session):
            await session.void(interaction.user.id, interaction.id, manages=manages(interaction))
            session.say(self.desk.speaker.redraw)
            await self.desk.tell(interaction, "floor-voided")
        else:
            await vote(self.desk, interaction, session)

    @command("floor-exposed", "player", "card")
    async def exposed(self, interaction: Interaction, player: discord.Member, card: Range[int, 1, 5]) -> None:
        """The dealer showed a card of somebody before anybody acted."""
        session = self.desk.here(interaction)
        await self._rule(interaction, session, Exposed(session.state.seat_of(player.id), card - 1))

    @command("floor-misdeal")
    async def misdeal(self, interaction: Interaction) -> None:
        """The deal was wrong: everything goes back."""
        await self._rule(interaction, self.desk.here(interaction), Misdealt())

    @command("floor-early", "street")
    @app_commands.choices(street=STREETS)
    async def early(self, interaction: Interaction, street: str) -> None:
        """Board cards were turned before the betting was finished."""
        await self._rule(interaction, self.desk.here(interaction), TurnedEarly(street))

    @command("floor-log")
    async def log(self, interaction: Interaction) -> None:
        """Who used power here."""
        await show_log(self.desk, interaction, None)

    async def _rule(self, interaction: Interaction, session: TableSession, ruling: Ruling) -> None:
        await session.rule(interaction.user.id, ruling, interaction.id, manages=manages(interaction))
        await self.desk.tell(interaction, "floor-ruled")


def manages(interaction: Interaction) -> bool:
    """Whether the server lets the member manage it, and with it every table."""
    return interaction.permissions.manage_guild


def is_host(interaction: Interaction, session: TableSession) -> bool:
    """The host, or somebody whom the server lets manage it."""
    return interaction.user.id == session.record.host or manages(interaction)


# Giving a hand up


async def vote(desk: Desk, interaction: Interaction, session: TableSession) -> None:
    """One player's vote, in public: when all who are in the hand agree, every chip goes back."""
    desk.learn(interaction)
    number, hand = session.state.number, session.state.hand
    missing = await session.vote_void(interaction.user.id, interaction.id)
    snapshot = session.snapshot()
    page = void_page(session.table, hand, number, missing, interaction.user.id, desk.public_face(snapshot))
    session.say(desk.speaker.redraw)
    if interaction.message is None:
        await desk.answer(interaction, page, public=True)
    else:
        await desk.edit(interaction, page)


async def vote_pressed(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Somebody agrees."""
    session = desk.session(press)
    if press.hand != session.state.hand:
        raise TableError(No.STALE)
    await vote(desk, interaction, session)


# The log


async def show_log(desk: Desk, interaction: Interaction, before: int | None) -> None:
    """A page of the audit log, for hosts and managers; with what was done to all servers at once."""
    if not _may_read(desk, interaction):
        raise TableError(No.NOT_HOST)
    found = await desk.store.audit_log(guild_of(interaction), LINES + 1, before, with_house=True)
    seals = await desk.store.heads(guild_of(interaction), SEALS) if before is None else ()
    await turn_to(desk, interaction, log_page(found, desk.face(interaction), seals))


def _may_read(desk: Desk, interaction: Interaction) -> bool:
    hosts = {session.record.host for session in desk.tables.at(guild_of(interaction))}
    return manages(interaction) or interaction.user.id in hosts


async def older(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Further back in the log; 0 is its newest page."""
    await show_log(desk, interaction, press.value or None)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    bot.desk.on(Do.VOID, vote_pressed)
    bot.desk.on(Do.LOG, older)
    await bot.add_cog(Floor(bot.desk))
