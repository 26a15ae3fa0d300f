"""Everything that decides a hand before the first card: with the inputs it replays to the same events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.rules.cards import Card, Cards
from engine.rules.facts import Chips, Seat
from engine.rules.fairness import commitment
from engine.rules.house import HouseRules
from engine.rules.stakes import Due, Stakes
from engine.rules.variants import Variant

RULES = 1
"""The version of the rules that new hands are dealt under. Goes up with every change by which an old hand may play
differently; a stored hand keeps its own (RELIABILITY 18)."""


@dataclass(frozen=True, slots=True)
class DealError:
    """A human dealer's mistake before any action (rows S3). `exposed`: places in the deal that were seen, from 0.

    `extra_cards`: cards too many to the first seat. `four_card_flop`: four cards on the flop.
    """

    exposed: tuple[int, ...] = ()
    extra_cards: int = 0
    four_card_flop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """One hand as dealt. Chips are integers.

    order: seats dealt in, clockwise, the button last. stacks: theirs, in that order, before any post.
    decks: full deck orders; the first is dealt, the k-th reshuffle filters the k-th order to the cards being mixed, and
    the last is used again if there are more. carried: chips left in the middle by earlier deals.
    name, secret: what the sealed deck is bound to and salted with (hexadecimal; empty: not sealed).
    rules: the version of the rules it was dealt under (0: not known).
    """

    variant: Variant
    house: HouseRules
    stakes: Stakes
    order: tuple[Seat, ...]
    stacks: tuple[Chips, ...]
    dues: tuple[Due, ...]
    decks: tuple[Cards, ...]
    carried: Chips = 0
    deal_error: DealError | None = None
    name: str = ""
    secret: str = ""
    rules: int = 0

    @property
    def commitment(self) -> str:
        """The root that is published before the deal; empty for a deck that is not sealed."""
        return commitment(self.name, bytes.fromhex(self.secret), self.decks) if self.secret else ""

    @property
    def button(self) -> Seat:
        """The seat that deals, or the last one before an empty dead button."""
        return self.order[-1]


def completed(prefix: Iterable[Card], deck: Cards) -> Cards:
    """A whole deck order that begins with the given cards."""
    first = tuple(prefix)
    seen = set(first)
    return first + tuple(card for card in deck if card not in seen)
