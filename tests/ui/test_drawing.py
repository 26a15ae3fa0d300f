"""Every screen of every game, both languages, names that mean harm: within Discord's budget, silent on hidden cards."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from cogs.ui.cards import card_name, text_form
from cogs.ui.controls import Control
from cogs.ui.face import Face
from cogs.ui.felt import felt, text_of
from cogs.ui.ids import Do, parse
from cogs.ui.panel import dm_cards, panel
from cogs.ui.result import show_choice
from cogs.ui.story import story
from engine.rules.cards import BACK, Card
from engine.rules.catalogue import CATALOGUE
from engine.rules.hand import Hand
from engine.rules.view import View
from engine.tables.config import Game
from engine.tables.snapshot import Phase, Snapshot
from tests.payload_limits import components
from tests.ui.deals import EMOJIS, HOSTILE, NICE, begun, face, game_for, played, private_of, snapshot_of

MOST_PARTS, MOST_TEXT = 40, 4000
FACES = [
    face(language, names, emojis)
    for language in ("en", "sv")
    for names in (NICE, HOSTILE)
    for emojis in (EMOJIS, None)
]
RULES: dict[str, list[dict[str, Any]]] = {
    "holdem": [{}, {"showdown": "manual"}, {"max_runs": 4}],
    "jacks_or_better": [{}, {"opener_check": "honor"}, {"split_announcement": "manual", "open_for_raise": True}],
    "five_card_draw": [{}, {"draws": 2}],
}


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check(view: ui.LayoutView) -> str:
    """The message is one that Discord takes; returns its words."""
    parts = list(view.walk_children())
    assert sum(1 for _ in components(view.to_components())) <= MOST_PARTS
    texts = [part.content for part in parts if isinstance(part, ui.TextDisplay)]
    assert sum(map(units, texts)) <= MOST_TEXT
    assert all(text.strip() for text in texts)
    controls = [part for part in parts if isinstance(part, Control)]
    ids = [control.item.custom_id for control in controls]
    assert len(set(ids)) == len(ids)
    assert all(parse(mark) is not None and len(mark) <= 100 for mark in ids)
    assert not [part for part in parts if isinstance(part, ui.Button | ui.Select)], "only dynamic items"
    for control in controls:
        _check_control(control.item)
    for part in parts:
        assert not isinstance(part, ui.ActionRow) or 1 <= len(part.children) <= 3
    return text_of(view)


def _check_control(item: object) -> None:
    if isinstance(item, ui.Button):
        assert item.label
        assert len(item.label) <= 38, item.label
        assert "♠" not in item.label
    elif isinstance(item, ui.Select):
        assert 1 <= len(item.options) <= 25
        assert item.min_values <= item.max_values <= len(item.options)
        assert all(len(option.label) <= 100 for option in item.options)


def hidden_cards(hand: Hand) -> set[Card]:
    """Cards that no spectator may know: down cards not shown, the stub, the muck."""
    seen = View(None).take(hand.log)
    public = {card for seat in seen.seats.values() for card in (*seat.down, *seat.up)} - {BACK}
    public |= {card for board in seen.boards for card in board} | set(seen.shared)
    for event in seen.story:
        for name in ("cards", "taken", "given", "down", "discarded"):
            public |= set(getattr(event, name, ())) - {BACK}
    return set(hand.variant.deck) - public


def assert_secret(words: str, hidden: set[Card]) -> None:
    for card in hidden:
        assert f":{card_name(card)}:" not in words
    shown = " ".join(re.findall(r"`([^`]*)`", words)).split()
    assert not {text_form([card]).strip("`") for card in hidden} & set(shown)


def test_the_check_for_secrets_catches_a_leak() -> None:
    game = game_for("holdem", random.Random(1))
    hand = begun(game, 3, random.Random(1))
    private = private_of(hand, snapshot_of(hand, game), 1)
    for each in FACES[:2]:
        with pytest.raises(AssertionError):
            assert_secret(text_of(panel(private, each)), hidden_cards(hand))


def games(rng: random.Random) -> Iterator[Game]:
    for key in CATALOGUE:
        for rules in RULES.get(key, [{}]):
            yield game_for(key, rng, **rules)


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_every_screen_fits_and_hides_what_is_hidden(seats: int) -> None:
    rng = random.Random(seats)
    for game in games(rng):
        hand = begun(game, seats, rng, carried=rng.choice((0, 37)))
        draw_all(hand, game, rng)
        for _ in played(hand, rng):
            draw_all(hand, game, rng)


def draw_all(hand: Hand, game: Game, rng: random.Random) -> None:
    """All screens of the moment, with one face; the end of a hand with all of them."""
    snapshot = snapshot_of(hand, game, redeals=rng.choice((0, 1, 3)))
    hidden = hidden_cards(hand)
    for each in FACES if hand.over else [rng.choice(FACES)]:
        draw_public(snapshot, each, hidden)
        seats = hand.order if hand.over else {rng.choice(hand.order), hand.waiting_on[0]}
        for seat in seats:
            draw_private(hand, snapshot, seat, each, rng)


def draw_public(snapshot: Snapshot, face: Face, hidden: set[Card]) -> None:
    words = check(felt(snapshot, face))
    assert_secret(words, hidden)
    assert_secret(check(story(snapshot, snapshot.view, face)), hidden)
    assert "I have no words" not in words
    assert "Jag saknar ord" not in words


def draw_private(hand: Hand, snapshot: Snapshot, seat: int, face: Face, rng: random.Random) -> None:
    private = private_of(hand, snapshot, seat)
    cards = hand.down[seat]
    chosen = rng.sample(cards, rng.randint(0, len(cards)))
    check(panel(private, face, chosen))
    words = check(show_choice(private, face, chosen)) if hand.over else dm_cards(private, face, "https://example.org")
    assert units(words) < 2000


@pytest.mark.parametrize("phase", [Phase.PAUSED, Phase.ASKED, Phase.CLOSED, Phase.FROZEN, Phase.LOBBY])
def test_other_phases_are_drawn_for_running_and_ended_hands(phase: Phase) -> None:
    rng = random.Random(5)
    game = game_for("holdem", rng)
    hand = begun(game, 10, rng)
    for each in FACES:
        check(felt(snapshot_of(hand, game, phase=phase), each))
    list(played(hand, rng))
    for each in FACES:
        check(felt(snapshot_of(hand, game, phase=phase), each))


@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("most", [1, 9])
def test_cards_shown_after_the_hand_fit_and_no_others_are_seen(key: str, most: int) -> None:
    rng = random.Random(f"{key} {most}")
    game = game_for(key, rng)
    hand = begun(game, 10, rng)
    list(played(hand, rng))
    shown = {seat: hand.down[seat][:most] for seat in hand.order if seat not in hand.tabled and hand.down[seat]}
    snapshot = replace(snapshot_of(hand, game), shown_after=shown)
    known = {card for cards in shown.values() for card in cards}
    for each in FACES:
        for words in (check(felt(snapshot, each)), check(story(snapshot, snapshot.view, each))):
            assert_secret(words, hidden_cards(hand) - known)
            assert all(text_form(cards) in words for cards in shown.values())


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_question_after_a_long_outage_fits_and_hides_what_is_hidden(key: str) -> None:
    """Ten players with any names, all of whom are asked; nothing of the hand but one's own cards can be pressed."""
    rng = random.Random(key)
    game = game_for(key, rng)
    hand = begun(game, 10, rng)
    for each in FACES:
        for agreed in ((), hand.order[:4], hand.order[1:]):
            snapshot = replace(snapshot_of(hand, game, phase=Phase.ASKED), agreed=agreed)
            words = check(felt(snapshot, each))
            assert_secret(words, hidden_cards(hand))
            shown = [part.item for part in felt(snapshot, each).walk_children() if isinstance(part, Control)]
            assert [parse(item.custom_id).action for item in shown] == [Do.PLAY_ON, Do.REFUND, Do.CARDS]  # type: ignore[union-attr]
            assert len(snapshot.unanswered) == len(hand.order) - len(agreed)
            private = replace(private_of(hand, snapshot, hand.waiting_on[0]), snapshot=snapshot)
            asked = panel(private, each)
            check(asked)
            held = [part.item for part in asked.walk_children() if isinstance(part, Control)]
            assert [parse(item.custom_id).action for item in held] == [Do.STORY]  # type: ignore[union-attr]


def test_the_question_names_who_has_agreed_and_who_has_not() -> None:
    rng = random.Random(3)
    game = game_for("holdem", rng)
    hand = begun(game, 4, rng)
    snapshot = replace(snapshot_of(hand, game, phase=Phase.ASKED), agreed=(2, 3))

    english, swedish = (text_of(felt(snapshot, face(language))) for language in ("en", "sv"))

    assert "Want to play on: Erik, Petra" in re.sub("[\u2068\u2069]", "", english)
    assert "Har inte svarat: Maja, Karl-Johan" in re.sub("[\u2068\u2069]", "", swedish)
    assert f"<t:{int(snapshot.deadline)}:R>" in english


@pytest.mark.parametrize("key", CATALOGUE)
def test_huge_stacks_at_a_full_table_fit(key: str) -> None:
    rng = random.Random(key)
    game = game_for(key, rng, 10_000_000)
    hand = begun(game, 10, rng, rich=999_999_999)
    for _ in played(hand, rng):
        for each in FACES[2:4]:
            check(felt(snapshot_of(hand, game), each))


def test_public_buttons_do_not_depend_on_what_the_actor_holds() -> None:
    """An enforced jacks table must not show who lacks openers (DESIGN 2)."""
    labels = set()
    for seed in range(30):
        rng = random.Random(seed)
        game = game_for("jacks_or_better", random.Random(1))
        hand = begun(game, 4, random.Random(2))
        down = list(rng.sample(game.variant.deck, 5))
        hand.down[1] = tuple(down)
        hand._offer = None
        labels.add(text_of(felt(snapshot_of(hand, game), FACES[0])))
    assert len(labels) == 1
