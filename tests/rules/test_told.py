"""What a betting round says aloud and offers, to the last word: the figures that people read and buttons have."""

from __future__ import annotations

import pytest

from engine.rules.cards import parse_cards
from engine.rules.events import Acted, Gathered, Opened, Verb
from engine.rules.hand import Hand
from engine.rules.house import ExtraBets, OpenerCheck, ShortAllIn
from engine.rules.play import Code
from engine.rules.pots import Pot, layers
from tests.rules.notation import amounts, betting, deal, events, offer, play, refused, stacks, turn

STUD = "stud7 fixed 5/10"
JACKS = "jacks_or_better fixed 10/20"
QUEENS = "QcQd9c8d4h"


def acted(hand: Hand) -> list[tuple[int, Verb, int, int, bool]]:
    return [(each.seat, each.verb, each.to, each.paid, each.all_in) for each in events(hand, Acted)]


def test_every_action_is_told_with_its_total_and_what_went_in() -> None:
    """`to` is the seat's total in the round, `paid` what went in now, `all_in` whether anything is left."""
    hand = play(deal("holdem no 1/2", A=100, B=100, C=30, D=100), "C raise 6, D call, A fold, B raise 20, C all-in")
    assert acted(hand) == [
        (3, Verb.RAISE, 6, 6, False),
        (4, Verb.CALL, 6, 6, False),
        (1, Verb.FOLD, 1, 0, False),
        (2, Verb.RAISE, 20, 18, False),
        (3, Verb.RAISE, 30, 24, True),
    ]
    play(hand, "D call, B call")
    assert acted(hand)[5:] == [(4, Verb.CALL, 30, 24, False), (2, Verb.CALL, 30, 10, False)]
    assert events(hand, Gathered) == [Gathered((Pot(91, (2, 3, 4)),))]
    play(hand, "B check, D bet 10, B fold")
    assert acted(hand)[7:] == [(2, Verb.CHECK, 0, 0, False), (4, Verb.BET, 10, 10, False), (2, Verb.FOLD, 0, 0, False)]


def test_a_big_blind_who_checks_has_his_blind_in() -> None:
    hand = play(deal("holdem no 1/2", A=100, B=100), "B call, A check")
    assert acted(hand) == [(2, Verb.CALL, 2, 1, False), (1, Verb.CHECK, 2, 0, False)]


def test_a_bet_of_one_chip_and_a_raise_over_it() -> None:
    hand = deal("holdem no 1/1", A=100, B=100)
    play(hand, "B check, A check" if turn(hand) == "B" and betting(hand, "B").call is None else "B call, A check")
    play(hand, "A bet 1, B raise 2")
    assert acted(hand)[-2:] == [(1, Verb.BET, 1, 1, False), (2, Verb.RAISE, 2, 2, False)]


def test_stud_says_bring_in_complete_raise() -> None:
    hand = deal(STUD, forced={"ante": 1, "bring_in": 2}, A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs")
    assert not betting(hand, "B").completing
    play(hand, "B bring-in")
    assert betting(hand, "C").completing
    play(hand, "C raise 5")
    assert not betting(hand, "A").completing
    play(hand, "A raise 10, B fold, C call")
    assert acted(hand) == [
        (2, Verb.BRING_IN, 2, 2, False),
        (3, Verb.COMPLETE, 5, 5, False),
        (1, Verb.RAISE, 10, 10, False),
        (2, Verb.FOLD, 2, 0, False),
        (3, Verb.CALL, 10, 5, False),
    ]


def test_over_a_bring_in_of_one_chip_one_completes() -> None:
    hand = deal(STUD, forced={"ante": 1, "bring_in": 1}, A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs")
    assert betting(play(hand, "B bring-in"), "C").completing


def test_a_bring_in_as_large_as_a_bet_is_the_first_of_the_bets() -> None:
    """One bet and three raises in all (S1-19): the bring-in is that bet."""
    hand = deal(STUD, forced={"ante": 1, "bring_in": 5}, A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs")
    play(hand, "B bring-in, C raise 10, A raise 15")
    assert amounts(hand, "B") == (20, 20)
    assert refused(play(hand, "B raise 20"), "C raise 25") is Code.RAISE_CAP


# What an offer says beside its amounts


def test_only_an_unopened_pot_of_jacks_is_to_be_opened() -> None:
    hand = deal(JACKS, forced={"ante": 2}, A="200 Ks9h7c5d3h", B=f"200 {QUEENS}", C=200)
    assert betting(hand, "A").to_open is True
    play(hand, "A check")
    assert betting(hand, "B").to_open is True
    play(hand, "B bet 10")
    assert betting(hand, "C").to_open is False
    holdem = deal("holdem no 1/2", A=100, B=100, C=100)
    assert betting(holdem, "C").to_open is False
    assert betting(play(holdem, "C call, A call, B check"), "A").to_open is False


def test_what_a_seat_could_bet_is_told_only_if_openers_are_all_that_it_lacks() -> None:
    hand = deal(JACKS, forced={"ante": 2}, A="200 Ks9h7c5d3h", B=f"200 {QUEENS}", C=200)
    lacking = betting(hand, "A")
    assert (lacking.barred, lacking.bet_to, lacking.would_open) == (Code.NOT_QUALIFIED, None, range(10, 11))
    able = betting(play(hand, "A check"), "B")
    assert (able.barred, able.bet_to, able.would_open) == (None, range(10, 11), None)
    short = betting(play(deal("holdem no 1/2", A=100, B=100, C=2), ""), "C")
    assert (short.barred, short.bet_to, short.would_open) == (Code.NOT_ENOUGH_CHIPS, None, None)
    capped = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, A=99, B=99, C=99)
    play(capped, "C raise 4, A raise 6, B raise 8")
    assert (betting(capped, "C").barred, betting(capped, "C").would_open) == (Code.RAISE_CAP, None)


def test_only_who_opened_without_openers_may_confess() -> None:
    honest = deal(JACKS, forced={"ante": 2}, A=f"200 {QUEENS}", B=200, C=200)
    play(honest, "A bet 10, B raise 20, C fold")
    assert betting(honest, "A").confess is False
    false = deal(
        JACKS, forced={"ante": 2}, house={"opener_check": OpenerCheck.HONOR}, A="200 Ks9h7c5d3h", B=200, C=200,
    )  # fmt: skip
    assert betting(false, "A").confess is False
    play(false, "A bet 10, B raise 20, C fold")
    assert betting(false, "A").confess is True


def test_the_opening_is_told_with_what_was_held() -> None:
    hand = deal(JACKS, forced={"ante": 2}, A="200 Ks9h7c5d3h", B=f"200 {QUEENS}", C=200)
    play(hand, "A check, B bet 10")
    assert events(hand, Opened) == [Opened(2, 10, parse_cards(QUEENS))]


def test_only_who_passes_before_the_opening_has_passed() -> None:
    """Who checks later, or in another game, has passed nothing."""
    hand = deal(JACKS, forced={"ante": 2}, A="200 Ks9h7c5d3h", B=f"200 {QUEENS}", C=200)
    play(hand, "A check, B bet 10, C call, A call")
    assert hand.passed == {1}
    play(hand, "A pat, B pat, C pat, B check, C check")
    assert hand.passed == {1}
    assert play(deal("holdem no 1/2", A=100, B=100), "B call, A check").passed == set()


def test_who_is_left_alone_before_the_opening_wins() -> None:
    """The others threw their hands away though a pass was free: that is not a deal that was passed in."""
    hand = play(deal(JACKS, forced={"ante": 2}, A=200, B=200, C=200), "A fold, B fold")
    assert hand.over
    assert stacks(hand) == (198, 198, 204)
    assert hand.carry == 0


# Borders of rules


@pytest.mark.parametrize(
    ("rule", "short", "may"),
    [
        (ShortAllIn.FULL, 20, True), (ShortAllIn.FULL, 19, False), (ShortAllIn.HALF, 15, True),
        (ShortAllIn.HALF, 14, False), (ShortAllIn.FULL, 15, False),
    ],
)  # fmt: skip
def test_the_border_of_a_short_all_in_in_fixed_limit(rule: ShortAllIn, short: int, may: bool) -> None:
    """A bets 10 and is raised all-in to `short`: half a bet more, or a whole one, lets him raise again (TDA-47B)."""
    house = {"fl_allin_reopen": rule, "fl_allin_counts": rule}
    hand = deal(JACKS, forced={"ante": 2}, house=house, A=f"200 {QUEENS}", B=short + 2, C=200)
    play(hand, "A bet 10, B all-in, C call")
    assert (betting(hand, "A").barred is None) is may


def test_a_cap_that_the_blind_alone_fills_holds_for_three() -> None:
    """No raises at all: only heads-up there is no cap, if the house says so."""
    house = {"max_raises": 0, "heads_up_uncapped": True}
    three = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, house=house, A=99, B=99, C=99)
    assert betting(three, "C").barred is Code.RAISE_CAP
    assert betting(play(three, "C fold"), "A").barred is None


def test_after_a_bet_was_taken_back_the_round_goes_on_from_what_is_left() -> None:
    """The false opener's raise is withdrawn: the next full bet is counted from the bet that stands (S0-51)."""
    house = {"opener_check": OpenerCheck.HONOR, "false_opener_extra_bets": ExtraBets.WITHDRAW}
    hand = deal(JACKS, forced={"ante": 2}, house=house, A="200 Ks9h7c5d3h", B=200, C=200, D=200)
    play(hand, "A bet 10, B call, C raise 20, D call, A raise 30, A confess")
    assert turn(hand) == "B"
    assert (betting(hand, "B").call, amounts(hand, "B")) == (10, (30, 30))
    play(hand, "B raise 30")
    assert acted(hand)[-1] == (2, Verb.RAISE, 30, 20, False)
    assert offer(hand, "C") == betting(hand, "C")


def test_no_answer_is_waited_for_when_nobody_owes_one() -> None:
    hand = play(deal("holdem no 1/2", A=2, B=100), "B call")
    assert hand.over
    assert hand.waiting_on == ()


def test_a_layer_counts_nothing_of_who_is_below_it() -> None:
    assert layers([0, 10, 10, 4], (1, 2), 0) == (Pot(24, (1, 2)),)
    assert layers([0, 10, 4, 4], (1, 2), 5) == (Pot(17, (1, 2)), Pot(6, (1,)))
