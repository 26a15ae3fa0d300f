"""Betting rounds: amounts, the right to raise, caps, limits, who speaks. `b..`: bugs known from other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.rules.hand import Hand
from engine.rules.house import MinRaise, ShortAllIn
from engine.rules.play import BetTo, Check, Code, Fold, PokerError, time_out
from engine.rules.stakes import Due, PostKind
from tests.rules.notation import alike, amounts, betting, deal, offer, play, pots, refused, returned, seat, stacks, turn

# The right to raise


def test_b13_an_all_in_below_a_full_raise_does_not_reopen() -> None:
    """C all-in 16 is a full raise, D calls, A all-in 19, B calls: D owes 3 and may not raise (TDA-47, S4-8)."""
    hand = play(deal("holdem no 1/2", A=19, B=200, C=16, D=200), "C all-in, D call, A all-in, B call")

    assert (turn(hand), betting(hand, "D").call) == ("D", 3)
    assert betting(hand, "D").barred is Code.NOT_REOPENED
    assert refused(hand, "D raise 100") is Code.NOT_REOPENED


def test_b13_nor_for_the_raiser_himself() -> None:
    """The same with C deep: neither C nor D may raise over the short all-in."""
    hand = play(deal("holdem no 1/2", A=19, B=200, C=200, D=200), "C raise 16, D call, A all-in, B call")

    assert betting(hand, "C").barred is Code.NOT_REOPENED
    assert betting(play(hand, "C call"), "D").barred is Code.NOT_REOPENED


def _three_short(second: int) -> tuple[int | None, tuple[int, int] | None]:
    hand = deal("holdem no 50/100", A=1100, B=225, C=1100, D=100 + second, E=1100)
    play(hand, "C call, D call, E call, A call, B check")
    play(hand, "A bet 100, B all-in, C call, D all-in, E fold")
    return betting(hand, "A").call, amounts(hand, "A")


def test_several_short_all_ins_add_up_to_a_raise() -> None:
    """A bet 100, all-ins of 125 and 200: A faces 100 more and may raise to 300 (TDA-47A, nl-04)."""
    assert _three_short(200) == (100, (300, 1000))


def test_several_short_all_ins_that_do_not_add_up() -> None:
    """The same with 190: A owes 90 and may not raise."""
    assert _three_short(190) == (90, None)


def test_several_short_all_ins_count_for_each_seat_alone() -> None:
    """C matched 125, so that 200 is only 75 more for him: no raise."""
    hand = deal("holdem no 50/100", A=1100, B=225, C=1100, D=300, E=1100)
    play(hand, "C call, D call, E call, A call, B check")
    play(hand, "A bet 100, B all-in, C call, D all-in, E fold, A call")

    assert (betting(hand, "C").call, betting(hand, "C").barred) == (75, Code.NOT_REOPENED)


def test_a_limper_may_not_raise_a_short_all_in_but_the_big_blind_may() -> None:
    """C limps 100, D all-in 150: the big blind has not acted and may raise to 250; C may only call 50."""
    hand = play(deal("holdem no 50/100", A=1000, B=1000, C=1000, D=150, E=1000), "C call, D all-in, E call, A fold")

    assert amounts(hand, "B") == (250, 1000)
    assert betting(play(hand, "B fold"), "C").barred is Code.NOT_REOPENED
    assert betting(hand, "C").call == 50


def test_a_check_is_an_action() -> None:
    """A checks, B is all-in for 1 into a big blind of 2: A may call or fold (ruling 4)."""
    hand = play(deal("holdem no 1/2", A=100, B=3, C=100), "C call, A call, B check, A check, B bet 1, C call")

    assert (betting(hand, "A").call, betting(hand, "A").barred) == (1, Code.NOT_REOPENED)


def test_a_full_raise_over_a_short_all_in_reopens_for_all() -> None:
    """A bets 10, B all-in 15, C raises to 25, a raise of 10: A may raise again (S4-11)."""
    hand = play(deal("holdem no 1/2", A=102, B=17, C=102), "C call, A call, B check, A bet 10, B all-in")

    assert amounts(hand, "C") == (25, 100)
    assert amounts(play(hand, "C raise 25"), "A") == (35, 100)


def test_wsop_96a_full_raise_reopens() -> None:
    """Bet 500, raise to 1000, call, all-in 1300, all-in 1700: the first bettor faces 1200 and may raise to 2200."""
    forced = {"blinds": (), "min_bet": 2, "ante": 1}
    hand = deal("holdem no 1/2", forced=forced, A=20001, B=20001, C=20001, D=1301, E=1701)
    play(hand, "A bet 500, B raise 1000, C call, D all-in, E all-in")

    assert amounts(hand, "A") == (2200, 20000)
    assert amounts(play(hand, "A call"), "B") == (2200, 20000)


# The least raise


def test_b15_between_a_call_and_a_full_raise_one_may_be_all_in() -> None:
    """UTG raises to 60, D has 90: all-in is offered, the next full raise is to 130."""
    hand = play(deal("holdem no 10/20", A=500, B=500, C=500, D=90), "C raise 60")

    assert (betting(hand, "D").call, amounts(hand, "D")) == (60, (90, 90))
    play(hand, "D all-in")
    assert (betting(hand, "A").call, amounts(hand, "A")) == (80, (130, 500))


def test_b17_an_opponents_stack_does_not_lower_my_least_raise() -> None:
    """Heads-up 10/20, raise to 100, reraise to 180: the next is to 260 although the opponent has only 200 (TDA-43)."""
    hand = play(deal("holdem no 10/20", A=200, B=1000), "B raise 100, A raise 180")

    assert amounts(hand, "B") == (260, 1000)
    play(hand, "B raise 260, A call")
    assert returned(hand) == {"B": 60}


def test_b23_a_raise_smaller_than_the_last_is_refused() -> None:
    """Bet 100, raise to 300: 350 is refused, 500 is the least (S4-2)."""
    hand = play(deal("holdem no 1/2", A=1000, B=1000, C=1000), "C call, A call, B check, A bet 100, B raise 300")

    assert refused(hand, "C raise 350") is Code.TOO_SMALL
    assert amounts(hand, "C") == (500, 998)


def test_b24_an_amount_is_a_total() -> None:
    """The small blind of 5 raises to 30: 25 chips go in."""
    hand = play(deal("holdem no 5/10", A=100, B=100, C=100), "C fold, A raise 30")

    assert (hand.bet[seat("A")], hand.stack[seat("A")]) == (30, 70)


def test_the_counting_starts_anew_on_each_street() -> None:
    """A raise of 40 before the flop leaves the least bet on the flop at the big blind (S4-5)."""
    hand = play(deal("holdem no 1/2", A=500, B=500, C=500), "C raise 42, A call, B call")

    assert amounts(hand, "A") == (2, 458)
    assert amounts(play(hand, "A bet 10, B raise 35"), "C") == (60, 458)


def test_a_short_opening_bet_is_raised_by_a_big_blind() -> None:
    """B is all-in for 1: the next raise is to 1 + 2 (ruling 5)."""
    hand = play(deal("holdem no 1/2", A=100, B=3, C=100), "C call, A call, B check, A check, B bet 1")

    assert amounts(hand, "C") == (3, 98)


def test_the_double_minimum_does_not_fall_below_the_increment() -> None:
    """House rule double: over an all-in of 1 twice the bet would be 2, but the least raise is to 3 (S2-82)."""
    double = {"min_raise": MinRaise.DOUBLE}
    hand = play(deal("holdem no 1/2", house=double, A=100, B=3, C=100), "C call, A call, B check, A check, B bet 1")

    assert amounts(hand, "C") == (3, 98)
    assert amounts(play(hand, "C raise 7"), "A") == (14, 98)


@pytest.mark.parametrize(("rule", "least"), [(MinRaise.INCREMENT, 12), (MinRaise.DOUBLE, 14)])
def test_both_readings_of_the_least_reraise(rule: MinRaise, least: int) -> None:
    """Raised from 2 to 7: by the increment 12, by twice the bet 14 (ruling 1)."""
    hand = play(deal("holdem no 1/2", house={"min_raise": rule}, A=100, B=100, C=100), "C raise 7")

    assert amounts(hand, "A") == (least, 100)


# Amounts that are none


@pytest.mark.parametrize("amount", [-8, 0, 1, 2, 3])
def test_b27_absurd_amounts_are_refused(amount: int) -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)

    assert refused(hand, f"C raise {amount}") is Code.TOO_SMALL


@pytest.mark.parametrize("amount", [101, 10**9, 10**20])
def test_b28_a_bet_above_the_stack_is_refused_and_not_made_smaller(amount: int) -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)

    assert refused(hand, f"C raise {amount}") is Code.NOT_ENOUGH_CHIPS


def test_a_bet_of_a_fraction_or_a_truth_is_refused() -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)
    for odd in (6.0, True, "6", None):
        with pytest.raises(PokerError) as error:
            hand.act(seat("C"), BetTo(odd))  # type: ignore[arg-type]
        assert error.value.code is Code.ILLEGAL_ACTION


def test_out_of_turn_nothing_happens() -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)

    assert refused(hand, "A fold") is Code.NOT_YOUR_TURN
    assert refused(hand, "C check") is Code.ILLEGAL_ACTION


def test_after_the_hand_nothing_happens() -> None:
    hand = play(deal("holdem no 1/2", A=100, B=100, C=100), "C fold, A fold")

    assert refused(hand, "B check") is Code.HAND_OVER
    assert refused(hand, "B confess") is Code.HAND_OVER


# Blinds


def test_b18_a_short_big_blind_does_not_lower_the_price() -> None:
    """5/10, the big blind has 3: others call 10 and raise to 20; he can win 3 from each (ruling 14)."""
    hand = deal("holdem no 5/10", A=100, B=3, C=100)

    assert (betting(hand, "C").call, amounts(hand, "C")) == (10, (20, 100))
    play(hand, "C call, A fold")
    assert (returned(hand), hand.put_in[seat("C")]) == ({"C": 5}, 5)


def test_b19_a_blind_above_the_stack_takes_the_stack() -> None:
    hand = deal("holdem no 10/20", A=100, B=5, C=100)

    assert (hand.stack[seat("B")], hand.bet[seat("B")]) == (0, 5)


def test_b21_the_big_blind_has_the_option() -> None:
    """Two fold, the small blind completes: the big blind may check or raise (S1-48)."""
    hand = play(deal("holdem no 1/2", A=100, B=100, C=100, D=100), "C fold, D fold, A call")

    assert (turn(hand), betting(hand, "B").call, amounts(hand, "B")) == ("B", None, (4, 100))


def test_b31_heads_up_the_button_posts_the_small_blind_and_speaks_first() -> None:
    """The button (B) is first before the flop and last after it (ruling 28)."""
    hand = deal("holdem no 1/2", A=100, B=100)

    assert (hand.bet[seat("A")], hand.bet[seat("B")], turn(hand)) == (2, 1, "B")
    assert turn(play(hand, "B call, A check")) == "A"


def test_b32_one_blind_heads_up() -> None:
    """The other seat posts it; the button speaks first, the blind has the last word and then speaks first."""
    hand = deal("holdem no 2", A=100, B=100)

    assert (hand.bet[seat("A")], hand.bet[seat("B")], turn(hand)) == (2, 0, "B")
    assert turn(play(hand, "B call")) == "A"
    assert turn(play(hand, "A check")) == "A"


def test_b33_after_the_flop_the_first_live_seat_speaks() -> None:
    """The button raised and both blinds called: the small blind is first on the flop."""
    hand = play(deal("holdem no 1/2", A=100, B=100, C=100, D=100), "C fold, D raise 6, A call, B call")

    assert turn(hand) == "A"


def _straddled(posts: dict[str, int]) -> str:
    """Who speaks first when a straddle lies behind the blinds."""
    setup = deal("holdem no 1/2", **alike("ABCDEF", 100)).setup
    more = tuple(Due(seat(name), PostKind.STRADDLE, amount) for name, amount in posts.items())
    hand = Hand(replace(setup, dues=(*setup.dues, *more)))
    hand.begin()
    return turn(hand)


def test_a_straddle_moves_the_first_to_act_and_a_newcomers_post_does_not() -> None:
    assert _straddled({}) == "C"
    assert _straddled({"C": 4}) == "D"
    assert _straddled({"C": 4, "D": 8}) == "E"
    assert _straddled({"F": 4}) == "A"


def test_a_newcomers_post_is_live() -> None:
    """D posts 2 behind the blinds: C still speaks first, and D may check when nobody raises."""
    setup = deal("holdem no 1/2", A=100, B=100, C=100, D=100, E=100).setup
    hand = Hand(replace(setup, dues=(*setup.dues, Due(seat("D"), PostKind.LIVE_POST, 2))))
    hand.begin()

    assert turn(hand) == "C"
    assert betting(play(hand, "C call"), "D").call is None


def test_a_walk_wins_the_small_blind_only() -> None:
    """Everybody folds: 1 more for the big blind, his uncalled 1 comes back (99/101/100)."""
    hand = play(deal("holdem no 1/2", A=100, B=100, C=100), "C fold, A fold")

    assert (stacks(hand), returned(hand)) == ((99, 101, 100), {"B": 1})


def test_a_walk_with_one_blind_has_no_pot() -> None:
    """The blind comes back; there is nothing to award (ruling 36)."""
    hand = play(deal("holdem no 2", A=100, B=100, C=100), "B fold, C fold")

    assert (stacks(hand), returned(hand), pots(hand)) == ((100, 100, 100), {"A": 2}, [])


# Caps


def test_b22_no_limit_has_no_cap() -> None:
    """Five raises in one street."""
    hand = deal("holdem no 1/2", A=1000, B=1000, C=1000)
    play(hand, "C raise 4, A raise 6, B raise 8, C raise 10, A raise 12, B raise 14")

    assert amounts(hand, "C") == (16, 1000)


def test_b22_fixed_limit_stops_after_three_raises() -> None:
    """Blinds 1/2 at 2/4: 4, 6, 8 and no more; the blind is the first bet (S2-11)."""
    hand = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, A=99, B=99, C=99)
    play(hand, "C raise 4, A raise 6, B raise 8")

    assert betting(hand, "C").barred is Code.RAISE_CAP
    assert refused(hand, "C raise 10") is Code.RAISE_CAP


def test_no_cap_for_two_players() -> None:
    """C folded on an earlier street (S1-21)."""
    hand = play(deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, A=99, B=99, C=99), "C fold, A call, B check")
    play(hand, "A bet 2, B raise 4, A raise 6, B raise 8, A raise 10")

    assert amounts(hand, "B") == (12, 12)


def test_a_cap_reached_by_three_stays_for_two() -> None:
    """The cap is reached with three in; when C folds it stays (ruling 3)."""
    hand = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, A=99, B=99, C=99)
    play(hand, "C raise 4, A raise 6, B raise 8")

    assert betting(play(hand, "C fold"), "A").barred is Code.RAISE_CAP


def test_an_all_in_player_counts_for_the_cap() -> None:
    """C is all-in but still in: three are in, the cap holds (FORMAT heads_up_uncapped)."""
    hand = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, A=99, B=99, C=4)
    play(hand, "C raise 4, A raise 6, B raise 8")

    assert betting(hand, "A").barred is Code.RAISE_CAP


def test_the_cap_is_a_number_or_none() -> None:
    four = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, house={"max_raises": 4}, A=99, B=99, C=99)
    free = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, house={"max_raises": None}, A=99, B=99, C=99)
    line = "C raise 4, A raise 6, B raise 8, C raise 10"

    assert betting(play(four, line), "A").barred is Code.RAISE_CAP
    assert amounts(play(free, line), "A") == (12, 12)


# Fixed limit, short all-ins (ruling 37)


def _limit(**house: Any) -> Hand:
    hand = deal("holdem fixed 10/20", forced={"blinds": (5, 10)}, house=house, A=200, B=200, C=26)
    return play(hand, "C call, A call, B check, A bet 10, B call, C all-in")


def test_an_all_in_of_half_a_bet_more_counts_as_a_raise() -> None:
    """Bet 10, all-in 16: the bettor may raise, to 26 (Robert's)."""
    assert amounts(_limit(), "A") == (26, 26)


def test_an_all_in_may_reopen_at_half_and_count_when_full() -> None:
    """As card rooms on the net do: 16 over 10 is completed to 20."""
    assert amounts(_limit(fl_allin_counts=ShortAllIn.FULL), "A") == (20, 20)


def test_an_all_in_may_reopen_only_when_full() -> None:
    hand = _limit(fl_allin_reopen=ShortAllIn.FULL, fl_allin_counts=ShortAllIn.FULL)

    assert betting(hand, "A").barred is Code.NOT_REOPENED


def test_an_all_in_below_half_is_completed_by_who_has_not_acted() -> None:
    """Bet 10, B all-in 13: C may call 13 or complete to 20; A is not reopened by 3."""
    hand = deal("holdem fixed 10/20", forced={"blinds": (5, 10)}, A=200, B=23, C=200)
    play(hand, "C call, A call, B check, A bet 10, B all-in")

    assert (betting(hand, "C").call, amounts(hand, "C")) == (13, (20, 20))
    assert betting(play(hand, "C call"), "A").barred is Code.NOT_REOPENED


def test_a_wrong_amount_in_fixed_limit() -> None:
    hand = deal("holdem fixed 10/20", forced={"blinds": (5, 10)}, A=200, B=200, C=200)

    assert refused(hand, "C raise 25") is Code.WRONG_AMOUNT


# Pot and spread limit


def test_b25_the_pot_counts_the_call_first() -> None:
    """50/100: 350, then 1200; at 5/10: 35 (S2-80, S2-81)."""
    hand = deal("omaha pot 50/100", A=5000, B=5000, C=5000, D=5000)

    assert amounts(hand, "C") == (200, 350)
    assert amounts(play(hand, "C raise 350"), "D") == (600, 1200)
    assert amounts(deal("omaha pot 5/10", A=500, B=500, C=500), "C") == (20, 35)


def test_the_pot_counts_antes_and_carried_chips() -> None:
    """Antes of 3 x 2 and 9 carried chips: 1 + 2 + 6 + 9 + call 2 = 20 on top of 2 (ruling 15)."""
    hand = deal("omaha pot 1/2", forced={"ante": 2}, carried=9, A=500, B=500, C=500)

    assert amounts(hand, "C") == (4, 22)


def test_one_ante_for_all_does_not_count_before_the_flop() -> None:
    """Big-blind ante of 2 at 1/2: still 7; on the flop it is in the pot (ruling 33)."""
    hand = deal("omaha pot 1/2", forced={"bb_ante": 2}, A=100, B=100, C=100)

    assert amounts(hand, "C") == (4, 7)
    assert amounts(play(hand, "C call, A call, B check"), "A") == (2, 8)


def test_a_short_small_blind_counts_in_full() -> None:
    """5/10 with 2 of the small blind: 35 all the same (ruling 14)."""
    assert amounts(deal("omaha pot 5/10", A=2, B=500, C=500), "C") == (20, 35)


def test_the_pot_after_the_flop_is_the_real_one() -> None:
    """The short blind's missing 3 are not in the middle on the flop: 22 is the most."""
    hand = play(deal("omaha pot 5/10", A=2, B=500, C=500), "C call, B check")

    assert amounts(hand, "B") == (10, 22)


def test_spread_limit_asks_for_the_last_raise() -> None:
    """2-10 spread, bet 6: raise to 12 at least, 16 at most (ruling 5)."""
    hand = deal("holdem spread 2-10", forced={"blinds": (1, 2)}, A=99, B=99, C=99)

    assert amounts(hand, "C") == (4, 12)
    play(hand, "C call, A call, B check, A bet 6")
    assert amounts(hand, "B") == (12, 16)


def test_spread_limit_has_a_cap() -> None:
    hand = deal("holdem spread 2-10", forced={"blinds": (1, 2)}, A=99, B=99, C=99)
    play(hand, "C raise 4, A raise 6, B raise 8")

    assert betting(hand, "C").barred is Code.RAISE_CAP


# Nobody left to bet


def test_b12_the_last_with_chips_is_not_asked() -> None:
    """C and D all-in, A folds to B's bet on the flop: 100 back to B, nobody is asked any more, 200 for B, C, D."""
    hand = play(deal("holdem no 1/2", A=300, B=300, C=50, D=50), "C all-in, D call, A call, B call")
    play(hand, "A check, B bet 100, A fold")

    assert (turn(hand), returned(hand)) == ("", {"B": 100})
    assert hand.over
    assert sum(stacks(hand)) == 700


def test_no_bet_is_offered_when_nobody_can_call_it() -> None:
    """B is all-in: A may call or fold."""
    hand = play(deal("holdem no 1/2", A=500, B=100), "B all-in")

    assert (betting(hand, "A").call, betting(hand, "A").barred) == (98, Code.NOBODY_TO_CALL)


def test_an_all_in_for_exactly_the_blind_asks_nobody() -> None:
    """Heads-up, the small blind calls with his last chip: the big blind has nothing to decide."""
    hand = play(deal("holdem no 1/2", A=100, B=2), "B call")

    assert hand.over


def test_without_check_raise_a_checker_may_only_call() -> None:
    """House rule check_raise off (S0-26)."""
    hand = deal("holdem fixed 2/4", forced={"blinds": (1, 2)}, house={"check_raise": False}, A=99, B=99, C=99)
    play(hand, "C call, A call, B check, A check, B bet 2, C call")

    assert betting(hand, "A").barred is Code.NO_CHECK_RAISE


# Time


def test_b62_the_clock_checks_when_it_is_free_and_folds_otherwise() -> None:
    hand = deal("holdem no 1/2", A=100, B=100, C=100)

    assert time_out(offer(hand, "C")) == Fold()
    assert time_out(offer(play(hand, "C call, A call"), "B")) == Check()
