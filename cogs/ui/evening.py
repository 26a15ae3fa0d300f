"""The evening's account: the last message of a table that closes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from discord import ui

from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.layout import LINE, Edge, lines, message, small
from cogs.ui.names import safe_name
from cogs.ui.words import signed
from engine.tables.snapshot import Snapshot

TABLE_NAME = 40


class Account(Protocol):
    """What a table meant for one member, in chips."""

    @property
    def member(self) -> int:
        """Whose it is."""

    @property
    def bought_in(self) -> int:
        """Brought when sitting down."""

    @property
    def topped_up(self) -> int:
        """Added later."""

    @property
    def cashed_out(self) -> int:
        """Taken away when standing up."""

    @property
    def net(self) -> int:
        """Won; negative: lost."""


def evening(snapshot: Snapshot, accounts: Iterable[Account], face: Face) -> ui.LayoutView:
    """Who brought and took how much, best first; the gains sum to zero."""
    title = f"## {face.say('evening-head', table=safe_name(snapshot.name, TABLE_NAME))}"
    played = [_line(account, face) for account in accounts]
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


def _line(account: Account, face: Face) -> str:
    name = face.member(account.member, BOARD_NAME)
    brought = face.say("evening-line", bought=account.bought_in + account.topped_up, cashed=account.cashed_out)
    return f"**{name}** {signed(face.language, account.net)} · {brought}"
