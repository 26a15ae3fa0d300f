"""The results of a stored hand, from nothing but what was stored: played again, it means the same."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.rules.hand import replay
from engine.rules.transcript import load_input, load_setup
from engine.tables.ports import HandRecord, InputRecord, PlayerResult
from engine.tables.results import player_results


def recount(record: HandRecord, inputs: Sequence[InputRecord], guild: int) -> list[PlayerResult]:
    """What a hand that is over meant for each member. Raises ValueError when it cannot be replayed."""
    hand = replay(load_setup(record.setup), [load_input(entry.text) for entry in inputs])
    members = {int(seat): member for seat, member in json.loads(record.result)["members"].items()}
    return player_results(hand, record.hand, guild, members)
