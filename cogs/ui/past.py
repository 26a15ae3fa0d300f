"""Finished hands: one as a whole, step by step, a list of them, and the proof of its sealed deck. All in private."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.ui.cards import text_form
from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.felt import NO_FOLDED_MARKS, NO_SHOWS, middle
from cogs.ui.games import game_name
from cogs.ui.ids import Do
from cogs.ui.layout import LINE, Block, Edge, Row, fitted, lines, message, small
from cogs.ui.log import sentences
from cogs.ui.pages import MOST_OPTIONS, Links
from cogs.ui.result import FULL_BLOCKS, told
from cogs.ui.seats import Seats, seat_names
from cogs.ui.story import story
from cogs.ui.words import listed
from engine.rules.view import View
from engine.tables.history import Past, winners_of
from engine.tables.ports import HandRecord, TableRecord
from engine.tables.snapshot import Snapshot

WINNERS = 3


def past_page(past: Past, table: TableRecord, member: int, face: Face) -> ui.LayoutView:
    """The result as this member may know it, and what else can be seen of the hand."""
    view = past.view(member)
    snapshot = past.snapshot(table, view)
    blocks = fitted(lambda step: [*told(snapshot, view, face, step), _own(view, face)], FULL_BLOCKS)
    return message(Edge.RESULT, [*blocks, LINE, *_doors(Links(face, past.record.hand))])


def _doors(links: Links) -> list[Row]:
    return [
        [links.button(Do.REPLAY, "btn-replay", value=1), links.button(Do.PAST_STORY, "btn-history")],
        [links.button(Do.EXPORT, "btn-export"), links.button(Do.VERIFY, "btn-verify")],
    ]


def _own(view: View, face: Face) -> str:
    """The viewer's own cards, which stand nowhere else when they were not shown."""
    seat = view.seats.get(view.viewer or 0)
    if seat is None or not seat.down or seat.shown:
        return ""
    text = f" {text_form(seat.down)}" if face.emojis.complete else ""
    return face.say("past-own", cards=f"{face.emojis.cards(seat.down)}{text}")


# Step by step


def replay_page(past: Past, table: TableRecord, member: int, step: int, face: Face) -> ui.LayoutView:
    """One step of the replay; the last one is the result."""
    step = max(0, min(step, past.steps))
    view = past.view(member, step)
    snapshot = past.snapshot(table, view)
    shown = _over(snapshot, view, face) if view.over else _moment(snapshot, view, face, _new(past, member, step, view))
    head = small(face.say("past-step", step=step + 1, steps=past.steps + 1))
    return message(Edge.PRIVATE, [head, *shown, LINE, *_steps(Links(face, past.record.hand), past.steps, step)])


def _over(snapshot: Snapshot, view: View, face: Face) -> Sequence[Block]:
    return fitted(lambda step: [*told(snapshot, view, face, step), _own(view, face)], FULL_BLOCKS)


def _moment(snapshot: Snapshot, view: View, face: Face, new: int) -> Sequence[Block]:
    names = seat_names(snapshot, face)
    now = ". ".join(text for text in sentences(face, names, view.story)[new:] if text) or face.say("past-dealt")

    def draw(step: int) -> list[Block]:
        seats = Seats(snapshot, view, face, names, shows=step < 1, folded_marks=step < 2)
        return [middle(snapshot, view, face, names), _own(view, face), LINE, *seats.blocks(), LINE, f"**{now}**"]

    return fitted(draw, NO_FOLDED_MARKS - NO_SHOWS + 1)


def _new(past: Past, member: int, step: int, view: View) -> int:
    """From where on the story of this step is new; the first one shows the deal, not each post."""
    return len(past.view(member, step - 1).story) if step else len(view.story)


def _steps(links: Links, last: int, step: int) -> list[Row]:
    """Back and on, first and last: each names the step it leads to, and its place keeps the ids apart."""
    ways = (("btn-back", step - 1), ("btn-on", step + 1), ("btn-first", 0), ("btn-last", last))
    made = [
        links.button(Do.REPLAY, key, version=max(0, min(to, last)), value=place, off=to == step or not 0 <= to <= last)
        for place, (key, to) in enumerate(ways, start=1)
    ]
    return [made[:2], made[2:]]


# Lists and proofs


def list_page(hands: Sequence[HandRecord], face: Face) -> ui.LayoutView:
    """The last hands of a table, newest first, one line each, and a select to look into one."""
    head = f"## {face.say('past-list')}"
    if not hands:
        return message(Edge.PRIVATE, [head, face.say("past-none")])
    options = [(str(hand.hand), _title(hand, face), "") for hand in hands[:MOST_OPTIONS]]
    told = (f"{_title(hand, face)} · {_winners(hand, face)}" for hand in hands[:MOST_OPTIONS])
    return message(Edge.PRIVATE, [head, lines(*told), [Links(face).choices(Do.PICK, "past-pick", options)]])


def _title(hand: HandRecord, face: Face) -> str:
    return face.say("past-title", no=hand.number, game=game_name(face, hand.game))


def _winners(hand: HandRecord, face: Face) -> str:
    won = sorted(winners_of(hand).items(), key=lambda pair: -pair[1])
    if not won:
        return face.say("past-nobody")
    shares = [face.say("result-part", name=face.member(member, BOARD_NAME), amount=chips) for member, chips in won]
    return listed(face.language, shares, WINNERS)


def past_story(past: Past, table: TableRecord, member: int, face: Face) -> ui.LayoutView:
    """The whole hand in sentences."""
    view = past.view(member)
    return story(past.snapshot(table, view), view, face)


def proof_page(past: Past, member: int, face: Face) -> ui.LayoutView:
    """Whether the opened cards lay where they were dealt from, the published root, and how to check it oneself."""
    if not past.root:
        return message(Edge.PRIVATE, [f"**{face.say('proof-none', no=past.record.number)}**"])
    found, cards = past.faults(member), past.proof(member)["cards"]
    verdict = face.say("proof-false", n=len(found)) if found else face.say("proof-right", n=len(cards))
    head = f"## {face.say('proof-head', no=past.record.number)}"
    return message(Edge.PRIVATE, [
        lines(head, f"**{verdict}**", face.say("proof-root", root=past.root)),
        LINE,
        lines(face.say("proof-means"), small(face.say("proof-not"))),
        small(face.say("proof-self")),
        [Links(face, past.record.hand).button(Do.EXPORT, "btn-export")],
    ])
