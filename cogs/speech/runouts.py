"""An all-in hand is over for the engine at once; the table sees it turned up street by street, with the chances.

What is shown depends on the snapshot and the time alone, so a restart in the middle goes on where it was.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from dataclasses import dataclass

from cogs.ui.runout import Chances
from engine.rules.odds import Odds, odds, stages
from engine.rules.view import View
from engine.tables.snapshot import STREET_SECONDS, Snapshot

SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Stage:
    """One street of the telling. number: counted from 0; until: UTC seconds when the next card comes."""

    number: int
    view: View
    until: float


def stage(snapshot: Snapshot, now: float) -> Stage | None:
    """What is turned up at this moment; None when the hand did not end in an all-in, or everything lies there."""
    view = snapshot.view
    left = snapshot.shown_at - now
    if view is None or not view.over or left <= SLACK:
        return None
    told = stages(view)
    streets = math.ceil(left / STREET_SECONDS - SLACK)
    number = max(len(told) - 1 - streets, 0)
    until = snapshot.shown_at - STREET_SECONDS * (streets - 1)
    return Stage(number, told[number], until) if told else None


async def chances(snapshot: Snapshot, view: View) -> Chances:
    """Each open hand's part of the main pot; worked out beside the event loop."""
    found: Odds = await asyncio.to_thread(odds, view, snapshot.game.variant, secrets.SystemRandom().sample)
    parts = {seat: float(part) for seat, part in found.parts.items()}
    return Chances(parts, found.boards, found.exact)
