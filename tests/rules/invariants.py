"""What must hold after every step of every hand, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any

from engine.rules.cards import FULL_DECK, Card, Cards
from engine.rules.events import (
    Awarded,
    BoardDealt,
    BoardTakenBack,
    Dealt,
    Drew,
    Ended,
    Event,
    HandDied,
    Mucked,
    OpenersProved,
    Replaced,
    RunsAgreed,
    Shared,
    Shown,
    Voided,
    seen_by,
)
from engine.rules.hand import Hand, Input, replay
from engine.rules.play import Offer, PokerError, Throw, WaitOffer, offer_seen_by
from engine.rules.setup import Setup
from engine.rules.transcript import dump, load
from engine.rules.view import View

_CARDS = frozenset(FULL_DECK)
_PLAIN = (str, int, bool, type(None))
_CONSTANT = {"setup", "house", "stakes", "script", "step", "_offer", "variant"}


def cards_in(value: Any) -> set[Card]:
    """Every card named anywhere inside a value."""
    if type(value) in _NO_CARDS:
        return set()
    if isinstance(value, str):
        return {Card(value)} if value in _CARDS else set()
    if isinstance(value, tuple | list | set | frozenset):
        return set().union(*map(cards_in, value))
    return set().union(*(cards_in(getattr(value, name)) for name in _names(type(value).__mro__)))


_NO_CARDS = (int, bool, type(None), range)


@cache
def _names(kinds: tuple[type, ...]) -> tuple[str, ...]:
    """What an object of these kinds is made of."""
    slots = {name for each in kinds for name in getattr(each, "__slots__", ())}
    return tuple(sorted(slots - _CONSTANT))


def fingerprint(value: Any, seen: tuple[int, ...] = ()) -> Any:
    """The whole state below a value as plain data, except the offer that is kept only to be quick."""
    if type(value) in _PLAIN or isinstance(value, Enum):
        return value
    if id(value) in seen:
        return "..."
    seen = (*seen, id(value))
    if isinstance(value, tuple | list):
        return [each if type(each) in _PLAIN else fingerprint(each, seen) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(fingerprint(each, seen) for each in value)
    if isinstance(value, dict):
        return [(fingerprint(key, seen), fingerprint(each, seen)) for key, each in value.items()]
    if callable(value):
        return "function"
    return [type(value).__name__, *(fingerprint(each, seen) for each in _state(value))]


def _state(value: Any) -> Iterable[Any]:
    names = _names(type(value).__mro__) or sorted(set(getattr(value, "__dict__", ())) - _CONSTANT)
    return [getattr(value, name, None) for name in names]


def text(events: Iterable[Event]) -> list[Any]:
    """Events with all their cards, to the byte."""
    return [fingerprint(event) for event in events]


@dataclass
class Witness:
    """Follows a hand event by event, with a view for each seat and a spectator, and knows what each may know."""

    hand: Hand
    told: int = 0
    public: set[Card] = field(default_factory=set)
    private: dict[int, set[Card]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    views: dict[int | None, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.views = {viewer: View(viewer) for viewer in (None, *self.hand.order)}
        self.private = {seat: set() for seat in self.hand.order}

    def check(self) -> None:
        """All invariants of a state. Cheap enough for every step."""
        self._hear()
        self._chips()
        self._cards()
        self._views()
        self._offers()

    # Secrecy

    def _hear(self) -> None:
        for event in self.hand.log[self.told :]:
            self._learn(event)
            for viewer, view in self.views.items():
                seen = seen_by(event, viewer)
                known = self.public | self.private.get(viewer or 0, set())
                assert cards_in(seen) <= known, f"{viewer} sees too much of {event}"
                view.take([event])
        self.told = len(self.hand.log)

    def _learn(self, event: Event) -> None:
        """Who may know which cards from now on; written without a look at `seen_by`."""
        match event:
            case Dealt(seat, down, up):
                self.private[seat] |= set(down)
                self.public |= set(up)
            case Drew(seat, _, received, _):
                self.private[seat] |= set(received)
            case Replaced(seat, taken, exposed, given):
                self.private[seat] |= set(given) | set(taken)
                self.public |= set(taken) if exposed else set()
            case BoardDealt(_, cards) | Shared(cards) | BoardTakenBack(_, cards):
                self.public |= set(cards)
            case Shown(seat, down):
                self.shown.add(seat)
                self.public |= set(down)
            case HandDied(_, _, cards, True) | OpenersProved(_, _, cards, _, True):
                self.public |= set(cards)
            case Mucked(seat):
                self.mucked.add(seat)
            case Awarded(wins=wins):
                told = {win.seat for win in wins if win.value is not None}
                assert told <= self.shown, "a hand is read aloud that was not shown"
            case _:
                pass

    # Chips

    def _chips(self) -> None:
        hand = self.hand
        total = sum(hand.setup.stacks) + hand.setup.carried
        assert min(hand.stack) >= 0
        assert min(hand.bet) >= 0
        assert sum(hand.stack) + hand.pot == total
        if hand.over:
            self._chips_at_the_end(total)
        else:
            assert hand.pot == sum(hand.put_in) + hand.dead
            assert hand.able == sum(1 for seat in hand.live if hand.stack[seat])

    def _chips_at_the_end(self, total: int) -> None:
        hand = self.hand
        ended = hand.log[-1]
        assert isinstance(ended, Ended)
        assert sum(ended.stacks) + ended.carry == total
        assert ended.carry == hand.carry == hand.pot
        if any(isinstance(event, Voided) for event in hand.log):
            assert ended.stacks == hand.setup.stacks
        for award in (event for event in hand.log if isinstance(event, Awarded)):
            paid = sum(win.chips for win in award.wins)
            assert all(win.chips >= 0 for win in award.wins)
            assert award.amount - len(award.wins) < paid <= award.amount

    # Cards

    def _cards(self) -> None:
        """Each card of the deck is in exactly one place."""
        hand = self.hand
        held = [card for seat in hand.live for card in hand.down[seat] + hand.up[seat]]
        stock = hand.stock
        nobodys = [*stock.peek(), *stock.muck, *stock.aside, *stock.out]
        places = Counter([*held, *self._boards(), *hand.shared, *nobodys])
        assert sorted(places.elements()) == sorted(hand.variant.deck)

    def _boards(self) -> list[Card]:
        boards = self.hand.boards
        common = self._common_cards()
        return [*boards[0][:common], *(card for board in boards for card in board[common:])]

    def _common_cards(self) -> int:
        """Cards that all boards share: those dealt before the runs were agreed."""
        if len(self.hand.boards) == 1:
            return 0
        before = 0
        for event in self.hand.log:
            if isinstance(event, RunsAgreed):
                break
            before += len(event.cards) if isinstance(event, BoardDealt) else 0
        return before

    # Views and offers

    def _views(self) -> None:
        hand = self.hand
        for viewer, view in self.views.items():
            assert view.pot == hand.pot
            assert view.boards == hand.boards
            assert view.shared == hand.shared
            assert view.over == hand.over
            assert view.live == tuple(seat for seat in hand.live if seat not in self.mucked)
            for seat in hand.order:
                seen = view.seats[seat]
                assert seen.stack == hand.stack[seat]
                assert hand.over or seen.bet == hand.bet[seat]
                assert hand.over or seen.put_in == hand.put_in[seat]
                assert seen.up == hand.up[seat]
                assert len(seen.down) == len(hand.down[seat])
                if viewer == seat or seat in self.shown:
                    assert seen.down == hand.down[seat]
                else:
                    assert cards_in(seen.down) == set()

    def _offers(self) -> None:
        hand = self.hand
        assert hand.over == (not hand.waiting_on)
        for seat in hand.order:
            offer = hand.offer(seat)
            assert isinstance(offer, WaitOffer) == (seat not in hand.waiting_on)
            assert cards_in(offer) <= set(hand.down[seat])
            assert cards_in(offer_seen_by(offer, None)) == set()


def refused_without_a_trace(hand: Hand, seat: int, action: Any) -> None:
    """An illegal action raises a PokerError and changes nothing at all."""
    before = fingerprint(hand)
    try:
        hand.act(seat, action)
    except PokerError:
        assert fingerprint(hand) == before
    else:
        raise AssertionError(f"{action} of seat {seat} was accepted under {hand.offer(seat)}")


def replays(hand: Hand) -> None:
    """Setup and inputs make the same events and the same state again, also by way of text."""
    again = replay(hand.setup, hand.inputs)
    assert again.log == hand.log
    assert text(again.log) == text(hand.log)
    assert fingerprint(again) == fingerprint(hand)
    assert load(dump(hand.setup, hand.inputs)) == (hand.setup, hand.inputs)


def hides_down_cards(hand: Hand, other: dict[Card, Card]) -> bool:
    """With hidden cards exchanged for others, nobody else is told or offered anything different (DESIGN section 2).

    `other` maps the cards that are not public. False when the other cards make the same play impossible.
    """
    setup = replace(hand.setup, decks=tuple(_exchanged(deck, other) for deck in hand.setup.decks))
    twin = _same_play(setup, [_exchanged_input(entry, other) for entry in hand.inputs])
    if twin is None or twin.over:
        return False
    assert [_unannounced(seen_by(event, None)) for event in twin.log] == [
        _unannounced(seen_by(event, None)) for event in hand.log
    ]
    assert twin.waiting_on == hand.waiting_on
    for seat in hand.order:
        assert public_offer(twin, seat) == public_offer(hand, seat)
    return True


def public_offer(hand: Hand, seat: int) -> Offer:
    return offer_seen_by(hand.offer(seat), None)


def _same_play(setup: Setup, inputs: list[Input]) -> Hand | None:
    try:
        return replay(setup, inputs)
    except PokerError:
        return None


def _exchanged(cards: Cards, other: dict[Card, Card]) -> Cards:
    return tuple(other.get(card, card) for card in cards)


def _exchanged_input(entry: Input, other: dict[Card, Card]) -> Input:
    if isinstance(entry, tuple) and isinstance(entry[1], Throw):
        return entry[0], Throw(_exchanged(entry[1].cards, other), entry[1].splits)
    return entry


def _unannounced(event: Event) -> Event:
    """Splitting openers is announced because of the cards; that is the point of it."""
    return Drew(event.seat, event.discarded, event.received, splits=False) if isinstance(event, Drew) else event
