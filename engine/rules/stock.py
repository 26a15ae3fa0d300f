"""The cards that nobody holds: stub, muck, cards set aside and cards taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.rules.cards import Card, Cards
from engine.rules.events import Reshuffled


class Stock:
    """Law: every card of the deck is in a holding, on a board, in the stub, the muck, aside or out: exactly once.

    `muck` may come back when the stub runs out (S1-23); `aside` (the opener's discards) and the cards of the seat that
    draws at the moment never do; `out` are cards that a ruling took back.
    """

    def __init__(self, decks: tuple[Cards, ...], tell: Callable[[Reshuffled], None]) -> None:
        self.decks = decks
        self.shuffles = 0
        self.stub: list[Card] = list(decks[0])
        self.at = 0
        self.muck: list[Card] = []
        self.aside: list[Card] = []
        self.out: list[Card] = []
        self.origins: dict[Card, int] = {}  # deck orders of the cards dealt after a reshuffle; the others: the first
        self._tell = tell

    def __len__(self) -> int:
        return len(self.stub) - self.at

    def take(self, count: int) -> Cards:
        """So many cards from the top; when the stub runs out the muck is shuffled and dealt on from."""
        top = self._slice(count)
        if len(top) == count:
            return top
        self._shuffle(self.muck, ruling=False)
        self.muck.clear()
        return top + self._slice(count - len(top))

    def peek(self) -> Cards:
        """What is left of the stub, from the top."""
        return tuple(self.stub[self.at :])

    def mix_out_back(self) -> None:
        """Floor ruling: the cards taken back and the stub are shuffled; burns and folded hands stay out."""
        cards = [*self.stub[self.at :], *self.out]
        self.out.clear()
        self._shuffle(cards, ruling=True)

    def scrambled(self, cards: Iterable[Card]) -> Cards:
        """Some cards in the order of the next shuffle."""
        mixed = set(cards)
        return tuple(card for card in self._next_deck() if card in mixed)

    def put_on_top(self, card: Card) -> None:
        """Floor ruling: this card is dealt or burned next."""
        self.stub.insert(self.at, card)

    def _slice(self, count: int) -> Cards:
        cards = tuple(self.stub[self.at : self.at + count])
        self.at += len(cards)
        if self.shuffles:
            self.origins.update(dict.fromkeys(cards, min(self.shuffles, len(self.decks) - 1)))
        return cards

    def _shuffle(self, cards: Iterable[Card], *, ruling: bool) -> None:
        self.stub, self.at = list(self.scrambled(cards)), 0
        self._tell(Reshuffled(tuple(self.stub), ruling))

    def _next_deck(self) -> Cards:
        self.shuffles += 1
        return self.decks[min(self.shuffles, len(self.decks) - 1)]
