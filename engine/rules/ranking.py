"""What cards are worth: the shape every ranking has, and the rankings in which the high hand wins.

One idea carries the speed. A card weighs one in the octal digit of its rank (deuce 2 ... ace 14), so the sum of
the weights *is* the multiset of ranks, however many cards there are; four nibbles above count the suits. A
table from sum to value fills itself while it is asked: nothing is built at import.
A value is the place of the category, then five nibbles of ranks, most significant first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from engine.rules.cards import FULL_DECK, RANKS, SUITS, Card, Cards

__all__ = ["HIGH", "NO_WHEEL", "SHORT_HIGH", "Category", "High", "Made", "Ranking", "up_cards"]

K = TypeVar("K")
V = TypeVar("V")

ACE = len(RANKS) + 1
RANK_NAMES = "?A" + RANKS  # by nibble; the ace is 14, and 1 where it is low
CATEGORY_AT = 20
NIBBLES = (16, 12, 8, 4, 0)


class Category(IntEnum):
    """The nine shapes of five cards, worst to best with the full deck (S2-75)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8

    @property
    def word(self) -> str:
        """The name as locale keys spell it: `two_pair`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Made:
    """What a value says. The category is None for a low without a blemish and for a badugi.

    `ranks` are the ranks that decide, most significant first, one for each card that counts: a pair of jacks is
    `JJA85`, the wheel `5432A`, a seven low `7432A`.
    """

    category: Category | None
    ranks: str


class Ranking(ABC):
    """One way to compare cards. Values of one ranking compare as integers: higher wins, equal ties."""

    name: str
    is_low: bool

    @abstractmethod
    def value(self, cards: Cards) -> int | None:
        """The best five of one to eight cards (fewer: all of them); None when they do not qualify."""

    @abstractmethod
    def read(self, value: int) -> Made:
        """What a value of this ranking says."""

    def of(self, down: Cards, board: Cards, hole: int | None) -> int | None:
        """The value of down cards on a board; with `hole`, exactly so many of the down cards play (S2-74).

        A board that is not complete counts as far as it goes.
        """
        if hole is None:
            return self.value(down + board)
        values = (self.value(cards) for cards in choices(down, board, hole))
        return max((value for value in values if value is not None), default=None)

    def best_cards(self, down: Cards, board: Cards, hole: int | None) -> Cards:
        """The cards that make the value, in reading order; of equal ones those of the highest suits.

        Empty when nothing qualifies. Tries every choice: for showing a hand, not for comparing many.
        """
        best = self.of(down, board, hole)
        if best is None:
            return ()
        ranks = self.read(best).ranks
        equal = [
            _in_reading_order(cards, ranks)
            for five in choices(down, board, hole)
            for cards in combinations(five, len(ranks))
            if self.value(cards) == best
        ]
        return max(equal, key=_suits)

    def __repr__(self) -> str:
        return self.name.upper()

    __reduce__ = __repr__  # copied and pickled by name: there is only one of each


def choices(down: Cards, board: Cards, hole: int | None) -> Iterator[Cards]:
    """Every hand of five cards (fewer when there are fewer), with exactly `hole` of the down cards if given."""
    if hole is None:
        yield from combinations(down + board, min(5, len(down) + len(board)))
        return
    for own in combinations(down, min(hole, len(down))):
        for shared in combinations(board, min(5 - hole, len(board))):
            yield own + shared


def _in_reading_order(cards: Cards, ranks: str) -> Cards:
    return tuple(sorted(cards, key=lambda card: (ranks.index(card[0]), -SUITS.index(card[1]))))


def _suits(cards: Cards) -> list[int]:
    return [SUITS.index(card[1]) for card in cards]


class Memo(dict[K, V], Generic[K, V]):
    """A table that works out an entry the first time it is asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        value = self[key] = self.work_out(key)
        return value


# --- Sums of ranks


def digit(rank: int) -> int:
    """One card of a rank, as a sum."""
    return 1 << 3 * rank


ONES = sum(digit(rank) for rank in range(1, ACE + 1))


def rank_of(card: Card) -> int:
    """2 to 14, the ace high."""
    return RANKS.index(card[0]) + 2


def ranks_in(total: int) -> int:
    """A one in the digit of each rank that is there at all."""
    return (total | total >> 1 | total >> 2) & ONES


def highest(mask: int, count: int) -> list[int]:
    """The highest ranks of a mask, at most `count`."""
    return _FROM_THE_TOP[mask][:count]


def _from_the_top(mask: int) -> list[int]:
    return [rank for rank in range(ACE, 0, -1) if mask & digit(rank)]


_FROM_THE_TOP = Memo(_from_the_top)


def packed(ranks: Iterable[int]) -> int:
    """At most five ranks as nibbles, the first the most significant."""
    value = 0
    for rank, place in zip(ranks, NIBBLES, strict=False):
        value |= rank << place
    return value


def rank_text(value: int) -> str:
    """The ranks packed in a value, as characters."""
    return "".join(RANK_NAMES[value >> place & 15] for place in NIBBLES if value >> place & 15)


def grouped(total: int) -> tuple[Category, list[int]]:
    """The best five by equal ranks alone: the category, and the ranks that decide."""
    category, made = _repeated(total)
    rest = ranks_in(total)
    for rank in set(made):
        rest ^= digit(rank)
    return category, made + highest(rest, 5 - len(made))


def _repeated(total: int) -> tuple[Category, list[int]]:
    several = (total >> 1 | total >> 2) & ONES
    if four := highest(total >> 2 & ONES, 1):
        return Category.QUADS, four * 4
    if three := highest(total & total >> 1 & ONES, 1):
        two = highest(several ^ digit(three[0]), 1)
        return (Category.FULL_HOUSE if two else Category.TRIPS), three * 3 + two * 2
    pairs = highest(several, 2)
    return _BY_PAIRS[len(pairs)], [rank for rank in pairs for _ in range(2)]


_BY_PAIRS = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)


def straight(mask: int, low_ace: int | None) -> list[int]:
    """The highest five ranks in a row, or none; `low_ace` is the rank the ace may also stand for."""
    if low_ace and mask & digit(ACE):
        mask |= digit(low_ace)
    lowest = mask & mask >> 3 & mask >> 6 & mask >> 9 & mask >> 12
    return [rank + place for rank in highest(lowest, 1) for place in (4, 3, 2, 1, 0)]


# --- High hands

_SUITS_AT = 3 * (ACE + 1)
_RANK_BITS = (1 << _SUITS_AT) - 1
_FIVE_OF_A_SUIT = 0x8888 << _SUITS_AT
_BIAS = 0x3333 << _SUITS_AT  # three in each suit's nibble: the fifth card of a suit sets the top bit
_RANK_WEIGHT = {card: digit(rank_of(card)) for card in FULL_DECK}
_WEIGHT = {card: weight + (1 << _SUITS_AT + 4 * SUITS.index(card[1])) for card, weight in _RANK_WEIGHT.items()}
_weigh = _WEIGHT.__getitem__
_weigh_rank = _RANK_WEIGHT.__getitem__


class _Board(NamedTuple):
    """A board read once for all the holdings that meet it."""

    sums: tuple[int, ...]  # of the ranks of every choice, without repeats
    suit: str | None  # of which there is enough for a flush
    suited: tuple[int, ...]  # the sums of choices in that suit


@lru_cache(maxsize=64)
def _read_board(board: Cards, play: int) -> _Board:
    suits = [card[1] for card in board]
    suit = next((suit for suit in SUITS if suits.count(suit) >= play), None)
    suited = _sums(_of_suit(board, suit), play) if suit else ()
    return _Board(_sums(board, min(play, len(board))), suit, suited)


def _sums(cards: Cards, size: int) -> tuple[int, ...]:
    return tuple(set(map(sum, combinations(map(_weigh_rank, cards), size))))


def _of_suit(cards: Cards, suit: str) -> Cards:
    return tuple(card for card in cards if card[1] == suit)


class High(Ranking):
    """The high hand wins: categories in a given order, straights and flushes from five cards on."""

    is_low = False

    def __init__(self, name: str, order: tuple[Category, ...], low_ace: int | None) -> None:
        """`order` is worst to best; `low_ace` is the rank an ace may take below a straight, if any."""
        self.name = name
        self.order = order
        self.low_ace = low_ace
        self.by_rank = Memo(self._unsuited)
        self.by_suit = Memo(self._suited)

    def value(self, cards: Cards) -> int:
        """The best five of one to eight cards; a high hand always qualifies."""
        total = sum(map(_weigh, cards), _BIAS)
        value = self.by_rank[total & _RANK_BITS]
        return max(value, self._flush(cards)) if total & _FIVE_OF_A_SUIT else value

    def of(self, down: Cards, board: Cards, hole: int | None) -> int:
        """As any ranking's; a set of sums meets a set of sums instead of sixty hands (S2-27 to S2-30, S2-74)."""
        if hole is None:
            return self.value(down + board)
        shared = _read_board(board, 5 - hole)
        own = _sums(down, min(hole, len(down)))
        value = max(map(self.by_rank.__getitem__, [a + b for a in own for b in shared.sums]))
        if shared.suit is None:
            return value
        suited = _sums(_of_suit(down, shared.suit), hole)
        return max([value, *(self.by_suit[a + b] for a in suited for b in shared.suited)])

    def read(self, value: int) -> Made:
        """Category and ranks of a value."""
        category = self.order[value >> CATEGORY_AT]
        ranks = rank_text(value)
        if value & 15 == self.low_ace:  # only an ace below a straight can stand there
            ranks = ranks[:-1] + "A"
        return Made(category, ranks)

    def _unsuited(self, total: int) -> int:
        value = self._placed(*grouped(total))
        run = straight(ranks_in(total), self.low_ace)
        return max(value, self._placed(Category.STRAIGHT, run)) if run else value

    def _suited(self, total: int) -> int:
        run = straight(total, self.low_ace)
        return self._placed(Category.STRAIGHT_FLUSH, run) if run else self._placed(Category.FLUSH, highest(total, 5))

    def _flush(self, cards: Cards) -> int:
        suits = [card[1] for card in cards]
        suit = max(SUITS, key=suits.count)
        return self.by_suit[sum(map(_weigh_rank, _of_suit(cards, suit)))]

    def _placed(self, category: Category, ranks: list[int]) -> int:
        return self.order.index(category) << CATEGORY_AT | packed(ranks)


_ORDER = tuple(Category)
_SHORT_ORDER = (*_ORDER[:5], Category.FULL_HOUSE, Category.FLUSH, *_ORDER[7:])

HIGH = High("high", _ORDER, low_ace=1)
"""The ordinary ranking; the ace is high, or low in 5-4-3-2-A (S2-75)."""

SHORT_HIGH = High("short_high", _SHORT_ORDER, low_ace=5)
"""With 36 cards: a flush beats a full house, a straight beats three of a kind, and the wheel is 9-8-7-6-A."""

NO_WHEEL = High("no_wheel", _ORDER, low_ace=None)
"""Ace high only. Nobody plays it; upside down it is deuce to seven."""


# --- Boards of up cards


def shape_value(total: int) -> int:
    """The value of equal ranks alone: no straights, no flushes."""
    category, ranks = grouped(total)
    return category << CATEGORY_AT | packed(ranks)


_BY_SHAPE = Memo(shape_value)


def up_cards(cards: Cards) -> int:
    """How good a board of up cards is, the best speaking first: shape, then ranks; suits do not count.

    Tens and sevens beat a pair of jacks. Straights and flushes count for nothing here.
    """
    return _BY_SHAPE[sum(map(_weigh_rank, cards))]
