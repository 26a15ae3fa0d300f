"""Start Knekt: settings, database, tables, cogs, run. Everything that decides anything is elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import secrets
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import discord
from discord.ext import commands
from dotenv import dotenv_values

from cogs import EXTENSIONS, VERSION, discretion, presses, screens, startup
from cogs.delivery import Speaker
from cogs.desk import Desk
from cogs.faults import Tree
from cogs.gate import Gate
from cogs.health import Health
from cogs.line import Line
from cogs.pulse import Pulse
from cogs.ui.controls import Control
from cogs.ui.ids import Press
from cogs.ui.words import missing
from data import upkeep
from data.doctor import about_sqlite
from data.errors import Corrupt, Locked, NewerSchema
from data.store import SqliteStore
from engine.tables.manager import TableManager
from engine.tables.ports import Deed, Unavailable
from engine.tables.recount import recount
from engine.tables.tools import Shuffles, Tools

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # cards are dealt, not spoken

SETTINGS: dict[str, str] = {
    "DISCORD_TOKEN": "",
    "KNEKT_DATABASE": "data/knekt.db",
    "KNEKT_LOG": "INFO",
    "KNEKT_OPENING_BANKROLL": "10000",
    "KNEKT_GUILD": "",
}
"""Every setting with its default. The environment wins over `.env`, which wins over this."""

LOST = 1
"""Exit status when Discord does not answer: the service manager starts a new process."""

UNUSABLE = 78
"""Exit status for what no restart mends: a wrong token, a second process, a database of a newer program."""

PATIENCE = 10
"""Seconds that the end of the connection may take; a try to connect that hangs is left behind."""

LAST_WORDS = 3
"""Seconds in which who has pressed something before the end is still answered."""

GATHERING = 0.3
"""Seconds without another server after which play is taken up; a server that Discord tells later follows then."""

TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook", "aiosqlite")
"""What at DEBUG writes whole messages and rows to the log, cards and members' texts included."""

DECK_ORDERS = 6
"""Orders of a deck a hand: the deal, reshuffles, and the last one, which only decides a human dealer's errors."""


def shuffles(rng: random.Random) -> Shuffles:
    """Deck orders from a source of chance: the system's for real play, a seeded one for tests and the demo."""
    return lambda deck: tuple(tuple(rng.sample(deck, len(deck))) for _ in range(DECK_ORDERS))


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
    """The Discord client. It owns the store: opened before the login, closed after the last message."""

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
        self._started = False
        self._draining: asyncio.Task[None] | None = None

    async def open(self) -> SqliteStore:
        """Open the database, once. Raises Locked, NewerSchema, Corrupt, Unavailable."""
        if self.store is None:
            self.store = await SqliteStore.open(self.database, self.world.now)
            self.store.db.on_broken = self.give_up_store
        return self.store

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
        await startup.sync_commands(self.tree, self.database, self.test_guild)
        await self.desk.tables.recover()
        await screens.compare(self.desk)
        await self.add_cog(self.line)
        self.health.watch(lambda: self.line.is_lost, self.give_up)
        self.gate.watch(self.application_info, self.desk.tables.hold, self.line.go_on)

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


async def live(settings: dict[str, str]) -> int:
    """Run until a signal or the end of the connection; the exit status."""
    for name in ("KNEKT_OPENING_BANKROLL", "KNEKT_GUILD"):
        if settings[name] and not settings[name].isdecimal():
            return _unusable(f"{name} must be a whole number, not {settings[name]!r}.")
    database = Path(settings["KNEKT_DATABASE"])
    opening, guild = int(settings["KNEKT_OPENING_BANKROLL"]), int(settings["KNEKT_GUILD"] or 0)
    bot = make_bot(database, opening=opening, guild=guild)
    about_sqlite()
    try:
        await bot.open()
        await _until_signal(bot, settings["DISCORD_TOKEN"])
    except Locked:
        return _unusable(f"{database} is in use by another Knekt. Stop that one first.")
    except NewerSchema:
        return _unusable(f"{database} was written by a newer Knekt. Update this program.")
    except Corrupt as error:
        return _unusable(f"{database} is damaged ({error}). Restore a backup.")
    except Unavailable as error:
        print(f"{database} cannot be used: {error}", file=sys.stderr)
        return UNUSABLE if isinstance(error.__cause__, OSError) else LOST  # no such folder; a disk that is full
    except discord.LoginFailure:
        return _unusable("Discord refuses the token. Copy it again from the developer portal into DISCORD_TOKEN.")
    finally:
        await bot.close()
    if bot.last_words:
        print(bot.last_words, file=sys.stderr)
    return bot.exit_status


async def _until_signal(bot: KnektBot, token: str) -> None:
    running = asyncio.create_task(bot.start(token))
    _listen(bot)
    running.add_done_callback(lambda _: bot.ended.set())
    pulse = Pulse(bot.clock_was_set, LOST)
    pulse.start()
    await bot.ended.wait()
    by_itself = running.done()
    await bot.close()
    running.cancel()  # a start that a signal breaks off
    await asyncio.wait([running], timeout=PATIENCE)
    pulse.stop()
    if by_itself:
        running.result()
    elif running.done() and not running.cancelled() and (error := running.exception()):
        log.info("the start was broken off: %s", type(error).__name__)


def _listen(bot: KnektBot) -> None:
    """SIGINT and SIGTERM end the process; SIGUSR1 does once no hand is being played any more."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, AttributeError):  # not every system has them
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, bot.ended.set)
        loop.add_signal_handler(signal.SIGUSR1, bot.drain)


def _unusable(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNUSABLE


def read_settings() -> dict[str, str]:
    """Defaults, then `.env`, then the environment."""
    found = {**SETTINGS, **dotenv_values(".env"), **os.environ}
    return {name: str(found[name] or default) for name, default in SETTINGS.items()}


async def demo(args: argparse.Namespace) -> int:
    """Play on a simulated Discord on this computer."""
    from demo.clock import HURRY, FastClock
    from demo.options import chosen
    from demo.run import Product, main

    world = World()
    if args.seed is not None:
        world = replace(world, shuffles=shuffles(random.Random(args.seed)))  # noqa: S311 - only in the demo
    if args.no_browser:
        clock = FastClock(HURRY)
        world = replace(world, now=clock.now, sleep=clock.sleep)

    def make(database: Path) -> KnektBot:
        return make_bot(database, world=world)

    async def total(bot: discord.Client, guild: int) -> int:
        return await (await cast("KnektBot", bot).open()).total(guild)

    return await main(chosen(args), Product(make, total))


def _arguments() -> argparse.Namespace:
    from demo.options import add_options

    parser = argparse.ArgumentParser(prog="bot.py", description="Knekt deals poker home games on Discord.")
    add_options(parser)
    upkeep.add_options(parser)
    return parser.parse_args()


def keep_up(args: argparse.Namespace, settings: dict[str, str]) -> int:
    """Look, back up, verify, restore or count again instead of running; the exit status."""
    told = asyncio.run(upkeep.run(args, settings, upkeep.Tools(recount, missing)))
    print(*told.lines, sep="\n")
    return told.status


def set_up_logging(level: int) -> None:
    """Log to the console, at no level anything that a player may not see."""
    discord.utils.setup_logging(level=level)
    discretion.install()
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def _level(name: str) -> int:
    return logging.getLevelNamesMapping().get(name.upper(), logging.INFO)


def main() -> int:
    """The command line."""
    args, settings = _arguments(), read_settings()
    level = "ERROR" if args.demo and "KNEKT_LOG" not in os.environ else settings["KNEKT_LOG"]
    set_up_logging(_level(level))
    if args.demo:
        return asyncio.run(demo(args))
    if upkeep.wanted(args):
        return keep_up(args, settings)
    if not settings["DISCORD_TOKEN"]:
        print("To go live: copy .env.example to .env and put your bot's token in DISCORD_TOKEN (README, Going live).")
        print("To play now without Discord: python bot.py --demo")
        return 2
    return asyncio.run(live(settings))


if __name__ == "__main__":
    sys.exit(main())
