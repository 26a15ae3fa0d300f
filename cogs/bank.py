"""Chips off the tables: what one has, free chips and for whom, a host's grants, and what a table meant.

`/bankroll [member]` is one command, for Discord allows a name to be a command or a group and not both; its history is a
button there and `/bank history`. Members cannot give each other chips (RELIABILITY 99).
"""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from cogs.desk import Bot, Desk, Interaction, channel_of, guild_of
from cogs.flow import show_flow
from cogs.paging import turn_to
from cogs.people import learn_names
from cogs.translate import command
from cogs.ui.ids import Do, Press
from cogs.ui.layout import plain
from cogs.ui.names import safe_name
from cogs.ui.purse import LINES, NOTE, history_page, ledger_page, purse_page
from cogs.ui.words import language_of, say
from data.errors import AboveFloor, TooSoon, TooYoung
from engine.rules.facts import Chips
from engine.tables.errors import No, TableError
from engine.tables.snapshot import Snapshot

MOST = 1_000_000_000
"""Chips that a host may grant at once."""

YEARS = 3650
"""The most days that a server may ask for."""


def floor_of(desk: Desk) -> Chips:
    """Below how many chips one may have free ones: a tenth of what a new member gets."""
    return desk.opening // 10


def free_chips(desk: Desk) -> Chips:
    """How many these are: a fifth of what a new member gets."""
    return desk.opening // 5


@app_commands.guild_only()
class Bank(commands.GroupCog, group_name="bank", group_description=say("en", "cmd-bank")):
    """What moves chips, or tells how they moved."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("bank-reload")
    async def reload(self, interaction: Interaction) -> None:
        """Free chips, once a day, for who has next to none."""
        await reload(self.desk, interaction)

    @command("bank-history")
    async def history(self, interaction: Interaction) -> None:
        """How one's own bankroll came to be what it is."""
        await show_history(self.desk, interaction, None)

    @command("bank-grant", "whom", "chips", "reason", public=True)
    @app_commands.rename(whom="member")
    async def grant(
        self, interaction: Interaction, whom: discord.Member, chips: Range[int, -MOST, MOST], reason: Range[str, 3, 100]
    ) -> None:
        """Give chips (a negative number takes them back), in public and with a reason."""
        await grant(self.desk, interaction, whom, chips, reason)

    @command("bank-newcomers", "account_days", "member_days")
    async def newcomers(
        self, interaction: Interaction, account_days: Range[int, 0, YEARS], member_days: Range[int, 0, YEARS]
    ) -> None:
        """How old an account and a membership must be for free chips."""
        if not interaction.permissions.manage_guild:
            raise TableError(No.NOT_HOST)
        guild, actor = guild_of(interaction), interaction.user.id
        await self.desk.store.choose_newcomers(
            guild, account_days, member_days, actor=actor, interaction=interaction.id
        )
        await self.desk.tell(interaction, "newcomers-kept", account=account_days, membership=member_days)

    @command("bank-flow")
    async def flow(self, interaction: Interaction) -> None:
        """Who won from whom lately, and what looks as if it had been lost on purpose."""
        if not may_rule(self.desk, interaction):
            raise TableError(No.NOT_HOST)
        await show_flow(self.desk, interaction)


class Purses(commands.Cog):
    """What a member has."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("bankroll", "whose")
    @app_commands.rename(whose="member")
    async def bankroll(self, interaction: Interaction, whose: discord.Member | None = None) -> None:
        """One's own chips or another member's, off and on the tables."""
        desk, guild = self.desk, guild_of(interaction)
        whose = whose or _as_member(interaction)
        desk.call(guild, whose.id, whose.display_name)
        own = whose.id == interaction.user.id
        if own:
            await desk.store.ensure_bankroll(guild, whose.id, desk.opening)  # tells who is too young so
        purse = await desk.store.purse(guild, whose.id)
        poor = purse.bankroll + purse.on_tables < floor_of(desk)
        await desk.answer(interaction, purse_page(purse, desk.face(interaction), own=own, may_reload=own and poor))


def _as_member(interaction: Interaction) -> discord.Member:
    if not isinstance(interaction.user, discord.Member):
        raise TableError(No.NO_TABLE)
    return interaction.user


# Free chips


async def reload(desk: Desk, interaction: Interaction) -> None:
    """Once per UTC day and 20 hours, below the floor, and not while chips lie in the pot of a running hand."""
    guild, member = guild_of(interaction), interaction.user.id
    await desk.store.ensure_bankroll(guild, member, desk.opening)
    if _in_a_hand(desk, guild, member):
        await desk.tell(interaction, "reload-in-hand")
        return
    chips = free_chips(desk)
    try:
        now = await desk.store.reload(guild, member, chips=chips, floor=floor_of(desk), interaction=interaction.id)
    except AboveFloor as error:
        await desk.tell(interaction, "reload-above", has=error.has, floor=error.floor)
    except TooSoon as error:
        await desk.tell(interaction, "reload-soon", when=f"<t:{int(error.until) + 1}:R>")
    else:
        await desk.tell(interaction, "reloaded", amount=chips, balance=now)


def _in_a_hand(desk: Desk, guild: int, member: int) -> bool:
    """What lies in a pot may still be his, and is in no purse."""
    return any(_is_live(session.snapshot(), member) for session in desk.tables.at(guild))


def _is_live(snapshot: Snapshot, member: int) -> bool:
    running = bool(snapshot.waiting) and snapshot.view is not None
    return running and member in [snapshot.dealt.get(seat) for seat in (snapshot.view.live if snapshot.view else ())]


async def reload_pressed(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The button under one's bankroll."""
    await reload(desk, interaction)


# History


async def show_history(desk: Desk, interaction: Interaction, before: int | None) -> None:
    """A page of one's own bankroll."""
    guild, member = guild_of(interaction), interaction.user.id
    entries = await desk.store.history(guild, member, LINES + 1, before)
    await learn_names(desk, guild, {entry.actor for entry in entries if entry.reason == "grant"})
    await turn_to(desk, interaction, history_page(entries, desk.face(interaction), newest=before is None))


async def history_pressed(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Further back; 0 is the newest page."""
    await show_history(desk, interaction, press.value or None)


# A host's power


def may_rule(desk: Desk, interaction: Interaction) -> bool:
    """Who manages the server, or hosts the table that is open in this channel."""
    here = [each.record for each in desk.tables.at(guild_of(interaction))]
    hosts = [record.host for record in here if record.channel == interaction.channel_id]
    return interaction.permissions.manage_guild or interaction.user.id in hosts


async def grant(desk: Desk, interaction: Interaction, whom: discord.Member, chips: Chips, reason: str) -> None:
    """Chips from the house, said in public; a host who doesn't manage the server cannot give himself any."""
    guild, actor = guild_of(interaction), interaction.user
    own_gift = whom.id == actor.id and not interaction.permissions.manage_guild
    if not may_rule(desk, interaction) or own_gift:
        raise TableError(No.NOT_HOST)
    if whom.bot or not chips:
        await desk.tell(interaction, "grant-nothing")
        return
    desk.learn(interaction)
    desk.call(guild, whom.id, whom.display_name)
    with suppress(TooYoung):  # then these are the first chips
        await desk.store.ensure_bankroll(guild, whom.id, desk.opening)
    now = await desk.store.grant(guild, whom.id, chips, actor=actor.id, reason=reason, interaction=interaction.id)
    face = desk.member_face(guild, language_of(interaction.guild_locale or interaction.locale))
    names = {"host": face.member(actor.id, NOTE), "name": face.member(whom.id, NOTE), "reason": safe_name(reason, 100)}
    text = face.say("granted" if chips > 0 else "taken-back", amount=abs(chips), balance=now, **names)
    await desk.answer(interaction, plain(text), public=True)


# What a table meant


async def show_ledger(desk: Desk, interaction: Interaction, table: int, page: int = 0) -> None:
    """Everybody's account with a table, so far or for good; 0 is the last one of this channel."""
    table = table or await desk.store.table_in(channel_of(interaction))
    record = await desk.store.table(table)
    if record is None or record.guild != guild_of(interaction):
        raise TableError(No.NO_TABLE)
    accounts = await desk.store.evening_ledger(table)
    await learn_names(desk, record.guild, {account.member for account in accounts})
    session = desk.tables.sessions.get(table)
    playing = session is not None and bool(session.snapshot().waiting)
    view = ledger_page(table, record.name, accounts, desk.face(interaction), page=page, playing=playing)
    await turn_to(desk, interaction, view)


async def ledger_pressed(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Another page."""
    await show_ledger(desk, interaction, press.table, press.value)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    bot.desk.on(Do.RELOAD, reload_pressed)
    bot.desk.on(Do.HISTORY, history_pressed)
    bot.desk.on(Do.LEDGER, ledger_pressed)
    await bot.add_cog(Bank(bot.desk))
    await bot.add_cog(Purses(bot.desk))
