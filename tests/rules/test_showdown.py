"""Showdowns: who shows, who may keep his cards to himself, and who has a claim."""

from __future__ import annotations

from typing import Any

from engine.rules.events import BoardDealt, Mucked, Shown, seen_by
from engine.rules.hand import Hand
from engine.rules.house import Showdown
from engine.rules.play import Code
from tests.rules.notation import deal, events, play, pots, refused, seat, shown, stacks, turn

LAST = "A call, B check, A check, B check, A check, B check"


def _to_the_river(**more: Any) -> Hand:
    hand = deal("holdem no 1/2", board="2c 7d 9h Js 3d", A="99 AsAd", B="99 KsKd", C="99 QsQd", **more)
    return play(hand, "C call, A call, B check, A check, B check, C check, A check, B check, C check")


def test_without_a_bet_the_first_left_of_the_button_shows() -> None:
    """A shows and wins; B and C keep theirs (S2-24, ruling 26)."""
    hand = play(_to_the_river(), "A check, B check, C check")

    assert shown(hand) == "A"
    assert [event.seat for event in events(hand, Mucked)] == [2, 3]


def test_the_last_to_bet_shows_first() -> None:
    """C bet and is called: C shows, then the winner A."""
    hand = play(_to_the_river(), "A check, B check, C bet 4, A call, B fold")

    assert shown(hand) == "CA"


def test_a_raise_moves_the_first_to_show() -> None:
    hand = play(_to_the_river(), "A check, B bet 4, C raise 8, A fold, B call")

    assert shown(hand) == "CB"


def test_b80_b81_a_losers_cards_are_never_seen() -> None:
    """What a spectator sees of B's mucked kings are two backs."""
    hand = play(_to_the_river(), "A check, B check, C check")
    seen = [seen_by(event, None) for event in events(hand, Mucked)]

    assert [event.down for event in seen] == [("??", "??"), ("??", "??")]  # type: ignore[union-attr]


def test_an_all_in_hand_is_tabled_before_the_remaining_cards() -> None:
    """A is all-in before the flop and nobody can bet any more (S4-12): both hands are seen first."""
    hand = play(deal("holdem no 1/2", A=50, B=50), "B all-in, A call")
    kinds = [type(event) for event in hand.log if isinstance(event, Shown | BoardDealt)]

    assert kinds == [Shown, Shown, BoardDealt, BoardDealt, BoardDealt]


def test_everybody_shows_when_one_is_all_in() -> None:
    """C is all-in, A and B play a side pot to the end: all three are tabled, the loser of the side pot too (TDA-16)."""
    hand = deal("holdem no 1/2", board="2c 7d 9h Js 3d", A="99 AsAd", B="99 KsKd", C="10 QsQd")
    play(hand, "C all-in, A call, B call, A check, B check, A check, B check, A check, B check")

    assert set(shown(hand)) == {"A", "B", "C"}


def test_tabling_all_in_hands_may_be_switched_off() -> None:
    off = {"table_all_in_hands": False}
    hand = deal("holdem no 1/2", house=off, board="2c 7d 9h Js 3d", A="99 AsAd", B="99 KsKd", C="10 QsQd")
    play(hand, "C all-in, A call, B call, A check, B check, A check, B check, A check, B check")

    assert shown(hand) == "A"


# Manual

MANUAL = {"showdown": Showdown.MANUAL}


def test_a_mucked_hand_has_no_claim() -> None:
    """A holds aces and throws them away: B's kings win (S3-18)."""
    hand = play(_to_the_river(house=MANUAL), "A check, B check, C check, A muck, B show, C muck")

    assert (pots(hand), stacks(hand)) == ([(6, "B")], (97, 103, 97))


def test_the_last_one_left_need_not_show() -> None:
    """A and B muck: C wins without being asked."""
    hand = play(_to_the_river(house=MANUAL), "A check, B check, C check, A muck, B muck")

    assert (hand.over, shown(hand), stacks(hand)) == (True, "", (97, 97, 103))


def test_the_last_bettor_is_asked_first() -> None:
    hand = play(_to_the_river(house=MANUAL), "A check, B check, C bet 4, A call, B call")

    assert turn(hand) == "C"
    assert refused(hand, "A show") is Code.NOT_YOUR_TURN
    assert refused(hand, "C check") is Code.ILLEGAL_ACTION
    assert turn(play(hand, "C show")) == "A"


def test_who_declares_the_board_shares_it() -> None:
    """A broadway board: A declares and shares, C mucks and loses his part."""
    hand = deal("holdem no 1/2", house=MANUAL, board="As Kd Qh Jc Ts", A="99 2c2d", B="99 3c3d", C="99 4c4d")
    play(hand, "C call, A call, B check, A check, B check, C check")
    play(hand, "A check, B check, C check, A check, B check, C check")
    play(hand, "A board, B show, C muck")

    assert (shown(hand), stacks(hand)) == ("AB", (100, 100, 97))


def test_two_showdowns_do_not_follow_each_other() -> None:
    """After the last answer the hand is settled, also when all have shown."""
    hand = play(_to_the_river(house=MANUAL), "A check, B check, C check, A show, B show, C show")

    assert hand.over
    assert stacks(hand)[seat("A") - 1] == 103


def test_with_an_all_in_player_nobody_may_muck() -> None:
    """C is all-in: A and B, who played a side pot, are not asked; all three hands are tabled (S4-12)."""
    hand = deal("holdem no 1/2", house=MANUAL, board="2c 7d 9h Js 3d", A="99 AsAd", B="99 KsKd", C="10 QsQd")
    play(hand, "C all-in, A call, B call, A check, B check, A check, B check, A check, B check")

    assert (hand.over, set(shown(hand))) == (True, {"A", "B", "C"})
