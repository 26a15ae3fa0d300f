"""From typed stakes to a game (S1-17, S1-34, S1-41 to S1-44, S1-58 to S1-60, S2-41 to S2-55, S3-3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import conflicts
from engine.rules.house import HouseRules, LimitNaming
from engine.rules.stakes import Limit, Stakes
from engine.tables.stakes_text import TermsCode, TermsError
from engine.tables.stud_table import STUD_TABLE
from engine.tables.terms import default_buy_in, default_seats, game_of, parse_stakes


def fixed(low: int, high: int, **posts: Any) -> Stakes:
    return Stakes(limit=Limit.FIXED, small_bet=low, big_bet=high, **posts)


def no_limit(min_bet: int, **posts: Any) -> Stakes:
    return Stakes(limit=Limit.NO, min_bet=min_bet, **posts)


def pot_limit(min_bet: int, **posts: Any) -> Stakes:
    return Stakes(limit=Limit.POT, min_bet=min_bet, **posts)


def spread(low: int, high: int, **posts: Any) -> Stakes:
    return Stakes(limit=Limit.SPREAD, spread=(low, high), **posts)


@pytest.mark.parametrize(
    ("game", "text", "stakes"),
    [
        # Hold'em and Omaha: blinds in no and pot limit (S1-60, ruling 29), bets in fixed and spread limit (S1-58).
        ("holdem", "1/2", no_limit(2, blinds=(1, 2))),
        ("holdem", "NL 1/2", no_limit(2, blinds=(1, 2))),
        ("holdem", "no-limit 1 / 2", no_limit(2, blinds=(1, 2))),
        ("holdem", "1/2 utan gräns", no_limit(2, blinds=(1, 2))),
        ("holdem", "10-20", no_limit(20, blinds=(10, 20))),
        ("holdem", "1k/2k", no_limit(2000, blinds=(1000, 2000))),
        ("holdem", "1.5k/3k", no_limit(3000, blinds=(1500, 3000))),
        ("holdem", "2", no_limit(2, blinds=(2,))),  # S1-41
        ("holdem", "1/2/4", no_limit(4, blinds=(1, 2, 4))),  # S1-43
        ("holdem", "5/10 ante 1", no_limit(10, blinds=(5, 10), ante=1)),  # S3-3
        ("holdem", "ante 1", no_limit(1, ante=1)),
        ("holdem", "100/200 bb ante 200", no_limit(200, blinds=(100, 200), bb_ante=200)),
        ("holdem", "100/200 knappante 200", no_limit(200, blinds=(100, 200), button_ante=200)),
        ("holdem", "1/2 min 5", no_limit(5, blinds=(1, 2))),
        ("holdem", "fl 2-4", fixed(2, 4, blinds=(1, 2))),
        ("holdem", "fast gräns 2–4", fixed(2, 4, blinds=(1, 2))),
        ("holdem", "10/20 fixed", fixed(10, 20, blinds=(5, 10))),
        ("holdem", "fl 10/20 mörk 10", fixed(10, 20, blinds=(10,))),
        ("holdem", "fl 2/4 blinds 1/1", fixed(2, 4, blinds=(1, 1))),
        ("holdem", "fl 1/2/4", fixed(4, 8, blinds=(1, 2, 4))),
        ("holdem", "fl 1/2", fixed(1, 2, blinds=(1, 1))),  # half a chip is none
        ("holdem", "spread 1-5", spread(1, 5, blinds=(1, 1))),
        ("holdem", "spread 2-10", spread(2, 10, blinds=(1, 2))),
        ("omaha", "pl 5/10 ante 1", pot_limit(10, blinds=(5, 10), ante=1)),
        ("omaha", "pottgräns 1/2 och ante 1", pot_limit(2, blinds=(1, 2), ante=1)),
        ("omaha", "1/2", pot_limit(2, blinds=(1, 2))),
        ("omaha8", "2/4", fixed(2, 4, blinds=(1, 2))),
        # Draw for high: an ante (S1-3, S1-17), blinds when they are named (S1-34).
        ("five_card_draw", "5/10", fixed(5, 10, ante=1)),
        ("five_card_draw", "5/10 ante 1", fixed(5, 10, ante=1)),
        ("five_card_draw", "5/10, ante 2", fixed(5, 10, ante=2)),
        ("five_card_draw", "4/8 mörkar 1/2/4", fixed(4, 8, blinds=(1, 2, 4))),
        ("five_card_draw", "fl 1/2/4", fixed(4, 8, blinds=(1, 2, 4))),
        ("five_card_draw", "ante 5", pot_limit(5, ante=5)),
        ("five_card_draw", "nl ante 5", no_limit(5, ante=5)),
        ("five_card_draw", "pl ante 1 min bet 2", pot_limit(2, ante=1)),
        ("five_card_draw", "nl 1/2", no_limit(2, blinds=(1, 2))),
        ("five_card_draw", "spread 1-5", spread(1, 5, ante=1)),
        ("jacks_or_better", "10/20", fixed(10, 20, ante=2)),
        ("jacks_or_better", "10/20 ante 5", fixed(10, 20, ante=5)),
        ("jacks_or_better", "pott 5/10", pot_limit(5, ante=1, big_bet=10)),
        ("jacks_or_better", "pot 5", pot_limit(5, ante=1)),
        # Draw for low: blinds.
        ("deuce_seven_triple", "10/20", fixed(10, 20, blinds=(5, 10))),
        ("deuce_seven_single", "5/10", no_limit(10, blinds=(5, 10))),
        ("badugi", "10/20 ante 1", fixed(10, 20, blinds=(5, 10), ante=1)),
        # Stud: ante and bring-in from the table or from the text.
        ("stud7", "10/20", fixed(10, 20, ante=2, bring_in=4)),
        ("stud7", "10/20 ante 2 bring 3", fixed(10, 20, ante=2, bring_in=3)),
        ("stud7", "10/20 ante 0", fixed(10, 20, ante=0, bring_in=4)),
        ("razz", "300/600", fixed(300, 600, ante=75, bring_in=125)),
        ("stud8", "12/24", fixed(12, 24, ante=2, bring_in=5)),
        ("stud7", "2/4", fixed(2, 4, ante=1, bring_in=1)),
        ("stud7", "nl ante 1 bring-in 2", no_limit(4, ante=1, bring_in=2)),
        ("stud7", "spread 2-10", spread(2, 10, ante=1, bring_in=1)),
        # Short deck: an ante of each and a blind from the button.
        ("short_deck", "1/2", no_limit(2, ante=1, button_blind=2)),
        ("short_deck", "ante 1 button 2", no_limit(2, ante=1, button_blind=2)),
        ("short_deck", "ante 1 knapp 2", no_limit(2, ante=1, button_blind=2)),
        ("short_deck", "blinds 1/2", no_limit(2, blinds=(1, 2))),
        ("short_deck", "fl 2/4", fixed(2, 4, ante=1, button_blind=2)),
        ("crazy_pineapple", "1/2", no_limit(2, blinds=(1, 2))),
    ],
)
def test_the_same_words_mean_what_each_game_makes_of_them(game: str, text: str, stakes: Stakes) -> None:
    variant = CATALOGUE[game]

    assert parse_stakes(variant, text) == stakes
    assert conflicts(variant, stakes, variant.house, 4) == ()


@pytest.mark.parametrize("row", STUD_TABLE)
def test_every_line_of_the_stud_table(row: Any) -> None:
    stud = CATALOGUE["stud7"]
    hundredths = fixed(row.small_bet, row.big_bet, ante=row.ante, bring_in=row.bring_in)

    assert parse_stakes(stud, f"{row.small_bet}/{row.big_bet}") == hundredths
    if row.ante % 100 == row.bring_in % 100 == 0:
        wholes = fixed(row.small_bet // 100, row.big_bet // 100, ante=row.ante // 100, bring_in=row.bring_in // 100)
        assert parse_stakes(stud, f"{wholes.small_bet}-{wholes.big_bet}") == wholes


def test_the_stud_table_is_the_source() -> None:
    table = """25 50 100 200, 50 75 200 400, 75 125 300 600, 100 200 400 800, 100 200 500 1000, 100 200 600 1200,
        200 300 800 1600, 200 400 1000 2000, 300 600 1500 3000, 500 1000 2000 4000, 500 1500 3000 6000,
        1000 2000 5000 10000, 2500 5000 7500 15000, 2500 5000 10000 20000"""
    rows = [tuple(int(number) for number in line.split()) for line in table.split(",")]

    assert [(row.ante, row.bring_in, row.small_bet, row.big_bet) for row in STUD_TABLE] == rows


def test_numbers_may_name_the_smallest_bets() -> None:
    """House rule nl_naming (S1-59)."""
    holdem = CATALOGUE["holdem"]

    assert parse_stakes(holdem, "nl 2-4", naming=LimitNaming.LIMITS) == no_limit(2, big_bet=4, blinds=(1, 2))
    assert parse_stakes(holdem, "fl 2-4", naming=LimitNaming.LIMITS) == fixed(2, 4, blinds=(1, 2))
    assert game_of("holdem", "2-4", overrides={"nl_naming": "limits"}).stakes.min_bet == 2


def test_the_limit_may_be_chosen_beside_the_text() -> None:
    holdem = CATALOGUE["holdem"]

    assert parse_stakes(holdem, "2/4", Limit.FIXED) == parse_stakes(holdem, "fl 2/4", Limit.FIXED)
    assert parse_stakes(holdem, "2/4", Limit.POT).limit is Limit.POT


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("holdem", "", TermsCode.BETS_MISSING),
        ("holdem", "nl", TermsCode.BETS_MISSING),
        ("holdem", "ante 0", TermsCode.BETS_MISSING),
        ("five_card_draw", "fl ante 5", TermsCode.BETS_MISSING),
        ("holdem", "one/two", TermsCode.UNREADABLE),
        ("holdem", "1/2 straddle", TermsCode.UNREADABLE),
        ("holdem", "-1/2", TermsCode.UNREADABLE),
        ("holdem", "1/-2", TermsCode.UNREADABLE),
        ("holdem", "+1/2", TermsCode.UNREADABLE),
        ("holdem", "１/２", TermsCode.UNREADABLE),
        ("holdem", "1/2²", TermsCode.UNREADABLE),
        ("holdem", "1/2/", TermsCode.UNREADABLE),
        ("holdem", "1_0/20", TermsCode.UNREADABLE),
        ("holdem", "$1/$2", TermsCode.CURRENCY),
        ("holdem", "1/2 kr", TermsCode.CURRENCY),
        ("holdem", "5/10kr", TermsCode.CURRENCY),
        ("holdem", "1/2 €", TermsCode.CURRENCY),
        ("holdem", "0.5/1", TermsCode.NOT_WHOLE),
        ("holdem", "0,50/1", TermsCode.NOT_WHOLE),
        ("holdem", "1,000/2,000", TermsCode.NOT_WHOLE),
        ("holdem", "1000000000/1000000001", TermsCode.TOO_LARGE),
        ("holdem", "9" * 5000, TermsCode.TOO_LARGE),
        ("holdem", "0/0", TermsCode.ZERO),
        ("holdem", "0/2", TermsCode.ZERO),
        ("holdem", "1/2 5/10", TermsCode.SAID_TWICE),
        ("holdem", "1/2 blinds 5/10", TermsCode.SAID_TWICE),
        ("holdem", "1/2 ante 1 ante 2", TermsCode.SAID_TWICE),
        ("holdem", "nl fl 1/2", TermsCode.SAID_TWICE),
        ("holdem", "1/2 ante", TermsCode.NUMBER_MISSING),
        ("holdem", "ante blinds 1/2", TermsCode.NUMBER_MISSING),
        ("holdem", "1/2/3/4/5", TermsCode.HOW_MANY),
        ("holdem", "1/2 ante 1/2", TermsCode.HOW_MANY),
        ("holdem", "fl 2", TermsCode.HOW_MANY),
        ("holdem", "spread 1/2/3", TermsCode.HOW_MANY),
        ("stud7", "fl 1/2/4", TermsCode.HOW_MANY),
        ("jacks_or_better", "nl 1/2/4", TermsCode.HOW_MANY),
        ("holdem", "fl 2/4 min 3", TermsCode.MIN_BET_IN_LIMIT),
        ("stud7", "1/2", TermsCode.TOO_SMALL),
    ],
)
def test_unclear_stakes_are_refused_with_the_reason(game: str, text: str, code: TermsCode) -> None:
    with pytest.raises(TermsError) as caught:
        parse_stakes(CATALOGUE[game], text)

    assert caught.value.code is code


def test_two_limits_and_an_unknown_game_are_refused() -> None:
    with pytest.raises(TermsError) as twice:
        parse_stakes(CATALOGUE["holdem"], "fl 2/4", Limit.NO)
    with pytest.raises(TermsError) as unknown:
        game_of("go_fish", "1/2")

    assert twice.value.code is TermsCode.SAID_TWICE
    assert unknown.value.code is TermsCode.UNKNOWN_GAME


def test_what_can_be_read_but_not_played_is_left_to_conflicts() -> None:
    unplayable = (("stud7", "5/10 blinds 1/2"), ("holdem", "fl 4/2"), ("holdem", "2/1"), ("holdem", "1/2 bring 1"))
    for game, text in unplayable:
        variant = CATALOGUE[game]
        assert conflicts(variant, parse_stakes(variant, text), variant.house, 6)


_PIECES = st.sampled_from(
    "nl fl pl sl fast spread 1/2 5-10 2 1k 0 0.5 ante bb button mörk bring-in min - / $ kr ½ ² ٣ , ; och no".split()
)


@given(st.sampled_from(sorted(CATALOGUE)), st.one_of(st.text(max_size=30), st.lists(_PIECES, max_size=7).map(" ".join)))
def test_no_text_does_harm(game: str, text: str) -> None:
    variant = CATALOGUE[game]
    try:
        stakes = parse_stakes(variant, text)
    except TermsError:
        return
    assert stakes.limit in variant.limits
    assert stakes.smallest_bet > 0


@pytest.mark.parametrize(
    ("game", "text", "chips"),
    [
        ("holdem", "fl 2-4", (80, 100, 200)),  # S1-44: 100, or 100 to 200
        ("five_card_draw", "5/10 ante 1", (200, 250, 500)),  # S1-17: about 200
        ("holdem", "nl 1/2", (80, 200, 400)),
        ("omaha", "pl 5/10", (400, 1000, 2000)),
        ("holdem", "spread 1-5", (100, 125, 250)),
        ("five_card_draw", "nl ante 5", (200, 500, 1000)),
        ("short_deck", "1/2", (80, 200, 400)),
        ("holdem", "nl 1/2 min 5", (200, 500, 1000)),
    ],
)
def test_buy_ins_count_in_bets_or_blinds(game: str, text: str, chips: tuple[int, int, int]) -> None:
    assert default_buy_in(game_of(game, text)) == chips


def test_the_buy_in_of_a_mix_is_enough_for_its_largest_game() -> None:
    assert default_buy_in(game_of("holdem", "nl 1/2"), game_of("stud7", "fl 10/20")) == (400, 500, 1000)


@pytest.mark.parametrize(
    ("game", "seats"),
    [("five_card_draw", 6), ("jacks_or_better", 6), ("holdem", 10), ("omaha", 10), ("omaha5", 8), ("stud7", 8)],
)
def test_seats_are_what_the_deck_serves(game: str, seats: int) -> None:
    variant = CATALOGUE[game]

    assert default_seats(variant, variant.house) == seats


@pytest.mark.parametrize("most", [4, 5])
def test_drawing_more_cards_leaves_five_seats(most: int) -> None:
    """S1-33."""
    assert default_seats(CATALOGUE["five_card_draw"], HouseRules(burn=False, max_draw=most)) == 5
