"""What the face draws from: a table as the channel sees it (no hidden card is in that), and as one member sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.rules.cards import Cards
from engine.rules.facts import Chips, Seat
from engine.rules.play import Offer
from engine.rules.view import View
from engine.tables.config import Game, TableConfig

STREET_SECONDS = 4
"""Between two streets of an all-in hand that is turned up (UI 4.8)."""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"  # open, no hand has been dealt since
    HAND = "hand"
    BETWEEN = "between"  # a hand is over, the next one is coming or waits for players
    PAUSED = "paused"
    ASKED = "asked"  # play stood still for long: who is in the hand says whether it goes on
    CLOSED = "closed"
    FROZEN = "frozen"  # a check failed; this table stopped alone


class Notice(StrEnum):
    """What everybody at a table should know about the house itself, for as long as it is so."""

    NONE = ""
    BACK = "back"  # the program stopped and started; until play has gone on
    STUCK = "stuck"  # nothing can be stored just now
    UPDATE = "update"  # no new hand is dealt, for the program will be replaced
    BEHIND = "behind"  # the table has stopped: the screen shows more than the database knows


@dataclass(frozen=True, slots=True)
class Sitter:
    """A member at the table. Chips: `stack` on the table (during a hand: what is left of it), `queued` top-up."""

    seat: Seat
    member: int
    stack: Chips
    queued: Chips
    sitting_out: bool
    leaving: bool
    bank: float  # seconds of time bank left
    until_big: bool = False  # takes a break at the next big blind


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as anybody may see it. Times are UTC seconds; 0 means there is none.

    view: the running or last hand as a spectator sees it. waiting: seats that owe an answer; offer: the public offer of
    the first of them. deadline: when its time is up. next_hand_at: when the next hand is dealt.
    shown_at: when the last card of an all-in hand is turned up; the streets before come `STREET_SECONDS` apart.
    hand: id for buttons, 0 before the first one. version: valid for exactly one state.
    dealt: who sat where when the running or last hand was dealt (some may have left since). shown_after: cards that
    players showed of their own will after it. void_votes: seats that want it void. voided: a hand that had to be given
    up and was paid back, until the next deal. closing: the table closes after this hand. chooser: the seat that names
    the next game (dealer's choice), 0 for nobody. agreed: seats that want an interrupted hand played on.
    on_bank: the seat that is to act draws on its time bank. notice: what is the matter with the house itself.
    """

    table: int
    guild: int
    channel: int
    host: int
    name: str
    config: TableConfig
    phase: Phase
    version: int
    hand: int
    number: int
    game: Game
    sitters: tuple[Sitter, ...]
    button: Seat
    carried: Chips
    redeals: int
    view: View | None
    waiting: tuple[Seat, ...]
    offer: Offer | None
    deadline: float
    next_hand_at: float
    paused_by: int
    waitlist: tuple[int, ...]
    dealt: Mapping[Seat, int] = field(default_factory=dict)
    shown_after: Mapping[Seat, Cards] = field(default_factory=dict)
    closing: bool = False
    void_votes: tuple[Seat, ...] = ()
    voided: int = 0
    chooser: Seat = 0
    shown_at: float = 0
    on_bank: bool = False
    agreed: tuple[Seat, ...] = ()
    notice: Notice = Notice.NONE

    @property
    def unanswered(self) -> tuple[Seat, ...]:
        """Seats that have not said yet whether an interrupted hand goes on; while nothing is asked nobody."""
        live = self.view.live if self.view and self.phase is Phase.ASKED else ()
        return tuple(seat for seat in live if seat not in self.agreed)

    def member_at(self, seat: Seat) -> int:
        """Who sits there; 0 for nobody."""
        return next((sitter.member for sitter in self.sitters if sitter.seat == seat), 0)

    def player(self, seat: Seat) -> int:
        """Who plays or played the running or last hand there; 0 for nobody."""
        return self.dealt.get(seat, 0)

    def seat_of(self, member: int) -> Seat:
        """Where the member sits; 0 for nowhere."""
        return next((sitter.seat for sitter in self.sitters if sitter.member == member), 0)


@dataclass(frozen=True, slots=True)
class Private:
    """The hand as one member sees it: own cards, own offer (a WaitOffer when it is not his turn), own pre-action."""

    snapshot: Snapshot
    seat: Seat
    view: View | None
    offer: Offer | None
    ahead: str = ""
