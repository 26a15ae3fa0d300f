"""Cards and decks. A card is two characters, rank then suit: `As`, `Td`, `9c`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", str)
Cards = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest to highest, the order that breaks ties between up cards (S2-58)

FULL_DECK: Cards = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
SHORT_DECK: Cards = tuple(card for card in FULL_DECK if card[0] not in "2345")

BACK = Card("??")
"""What a viewer sees of a card that is hidden from him."""

_KNOWN = frozenset((*FULL_DECK, BACK))
_ONE_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE)


def parse_cards(text: str) -> Cards:
    """Cards from text such as `As Kd`, `AsKd` or `10h`. Raises ValueError on anything else, without quoting it."""
    rest = _ONE_CARD.sub("", text)
    if rest.strip(" ,"):
        raise ValueError(f"not cards: a text of {len(text)} characters")
    return tuple(
        Card(match[1].upper().replace("10", "T") + match[2].lower()) for match in _ONE_CARD.finditer(text)
    )


def hidden(cards: Iterable[Card]) -> Cards:
    """The same number of card backs."""
    return tuple(BACK for _ in cards)


def is_cards(value: object) -> bool:
    """True for a tuple of cards with at least one card."""
    return isinstance(value, tuple) and bool(value) and all(item in _KNOWN for item in value)
