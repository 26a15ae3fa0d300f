"""The floor is told of a card that the dealer showed before anybody acted (S3-4 to S3-8)."""

from typing import Any

import pytest

from engine.rules.events import Burned, Reason, Replaced, seen_by
from engine.rules.floor import Exposed
from engine.rules.hand import Hand, replay
from engine.rules.house import Dealer
from engine.rules.play import Code, PokerError
from engine.rules.transcript import dump, load
from tests.rules.notation import deal, events, play, seat, stacks, turn

GAME = "holdem no 1/2"


def human(**more: Any) -> Hand:
    return deal(GAME, house={"dealer": Dealer.HUMAN}, board="2c 7d 9h Js 3d", A=99, B=99, C="99 QsQd", **more)


def test_the_exposed_card_is_replaced_at_once_and_is_the_burn_of_the_flop() -> None:
    hand = human()

    hand.rule(Exposed(seat("C"), 1))

    swap = events(hand, Replaced)[0]
    assert (swap.taken, swap.exposed, hand.down[seat("C")]) == (("Qd",), True, ("Qs", *swap.given))
    assert seen_by(swap, seat("A")).given != swap.given  # type: ignore[union-attr]
    assert turn(hand) == "C"
    play(hand, "C call, A call, B check")
    assert (len(hand.boards[0]), events(hand, Burned)) == (3, [])
    assert hand.stock.muck == ["Qd"]


def test_the_first_card_of_the_deal_makes_a_misdeal() -> None:
    hand = human()

    hand.rule(Exposed(seat("A"), 0))

    assert (hand.over, hand.reason, stacks(hand)) == (True, Reason.MISDEAL, (99, 99, 99))


def test_a_second_exposed_card_makes_a_misdeal() -> None:
    hand = human()
    hand.rule(Exposed(seat("C"), 0))
    assert not hand.over

    hand.rule(Exposed(seat("B"), 0))

    assert (hand.over, hand.reason) == (True, Reason.MISDEAL)


@pytest.mark.parametrize("ruling", [Exposed(9, 0), Exposed(3, 2), Exposed(3, -1)], ids=["seat", "card", "negative"])
def test_a_card_that_nobody_has_is_refused(ruling: Exposed) -> None:
    hand = human()
    before = list(hand.log)

    with pytest.raises(PokerError) as error:
        hand.rule(ruling)

    assert (error.value.code, hand.log) == (Code.ILLEGAL_ACTION, before)


def test_after_an_action_and_without_a_board_it_is_refused() -> None:
    acted = human()
    play(acted, "C call")
    draw = deal("five_card_draw fixed 5/10", A=99, B=99, forced={"ante": 1})

    for hand in (acted, draw):
        with pytest.raises(PokerError):
            hand.rule(Exposed(seat("B"), 0))


def test_the_ruling_is_replayed_from_its_text() -> None:
    hand = human()
    hand.rule(Exposed(seat("C"), 1))
    play(hand, "C fold, A fold")

    again = replay(*load(dump(hand.setup, hand.inputs)))

    assert again.log == hand.log
