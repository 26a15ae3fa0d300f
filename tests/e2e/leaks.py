"""Looking for cards where they must not be: in what is shown, sent, logged, exported and stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from discord import ui

from cogs.ui.cards import SUIT_NAMES
from cogs.ui.controls import Control
from cogs.ui.made import card_words
from engine.rules.cards import BACK, Card, Cards
from engine.rules.events import (
    BoardDealt,
    BoardTakenBack,
    Dealt,
    Drew,
    Event,
    GaveUp,
    HandDied,
    OpenersProved,
    Replaced,
    Shared,
    Shown,
)
from engine.rules.facts import Seat
from engine.rules.hand import Hand

SIGN = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
EMOJI = re.compile(rf":(10|[2-9JQKA])_({'|'.join(SUIT_NAMES.values())}):")
CARD = "[2-9TJQKA][shdc]"
ALONE = rf"(?<=[\"']){CARD}|(?<=p\d ){CARD}|(?<=s[dm] ){CARD}"
PLAIN = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{CARD}){{2,}}|{ALONE})(?![A-Za-z0-9])")
"""Cards as programs write them. One alone counts in quotes or in a hand history only, for "As" is a word."""

SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def cards_in(text: str) -> set[Card]:
    """Every card that a reader, a screen reader or a program finds in a text."""
    text = text.replace("\ufe0e", "")
    found = {Card(_rank(rank) + SUITS[suit]) for rank, suit in SIGN.findall(text)}
    by_name = {name: suit for suit, name in SUIT_NAMES.items()}
    found |= {Card(_rank(rank) + by_name[name]) for rank, name in EMOJI.findall(text)}
    found |= {Card(run[at : at + 2]) for run in PLAIN.findall(text) for at in range(0, len(run), 2)}
    return found | {_WORDS[words] for words in _SPOKEN.findall(text.lower())}


def _rank(text: str) -> str:
    return "T" if text == "10" else text


_WORDS = {
    card_words(language, card).lower(): card
    for language in ("en", "sv")
    for card in (Card(rank + suit) for rank in "23456789TJQKA" for suit in "shdc")
}
_SPOKEN = re.compile("|".join(_WORDS))


def shown(view: ui.LayoutView | str) -> str:
    """Everything of a drawing that reaches Discord: texts, labels, options, placeholders and ids."""
    return view if isinstance(view, str) else "\n".join(_parts(view))


def _parts(view: ui.LayoutView) -> Iterator[str]:
    for part in view.walk_children():
        if isinstance(part, ui.TextDisplay):
            yield part.content
        elif isinstance(part, Control):
            yield from _control(part.item)


def _control(item: Any) -> Iterator[str]:
    yield from (item.custom_id, str(item.emoji) if getattr(item, "emoji", None) else "")
    yield from (getattr(item, "label", None) or "", getattr(item, "placeholder", None) or "")
    for option in getattr(item, "options", ()):
        yield from (option.label, option.value, option.description or "", str(option.emoji or ""))


def may_know(hand: Hand, viewer: Seat | None) -> set[Card]:
    """Cards that somebody may know, read from the raw log and not through the door that is tested."""
    known: set[Card] = {card for seat in hand.order for card in hand.up[seat]}
    for event in hand.log:
        known |= set(_public(event)) | (set(_own(event)) if getattr(event, "seat", 0) == viewer else set())
    return known - {BACK}


def _public(event: Event) -> Cards:
    match event:
        case Shared(cards) | BoardDealt(_, cards) | BoardTakenBack(_, cards) | Shown(_, cards):
            return cards
        case Dealt(_, _, up):
            return up
        case Replaced(_, taken, True, _):
            return taken
        case HandDied(_, _, cards, True) | OpenersProved(_, _, cards, _, True):
            return cards + (event.aside if isinstance(event, OpenersProved) else ())
        case _:
            return ()


def _own(event: Event) -> Cards:
    match event:
        case Dealt(_, down, _):
            return down
        case Drew(_, discarded, received):
            return discarded + received
        case GaveUp(_, discarded):
            return discarded
        case Replaced(_, taken, _, given):
            return taken + given
        case _:
            return ()


def leaked(hand: Hand, viewer: Seat | None, texts: Iterable[str]) -> set[Card]:
    """Cards of the hand in these texts that their reader may not know."""
    found = cards_in("\n".join(texts))
    return found & (set(hand.variant.deck) - may_know(hand, viewer))


def stored_plainly(hand: Hand, data: bytes, length: int) -> bool:
    """Whether the deck or somebody's cards can be read in a file: so many cards in the order in which they lay."""
    orders = [*hand.setup.decks, *(tuple(hand.down[seat]) for seat in hand.order)]
    runs = {"".join(order[at : at + length]) for order in orders for at in range(len(order) - length + 1)}
    return not runs.isdisjoint(_runs(data, length))


def _runs(data: bytes, length: int) -> Iterator[str]:
    """Every run of so many cards in a file."""
    for found in re.findall(rb"(?:[2-9TJQKA][shdc][ ,]?){%d,}" % length, data):
        text = found.decode().replace(" ", "").replace(",", "")
        yield from (text[at : at + 2 * length] for at in range(0, len(text) - 2 * length + 1, 2))
