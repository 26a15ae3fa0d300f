"""Stud: the bring-in, who speaks, open pairs, short decks, odd chips by suit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.events import Burned, Dealt, Shared
from engine.rules.hand import Hand
from engine.rules.house import OpenPair, ShortAllIn
from engine.rules.play import BringIn, Code, time_out
from tests.rules.notation import (
    Rules,
    alike,
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
    stacks,
    turn,
)

GAME = "stud7 fixed 5/10"
FORCED = {"ante": 1, "bring_in": 2}


def stud(house: Rules | None = None, game: str = GAME, **seats: Any) -> Hand:
    """Cards of a seat: two down, then the up cards in order."""
    return deal(game, forced=FORCED, house=house, **seats)


# The bring-in


def test_b56_the_lowest_card_brings_in_clubs_lowest() -> None:
    hand = stud(A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs")

    assert (turn(hand), betting(hand, "B").bring_in, amounts(hand, "B")) == ("B", 2, (5, 5))
    assert refused(hand, "B check") is Code.ILLEGAL_ACTION
    assert refused(hand, "B fold") is Code.ILLEGAL_ACTION
    assert time_out(offer(hand, "B")) == BringIn()


def test_b56_it_may_be_called_or_completed() -> None:
    hand = play(stud(A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs"), "B bring-in")

    assert (turn(hand), betting(hand, "C").call, amounts(hand, "C")) == ("C", 2, (5, 5))
    assert betting(hand, "C").completing


def test_who_brought_in_acts_again_only_after_a_raise() -> None:
    """All call the bring-in: the street is over; C completes: B may call or raise to 10."""
    quiet = play(stud(A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs"), "B bring-in, C call, A call")
    loud = play(stud(A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs"), "B bring-in, C raise 5, A call")

    assert len(quiet.up[seat("A")]) == 2
    assert (turn(loud), betting(loud, "B").call, amounts(loud, "B")) == ("B", 3, (10, 10))


def test_a_completion_is_the_bet_and_no_raise() -> None:
    """Completed to 5, raised to 10, 15, 20: three raises, and no more (ruling 2)."""
    hand = stud(A="99 KcKd2d", B="99 3c4c2c", C="99 5d6dKs")
    play(hand, "B bring-in, C raise 5, A raise 10, B raise 15, C raise 20")

    assert betting(hand, "A").barred is Code.RAISE_CAP


@pytest.mark.parametrize(("rule", "target"), [(ShortAllIn.HALF, 16), (ShortAllIn.FULL, 10)])
def test_ruling_34_a_short_completion(rule: ShortAllIn, target: int) -> None:
    """Bring-in 3, all-in 6, unit 10: the next raise is to 16, or it completes to 10."""
    hand = deal(
        "stud7 fixed 10/20", forced={"ante": 1, "bring_in": 3}, house={"fl_allin_counts": rule},
        A="99 KcKd9d", B="99 3c4c2c", C="7 5d6dKs",
    )
    play(hand, "B bring-in, C all-in")

    assert (betting(hand, "A").call, amounts(hand, "A")) == (6, (target, target))


def test_a_short_bring_in_is_owed_in_full() -> None:
    """B has 1 after the ante: it goes in, he can open for nothing more, and the others owe 2 (ruling 17)."""
    hand = stud(A="99 KcKd9d", B="2 3c4c2c", C="99 5d6dKs")

    assert (betting(hand, "B").bring_in, betting(hand, "B").bet_to) == (1, None)
    assert betting(play(hand, "B bring-in"), "C").call == 2


def test_all_in_for_the_ante_nobody_brings_in() -> None:
    """The next seat may fold, call 2 or raise to 5 (ruling 17)."""
    hand = stud(A="99 KcKd9d", B="1 3c4c2c", C="99 5d6dKs")

    assert (turn(hand), betting(hand, "C").call, amounts(hand, "C")) == ("C", 2, (5, 5))
    assert betting(hand, "C").bring_in is None


def test_a_bring_in_as_large_as_a_bet_is_a_bet() -> None:
    """It is raised by a bet, not completed to nothing more."""
    hand = deal("stud7 fixed 5/10", forced={"ante": 1, "bring_in": 5}, A="99 KcKd9d", B="99 3c4c2c", C="99 5d6dKs")
    play(hand, "B bring-in")

    assert (betting(hand, "C").call, amounts(hand, "C")) == (5, (10, 10))


def test_with_all_others_all_in_nobody_is_asked_to_bring_in() -> None:
    hand = stud(A="1 KcKd9d", B="99 3c4c2c", C="1 5d6dKs")

    assert hand.over
    assert sum(stacks(hand)) == 101


# Who speaks


def _fourth(a: str, b: str, c: str) -> str:
    hand = stud(A=f"99 {a}", B=f"99 {b}", C=f"99 {c}")
    while len(hand.up[1]) < 2:
        asked = turn(hand)
        play(hand, f"{asked} {'bring-in' if betting(hand, asked).bring_in else 'call'}")
    return turn(hand)


def test_the_best_board_speaks_first() -> None:
    assert _fourth("2c3c Kd Qs", "2d3d 4c 4s", "2h3h Ah Js") == "B"
    assert _fourth("2c3c Kd Qs", "2d3d 4c 5s", "2h3h Ah Js") == "C"


def test_of_equal_boards_the_one_dealt_first_speaks() -> None:
    """Not the higher suit (ruling 16)."""
    assert _fourth("2c3c Kc Qc", "2d3d 4c 5s", "2h3h Ks Qs") == "A"


def test_two_pair_beats_a_higher_pair() -> None:
    """Tens and sevens speak before a pair of jacks: the shape comes before the ranks (trap 8)."""
    hand = stud(A="99 2c3c JcJd4s5s", B="99 2d3d TcTd7s7c", C="99 2h3h Ah9s8h6d")
    while len(hand.up[1]) < 4:
        asked = turn(hand)
        found = betting(hand, asked)
        play(hand, f"{asked} {'bring-in' if found.bring_in else 'call' if found.call else 'check'}")

    assert turn(hand) == "B"


def test_razz_turns_it_around() -> None:
    """The highest card brings in, the ace being low; then the lowest board speaks."""
    hand = stud(game="razz fixed 5/10", A="99 2c3c Kd 5s", B="99 2d3d 4c 6s", C="99 2h3h Ah 7d")
    assert turn(hand) == "A"
    play(hand, "A bring-in, B call, C call")

    assert turn(hand) == "B"


# Open pair on fourth street


def _open_pair(rule: OpenPair = OpenPair.PAIR_HOLDER) -> Hand:
    hand = stud({"open_pair": rule}, A="99 7c7d 8s 8h", B="99 3h6h 3c Qd", C="99 AdTd 9s Kd")
    return play(hand, "B bring-in, C call, A call")


def test_who_shows_a_pair_may_bet_small_or_big_and_nothing_between() -> None:
    hand = _open_pair()

    assert list(betting(hand, "A").bet_to or ()) == [5, 10]
    assert refused(hand, "A bet 7") is Code.WRONG_AMOUNT


def test_after_a_big_bet_every_raise_is_big() -> None:
    assert amounts(play(_open_pair(), "A bet 10"), "B") == (20, 20)


def test_over_a_small_bet_only_the_pair_may_raise_by_either() -> None:
    """A checks, B bets 5 (a pair gives him no choice), A may raise to 10 or 15 (ruling 16)."""
    hand = play(_open_pair(), "A check")
    assert list(betting(hand, "B").bet_to or ()) == [5]
    play(hand, "B bet 5, C call")

    assert list(betting(hand, "A").bet_to or ()) == [10, 15]


@pytest.mark.parametrize(("rule", "choice"), [(OpenPair.ANY, [5, 10]), (OpenPair.OFF, [5])])
def test_whose_choice_it_is_is_a_house_rule(rule: OpenPair, choice: list[int]) -> None:
    assert list(betting(play(_open_pair(rule), "A check"), "B").bet_to or ()) == choice


def test_without_a_pair_nobody_may_bet_double() -> None:
    hand = stud({"open_pair": OpenPair.ANY}, A="99 7c7d 8s 9h", B="99 3h6h 3c Qd", C="99 AdTd 9s Kd")
    play(hand, "B bring-in, C call, A call")

    assert list(betting(hand, turn(hand)).bet_to or ()) == [5]


# Too few cards


def _to_seventh(seats: int) -> Hand:
    hand = stud(**alike("ABCDEFGH"[:seats], 999))
    while not hand.over and not any(isinstance(event, Shared) for event in hand.log):
        if all(len(hand.down[place]) == 3 for place in hand.live):
            break
        asked = turn(hand)
        found = betting(hand, asked)
        play(hand, f"{asked} {'bring-in' if found.bring_in else 'call' if found.call else 'check'}")
    return hand


def test_b58_eight_players_share_the_last_card() -> None:
    """48 cards and three burns leave one: it lies open for all, and nothing is burned before it (ruling 18)."""
    hand = _to_seventh(8)
    cards = [card for event in events(hand, Dealt) for card in (*event.down, *event.up)]

    assert (len(cards), len(set(cards)), len(hand.shared), len(events(hand, Burned))) == (48, 48, 1, 3)
    assert hand.shared[0] not in cards


def test_seven_players_need_no_shared_card() -> None:
    """42 cards and 3 burns leave 7 for 7 players: just enough, so nothing is burned."""
    hand = _to_seventh(7)

    assert (hand.shared, len(hand.stock), len(events(hand, Burned))) == ((), 0, 3)


# Odd chips


def test_the_odd_chip_goes_to_the_highest_card_by_suit() -> None:
    """A and B tie with a broadway straight, A the ace of spades, B that of hearts; pot 11 (ruling 12)."""
    hand = deal(
        "stud7 fixed 5/10", forced=FORCED, carried=1,
        A="6 2c3c Kd Qs Jd Td Ah", B="6 2d3d Kc Qc Jc Th As",
    )
    asked = turn(hand)
    play(hand, f"{asked} bet 5, {'B' if asked == 'A' else 'A'} call")

    assert (pots(hand), stacks(hand)) == ([(13, "AB")], (6, 7))


def test_a_folded_hand_leaves_what_it_put_in() -> None:
    hand = play(stud(A="99 KcKd9d", B="99 3c4c2c", C="99 5d6dKs"), "B bring-in, C fold, A raise 5, B fold")

    assert (stacks(hand), returned(hand)) == ((103, 96, 98), {"A": 3})


def test_the_choice_of_all_ends_with_the_pair() -> None:
    """House rule any: A, who shows the pair, folds; B and C may bet 5 only (FORMAT open_pair)."""
    assert list(betting(play(_open_pair(OpenPair.ANY), "A fold"), "B").bet_to or ()) == [5]
