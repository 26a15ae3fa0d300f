"""Which cards of a finished hand may be opened against its sealed deck, and the proof of them."""

from __future__ import annotations

from typing import Any

from engine.rules.cards import Card
from engine.rules.facts import Seat
from engine.rules.fairness import opened
from engine.rules.hand import Hand


def open_cards(hand: Hand, viewer: Seat | None = None) -> dict[Card, tuple[int, str]]:
    """Cards that everybody has seen, and those that `viewer` was dealt: from which deck order, and where they lie.

    Only for a hand that is over. Mucked, burned and undealt cards are never among them.
    """
    places = {card: "board" for board in hand.boards for card in board}
    places.update(dict.fromkeys(hand.shared, "board"))
    for seat in hand.order:
        held = hand.up[seat] + (hand.down[seat] if seat in hand.tabled or seat == viewer else ())
        places.update(dict.fromkeys(held, f"seat {seat}"))
    return {card: (hand.stock.origins.get(card, 0), where) for card, where in places.items()}


def proof_of(hand: Hand, viewer: Seat | None = None) -> dict[str, Any]:
    """The proof a viewer may have of a finished hand, for `engine.rules.fairness`. Empty if nothing was sealed."""
    setup = hand.setup
    if not hand.over or not setup.secret:
        return {}
    places = {str(card): place for card, place in open_cards(hand, viewer).items()}
    return opened(setup.name, bytes.fromhex(setup.secret), setup.decks, places)
