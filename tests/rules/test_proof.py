"""A finished hand proves the cards that were seen, and no others."""

from __future__ import annotations

import random

import pytest

from engine.rules.cards import Cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.fairness import faults
from engine.rules.hand import Hand
from engine.rules.play import time_out
from engine.rules.proof import open_cards, proof_of
from engine.rules.stakes import Limit, Stakes
from engine.rules.table import Table
from engine.rules.view import View


def _decks(deck: Cards, seed: int) -> tuple[Cards, ...]:
    rng = random.Random(seed)
    return tuple(tuple(rng.sample(deck, len(deck))) for _ in range(4))


def _begun(key: str, seed: int) -> Hand:
    variant = CATALOGUE[key]
    stakes = Stakes(limit=Limit.FIXED, ante=1, small_bet=4, big_bet=8, bring_in=2 if variant.has_up_cards else 0)
    table = Table(4)
    for seat in (1, 2, 3, 4):
        table.sit(seat, 100)
    decks = _decks(variant.deck, seed)
    hand = Hand(table.deal(variant, variant.house, stakes, decks, name="ab", secret="01" * 32))
    hand.begin()
    return hand


def _checked_down(key: str, seed: int) -> Hand:
    hand = _begun(key, seed)
    while not hand.over:
        seat = hand.waiting_on[0]
        hand.act(seat, time_out(hand.offer(seat)))
    return hand


@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("seed", range(3))
def test_the_root_told_before_the_deal_proves_every_card_that_was_seen(key: str, seed: int) -> None:
    hand = _checked_down(key, seed)
    published = View(None).take(hand.log).commitment
    proof = proof_of(hand)

    assert faults(proof, published) == []
    assert {entry["card"] for entry in proof["cards"]} == set(open_cards(hand))


@pytest.mark.parametrize("key", CATALOGUE)
def test_mucked_cards_are_opened_only_for_who_held_them(key: str) -> None:
    hand = _checked_down(key, 1)
    hidden = [seat for seat in hand.order if seat not in hand.tabled and hand.down[seat]]
    for seat in hidden:
        assert not set(hand.down[seat]) & set(open_cards(hand))
        assert set(hand.down[seat]) <= set(open_cards(hand, seat))
        assert not any(set(hand.down[seat]) & set(open_cards(hand, other)) for other in hand.order if other != seat)
    assert hidden or len(hand.tabled) == len(hand.order) or hand.carry


@pytest.mark.parametrize("key", CATALOGUE)
def test_while_it_is_played_everybody_may_check_what_he_holds_and_nothing_else(key: str) -> None:
    """RELIABILITY section 4, point 2: at every moment, and neither board nor another's up cards."""
    hand = _begun(key, 2)
    published = View(None).take(hand.log).commitment
    while not hand.over:
        assert proof_of(hand) == {}
        for seat in hand.order:
            proof = proof_of(hand, seat)
            assert {entry["card"] for entry in proof["cards"]} == {*hand.down[seat], *hand.up[seat]}
            assert faults(proof, published) == []
        seat = hand.waiting_on[0]
        hand.act(seat, time_out(hand.offer(seat)))


def test_nobody_checks_anything_who_is_not_in_the_hand() -> None:
    assert proof_of(_begun("holdem", 1), 9)["cards"] == []
