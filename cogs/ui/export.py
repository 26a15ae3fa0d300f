"""A finished hand as a plain text file: the story in sentences, and the proof line that anybody can check."""

from __future__ import annotations

import json
import re

from cogs.ui.cards import TEXT_STYLE
from cogs.ui.face import Face
from cogs.ui.games import extras, game_name, limit_words
from cogs.ui.names import plain_name
from cogs.ui.seats import seat_names
from cogs.ui.story import streets
from cogs.ui.words import signed
from engine.rules.view import SeatView, View
from engine.tables.history import Past
from engine.tables.ports import TableRecord
from engine.tables.snapshot import Snapshot

_MARKUP = re.compile(r"\\(.)|[*`]|[\u2066-\u2069]")
TABLE_NAME = 40


def hand_text(past: Past, table: TableRecord, member: int, face: Face) -> str:
    """One hand as this member may know it, ending in the line that `engine.rules.fairness` reads."""
    view = past.view(member)
    snapshot = past.snapshot(table, view)
    parts = [
        *_head(past, table, face),
        *(_seat(view.seats[seat], view, snapshot, face) for seat in view.order),
        "",
        *streets(snapshot, view, face),
        "",
        *_proof(past, member, face),
    ]
    return "\n".join(plain_text(part) if not part.startswith("proof:") else part for part in parts) + "\n"


def _head(past: Past, table: TableRecord, face: Face) -> list[str]:
    game = past.game
    terms = f"{limit_words(face, game.stakes)}{extras(face, game.stakes)}"
    title = face.say("story-head", no=past.record.number, game=game_name(face, game.key))
    return [f"{title} · {terms}", plain_name(table.name, TABLE_NAME), ""]


def _seat(seat: SeatView, view: View, snapshot: Snapshot, face: Face) -> str:
    """`Seat 3: Anna 400, the button, +120`."""
    name = seat_names(snapshot, face)[seat.seat]
    button = face.say("export-button") if seat.seat == view.button else ""
    net = signed(face.language, seat.net)
    return face.say("export-seat", n=seat.seat, name=name, stack=seat.start, button=button, net=net)


def _proof(past: Past, member: int, face: Face) -> list[str]:
    proof = past.proof(member)
    return [face.say("export-check"), f"proof: {json.dumps(proof, sort_keys=True)}"] if proof else []


def plain_text(text: str) -> str:
    """Without Discord's marks, for a file."""
    return _MARKUP.sub(lambda found: found[1] or "", text).replace(TEXT_STYLE, "")


def hand_phh(past: Past, table: TableRecord, member: int, face: Face) -> str:
    """One hand as this member may know it, for programs."""
    names = seat_names(past.snapshot(table, past.view(member)), face)
    return past.phh(member, {seat: plain_text(name) for seat, name in names.items()})
