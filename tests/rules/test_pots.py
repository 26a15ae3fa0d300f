"""Pots: side pots, uncalled chips, odd chips, high and low, several boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules.events import Acted, Posted
from engine.rules.hand import Hand
from engine.rules.house import HiloIdentical, OddChip
from engine.rules.pots import Pot, cut, layers
from engine.rules.stakes import Due, PostKind
from tests.rules.notation import alike, deal, events, play, pots, returned, seat, shown, stacks, turn

CHECKED = "check"


def check_down(hand: Hand) -> Hand:
    """Everybody checks until the hand is over."""
    while not hand.over:
        play(hand, f"{turn(hand)[0]} check")
    return hand


# Odd chips


def test_b1_the_odd_chip_goes_left_of_the_button() -> None:
    """A folds his small blind's 1, B and C tie with the board; pot 5: B, first left of the button, has 3 (S1-55)."""
    hand = deal("holdem no 1/2", board="4s 5h 6d 7c 8s", A="100 2c2d", B="100 AcAd", C="100 KcKd")
    check_down(play(hand, "C call, A fold, B check"))

    assert stacks(hand) == (99, 101, 100)


@pytest.mark.parametrize(("amount", "parts"), [(7, (4, 3)), (5, (3, 2)), (8, (4, 4))])
def test_b2_a_split_neither_makes_nor_loses_chips(amount: int, parts: tuple[int, ...]) -> None:
    assert cut(amount, 2) == parts


def test_three_equal_hands_share_eight() -> None:
    """One chip each, not two for the first: 3, 3, 2."""
    assert cut(8, 3) == (3, 3, 2)


def test_odd_chips_may_wait_for_the_next_hand() -> None:
    hand = deal(
        "holdem no 1/2", house={"odd_chip": OddChip.CARRY_OVER}, board="4s 5h 6d 7c 8s",
        A="100 2c2d", B="100 AcAd", C="100 KcKd",
    )
    check_down(play(hand, "C call, A fold, B check"))

    assert (stacks(hand), hand.carry, hand.reason) == ((99, 100, 100), 1, None)


# Layers


def test_b3_folded_money_does_not_cut_pots() -> None:
    """A and C put in 2 each and tie, the others folded 1 and 2 chips: one pot, 5 each."""
    hand = deal(
        "five_card_draw fixed 1/1", forced={"ante": 1},
        A="9 AsKsQsJs9d", B="9", C="9 AdKdQdJd9s", D="9", E="9",
    )
    play(hand, "A bet 1, B call, C call, D fold, E fold, A pat, B pat, C pat, A bet 1, B fold, C call")

    assert (pots(hand), stacks(hand)) == ([(10, "AC")], (11, 7, 11, 8, 8))


def test_layers_have_the_carried_chips_in_the_main_pot() -> None:
    assert layers([0, 30, 80, 80], [1, 2, 3], 7) == (Pot(97, (1, 2, 3)), Pot(100, (2, 3)))


def test_carried_chips_are_counted_once_when_a_seat_put_in_nothing() -> None:
    """Seat 1 is in for nothing of its own: the dead chips are the main pot."""
    assert layers([0, 0, 10, 10], [1, 2, 3], 5) == (Pot(5, (1, 2, 3)), Pot(20, (2, 3)))


def test_nobody_wins_more_from_each_than_he_put_in() -> None:
    """Of a dead hand's 50 seat 2 can win 20; the rest belongs to no pot (S4-19)."""
    assert layers([0, 10, 20, 50], [1, 2], 0) == (Pot(30, (1, 2)), Pot(20, (2,)))


def test_b5_a_folded_hand_wins_nothing() -> None:
    """Seven-deuce bets, aces fold: the pot goes without a showdown and nobody shows."""
    hand = deal("holdem no 1/2", A="100 AsAd", B="100", C="100 7c2d")
    play(hand, "C raise 6, A fold, B fold")

    assert (stacks(hand), shown(hand)) == ((99, 98, 103), "")


def test_b6_a_shove_that_nobody_calls_wins_the_blind() -> None:
    hand = play(deal("holdem no 1/2", A=200, B=200), "B all-in, A fold")

    assert stacks(hand) == (198, 202)


@pytest.mark.parametrize(("a", "b", "end"), [("AsAd", "KsKd", (196, 4)), ("KsKd", "AsAd", (0, 200))])
def test_b7_unequal_all_ins_heads_up(a: str, b: str, end: tuple[int, int]) -> None:
    """98 against 102: 4 come back at once, the pot is 196."""
    hand = deal("holdem no 1/2", board="2c 3h 8d 9c Jh", A=f"98 {a}", B=f"102 {b}")
    play(hand, "B raise 102, A call")

    assert (returned(hand), pots(hand), stacks(hand)) == ({"B": 4}, [(196, "AB")], end)


def test_b8_an_all_in_player_stays_in_to_the_end() -> None:
    """All put in 100 before the flop, B and C 200 more on the turn; A best, B second: 300 and 400."""
    hand = deal(
        "holdem no 25/50", board="2c 3h 8d 9c Jh",
        A="100 AsAd", B="1000 KsKd", C="1000 QsQd",
    )
    play(hand, "C raise 100, A call, B call, B check, C check, B bet 200, C call, B check, C check")

    assert (pots(hand), stacks(hand)) == ([(300, "ABC"), (400, "BC")], (300, 1100, 700))


def test_b10_an_uncalled_bet_is_not_won() -> None:
    """Pot 99, A bets 200 and all fold: 200 returned, 99 won."""
    hand = deal("holdem no 16/33", A=500, B=500, C=500)
    play(hand, "C call, A call, B check, A bet 200, B fold, C fold")

    assert (returned(hand), pots(hand), stacks(hand)) == ({"A": 200}, [(99, "A")], (566, 467, 467))


def test_issue_46_each_side_pot_is_split_on_its_own() -> None:
    """Seven seats, four pots: 220/185/185/0/4/178/0."""
    hand = deal(
        "holdem no 1/2", forced={"ante": 1}, board="7c 2h Td Kc Qs",
        A="76 QhTs", B="181 8h2s", C="300 AsKh", D="117 4s6d", E="5 Ah6c", F="66 TcQd", G="27 4dQc",
    )
    play(hand, "C raise 114, D all-in, E fold, F all-in, G all-in, A all-in, B call, C fold")
    check_down(hand)

    assert stacks(hand) == (220, 185, 185, 0, 4, 178, 0)


def test_issue_40_what_a_short_reraise_cannot_match_comes_back() -> None:
    hand = deal("holdem no 10/20", board="2c 3h 8d 9c Jh", A="200 KsKd", B="1000 AsAd")
    play(hand, "B raise 100, A raise 180, B all-in, A call")

    assert (returned(hand), stacks(hand)) == ({"B": 800}, (0, 1200))


def test_b37_antes_are_in_the_pot() -> None:
    """Antes of 5, blinds 1/2, all fold to the big blind: he ends two antes and the small blind up."""
    hand = play(deal("holdem no 1/2", forced={"ante": 5}, A=100, B=100, C=100), "C fold, A fold")

    assert stacks(hand) == (94, 111, 95)
    assert sum(event.amount for event in events(hand, Posted)) == 18


def test_b37_all_in_for_a_short_ante() -> None:
    """A has 4 of 5: he may win 12; what exceeds his ante is a side pot, never returned."""
    hand = deal("holdem no 1/2", forced={"ante": 5}, board="2c 3h 8d 9c Jh", A="4 AsAd", B="100 KsKd", C="100 QsQd")
    check_down(play(hand, "C call, B check"))

    assert pots(hand) == [(12, "ABC"), (6, "BC")]
    assert not [event for event in events(hand, Acted) if event.seat == seat("A")]


def test_an_ante_above_a_short_one_is_a_side_pot_even_alone() -> None:
    """A 3 of an ante of 5 heads-up: B's other 2 are a pot of his own, not uncalled chips."""
    hand = deal("five_card_draw fixed 10/20", forced={"ante": 5}, A="3 AsAdAhAc2c", B="100")
    play(hand, "A pat, B pat")

    assert (returned(hand), pots(hand), stacks(hand)) == ({}, [(6, "AB"), (2, "B")], (6, 97))


def test_b49_everybody_a_winner() -> None:
    """Three play the board and share; then two tie and the third is worse."""
    board = "As Kd Qh Jc Ts"
    hand = check_down(play(deal("holdem no 1/2", board=board, A=99, B=99, C=99), "C call, A call, B check"))
    assert stacks(hand) == (99, 99, 99)

    hand = deal("holdem no 1/2", board="As Kd Qh 7c 2s", A="99 JcTd", B="99 JdTh", C="99 9c9d")
    assert stacks(check_down(play(hand, "C call, A call, B check"))) == (100, 100, 97)


# High and low


def test_b51_quarters() -> None:
    """C has the high, A and B share the low: 150, 75, 75 of 300."""
    hand = deal(
        "omaha8 fixed 100/200", forced={"blinds": (50, 100)}, board="3s 4d 8h Kc Qs",
        A="100 Ac2cTdJd", B="100 Ad2hTc9s", C="100 KdKhJs9h",
    )
    play(hand, "C call, A call")

    assert stacks(hand) == (75, 75, 150)


def test_b51_odd_chips_of_quarters() -> None:
    """303: 152 high, 151 low, of which the first seat left of the button has 76."""
    hand = deal(
        "omaha8 fixed 101/202", forced={"blinds": (50, 101)}, board="3s 4d 8h Kc Qs",
        A="101 Ac2cTdJd", B="101 Ad2hTc9s", C="101 KdKhJs9h",
    )
    play(hand, "C call, A call")

    assert stacks(hand) == (76, 75, 152)


def test_b52_a_short_all_in_wins_half_of_the_main_pot_only() -> None:
    """A has the best low and 50; the side pot of 300 finds its own high and low."""
    hand = deal(
        "omaha8 no 1/2", board="3s 4d 8h Kc Qs",
        A="50 Ac2cTdJd", B="200 Ad5h6cTs", C="200 KdKhJs9h",
    )
    play(hand, "C all-in, A call, B call")

    assert [amount for amount, _ in pots(hand)] == [75, 75, 150, 150]
    assert stacks(hand) == (75, 150, 225)


def test_b53_no_low() -> None:
    """Two low cards on the board: the high hand takes it all."""
    hand = deal(
        "omaha8 fixed 2/4", forced={"blinds": (1, 2)}, board="3s 9d Tc Kc Qs",
        A="50 Ac2cTd5d", B="50 KdKhJs9h", C="50",
    )
    check_down(play(hand, "C fold, A call, B check"))

    assert (pots(hand), stacks(hand)) == ([(4, "AB")], (48, 52, 50))


def test_the_odd_chip_of_a_pot_goes_to_the_high_half() -> None:
    """Pot 7: high 4, low 3."""
    hand = deal(
        "omaha8 fixed 3/6", forced={"blinds": (1, 3)}, board="3s 4d 8h Kc Qs",
        A="9 9c9dTd5d", B="9 KdKhJs9h", C="9 Ac2cTcJd",
    )
    check_down(play(hand, "C call, A fold, B check"))

    assert stacks(hand) == (8, 10, 9)


@pytest.mark.parametrize(
    ("rule", "end"), [(HiloIdentical.EVEN, (52, 52, 50, 47)), (HiloIdentical.PER_HALF, (53, 51, 50, 47))]
)
def test_the_same_hands_both_ways(rule: HiloIdentical, end: tuple[int, ...]) -> None:
    """A and B tie for high and low of a pot of 10: evenly 5 each; by halves the first has 3 + 3 (ruling 13)."""
    hand = deal(
        "omaha8 fixed 3/6", forced={"blinds": (1, 3)}, house={"hilo_identical": rule}, carried=1,
        board="3s 4d 8h Kc Qs", A="50 Ac2cTd9d", B="50 Ad2dTh9c", C="50", D="50 5c6d7d9s",
    )
    check_down(play(hand, "C fold, D call, A call, B check"))

    assert stacks(hand) == end


# Several boards

RUNS = {"max_runs": 3}


def _twice(votes: str) -> Hand:
    hand = deal(
        "holdem no 1/2", house=RUNS, A="50 AsAd", B="50 KsKd",
        then="2c 3c4c5d 6h 8h 7h 9h Tc KhTd9c 2d 3d 2h 4h",
    )
    return play(hand, f"B all-in, A call, {votes}")


def test_b88_all_agree_to_run_it_twice() -> None:
    """The same deck goes on: A wins the first board, B with a set of kings the second."""
    hand = _twice("A runs 2, B runs 2")

    assert [board[:3] for board in hand.boards] == [("3c", "4c", "5d"), ("Kh", "Td", "9c")]
    assert (pots(hand), stacks(hand)) == ([(50, "AB"), (50, "AB")], (50, 50))


def test_b88_the_fewest_win_and_order_does_not_matter() -> None:
    assert len(_twice("B runs 3, A runs 2").boards) == 2
    assert len(_twice("B runs 1, A runs 2").boards) == 1


def test_runs_are_bounded_by_the_stub() -> None:
    """Ten seats of Omaha leave 12 cards: one board and its burns, no second one, so nobody is asked."""
    hand = deal("omaha no 1/2", house=RUNS, **alike("ABCDEFGHIJ", 4))
    for name in "CDEFGHIJAB":
        play(hand, f"{name} {'all-in' if name == 'C' else 'call'}")

    assert hand.over
    assert len(hand.boards) == 1


def test_an_odd_chip_of_runs_goes_to_the_first_board() -> None:
    """101 chips: 51 for the first board, 50 for the second."""
    hand = deal(
        "holdem no 1/2", house=RUNS, carried=1, A="50 AsAd", B="50 KsKd",
        then="2c 3c4c5d 6h 8h 7h 9h Tc KhTd9c 2d 3d 2h 4h",
    )
    play(hand, "B all-in, A call, A runs 2, B runs 2")

    assert pots(hand) == [(51, "AB"), (50, "AB")]


def test_a_dead_blind_is_everybodys_money() -> None:
    """A returning seat posts a dead 1 beside its live 2: the main pot has it, no side pot of its own (B36)."""
    dealt = deal("holdem no 1/2", A=100, B=100, C=100).setup
    owed = (*dealt.dues, Due(3, PostKind.LIVE_POST, 2), Due(3, PostKind.DEAD_BLIND, 1))
    hand = Hand(replace(dealt, dues=owed))
    hand.begin()
    play(hand, "C check, A call, B check")

    assert hand.pots() == (Pot(7, (1, 2, 3)),)
