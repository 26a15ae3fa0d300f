"""Cards as members see them: application emojis, and the text form beside or instead of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.rules.cards import BACK, FULL_DECK, Card

SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
TEXT_STYLE = "\ufe0e"  # keeps a suit from becoming an emoji that is dark on dark
BACK_SIGN = "▒▒"
MARKS = {
    "card_back": "•", "dealer_button": "(D)", "chip": "", "to_act": "→", "opener": "◇", "all_in": "◆", "folded": "×",
}
"""The seven marks with their text form, used while the emojis are missing or where a member prefers text."""


def rank_text(rank: str) -> str:
    """A rank as print has it: the ten is 10."""
    return "10" if rank == "T" else rank


def card_name(card: Card) -> str:
    """The emoji's name, which is what screen readers read: `A_spades`, `10_hearts`."""
    return f"{rank_text(card[0])}_{SUIT_NAMES[card[1]]}"


EMOJI_NAMES = (*(card_name(card) for card in FULL_DECK), *MARKS)


@dataclass(frozen=True, slots=True)
class Emojis:
    """The emojis by name, as `<:A_spades:123>`. With any of the 59 missing all cards are text."""

    by_name: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every one of them is there."""
        return len(self.by_name) >= len(EMOJI_NAMES) and all(name in self.by_name for name in EMOJI_NAMES)

    def mark(self, name: str) -> str:
        """One of the seven marks, in text if need be; empty where text needs none."""
        return self.by_name[name] if self.complete else MARKS[name]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row; backs for those that are hidden."""
        held = list(cards)
        if not self.complete:
            return text_form(held)
        return "".join(self.by_name["card_back" if card == BACK else card_name(card)] for card in held)

    def icon(self, name: str) -> str | None:
        """An emoji for a button or an option; None while they are missing."""
        return self.by_name[name] if self.complete else None


def text_form(cards: Iterable[Card]) -> str:
    """Cards in code marks, `A♠ K♥ 7♦`; empty for none."""
    text = " ".join(_sign(card) for card in cards)
    return f"`{text}`" if text else ""


def _sign(card: Card) -> str:
    return BACK_SIGN if card == BACK else rank_text(card[0]) + SUIT_SIGNS[card[1]] + TEXT_STYLE
