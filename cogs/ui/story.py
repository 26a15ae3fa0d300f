"""The whole hand in sentences, street by street, as its reader may know it."""

from __future__ import annotations

from itertools import pairwise

from discord import ui

from cogs.ui.awards import played
from cogs.ui.cards import text_form
from cogs.ui.face import Face
from cogs.ui.games import game_name, root
from cogs.ui.layout import FULL, LINE, Edge, lines, message, small
from cogs.ui.log import sentences
from cogs.ui.seats import seat_names
from cogs.ui.words import capital
from engine.rules.events import BoardDealt, Burned, Dealt, Event, Shared, StreetOpened
from engine.rules.view import View
from engine.tables.snapshot import Snapshot

ROOM = FULL - 300


def story(snapshot: Snapshot, view: View | None, face: Face) -> ui.LayoutView:
    """Everything so far; when it is too long the oldest sentences are left out, and said to be."""
    if view is None:
        return message(Edge.PRIVATE, [face.say("story-none")])
    game = played(snapshot, view)
    title = f"### {face.say('story-head', no=snapshot.number, game=game_name(face, game.key))}"
    told = streets(snapshot, view, face)
    kept = _newest(told)
    cut = small(face.say("story-cut")) if len(kept) < len(told) else ""
    return message(Edge.PRIVATE, [title, cut, LINE, lines(*kept) or face.say("story-none"), root(view, face)])


def streets(snapshot: Snapshot, view: View, face: Face) -> list[str]:
    """One line a street: its name, the cards it begins with, then what happened in it."""
    told = sentences(face, seat_names(snapshot, face), view.story)
    opened = [place for place, event in enumerate(view.story) if isinstance(event, StreetOpened)]
    bounds = [0, *(_with_cards(view.story, place) for place in opened), len(view.story)]
    titles = ["", *(f"**{street_word(face, view, street)}** " for street in view.streets)]
    parts = (". ".join(text for text in told[first:last] if text) for first, last in pairwise(bounds))
    lived = [f"{title}{text}." for title, text in zip(titles, parts, strict=True) if text]
    return [*lived, *_afterwards(snapshot, view, face)]


def _afterwards(snapshot: Snapshot, view: View, face: Face) -> list[str]:
    """What players showed of their own will once the hand was over."""
    names = seat_names(snapshot, face)
    shown = sorted(snapshot.shown_after.items()) if view.over else []
    told = ". ".join(face.say("log-shown", name=names[seat], cards=text_form(cards)) for seat, cards in shown)
    return [f"**{face.say('story-after')}** {told}."] if told else []


def _with_cards(events: list[Event], place: int) -> int:
    """Where a street begins: with the cards that were dealt for it."""
    while place and isinstance(events[place - 1], BoardDealt | Dealt | Shared | Burned):
        place -= 1
    return place


def street_word(face: Face, view: View, street: str) -> str:
    """A street's name at the start of a line."""
    board = any(view.boards) or street in ("preflop", "discard")
    return capital(face.say(f"street-{street}" if board else f"step-{street}"))


def _newest(told: list[str]) -> list[str]:
    kept: list[str] = []
    room = ROOM
    for line in reversed(told):
        room -= len(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    return kept
