"""What all cogs share: the store, the tables, names, emojis, who answers which press, and how to answer privately.

A cog takes the desk in its constructor. For a private sentence: `await desk.tell(interaction, "key", amount=60)`. For
a button or select of one's own: an action in `cogs.ui.ids.Do` and `desk.on(Do.MINE, handler)`. Raise PokerError,
TableError, AmountError, TermsError or StoreError for a refusal; `cogs.faults` words it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

import discord
from discord.ext import commands

from cogs.answers import UNSENT, Answers, Interaction
from cogs.quotas import Bucket, Openings
from cogs.ui.cards import Emojis
from cogs.ui.face import Face
from cogs.ui.ids import Do, Press
from cogs.ui.layout import plain
from cogs.ui.words import Value, language_of, say
from data.recent import Recent
from data.store import SqliteStore
from engine.rules.facts import Chips, Seat
from engine.tables.errors import No, TableError
from engine.tables.manager import TableManager
from engine.tables.ports import StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Snapshot

if TYPE_CHECKING:
    from cogs.speech.delivery import Speaker

log = logging.getLogger(__name__)

__all__ = ["UNSENT", "Acting", "Bot", "Desk", "Handler", "Interaction", "channel_of", "guild_of"]


class Bot(Protocol):
    """What a cog's `setup` is given."""

    desk: Desk

    async def add_cog(self, cog: commands.Cog, /) -> None:
        """Load a cog."""


Handler = Callable[["Desk", Interaction, Press, list[str]], Awaitable[None]]

SHORT = 1.0
"""Seconds that reading a member's wishes may take; longer, and he is answered without them."""

SLOW = 1.5
"""Seconds after which an interaction whose answer is not ready yet is told to wait (Discord gives it three)."""

PANELS = 500
"""Cards panels that can be withdrawn: what Discord sent with each press is kept for that."""

LANGUAGE, LOOK, TEXT = "language", "look", "text"
"""Settings of a member: the language he was heard in last, and how his own cards look; TEXT: without pictures."""


@dataclass(frozen=True, slots=True)
class Acting:
    """A member's last press that acted: at which moment of which hand, and when (UTC seconds)."""

    hand: int
    version: int
    at: float


@dataclass(slots=True)
class Desk:
    """Made once per bot. `now`: UTC seconds. `opening`: a member's first bankroll, in chips.

    names: display names by member id, learnt from interactions and never stored. whispers: sentences that a member is
    told once, with his next interaction (closed messages, a table that cannot be reached). last_act: by member, for
    telling a double click from a stale one. panels: the interaction that shows a member's cards panel. typed: by member
    and form, an amount that was refused, kept for the next try. wishes: settings by server and member, of all who were
    heard since the start. gone: servers that the bot was removed from, where nothing is said any more. clicks,
    openings: how much more a member may ask for. missed: by table, how often each seat had missed its turn at the last
    look. busy: the tasks of interactions that are being answered.
    """

    client: discord.Client
    store: SqliteStore
    now: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    opening: Chips
    emojis: Emojis = field(default_factory=Emojis)
    names: dict[int, Recent[int, str]] = field(default_factory=dict)
    whispers: Recent[int, tuple[str, dict[str, Value]]] = field(default_factory=Recent)
    handlers: dict[Do, Handler] = field(default_factory=dict)
    last_act: Recent[int, Acting] = field(default_factory=Recent)
    panels: Recent[int, Interaction] = field(default_factory=lambda: Recent(PANELS))
    typed: Recent[tuple[int, Do], str] = field(default_factory=Recent)
    wishes: Recent[tuple[int, int], dict[str, object]] = field(default_factory=Recent)
    gone: set[int] = field(default_factory=set)
    missed: Recent[int, dict[Seat, int]] = field(default_factory=Recent)
    busy: set[asyncio.Task[Any]] = field(default_factory=set)
    answers: Answers = field(init=False)
    clicks: Bucket = field(init=False)
    openings: Openings = field(init=False)
    tables: TableManager = field(init=False)
    speaker: Speaker = field(init=False)

    def __post_init__(self) -> None:
        self.answers, self.clicks, self.openings = Answers(self.now), Bucket(self.now), Openings(self.now)

    # Finding

    def here(self, interaction: Interaction) -> TableSession:
        """The table of the channel in which the interaction happened. Refuses when there is none."""
        return self.tables.here(channel_of(interaction))

    def session(self, press: Press) -> TableSession:
        """The table a button belongs to. Refuses one that is closed."""
        return self.tables.get(press.table)

    # Drawing

    def face(self, interaction: Interaction) -> Face:
        """For a private answer: the member's own language, and cards as he likes them."""
        guild = guild_of(interaction)
        chosen = self.wishes.get((guild, interaction.user.id), {})
        return self.member_face(guild, language_of(interaction.locale), text=chosen.get(LOOK) == TEXT)

    def public_face(self, snapshot: Snapshot) -> Face:
        """For what the whole channel sees: the table's language."""
        return self._face(snapshot.config.language, snapshot.guild)

    def member_face(self, guild: int, language: str, *, text: bool = False) -> Face:
        """For a message to one member outside an interaction."""
        face = self._face(language, guild)
        return replace(face, emojis=Emojis()) if text else face

    def _face(self, language: str, guild: int) -> Face:
        return Face(language, self.names.get(guild, {}), self.emojis, self.now(), self.opening)

    async def meet(self, interaction: Interaction) -> None:
        """Before a member is answered: what he is called and what he has chosen here."""
        if task := asyncio.current_task():  # discord.py gives each interaction one of its own
            self.busy.add(task)
            task.add_done_callback(self.busy.discard)
        self.answers.seen(interaction)
        self.speaker.heard(interaction)
        self.learn(interaction)
        guild, member = guild_of(interaction), interaction.user.id
        if joined := getattr(interaction.user, "joined_at", None):
            self.store.joined[guild, member] = joined.timestamp()
        if (guild, member) not in self.wishes:
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(SHORT):
                    self.wishes[guild, member] = dict(await self.store.member_settings(guild, member))

    async def choose(self, interaction: Interaction, name: str, wish: str) -> None:
        """Keep one of the member's own settings. Raises StoreError."""
        guild, member = guild_of(interaction), interaction.user.id
        await self.store.set_member_setting(guild, member, name, wish)
        self.wishes.setdefault((guild, member), {})[name] = wish

    async def keep_language(self, interaction: Interaction) -> None:
        """Who sits down gets messages in the language that he uses; that he sits stands, whatever happens here."""
        language = language_of(interaction.locale)
        if self.wishes.get((guild_of(interaction), interaction.user.id), {}).get(LANGUAGE) != language:
            with suppress(StoreError):
                await self.choose(interaction, LANGUAGE, language)

    async def finish(self, seconds: float) -> None:
        """Who has been heard is answered, within so many seconds."""
        if others := self.busy - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=seconds)

    def learn(self, interaction: Interaction) -> None:
        """Remember what the member is called here, for as long as the bot runs."""
        self.call(guild_of(interaction), interaction.user.id, interaction.user.display_name)

    def call(self, guild: int, member: int, name: str) -> None:
        """The name that felt and lists show for a member."""
        self.names.setdefault(guild, Recent())[member] = name

    def forget(self, guild: int, member: int) -> None:
        """Whoever had his data deleted is nobody we know."""
        if guild in self.names:
            self.names[guild].pop(member, None)
        self.wishes.pop((guild, member), None)

    # Answering

    async def tell(self, interaction: Interaction, key: str, **args: Value) -> bool:
        """A private sentence, in the member's language; true if Discord took it."""
        return await self.answer(interaction, plain(say(language_of(interaction.locale), key, **args)))

    async def answer(self, interaction: Interaction, view: discord.ui.LayoutView, *, public: bool = False) -> bool:
        """A new message as the answer, private unless said otherwise; a follow-up if something was answered before."""
        return bool(await self.answers.message(interaction, view, public=public))

    async def edit(self, interaction: Interaction, view: discord.ui.LayoutView) -> bool:
        """The pressed message becomes this."""
        return await self.answers.edit(interaction, view)

    @asynccontextmanager
    async def patience(self, interaction: Interaction) -> AsyncIterator[None]:
        """Around what has to be stored: when that takes long, Discord is told to wait (DISCORD 4)."""
        waiting = asyncio.create_task(self._wait(interaction))
        try:
            yield
        finally:
            waiting.cancel()

    async def _wait(self, interaction: Interaction) -> None:
        """What is being sent is not broken off: only then the answer that comes next knows that it is the second."""
        await self.sleep(SLOW)
        self.speaker.background(self.answers.wait(interaction))

    def promise(self, interaction: Interaction, *, public: bool) -> None:
        """From the beginning of a command: when its answer takes long, Discord is told to wait (DISCORD 4)."""
        self.speaker.background(self._promise(interaction, public=public))

    async def _promise(self, interaction: Interaction, *, public: bool) -> None:
        await self.sleep(SLOW)
        await self.answers.wait(interaction, public=public)

    async def panel(self, interaction: Interaction, view: discord.ui.LayoutView) -> None:
        """The member's own panel: in place where the press came from it, else a new one instead of the one before."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await self.edit(interaction, view)
            return
        before = self.panels.pop(interaction.user.id, None)
        if await self.answer(interaction, view):
            self.panels[interaction.user.id] = interaction
        if before is not None:
            self.speaker.background(self.answers.withdraw(before))

    async def whisper(self, interaction: Interaction) -> None:
        """Tell the member what has been waiting for him, if anything."""
        member = interaction.user.id
        if waiting := self.whispers.pop(member, None):
            key, args = waiting
            if not await self.tell(interaction, key, **args):
                self.whispers.setdefault(member, waiting)

    def on(self, action: Do, handler: Handler) -> None:
        """Say who answers a press."""
        self.handlers[action] = handler


def channel_of(interaction: Interaction) -> int:
    """The channel or thread; tables live in servers only."""
    if interaction.channel_id is None:
        raise TableError(No.NO_TABLE)
    return interaction.channel_id


def guild_of(interaction: Interaction) -> int:
    """The server, 0 in private messages."""
    return interaction.guild_id or 0
