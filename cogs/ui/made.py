"""Hands in words: what cards make, why one beats another, what is still missing."""

from __future__ import annotations

from cogs.ui.cards import rank_text
from cogs.ui.words import capital, say
from engine.rules.cards import RANKS, SUITS, Card, Cards
from engine.rules.ranking import Category, Made, Ranking
from engine.rules.steps import Share

_KICKER_AT = {
    Category.HIGH_CARD: 1,
    Category.FLUSH: 1,
    Category.PAIR: 2,
    Category.TRIPS: 3,
    Category.TWO_PAIR: 4,
    Category.QUADS: 4,
}
_COMPLETE = {Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.QUADS, Category.STRAIGHT_FLUSH}
_WINDOWS = ["A" + RANKS[:4]] + [RANKS[low : low + 5] for low in range(len(RANKS) - 4)]


def card_words(language: str, card: Card) -> str:
    """`Jack of hearts`, `Hjärter knekt`; no suit signs, which turn into emoji in labels."""
    rank, suit = _rank(language, card[0], "card"), say(language, f"suit-{card[1]}")
    return capital(say(language, "card-name", rank=rank, suit=suit))


def made_words(language: str, ranking: Ranking, made: Made) -> str:
    """What a hand is called: `two pair, aces and sevens`, `7-4-3-2-A`."""
    if made.category is None:
        return _low_words(language, ranking, made.ranks)
    category, ranks = made.category, made.ranks
    first = ranks[0]
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            return say(language, f"made-{_word(category)}", rank=_rank(language, first, "one"))
        case Category.PAIR | Category.TRIPS | Category.QUADS:
            return say(language, f"made-{_word(category)}", ranks=_rank(language, first, "many"))
        case Category.TWO_PAIR:
            high, low = _rank(language, first, "many"), _rank(language, ranks[2], "many")
            return say(language, "made-two-pair", high=high, low=low)
        case Category.FULL_HOUSE:
            high, low = _rank(language, first, "many"), _rank(language, ranks[3], "many")
            return say(language, "made-full", high=high, low=low)
        case Category.STRAIGHT_FLUSH if first == "A":
            return say(language, "made-royal")
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return say(language, f"made-{_word(category)}", rank=_rank(language, first, "the"))


def with_kicker(language: str, ranking: Ranking, made: Made, other: Made | None = None) -> str:
    """The same with the side card that matters: the first unlike that of `other`, else the best of a pair or trips."""
    words = made_words(language, ranking, made)
    rank = _kicker(made, other)
    return say(language, "made-kicker", made=words, rank=_rank(language, rank, "one")) if rank else words


def _kicker(made: Made, other: Made | None) -> str:
    at = _KICKER_AT.get(made.category) if made.category is not None else None
    if at is None:
        return ""
    if other is None:
        return made.ranks[at : at + 1] if made.category in (Category.PAIR, Category.TRIPS) else ""
    if other.category is not made.category or other.ranks[:at] != made.ranks[:at]:
        return ""
    return next((mine for mine, theirs in zip(made.ranks[at:], other.ranks[at:], strict=False) if mine != theirs), "")


def holding_words(language: str, share: Share, own: Cards, board: Cards, *, more_to_come: bool) -> str | None:
    """What own cards make now, drawing chances of a high hand included; None when a low does not qualify."""
    value = share.ranking.of(own, board, share.hole) if own else None
    if value is None:
        return None
    made = share.ranking.read(value)
    words = with_kicker(language, share.ranking, made)
    if not more_to_come or share.ranking.is_low or made.category in _COMPLETE:
        return words
    if _four_to_a_flush(own, board, share.hole):
        return say(language, "made-four-flush", made=words)
    if share.hole is None and _four_to_a_straight(own + board):
        return say(language, "made-four-straight", made=words)
    return words


def _four_to_a_flush(own: Cards, board: Cards, hole: int | None) -> bool:
    for suit in SUITS:
        mine = sum(card[1] == suit for card in own)
        theirs = sum(card[1] == suit for card in board)
        if mine and (mine if hole is None else min(mine, hole)) + theirs == 4:
            return True
    return False


def _four_to_a_straight(cards: Cards) -> bool:
    ranks = {card[0] for card in cards}
    return any(len(ranks & set(window)) == 4 for window in _WINDOWS)


def _low_words(language: str, ranking: Ranking, ranks: str) -> str:
    shown = "-".join(rank_text(rank) for rank in ranks)
    if ranking.name == "badugi":
        return say(language, "made-badugi" if len(ranks) == 4 else "made-badugi-part", ranks=shown, n=len(ranks))
    return say(language, "made-low", ranks=shown)


def _rank(language: str, rank: str, form: str) -> str:
    return say(language, f"rank-{rank}-{form}")


def _word(category: Category) -> str:
    return _WORDS.get(category, category.word)


_WORDS = {Category.HIGH_CARD: "high", Category.STRAIGHT_FLUSH: "straight-flush"}
