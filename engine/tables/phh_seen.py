"""A finished hand in the PHH text format as one viewer may know it: cards that he never saw are `??`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules.facts import Seat
from engine.rules.phh import written
from engine.rules.setup import Setup
from engine.rules.view import View


def phh(setup: Setup, view: View, names: Mapping[Seat, str], facts: Mapping[str, Any]) -> str:
    """The hand as PHH text. names: by seat. facts: further fields, such as `hand` and `_proof`."""
    return written(setup, view.story, {"players": [names[seat] for seat in setup.order], **facts})
