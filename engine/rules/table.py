"""The table between hands, without a clock and without a network: seats, button, blinds owed, the pot carried over.

The table knows seats and chips, not people. It hands the hand its `Setup` and takes the result back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

    missed_big, missed_small: blinds that passed the seat by. fresh: never dealt in yet. dealt: was in the last hand.
    """

    stack: Chips
    queued: Chips = 0
    sitting_out: bool = False
    leaving: bool = False
    missed_big: bool = False
    missed_small: bool = False
    fresh: bool = True
    dealt: bool = False


@dataclass(slots=True)
class Table:
    """Law: chips only move between places, the carried pot and the hand in play.

    button, small, big: places of the last hand (0: none yet); `small` also when nobody posted there. same_button: the
    next deal does not move it. before: these four as they were a hand earlier, to which a misdeal goes back.
    carried: chips in the middle that nobody won, for the seats in `carriers` only when a deal was not won (ruling 10).
    redeals: deals in a row that nobody won.
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
    before: tuple[Seat, Seat, Seat, bool] = (0, 0, 0, False)

    # People come and go

    def sit(self, seat: Seat, chips: Chips) -> None:
        """Take a free seat; once the game is running as a newcomer."""
        self.places[seat] = Place(chips, fresh=bool(self.button))

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats that nobody has taken."""
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
        """Seats that can play, clockwise from seat 1. While a pot is carried only those who were in it (ruling 10)."""
        able = tuple(
            seat
            for seat, place in sorted(self.places.items())
            if place.stack and not place.sitting_out and not place.leaving
        )
        claimants = tuple(seat for seat in able if seat in self.carriers)
        return claimants if self.carried and self.carriers and len(claimants) > 1 else able

    def next_button(self, house: HouseRules, stakes: Stakes) -> Seat:
        """Where the button goes (ruling 38)."""
        return self._next_hand(house, stakes)[1]

    def dealt_in(self, house: HouseRules, stakes: Stakes) -> tuple[Seat, ...]:
        """Seats of the next hand, clockwise from seat 1: those that are ready and need not wait for a blind."""
        return self._next_hand(house, stakes)[0]

    def next_big(self, house: HouseRules, stakes: Stakes) -> Seat:
        """Who would post the big blind of the next hand; 0 when nobody would or fewer than two can play."""
        if len(self.ready()) < 2:
            return 0
        seats, button, dead_small = self._next_hand(house, stakes)
        posts = dues(stakes, _ring(seats, button), dead_small_blind=dead_small)
        return next((due.seat for due in posts if due.kind is PostKind.BIG_BLIND), 0)

    def _next_hand(self, house: HouseRules, stakes: Stakes) -> tuple[tuple[Seat, ...], Seat, bool]:
        """Seats, button, and whether the small blind is dead.

        Nobody comes in between the button and the big blind, who would pay twice running. When fewer than two are left
        of those who were in, the blinds begin anew.
        """
        ready = self.ready()
        settled = self._without_new(ready, self.button)
        if len(stakes.blinds) < 2:
            return ready, self._button(ready, house), False
        if len(settled) < 2:
            return ready, self._onward(ready), False
        button = self._button(settled, house)
        seats = self._without_new(ready, button)
        if len(seats) < 2:
            seats = settled
        if house.newcomers is Newcomers.WAIT:
            seats = self._without_waiting(seats, button)
        if len(seats) == 2:  # heads-up has its own order
            button = self._button(seats, house)
        return seats, button, self._small_is_dead(seats, house)

    def _without_new(self, seats: tuple[Seat, ...], button: Seat) -> tuple[Seat, ...]:
        """Without seats between a button and the last big blind that were not in the last hand."""
        between = _between(button, self.big, self.seats)
        return tuple(seat for seat in seats if self.places[seat].dealt or seat not in between)

    def _without_waiting(self, seats: tuple[Seat, ...], button: Seat) -> tuple[Seat, ...]:
        """Newcomers wait for the big blind; it reaches one of them at most."""
        for seat in _ring(seats, button):
            order = _ring(seats, button)
            if self.places[seat].fresh and seat != _big_of(order) and len(seats) > 2:
                seats = tuple(other for other in seats if other != seat)
        return seats

    def _button(self, seats: tuple[Seat, ...], house: HouseRules) -> Seat:
        """The next seat with chips; a dead button goes to the last small blind, empty or not."""
        if self.same_button and self.button in seats:
            return self.button
        if house.dead_button and self.small and len(seats) > 2:
            return self.small
        if len(seats) == 2 and not house.dead_button:  # ruling 38 to the letter
            return _ring(seats, self.button)[0]
        return self._onward(seats)

    def _onward(self, seats: tuple[Seat, ...]) -> Seat:
        """The next seat from which nobody pays the big blind twice running (TDA-34B)."""
        onward = _ring(seats, self.button)
        return next((seat for seat in onward if _big_of(_ring(seats, seat)) != self.big), onward[0])

    def deal(
        self,
        variant: Variant,
        house: HouseRules,
        stakes: Stakes,
        decks: tuple[Cards, ...],
        error: DealError | None = None,
        *,
        name: str = "",
        secret: str = "",
    ) -> Setup:
        """The setup of the next hand; moves the button and notes blinds missed. Needs two seats that are ready."""
        seats, button, dead_small = self._next_hand(house, stakes)
        order = _ring(seats, button)
        antes = house.reante_limit is None or self.redeals <= house.reante_limit
        posts = dues(stakes, order, antes=antes, dead_small_blind=dead_small)
        self._move(order, posts, button)
        return Setup(
            variant=variant,
            house=house,
            stakes=stakes,
            order=order,
            stacks=tuple(self.places[seat].stack for seat in order),
            dues=(*posts, *self._owed(posts, order, house, stakes)),
            decks=decks,
            carried=self.carried,
            deal_error=error,
            name=name,
            secret=secret,
        )

    def _small_is_dead(self, order: tuple[Seat, ...], house: HouseRules) -> bool:
        """With a dead button the last big blind owes the small one; if he is gone nobody posts it (B34)."""
        return house.dead_button and self.big > 0 and self.big not in order and len(order) > 2

    def _move(self, order: tuple[Seat, ...], posts: tuple[Due, ...], button: Seat) -> None:
        """The button and the blinds are where the posts say; who was passed by has missed them (B36)."""
        by_kind = {due.kind: due.seat for due in posts}
        big = by_kind.get(PostKind.BIG_BLIND, 0)
        small = by_kind.get(PostKind.SMALL_BLIND, self.big if big else 0)
        for seat, place in self.places.items():
            if seat not in order and not place.fresh:
                place.missed_big |= seat in _between(self.big, big, self.seats)
                place.missed_small |= seat in _between(self.small, small, self.seats)
        self.before = (self.button, self.small, self.big, self.same_button)
        self.button, self.small, self.big, self.same_button = button, small, big, False

    def _owed(self, posts: tuple[Due, ...], seats: Iterable[Seat], house: HouseRules, stakes: Stakes) -> Iterator[Due]:
        """What newcomers and returning seats post behind the blinds; nobody who posts a blind anyway owes more."""
        if len(stakes.blinds) < 2:
            return
        posting = {due.seat for due in posts if due.kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)}
        for seat in (seat for seat in seats if seat not in posting):
            place = self.places[seat]
            if place.missed_big or (place.fresh and house.newcomers is Newcomers.POST):
                yield Due(seat, PostKind.LIVE_POST, stakes.blinds[1])
            if place.missed_small:
                yield Due(seat, PostKind.DEAD_BLIND, stakes.blinds[0])

    def finish(self, hand: Hand) -> None:
        """Take the result of a hand: stacks, the pot that stays, and who may play for it."""
        for seat in hand.order:
            self.places[seat].stack = hand.stack[seat]
        self.carried = hand.carry
        if hand.reason is Reason.MISDEAL:  # as if it had not been dealt (S3-4)
            self.button, self.small, self.big, self.same_button = self.before
            return
        for seat, place in self.places.items():
            place.dealt = seat in hand.order
            if place.dealt:
                place.fresh = place.missed_big = place.missed_small = False
        self.redeals = self.redeals + 1 if hand.reason else 0
        if not hand.reason:
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
        carriers, before = fields.pop("carriers"), fields.pop("before")
        assert isinstance(carriers, list)
        assert isinstance(before, list | tuple)
        return cls(
            places={int(seat): Place(**place) for seat, place in places.items()},
            carriers=frozenset(carriers),
            before=tuple(before),
            **fields,  # type: ignore[arg-type]
        )


def _ring(seats: Iterable[Seat], button: Seat) -> tuple[Seat, ...]:
    """The seats clockwise from the left of the button; the button itself, or the seat before an empty one, last."""
    ordered = sorted(seats)
    return tuple([seat for seat in ordered if seat > button] + [seat for seat in ordered if seat <= button])


def _big_of(order: tuple[Seat, ...]) -> Seat:
    """Who posts the big blind of two when nobody is dead: the second, heads-up the first."""
    return order[1] if len(order) > 2 else order[0]


def _between(first: Seat, last: Seat, seats: int) -> tuple[Seat, ...]:
    """Places strictly between two seats, clockwise; none when one is missing (0) or they are the same."""
    if not first or not last:
        return ()
    return tuple((first + step - 1) % seats + 1 for step in range(1, (last - first) % seats))
