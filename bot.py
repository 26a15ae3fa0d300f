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

from cogs import EXTENSIONS, presses, startup
from cogs.delivery import Speaker
from cogs.desk import Desk
from cogs.faults import Tree
from cogs.health import Health
from cogs.ui.controls import Control
from cogs.ui.ids import Press
from cogs.ui.words import missing
from data import upkeep
from data.errors import Corrupt, Locked, NewerSchema
from data.store import SqliteStore
from engine.tables.manager import TableManager
from engine.tables.ports import Unavailable
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

    def __init__(self, database: Path, *, opening: int, guild: int, world: World) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=30,
            tree_cls=Tree,
        )
        self.database, self.opening, self.test_guild, self.world = database, opening, guild, world
        self.store: SqliteStore | None = None
        self.health = Health(self, world.now, world.sleep)
        self.exit_status, self.ended = 0, asyncio.Event()
        self._awake = False

    async def open(self) -> SqliteStore:
        """Open the database, once. Raises Locked, NewerSchema, Corrupt, Unavailable."""
        if self.store is None:
            self.store = await SqliteStore.open(self.database, self.world.now)
        return self.store

    async def setup_hook(self) -> None:
        """Before the gateway: tables read back, buttons and commands known."""
        store, world = await self.open(), self.world
        self.desk = Desk(self, store, world.now, world.sleep, self.opening)
        self.desk.speaker = Speaker(self.desk)
        self.desk.tables = TableManager(
            Tools(
                store, self.desk.speaker, world.now, world.sleep, world.shuffles, world.new_id, self.opening,
                world.new_secret,
            )
        )
        self.add_dynamic_items(Control)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await startup.known_emojis(self.desk)
        await startup.sync_commands(self.tree, self.database, self.test_guild)
        await self.desk.tables.recover()
        self.health.watch(self.give_up)

    def give_up(self) -> None:
        """This process cannot reach Discord any more."""
        self.exit_status = LOST
        self.ended.set()

    async def pressed(self, interaction: discord.Interaction[Any], press: Press, values: list[str]) -> None:
        """A member used a button or select."""
        await presses.pressed(self.desk, interaction, press, values)

    async def on_ready(self) -> None:
        """Play goes on once Discord is there; the first time the emojis are seen to as well."""
        await self.on_resumed()
        if not self._awake:
            self._awake = True
            self.desk.speaker.background(startup.emojis(self.desk, self.database))

    async def on_resumed(self) -> None:
        """Nobody loses time to an outage."""
        self.health.connected()
        await startup.go_on(self.desk)

    async def on_disconnect(self) -> None:
        """While Discord is away nobody can act: the clocks stand still."""
        self.health.disconnected()
        if hasattr(self, "desk"):
            self.desk.tables.hold()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were sent away."""
        await self.desk.speaker.place_gone(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel with perhaps a table in it was deleted."""
        await self.desk.speaker.place_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread, likewise."""
        await self.desk.speaker.place_gone(payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Asked in, maybe again."""
        self.desk.gone.discard(guild.id)

    async def close(self) -> None:
        """No new hands; what is being said is said; then the gateway, then the database."""
        if self.is_closed():
            return
        self.health.stop()
        if hasattr(self, "desk"):
            await self.desk.tables.stop()
            await self.desk.speaker.stop()
        if isinstance(self.loop, asyncio.AbstractEventLoop):  # before the login there is nothing to close
            await super().close()
        if self.store is not None:
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
        return _unusable(f"{database} cannot be opened: {error}")
    except discord.LoginFailure:
        return _unusable("Discord refuses the token. Copy it again from the developer portal into DISCORD_TOKEN.")
    finally:
        await bot.close()
    return bot.exit_status


async def _until_signal(bot: KnektBot, token: str) -> None:
    running = asyncio.create_task(bot.start(token))
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, bot.ended.set)
    running.add_done_callback(lambda _: bot.ended.set())
    await bot.ended.wait()
    await bot.close()
    await asyncio.wait([running], timeout=PATIENCE)
    if running.done():
        running.result()


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
