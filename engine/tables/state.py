"""Where a table stands, as one piece of plain data: what is committed with every step and read back after a restart."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.rules.facts import Seat
from engine.rules.table import Table
from engine.tables.snapshot import Phase


@dataclass(slots=True)
class Ahead:
    """A decision made before one's turn: `check`, `fold` (check if free) or `call` up to `price` chips, in one hand only."""

    kind: str
    price: int
    hand: int


@dataclass(slots=True)
class State:
    """Times are UTC seconds, 0 for none. Seats point to members; only this joins the two.

    away: seats that the clock plays for at once (left, or two time-outs in a row). misses: time-outs in a row.
    bank: seconds of time bank left; bank_from: since when the acting seat draws on it. notes: ids that the face keeps here.
    """

    table: Table
    members: dict[Seat, int] = field(default_factory=dict)
    phase: Phase = Phase.LOBBY
    hand: int = 0
    number: int = 0
    deadline: float = 0
    bank_from: float = 0
    next_hand_at: float = 0
    paused_by: int = 0
    time_left: float = 0
    closing: bool = False
    game: int = 0
    game_hands: int = 0
    away: set[Seat] = field(default_factory=set)
    misses: dict[Seat, int] = field(default_factory=dict)
    bank: dict[Seat, float] = field(default_factory=dict)
    ahead: dict[Seat, Ahead] = field(default_factory=dict)
    waitlist: list[int] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)

    def seat_of(self, member: int) -> Seat:
        """Where the member sits; 0 for nowhere."""
        return next((seat for seat, who in self.members.items() if who == member), 0)

    def to_json(self) -> str:
        data = asdict(self)
        data["table"] = self.table.to_dict()
        data["away"] = sorted(self.away)
        return json.dumps(data, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> State:
        data = json.loads(text)
        data["table"] = Table.from_dict(data["table"])
        data["phase"] = Phase(data["phase"])
        data["away"] = set(data["away"])
        for name in ("members", "misses", "bank"):
            data[name] = _by_seat(data[name])
        data["ahead"] = {seat: Ahead(**ahead) for seat, ahead in _by_seat(data["ahead"]).items()}
        return cls(**data)


def _by_seat(data: dict[str, Any]) -> dict[Seat, Any]:
    return {int(seat): value for seat, value in data.items()}
