"""All hands there are, counted; and many random ones against evaluators that know nothing of ours."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from operator import itemgetter
from random import Random
from typing import Any

import pokerkit
import pytest
from phevaluator.evaluator import evaluate_5cards, evaluate_7cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards

from engine.rules.cards import FULL_DECK, RANKS, SHORT_DECK, Card, Cards
from engine.rules.lowball import ACE_FIVE, BADUGI, DEUCE_SEVEN, EIGHT_LOW
from engine.rules.ranking import HIGH, SHORT_HIGH, Category, Ranking

SEED = 20240229
COUNTS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
SHORT_COUNTS = (122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24)
NUMBER = {card: number for number, card in enumerate(FULL_DECK)}  # as the other evaluator numbers them


def by_category(ranking: Ranking, values: Counter[int]) -> dict[Category | None, int]:
    counts: Counter[Category | None] = Counter()
    for value, hands in values.items():
        counts[ranking.read(value).category] += hands
    return dict(counts)


def deals(size: int, times: int) -> Iterable[Cards]:
    random = Random(SEED)
    return (tuple(random.sample(FULL_DECK, size)) for _ in range(times))


def disagreements(pairs: Iterable[tuple[Any, Any]]) -> list[Any]:
    """Where two ways to rank the same hands differ: sorted by one, each step must be the same step in the other."""
    ordered = sorted(set(pairs), key=itemgetter(0))
    return [
        (one, other)
        for one, other in pairwise(ordered)
        if (one[0] < other[0], one[0] == other[0]) != (one[1] < other[1], one[1] == other[1])
    ]


def test_a_disagreement_is_noticed() -> None:
    assert [] == disagreements([(1, 10), (3, 30), (2, 20), (2, 20)])
    assert disagreements([(1, 10), (2, 20), (3, 15)])
    assert disagreements([(1, 10), (1, 11)])
    assert disagreements([(1, 10), (2, 10)])


# --- All hands


def one_hand_of_each_kind() -> Iterable[tuple[Cards, int]]:
    """Five cards for each set of ranks, mixed suits and one suit, and in how many ways the suits can fall."""
    for ranks in combinations_with_replacement(RANKS, 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        suits = iter("cdhsc" if len(counts) == 5 else "cdhscdhs")
        hand = tuple(Card(rank + suit) for rank, suit in zip(ranks, suits, strict=False))
        ways = prod(comb(4, count) for count in counts.values())
        yield hand, ways - 4 * (len(counts) == 5)
        if len(counts) == 5:
            yield tuple(Card(f"{rank}s") for rank in ranks), 4


def test_there_are_7462_high_hands_in_the_known_numbers() -> None:
    values: Counter[int] = Counter()
    for hand, ways in one_hand_of_each_kind():
        values[HIGH.value(hand)] += ways

    assert 7_462 == len(values)
    assert dict(zip(Category, COUNTS, strict=True)) == by_category(HIGH, values)


def test_there_are_1404_short_deck_hands_in_the_known_numbers() -> None:
    values = Counter(map(SHORT_HIGH.value, combinations(SHORT_DECK, 5)))

    assert 1_404 == len(values)
    assert dict(zip(Category, SHORT_COUNTS, strict=True)) == by_category(SHORT_HIGH, values)


@pytest.mark.parametrize(("ranking", "kinds"), [(EIGHT_LOW, 56), (ACE_FIVE, 6_175), (DEUCE_SEVEN, 7_462)], ids=repr)
def test_how_many_different_lows_there_are(ranking: Ranking, kinds: int) -> None:
    assert kinds == len({ranking.value(hand) for hand, _ in one_hand_of_each_kind()} - {None})


def test_all_badugi_hands_in_the_known_numbers() -> None:
    values = Counter(BADUGI.value(hand) for hand in combinations(FULL_DECK, 4))
    sizes: Counter[int] = Counter()
    for value, hands in values.items():
        assert value is not None
        sizes[len(BADUGI.read(value).ranks)] += hands

    assert comb(13, 4) + comb(13, 3) + comb(13, 2) + 13 == len(values)
    assert {4: 17_160, 3: 154_440, 2: 96_252, 1: 4 * comb(13, 4) + 13} == sizes


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_all_2598960_five_card_hands() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for hand in combinations(FULL_DECK, 5):
        pairs[-evaluate_5cards(*[NUMBER[card] for card in hand]), HIGH.value(hand)] += 1
    values = Counter({value: hands for (_, value), hands in pairs.items()})

    assert 2_598_960 == values.total()
    assert 7_462 == len(pairs) == len(values)
    assert [] == disagreements(pairs)
    assert dict(zip(Category, COUNTS, strict=True)) == by_category(HIGH, values)


# --- 200,000 random hands


@pytest.mark.slow
def test_seven_cards_and_omaha_agree_with_another_evaluator() -> None:
    seven, omaha = set(), set()
    for nine in deals(9, 200_000):
        numbers = [NUMBER[card] for card in nine]
        seven.add((-evaluate_7cards(*numbers[:7]), HIGH.of(nine[5:7], nine[:5], None)))
        omaha.add((-evaluate_omaha_cards(*numbers), HIGH.of(nine[5:], nine[:5], 2)))

    assert [] == disagreements(seven)
    assert [] == disagreements(omaha)


LOW_RANKS = "A23456789TJQK"
EIGHT_LOWS = sorted(combinations(LOW_RANKS[:8], 5), key=lambda low: [LOW_RANKS.index(rank) for rank in low[::-1]])


@cache
def best_low(own: frozenset[str], shared: frozenset[str], hole: int) -> int:
    """The first of the 56 lows, best first, for which hand and board have the ranks; 56 for none."""
    for place, low in enumerate(EIGHT_LOWS):
        ranks = set(low)
        if ranks <= own | shared and len(ranks & own) >= hole and (not hole or len(ranks & shared) >= 5 - hole):
            return place
    return len(EIGHT_LOWS)


def eights_of(cards: Cards) -> frozenset[str]:
    return frozenset(card[0] for card in cards if card[0] in LOW_RANKS[:8])


@pytest.mark.slow
def test_eight_or_better_agrees_with_a_list_of_all_lows() -> None:
    seven, omaha = set(), set()
    for nine in deals(9, 200_000):
        board, down = nine[:5], nine[5:]
        seven.add((-best_low(eights_of(nine[:7]), frozenset(), 0), EIGHT_LOW.value(nine[:7]) or -(1 << 20)))
        omaha.add((-best_low(eights_of(down), eights_of(board), 2), EIGHT_LOW.of(down, board, 2) or -(1 << 20)))

    assert 57 == len(seven)
    assert [] == disagreements(seven)
    assert [] == disagreements(omaha)


def plain(cards: Cards, order: str) -> tuple[Any, ...]:
    """Equal ranks by the book: how often, then which; the higher the worse in a low game."""
    counts = Counter(order.index(card[0]) for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def plain_deuce(cards: Cards) -> tuple[Any, ...]:
    shape, ranks = plain(cards, RANKS)
    run = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in cards}) == 1
    spoiled = (4, 4) if run and flush else (3, 1, 3) if flush else (3, 1, 2) if run else shape
    return spoiled, ranks


def plain_badugi(cards: Cards) -> tuple[Any, ...]:
    subsets = [hand for size in range(1, 5) for hand in combinations(cards, size)]
    return min(
        (-len(hand), tuple(sorted((LOW_RANKS.index(card[0]) for card in hand), reverse=True)))
        for hand in subsets
        if len({card[0] for card in hand}) == len({card[1] for card in hand}) == len(hand)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "size", "times", "by_the_book"),
    [
        (DEUCE_SEVEN, 5, 200_000, plain_deuce),
        (ACE_FIVE, 5, 200_000, lambda cards: plain(cards, LOW_RANKS)),
        (ACE_FIVE, 7, 5_000, lambda cards: min(plain(five, LOW_RANKS) for five in combinations(cards, 5))),
        (BADUGI, 4, 50_000, plain_badugi),
    ],
    ids=["deuce-seven", "ace-five", "razz", "badugi"],
)
def test_lows_agree_with_the_rules_written_out(
    ranking: Ranking, size: int, times: int, by_the_book: Callable[[Cards], Any]
) -> None:
    pairs = [(by_the_book(cards), -(ranking.value(cards) or 0)) for cards in deals(size, times)]

    assert [] == disagreements(pairs)


# --- A third opinion

ASKED = (
    (pokerkit.StandardHighHand, HIGH, 2, 5, None),
    (pokerkit.StandardHighHand, HIGH, 5, 0, None),
    (pokerkit.OmahaHoldemHand, HIGH, 4, 5, 2),
    (pokerkit.ShortDeckHoldemHand, SHORT_HIGH, 2, 5, None),
    (pokerkit.ShortDeckHoldemHand, SHORT_HIGH, 5, 0, None),
    (pokerkit.EightOrBetterLowHand, EIGHT_LOW, 7, 0, None),
    (pokerkit.OmahaEightOrBetterLowHand, EIGHT_LOW, 4, 5, 2),
    (pokerkit.RegularLowHand, ACE_FIVE, 7, 0, None),
    (pokerkit.StandardLowHand, DEUCE_SEVEN, 5, 0, None),
    (pokerkit.BadugiHand, BADUGI, 4, 0, None),
)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "ranking", "down", "board", "hole"), ASKED)
def test_three_hundred_hands_agree_with_pokerkit(
    kind: Any, ranking: Ranking, down: int, board: int, hole: int | None
) -> None:
    random, pairs = Random(SEED), []
    deck = SHORT_DECK if ranking is SHORT_HIGH else FULL_DECK
    for _ in range(300):
        cards = tuple(random.sample(deck, down + board))
        theirs = kind.from_game_or_none("".join(cards[:down]), "".join(cards[down:]))
        ours = ranking.of(cards[:down], cards[down:], hole)
        assert (theirs is None) == (ours is None), cards
        pairs += [] if theirs is None else [(theirs, ours)]

    assert len(pairs) > 30
    assert [] == disagreements(pairs)


# --- The cards shown are the cards that count


@pytest.mark.parametrize("hole", [None, 2])
@pytest.mark.parametrize("ranking", [HIGH, SHORT_HIGH, EIGHT_LOW, ACE_FIVE, DEUCE_SEVEN, BADUGI], ids=repr)
def test_best_cards_have_the_value_and_read_like_it(ranking: Ranking, hole: int | None) -> None:
    random = Random(SEED)
    deck = SHORT_DECK if ranking is SHORT_HIGH else FULL_DECK
    for _ in range(100):
        cards = tuple(random.sample(deck, 8))
        down, board = cards[:4], cards[4:]
        value, best = ranking.of(down, board, hole), ranking.best_cards(down, board, hole)
        assert ("" if value is None else ranking.read(value).ranks) == "".join(card[0] for card in best)
        assert value is None or (value == ranking.value(best) and set(best) <= set(cards))
        assert not hole or len(set(best) & set(down)) in ((0, 2) if ranking is not BADUGI else range(5))
