"""Rankings in which the low hand wins. Their values too compare as integers: higher wins, that is, lower cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engine.rules.cards import FULL_DECK, SUITS, Card, Cards
from engine.rules.ranking import (
    ACE,
    CATEGORY_AT,
    NO_WHEEL,
    Category,
    Made,
    Memo,
    Ranking,
    digit,
    highest,
    packed,
    rank_of,
    rank_text,
    ranks_in,
    shape_value,
)

__all__ = ["ACE_FIVE", "BADUGI", "DEUCE_SEVEN", "EIGHT_LOW", "low_up_cards"]


def low_rank(card: Card) -> int:
    """1 to 13, the ace low."""
    rank = rank_of(card)
    return 1 if rank == ACE else rank


_LOW_WEIGHT = {card: digit(low_rank(card)) for card in FULL_DECK}
_weigh = _LOW_WEIGHT.__getitem__

# Cards above eight weigh nothing: they are no part of a qualifying low.
_EIGHT_WEIGHT = {card: weight if weight <= digit(8) else 0 for card, weight in _LOW_WEIGHT.items()}
_weigh_eight = _EIGHT_WEIGHT.__getitem__
_eights_in = Memo(ranks_in).__getitem__


def _low_value(ranks: Iterable[int]) -> int:
    return -packed(sorted(ranks, reverse=True))


class EightLow(Ranking):
    """Eight or better, ace to five: five different ranks, none above eight (S2-34 to S2-38).

    Straights and flushes do not count against it.
    """

    name = "eight_low"
    is_low = True

    def __init__(self) -> None:
        self.by_rank = Memo(self._lowest)
        self.by_ranks = Memo(self._lowest_with_hole)

    def value(self, cards: Cards) -> int | None:
        """The best five that qualify, or None."""
        return self.by_rank[sum(map(_weigh_eight, cards))]

    def of(self, down: Cards, board: Cards, hole: int | None) -> int | None:
        """As any ranking's; exactly `hole` of the down cards play, not always those of the high hand (S2-34)."""
        if hole is None:
            return self.value(down + board)
        own, shared = _eights_in(sum(map(_weigh_eight, down))), _eights_in(sum(map(_weigh_eight, board)))
        return self.by_ranks[own, shared, hole]

    def read(self, value: int) -> Made:
        """The five ranks, the highest first."""
        return Made(None, rank_text(-value))

    def _lowest(self, total: int) -> int | None:
        ranks = highest(ranks_in(total), 8)
        return _low_value(ranks[-5:]) if len(ranks) >= 5 else None

    def _lowest_with_hole(self, ranks_and_hole: tuple[int, int, int]) -> int | None:
        down, board, hole = ranks_and_hole
        hands = (
            {*own, *shared}
            for own in combinations(highest(down, 8), hole)
            for shared in combinations(highest(board, 8), 5 - hole)
        )
        return max((_low_value(ranks) for ranks in hands if len(ranks) == 5), default=None)


class AceFive(Ranking):
    """Ace to five without a qualifier, as in razz: pairs count against, straights and flushes do not."""

    name = "ace_five"
    is_low = True

    def __init__(self) -> None:
        self.by_rank = Memo(self._lowest)

    def value(self, cards: Cards) -> int:
        """The lowest five; there always is one."""
        return self.by_rank[sum(map(_weigh, cards))]

    def read(self, value: int) -> Made:
        """The ranks that decide; a category only when something is paired."""
        return _blemishes(Made(Category(-value >> CATEGORY_AT), rank_text(-value)))

    def _lowest(self, total: int) -> int:
        ranks = highest(ranks_in(total), 8)
        if len(ranks) >= 5:
            return -packed(ranks[-5:])
        cards = [rank for rank in ranks for _ in range(total >> 3 * rank & 7)]
        hands = combinations(map(digit, cards), min(5, len(cards)))
        return max(-shape_value(sum(hand)) for hand in hands)


class DeuceSeven(Ranking):
    """Deuce to seven: the worst high hand wins. Aces are high, straights and flushes count against.

    A-2-3-4-5 is no straight: ace high, it beats every pair and loses to every king high.
    """

    name = "deuce_seven"
    is_low = True

    def value(self, cards: Cards) -> int:
        """The lowest five; there always is one."""
        if len(cards) <= 5:
            return -NO_WHEEL.value(cards)
        return max(-NO_WHEEL.value(five) for five in combinations(cards, 5))

    def read(self, value: int) -> Made:
        """The ranks that decide; a category only for a pair or more."""
        return _blemishes(NO_WHEEL.read(-value))


def _blemishes(made: Made) -> Made:
    return Made(None, made.ranks) if made.category is Category.HIGH_CARD else made


# A suit has a digit too, above the ranks: a sum in which no digit exceeds one repeats neither rank nor suit,
# and the least of such sums is the lowest hand.
_RANK_BITS = digit(ACE) - 1
_SUITED_WEIGHT = {card: weight + digit(ACE + SUITS.index(card[1])) for card, weight in _LOW_WEIGHT.items()}
_REPEATS = ~sum(digit(place) for place in range(1, ACE + len(SUITS)))
_weigh_suited = _SUITED_WEIGHT.__getitem__


class Badugi(Ranking):
    """Four cards of four ranks and four suits, ace low; more cards that count beat fewer, then the lower ones."""

    name = "badugi"
    is_low = True

    def value(self, cards: Cards) -> int | None:
        """The best one to four cards that share neither rank nor suit; None only without cards."""
        weights = [*map(_weigh_suited, cards)]
        for size in (4, 3, 2, 1):
            sums = [total & _RANK_BITS for total in map(sum, combinations(weights, size)) if not total & _REPEATS]
            if sums:
                return (size << CATEGORY_AT) - packed(highest(min(sums), size))
        return None

    def read(self, value: int) -> Made:
        """The ranks that count, the highest first."""
        size = -(-value >> CATEGORY_AT)
        return Made(None, rank_text((size << CATEGORY_AT) - value))


EIGHT_LOW = EightLow()
ACE_FIVE = AceFive()
DEUCE_SEVEN = DeuceSeven()
BADUGI = Badugi()

_BY_SHAPE = Memo(shape_value)


def low_up_cards(cards: Cards) -> int:
    """How low a board of up cards is, the lowest speaking first in razz: ace low, pairs are bad."""
    return -_BY_SHAPE[sum(map(_weigh, cards))]
