"""Jacks to open: who may open, splitting openers, and every ruling on false openers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.cards import parse_cards
from engine.rules.events import Drew, HandDied, OpenersProved, Reason, Withdrawn, seen_by
from engine.rules.hand import Hand
from engine.rules.house import ExtraBets, OpenerCheck
from engine.rules.openers import proof, qualifies
from engine.rules.play import BettingOffer, Code, offer_seen_by
from tests.rules.notation import (
    Rules,
    amounts,
    betting,
    deal,
    events,
    offer,
    play,
    pots,
    refused,
    returned,
    seat,
    shown,
    stacks,
    turn,
)

GAME = "jacks_or_better fixed 10/20"
ANTE = {"ante": 2}
TENS = "TsTh4c3d2h"
NOTHING = "Ks9h7c5d3h"
JACKS = "JsJh8c6d2c"
QUEENS = "QcQd9c8d4h"
HONOR = {"opener_check": OpenerCheck.HONOR}


def jacks(house: Rules | None = None, **seats: Any) -> Hand:
    return deal(GAME, forced=ANTE, house=house, **seats)


# Who may open


@pytest.mark.parametrize(
    ("held", "may"),
    [
        ("JsJh8c6d2c", True), ("TsThAcKdQh", False), ("AsKhQcJd9h", False), ("5s5h3c3d2h", True), ("2s2h2cKd9h", True),
        ("As2h3c4d5h", True), ("2s4s6s8sTs", True),
    ],
)
def test_what_opens(held: str, may: bool) -> None:
    """A pair of jacks or any hand that ranks higher; tens do not, whatever lies beside them (S0-9 to S0-11)."""
    assert qualifies(parse_cards(held), "J") is may


def test_the_minimum_is_a_house_rule() -> None:
    assert not qualifies(parse_cards(JACKS), "Q")
    assert qualifies(parse_cards(QUEENS), "Q")


def test_who_has_no_openers_is_refused_in_private() -> None:
    """The public offer is the same for jacks and for nothing (DESIGN section 2)."""
    without, with_jacks = jacks(A=f"200 {NOTHING}", B=200, C=200), jacks(A=f"200 {JACKS}", B=200, C=200)

    assert refused(without, "A bet 10") is Code.NOT_QUALIFIED
    assert offer_seen_by(offer(without, "A"), None) == offer_seen_by(offer(with_jacks, "A"), None)
    assert offer(without, "A") != offer(with_jacks, "A")


def test_a_pass_is_always_possible_and_costs_the_right_to_open() -> None:
    """A passes jacks, B opens: A may raise, and never becomes the opener (S0-19, ruling 24)."""
    hand = play(jacks(A=f"200 {JACKS}", B=f"200 {QUEENS}", C=200), "A check, B bet 10, C fold, A raise 20")

    assert hand.opening is not None
    assert hand.opening.seat == seat("B")


def test_the_opener_speaks_first_after_the_draw() -> None:
    """B opened and A raised: B is first (S0-24)."""
    hand = play(jacks(A=200, B=f"200 {QUEENS}", C=200), "A check, B bet 10, C call, A raise 20, B call, C call")

    assert turn(play(hand, "A pat, B pat, C pat")) == "B"


def test_after_a_folded_opener_the_next_live_seat_speaks() -> None:
    """B opened and folded to a raise: C, clockwise from him (S0-25)."""
    hand = play(jacks(A=200, B=f"200 {QUEENS}", C=200), "A check, B bet 10, C call, A raise 20, B fold, C call")

    assert turn(play(hand, "A pat, C pat")) == "C"


def test_opening_for_two_units_counts_as_bet_and_raise() -> None:
    """Cap of four raises: opened for 20, raised to 30, 40, 50, and no more (S0-18)."""
    hand = jacks({"open_for_raise": True}, A=f"200 {JACKS}", B=200, C=200)

    assert list(betting(hand, "A").bet_to or ()) == [10, 20]
    play(hand, "A bet 20, B raise 30, C raise 40, A raise 50")
    assert betting(hand, "B").barred is Code.RAISE_CAP


# Passed in


def test_a_deal_that_all_pass_stays_in_the_middle() -> None:
    hand = play(jacks(A=200, B=200, C=200), "A check, B check, C check")

    assert (hand.over, hand.carry, hand.reason, stacks(hand)) == (True, 6, Reason.PASSED_IN, (198, 198, 198))


def test_ruling_31_an_all_in_seat_bars_passing_in() -> None:
    """A is all-in for the ante; B and C pass: the draw follows, and A wins the six with his kings."""
    hand = play(jacks(A="2 KsKd7c5d3h", B=f"200 {TENS}", C="200 Qs8h6s4d3c"), "B check, C check")

    assert turn(hand) == "A"
    play(hand, "A pat, B pat, C pat, B check, C check")
    assert (hand.opening, stacks(hand), hand.carry) == (None, (6, 198, 198), 0)


# Splitting openers


def test_the_cards_thrown_by_the_opener_prove_the_opening() -> None:
    """Aces opened, one is thrown to draw to a flush: it lies aside and is shown with the other (S0-37 to S0-40)."""
    hand = jacks(A="200 AsAh9s5s2s", B=f"200 {TENS}", C=200)
    play(hand, "A bet 10, B call, C fold, A throw Ah, B pat, A bet 20, B fold")
    proved = events(hand, OpenersProved)[0]

    assert [event.splits for event in events(hand, Drew)] == [True, False]
    assert (set(proved.cards), proved.aside, proved.public) == ({"As", "Ah"}, ("Ah",), True)
    assert shown(hand) == ""


def test_throwing_a_side_card_splits_nothing() -> None:
    hand = play(jacks(A="200 AsAh9s5s2s", B=200, C=200), "A bet 10, B call, C fold, A throw 9s 5s 2s")

    assert [event.splits for event in events(hand, Drew)] == [False]


def test_a_losing_opener_publishes_nothing() -> None:
    """B wins with tens full of nothing less: what others see of A's proof is empty (ruling 27)."""
    hand = jacks(A=f"200 {JACKS}", B="200 AsAdAc7d3h", C=200)
    play(hand, "A bet 10, B call, C fold, A pat, B pat, A check, B check")
    seen = seen_by(events(hand, OpenersProved)[0], seat("B"))

    assert isinstance(seen, OpenersProved)
    assert (seen.cards, seen.public) == ((), False)


def test_an_opener_who_folds_proves_nothing() -> None:
    hand = play(jacks(A=f"200 {JACKS}", B=200, C=200), "A bet 10, B raise 20, C fold, A fold")

    assert events(hand, OpenersProved) == []


@pytest.mark.parametrize(
    ("held", "fewest"),
    [("KsKh9c6d2h", 2), ("5s5h3c3dKh", 4), ("9s9h9cKd2h", 3), ("As2h3c4d5h", 5), ("2s5s7s9sJs", 5), ("7s7h7c7dKh", 3)],
)
def test_the_fewest_cards_that_prove_an_opening(held: str, fewest: int) -> None:
    """Quads are proved by three of them (S0-47)."""
    assert len(proof(parse_cards(held), "J")) == fewest


# False openers before the draw


def test_another_may_declare_and_it_is_no_action() -> None:
    """B opened on tens, C called, D is to act: C declares, and D still faces 10 (S0-52, ruling 6)."""
    hand = jacks(HONOR, A=200, B=f"200 {TENS}", C=f"200 {QUEENS}", D=200)
    play(hand, "A check, B bet 10, C call, B confess")
    assert turn(hand) == "C"
    play(hand, "C open")

    assert (turn(hand), betting(hand, "D").call, amounts(hand, "D")) == ("D", 10, (20, 20))
    assert hand.pot == 28


def test_who_passed_is_not_asked() -> None:
    """A passed jacks and C folded: nobody may declare, and the false opening bet stays (S0-53, S0-54)."""
    hand = jacks(HONOR, A=f"200 {JACKS}", B=f"200 {TENS}", C=200)
    play(hand, "A check, B bet 10, C fold, B confess")

    assert (hand.over, hand.carry, hand.reason) == (True, 16, Reason.NO_OPENER)
    assert stacks(hand) == (198, 188, 198)


def test_without_openers_nobody_may_declare_even_on_his_honor() -> None:
    hand = jacks(HONOR, A=f"200 {TENS}", B=f"200 {NOTHING}", C=200)
    play(hand, "A bet 10, A confess")

    assert refused(hand, "B open") is Code.NOT_QUALIFIED
    assert turn(play(hand, "B decline")) == "C"


def test_nobody_declares_and_a_caller_gets_his_chips_back() -> None:
    """B's 10 go back; antes and the false opening bet stay (ruling 6)."""
    hand = jacks(HONOR, A=f"200 {TENS}", B=200, C=200)
    play(hand, "A bet 10, B call, A confess, B decline, C decline")

    assert [(event.seat, event.amount) for event in events(hand, Withdrawn)] == [(2, 10)]
    assert (returned(hand), hand.carry, stacks(hand)) == ({}, 16, (188, 198, 198))


def test_a_single_player_left_is_asked_too_and_wins_at_once() -> None:
    """B folded, C has queens: the antes are his; A's bet, which nobody matched, comes back (ruling 32)."""
    hand = jacks(HONOR, A=f"200 {TENS}", B=200, C=f"200 {QUEENS}")
    play(hand, "A bet 10, B fold, A confess")
    assert turn(hand) == "C"
    play(hand, "C open")

    assert (pots(hand), returned(hand), stacks(hand)) == ([(6, "C")], {"A": 10}, (198, 198, 204))
    assert events(hand, OpenersProved)[0].valid


@pytest.mark.parametrize("line", ["A bet 10, B raise 20", "A bet 10, B call, C call"])
def test_raised_or_called_twice_the_pot_is_played_on(line: str) -> None:
    """S0-55, S0-56: nobody is asked; the dead hand's chips stay."""
    hand = play(jacks(HONOR, A=f"200 {TENS}", B=200, C=200, D=200), f"{line}, A confess")

    assert events(hand, HandDied)[0].shown
    assert (turn(hand), isinstance(offer(hand, turn(hand)), BettingOffer)) == (turn(hand), True)
    assert hand.carry == 0


def test_an_opening_for_two_units_is_not_a_raise_by_somebody_else() -> None:
    """Opened for 20 on tens: the others are asked (trap 2)."""
    hand = jacks({**HONOR, "open_for_raise": True}, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200)
    play(hand, "A bet 20, A confess")

    assert not isinstance(offer(hand, "B"), BettingOffer)
    play(hand, "B decline, C decline")
    assert hand.carry == 26


def test_withdrawing_lowers_the_level() -> None:
    """A opened 10 and made it 30 later; with the house rule the 20 go back and 20 is the level (S0-51)."""
    hand = jacks(
        {**HONOR, "false_opener_extra_bets": ExtraBets.WITHDRAW}, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200, D=200
    )
    play(hand, "A bet 10, B raise 20, C fold, D call, A raise 30, A confess")

    assert (hand.stack[seat("A")], hand.pot) == (188, 58)
    assert turn(hand) == "B"
    assert not isinstance(offer(hand, "B"), BettingOffer)  # the draw


def test_his_bets_stay_by_default() -> None:
    hand = jacks(HONOR, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200, D=200)
    play(hand, "A bet 10, B raise 20, C fold, D call, A raise 30, A confess")

    assert (hand.stack[seat("A")], betting(hand, "B").call) == (168, 10)


# False openers later


def test_confessed_during_the_draw_the_pot_is_played_on() -> None:
    hand = jacks(HONOR, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200)
    play(hand, "A bet 10, B call, C call, A confess")

    assert turn(hand) == "B"
    play(hand, "B pat, C pat")
    assert turn(hand) == "B"


def test_confessed_as_one_of_two_the_other_wins() -> None:
    hand = jacks(HONOR, A=f"200 {TENS}", B=f"200 {NOTHING}", C=200)
    play(hand, "A bet 10, B call, C fold, A confess")

    assert (hand.over, pots(hand), stacks(hand)) == (True, [(26, "B")], (188, 214, 198))


def test_out_of_turn_only_the_false_opener_may_confess() -> None:
    hand = jacks(HONOR, A=f"200 {TENS}", B=200, C=200)
    play(hand, "A bet 10")

    assert refused(hand, "C confess") is Code.ILLEGAL_ACTION
    assert offer(hand, "A").confess  # type: ignore[union-attr]
    assert not offer_seen_by(offer(hand, "A"), seat("C")).confess  # type: ignore[union-attr]


def test_the_best_hand_of_a_false_opener_does_not_win() -> None:
    """A opened on tens and drew two more: B's queens win; the hand is shown first and then found out (S0-59)."""
    hand = deal(
        GAME, forced=ANTE, house=HONOR, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200, then="TcTd"
    )
    play(hand, "A bet 10, B call, C fold, A throw 4c 3d, B pat, A bet 20, B call")
    names = [type(event).__name__ for event in hand.log]

    assert (shown(hand), stacks(hand)) == ("AB", (168, 234, 198))
    assert names.index("Shown") < names.index("HandDied") < names.index("Awarded")
    assert not events(hand, OpenersProved)[0].valid


def test_alone_at_the_end_his_uncalled_bet_stays_too() -> None:
    """After the draw A bets 20 and B folds: everything stays for the next deal (ruling 7)."""
    hand = jacks(HONOR, A=f"200 {TENS}", B=200, C=200)
    play(hand, "A bet 10, B call, C fold, A pat, B pat, A bet 20, B fold")

    assert (hand.carry, hand.reason, returned(hand), stacks(hand)) == (46, Reason.FALSE_OPENERS, {}, (168, 188, 198))


def test_ruling_32_somebody_live_remains_and_the_unmatched_bet_comes_back() -> None:
    """A bets 20 after the draw and confesses; C is to act and needs to match nothing A alone put in."""
    hand = jacks(HONOR, A=f"200 {TENS}", B=f"200 {QUEENS}", C=200)
    play(hand, "A bet 10, B call, C call, A pat, B pat, C pat, A bet 20, A confess, B fold")

    assert (returned(hand), stacks(hand)) == ({"A": 20}, (188, 188, 224))


def test_a_side_pot_whose_only_contender_is_dead_stays() -> None:
    """All-in B wins the main pot; 40 each of A, found out now, and of C, who folded, wait (S4-19, S0-63)."""
    hand = jacks(HONOR, A=f"200 {TENS}", B="12 QsQhKc7d5d", C="200 JsJd9h7c5c")
    play(hand, "A bet 10, B call, C call, A pat, B pat, C pat, A bet 20, C raise 40, A raise 60, C fold")

    assert (pots(hand), returned(hand)) == ([(36, "B")], {"A": 20})
    assert (stacks(hand), hand.carry, hand.reason) == ((148, 36, 148), 80, Reason.FALSE_OPENERS)


def test_chips_that_an_all_in_caller_could_not_match_went_back_before() -> None:
    """A bets 20, B calls 12 with his last chips: 8 are back before A is found out (ruling 7)."""
    hand = jacks(HONOR, A=f"200 {TENS}", B="24 QsQhKc7d5d", C=200)
    play(hand, "A bet 10, B call, C fold, A pat, B pat, A bet 20, B call")

    assert (returned(hand), stacks(hand), hand.carry) == ({"A": 8}, (176, 50, 198), 0)
