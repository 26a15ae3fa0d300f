"""The evening's account: the last message of a table that closes."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ui

from cogs.ui.face import Face
from cogs.ui.layout import LINE, Edge, lines, message, small
from cogs.ui.names import safe_name
from cogs.ui.purse import account_lines
from data.bank import Evening
from engine.tables.snapshot import Snapshot

TABLE_NAME = 40


def evening(snapshot: Snapshot, accounts: Iterable[Evening], face: Face) -> ui.LayoutView:
    """Who brought and took how much, best first; the gains sum to zero."""
    title = f"## {face.say('evening-head', table=safe_name(snapshot.name, TABLE_NAME))}"
    played = account_lines(accounts, face)
    return message(
        Edge.RESULT,
        [
            lines(title, small(face.say("evening-hands", n=snapshot.number))),
            LINE if played else "",
            lines(*played),
            LINE if played else "",
            small(face.say("evening-paid")),
        ],
    )
