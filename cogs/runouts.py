"""An all-in hand is over for the engine at once; the table sees it turned up street by street, with the chances.

Only a way of telling: chips, books and the next hand do not depend on it. A restart shows the result at once.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import secrets
from collections.abc import Iterator

from cogs.ui.runout import Chances
from engine.rules.cards import Cards
from engine.rules.chances import chances
from engine.rules.events import BoardDealt, RunsAgreed, Shown
from engine.rules.view import View
from engine.tables.snapshot import Snapshot

STAGE = 4.0
"""Seconds that each stage stands."""

EXACT, SAMPLED = 1000, 400
"""Up to so many boards all are counted; of more, so many are drawn by lot."""


def stages(view: View) -> list[View]:
    """The hand as it was each time that open hands waited for cards of the board; empty when they never did."""
    story = view.story
    if not view.over or any(isinstance(event, RunsAgreed) for event in story):
        return []
    tabled = next((place for place, event in enumerate(story) if isinstance(event, Shown)), len(story))
    waits = [place for place, event in enumerate(story) if isinstance(event, BoardDealt) and place > tabled]
    return [View(None).take(story[:place]) for place in waits]


async def chances_at(snapshot: Snapshot, view: View) -> Chances:
    """Each open hand's part of the main pot; worked out beside the event loop."""
    return await asyncio.to_thread(_chances, snapshot, view)


def _chances(snapshot: Snapshot, view: View) -> Chances:
    hands = {seat: view.seats[seat].down + view.seats[seat].up for seat in view.live}
    known = {card for cards in (*hands.values(), view.board) for card in cards}
    left = [card for card in snapshot.game.variant.deck if card not in known]
    missing = _board_size(snapshot) - len(view.board)
    count = math.comb(len(left), missing)
    boards = itertools.combinations(left, missing) if count <= EXACT else _by_lot(tuple(left), missing)
    parts = chances(snapshot.game.variant.pays, hands, view.board, boards)
    return Chances(parts, min(count, SAMPLED) if count > EXACT else count, exact=count <= EXACT)


def _board_size(snapshot: Snapshot) -> int:
    """Cards of a complete board: as many as lie there in the end."""
    view = snapshot.view
    return len(view.board) if view else 0


def _by_lot(left: Cards, missing: int) -> Iterator[Cards]:
    chance = secrets.SystemRandom()
    return (tuple(chance.sample(left, missing)) for _ in range(SAMPLED))
