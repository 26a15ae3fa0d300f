"""The README's tables say what the program does."""

from dataclasses import fields

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.house import HouseRules
from tests.readme import BLOCKS, README, current


def test_the_tables_are_current() -> None:
    text = README.read_text(encoding="utf-8")

    assert text == current(text), "python -m tests.readme --write"


def test_the_tables_name_every_game_and_every_house_rule() -> None:
    games, house = BLOCKS["games"](), BLOCKS["house"]()

    assert [key for key in CATALOGUE if f"`{key}`" not in games] == []
    assert [each.name for each in fields(HouseRules) if f"`{each.name}`" not in house] == []


def test_a_stale_table_is_found() -> None:
    text = README.read_text(encoding="utf-8")
    stale = text.replace("| `/fold` |", "| `/folds` |")

    assert stale != text
    assert current(stale) == text


def test_a_missing_block_is_an_error() -> None:
    with pytest.raises(ValueError, match="no block commands"):
        current("nothing here")
