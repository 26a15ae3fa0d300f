"""The table between hands, without a clock and without a network: seats, button, blinds owed, the pot carried over.

The table knows seats and chips, not people. It hands the hand its `Setup` and takes the result back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from engine.rules.cards import Cards
from engine.rules.events import Reason
from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand
from engine.rules.house import HouseRules, Newcomers
from engine.rules.setup import DealError, Setup
from engine.rules.stakes import Due, PostKind, Stakes, dues
from engine.rules.variants import Variant


@dataclass(slots=True)
class Place:
    """A taken seat. Chips: `stack`, and `queued` that are added when the hand is over.

    missed_big, missed_small: blinds that passed while sitting out. fresh: has not been dealt in yet.
    """

    stack: Chips
    queued: Chips = 0
    sitting_out: bool = False
    leaving: bool = False
    missed_big: bool = False
    missed_small: bool = False
    fresh: bool = True


@dataclass(slots=True)
class Table:
    """Law: chips only move between places, the carried pot and the hand in play; nobody pays a big blind twice running.

    carried: chips in the middle that nobody won, for the seats in `carriers` only when a deal was not won (ruling 10).
    redeals: deals in a row that nobody won. button, small, big: seats of the last hand (0: none yet).
    """

    seats: int
    places: dict[Seat, Place] = field(default_factory=dict)
    button: Seat = 0
    big: Seat = 0
    small: Seat = 0
    carried: Chips = 0
    carriers: frozenset[Seat] = frozenset()
    redeals: int = 0
    same_button: bool = False

    # People come and go

    def sit(self, seat: Seat, chips: Chips) -> None:
        self.places[seat] = Place(chips, fresh=bool(self.button))

    def free_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.places)

    def stand_up(self, seat: Seat) -> Chips:
        """The seat is free again; returns its chips. Only between hands or for a seat that was not dealt in."""
        place = self.places.pop(seat)
        self.carriers -= {seat}
        return place.stack + place.queued

    def add_queued_at(self, seat: Seat) -> None:
        """The queued top-up of one seat becomes chips on the table."""
        place = self.places[seat]
        place.stack, place.queued = place.stack + place.queued, 0

    def add_queued(self) -> dict[Seat, Chips]:
        """Queued top-ups become chips on the table; returns what was added."""
        added = {seat: place.queued for seat, place in self.places.items() if place.queued}
        for seat in added:
            self.add_queued_at(seat)
        return added

    # The next hand

    def ready(self) -> tuple[Seat, ...]:
        """Seats that would be dealt in, clockwise from seat 1. While a pot is carried only those who were in it (ruling 10)."""
        able = tuple(
            seat
            for seat, place in sorted(self.places.items())
            if place.stack and not place.sitting_out and not place.leaving
        )
        claimants = tuple(seat for seat in able if seat in self.carriers)
        return claimants if self.carried and self.carriers and len(claimants) > 1 else able

    def next_button(self, house: HouseRules) -> Seat:
        """Where the button goes: the next seat with chips, or with a dead button where the small blind was."""
        ready = self.ready()
        if self.same_button and self.button in ready:
            return self.button
        if house.dead_button and self.small and len(ready) > 2:
            return self.small
        return _next(ready, self.button)

    def deal(
        self, variant: Variant, house: HouseRules, stakes: Stakes, decks: tuple[Cards, ...], error: DealError | None = None
    ) -> Setup:
        """The setup of the next hand; moves the button and notes blinds posted and missed. Needs two seats that are ready."""
        ready = self._waited(house, stakes)
        button = self.next_button(house)
        order = _ring(ready, button)
        antes = house.reante_limit is None or self.redeals <= house.reante_limit
        dead_small = house.dead_button and self._small_is_dead(order, button)
        posts = dues(stakes, order, antes=antes, dead_small_blind=dead_small)
        owed = self._owed(order, posts, house, stakes)
        self._note_blinds(posts, button)
        for seat in order:
            self.places[seat].fresh = False
        return Setup(
            variant=variant,
            house=house,
            stakes=stakes,
            order=order,
            stacks=tuple(self.places[seat].stack for seat in order),
            dues=(*posts, *owed),
            decks=decks,
            carried=self.carried,
            deal_error=error,
        )

    def _waited(self, house: HouseRules, stakes: Stakes) -> tuple[Seat, ...]:
        """Newcomers who wait for the big blind are left out until it reaches them."""
        ready = self.ready()
        if house.newcomers is not Newcomers.WAIT or len(stakes.blinds) < 2:
            return ready
        order = _ring(ready, self.next_button(house))
        big = order[1] if len(order) > 2 else order[0]
        waited = tuple(seat for seat in ready if not self.places[seat].fresh or seat == big)
        return waited if len(waited) > 1 else ready

    def _small_is_dead(self, order: tuple[Seat, ...], button: Seat) -> bool:
        """With a dead button the last big blind owes the small one; if he is gone nobody posts it."""
        return bool(self.big) and self.big not in order and button != self.big and len(order) > 2

    def _owed(self, order: tuple[Seat, ...], posts: tuple[Due, ...], house: HouseRules, stakes: Stakes) -> tuple[Due, ...]:
        """What newcomers and returning seats post behind the blinds; nobody who posts a blind anyway owes more."""
        if len(stakes.blinds) < 2:
            return ()
        posting = {due.seat for due in posts if due.kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)}
        owed: list[Due] = []
        for seat in order:
            place = self.places[seat]
            newcomer = place.fresh and house.newcomers is Newcomers.POST
            if seat not in posting and (place.missed_big or newcomer):
                owed.append(Due(seat, PostKind.LIVE_POST, stakes.blinds[1]))
            if seat not in posting and place.missed_small:
                owed.append(Due(seat, PostKind.DEAD_BLIND, stakes.blinds[0]))
            place.missed_big = place.missed_small = False
        return tuple(owed)

    def _note_blinds(self, posts: tuple[Due, ...], button: Seat) -> None:
        by_kind = {due.kind: due.seat for due in posts}
        small, big = by_kind.get(PostKind.SMALL_BLIND, 0), by_kind.get(PostKind.BIG_BLIND, 0)
        if self.big and big:
            for seat in _between(self.big, big, self.seats):
                self._missed(seat, big=True)
        if self.small and small:
            for seat in _between(self.small, small, self.seats):
                self._missed(seat, big=False)
        self.button, self.small, self.big, self.same_button = button, small, big, False

    def _missed(self, seat: Seat, *, big: bool) -> None:
        place = self.places.get(seat)
        if place and place.sitting_out and not place.fresh:
            place.missed_big = place.missed_big or big
            place.missed_small = place.missed_small or not big

    def finish(self, hand: Hand) -> None:
        """Take the result of a hand: stacks, the pot that stays, and who may play for it."""
        for seat in hand.order:
            self.places[seat].stack = hand.stack[seat]
        ended_by = hand.log[-1]
        reason = getattr(ended_by, "reason", None)
        self.carried = hand.carry
        self.same_button = reason is Reason.MISDEAL
        if reason is Reason.MISDEAL:
            return
        self.redeals = self.redeals + 1 if reason else 0
        if not reason:
            self.carriers = frozenset()
        elif not self.carriers:
            self.carriers = frozenset(hand.order)

    # Storage

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        data = asdict(self)
        data["carriers"] = sorted(self.carriers)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> Table:
        """The table that `to_dict` described."""
        fields = dict(data)
        places = fields.pop("places")
        assert isinstance(places, dict)
        carriers = fields.pop("carriers")
        assert isinstance(carriers, list)
        return cls(
            places={int(seat): Place(**place) for seat, place in places.items()},
            carriers=frozenset(carriers),
            **fields,  # type: ignore[arg-type]
        )


def _next(seats: Iterable[Seat], after: Seat) -> Seat:
    """The next of the seats clockwise after a place."""
    ordered = sorted(seats)
    return next((seat for seat in ordered if seat > after), ordered[0])


def _ring(seats: Iterable[Seat], button: Seat) -> tuple[Seat, ...]:
    """The seats clockwise from the left of the button; the button itself, or the seat before an empty one, last."""
    ordered = sorted(seats)
    return tuple([seat for seat in ordered if seat > button] + [seat for seat in ordered if seat <= button])


def _between(first: Seat, last: Seat, seats: int) -> tuple[Seat, ...]:
    """Places strictly between two seats, clockwise."""
    places = []
    seat = first % seats + 1
    while seat not in (last, first):
        places.append(seat)
        seat = seat % seats + 1
    return tuple(places)
