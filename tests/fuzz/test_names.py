"""Names on every screen: whatever strangers call themselves, a name is text in its place and nothing else.

The same screens are drawn twice, with harmless names and with hostile ones. Whatever Discord would read as markup in
the second drawing must be in the first one too: then none of it comes from a name.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.ui.controls import Control
from cogs.ui.evening import evening
from cogs.ui.face import Face
from cogs.ui.felt import felt
from cogs.ui.floorlog import void_page
from cogs.ui.lobby import lobby_started
from cogs.ui.names import plain_name, safe_name
from cogs.ui.panel import dm_cards, panel
from cogs.ui.questions import allin_question, leave_question, ping, try_again
from cogs.ui.refusals import refused
from cogs.ui.result import show_choice
from cogs.ui.story import story
from data.bank import Evening
from engine.rules.catalogue import CATALOGUE
from engine.rules.play import Code, PokerError
from engine.tables.errors import No, TableError
from engine.tables.snapshot import Phase, Snapshot
from tests.ui.deals import HOSTILE, begun, face, game_for, played, private_of, snapshot_of

HARMLESS = tuple(f"Name{letter}" for letter in "abcdefghij")
MARKUP = re.compile(r"(?<!\\)[*_~`|<>\[\]()#@]")
LINE_START = re.compile(r"^(?:#{1,3} |-# |> |>>> |[-*] |\d+\. )", re.MULTILINE)
BAD = "".join(map(chr, (*range(0x20), 0x7F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0xFEFF)))

ALPHABET = st.one_of(
    st.sampled_from("*_~`|<>[]()#@:!&/\\-+.1 \n\t\u202e\u200b\u0301\u05d0\u2068\u2069\U0001f468\u200d"), st.characters()
)
NAMES = st.lists(st.text(ALPHABET, max_size=32), min_size=10, max_size=10, unique=True)
PHASES = (Phase.PAUSED, Phase.CLOSED, Phase.FROZEN, Phase.LOBBY)


def words(view: ui.LayoutView | str) -> str:
    """What is read as markup."""
    if isinstance(view, str):
        return view
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay))


def labels(view: ui.LayoutView | str) -> list[str]:
    """What is shown as it is: buttons and selects."""
    if isinstance(view, str):
        return []
    items: list[Any] = [part.item for part in view.walk_children() if isinstance(part, Control)]
    return [text for item in items for text in _labels(item)]


def _labels(item: Any) -> Iterator[str]:
    if isinstance(item, ui.Button):
        yield item.label or ""
    else:
        yield item.placeholder or ""
        yield from (text for option in item.options for text in (option.label, option.description or ""))


def markup(text: str) -> Counter[str]:
    """Live markup, but for the seat behind names that look the same. An escaped backslash escapes nothing."""
    text = re.sub(r" \(\d+\)", "", text.replace("\\\\", ""))
    return Counter(MARKUP.findall(text)) + Counter(found.strip() for found in LINE_START.findall(text))


def screens(seed: int) -> Iterator[Callable[[Face], ui.LayoutView | str]]:
    """Every renderer that shows a name, in the middle and at the end of a hand of a random game."""
    rng = random.Random(seed)
    game = game_for(rng.choice(list(CATALOGUE)), rng)
    hand = begun(game, rng.choice((2, 3, 6, 10)), rng)
    yield from of_the_table(snapshot_of(hand, game))
    for _ in played(hand, rng):
        if rng.random() < 0.2 and not hand.over:
            yield from of_the_table(snapshot_of(hand, game))
            yield from of_a_player(hand, game)
    yield from of_the_table(snapshot_of(hand, game))
    yield from of_a_player(hand, game)


def of_the_table(snapshot: Snapshot) -> Iterator[Callable[[Face], ui.LayoutView | str]]:
    lines = [Evening(sitter.member, 200, 0, 300, 0) for sitter in snapshot.sitters]
    phases = [replace(snapshot, phase=phase) for phase in PHASES]
    yield lambda drawn: felt(snapshot, drawn)
    yield lambda drawn: story(snapshot, snapshot.view, drawn)
    yield lambda drawn: evening(snapshot, lines, drawn)
    yield lambda drawn: lobby_started(snapshot, drawn)
    yield lambda drawn: void_page(1, 2, 3, 2, 1001, drawn)
    for each in phases:
        yield lambda drawn, each=each: felt(each, drawn)  # type: ignore[misc]
    if snapshot.waiting:
        yield lambda drawn: ping(snapshot, drawn)


def of_a_player(hand: Any, game: Any) -> Iterator[Callable[[Face], ui.LayoutView | str]]:
    snapshot = snapshot_of(hand, game)
    private = private_of(hand, snapshot, 1)
    errors = [PokerError(Code.NOT_YOUR_TURN, turn=2), TableError(No.SEATED, seat=1), TableError(No.NOT_HOST)]
    yield lambda drawn: panel(private, drawn)
    yield lambda drawn: dm_cards(private, drawn, "LINK")
    yield lambda drawn: leave_question(snapshot, drawn, 1001)
    yield lambda drawn: allin_question(snapshot, drawn, 100)
    yield lambda drawn: try_again(snapshot, drawn, "no")
    if hand.over:
        yield lambda drawn: show_choice(private, drawn)
    for error in errors:
        yield lambda drawn, error=error: refused(error, drawn, snapshot, private.offer)  # type: ignore[misc]


def no_markup_from_names(seed: int, language: str, names: tuple[str, ...]) -> None:
    for draw in screens(seed):
        calm, wild = draw(face(language, HARMLESS)), draw(face(language, names))
        assert markup(words(wild)) == markup(words(calm)), words(wild)
        assert words(wild).count("\n") == words(calm).count("\n")
        assert not set(words(wild)) & (set(BAD) - {"\n", "\u2068", "\u2069"})
        assert not any(set(label) & set(BAD) for label in labels(wild))
        assert all(f"`{each}" not in words(calm) for each in HARMLESS), "escapes mean nothing inside code"


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("seed", range(8))
def test_the_worst_names_that_we_know(seed: int, language: str) -> None:
    no_markup_from_names(seed, language, HOSTILE)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["en", "sv"]), NAMES)
def test_any_names_at_all(seed: int, language: str, names: list[str]) -> None:
    no_markup_from_names(seed, language, tuple(names))


@settings(max_examples=4000, deadline=None)
@given(st.text(ALPHABET, max_size=64), st.sampled_from([12, 14, 16, 18]))
def test_a_name_alone(name: str, width: int) -> None:
    """RELIABILITY 71, 72: no markup, no control, no turned direction, no more than its room."""
    shown = safe_name(name, width)
    assert not MARKUP.search(shown.replace("\\\\", ""))
    assert not set(plain_name(name, width)) & set(BAD)
    assert shown.count("\u2068") == shown.count("\u2069") <= 1
    assert shown.strip("\u2068\u2069 ")


def test_the_check_bites() -> None:
    """With names as they are, the same screens are full of markup."""
    assert markup("Name **x** @everyone") != markup("Name")
    assert markup("\\*") == markup("")
    assert markup("\\\\*") == markup("*")
