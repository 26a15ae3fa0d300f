"""Which cards of a hand may be opened against its sealed deck, and the proof of them."""

from __future__ import annotations

from typing import Any

from engine.rules.cards import Card
from engine.rules.facts import Seat
from engine.rules.fairness import opened
from engine.rules.hand import Hand


def open_cards(hand: Hand, viewer: Seat | None = None) -> dict[Card, tuple[int, str]]:
    """Cards that everybody has seen, and those that `viewer` was dealt: from which deck order, and where they lie.

    While the hand is played only what the viewer holds. Mucked, burned and undealt cards are never among them.
    """
    places: dict[Card, str] = {}
    if hand.over:
        places.update((card, "board") for board in hand.boards for card in board)
        places.update(dict.fromkeys(hand.shared, "board"))
    for seat in hand.order if hand.over else [seat for seat in hand.order if seat == viewer]:
        held = hand.up[seat] + (hand.down[seat] if seat in hand.tabled or seat == viewer else ())
        places.update(dict.fromkeys(held, f"seat {seat}"))
    return {card: (hand.stock.origins.get(card, 0), where) for card, where in places.items()}


def proof_of(hand: Hand, viewer: Seat | None = None) -> dict[str, Any]:
    """The proof a viewer may have of a hand, for `engine.rules.fairness`. Empty if nothing was sealed.

    A path holds only hashes of other cards with their salts: it tells nothing about them (RELIABILITY section 4).
    """
    setup = hand.setup
    if not setup.secret or (not hand.over and viewer is None):
        return {}
    places = {str(card): place for card, place in open_cards(hand, viewer).items()}
    return opened(setup.name, bytes.fromhex(setup.secret), setup.decks, places)
