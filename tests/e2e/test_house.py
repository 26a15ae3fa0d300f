"""House rules at a table: shown to anybody, changed by the host between hands, told to everybody and written down."""

from typing import Any

import pytest

from cogs.house import rules_like, values_like
from cogs.ui.face import Face
from cogs.ui.house import rule_line
from engine.rules.house import HouseRules
from engine.tables.config import Game, TableConfig
from engine.tables.errors import No, TableError
from engine.tables.house_text import NAMES, PRESETS, choices, said, value_of, with_preset, with_rule
from engine.tables.terms import game_of
from tests.e2e.club import Club
from tests.e2e.club import said as answered


def terms(*games: Game, seats: int = 6) -> TableConfig:
    return TableConfig(games=games or (game_of("holdem", "nl 1/2"),), seats=seats, min_buy_in=1, max_buy_in=9, buy_in=5)


async def change(club: Club, name: str = "ann", **options: Any) -> str:
    return answered(await club.slash(name, "house set", **options))


async def test_the_host_changes_a_rule_and_everybody_reads_it(club: Club) -> None:
    await club.open("five_card_draw", "fl 5/10 ante 1")

    await change(club, rule="max_draw", value="4")

    assert club.snapshot().game.house.max_draw == 4
    assert any("ann changed a house rule" in text and "Up to 4 cards" in text for text in club.texts())
    assert "Up to 4 cards" in answered(await club.slash("bo", "house show"))


async def test_each_change_stands_in_the_log(club: Club) -> None:
    await club.open()
    await change(club, rule="max_runs", value="2")

    (entry,) = await club.bot.desk.store.audit_log(club.guild.id)

    note = entry.note
    assert (note.actor, note.action, note.target, note.before, note.after) == (
        club.member("ann").id, "house", "max_runs", "1", "2",
    )


async def test_only_the_host_changes_rules(club: Club) -> None:
    await club.open()

    assert "Only the host" in await change(club, "bo", rule="max_runs", value="2")
    assert club.snapshot().game.house.max_runs == 1


async def test_no_rule_changes_while_a_hand_is_played(club: Club) -> None:
    await club.deal("ann", "bo")

    assert "Not while a hand" in await change(club, rule="max_runs", value="2")
    await club.finish()
    await change(club, rule="max_runs", value="2")

    assert club.snapshot().game.house.max_runs == 2


async def test_every_contradiction_is_named_at_once(club: Club) -> None:
    await club.open("holdem", "nl 1/2")

    text = await change(club, rule="max_runs", value="9")
    other = await change(club, rule="draws", value="3")

    assert "outside 1 to 4" in text
    assert "Only for games with a draw" in other
    assert club.snapshot().game.overrides == {}


@pytest.mark.parametrize(
    ("rule", "value"), [("max_raise", "3"), ("max_raises", "many"), ("burn", "3"), ("showdown", "9e9")]
)
async def test_what_is_no_rule_or_no_value_is_refused(club: Club, rule: str, value: str) -> None:
    await club.open()

    assert "Nothing was changed" in await change(club, rule=rule, value=value)
    assert club.snapshot().game.overrides == {}


async def test_rules_and_values_can_be_typed_as_they_are_read(club: Club) -> None:
    club.member("åsa", "sv-SE")
    await club.open("five_card_draw", "fl 5/10 ante 1", "åsa")

    await change(club, "åsa", rule="Kort att byta", value="Högst 5 kort får bytas")

    assert club.snapshot().game.house.max_draw == 5


async def test_a_set_of_rules_is_chosen_whole(club: Club) -> None:
    await club.open("jacks_or_better", "fl 10/20 ante 2")

    await club.slash("ann", "house preset", rules="classic")
    assert club.snapshot().game.house.open_for_raise
    await club.slash("ann", "house preset", rules="usual")

    assert club.snapshot().game.overrides == {}


# Without Discord


def test_every_value_of_every_rule_survives_being_written_and_read() -> None:
    for name in NAMES:
        usual = getattr(HouseRules(), name)
        assert {said(usual)} <= {said(value) for value in choices(name)} or isinstance(usual, int)
        for value in choices(name):
            assert value_of(name, said(value)) == value
            assert rule_line(Face(), name, value)


def test_a_rule_goes_to_the_games_that_can_have_it() -> None:
    config = terms(game_of("holdem", "nl 1/2"), game_of("five_card_draw", "fl 5/10 ante 1"), seats=5)

    changed = with_rule(config, "max_draw", 5)

    assert [game.overrides for game in changed.games] == [{}, {"max_draw": 5}]


def test_a_rule_as_usual_is_no_change() -> None:
    changed = with_rule(with_rule(terms(), "max_runs", 3), "max_runs", 1)

    assert changed == terms()


def test_terms_with_changes_are_stored_and_read_back() -> None:
    changed = with_rule(with_rule(terms(), "dealer", "human"), "dead_button", value=True)

    again = TableConfig.from_json(changed.to_json())

    assert again.games[0].house == changed.games[0].house
    assert again.games[0].house.dealer == "human"


@pytest.mark.parametrize("key", PRESETS)
def test_each_set_gives_every_game_rules_that_fit(key: str) -> None:
    from cogs.ui.rulebook import usual_game
    from engine.rules.catalogue import CATALOGUE
    from engine.rules.conflicts import conflicts

    config = with_preset(terms(*map(usual_game, CATALOGUE), seats=5), key)

    assert not [game.key for game in config.games if conflicts(game.variant, game.stakes, game.house, 5)]
    if key != "usual":
        assert any(game.overrides for game in config.games)


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(TableError) as error:
        with_preset(terms(), "mine")
    assert error.value.code is No.NO_SUCH_RULE


def test_suggestions_are_in_the_members_language_and_possible() -> None:
    swedish = Face("sv")
    rules = iter(rules_like(swedish, terms().games[0], "mark"))
    values = [choice.value for choice in values_like(swedish, terms(), "max_runs", "")]

    assert next(choice.value for choice in rules) == "odd_chip"
    assert values == ["1", "2", "3", "4"]
    assert list(values_like(swedish, terms(), "nonsense", "")) == []
