"""The audit log as pages, and the public question whether a hand shall be given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from discord import ui

from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.ids import Do
from cogs.ui.layout import RED, Edge, lines, message, plain, small
from cogs.ui.names import safe_name
from cogs.ui.pages import Links
from cogs.ui.words import has
from data.audit import Head, Logged
from engine.tables.ports import Deed, Note

LINES = 10
WORD, REASON = 24, 60
SEALS, HASH = 3, 16
"""Days whose heads are shown, and how many letters of each: enough that nobody finds another log for them."""


def log_page(found: Sequence[Logged], face: Face, seals: Sequence[Head] = ()) -> ui.LayoutView:
    """Newest first; one line more than a page shows means that there are older ones. Members are mentions.

    seals: the heads of the last days, newest first (RELIABILITY 105).
    """
    head = f"## {face.say('audit-head')}"
    if not found:
        return message(Edge.PRIVATE, [head, face.say("audit-empty")])
    shown = found[:LINES]
    links = Links(face)
    older = [links.button(Do.LOG, "btn-older", value=shown[-1].id)] if len(found) > LINES else []
    newest = links.button(Do.LOG, "btn-newest")
    told = lines(*(_line(each, face) for each in shown))
    sealed = small(face.say("audit-heads", heads=", ".join(_seal(each, face) for each in seals))) if seals else ""
    return message(Edge.PRIVATE, [lines(head, small(face.say("audit-sub"))), told, sealed, [*older, newest]])


def _seal(head: Head, face: Face) -> str:
    day = datetime.fromtimestamp(head.at, UTC).date().isoformat()
    return face.say("audit-seal", day=day, line=head.line, hash=head.hash[:HASH])


def _line(entry: Logged, face: Face) -> str:
    note = entry.note
    key = f"audit-did-{note.action}"
    what = face.say(key) if has(key) else safe_name(note.action, WORD)
    change = " → ".join(safe_name(part, WORD) for part in (note.before, note.after) if part)
    reason = safe_name(note.reason, REASON) if note.reason else ""
    parts = (f"<t:{int(entry.at)}:f> {_who(note, face)}: {what}", _target(note, face), change, reason)
    return " · ".join(part for part in parts if part)


def _who(note: Note, face: Face) -> str:
    if note.actor > 0:
        return f"<@{note.actor}>"
    if note.actor < 0:
        return face.say("audit-gone")
    return face.say("audit-players" if note.action == Deed.VOID else "audit-house")


def _target(note: Note, face: Face) -> str:
    """Who or what: a member, a command or a rule as its reader calls it, or the number of a hand."""
    target = note.target
    if len(target) > 15 and target.isdigit():
        return f"<@{target}>"
    match note.action:
        case Deed.REFUSED:
            return command_name(target, face)
        case Deed.HOUSE:
            keys = (f"house-{target}", f"opt-{target}-name")
            return next((face.say(key) for key in keys if has(key)), safe_name(target, WORD))
        case _:
            return safe_name(target, WORD) if target else ""


def command_name(path: str, face: Face) -> str:
    """A command as its reader types it: `floor kick` is /floor avvisa in Swedish."""
    parts = path.split()
    keys = [f"cmd-{'-'.join(parts[: place + 1])}-name" for place in range(len(parts))]
    known = all(has(key) for key in keys)
    return f"/{' '.join(map(face.say, keys))}" if known else safe_name(path, WORD)


def void_page(table: int, hand: int, number: int, missing: int, member: int, face: Face) -> ui.LayoutView:
    """Who wants it and how many must agree; without any missing: done."""
    if not missing:
        return plain(f"**{face.say('void-done', no=number)}**")
    name = face.member(member, BOARD_NAME)
    agree = Links(face, hand, table).button(Do.VOID, "btn-void", RED)
    ask = f"**{face.say('void-ask', name=name, no=number)}**"
    return message(Edge.PLAY, [lines(ask, face.say("void-missing", n=missing)), [agree]])
