"""The audit log as pages, and the public question whether a hand shall be given up."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.ids import Do
from cogs.ui.layout import RED, Edge, lines, message, plain, small
from cogs.ui.names import safe_name
from cogs.ui.pages import Links
from cogs.ui.words import has
from data.audit import Logged

LINES = 10
WORD, REASON = 24, 60


def log_page(found: Sequence[Logged], face: Face) -> ui.LayoutView:
    """Newest first; one line more than a page shows means that there are older ones. Who did it is a mention."""
    head = f"## {face.say('audit-head')}"
    if not found:
        return message(Edge.PRIVATE, [head, face.say("audit-empty")])
    shown = found[:LINES]
    links = Links(face)
    older = [links.button(Do.LOG, "btn-older", value=shown[-1].id)] if len(found) > LINES else []
    newest = links.button(Do.LOG, "btn-newest")
    told = lines(*(_line(each, face) for each in shown))
    return message(Edge.PRIVATE, [lines(head, small(face.say("audit-sub"))), told, [*older, newest]])


def _line(entry: Logged, face: Face) -> str:
    note = entry.note
    who = f"<@{note.actor}>" if note.actor > 0 else face.say("audit-house")
    key = f"audit-did-{note.action}"
    what = face.say(key) if has(key) else safe_name(note.action, WORD)
    target = f"<@{note.target}>" if len(note.target) > 15 and note.target.isdigit() else safe_name(note.target, WORD)
    change = " → ".join(safe_name(part, WORD) for part in (note.before, note.after) if part)
    reason = safe_name(note.reason, REASON) if note.reason else ""
    parts = (f"<t:{int(entry.at)}:f> {who}: {what}", target if note.target else "", change, reason)
    return " · ".join(part for part in parts if part)


def void_page(table: int, hand: int, number: int, missing: int, member: int, face: Face) -> ui.LayoutView:
    """Who wants it and how many must agree; without any missing: done."""
    if not missing:
        return plain(f"**{face.say('void-done', no=number)}**")
    name = face.member(member, BOARD_NAME)
    agree = Links(face, hand, table).button(Do.VOID, "btn-void", RED)
    ask = f"**{face.say('void-ask', name=name, no=number)}**"
    return message(Edge.PLAY, [lines(ask, face.say("void-missing", n=missing)), [agree]])
