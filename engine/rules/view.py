"""What one viewer sees of a hand: a fold of events that went through `seen_by`. The only thing the face ever reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from engine.rules.cards import BACK, Cards
from engine.rules.events import (
    Acted,
    Answered,
    Asked,
    Awarded,
    BoardDealt,
    BoardTakenBack,
    Burned,
    Dealt,
    Declared,
    Drew,
    Ended,
    Event,
    Gathered,
    GaveUp,
    HandDied,
    Mucked,
    Opened,
    OpenersProved,
    Posted,
    Reason,
    Replaced,
    Reshuffled,
    Returned,
    RunsAgreed,
    Shared,
    Shown,
    Started,
    StreetOpened,
    Voided,
    Voted,
    Withdrawn,
    seen_by,
)
from engine.rules.facts import Chips, Seat
from engine.rules.pots import Pot
from engine.rules.stakes import FOR_ALL


@dataclass(slots=True)
class SeatView:
    """One seat as the viewer sees it.

    Chips: `stack` left, `bet` of this round, `put_in` this hand (antes too), `won`, `returned`.
    `down`: the viewer's own or tabled cards, else backs. `draws`: cards exchanged in each draw so far (0: stood pat).
    `last`: what the seat did last, with the street it did it on.
    """

    seat: Seat
    stack: Chips
    start: Chips
    bet: Chips = 0
    put_in: Chips = 0
    won: Chips = 0
    returned: Chips = 0
    down: Cards = ()
    up: Cards = ()
    live: bool = True
    dead: Reason | None = None
    shown: bool = False
    mucked: bool = False
    last: Acted | Posted | None = None
    last_street: str = ""
    draws: tuple[int, ...] = ()
    split_openers: bool = False

    @property
    def all_in(self) -> bool:
        """Still in, with nothing left to bet."""
        return self.live and self.stack == 0

    @property
    def net(self) -> Chips:
        """Chips won or lost in this hand so far."""
        return self.stack + self.bet - self.start if self.bet else self.stack - self.start


@dataclass(slots=True)
class View:
    """A hand as one viewer (None: a spectator, which is what the channel sees) sees it.

    pot: all chips in the middle, bets of this round too. pots: as of the last round that ended. boards: one, or several
    runs. streets: names of the rounds begun so far. taken_back: board cards that a ruling took away, with the street.
    story: every event so far as this viewer may know it, for the log and the replay.
    """

    viewer: Seat | None
    variant: str = ""
    button: Seat = 0
    order: tuple[Seat, ...] = ()
    seats: dict[Seat, SeatView] = field(default_factory=dict)
    carried: Chips = 0
    commitment: str = ""
    pot: Chips = 0
    pots: tuple[Pot, ...] = ()
    boards: list[Cards] = field(default_factory=lambda: [()])
    shared: Cards = ()
    streets: list[str] = field(default_factory=list)
    street: str = ""
    unit: Chips = 0
    opener: Seat | None = None
    taken_back: list[tuple[str, Cards]] = field(default_factory=list)
    awards: list[Awarded] = field(default_factory=list)
    proved: OpenersProved | None = None
    over: bool = False
    reason: Reason | None = None
    carry: Chips = 0
    story: list[Event] = field(default_factory=list)

    @property
    def board(self) -> Cards:
        """The community cards, of the first run if there are several."""
        return self.boards[0]

    @property
    def live(self) -> tuple[Seat, ...]:
        """Seats still in the hand, in table order."""
        return tuple(seat for seat in self.order if self.seats[seat].live)

    def take(self, events: Iterable[Event]) -> View:
        """Fold in events of the hand; each passes `seen_by` here, so nothing hidden can get in. Returns itself."""
        for event in events:
            seen = seen_by(event, self.viewer)
            self.story.append(seen)
            self._fold(seen)
        return self

    def _fold(self, event: Event) -> None:
        match event:
            case Started():
                self._start(event)
            case Posted() | Acted() | Returned() | Withdrawn() | Gathered() | Awarded() | Ended() | Voided():
                self._fold_chips(event)
            case Dealt() | Replaced() | Drew() | GaveUp() | Shown() | Mucked() | HandDied():
                self._fold_holding(event)
            case BoardDealt() | BoardTakenBack() | Shared() | RunsAgreed() | StreetOpened():
                self._fold_table(event)
            case Opened(seat):
                self.opener = seat
            case Answered(seat, opens):
                self.opener = seat if opens else self.opener
            case OpenersProved():
                self.proved = event
            case Asked() | Burned() | Reshuffled() | Voted() | Declared():
                pass
            case _:
                assert_never(event)

    def _start(self, event: Started) -> None:
        self.variant, self.button, self.order = event.variant, event.button, event.order
        self.carried = self.pot = event.carried
        self.commitment = event.commitment
        stacks = zip(event.order, event.stacks, strict=True)
        self.seats = {seat: SeatView(seat, chips, chips) for seat, chips in stacks}

    def _fold_chips(self, event: Posted | Acted | Returned | Withdrawn | Gathered | Awarded | Ended | Voided) -> None:
        match event:
            case Posted(seat, kind, amount, live):
                self._pay(self.seats[seat], amount, bet=live, own=kind not in FOR_ALL)
                if live or self.seats[seat].last is None:
                    self._note(self.seats[seat], event)
            case Acted(seat, _, _, paid):
                self._pay(self.seats[seat], paid)
                self._note(self.seats[seat], event)
                self.seats[seat].live = event.verb != "fold"
            case Returned(seat, amount) | Withdrawn(seat, amount):
                self._pay(self.seats[seat], -amount)
                self.seats[seat].returned += amount
            case Gathered(pots):
                self._gather(pots)
            case Awarded():
                self._award(event)
            case Ended():
                self._end(event)
            case Voided():
                for view in self.seats.values():
                    view.stack, view.bet, view.put_in = view.start, 0, 0
                self.pot = self.carried

    def _pay(self, view: SeatView, amount: Chips, *, bet: bool = True, own: bool = True) -> None:
        view.stack -= amount
        view.bet += amount if bet else 0
        view.put_in += amount if own else 0
        self.pot += amount

    def _note(self, view: SeatView, event: Acted | Posted) -> None:
        view.last, view.last_street = event, self.street

    def _gather(self, pots: tuple[Pot, ...]) -> None:
        self.pots = pots
        for view in self.seats.values():
            view.bet = 0

    def _award(self, event: Awarded) -> None:
        self.awards.append(event)
        for win in event.wins:
            self.seats[win.seat].stack += win.chips
            self.seats[win.seat].won += win.chips
            self.pot -= win.chips

    def _end(self, event: Ended) -> None:
        self.over, self.carry, self.reason = True, event.carry, event.reason
        for seat, chips in zip(self.order, event.stacks, strict=True):
            self.seats[seat].stack, self.seats[seat].bet = chips, 0

    def _fold_holding(self, event: Dealt | Replaced | Drew | GaveUp | Shown | Mucked | HandDied) -> None:
        view = self.seats[event.seat]
        match event:
            case Dealt(_, down, up):
                view.down, view.up = view.down + down, view.up + up
            case Replaced(_, taken, exposed, given):
                if exposed:
                    view.down = _swapped(view.down, taken, given)
            case Drew(_, discarded, received, splits):
                view.down = _without(view.down, discarded) + received
                view.draws = (*view.draws, len(discarded))
                view.split_openers = view.split_openers or splits
            case GaveUp(_, discarded):
                view.down = _without(view.down, discarded)
            case Shown(_, down):
                view.down, view.shown = down, True
            case Mucked():
                view.mucked, view.live = True, False
            case HandDied(_, reason):
                view.live, view.dead = False, reason

    def _fold_table(self, event: BoardDealt | BoardTakenBack | Shared | RunsAgreed | StreetOpened) -> None:
        match event:
            case BoardDealt(run, cards):
                self.boards[run] += cards
            case BoardTakenBack(street, cards):
                self.taken_back.append((street, cards))
            case Shared(cards):
                self.shared = cards
            case RunsAgreed(times):
                self.boards = [self.boards[0]] * times
            case StreetOpened(street, unit):
                self.streets.append(street)
                self.street, self.unit = street, unit


def _without(held: Cards, gone: Cards) -> Cards:
    """The cards left; of another seat's backs simply so many fewer."""
    if gone and gone[0] == BACK:
        return held[len(gone) :]
    return tuple(card for card in held if card not in gone)


def _swapped(held: Cards, taken: Cards, given: Cards) -> Cards:
    """An exposed card changed for another in its place; the viewer of backs only keeps their number."""
    if not given or given[0] == BACK:
        return held
    return tuple(given[0] if card == taken[0] else card for card in held)
