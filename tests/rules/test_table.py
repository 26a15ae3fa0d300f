"""Between hands: the button, blinds that are owed, newcomers, and the pot that stays."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Chips, Seat
from engine.rules.floor import Misdealt
from engine.rules.hand import Hand
from engine.rules.house import HouseRules, Newcomers
from engine.rules.play import time_out
from engine.rules.setup import Setup
from engine.rules.stakes import Due, Limit, PostKind, Stakes
from engine.rules.table import Table

BLINDS = Stakes(limit=Limit.NO, blinds=(1, 2), min_bet=2)
ANTE = Stakes(limit=Limit.FIXED, ante=2, small_bet=10, big_bet=20)
HOLDEM, JACKS = CATALOGUE["holdem"], CATALOGUE["jacks_or_better"]
DEAD = replace(HOLDEM.house, dead_button=True)
A, B, C, D, E = range(1, 6)


class Evening:
    """A table of which every hand is folded or checked to its end by the clock."""

    def __init__(self, house: HouseRules = HOLDEM.house, *seats: Seat, places: int = 6) -> None:
        self.house = house
        self.table = Table(seats=places)
        for seat in seats:
            self.table.sit(seat, 100)

    def deal(self) -> Setup:
        return self.table.deal(HOLDEM, self.house, BLINDS, (HOLDEM.deck,))

    def hand(self, **stacks: Chips) -> tuple[Seat, Seat, Seat]:
        """Play one; then these seats have so many chips. Returns button, small blind and big blind (0: nobody)."""
        setup = self.deal()
        hand = finished(setup)
        self.table.finish(hand)
        for name, chips in stacks.items():
            self.table.places["ABCDE".index(name) + 1].stack = chips
        return self.table.button, posting(setup, PostKind.SMALL_BLIND), posting(setup, PostKind.BIG_BLIND)

    def owed(self) -> dict[Seat, list[PostKind]]:
        """What the next hand's seats post that is no blind of theirs."""
        found: dict[Seat, list[PostKind]] = {}
        for due in self.deal().dues:
            if due.kind in (PostKind.LIVE_POST, PostKind.DEAD_BLIND):
                found.setdefault(due.seat, []).append(due.kind)
        return found


def finished(setup: Setup) -> Hand:
    hand = Hand(setup)
    hand.begin()
    while not hand.over:
        seat = hand.waiting_on[0]
        hand.act(seat, time_out(hand.offer(seat)))
    return hand


def posting(setup: Setup, kind: PostKind) -> Seat:
    return next((due.seat for due in setup.dues if due.kind is kind), 0)


# The button


def test_the_button_and_the_blinds_go_round() -> None:
    evening = Evening(HOLDEM.house, A, B, C)

    assert [evening.hand() for _ in range(4)] == [(A, B, C), (B, C, A), (C, A, B), (A, B, C)]


def test_b31_heads_up_from_the_very_next_hand() -> None:
    """C busts: the button posts the small blind at once."""
    evening = Evening(HOLDEM.house, A, B, C)
    evening.hand(C=0)

    assert evening.hand() == (B, B, A)


def test_b34_a_moving_button_when_the_big_blind_busts() -> None:
    """A button, B small, C big blind busts: B, D, A; D skips a big blind (ruling 38)."""
    evening = Evening(HOLDEM.house, A, B, C, D)
    evening.hand(C=0)

    assert evening.hand() == (B, D, A)


def test_b34_a_dead_button_when_the_big_blind_busts() -> None:
    """The button goes to B, nobody posts the small blind, D the big one; then it lies before C's empty seat."""
    evening = Evening(DEAD, A, B, C, D)
    assert evening.hand(C=0) == (A, B, C)

    assert evening.hand() == (B, 0, D)
    assert evening.hand() == (C, D, A)
    assert evening.hand() == (D, A, B)


def test_a_dead_button_when_the_small_blind_busts() -> None:
    """B is gone: the button lies at his seat, C posts the small blind after his big one."""
    evening = Evening(DEAD, A, B, C, D)
    evening.hand(B=0)

    assert evening.hand() == (B, C, D)
    assert evening.hand() == (C, D, A)


@pytest.mark.parametrize("busts", ["A", "B", "C", "AB", "BC", "AC", "D", "BD"])
def test_b34_with_a_dead_button_nobody_pays_the_big_blind_twice_running(busts: str) -> None:
    evening = Evening(DEAD, A, B, C, D)
    paid = [evening.hand(**dict.fromkeys(busts, 0))[2]]
    paid += [evening.hand()[2] for _ in range(5)]

    assert all(first != second for first, second in pairwise(paid))


def test_b40_who_busted_is_not_dealt_in_when_another_joins() -> None:
    evening = Evening(HOLDEM.house, A, B, C)
    evening.hand(B=0)
    evening.table.sit(D, 100)

    assert evening.deal().order == (D, A, C)


# Newcomers and blinds missed


def test_b36_a_newcomer_posts_a_big_blind() -> None:
    """E sits down behind the blinds: a live post of 2."""
    evening = Evening(HOLDEM.house, A, B, C, D)
    evening.hand()
    evening.table.sit(E, 100)

    assert evening.owed() == {E: [PostKind.LIVE_POST]}


def test_b36_a_newcomer_in_the_big_blind_owes_nothing_else() -> None:
    """After A button, B, C comes D: E's seat is passed to him instead."""
    evening = Evening(HOLDEM.house, A, B, C)
    evening.hand()
    evening.table.sit(D, 100)
    setup = evening.deal()

    assert posting(setup, PostKind.BIG_BLIND) == D
    assert [due for due in setup.dues if due.seat == D] == [Due(D, PostKind.BIG_BLIND, 2)]


@pytest.mark.parametrize(("rule", "dealt"), [(Newcomers.POST, True), (Newcomers.WAIT, False), (Newcomers.FREE, True)])
def test_b36_newcomers_may_wait_or_come_in_free(rule: Newcomers, dealt: bool) -> None:
    evening = Evening(replace(HOLDEM.house, newcomers=rule), A, B, C, D)
    evening.hand()
    evening.table.sit(E, 100)
    setup = evening.deal()

    assert (E in setup.order) is dealt
    assert posting(setup, PostKind.LIVE_POST) == (E if rule is Newcomers.POST else 0)


def test_who_waits_comes_in_with_the_big_blind() -> None:
    evening = Evening(replace(HOLDEM.house, newcomers=Newcomers.WAIT), A, B, C, D)
    evening.hand()
    evening.table.sit(E, 100)
    bigs = [evening.hand()[2] for _ in range(2)]

    assert bigs == [D, E]
    assert not evening.table.places[E].fresh


@pytest.mark.parametrize("dead", [False, True])
def test_nobody_comes_in_between_the_button_and_the_big_blind(dead: bool) -> None:
    """Seats 1, 2, 4 play; 3 joins between small and big blind. Seat 4 would pay twice: 3 waits one hand."""
    evening = Evening(replace(HOLDEM.house, dead_button=dead), 1, 2, 4, 5)
    assert evening.hand() == (1, 2, 4)
    evening.table.sit(3, 100)

    assert evening.hand() == (2, 4, 5)
    assert 3 in evening.deal().order


def test_b36_who_sat_out_for_the_small_blind_owes_it_dead() -> None:
    """C pays the big blind, sits out for one hand, returns behind the button: a dead small blind and nothing else."""
    evening = Evening(HOLDEM.house, A, B, C, D)
    assert evening.hand() == (A, B, C)
    evening.table.places[C].sitting_out = True
    assert evening.hand() == (B, D, A)
    evening.table.places[C].sitting_out = False

    assert evening.owed() == {C: [PostKind.DEAD_BLIND]}


def test_b36_who_missed_both_blinds_posts_both() -> None:
    """A sits out while both blinds pass him: a live big one and a dead small one."""
    evening = Evening(HOLDEM.house, A, B, C, D, E)
    assert [evening.hand(), evening.hand()] == [(A, B, C), (B, C, D)]
    evening.table.places[A].sitting_out = True
    assert [evening.hand() for _ in range(3)] == [(C, D, E), (D, E, B), (E, B, C)]
    evening.table.places[A].sitting_out = False

    assert evening.owed() == {A: [PostKind.LIVE_POST, PostKind.DEAD_BLIND]}


def test_what_is_owed_is_owed_once() -> None:
    evening = Evening(HOLDEM.house, A, B, C, D)
    evening.hand()
    evening.table.sit(E, 100)
    evening.hand()

    assert evening.owed() == {}


def test_b61_who_sits_down_and_leaves_during_a_hand_changes_nothing() -> None:
    evening, quiet = Evening(HOLDEM.house, A, B, C), Evening(HOLDEM.house, A, B, C)
    setup = evening.deal()
    evening.table.sit(D, 100)
    hand = finished(setup)
    assert evening.table.stand_up(D) == 100
    evening.table.finish(hand)
    quiet.hand()

    assert evening.table == quiet.table


def test_b38_a_running_hand_keeps_its_stakes() -> None:
    """The stakes are part of the setup: the table's next ones do not reach a hand in play."""
    evening = Evening(HOLDEM.house, A, B, C)
    setup = evening.deal()
    hand = Hand(setup)
    hand.begin()
    higher = replace(BLINDS, blinds=(5, 10), min_bet=10)

    assert hand.stakes == BLINDS
    evening.table.finish(finished(setup))
    assert evening.table.deal(HOLDEM, HOLDEM.house, higher, (HOLDEM.deck,)).stakes == higher


# A misdeal


@pytest.mark.parametrize("dead", [False, True])
def test_a_misdeal_is_as_if_it_had_not_been_dealt(dead: bool) -> None:
    """Button, blinds and what a newcomer owes are the same in the redeal (S3-4)."""
    evening = Evening(replace(HOLDEM.house, dead_button=dead), A, B, C, D)
    evening.hand(C=0)
    evening.table.sit(E, 100)
    first = evening.deal()
    hand = Hand(first)
    hand.begin()
    hand.rule(Misdealt())
    evening.table.finish(hand)

    assert evening.deal() == first


# The pot that stays


def _passed(table: Table, house: HouseRules = JACKS.house) -> Setup:
    setup = table.deal(JACKS, house, ANTE, (JACKS.deck,))
    table.finish(finished(setup))
    return setup


def _jacks(*seats: Seat) -> Table:
    table = Table(seats=6)
    for seat in seats:
        table.sit(seat, 100)
    return table


def test_only_who_was_dealt_in_plays_for_a_carried_pot() -> None:
    """D joins while six chips wait: he is dealt in only when they are won (ruling 10)."""
    table = _jacks(A, B, C)
    _passed(table)
    table.sit(D, 100)

    assert (table.carried, table.ready()) == (6, (A, B, C))
    table.carried, table.carriers = 0, frozenset()
    assert table.ready() == (A, B, C, D)


def test_an_odd_chip_that_waits_shuts_nobody_out() -> None:
    table = _jacks(A, B, C)
    table.carried = 1
    table.sit(D, 100)

    assert table.ready() == (A, B, C, D)


@pytest.mark.parametrize(("limit", "antes"), [(None, [3, 3, 3, 3]), (1, [3, 3, 0, 0]), (0, [3, 0, 0, 0])])
def test_new_antes_in_a_row_may_be_limited(limit: int | None, antes: list[int]) -> None:
    """S0-30, ruling 10."""
    table, house = _jacks(A, B, C), replace(JACKS.house, reante_limit=limit)

    assert [len(_passed(table, house).dues) for _ in range(4)] == antes


def test_the_button_moves_after_a_deal_that_was_passed_in() -> None:
    table = _jacks(A, B, C)
    _passed(table)
    first = table.button
    _passed(table)

    assert (first, table.button) == (A, B)


# Chips and storage


def test_topping_up_waits_for_the_end_of_the_hand() -> None:
    evening = Evening(HOLDEM.house, A, B)
    setup = evening.deal()
    evening.table.places[A].queued = 50
    evening.table.finish(finished(setup))
    before = evening.table.places[A].stack

    assert evening.table.add_queued() == {A: 50}
    assert (evening.table.places[A].stack, evening.table.places[A].queued) == (before + 50, 0)


def test_a_table_comes_back_from_storage_as_it_was() -> None:
    evening = Evening(DEAD, A, B, C, D)
    evening.hand(C=0)
    evening.table.places[B].sitting_out = True
    evening.table.carriers = frozenset({A, B})
    back = Table.from_dict(json.loads(json.dumps(evening.table.to_dict())))

    assert back == evening.table
    assert back.deal(HOLDEM, DEAD, BLINDS, (HOLDEM.deck,)) == evening.deal()
