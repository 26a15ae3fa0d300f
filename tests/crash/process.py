"""The bot in a process of its own, as `bot.py` runs it live, talking to a simulated Discord on loopback.

The processes are forked from a server that has imported everything, so that a start takes no longer than it must.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

import bot
from cogs.process import startup
from cogs.ui.draw_emojis import drawn

OPENING = 10**6
"""Chips of a new member: nobody has to go home before two thousand kills are over."""

_pictures = drawn()  # the same in each life; drawing them again takes longer than everything else

_context = multiprocessing.get_context("forkserver")


def prepare() -> None:
    """Tell the server what to import, before the first process."""
    _context.set_forkserver_preload([__name__])


def process(rest: str, gateway: str, database: Path, log: Path) -> ForkServerProcess:
    """A bot that is not started yet. What it logs and prints is added to a file."""
    return _context.Process(target=_live, args=(rest, gateway, str(database), str(log)), daemon=True)


def _live(rest: str, gateway: str, database: str, log: str) -> None:
    sys.stderr = sys.stdout = Path(log).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 -- until the end
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = rest, URL(gateway)
    vars(startup)["drawn"] = lambda: _pictures
    settings = {**bot.SETTINGS, "DISCORD_TOKEN": "offline", "KNEKT_DATABASE": database}
    bot.set_up_logging(30)
    sys.exit(asyncio.run(bot.live({**settings, "KNEKT_OPENING_BANKROLL": str(OPENING)})))
