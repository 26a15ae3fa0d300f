"""The shuffle (T14): from the operating system's randomness alone, and every card everywhere equally often.

The critical values are fixed: a fair shuffle fails any of the tests of chance less than once in a million runs.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, pairwise, repeat
from math import log2, prod
from pathlib import Path
from random import Random, SystemRandom

import pytest

from cogs.process.client import World, make_bot, shuffles
from engine.rules.cards import FULL_DECK, Card, Cards
from engine.tables.tools import Shuffles

DECKS = 20_000
MANY_DECKS = 5_000_000

DECK_BITS = log2(prod(range(1, 53)))
"""What it takes to choose one of all orders of a deck: 225.6 bits."""

POSITIONS = (2_243, 2_994)
"""Chi-square with 51 * 51 = 2,601 degrees of freedom lies outside once in five million."""

PAIRS = (2_240, 2_998)
"""The same of 1.02 times one with 2,550: which cards follow each other, where every card has one follower at most."""

SEEDED = ("random", "numpy.random")


def dealt(count: int, shuffle: Shuffles) -> Iterable[Cards]:
    """Every order of every hand, the later ones too."""
    return chain.from_iterable(shuffle(FULL_DECK) for _ in range(-(-count // 6)))


class Tally:
    """Which card lay where and which followed which, over many decks."""

    def __init__(self, decks: Iterable[Cards]) -> None:
        self.decks = 0
        self.places: Counter[tuple[int, Card]] = Counter()
        self.pairs: Counter[tuple[Card, Card]] = Counter()
        for deck in decks:
            self.decks += 1
            self.places.update(enumerate(deck))
            self.pairs.update(pairwise(deck))

    def positions(self) -> float:
        """Each deck fills every place and uses every card, which stretches chi-square by 52/51."""
        return _chi_square(self.places, self.decks / 52, 52 * 52) * 51 / 52

    def followers(self) -> float:
        return _chi_square(self.pairs, self.decks / 52, 52 * 51)

    def is_fair(self) -> bool:
        places, pairs = self.positions(), self.followers()
        print(f"{self.decks} decks: positions {places:.0f}, pairs {pairs:.0f}")
        return POSITIONS[0] < places < POSITIONS[1] and PAIRS[0] < pairs < PAIRS[1]


def _chi_square(counts: Counter[tuple[int, Card]] | Counter[tuple[Card, Card]], expected: float, cells: int) -> float:
    seen = sum((count - expected) ** 2 for count in counts.values()) / expected
    return seen + (cells - len(counts)) * expected


def test_every_card_lies_everywhere_and_follows_every_other_equally_often() -> None:
    tally = Tally(dealt(DECKS, World().shuffles))
    assert tally.decks >= DECKS
    assert tally.is_fair()


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_five_million_decks() -> None:
    assert Tally(dealt(MANY_DECKS, World().shuffles)).is_fair()


def test_a_shuffle_that_leans_is_noticed() -> None:
    """The well-known slip of swapping each card with any other: 6,000 decks are enough."""
    rng = Random(5)

    def careless(deck: Cards) -> Cards:
        cards = list(deck)
        for place in range(52):
            other = rng.randrange(52)
            cards[place], cards[other] = cards[other], cards[place]
        return tuple(cards)

    assert Tally(map(careless, repeat(FULL_DECK, 6_000))).positions() > POSITIONS[1]


def test_a_cut_is_no_shuffle() -> None:
    """Every card lies everywhere equally often, and still each follows its own neighbour."""
    tally = Tally(FULL_DECK[cut:] + FULL_DECK[:cut] for cut in range(52))
    assert tally.positions() == 0
    assert tally.followers() > PAIRS[1]


def test_all_deck_orders_of_a_hand_are_different_and_whole() -> None:
    decks = shuffles(SystemRandom())(FULL_DECK)

    assert len(decks) >= 5
    assert len(set(decks)) == len(decks)
    assert all(sorted(deck) == sorted(FULL_DECK) for deck in decks)


def entropy(monkeypatch: pytest.MonkeyPatch, seed: int) -> list[int]:
    """The operating system's randomness, replaced by a stream that only the test knows; how much was asked for."""
    stream, asked = Random(seed), list[int]()

    def given(count: int) -> bytes:
        asked.append(count)
        return stream.randbytes(count)

    monkeypatch.setattr("random._urandom", given)
    return asked


def from_the_system_alone(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Shuffles]) -> None:
    """Whatever was seeded before, the decks follow the system's randomness, and cannot be guessed with less of it."""
    decks: dict[int, tuple[Cards, ...]] = {}
    for seed in (1, 2, 1):
        asked = entropy(monkeypatch, seed)
        random.seed(7)
        first = decks.setdefault(seed, dealt := make()(FULL_DECK))
        assert dealt == first
        assert 8 * sum(asked) > len(dealt) * DECK_BITS
    assert decks[1] != decks[2]


def test_the_live_bot_shuffles_with_the_system_s_randomness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RELIABILITY 86: the world that `make_bot` takes when nobody gives it another."""
    from_the_system_alone(monkeypatch, lambda: World().shuffles)
    from_the_system_alone(monkeypatch, lambda: make_bot(tmp_path / "knekt.db").world.shuffles)


def test_a_seeded_default_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError):
        from_the_system_alone(monkeypatch, lambda: shuffles(Random(1)))
    with pytest.raises(AssertionError):
        from_the_system_alone(monkeypatch, lambda: shuffles(Random()))  # seeded from the system: 2,500 bytes, once


def test_ids_and_secrets_come_from_the_system_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The salts of a sealed deck must not be guessed either."""
    made = [World().new_secret() for _ in range(2)]
    assert len(bytes.fromhex(made[0])) == 32
    assert made[0] != made[1]
    asked = entropy(monkeypatch, 3)
    World().new_id()
    assert sum(asked) >= 8


def drawn(source: str, name: str) -> list[str]:
    """Uses of a generator that could be seeded; the demo may have its own."""
    tree = ast.parse(source)
    demo = {id(node) for each in ast.walk(tree) if _is_demo(each, name) for node in ast.walk(each)}
    found = []
    for node in ast.walk(tree):
        if id(node) in demo:
            continue
        if isinstance(node, ast.ImportFrom) and node.module in SEEDED:
            found.append(f"from {node.module} import")
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name in SEEDED and (alias.asname or name != "bot.py")]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in SEEDED:
                found.append(f"{owner.id}.{node.func.attr}()")
    return found


def _is_demo(node: ast.AST, name: str) -> bool:
    return name == "bot.py" and isinstance(node, ast.AsyncFunctionDef) and node.name == "demo"


def test_nothing_that_is_loaded_when_the_bot_goes_live_can_be_seeded() -> None:
    live = [Path("bot.py"), *(path for room in ("engine", "data", "cogs") for path in Path(room).rglob("*.py"))]
    assert len(live) > 100
    assert {str(path): found for path in live if (found := drawn(path.read_text("utf-8"), path.name))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from random import sample", "import random", "import random as chance", "from numpy.random import default_rng",
        "import random\n\ndef shuffle(deck):\n    random.shuffle(deck)", "def f():\n    from random import Random",
    ],
)  # fmt: skip
def test_a_generator_that_could_be_seeded_is_found(source: str) -> None:
    assert drawn(source, "play.py")


@pytest.mark.parametrize("source", ["import random\nrng = random.Random(5)", "from random import SystemRandom"])
def test_and_so_it_is_in_the_main_program(source: str) -> None:
    assert drawn(source, "bot.py")
    assert not drawn("import random\n\nasync def demo(args):\n    return random.Random(args.seed)", "bot.py")
