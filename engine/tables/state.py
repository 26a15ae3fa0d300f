"""Where a table stands, as one piece of plain data: what is committed with every step and read back after a restart."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields

from engine.rules.cards import Card
from engine.rules.facts import Seat
from engine.rules.table import Table
from engine.tables.snapshot import Phase


@dataclass(slots=True)
class Ahead:
    """A decision made before one's turn, for one hand and `price` (chips): `check`, `fold` (check if free), `call`."""

    kind: str
    price: int
    hand: int


@dataclass(slots=True)
class State:
    """Times are UTC seconds, 0 for none. Seats point to members; only this joins the two.

    until_big: seats that take a break as soon as they would post the big blind.
    away: seats that the clock plays for at once (left, or two time-outs in a row). misses: time-outs in a row.
    bank: seconds of time bank left; bank_from: since when the acting seat draws on it. notes: ids that the face keeps.
    dealt: members by seat when the running or last hand was dealt. shown_after: cards shown of one's own will after it.
    void_votes: seats that want the running hand void. voided: the hand that was given up and paid back. agreed: seats
    that want an interrupted hand played on, while that is asked. mark: where the running hand stands, as a replay of it
    must come to.
    """

    table: Table
    members: dict[Seat, int] = field(default_factory=dict)
    phase: Phase = Phase.LOBBY
    hand: int = 0
    number: int = 0
    deadline: float = 0
    bank_from: float = 0
    next_hand_at: float = 0
    shown_at: float = 0
    paused_by: int = 0
    paused_at: float = 0
    time_left: float = 0
    closing: bool = False
    game: int = 0
    game_hands: int = 0
    away: set[Seat] = field(default_factory=set)
    until_big: set[Seat] = field(default_factory=set)
    misses: dict[Seat, int] = field(default_factory=dict)
    bank: dict[Seat, float] = field(default_factory=dict)
    ahead: dict[Seat, Ahead] = field(default_factory=dict)
    waitlist: list[int] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)
    dealt: dict[Seat, int] = field(default_factory=dict)
    shown_after: dict[Seat, list[Card]] = field(default_factory=dict)
    void_votes: set[Seat] = field(default_factory=set)
    voided: int = 0
    agreed: set[Seat] = field(default_factory=set)
    mark: str = ""

    def seat_of(self, member: int) -> Seat:
        """Where the member sits; 0 for nowhere."""
        return next((seat for seat, who in self.members.items() if who == member), 0)

    def to_json(self) -> str:
        """The whole state as one line of text."""
        data = asdict(self)
        data["table"] = self.table.to_dict()
        for name in _SETS:
            data[name] = sorted(data[name])
        return json.dumps(data, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> State:
        """The state that `to_json` wrote, unknown names ignored. Raises ValueError, KeyError, TypeError for others."""
        data = {name: value for name, value in json.loads(text).items() if name in _NAMES}
        data["table"] = Table.from_dict(data["table"])
        data["phase"] = Phase(data["phase"])
        for name in _SETS & data.keys():
            data[name] = set(data[name])
        for name in _BY_SEAT & data.keys():
            data[name] = {int(seat): value for seat, value in data[name].items()}
        data["ahead"] = {seat: Ahead(**ahead) for seat, ahead in data["ahead"].items()}
        return cls(**data)


_NAMES = {each.name for each in fields(State)}
_SETS = {"away", "until_big", "void_votes", "agreed"}
_BY_SEAT = {"members", "misses", "bank", "ahead", "dealt", "shown_after"}
