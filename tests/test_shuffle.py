"""The shuffle (T14): from the operating system's randomness alone, and every card everywhere equally often."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import SystemRandom

from bot import shuffles
from engine.rules.cards import FULL_DECK, Cards

DECKS = 6_000

POSITIONS_CRITICAL = 3_000
"""Chi-square over place and card, 51 * 51 = 2,601 degrees of freedom: a fair shuffle is above it once in 10 million."""

PAIRS_CRITICAL = 3_040
"""Over which card follows which, 52 * 51 - 1 = 2,651 degrees of freedom."""


def dealt(count: int) -> list[Cards]:
    deal = shuffles(SystemRandom())
    decks: list[Cards] = []
    while len(decks) < count:
        decks.extend(deal(FULL_DECK))
    return decks[:count]


def chi_square(counts: Counter[tuple[object, str]], expected: float, cells: int) -> float:
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


def test_every_card_lies_everywhere_equally_often() -> None:
    counts: Counter[tuple[object, str]] = Counter()
    for deck in dealt(DECKS):
        counts.update(enumerate(deck))

    assert 2_250 < chi_square(counts, DECKS / 52, 52 * 52) < POSITIONS_CRITICAL


def test_every_card_follows_every_other_equally_often() -> None:
    counts: Counter[tuple[object, str]] = Counter()
    for deck in dealt(DECKS):
        counts.update(pairwise(deck))

    assert 2_290 < chi_square(counts, DECKS * 51 / (52 * 51), 52 * 51) < PAIRS_CRITICAL


def test_a_shuffle_that_leans_is_noticed() -> None:
    """The well-known slip of swapping each card with any other."""
    rng = SystemRandom()
    counts: Counter[tuple[object, str]] = Counter()
    for _ in range(DECKS):
        deck = list(FULL_DECK)
        for place in range(52):
            other = rng.randrange(52)
            deck[place], deck[other] = deck[other], deck[place]
        counts.update(enumerate(deck))

    assert chi_square(counts, DECKS / 52, 52 * 52) > POSITIONS_CRITICAL


def test_all_deck_orders_of_a_hand_are_different_and_whole() -> None:
    decks = shuffles(SystemRandom())(FULL_DECK)

    assert len(decks) >= 5
    assert len(set(decks)) == len(decks)
    assert all(sorted(deck) == sorted(FULL_DECK) for deck in decks)


def test_the_live_bot_takes_its_randomness_from_the_system() -> None:
    """Nothing that is loaded when the bot goes live draws from a generator that could be seeded."""
    live = [Path("bot.py"), *(path for room in ("engine", "data", "cogs") for path in Path(room).rglob("*.py"))]
    for path in live:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr in {"SystemRandom", "Random"}, f"{path}: random.{node.attr}"
