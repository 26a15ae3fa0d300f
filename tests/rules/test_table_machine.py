"""A table over many hands: people sit down, leave, sit out, top up; what must hold between the hands."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import seat_limit
from engine.rules.events import Reason
from engine.rules.floor import Misdealt
from engine.rules.hand import Hand
from engine.rules.house import Newcomers
from engine.rules.setup import Setup
from engine.rules.stakes import PostKind
from engine.rules.table import Table
from tests.rules.strategies import a_ruling, answers, house_rules, shuffled, stakes

SEATS = st.integers(1, 10)
DICE = st.integers(0, 2**32).map(Random)  # a seed for each hand: its own play is shrunk in test_properties
GAMES = st.sampled_from((*sorted(CATALOGUE), "jacks_or_better", "holdem"))


class TableMachine(RuleBasedStateMachine):
    """`brought`: chips that came to the table and did not leave it yet."""

    @initialize(game=GAMES, rng=DICE)
    def open(self, game: str, rng: Random) -> None:
        self.variant = CATALOGUE[game]
        self.house = house_rules(rng, self.variant)
        self.house = replace(self.house, dead_button=rng.random() < 0.4, newcomers=rng.choice(tuple(Newcomers)))
        self.house = replace(self.house, reante_limit=rng.choice((None, 0, 1)) if self.variant.has_draw else None)
        self.stakes = stakes(rng, self.variant)
        self.table = Table(max(seat_limit(self.variant, self.house), len(self.stakes.blinds)))
        self.brought = 0
        self.hand: Hand | None = None
        self.last: Setup | None = None
        for seat in rng.sample(range(1, self.table.seats + 1), rng.randint(2, min(6, self.table.seats))):
            self.sit(seat, rng.randint(20, 300))

    # People

    @rule(seat=SEATS, chips=st.integers(1, 300))
    def newcomer(self, seat: int, chips: int) -> None:
        self.sit(seat, chips)

    def sit(self, seat: int, chips: int) -> None:
        if seat in self.table.free_seats():
            self.table.sit(seat, chips)
            self.brought += chips

    @rule(seat=SEATS)
    def stand_up(self, seat: int) -> None:
        if seat in self.table.places and not self._in_hand(seat):
            self.brought -= self.table.stand_up(seat)

    @rule(seat=SEATS)
    def sit_out_or_in(self, seat: int) -> None:
        if seat in self.table.places:
            place = self.table.places[seat]
            place.sitting_out = not place.sitting_out

    @rule(seat=SEATS, chips=st.integers(1, 200))
    def top_up(self, seat: int, chips: int) -> None:
        if seat in self.table.places:
            self.table.places[seat].queued += chips
            self.brought += chips

    # Hands

    @precondition(lambda self: self.hand is None and len(self.table.ready()) > 1)
    @rule(rng=DICE)
    def deal(self, rng: Random) -> None:
        self.deal_one(rng)

    def deal_one(self, rng: Random) -> None:
        self.table.add_queued()
        deck = tuple(shuffled(rng, self.variant.deck) for _ in range(2))
        before = self.table.button
        setup = self.table.deal(self.variant, self.house, self.stakes, deck)
        assert len(setup.order) > 1
        assert set(setup.order) <= {seat for seat, place in self.table.places.items() if place.stack}
        assert setup.carried == self.table.carried
        self._blinds_are_fair(setup, before)
        self._redeals_are_counted(setup)
        self.last = setup
        self.hand = Hand(setup)
        self.hand.begin()

    @precondition(lambda self: self.hand is None and len(self.table.ready()) > 1)
    @rule(rng=DICE, hands=st.integers(1, 4))
    def several_hands(self, rng: Random, hands: int) -> None:
        for _ in range(hands):
            if len(self.table.ready()) > 1:
                self.deal_one(rng)
                self.play_on(rng)

    @precondition(lambda self: self.hand is not None)
    @rule(rng=DICE)
    def play(self, rng: Random) -> None:
        self.play_on(rng)

    def play_on(self, rng: Random) -> None:
        hand = self.hand
        assert hand is not None
        say = answers(rng, hand.order)
        while not hand.over:
            ruling = a_ruling(rng, hand) if rng.random() < 0.3 else None
            if isinstance(ruling, Misdealt):
                hand.rule(ruling)
            else:
                hand.act(*say(hand))
        self._finish(hand)

    def _finish(self, hand: Hand) -> None:
        button = self.table.button
        claims = self.table.carriers
        self.table.finish(hand)
        self.hand = None
        for seat in hand.order:
            assert self.table.places[seat].stack == hand.stack[seat]
        if hand.reason is Reason.MISDEAL:
            assert [self.table.places[seat].stack for seat in hand.order] == list(hand.setup.stacks)
            assert self.table.carriers == claims
            self.last = None
        else:
            assert self.table.button == button
            assert bool(self.table.carriers) == bool(hand.reason)

    # What must hold

    @invariant()
    def chips_are_conserved(self) -> None:
        if self.hand is not None:
            return
        places = self.table.places.values()
        assert sum(place.stack + place.queued for place in places) + self.table.carried == self.brought
        assert all(place.stack >= 0 for place in places)

    @invariant()
    def the_table_survives_as_text(self) -> None:
        assert Table.from_dict(json.loads(json.dumps(self.table.to_dict()))) == self.table

    @invariant()
    def a_carried_pot_is_played_for_by_those_who_were_in(self) -> None:
        claims = [seat for seat in self.table.ready() if seat in self.table.carriers]
        if self.table.carried and len(claims) > 1:
            assert list(self.table.ready()) == claims

    def _blinds_are_fair(self, setup: Setup, button_before: int) -> None:
        """Nobody pays the big blind twice running, and each blind that is not dead is posted once.

        The exception is ruling 38 to the letter: three become two, and the button, who left, moves to the small blind.
        """
        paid = [due.seat for due in setup.dues if due.kind is PostKind.BIG_BLIND]
        assert len(paid) == (1 if len(self.stakes.blinds) > 1 else 0)
        if self.last is None or not paid:
            return
        before = [due.seat for due in self.last.dues if due.kind is PostKind.BIG_BLIND]
        shrunk = len(setup.order) == 2 and not self.house.dead_button and button_before not in setup.order
        assert paid != before or shrunk

    def _redeals_are_counted(self, setup: Setup) -> None:
        antes = [due for due in setup.dues if due.kind is PostKind.ANTE]
        limit = self.house.reante_limit
        free = limit is not None and self.table.redeals > limit
        assert len(antes) == (len(setup.order) if self.stakes.ante and not free else 0)

    def _in_hand(self, seat: int) -> bool:
        return self.hand is not None and seat in self.hand.order


def _settings(examples: int, *, derandomize: bool = False) -> settings:
    return settings(
        max_examples=examples,
        derandomize=derandomize,
        stateful_step_count=60,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


TestTable = TableMachine.TestCase
TestTable.settings = _settings(300, derandomize=True)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
class TestTableForLong(TestTable):  # type: ignore[misc, valid-type]
    settings = _settings(6000)
