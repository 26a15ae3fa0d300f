"""Chances of an all-in hand: exact where few boards are left, and always the whole pot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from engine.rules.cards import Card, parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.hand import Hand
from engine.rules.odds import odds, stages, streets_to_come
from engine.rules.view import View
from tests.rules.notation import deal, play


def pick(cards: Sequence[Card], count: int) -> Sequence[Card]:
    return random.Random(7).sample(list(cards), count)


def spectator(hand: Hand) -> View:
    return View(None).take(hand.log)


def all_in_on_the_flop() -> Hand:
    """A pair of aces against a flush draw, all-in on the flop, turn and river blank."""
    hand = deal("holdem no 1/2", A="100 AsAd", B="100 KhQh", C="100 2c3d", board="Ah 7h 2s 9c 4d")
    return play(hand, "C fold, A call, B check, A bet 98, B call")


def test_stages_are_the_flop_the_turn_and_the_river() -> None:
    views = stages(spectator(all_in_on_the_flop()))

    assert [len(view.board) for view in views] == [3, 4, 5]
    assert streets_to_come(all_in_on_the_flop().log) == 2


def test_chances_on_the_flop_are_exact_over_all_boards() -> None:
    first = stages(spectator(all_in_on_the_flop()))[0]
    found = odds(first, CATALOGUE["holdem"], pick)

    assert (found.boards, found.exact) == (990, True)
    assert sum(found.parts.values()) == 1
    assert found.parts[1] == Fraction(*_counted_by_hand(first))


def _counted_by_hand(view: View) -> tuple[int, int]:
    """Wins of seat 1 over all turns and rivers, by asking the ranking directly."""
    from itertools import combinations

    from engine.rules.cards import FULL_DECK
    from engine.rules.ranking import HIGH

    seen = {*view.board, *view.seats[1].down, *view.seats[2].down}
    left = [card for card in FULL_DECK if card not in seen]
    wins = sum(
        HIGH.value((*view.board, *rest, *view.seats[1].down)) > HIGH.value((*view.board, *rest, *view.seats[2].down))
        for rest in combinations(left, 2)
    )
    return wins, 990


def test_with_the_board_complete_somebody_has_all_of_it() -> None:
    last = stages(spectator(all_in_on_the_flop()))[-1]

    assert odds(last, CATALOGUE["holdem"], pick).parts == {1: 1, 2: 0}


def test_before_the_flop_boards_are_drawn_by_lot() -> None:
    hand = deal("holdem no 1/2", A="100 AsAd", B="100 KhKd", board="Ah 7h 2s 9c 4d")
    play(hand, "B raise 100, A call")
    found = odds(stages(spectator(hand))[0], CATALOGUE["holdem"], random.Random(3).sample)

    assert not found.exact
    assert sum(found.parts.values()) == 1
    assert Fraction(70, 100) < found.parts[1] < Fraction(92, 100)


def test_the_cards_of_folded_hands_may_still_come() -> None:
    """A spectator does not know them, so the chances must not either."""
    first = stages(spectator(all_in_on_the_flop()))[0]

    assert not set(parse_cards("2c3d")) & set(first.seats[3].down)


@pytest.mark.parametrize("key", ["omaha8", "stud7", "stud8", "razz"])
def test_in_every_game_the_parts_are_the_whole_pot(key: str) -> None:
    variant = CATALOGUE[key]
    forced = {"ante": 50, "bring_in": 5} if variant.has_up_cards else {"ante": 50}
    hand = deal(f"{key} fixed 10/20", A=50, B=50, C=50, forced=forced)
    views = stages(spectator(hand))

    assert views
    for view in views:
        assert sum(odds(view, variant, random.Random(1).sample).parts.values()) == 1


def test_a_hand_without_an_all_in_has_no_stages() -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)
    play(hand, "C fold, A call, B check")
    while not hand.over:
        play(hand, f"{'AB'[hand.waiting_on[0] - 1]} check")

    assert stages(spectator(hand)) == []
    assert streets_to_come(hand.log) == 0
