"""Names on every screen: whatever strangers call themselves, a name is text in its place and nothing else.

The same screens are drawn twice, with harmless names and with hostile ones. Whatever Discord would read as markup in
the second drawing must be in the first one too: then none of it comes from a name.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.ui.board import Asked, board_page, figures_page, season_list, standing
from cogs.ui.controls import Control
from cogs.ui.evening import evening
from cogs.ui.export import hand_phh, hand_text
from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.felt import felt
from cogs.ui.floorlog import void_page
from cogs.ui.lobby import lobby_started
from cogs.ui.names import plain_name, safe_name
from cogs.ui.panel import dm_cards, panel
from cogs.ui.past import list_page, past_page, past_story, proof_page, replay_page
from cogs.ui.questions import allin_question, leave_question, ping, try_again
from cogs.ui.refusals import refused
from cogs.ui.result import show_choice
from cogs.ui.story import story
from data.bank import Evening
from data.leaderboard import Board, Limits, Measure, Place
from data.periods import Period
from data.seasons import Season
from data.stats import Figures
from engine.rules.catalogue import CATALOGUE
from engine.rules.play import Code, PokerError
from engine.tables.errors import No, TableError
from engine.tables.history import read
from engine.tables.ports import TableRecord
from engine.tables.snapshot import Phase, Snapshot
from tests.ui.deals import HOSTILE, begun, face, game_for, played, private_of, snapshot_of
from tests.ui.test_pages import finished

HARMLESS = tuple(f"Name{letter}" for letter in "abcdefghij")
IMITATING = (
    "Dealer: A♠ wins", "A♠ K♥ · flush", "Pot 1,200 chips", "Bo wins 500!!", "`K♥` `Q♥`", "-# Hand 119 is void",
    "🏆 You win: 900", "Ny giv 120 kort", "<:A_spades:17>", "→ Your turn: Bo",
)  # fmt: skip
"""Lines as the dealer might write them, none longer than its shortest place (RELIABILITY 73)."""

BEGINNING = ("-", "- a", "+", "+ b", "1.", "12. c", "* d", "-# e", ">>> f", "# g")
"""Names that at the start of a line would make a list, a quotation or a headline of it."""

WIDTHS = (12, 14, 16, 18)
MARKUP = re.compile(r"(?<!\\)[*_~`|<>\[\]()#@]")
LINE_START = re.compile(r"^(?:#{1,3} |-# |> |>>> |[-*] |\d+\. )", re.MULTILINE)
BAD = "".join(map(chr, (*range(0x20), 0x7F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0xFEFF)))

ALPHABET = st.one_of(
    st.sampled_from("*_~`|<>[]()#@:!&/\\-+.1 \n\t\u202e\u200b\u0301\u05d0\u2068\u2069\U0001f468\u200d"), st.characters()
)
NASTY = BAD + "*_~`|<>[]()#@:!&/\\-+.1 \n\t\u0301\u0335\u05d0\u0627\u2068\u2069\u3000\U0001f468\u200d\ufe0f"
SCRIPTS: tuple[Callable[[random.Random], int], ...] = (
    lambda rng: rng.randint(0x20, 0x7E), lambda rng: rng.randint(0xA0, 0x2FFF), lambda rng: rng.randint(0x3000, 0xD7FF),
    lambda rng: rng.randint(0xE000, 0x1FFFF), lambda rng: rng.randint(0x20000, 0x10FFFF),
)  # fmt: skip
NAMES = st.lists(st.text(ALPHABET, max_size=32), min_size=10, max_size=10, unique=True)
PHASES = (Phase.PAUSED, Phase.ASKED, Phase.CLOSED, Phase.FROZEN, Phase.LOBBY)


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
    """Live markup. What is escaped is none, and an escaped backslash escapes nothing.

    Words in brackets of their own are no markup, be they the seat behind names that look the same, or a name.
    """
    text = re.sub(r" \(\d+\)", "", re.sub(r"\\.", "x", text))
    text = re.sub(r" \(([^()\n]*)\)", r" \1", text)
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


def slots(text: str, names: tuple[str, ...], form: Callable[[str, int], str]) -> str:
    """The text with every name in it, cut as it may be, replaced by its owner's number."""
    forms = {form(name, width): place for place, name in enumerate(names) for width in WIDTHS}
    for shown in sorted(forms, key=len, reverse=True):
        text = text.replace(shown, f"\x01{forms[shown]}\x02")
    return text


def names_only_in_their_places(draw: Callable[[Face], ui.LayoutView | str], language: str) -> int:
    """But for the names both drawings are the same, word for word. How many names there are in it."""
    calm, wild = draw(face(language, HARMLESS)), draw(face(language, IMITATING))
    drawn = slots(words(wild), IMITATING, safe_name)
    assert drawn == slots(words(calm), HARMLESS, safe_name)
    shown = [slots(label, IMITATING, plain_name) for label in labels(wild)]
    assert shown == [slots(label, HARMLESS, plain_name) for label in labels(calm)]
    return drawn.count("\x01") + "".join(shown).count("\x01")


def pages(seed: int) -> Iterator[Callable[[Face], ui.LayoutView | str]]:
    """Private pages with names: a finished hand of a random game in every way, leaderboards, seasons, figures."""
    rng = random.Random(seed)
    _, record, inputs, table = finished(rng.choice(list(CATALOGUE)), rng.choice((2, 5)), seed)
    past, hands = read(record, inputs), [replace(record, number=number) for number in (1, 2, 3)]
    viewer = rng.choice((1001, 1002, 5))
    for page in (past_page, past_story):
        yield lambda drawn, page=page: page(past, called(table, drawn, seed), viewer, drawn)  # type: ignore[misc]
    for step in {0, past.steps // 3, past.steps // 2, past.steps}:
        yield lambda drawn, step=step: replay_page(past, called(table, drawn, seed), viewer, step, drawn)  # type: ignore[misc]
    yield lambda drawn: list_page(hands, drawn)
    yield lambda drawn: proof_page(past, viewer, drawn)
    places = tuple(Place(rank, 1000 + rank, 90 - 20 * rank, 5, 30) for rank in range(1, 10))
    board = Board(places, 9, 40, Limits(), own=places[3], line=3, above=places[2])
    for by in Measure:
        asked = Asked(Period.SEASON, by)
        best = {place.member: ("holdem", BEST) for place in places}
        yield lambda drawn, asked=asked, best=best: board_page(  # type: ignore[misc]
            asked, board, drawn, page=0, season=a_title(drawn, seed), best=best, graph=None
        )
    yield lambda drawn: standing(season(drawn, seed, places), drawn)
    yield lambda drawn: season_list([season(drawn, seed, places)] * 3, drawn)
    figures = Figures(40, 300, 9000, 20, 9, 7, 5, 20, 9, 4, 320, 90, 3, 1, "holdem")
    yield lambda drawn: figures_page(figures, None, drawn.member(1001, BOARD_NAME), Asked(), drawn)


BEST = json.dumps({"value": 7462, "cards": "AsKsQsJsTs"})


def a_title(drawn: Face, seed: int) -> str:
    """What a member who calls himself so calls his table or season."""
    return drawn.names[1001 + seed % 10]


def called(table: TableRecord, drawn: Face, seed: int) -> TableRecord:
    return replace(table, name=a_title(drawn, seed))


def season(drawn: Face, seed: int, places: tuple[Place, ...]) -> Season:
    return Season(3, a_title(drawn, seed), 0, 9, json.dumps([asdict(place) for place in places]))


def files_are_whole(seed: int, language: str, names: tuple[str, ...]) -> None:
    """An export has as many lines as with harmless names, none of them forged, and programs read from it the same."""
    rng = random.Random(seed)
    _, record, inputs, table = finished(rng.choice(list(CATALOGUE)), rng.choice((2, 5)), seed)
    past = read(record, inputs)
    calm, wild = face(language, HARMLESS), face(language, names)
    for member in (1001, 1002, 5):
        lines = [hand_text(past, called(table, drawn, seed), member, drawn).split("\n") for drawn in (calm, wild)]
        assert len(lines[0]) == len(lines[1])
        assert [at for at, line in enumerate(lines[0]) if line.startswith("proof:")] == [
            at for at, line in enumerate(lines[1]) if line.startswith("proof:")
        ]
        assert not set("".join(lines[1])) & set(BAD)
        told = [tomllib.loads(hand_phh(past, called(table, drawn, seed), member, drawn)) for drawn in (calm, wild)]
        assert len(told[0].pop("players")) == len(told[1].pop("players"))
        assert told[0] == told[1]


def no_markup_from_names(seed: int, language: str, names: tuple[str, ...]) -> None:
    for draw in (*screens(seed), *pages(seed)):
        calm, wild = draw(face(language, HARMLESS)), draw(face(language, names))
        assert markup(words(wild)) == markup(words(calm)), words(wild)
        assert isinstance(wild, str) or (wild.content_length() <= 4000 and wild.total_children_count <= 40)
        assert words(wild).count("\n") == words(calm).count("\n")
        assert not set(words(wild)) & (set(BAD) - {"\n", "\u2068", "\u2069"})
        assert not any(set(label) & set(BAD) for label in labels(wild))
        assert all(f"`{each}" not in words(calm) for each in HARMLESS), "escapes mean nothing inside code"


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("seed", range(10))
def test_the_worst_names_that_we_know(seed: int, language: str) -> None:
    no_markup_from_names(seed, language, HOSTILE)
    files_are_whole(seed, language, HOSTILE)


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("seed", range(3))
def test_names_that_begin_a_line(seed: int, language: str) -> None:
    no_markup_from_names(seed, language, BEGINNING)


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_name_that_speaks_like_the_dealer_stays_in_its_place(language: str) -> None:
    """RELIABILITY 73: nothing that a name says stands anywhere but where that name stands, dealer's marks apart."""
    count = sum(names_only_in_their_places(draw, language) for seed in range(2) for draw in screens(seed))
    assert count > 500
    assert len({plain_name(name, WIDTHS[0]) for name in IMITATING}) == len(IMITATING)


def test_a_name_in_the_place_of_another_is_noticed() -> None:
    def turned(drawn: Face) -> str:
        return f"{drawn.member(1002, WIDTHS[0])} wins" if "Dealer" in drawn.member(1001, 18) else "\x011\x02 won"

    with pytest.raises(AssertionError):
        names_only_in_their_places(turned, "en")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["en", "sv"]), NAMES)
def test_any_names_at_all(seed: int, language: str, names: list[str]) -> None:
    no_markup_from_names(seed, language, tuple(names))
    files_are_whole(seed, language, tuple(names))


@settings(max_examples=4000, deadline=None)
@given(st.text(ALPHABET, max_size=64), st.sampled_from(WIDTHS))
def test_a_name_alone(name: str, width: int) -> None:
    """RELIABILITY 71, 72: no markup, no control, no turned direction, no more than its room."""
    harmless(name, width)


def harmless(name: str, width: int) -> None:
    shown = safe_name(name, width)
    assert not LINE_START.match(f"{shown} posts")
    assert not MARKUP.search(shown.replace("\\\\", ""))
    assert not set(plain_name(name, width)) & set(BAD)
    assert shown.count("\u2068") == shown.count("\u2069") <= 1
    assert shown.strip("\u2068\u2069 ")


def a_name(rng: random.Random) -> str:
    """Up to 32 characters of all scripts there are, with more of what does harm."""
    size, wild = rng.randint(0, 32), rng.random()
    return "".join(rng.choice(NASTY) if rng.random() < wild else chr(rng.choice(SCRIPTS)(rng)) for _ in range(size))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(4))
def test_a_million_names_alone(part: int) -> None:
    rng = random.Random(part)
    for _ in range(250_000):
        harmless(a_name(rng), rng.choice(WIDTHS))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_many_names_on_every_screen(language: str) -> None:
    rng = random.Random(language)
    for seed in range(300):
        names = [a_name(rng) for _ in range(10)]
        numbers = [plain_name(name, 18).isdecimal() for name in names]
        names = [f"n{name}" if number else name for name, number in zip(names, numbers, strict=True)]
        no_markup_from_names(seed, language, tuple(names))
        files_are_whole(seed, language, tuple(names))


def test_the_check_bites() -> None:
    """With names as they are, the same screens are full of markup."""
    assert markup("Name **x** @everyone") != markup("Name")
    assert markup("\\*") == markup("")
    assert markup("\\\\*") == markup("*")
