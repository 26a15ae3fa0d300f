"""What every drawing needs beside the state: a language, the members' names, the emojis and the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cogs.ui.cards import Emojis
from cogs.ui.names import distinct, safe_name
from cogs.ui.words import Value, number, say
from engine.rules.facts import Chips, Seat
from engine.tables.snapshot import Snapshot

SEAT_NAME, CROWD_NAME, TURN_NAME, BOARD_NAME = 14, 12, 16, 18
CROWD = 7  # seats from which on names are cut shorter


@dataclass(frozen=True, slots=True)
class Face:
    """How a message is worded and drawn. `names`: member id -> display name as Discord has it.

    now: UTC seconds. opening: chips a new member of the server starts with, 0 to leave the sentence out.
    """

    language: str = "en"
    names: Mapping[int, str] = field(default_factory=dict)
    emojis: Emojis = field(default_factory=Emojis)
    now: float = 0
    opening: Chips = 0

    def say(self, key: str, /, **args: Value) -> str:
        """A sentence from the locale."""
        return say(self.language, key, **args)

    def number(self, amount: int) -> str:
        """A number as this language writes it."""
        return number(self.language, amount)

    def member(self, member: int, width: int) -> str:
        """One member's name, safe inside markdown."""
        return safe_name(self.names.get(member) or self.say("member-unknown"), width)

    def seats(self, snapshot: Snapshot, width: int) -> dict[Seat, str]:
        """Names by seat, for all at the table and all in the hand; no two the same."""
        seats = {sitter.seat for sitter in snapshot.sitters} | set(snapshot.view.order if snapshot.view else ())
        return distinct({seat: self._called(snapshot, seat) for seat in sorted(seats)}, width)

    def _called(self, snapshot: Snapshot, seat: Seat) -> str:
        return self.names.get(snapshot.member_at(seat)) or self.say("seat-unknown", n=seat)
