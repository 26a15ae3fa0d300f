"""Dealing errors and what the floor rules on them (rows S3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.events import BoardTakenBack, Burned, Reason, Replaced, Reshuffled, seen_by
from engine.rules.floor import Misdealt, TurnedEarly
from engine.rules.hand import Hand, replay
from engine.rules.house import Dealer, FourCardFlop
from engine.rules.play import Code, PokerError
from engine.rules.setup import DealError
from tests.rules.notation import Rules, deal, events, play, seat, stacks, turn

HUMAN = {"dealer": Dealer.HUMAN}
GAME = "holdem no 1/2"
BOARD = "2c 7d 9h Js 3d"


def human(error: DealError | None = None, house: Rules | None = None, **more: Any) -> Hand:
    return deal(GAME, house=HUMAN | (house or {}), error=error, board=BOARD, A=99, B=99, C="99 QsQd", **more)


def _checked_to(hand: Hand, cards: int) -> Hand:
    play(hand, "C call, A call, B check")
    while len(hand.boards[0]) < cards:
        play(hand, f"{turn(hand)} check")
    return hand


@pytest.mark.parametrize("error", [DealError(exposed=(0,)), DealError(exposed=(2, 4)), DealError(extra_cards=2)])
def test_a_misdeal_gives_everything_back(error: DealError) -> None:
    """The first card, two cards, or two too many: stacks, carried pot and button as before (S3-4, S3-8, S3-17)."""
    hand = human(error, carried=5, forced={"ante": 3, "bb_ante": 2})

    assert (hand.over, hand.reason, hand.carry, stacks(hand)) == (True, Reason.MISDEAL, 5, (99, 99, 99))


def test_one_exposed_card_is_replaced_and_is_the_burn() -> None:
    """C's second card (place 5 of the deal) was seen: he has a new one, the flop no other burn (S3-5 to S3-7)."""
    hand = human(DealError(exposed=(5,)))
    swap = events(hand, Replaced)[0]

    assert (swap.seat, swap.taken, swap.exposed) == (seat("C"), ("Qd",), True)
    assert hand.down[seat("C")] == ("Qs", *swap.given)
    assert seen_by(swap, seat("A")).taken == ("Qd",)  # type: ignore[union-attr]
    _checked_to(hand, 4)
    assert len(events(hand, Burned)) == 1  # the turn's
    assert "Qd" in hand.stock.muck


def test_one_card_too_many_is_the_burn() -> None:
    hand = human(DealError(extra_cards=1))

    assert [len(hand.down[place]) for place in hand.order] == [2, 2, 2]
    _checked_to(hand, 3)
    assert events(hand, Burned) == []


def test_a_flop_of_four_is_dealt_again() -> None:
    """The burn stays out, the four go back into the stub, the new flop has no burn (S3-9, S3-11)."""
    hand = _checked_to(human(DealError(four_card_flop=True), decks=("2c 7d 9h Js",)), 3)
    taken = events(hand, BoardTakenBack)[0].cards

    assert (len(taken), len(events(hand, Burned)), len(events(hand, Reshuffled))) == (4, 1, 1)
    assert set(taken) <= set(events(hand, Reshuffled)[0].cards)
    assert hand.boards[0] == ("2c", "7d", "9h")


def test_a_flop_of_four_may_be_scrambled() -> None:
    """Three of the four stay, the fourth is the burn of the turn (TDA-39A)."""
    hand = human(
        DealError(four_card_flop=True), house={"four_card_flop": FourCardFlop.SCRAMBLE}, decks=("9h 7d",)
    )
    _checked_to(hand, 4)
    four = events(hand, BoardTakenBack)[0].cards

    assert hand.boards[0][:2] == ("9h", "7d")
    assert {*hand.boards[0][:3], *events(hand, Burned)[-1].cards} == set(four)


def test_a_flop_turned_early_is_dealt_again() -> None:
    """The betting goes on with the same seat; then a flop from the reshuffled stub, without a burn (S3-10, S3-11)."""
    hand = human(decks=("Ts Tc Th",))
    play(hand, "C call")
    hand.rule(TurnedEarly("flop"))

    assert (turn(hand), hand.boards[0], len(events(hand, BoardTakenBack)[0].cards)) == ("A", (), 3)
    play(hand, "A call, B check")
    assert (hand.boards[0], len(events(hand, Burned))) == (("Ts", "Tc", "Th"), 1)


def test_a_turn_card_turned_early_is_out_until_the_river() -> None:
    """The next card is the turn; the river comes from a stub that has the early card again (S3-12 to S3-14)."""
    hand = _checked_to(human(decks=("Js",)), 3)
    hand.rule(TurnedEarly("turn"))
    early = events(hand, BoardTakenBack)[0].cards
    _checked_on(hand, 4)

    assert early == ("Js",)
    assert early[0] not in hand.boards[0]
    _checked_on(hand, 5)
    assert hand.boards[0][-1] == "Js"


def _checked_on(hand: Hand, cards: int) -> None:
    while len(hand.boards[0]) < cards:
        play(hand, f"{turn(hand)} check")


def test_a_ruling_must_fit_the_moment() -> None:
    """The turn cannot come early before the flop, nor anything on the river; nothing changes."""
    hand = human()
    for street in ("turn", "river", "preflop", ""):
        with pytest.raises(PokerError) as error:
            hand.rule(TurnedEarly(street))
        assert error.value.code is Code.ILLEGAL_ACTION
    assert hand.inputs == []
    _checked_to(hand, 5)
    with pytest.raises(PokerError):
        hand.rule(TurnedEarly("river"))


def test_the_floor_may_call_a_misdeal_at_any_time() -> None:
    hand = play(human(carried=4), "C raise 10, A all-in")
    hand.rule(Misdealt())

    assert (hand.over, hand.carry, stacks(hand)) == (True, 4, (99, 99, 99))
    with pytest.raises(PokerError) as error:
        hand.rule(Misdealt())
    assert error.value.code is Code.HAND_OVER


def test_rulings_are_inputs_and_replay() -> None:
    hand = human(decks=("Ts Tc Th",))
    play(hand, "C call")
    hand.rule(TurnedEarly("flop"))
    play(hand, "A call, B check")

    assert replay(hand.setup, hand.inputs).log == hand.log
