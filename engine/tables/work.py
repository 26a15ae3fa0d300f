"""One step of a table in the making: the state as it will be, and everything that must be stored with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.rules.facts import Chips, Seat
from engine.rules.floor import Ruling
from engine.rules.hand import Hand, Input
from engine.rules.play import Action
from engine.rules.transcript import dump_input
from engine.tables.chips import Holdings, holdings, postings
from engine.tables.config import TableConfig
from engine.tables.ports import (
    Account,
    AccountKind,
    Deed,
    HandRecord,
    InputRecord,
    Note,
    Outbox,
    PlayerResult,
    Transfer,
)
from engine.tables.state import State

PLAY = "play"
"""Reason of the transfers that a hand makes: posts, bets, what is won."""


@dataclass(slots=True)
class Work:
    """Law: chips move only through `book`, which notes where every chip was before and after.

    actor, interaction: who caused the step and by which Discord interaction (0: the clock or the house). record: a hand
    that begins in this step; voided: one that is given up.
    """

    table: int
    guild: int
    name: str
    version: int
    config: TableConfig
    state: State
    hand: Hand | None
    now: float
    actor: int = 0
    interaction: int = 0
    record: HandRecord | None = None
    voided: HandRecord | None = None
    inputs: list[InputRecord] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    results: list[PlayerResult] = field(default_factory=list)
    outbox: list[Outbox] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    mark: Holdings = field(default_factory=dict)
    is_open: bool = True
    turned: bool = False  # somebody else is to act, or a hand began or ended
    freed: bool = False  # somebody stood up

    def __post_init__(self) -> None:
        self.mark = self._holdings()

    def _holdings(self) -> Holdings:
        return holdings(self.guild, self.table, self.state, self.hand)

    def book(self, reason: str, bankrolls: dict[int, Chips] | None = None, *, to_house: Chips = 0) -> None:
        """Write down where chips went since the last time. `bankrolls`: chips that came to members' bankrolls."""
        after = self._holdings()
        came = (bankrolls or {}).items()
        moved = {Account(AccountKind.BANKROLL, self.guild, member): chips for member, chips in came}
        moved[Account(AccountKind.HOUSE, self.guild)] = to_house
        found = postings(self.mark, after, moved)
        self.mark = after
        if found:
            self.transfers.append(Transfer(self._key(reason), reason, found, self.actor, "", self.interaction))

    def _key(self, reason: str) -> str:
        """Unique for ever. What a member asks for himself happens once, however often his wish is delivered."""
        if self.interaction and reason != PLAY:
            return f"{self.table}:i{self.interaction}:{reason}:{len(self.transfers)}"
        return f"{self.table}:{self.version}:{len(self.transfers)}"

    def note(
        self, deed: Deed, target: str = "", *, before: str = "", after: str = "", reason: str = "",
        by: int | None = None,
    ) -> None:
        """A line for the audit log, stored with the step or not at all. Without an `after` it names the table."""
        actor = self.actor if by is None else by
        self.notes.append(Note(self.guild, actor, deed, target, before, after or self.name, reason, self.interaction))

    def play(self, seat: Seat, action: Action) -> None:
        """An action of the running hand. Raises PokerError, and then nothing has happened."""
        assert self.hand is not None
        self.hand.act(seat, action)
        self._note((seat, action))

    def rule(self, ruling: Ruling) -> None:
        """A ruling of the floor on the running hand."""
        assert self.hand is not None
        self.hand.rule(ruling)
        self._note(ruling)

    def _note(self, entry: Input) -> None:
        assert self.hand is not None
        place = len(self.hand.inputs) - 1
        first = self.interaction if not self.inputs else 0  # one delivery acts once; the rest is the house's doing
        self.inputs.append(InputRecord(self.state.hand, place, dump_input(entry), first))
        self.turned = True
