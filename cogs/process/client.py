"""The bot as a client of Discord: what it owns, how it starts, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Protocol

import aiohttp
import discord
from discord.ext import commands

from cogs import EXTENSIONS, VERSION, presses
from cogs.desk import Desk
from cogs.faults import Tree
from cogs.process import screens, startup
from cogs.process.health import Health
from cogs.process.line import Line
from cogs.speech.delivery import Speaker
from cogs.speech.gate import Gate
from cogs.ui.controls import Control
from cogs.ui.ids import Press
from data.store import SqliteStore
from engine.rules.cards import Card
from engine.tables.manager import TableManager
from engine.tables.ports import Deed
from engine.tables.tools import Shuffles, Tools

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # cards are dealt, not spoken

LOST = 1
"""Exit status when Discord does not answer: the service manager starts a new process."""

UNUSABLE = 78
"""Exit status for what no restart mends: a wrong token, a second process, a database of a newer program."""

LAST_WORDS = 3
"""Seconds in which who has pressed something before the end is still answered."""

GATHERING = 0.3
"""Seconds without another server after which play is taken up; a server that Discord tells later follows then."""

TOO_MANY = 429

UNREACHABLE = (
    discord.DiscordServerError, discord.RateLimited, aiohttp.ClientConnectionError, OSError, TimeoutError,
)  # fmt: skip
"""What a login fails with that may work later."""

TAKEN_BACK = 4004
"""What Discord closes the line with when it accepts the token no longer."""

TRIES = (5.0, 15.0, 60.0, 300.0)
"""Seconds between tries to log in while Discord cannot be reached; the last one again and again."""

DECK_ORDERS = 6
"""Orders of a deck a hand: the deal, reshuffles, and the last one, which only decides a human dealer's errors."""


class Chance(Protocol):
    """A source of chance: the system's for real play, a seeded one for tests and the demo."""

    def sample(self, population: Sequence[Card], k: int, /) -> list[Card]:
        """So many of them, in a random order."""


def shuffles(chance: Chance) -> Shuffles:
    """Deck orders by chance."""
    return lambda deck: tuple(tuple(chance.sample(deck, len(deck))) for _ in range(DECK_ORDERS))


def new_id() -> int:
    """A random id that no button of a lost hand can match."""
    return secrets.randbits(62) + 1


def new_secret() -> str:
    """What salts the sealed deck of a hand, in hexadecimal."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class World:
    """What comes from outside and is replaced in tests. now: UTC seconds. sleep: waits so many seconds."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    shuffles: Shuffles = field(default_factory=lambda: shuffles(secrets.SystemRandom()))
    new_id: Callable[[], int] = new_id
    new_secret: Callable[[], str] = new_secret


class KnektBot(commands.AutoShardedBot):
    """The Discord client. It owns the store: opened before the login, closed after the last message.

    is_set_up: everything that is needed before members are heard is done.
    """

    desk: Desk
    line: Line

    def __init__(self, database: Path, *, opening: int, guild: int, world: World) -> None:
        self.gate = Gate(world.now, world.sleep)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=30,
            guild_ready_timeout=GATHERING,
            http_trace=self.gate.trace,
            tree_cls=Tree,
        )
        self.database, self.opening, self.test_guild, self.world = database, opening, guild, world
        self.store: SqliteStore | None = None
        self.health = Health(self, world.sleep)
        self.exit_status, self.last_words, self.ended = 0, "", asyncio.Event()
        self._started = self.is_set_up = False
        self._draining: asyncio.Task[None] | None = None

    async def open(self) -> SqliteStore:
        """Open the database, once. Raises Locked, NewerSchema, Corrupt, Unavailable."""
        if self.store is None:
            self.store = await SqliteStore.open(self.database, self.world.now)
            self.store.db.on_broken = self.give_up_store
        return self.store

    async def login(self, token: str) -> None:
        """Log in, however long no network or a ban lasts: a start that gives up may be the last (RELIABILITY 60, 64).

        Raises discord.LoginFailure for a token that Discord refuses.
        """
        for wait in chain(TRIES, repeat(TRIES[-1])):
            try:
                await super().login(token)
            except (*UNREACHABLE, discord.HTTPException) as error:
                is_ban = isinstance(error, discord.HTTPException) and error.status == TOO_MANY
                if self._started or not (is_ban or isinstance(error, UNREACHABLE)):
                    raise
                log.warning("Discord cannot be reached (%s); it is tried again in %g s", type(error).__name__, wait)
            else:
                return
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            await self.world.sleep(wait)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises discord.LoginFailure when the token is taken back while we play (RELIABILITY 63)."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as error:
            if error.code == TAKEN_BACK:
                raise discord.LoginFailure("the token was taken back") from error
            raise

    async def setup_hook(self) -> None:
        """Before the gateway: tables read back, buttons and commands known."""
        store, world = await self.open(), self.world
        await startup.write_down(store, Deed.START, VERSION)
        self._started = True
        self.desk = Desk(self, store, world.now, world.sleep, self.opening)
        self.desk.speaker = Speaker(self.desk, self.gate)
        self.line = Line(self, self.desk, self.gate, self._draw_emojis)
        self.desk.tables = TableManager(
            Tools(
                store, self.desk.speaker, world.now, world.sleep, world.shuffles, world.new_id, self.opening,
                world.new_secret, self.line.heard,
            )
        )
        self.add_dynamic_items(Control)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await startup.known_emojis(self.desk)
        where = self.database, self.test_guild
        if not await startup.sync_commands(self.tree, *where):
            self.desk.speaker.background(startup.sync_later(self.tree, *where, world.sleep))
        await self.desk.tables.recover()
        await screens.compare(self.desk)
        await self.add_cog(self.line)
        self.health.watch(lambda: self.line.is_lost, self.give_up, self.desk.tables.crowd)
        self.gate.watch(self.application_info, self.desk.tables.hold, self.line.go_on)
        self.is_set_up = True

    def end(self, status: int, words: str = "") -> None:
        """Let the process end with this status and these words; the first who says so is heard."""
        if not self.ended.is_set():
            self.exit_status, self.last_words = status, words
            self.ended.set()

    def give_up(self) -> None:
        """This process cannot reach Discord any more; another one may."""
        self.end(LOST)

    def give_up_store(self) -> None:
        """The disk refuses again and again, or what lies on it is damaged."""
        if self.store is not None and self.store.db.is_damaged:
            self.end(UNUSABLE, f"{self.database} is damaged. Restore a backup.")
        else:
            self.end(LOST, f"{self.database} cannot be written.")

    def drain(self) -> None:
        """Before an update: no new hand, and the end once the last one is over."""
        if self._draining is None:
            log.warning("no new hand is dealt; the process ends when the last one is over")
            self._draining = asyncio.create_task(self._drain(), name="drain")

    async def _drain(self) -> None:
        if hasattr(self, "desk"):
            await self.desk.tables.drain()
        self.end(0, "No hand is being played any more.")

    async def clock_was_set(self) -> None:
        """The clock on the wall jumped."""
        if hasattr(self, "desk"):
            await self.desk.tables.clock_was_set()

    async def pressed(self, interaction: discord.Interaction[Any], press: Press, values: list[str]) -> None:
        """A member used a button or select."""
        await presses.pressed(self.desk, interaction, press, values)

    def _draw_emojis(self) -> None:
        self.desk.speaker.background(startup.emojis(self.desk, self.database))

    async def close(self) -> None:
        """No new hands; what is being said is said; then the gateway, then the database."""
        if self.is_closed():
            return
        self.health.stop()
        self.gate.stop()
        for shard in list(self.shards.values()):
            await shard.disconnect()  # nobody is heard any more
        if hasattr(self, "desk"):
            await self.desk.finish(LAST_WORDS)
            await self.desk.tables.stop()
            await self.desk.speaker.stop()
        if isinstance(self.loop, asyncio.AbstractEventLoop):  # before the login there is nothing to close
            await super().close()
        if self.store is not None:
            if self._started:
                await startup.write_down(self.store, Deed.STOP, VERSION)
            await self.store.close()


def make_bot(database: Path, *, opening: int = 10_000, guild: int = 0, world: World | None = None) -> KnektBot:
    """The bot as it runs live, in the demo and in tests. Nothing is opened before it starts."""
    return KnektBot(database, opening=opening, guild=guild, world=world or World())
