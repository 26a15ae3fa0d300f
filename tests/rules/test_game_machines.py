"""RELIABILITY T5: a state machine for each game, step by step: people, legal and illegal actions, time-outs, crashes.

After every step the invariants of the hand hold, and a cashier who knows nothing of betting keeps the same books: he
hears of chips that move, has a dict of stacks and a list of pots, and pays nobody more than he covered.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import seat_limit
from engine.rules.events import (
    Acted,
    Awarded,
    Ended,
    Event,
    HandDied,
    Mucked,
    Posted,
    Returned,
    Verb,
    Voided,
    Withdrawn,
)
from engine.rules.hand import Hand, replay
from engine.rules.house import Showdown
from engine.rules.play import BettingOffer, PokerError, time_out
from engine.rules.stakes import FOR_ALL
from engine.rules.table import Table
from engine.rules.transcript import dump, load
from tests.rules.invariants import Witness, fingerprint, refused_without_a_trace
from tests.rules.strategies import a_ruling, answers, anything, house_rules, is_legal, shuffled, stakes

SEATS = st.integers(1, 10)
DICE = st.integers(0, 2**32).map(Random)
STEPS = 60
IN_THE_TEST_RUN, FOR_LONG = 4, 300
"""Runs of each machine."""


@dataclass
class Cashier:
    """Books of one hand, made from what was said aloud about chips and nothing else.

    manual: who mucks gives his part of the pots up, though he might have won; else only losers muck.
    """

    stacks: dict[int, int]
    common: int
    manual: bool
    paid_in: Counter[int] = field(default_factory=Counter)
    out: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    awarded: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    start: dict[int, int] = field(init=False)
    kept: int = field(init=False)

    def __post_init__(self) -> None:
        self.start, self.kept = dict(self.stacks), self.common

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Posted(seat, kind, amount):
                    self._take(seat, amount, common=kind in FOR_ALL)
                case Acted(seat, verb, _, paid):
                    self._take(seat, paid)
                    self.out |= {seat} if verb is Verb.FOLD else set()
                case Returned(seat, amount) | Withdrawn(seat, amount):
                    self._take(seat, -amount)
                case HandDied(seat):
                    self.out.add(seat)
                case Mucked(seat):
                    (self.out if self.manual else self.mucked).add(seat)
                case Awarded():
                    self._pay(event)
                case Voided():
                    self.stacks, self.common, self.paid_in = dict(self.start), self.kept, Counter()
                case Ended() as end:
                    self._close(end)
                case _:
                    pass

    def _pay(self, award: Awarded) -> None:
        self.awarded[award.pot] += award.amount
        for win in award.wins:
            self.won[win.seat] += win.chips
            self.stacks[win.seat] += win.chips

    def _take(self, seat: int, chips: int, *, common: bool = False) -> None:
        self.stacks[seat] -= chips
        if common:
            self.common += chips
        else:
            self.paid_in[seat] += chips

    def pots(self) -> list[int]:
        """Amounts, main pot first: again and again as much from everybody as the shortest who is still in has left.

        Who is in with nothing of his own, all-in by a short ante for all, plays for what is common.
        """
        left, made, extra = Counter(self.paid_in), list[int](), self.common
        if extra and any(not left[seat] for seat in self.stacks if seat not in self.out):
            made, extra = [extra], 0
        while short := [left[seat] for seat in self.stacks if seat not in self.out and left[seat] > 0]:
            level = min(short)
            parts = {seat: min(chips, level) for seat, chips in left.items() if chips > 0}
            left.subtract(parts)
            made.append(sum(parts.values()) + extra)
            extra = 0
        return made or ([extra] if extra else [])

    def _close(self, end: Ended) -> None:
        assert list(end.stacks) == list(self.stacks.values())
        assert sum(self.stacks.values()) + end.carry == sum(self.start.values()) + self.kept
        if not self.awarded:
            return
        waits = sum(self.paid_in.values()) + self.common - sum(self.awarded.values())
        assert 0 <= waits <= end.carry
        assert self.out or not waits, "only a side pot whose last contender is dead may wait"
        if len(self.stacks) - len(self.out) > 1:
            made = self.pots()
            assert [self.awarded[pot] for pot in sorted(self.awarded)] == made[: len(self.awarded)]
            assert sum(made) == sum(self.awarded.values())
        for seat, chips in self.won.items():
            covered = sum(min(self.paid_in[seat], paid) for paid in self.paid_in.values()) + self.common
            assert chips <= covered, "more than he put in of each"
            assert not chips or seat not in self.out | self.mucked, "a dead hand wins"


class GameMachine(RuleBasedStateMachine):
    """`brought`: chips that came to the table and did not leave it yet. Who leaves in a hand is played for."""

    game: ClassVar[str] = ""

    @initialize(rng=DICE)
    def open(self, rng: Random) -> None:
        self.variant = CATALOGUE[self.game]
        self.house = house_rules(rng, self.variant)
        self.stakes = stakes(rng, self.variant)
        self.table = Table(max(seat_limit(self.variant, self.house), len(self.stakes.blinds)))
        self.brought = 0
        self.hand: Hand | None = None
        for seat in rng.sample(range(1, self.table.seats + 1), rng.randint(2, min(6, self.table.seats))):
            self._sit(seat, rng.choice((rng.randint(1, 40), rng.randint(20, 300))))

    # People

    @rule(seat=SEATS, chips=st.integers(1, 300))
    def sit(self, seat: int, chips: int) -> None:
        self._sit(seat, chips)

    def _sit(self, seat: int, chips: int) -> None:
        if seat in self.table.free_seats():
            self.table.sit(seat, chips)
            self.brought += chips

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        if self.hand is not None and seat in self.hand.order:
            self.table.places[seat].leaving = True
            self._follow(self.hand)
        elif seat in self.table.places:
            self.brought -= self.table.stand_up(seat)

    @rule(seat=SEATS, chips=st.integers(1, 200))
    def top_up(self, seat: int, chips: int) -> None:
        if seat in self.table.places:
            self.table.places[seat].queued += chips
            self.brought += chips

    # Hands

    @precondition(lambda self: self.hand is None)
    @rule(rng=DICE)
    def deal(self, rng: Random) -> None:
        self.table.add_queued()
        while len(self.table.ready()) < 2 and self.table.free_seats():
            self._sit(self.table.free_seats()[0], rng.randint(1, 200))
        if len(self.table.ready()) < 2:
            return
        decks = tuple(shuffled(rng, self.variant.deck) for _ in range(3))
        setup = self.table.deal(self.variant, self.house, self.stakes, decks, name="a1", secret="5e" * 32)
        self.hand = Hand(setup)
        manual = self.house.showdown is Showdown.MANUAL
        self.cashier = Cashier(dict(zip(setup.order, setup.stacks, strict=True)), setup.carried, manual)
        self.said = answers(rng, setup.order)
        self.hand.begin()
        self.witness = Witness(self.hand)
        self._follow(self.hand)

    @precondition(lambda self: self.hand is not None)
    @rule(rng=DICE, actions=st.integers(1, 4))
    def legal(self, rng: Random, actions: int) -> None:
        """What the offer allows is accepted."""
        for _ in range(actions):
            if self.hand is not None:
                self._one(self.hand, rng)
                self.chips()

    def _one(self, hand: Hand, rng: Random) -> None:
        if ruling := a_ruling(rng, hand):
            with suppress(PokerError):
                hand.rule(ruling)
        if not hand.over:
            hand.act(*self.said(hand))
        self._follow(hand)

    @precondition(lambda self: self.hand is not None)
    @rule(rng=DICE, seat=SEATS)
    def illegal(self, rng: Random, seat: int) -> None:
        """What it does not allow is refused and changes nothing; so is whatever comes from a seat that has no cards."""
        assert self.hand is not None
        seat = seat if seat in self.hand.order and rng.random() < 0.5 else rng.choice(self.hand.waiting_on)
        for _ in range(3):
            action = anything(rng, self.hand, seat)
            if not is_legal(self.hand.offer(seat), action):
                refused_without_a_trace(self.hand, seat, action)

    @precondition(lambda self: self.hand is not None)
    @rule()
    def time_is_up(self) -> None:
        """For everybody who is waited for."""
        assert self.hand is not None
        for seat in self.hand.waiting_on:
            if seat in self.hand.waiting_on:
                self.hand.act(seat, time_out(self.hand.offer(seat)))
        self._follow(self.hand)

    @precondition(lambda self: self.hand is not None)
    @rule()
    def crash_and_replay(self) -> None:
        """Nothing is kept but the text of the hand and the table; play goes on with what came back."""
        assert self.hand is not None
        back = replay(*load(dump(self.hand.setup, self.hand.inputs)))
        assert back.log == self.hand.log
        assert fingerprint(back) == fingerprint(self.hand)
        assert [back.offer(seat) for seat in back.order] == [self.hand.offer(seat) for seat in back.order]
        self.hand, self.witness = back, Witness(back)
        self.table = Table.from_dict(json.loads(json.dumps(self.table.to_dict())))

    def _follow(self, hand: Hand) -> None:
        """The clock plays for who has left; a hand that is over is paid."""
        while away := [seat for seat in hand.waiting_on if self.table.places[seat].leaving]:
            hand.act(away[0], time_out(hand.offer(away[0])))
        if not hand.over:
            return
        self.witness.check()
        self.cashier.hear(hand.log)
        self.table.finish(hand)
        self.hand = None
        for seat in hand.order:
            assert self.table.places[seat].stack == self.cashier.stacks[seat]
            if self.table.places[seat].leaving:
                self.brought -= self.table.stand_up(seat)

    # What must hold

    @invariant()
    def chips(self) -> None:
        places = self.table.places.values()
        assert all(place.stack >= 0 and place.queued >= 0 for place in places)
        assert sum(place.stack + place.queued for place in places) + self.table.carried == self.brought

    @invariant()
    def turn(self) -> None:
        if self.hand is None:
            return
        assert self.hand.waiting_on
        assert set(self.hand.waiting_on) <= set(self.hand.live)
        for seat in self.hand.waiting_on:
            if isinstance(self.hand.offer(seat), BettingOffer):
                assert self.hand.stack[seat] > 0, "who is all-in is asked"

    @invariant()
    def everything_else(self) -> None:
        if self.hand is not None:
            self.witness.check()


def machine(game: str, runs: int, *, for_long: bool) -> type:
    """The test case of one game. In the test run always the same runs, and a failure is shown as it came up."""
    case: type = type(f"Machine_{game}", (GameMachine,), {"game": game}).TestCase  # type: ignore[attr-defined]
    case.settings = settings(  # type: ignore[attr-defined]
        max_examples=runs,
        derandomize=not for_long,
        phases=[Phase.generate, Phase.shrink] if for_long else [Phase.generate],
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    return case


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_keeps_its_laws(game: str) -> None:
    machine(game, IN_THE_TEST_RUN, for_long=False)("runTest").runTest()


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_keeps_its_laws_for_long(game: str) -> None:
    machine(game, FOR_LONG, for_long=True)("runTest").runTest()
