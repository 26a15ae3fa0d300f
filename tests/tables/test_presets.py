"""Presets can be played, and are found by the words that members read."""

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import conflicts
from engine.tables.config import TableConfig
from engine.tables.presets import BY_KEY, MOST_FOUND, PRESETS, Preset, find_presets
from engine.tables.stud_table import STUD_TABLE

SWEDISH = {
    "five_card_draw": "Mörkpoker", "jacks_or_better": "Mörkpoker med knektöppning", "holdem": "Texas hold'em",
    "stud7": "Sjukortsstöt", "horse": "H.O.R.S.E.",
}


def swedish(preset: Preset) -> str:
    stakes = preset.games[0].stakes
    name = SWEDISH.get(preset.mix or preset.games[0].key, preset.key)
    return f"{name} {stakes.small_bet or stakes.blinds[:1]}/{stakes.big_bet or stakes.blinds[1:2]}"


def keys(query: str) -> list[str]:
    return [preset.key for preset in find_presets(query, swedish)]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_can_be_played_as_it_is(preset: Preset) -> None:
    least, usual, most = preset.buy_in

    assert 2 <= preset.seats <= 10
    assert 0 < least <= usual <= most
    for game in preset.games:
        assert conflicts(game.variant, game.stakes, game.house, preset.seats) == ()
    config = TableConfig(games=preset.games, seats=preset.seats)
    assert TableConfig.from_json(config.to_json()) == config


def test_keys_are_unique_and_short() -> None:
    assert len(BY_KEY) == len(PRESETS)
    assert all(len(key) <= 100 for key in BY_KEY)  # a choice of a command takes no more


def test_every_game_has_a_preset() -> None:
    assert {game.key for preset in PRESETS if not preset.mix for game in preset.games} == set(CATALOGUE)


def test_every_line_of_the_stud_table_is_a_preset() -> None:
    """The first line in hundredths is the last one in wholes."""
    stud = {preset.games[0].stakes for preset in PRESETS if preset.key.startswith("stud7-")}
    found = {(stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet) for stakes in stud}

    for row in STUD_TABLE:
        line = (row.ante, row.bring_in, row.small_bet, row.big_bet)
        assert line in found or tuple(amount // 100 for amount in line) in found
    assert len(stud) == 13


def test_the_texts_own_example() -> None:
    """S1-17: ante 1, limit 5 then 10, about 200 to sit down with."""
    preset = BY_KEY["morkpoker-5-10"]
    stakes = preset.games[0].stakes

    assert (stakes.ante, stakes.small_bet, stakes.big_bet) == (1, 5, 10)
    assert preset.buy_in[1] == 200


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("mörk", "morkpoker-5-10"),
        ("MORKPOKER", "morkpoker-5-10"),
        ("knekt", "jacks-10-20"),
        ("hold", "holdem-2-4-fixed"),
        ("texas 5", "holdem-5-10"),
        ("stöt 10/20", None),
        ("sjukorts 10/20", "stud7-10-20"),
        ("h o r", "horse"),
        ("   ", PRESETS[0].key),
        ("zzz", None),
    ],
)
def test_words_are_found_by_their_beginnings(query: str, expected: str | None) -> None:
    found = keys(query)

    assert (expected in found) if expected else found == []


def test_no_more_than_fit_and_the_best_first() -> None:
    assert len(keys("")) <= MOST_FOUND
    assert keys("mörkpoker med")[0] == "jacks-10-20"
    assert keys("mörkpoker")[:2] == ["morkpoker-5-10", "jacks-10-20"]
