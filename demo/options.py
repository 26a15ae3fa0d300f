"""The demo's part of the command line. Imports nothing of the simulation, so that bot.py can always read it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

PORT = 8765
HANDS = 20
PLAYERS = 3
MOST_PLAYERS = 9


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What the command line says. `seed` repeats the house players' choices; `database` keeps chips and world."""

    browser: bool = True
    hands: int = HANDS
    game: str = "holdem"
    seed: int | None = None
    port: int = PORT
    players: int = PLAYERS
    locale: str = "en-US"
    database: Path | None = None


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the demo's options to bot.py's command line."""
    group = parser.add_argument_group("demo", "play on a simulated Discord on this computer, without a token")
    group.add_argument("--demo", action="store_true", help="start the demo")
    group.add_argument(
        "--no-browser", action="store_true", help="let the house play by itself and print the public log"
    )
    group.add_argument("--hands", type=_positive, default=HANDS, help="hands to play without a browser (%(default)s)")
    group.add_argument("--game", default="holdem", help="as in /table open (%(default)s)")
    group.add_argument("--seed", type=int, help="repeats the choices of the house players")
    group.add_argument("--port", type=int, default=PORT, help="of the page; taken: the next free one (%(default)s)")
    group.add_argument(
        "--players", type=int, choices=range(1, MOST_PLAYERS + 1), default=PLAYERS, help="house players (%(default)s)"
    )
    group.add_argument("--swedish", action="store_true", help="the server and you speak Swedish")
    group.add_argument("--database", type=Path, help="file that keeps the game; without it nothing is kept")


def chosen(args: argparse.Namespace) -> DemoSettings:
    """Read the options that were added by `add_options`."""
    return DemoSettings(
        browser=not args.no_browser,
        hands=args.hands,
        game=args.game,
        seed=args.seed,
        port=args.port,
        players=args.players,
        locale="sv-SE" if args.swedish else "en-US",
        database=args.database,
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
