"""Finished hands read back from what was stored, each as one member may know it.

Reading is replaying: the same events come again, and the viewer's fold of them is all that leaves this module. What
was mucked or never dealt is in nobody's view, and a hand that is not over cannot be read at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.rules.cards import Cards
from engine.rules.events import Acted, Answered, BoardDealt, Drew, Ended, GaveUp, HandDied, Shown, StreetOpened, Voided
from engine.rules.facts import Chips, Seat
from engine.rules.fairness import faults
from engine.rules.hand import Hand, replay
from engine.rules.house import HouseRules
from engine.rules.phh import written
from engine.rules.proof import proof_of
from engine.rules.transcript import load_input, load_setup
from engine.rules.view import View
from engine.tables.config import Game, TableConfig
from engine.tables.ports import HandRecord, InputRecord, TableRecord
from engine.tables.snapshot import Phase, Sitter, Snapshot

STOPS = (Acted, Answered, BoardDealt, Drew, Ended, GaveUp, HandDied, Shown, Voided)
"""Events after which a replay stops."""


class Forgotten(ValueError):
    """The cards of this hand are no longer kept."""


@dataclass(frozen=True, slots=True)
class Past:
    """A finished hand. members: who was dealt in, by seat. shown_after: cards shown of one's own will after it.

    The proof opens none of the latter: where a card lay tells when it was dealt, which its player has not told.
    """

    record: HandRecord
    members: dict[Seat, int]
    shown_after: dict[Seat, Cards]
    _hand: Hand

    def seat_of(self, member: int) -> Seat:
        """The member's seat in the hand; 0 for none."""
        return next((seat for seat, who in self.members.items() if who == member), 0)

    def view(self, member: int, step: int | None = None) -> View:
        """The hand as this member may know it, to the end or as far as a step of its replay (from 0)."""
        log = self._hand.log
        upto = len(log) if step is None else self._marks()[max(0, min(step, self.steps))]
        return View(self.seat_of(member) or None).take(log[:upto])

    @property
    def steps(self) -> int:
        """The number of the replay's last step."""
        return len(self._marks()) - 1

    def _marks(self) -> list[int]:
        """How many events each step shows: the deal first, then one thing after the other."""
        log = self._hand.log
        begun = next((place for place, event in enumerate(log) if isinstance(event, StreetOpened)), len(log) - 1)
        later = [place + 1 for place, event in enumerate(log) if place > begun and isinstance(event, STOPS)]
        return [begun + 1, *later]

    @property
    def game(self) -> Game:
        """The game by the rules and stakes that this hand was played by."""
        setup = self._hand.setup
        house, usual = setup.house, setup.variant.house
        names = [each.name for each in fields(HouseRules) if getattr(house, each.name) != getattr(usual, each.name)]
        return Game(setup.variant.key, setup.stakes, {name: getattr(house, name) for name in names})

    @property
    def rules(self) -> int:
        """The version of the rules that it was dealt under; 0: not known."""
        return self._hand.setup.rules

    @property
    def root(self) -> str:
        """What was published before the deal; empty for a deck that was not sealed."""
        return self._hand.setup.commitment

    def proof(self, member: int) -> dict[str, Any]:
        """The opened cards that this member may check; empty when nothing was sealed."""
        return proof_of(self._hand, self.seat_of(member) or None)

    def faults(self, member: int) -> list[str]:
        """What does not hold in the proof; empty when it does."""
        return faults(self.proof(member), self.root)

    def phh(self, member: int, names: Mapping[Seat, str]) -> str:
        """The hand as this member may know it in the PHH text format, with the proof of its sealed deck."""
        proof = self.proof(member)
        players = [names[seat] for seat in self._hand.order]
        player = {seat: f"p{place}" for place, seat in enumerate(self._hand.order, start=1)}
        shown = {player[seat]: "".join(cards) for seat, cards in self.shown_after.items()}
        facts: dict[str, Any] = {"hand": self.record.number, "players": players}
        facts |= {name: fact for name, fact in (("_shown_after", shown), ("_proof", proof)) if fact}
        return written(self._hand.setup, self.view(member).story, facts)

    def snapshot(self, table: TableRecord, view: View) -> Snapshot:
        """The table as it stood around this hand, for the same drawings that the live one has."""
        setup, game = self._hand.setup, self.game
        stacks = dict(zip(setup.order, setup.stacks, strict=True))
        sitters = [_sitter(seat, who, stacks[seat]) for seat, who in sorted(self.members.items())]
        return Snapshot(
            table=table.table,
            guild=table.guild,
            channel=table.channel,
            host=table.host,
            name=table.name,
            config=replace(TableConfig.from_json(table.config), games=(game,)),
            phase=Phase.CLOSED,
            version=0,
            hand=self.record.hand,
            number=self.record.number,
            game=game,
            sitters=tuple(sitters),
            button=setup.button,
            carried=setup.carried,
            redeals=0,
            view=view,
            waiting=(),
            offer=None,
            deadline=0,
            next_hand_at=0,
            shown_at=0,
            paused_by=0,
            waitlist=(),
            dealt=self.members,
            shown_after=self.shown_after,
        )


def _sitter(seat: Seat, member: int, stack: Chips) -> Sitter:
    return Sitter(seat, member, stack, queued=0, sitting_out=False, leaving=False, bank=0)


def read(record: HandRecord, inputs: Sequence[InputRecord]) -> Past:
    """A stored hand again. Raises Forgotten, and ValueError for one that is not over or is not what was written."""
    if not record.setup:
        raise Forgotten("no setup")
    if record.status == "live":
        raise ValueError("the hand is being played")
    hand = replay(load_setup(record.setup), [load_input(entry.text) for entry in inputs])
    if not hand.over:
        raise ValueError("the hand does not come to its end")
    return Past(record, members_of(record), shown_of(record), hand)


def members_of(record: HandRecord) -> dict[Seat, int]:
    """Who was dealt in, by seat, as the short account of a finished hand says."""
    return {int(seat): who for seat, who in _told(record, "members").items()}


def shown_of(record: HandRecord) -> dict[Seat, Cards]:
    """Cards that players showed of their own will after the hand, by seat: these and no others."""
    return {int(seat): tuple(cards) for seat, cards in _told(record, "shown").items()}


def winners_of(record: HandRecord) -> dict[int, int]:
    """Chips won by member."""
    members = members_of(record)
    return {members[int(seat)]: chips for seat, chips in _told(record, "won").items()}


def _told(record: HandRecord, part: str) -> dict[str, Any]:
    return dict(json.loads(record.result).get(part, {})) if record.result else {}
