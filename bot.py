"""Start Knekt: settings, database, tables, cogs, run. Everything that decides anything is elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import discord
from dotenv import dotenv_values

from cogs.process import discretion
from cogs.process.client import LOST, UNUSABLE, KnektBot, World, make_bot, shuffles
from cogs.process.pulse import Pulse
from cogs.ui.words import missing
from data import upkeep
from data.doctor import about_sqlite
from data.errors import Corrupt, Locked, NewerSchema
from engine.tables.ports import Unavailable
from engine.tables.recount import recount

log = logging.getLogger(__name__)

SETTINGS: dict[str, str] = {
    "DISCORD_TOKEN": "",
    "KNEKT_DATABASE": "data/knekt.db",
    "KNEKT_LOG": "INFO",
    "KNEKT_OPENING_BANKROLL": "10000",
    "KNEKT_GUILD": "",
}
"""Every setting with its default. The environment wins over `.env`, which wins over this."""

PATIENCE = 10
"""Seconds that the end of the connection may take; a try to connect that hangs is left behind."""

TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook", "aiosqlite")
"""What at DEBUG writes whole messages and rows to the log, cards and members' texts included."""


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
    if not bot.is_set_up:  # a start that a signal breaks off: else it would go on with what is being taken down
        await _broken_off(running)
    await bot.close()
    await _broken_off(running)
    pulse.stop()
    if by_itself:
        running.result()
    elif running.done() and not running.cancelled() and (error := running.exception()):
        log.info("the start was broken off: %s", type(error).__name__)


async def _broken_off(running: asyncio.Task[None]) -> None:
    running.cancel()
    await asyncio.wait([running], timeout=PATIENCE)


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
