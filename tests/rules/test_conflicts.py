"""What does not fit together is refused, all of it at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import Clash, conflicts, seat_limit
from engine.rules.house import (
    Dealer,
    FirstAfterDraw,
    FourCardFlop,
    HiloIdentical,
    OpenerCheck,
    OpenPair,
    RoundCheck,
)
from engine.rules.stakes import Limit, Stakes

FIXED = Stakes(limit=Limit.FIXED, blinds=(1, 2), small_bet=2, big_bet=4)
NO_LIMIT = Stakes(limit=Limit.NO, blinds=(1, 2), min_bet=2)
SPREAD = Stakes(limit=Limit.SPREAD, blinds=(1, 2), spread=(2, 10))
STUD = Stakes(limit=Limit.FIXED, ante=1, bring_in=1, small_bet=2, big_bet=4)
ANTES = Stakes(limit=Limit.FIXED, ante=1, small_bet=5, big_bet=10)


def found(game: str, stakes: Stakes, seats: int = 6, **house: Any) -> set[Clash]:
    variant = CATALOGUE[game]
    return {each.code for each in conflicts(variant, stakes, replace(variant.house, **house), seats)}


def usual_stakes(game: str, limit: Limit) -> Stakes:
    variant = CATALOGUE[game]
    forced: dict[str, Any] = {"blinds": (5, 10)}
    if variant.has_openers:
        forced = {"ante": 2}
    if variant.has_up_cards:
        forced = {"ante": 1, "bring_in": 3}
    return Stakes(limit=limit, small_bet=10, big_bet=20, min_bet=10, spread=(10, 50), **forced)


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_fits_with_its_own_rules_in_each_of_its_limits(game: str) -> None:
    variant = CATALOGUE[game]
    for limit in variant.limits:
        for seats in range(2, seat_limit(variant, variant.house) + 1):
            assert conflicts(variant, usual_stakes(game, limit), variant.house, seats) == ()


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("five_card_draw", 9),
        ("jacks_or_better", 9),
        ("holdem", 10),
        ("omaha", 10),
        ("omaha8", 10),
        ("omaha5", 8),
        ("stud7", 8),
        ("stud8", 8),
        ("razz", 8),
        ("deuce_seven_triple", 9),
        ("badugi", 10),
        ("short_deck", 10),
        ("crazy_pineapple", 10),
    ],
)
def test_seats_follow_from_the_deck(game: str, most: int) -> None:
    variant = CATALOGUE[game]
    assert seat_limit(variant, variant.house) == most
    assert found(game, usual_stakes(game, variant.limits[0]), most) == set()
    assert Clash.TOO_MANY_SEATS in found(game, usual_stakes(game, variant.limits[0]), most + 1)


def test_an_openers_pile_costs_seats_for_each_draw() -> None:
    jacks = CATALOGUE["jacks_or_better"]
    assert seat_limit(jacks, replace(jacks.house, draws=3)) == 8
    assert seat_limit(jacks, replace(jacks.house, max_draw=5, draws=3)) == 6


@pytest.mark.parametrize(
    ("code", "game", "stakes", "seats", "house"),
    [
        (Clash.TOO_FEW_SEATS, "holdem", replace(NO_LIMIT, blinds=(2,)), 1, {}),
        (Clash.MORE_BLINDS_THAN_SEATS, "holdem", replace(NO_LIMIT, blinds=(1, 2, 2)), 2, {}),
        (Clash.NOT_AN_AMOUNT, "holdem", replace(NO_LIMIT, min_bet=cast("int", 2.5)), 6, {}),
        (Clash.NOT_AN_AMOUNT, "holdem", replace(NO_LIMIT, ante=True), 6, {}),
        (Clash.NEGATIVE_AMOUNT, "holdem", replace(NO_LIMIT, ante=-1), 6, {}),
        (Clash.AMOUNT_TOO_LARGE, "holdem", replace(NO_LIMIT, min_bet=10**9 + 1), 6, {}),
        (Clash.SMALL_BET_MISSING, "holdem", replace(FIXED, small_bet=0), 6, {}),
        (Clash.BIG_BET_BELOW_SMALL, "holdem", replace(FIXED, big_bet=1), 6, {}),
        (Clash.MIN_BET_MISSING, "holdem", replace(NO_LIMIT, min_bet=0), 6, {}),
        (Clash.MIN_BET_BELOW_BLIND, "holdem", replace(NO_LIMIT, min_bet=1), 6, {}),
        (Clash.SPREAD_BOUNDS, "holdem", replace(SPREAD, spread=(5, 2)), 6, {}),
        (Clash.SPREAD_BOUNDS, "holdem", replace(SPREAD, spread=(0, 2)), 6, {}),
        (Clash.BLIND_ABOVE_BET, "holdem", replace(SPREAD, spread=(1, 1)), 6, {}),
        (Clash.BLIND_ABOVE_BET, "holdem", replace(FIXED, blinds=(2, 4)), 6, {}),
        (Clash.NO_FORCED_BET, "holdem", replace(NO_LIMIT, blinds=()), 6, {}),
        (Clash.BLINDS_FALLING, "holdem", replace(NO_LIMIT, blinds=(2, 1)), 6, {}),
        (Clash.BLINDS_IN_STUD, "stud7", replace(STUD, blinds=(1, 2)), 6, {}),
        (Clash.BLINDS_IN_STUD, "razz", replace(STUD, button_blind=1), 6, {}),
        (Clash.BLINDS_WITH_OPENERS, "jacks_or_better", replace(ANTES, blinds=(1, 2)), 6, {}),
        (Clash.BRING_IN_WITHOUT_UP_CARDS, "holdem", replace(FIXED, bring_in=1), 6, {}),
        (Clash.BRING_IN_MISSING, "stud7", replace(STUD, bring_in=0), 6, {}),
        (Clash.BRING_IN_ABOVE_BET, "stud8", replace(STUD, bring_in=3), 6, {}),
        (Clash.BB_ANTE_WITHOUT_BIG_BLIND, "holdem", replace(NO_LIMIT, blinds=(2,), bb_ante=2), 6, {}),
        (Clash.TWO_SHARED_ANTES, "holdem", replace(NO_LIMIT, bb_ante=2, button_ante=2), 6, {}),
        (Clash.OUT_OF_RANGE, "five_card_draw", ANTES, 5, {"draws": 4}),
        (Clash.OUT_OF_RANGE, "five_card_draw", ANTES, 5, {"draws": 0}),
        (Clash.OUT_OF_RANGE, "badugi", FIXED, 5, {"max_draw": 5}),
        (Clash.OUT_OF_RANGE, "holdem", FIXED, 5, {"max_raises": -1}),
        (Clash.OUT_OF_RANGE, "holdem", FIXED, 5, {"max_runs": 0}),
        (Clash.OPENERS_MINIMUM, "jacks_or_better", ANTES, 5, {"openers_minimum": "10"}),
        (Clash.OPENERS_MINIMUM, "jacks_or_better", ANTES, 5, {"openers_minimum": ""}),
        (Clash.OPENERS_RULES_WITHOUT_OPENERS, "five_card_draw", ANTES, 5, {"opener_check": OpenerCheck.HONOR}),
        (Clash.DRAW_RULES_WITHOUT_DRAW, "holdem", NO_LIMIT, 5, {"draws": 2}),
        (Clash.DRAW_RULES_WITHOUT_DRAW, "stud7", STUD, 5, {"round_check": RoundCheck.REDEAL}),
        (Clash.DRAW_RULES_WITHOUT_DRAW, "omaha", NO_LIMIT, 5, {"first_after_draw": FirstAfterDraw.OPENER}),
        (Clash.HILO_RULES_WITHOUT_HILO, "holdem", NO_LIMIT, 5, {"hilo_identical": HiloIdentical.PER_HALF}),
        (Clash.OPEN_PAIR_WITHOUT_UP_CARDS, "holdem", NO_LIMIT, 5, {"open_pair": OpenPair.ANY}),
        (Clash.OPEN_PAIR_WITHOUT_UP_CARDS, "razz", STUD, 5, {"open_pair": OpenPair.ANY}),
        (Clash.BOARD_RULES_WITHOUT_BOARD, "stud7", STUD, 5, {"four_card_flop": FourCardFlop.SCRAMBLE}),
        (Clash.BOARD_RULES_WITHOUT_BOARD, "stud7", STUD, 5, {"dealer": Dealer.HUMAN}),
        (Clash.RUNS_WITHOUT_BOARD, "badugi", FIXED, 5, {"max_runs": 2}),
        (Clash.RUNS_WITHOUT_TABLED_HANDS, "holdem", NO_LIMIT, 5, {"max_runs": 2, "table_all_in_hands": False}),
    ],
)
def test_one_contradiction_has_one_name(
    code: Clash, game: str, stakes: Stakes, seats: int, house: dict[str, Any]
) -> None:
    assert found(game, stakes, seats, **house) == {code}


def test_a_limit_that_a_game_is_not_played_with_is_refused() -> None:
    variant = replace(CATALOGUE["holdem"], limits=(Limit.NO,))
    (only,) = conflicts(variant, FIXED, variant.house, 6)
    assert only.code is Clash.LIMIT_NOT_PLAYED
    assert only.facts == {"limit": Limit.FIXED, "played": (Limit.NO,)}


def test_all_contradictions_are_told_at_once() -> None:
    stakes = Stakes(limit=Limit.FIXED, blinds=(1, 2), bring_in=1)
    assert found("five_card_draw", stakes, 10, max_runs=2, draws=9) == {
        Clash.SMALL_BET_MISSING,
        Clash.BRING_IN_WITHOUT_UP_CARDS,
        Clash.RUNS_WITHOUT_BOARD,
        Clash.OUT_OF_RANGE,
        Clash.TOO_MANY_SEATS,
    }


@pytest.mark.parametrize(
    ("ante", "bring_in", "small", "big"),
    [
        (25, 50, 100, 200),
        (50, 75, 200, 400),
        (75, 125, 300, 600),
        (100, 200, 400, 800),
        (100, 200, 500, 1000),
        (100, 200, 600, 1200),
        (200, 300, 800, 1600),
        (200, 400, 1000, 2000),
        (300, 600, 1500, 3000),
        (500, 1000, 2000, 4000),
        (500, 1500, 3000, 6000),
        (1000, 2000, 5000, 10000),
        (2500, 5000, 7500, 15000),
        (2500, 5000, 10000, 20000),
    ],
)
def test_the_stud_stakes_of_the_rule_text_fit(ante: int, bring_in: int, small: int, big: int) -> None:
    stakes = Stakes(limit=Limit.FIXED, ante=ante, bring_in=bring_in, small_bet=small, big_bet=big)
    assert found("stud7", stakes, 8) == set()
