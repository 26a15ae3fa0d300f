"""Opening, showing and closing a table, and one's own seat at it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from cogs import forms, opening
from cogs.bank import show_ledger
from cogs.desk import Bot, Desk, Interaction, channel_of, guild_of
from cogs.opening import Wish
from cogs.translate import choice, command, suggests
from cogs.ui.felt import felt
from cogs.ui.words import language_of, say
from engine.rules.stakes import Limit
from engine.tables.amounts import parse_amount
from engine.tables.config import TableConfig
from engine.tables.floor import check_terms
from engine.tables.session import TableSession

LIMITS = [choice(f"limit-word-{limit}", limit.value) for limit in Limit]
NEXT, BIG = "hand", "big"
WHEN = [choice(f"when-{each}", each) for each in (NEXT, BIG)]
LANGUAGES = [choice(f"language-{language}", language) for language in ("en", "sv")]


@app_commands.guild_only()
class Tables(commands.GroupCog, group_name="table", group_description=say("en", "cmd-table")):
    """What concerns the whole table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(
        "table-open", "game", "stakes", "seats", "buy_in", "limit", "least", "most", "clock", "pause", "time_bank",
        "language", "role", "private", "dealers_choice", "thread", "name", public=True,
    )
    @app_commands.choices(limit=LIMITS, language=LANGUAGES)
    async def open_table(  # noqa: PLR0917 - each is an option that members see by name
        self, interaction: Interaction, game: str, stakes: str = "", seats: Range[int, 2, 10] | None = None,
        buy_in: Range[int, 1, 1_000_000_000] | None = None, limit: str = "",
        least: Range[int, 1, 1_000_000_000] | None = None, most: Range[int, 1, 1_000_000_000] | None = None,
        clock: Range[int, 15, 86_400] | None = None,
        pause: Range[int, 0, 600] | None = None, time_bank: Range[int, 0, 3600] | None = None, language: str = "",
        role: discord.Role | None = None, private: bool = False, dealers_choice: bool = False, thread: bool = False,
        name: Range[str, 1, 40] | None = None,
    ) -> None:
        """Open a table; the lobby is the answer."""
        spoken = language or language_of(interaction.guild_locale or interaction.locale)
        config = opening.terms(
            Wish(
                game, stakes, limit, seats, buy_in, least, most, clock, pause, time_bank, spoken,
                role.id if role else 0, private, dealers_choice,
            ),
            self.desk.face(interaction),
        )
        await self._open(interaction, config, name, in_thread=thread)

    @suggests(open_table, "game")
    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Presets and games while the member types."""
        return opening.suggestions(self.desk.face(interaction), typed)

    @suggests(open_table, "clock")
    async def suggest_clock(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Seconds in the words of people."""
        return opening.clocks(self.desk.face(interaction), str(typed))

    async def _open(self, interaction: Interaction, config: TableConfig, name: str | None, *, in_thread: bool) -> None:
        is_thread = isinstance(interaction.channel, discord.Thread)
        new_thread = in_thread and isinstance(interaction.channel, discord.TextChannel)
        may = interaction.app_permissions
        if missing := opening.missing_permissions(may, thread=is_thread, new_thread=new_thread):
            names = ", ".join(say(language_of(interaction.locale), f"permission-{each}") for each in missing)
            await self.desk.tell(interaction, "permissions-missing", names=names)
            return
        check_terms(config)  # both before a thread is made for nothing
        self.desk.tables.check_room()
        guild = guild_of(interaction)
        hosts = [session.record.host for session in self.desk.tables.at(guild)]
        with self.desk.openings.one_more(guild, interaction.user.id, hosts):
            if new_thread and isinstance(interaction.channel, discord.TextChannel):
                await self._in_thread(interaction, interaction.channel, config, name)
            else:
                await self._in_channel(interaction, config, name)

    async def _in_channel(self, interaction: Interaction, config: TableConfig, name: str | None) -> None:
        face = self.desk.member_face(guild_of(interaction), config.language)
        name = name or getattr(interaction.channel, "name", "") or face.say("lobby-name")
        session = await self._opened(interaction, channel_of(interaction), config, name)
        await self._show_here(interaction, session)

    async def _opened(self, interaction: Interaction, channel: int, config: TableConfig, name: str) -> TableSession:
        return await self.desk.tables.open(guild_of(interaction), channel, interaction.user.id, name, config)

    async def _in_thread(
        self, interaction: Interaction, channel: discord.TextChannel, config: TableConfig, name: str | None
    ) -> None:
        face = self.desk.member_face(guild_of(interaction), config.language)
        name = name or opening.table_words(face, config.games[0])
        thread = await channel.create_thread(name=name[:100], type=discord.ChannelType.public_thread)
        session = await self._opened(interaction, thread.id, config, name)
        session.say(self.desk.speaker.redraw)
        await self.desk.tell(interaction, "table-in-thread", thread=thread.mention)

    async def _show_here(self, interaction: Interaction, session: TableSession) -> None:
        """The answer becomes the table's message, wherever it stood before."""
        snapshot = session.snapshot()
        view = felt(snapshot, self.desk.public_face(snapshot))
        if message := await self.desk.answers.message(interaction, view, public=True):
            await self.desk.speaker.moved(session, message, snapshot, view)
        else:  # nobody was told where the table is, so it is posted
            session.say(self.desk.speaker.redraw)

    @command("table-show", public=True)
    async def show(self, interaction: Interaction) -> None:
        """The table's message again, at the bottom of the channel."""
        await self._show_here(interaction, self.desk.here(interaction))

    @command("table-close")
    async def close(self, interaction: Interaction) -> None:
        """Pay everybody and close, at once or after the hand."""
        session, may = self.desk.here(interaction), interaction.permissions.manage_guild
        at_once = await session.close(interaction.user.id, interaction.id, manages=may)
        await self.desk.tell(interaction, "closed-now" if at_once else "closing-soon")

    @command("table-ledger")
    async def ledger(self, interaction: Interaction) -> None:
        """What the table, or the last one here, has meant for everybody."""
        await show_ledger(self.desk, interaction, 0)

    @command("table-invite", "member")
    async def invite(self, interaction: Interaction, member: discord.Member) -> None:
        """Let somebody sit down at a private table."""
        session, may = self.desk.here(interaction), interaction.permissions.manage_guild
        await session.invite(interaction.user.id, member.id, interaction.id, manages=may)
        await self.desk.tell(interaction, "invited", name=member.display_name)


class Seats(commands.Cog):
    """What concerns one's own seat."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("join", "buy_in", "seat")
    async def join(self, interaction: Interaction, buy_in: str = "", seat: Range[int, 1, 10] | None = None) -> None:
        """Sit down, by default with the usual buy-in at any free seat."""
        session = self.desk.here(interaction)
        chips = parse_amount(buy_in, str(interaction.locale)) if buy_in else None
        taken = await forms.sit(self.desk, interaction, session, chips, seat)
        if taken:
            stack = stack_of(session, interaction.user.id)
            await self._done(interaction, session, "sat-down", seat=taken, amount=stack)

    @command("leave")
    async def leave(self, interaction: Interaction) -> None:
        """Stand up, at once or after the hand; who only waits for a seat waits no more."""
        session, member = self.desk.here(interaction), interaction.user.id
        if member in session.snapshot().waitlist:
            await session.stop_waiting(member, interaction.id)
            await self._done(interaction, session, "waiting-left")
            return
        at_once = await session.leave(member, interaction.id)
        await self._done(interaction, session, "left" if at_once else "leaving")

    @command("sitout", "when")
    @app_commands.choices(when=WHEN)
    async def sitout(self, interaction: Interaction, when: str = "") -> None:
        """Take a break from the next hand on, or from one's next big blind on."""
        session = self.desk.here(interaction)
        at_once = await session.sit_out(interaction.user.id, interaction.id, at_big=when == BIG)
        await self._done(interaction, session, "sitting-out" if at_once else "sitting-out-big")

    @command("sitin")
    async def sitin(self, interaction: Interaction) -> None:
        """Back from a break."""
        session = self.desk.here(interaction)
        await session.sit_in(interaction.user.id, interaction.id)
        await self._done(interaction, session, "sitting-in")

    @command("rebuy", "amount")
    async def rebuy(self, interaction: Interaction, amount: str = "") -> None:
        """More chips from the bankroll, by default up to the usual buy-in."""
        session = self.desk.here(interaction)
        chips = parse_amount(amount, str(interaction.locale)) if amount else None
        added = await session.top_up(interaction.user.id, chips, interaction.id)
        await self._done(interaction, session, "topped-up", amount=added)

    @command("start")
    async def start(self, interaction: Interaction) -> None:
        """Deal the next hand now."""
        await self.desk.here(interaction).start(interaction.user.id, interaction.id)
        await self.desk.tell(interaction, "dealt")

    async def _done(self, interaction: Interaction, session: TableSession, key: str, **facts: int) -> None:
        session.say(self.desk.speaker.redraw)
        await self.desk.tell(interaction, key, **facts)
        await self.desk.whisper(interaction)


def stack_of(session: TableSession, member: int) -> int:
    """Chips a member has on the table."""
    return next((sitter.stack + sitter.queued for sitter in session.snapshot().sitters if sitter.member == member), 0)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Tables(bot.desk))
    await bot.add_cog(Seats(bot.desk))

