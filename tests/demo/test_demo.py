"""The real bot in the demo: it plays, and a killed process is taken up by the next one in mid-hand."""

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.process.client import KnektBot, World, make_bot
from demo import actors
from demo.clock import FastClock
from demo.house import PLAY, game_buttons, turn_is
from demo.options import DemoSettings
from demo.run import Demo, Product, main

ROOT = Path(__file__).parents[2]
CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


async def total(bot: discord.Client, guild: int) -> int:
    assert isinstance(bot, KnektBot)
    return await (await bot.open()).total(guild)


def product() -> Product:
    clock = FastClock(10)
    return Product(lambda database: make_bot(database, world=World(now=clock.now, sleep=clock.sleep)), total)


@pytest.mark.parametrize("game", ["holdem", "jacks_or_better", "stud7"])
async def test_house_plays_and_no_chip_is_lost(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await main(DemoSettings(browser=False, hands=2, game=game, seed=1), product()) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1].endswith(": equal")
    assert printed.count("hand 1\n") == printed.count("hand 2\n") == 1


async def test_swedish_server_is_dealt_to_in_swedish(capsys: pytest.CaptureFixture[str]) -> None:
    assert await main(DemoSettings(browser=False, hands=1, seed=1, locale="sv-SE"), product()) == 0
    assert "giv 1\n" in capsys.readouterr().out


def kept_felt(file: Path) -> Any:
    """The felt as the killed process left it, if a hand is past its flop (by then the cards were sent to everybody)."""
    try:
        world = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    felts: list[Any] = [
        SimpleNamespace(**each) for each in world["messages"] if each["channel_id"] == world["ids"]["channel"]
    ]
    in_play = felts and PLAY & game_buttons(felts[-1]).keys() and "Flop" in "".join(actors.texts(felts[-1]))
    return felts[-1] if in_play else None


def kept_cards(file: Path) -> dict[int, str]:
    """The cards in the last private message of each member."""
    world = json.loads(file.read_text("utf-8"))
    names = {place: name.removeprefix("dm ") for name, place in world["ids"].items() if name.startswith("dm ")}
    return {
        world["ids"][f"user {names[each['channel_id']]}"]: cards_in(actors.public_text(SimpleNamespace(**each)))  # type: ignore[arg-type]
        for each in world["messages"]
        if each["channel_id"] in names
    }


def cards_in(text: str) -> str:
    return " ".join(sorted(set(CARD.findall(text))))


def play_and_kill(database: Path) -> Any:
    """Let another process play until a hand is in full swing, and kill it. Gives the felt it leaves."""
    file = database.with_suffix(".world.json")
    words = ["--demo", "--no-browser", "--hands", "500", "--seed", "3", "--database", str(database)]
    running = subprocess.Popen([sys.executable, "bot.py", *words], cwd=ROOT, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 40
    while time.monotonic() < end and running.poll() is None:
        if kept_felt(file) is not None:
            break
        time.sleep(0.05)
    running.send_signal(signal.SIGKILL)
    assert running.wait(10) == -signal.SIGKILL
    return kept_felt(file)


@pytest.mark.slow
async def test_killed_in_mid_hand_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    database = tmp_path / "kept.sqlite3"
    left = None
    while left is None:  # the kill may just have hit the end of a hand
        left = await asyncio.to_thread(play_and_kill, database)
    before = kept_cards(database.with_suffix(".world.json"))
    settings = DemoSettings(browser=False, hands=1, seed=3, database=database)
    demo = Demo(settings, product(), database)
    try:
        await demo.start()
        await demo.env.until(lambda: demo.felt() is not None and PLAY & game_buttons(demo.felt()).keys())  # type: ignore[arg-type]
        felt = demo.felt()
        assert felt is not None
        [spot], [was] = ({spot.hand for _, spot in game_buttons(each).values()} for each in (felt, left))
        assert spot == was
        assert sum(turn_is(felt, player.name) for player in demo.house) == 1
        for player in demo.house:
            answer = await player.member.slash(demo.world.channel, "cards")
            assert answer.response is not None
            held = cards_in(actors.public_text(answer.response))
            assert held == before[player.member.id]
        assert await demo.run() == 0
    finally:
        await demo.stop()
