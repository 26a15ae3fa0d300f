"""What is known about each table's message, and how patient the bot is with it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import discord

from cogs.ui.drawing import marks, text_of

GAP = 1.2
"""Seconds between two edits of a felt that no interaction asked for (Discord's budget per channel)."""

RETRY, LONGEST = 5.0, 300.0
"""Seconds until a felt that Discord did not take is sent again, twice as many each time, up to LONGEST."""

REPOST = 10.0
"""Seconds in which a felt that is deleted is posted again once (RELIABILITY 42)."""

FRESH = 45 * 60.0
"""Seconds after which a felt is not changed any more but posted anew; after an hour Discord counts edits (57)."""

LOOK = 10.0
"""Seconds without a change in a hand after which one call sees what Discord really shows (41)."""

PRIME = 9_999_991
"""Makes six hexadecimal digits of a message's id."""


SLACK = 1e-3


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing of a table, and how its message will look when the hand is told to the end (else the same)."""

    view: discord.ui.LayoutView
    ending: discord.ui.LayoutView


@dataclass(slots=True)
class Sheet:
    """What is known about a table's message.

    shown, marks: the drawing sent last, as text, empty when what stands there is not known; its custom_ids.
    ending: how the message will look when its hand is told to the end. sent: when a call of ours ended; changed: when
    anything was sent; posted: when it was made (UTC seconds). later: an asking that waits until `due`.
    flying: drawings on their way; crossed: some were two at once. looked: it was seen that Discord shows this drawing.
    failures: calls in a row that were not taken.
    """

    shown: str = ""
    marks: frozenset[str] = frozenset()
    ending: discord.ui.LayoutView | None = None
    sent: float = 0
    changed: float = 0
    posted: float = 0
    later: asyncio.Task[None] | None = None
    due: float = 0
    flying: int = 0
    crossed: bool = False
    looked: bool = False
    failures: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def draw(self, drawn: Drawn, now: float) -> None:
        """This is what was sent last."""
        self.shown, self.ending = text_of(drawn.view), drawn.ending
        self.marks = marks(drawn.view.to_components())
        self.changed, self.looked = now, False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stood: its message (0: nowhere), of which hand, and how that one ends."""

    message: int
    hand: int
    ending: discord.ui.LayoutView | None
