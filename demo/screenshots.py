"""`make screenshots`: plays a scripted evening in each language and takes pictures of its main screens."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import discord

from cogs.process.client import World, make_bot
from demo.camera import NO_PROGRAM, Camera, chromium
from demo.clock import StillClock
from demo.evening import Evening
from demo.scenes import SCENES
from demo.studio import Studio
from engine.tables.tools import Shuffles

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SECRET = "5e" * 32
"""What salts the sealed decks: known, so that the seal on the felts is the same each time."""

LOCALES = ("en-US", "sv-SE")


def product(database: Path, clock: StillClock, shuffles: Shuffles, new_id: Callable[[], int]) -> discord.Client:
    """The bot as it runs live, in a world whose clock and cards are known."""
    return make_bot(database, world=World(clock.now, clock.sleep, shuffles, new_id, lambda: SECRET))


async def evening(program: str, folder: Path, locale: str, wanted: list[str]) -> None:
    """All scenes in one language, or only those that are wanted by name."""
    with tempfile.TemporaryDirectory(prefix="knekt-evening-") as kept:
        async with (
            Evening(product, Path(kept) / "evening.sqlite3", locale) as played,
            Camera(program, folder, locale[:2]) as camera,
        ):
            for scene in SCENES:
                if not wanted or scene.__name__ in wanted:
                    print(f"{locale}: {scene.__name__.replace('_', ' ')}", flush=True)
                    await scene(played, Studio(played, camera))


async def run(program: str, folder: Path, locales: list[str], wanted: list[str]) -> None:
    """One evening after the other."""
    for locale in locales:
        await evening(program, folder, locale, wanted)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m demo.screenshots", description=__doc__)
    parser.add_argument("scenes", nargs="*", help="only these scenes")
    parser.add_argument("--locale", action="append", choices=LOCALES, help="only this language")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures go (%(default)s)")
    args = parser.parse_args()
    program = chromium()
    if not program:
        print(NO_PROGRAM, file=sys.stderr)
        return 2
    discord.utils.setup_logging(level=logging.WARNING)
    args.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(run(program, args.folder, args.locale or list(LOCALES), args.scenes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
