"""The two doors out of the table manager: `Store` (the database) and `Delivery` (Discord).

Everything here is text, integers and ids, so that neither side has to know the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class AccountKind(StrEnum):
    """Where chips of one guild can be. Only the house account, which issues them, may be below zero."""

    HOUSE = "house"
    BANKROLL = "bankroll"
    STACK = "stack"
    POT = "pot"
    DEPARTED = "departed"


@dataclass(frozen=True, slots=True)
class Account:
    """One pile of chips: of a guild, and where it applies of a member and a table (0: of none)."""

    kind: AccountKind
    guild: int
    member: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that come to an account (negative: leave it)."""

    account: Account
    chips: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """Postings that sum to zero and happen together. `key` is unique for ever: no transfer happens twice."""

    key: str
    reason: str  # open, buy_in, top_up, cash_out, bet, award, grant, reload, refund ...
    postings: tuple[Posting, ...]
    actor: int = 0  # the member who caused it; 0: the house
    note: str = ""
    interaction: int = 0


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table as stored: what was agreed at opening (`config`) and where it stands (`state`), both JSON text."""

    table: int
    guild: int
    channel: int
    host: int
    name: str
    config: str
    state: str
    is_open: bool
    version: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as stored. `setup` is the text a hand is replayed from, sealed while it is live."""

    hand: int  # a random 63-bit number, so that buttons of lost hands match nothing
    table: int
    number: int  # 1, 2, 3 ... at this table, for people
    game: str
    setup: str
    status: str  # live, ended, void
    version: int
    deadline: float  # UTC seconds when the turn runs out; 0: no clock runs
    result: str = ""  # JSON for statistics and history, written when the hand ends


@dataclass(frozen=True, slots=True)
class InputRecord:
    """One input of a hand (an action or a ruling), in order. `interaction` is unique: one delivery acts once."""

    hand: int
    place: int
    text: str
    interaction: int = 0


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one hand meant for one member, for leaderboards and statistics (all chips)."""

    hand: int
    guild: int
    member: int
    seat: int
    game: str
    net: int
    put_in: int
    won: int
    big_blind: int
    opponents: int
    facts: str = "{}"  # JSON: vpip, pfr, went to showdown, won at showdown, best hand ...


@dataclass(frozen=True, slots=True)
class Outbox:
    """A message that must be spoken after the commit, at most once: `nonce` is its identity towards Discord."""

    nonce: str
    table: int
    hand: int
    kind: str  # cards, ping ...
    member: int


class Deed(StrEnum):
    """What stands in the audit log: uses of power over others' chips and tables, and what was done to all of them."""

    PAUSE = "pause"
    RESUME = "resume"
    KICK = "kick"
    INVITE = "invite"
    CLOSE = "close"
    VOID = "void"  # a hand is given up: by the host after a long outage, or (actor 0) by its players together
    REFUND = "refund"  # the same, for want of agreement after a long outage
    GIVE_UP = "give_up"  # the same, for it could not be played on
    ABANDON = "abandon"  # a table whose channel or server is lost
    EXPOSED = "exposed"
    MISDEAL = "misdeal"
    EARLY = "early"
    HOUSE = "house"  # a house rule or another term of a table
    GRANT = "grant"
    LIMITS = "limits"
    NEWCOMERS = "newcomers"  # how old accounts must be for free chips
    SEASON_START = "season_start"
    SEASON_CLOSE = "season_close"
    REFUSED = "refused"  # somebody without the power tried
    FORGET = "forget"
    # Guild 0: what concerns every server
    FORGET_HANDS = "forget_hands"
    ERASE = "erase"  # all data of a server that the bot left long ago
    RESTORE = "restore"
    MIGRATE = "migrate"
    START = "start"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the audit log: who did what to whom or what, what was before and after, and why.

    guild 0: every server. actor 0: the house itself; below 0: somebody who was forgotten. action: a Deed, or a word of
    another version of this program. after: of an act without a before the table's name.
    """

    guild: int
    actor: int
    action: str
    target: str = ""
    before: str = ""
    after: str = ""
    reason: str = ""
    interaction: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """Everything one step changes, stored in one transaction or not at all.

    `expected` is the table's version before: a different one in the database means somebody else was first.
    """

    table: TableRecord
    expected: int
    hand: HandRecord | None = None
    inputs: tuple[InputRecord, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    results: tuple[PlayerResult, ...] = ()
    outbox: tuple[Outbox, ...] = ()
    seats: tuple[tuple[int, int], ...] = ()  # (seat, member), all that are taken after the change
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """An open table as read back at start, with its live hand, if any (`corrupt` when it does not verify).

    seats: (seat, member), kept apart from the table's state for when that cannot be read.
    """

    table: TableRecord
    hand: HandRecord | None
    inputs: tuple[InputRecord, ...]
    seats: tuple[tuple[int, int], ...] = ()


class StoreError(Exception):
    """The store refused; nothing was written."""


class Stale(StoreError):
    """The version in the database is not the expected one."""


class AlreadyDone(StoreError):
    """This interaction or transfer key was stored before."""


class NotEnough(StoreError):
    """An account would fall below zero."""

    def __init__(self, account: Account, has: int, needs: int) -> None:
        super().__init__(f"{account.kind} has {has}, needs {needs}")
        self.account, self.has, self.needs = account, has, needs


class Unavailable(StoreError):
    """The disk is full, locked, read-only or broken: try again later."""


class Store(Protocol):
    """What the table manager needs of the database."""

    async def open_tables(self) -> Sequence[Saved]:
        """All open tables with their live hands and inputs, for recovery at start."""

    async def was_restored(self) -> bool:
        """Whether this is a backup on which nobody has started yet."""

    async def lost_hands(self) -> Collection[int]:
        """Running hands that came with a restored backup; they are to be paid back."""

    async def settle(self) -> None:
        """The tables of a restored backup are ready; each will be told what was lost."""

    async def commit(self, change: Change) -> None:
        """Store a change in one transaction. Raises StoreError; then nothing was written."""

    async def balance(self, account: Account) -> int:
        """Chips in an account; 0 for one that does not exist yet."""

    async def ensure_bankroll(self, guild: int, member: int, opening: int) -> int:
        """The member's bankroll in chips; the first call posts the opening bankroll from the house."""

    async def hand(self, hand: int) -> tuple[HandRecord, tuple[InputRecord, ...]] | None:
        """A hand and its inputs, running or over; None for one that was never stored. Raises StoreError."""

    async def next_hand_number(self, table: int) -> int:
        """One more than the highest hand number of this table."""

    async def pending(self, table: int) -> Sequence[Outbox]:
        """Messages of the table that were committed but not yet spoken."""

    async def spoken(self, nonce: str) -> None:
        """Mark an outbox message as delivered (or given up)."""


class Delivery(Protocol):
    """What the table manager says to the outside after a commit. Never awaited under a lock; may fail freely."""

    async def redraw(self, table: int) -> None:
        """The table changed without an interaction that redraws it: a time-out, somebody who sat down, a pause."""

    async def new_hand(self, table: int) -> None:
        """A new hand was dealt: post its message, send the cards that wait in the outbox."""

    async def turn(self, table: int) -> None:
        """Somebody else is to act, or half of his time is gone."""

    async def seat_free(self, table: int, member: int) -> None:
        """A seat became free; this member is first on the waiting list."""

    async def closed(self, table: int) -> None:
        """The table was closed and everybody was paid."""
