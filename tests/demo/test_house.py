"""House players read the public felt and their own answers, and the demo plays with them."""

import argparse
import time
from pathlib import Path
from typing import Any

import pytest

from demo.clock import FastClock
from demo.house import Spot, rank_of, to_throw
from demo.options import DemoSettings, add_options, chosen
from demo.run import Product, main
from tests.demo.dealer import DealerBot


def menu(*cards: str, least: int = 0, most: int = 3) -> dict[str, Any]:
    return {"min_values": least, "max_values": most, "options": [{"value": card, "label": card} for card in cards]}


@pytest.mark.parametrize(
    ("cards", "thrown"),
    [
        (("Jh", "Jc", "2s", "7d", "Ks"), ["2s", "7d", "Ks"]),
        (("Jh", "Jc", "7s", "7d", "Ks"), ["Ks"]),
        (("Jh", "Jc", "7s", "7d", "7c"), []),
        (("Ah", "Qc", "9s", "4d", "2c"), ["2c", "4d", "9s"]),
    ],
)
def test_pairs_are_kept(cards: tuple[str, ...], thrown: list[str]) -> None:
    assert to_throw(menu(*cards)) == thrown


def test_no_more_is_thrown_than_the_house_rule_allows() -> None:
    assert len(to_throw(menu("Ah", "Qc", "9s", "4d", "2c", most=2))) == 2


def test_as_many_are_thrown_as_the_game_asks_for() -> None:
    assert to_throw(menu("Ah", "Ac", "Qd", least=1, most=1)) == ["Qd"]
    assert to_throw(menu("Ah", "Ac", "Ad", least=1, most=1)) == ["Ah"]


async def test_fast_clock_shortens_the_waiting() -> None:
    clock, begun = FastClock(100), time.monotonic()
    before = clock.now()
    await clock.sleep(5)
    assert time.monotonic() - begun < 1
    assert clock.now() - before >= 5


def test_rank_is_read_from_the_card_or_from_its_name() -> None:
    assert rank_of({"value": "Td"}) == rank_of({"value": "17", "label": "10 of diamonds"}) == 8
    assert rank_of({"value": "0", "label": "Jack of hearts"}) == 9


def test_custom_id_is_taken_apart() -> None:
    assert Spot.of("pk1:7:12:3:raise.60") == Spot("7", "12", "3", "raise", "60")
    assert Spot.of("other:1") is None


async def test_house_plays_by_itself_and_the_chips_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    bot = DealerBot()

    async def total(client: Any, guild: int) -> int:
        return 1500

    settings = DemoSettings(browser=False, hands=3, seed=1)
    assert await main(settings, Product(lambda database: bot, total)) == 0
    printed = capsys.readouterr().out
    assert bot.players == ["Åsa", "Björn", "Cilla"]
    assert bot.bought == ["500"] * 3
    assert bot.hand == 3
    assert ["2s", "7d", "Ks"] in bot.thrown
    assert printed.count("hand 2\n") == 1
    assert printed.splitlines()[-1] == "Total chips before 1500, after 1500: equal"


async def test_unequal_chips_fail_the_demo() -> None:
    totals = iter([1500, 1499])

    async def total(client: Any, guild: int) -> int:
        return next(totals)

    settings = DemoSettings(browser=False, hands=1, seed=1)
    assert await main(settings, Product(lambda database: DealerBot(), total)) == 1


async def test_world_stays_beside_a_database_that_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def total(client: Any, guild: int) -> int:
        seen.append(guild)
        return 0

    seen: list[int] = []
    settings = DemoSettings(browser=False, hands=1, seed=1, database=tmp_path / "kept.sqlite3")
    assert await main(settings, Product(lambda database: DealerBot(), total)) == 0
    second = DealerBot()
    second.players, second.hand = ["Åsa"], 1
    assert await main(settings, Product(lambda database: second, total)) == 0
    assert "The table is still there" in capsys.readouterr().out
    assert len(set(seen)) == 1


def test_command_line_is_read() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    words = "--demo --no-browser --hands 5 --game omaha --seed 7 --swedish --database x.sqlite3".split()
    read = chosen(parser.parse_args(words))
    assert read == DemoSettings(
        browser=False, hands=5, game="omaha", seed=7, locale="sv-SE", database=Path("x.sqlite3")
    )
    with pytest.raises(SystemExit):
        parser.parse_args(["--hands", "0"])
