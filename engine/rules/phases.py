"""The other phases in which a hand waits for players: drawing, throwing, showing, and the vote on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.rules.events import Declared, Drew, GaveUp, Mucked, RunsAgreed, Voted
from engine.rules.facts import Seat
from engine.rules.house import Announcement
from engine.rules.openers import splits
from engine.rules.play import Action, DeclareBoard, Muck, Offer, RunOffer, RunTimes, ShowOffer, Throw, ThrowOffer
from engine.rules.settle import plays_the_board, settle
from engine.rules.steps import Discard, Draw

if TYPE_CHECKING:
    from engine.rules.hand import Hand


class Phase(Protocol):
    """A place in the script that waits. `apply` gets only actions that the offer allows, and never raises."""

    waiting: tuple[Seat, ...]

    def offer(self, seat: Seat) -> Offer:
        """What a waiting seat may do."""

    def apply(self, seat: Seat, action: Action) -> None:
        """Do it."""

    def refresh(self) -> None:
        """Somebody died outside his turn: work out again who is waited for."""

    def close(self) -> None:
        """Nobody is waited for any more."""


class Drawing:
    """Each live seat in turn, from the left of the button, exchanges cards at once (S1-6)."""

    def __init__(self, hand: Hand, step: Draw) -> None:
        self.hand = hand
        crowded = len(hand.order) == 7 and len(hand.live) == 7
        self.up_to = step.crowd_up_to if crowded else step.up_to
        self.to_draw = list(hand.live)
        self.refresh()

    def refresh(self) -> None:
        """Whoever died meanwhile does not draw."""
        self.to_draw = [seat for seat in self.to_draw if seat in self.hand.live]
        self.waiting: tuple[Seat, ...] = tuple(self.to_draw[:1]) if len(self.hand.live) > 1 else ()

    def offer(self, seat: Seat) -> ThrowOffer:
        """Stand pat, or throw up to so many of the cards."""
        hand = self.hand
        up_to = min(self.up_to, len(hand.down[seat]))
        return ThrowOffer(seat, 0, up_to, hand.down[seat], hand.keeps_aside(seat), hand.may_confess(seat))

    def apply(self, seat: Seat, action: Action) -> None:
        """The new cards come before the own discards can be shuffled in (ruling 11)."""
        assert isinstance(action, Throw)
        hand = self.hand
        kept = tuple([card for card in hand.down[seat] if card not in action.cards])
        received = hand.stock.take(len(action.cards))
        broken = splits(hand.opening, seat, kept, hand.house.openers_minimum)
        announced = broken and (action.splits or hand.house.split_announcement is Announcement.AUTOMATIC)
        hand.down[seat] = kept + received
        (hand.stock.aside if hand.keeps_aside(seat) else hand.stock.muck).extend(action.cards)
        hand.tell(Drew(seat, action.cards, received, announced))
        self.to_draw.remove(seat)
        self.refresh()

    def close(self) -> None:
        """The next step follows."""


class Throwing:
    """Every live seat throws a card, in any order (pineapple)."""

    def __init__(self, hand: Hand, step: Discard) -> None:
        self.hand = hand
        self.exactly = step.exactly
        self.waiting: tuple[Seat, ...] = tuple(hand.live)

    def refresh(self) -> None:
        """Whoever died meanwhile need not."""
        self.waiting = tuple(seat for seat in self.waiting if seat in self.hand.live)

    def offer(self, seat: Seat) -> ThrowOffer:
        """Exactly so many cards must go."""
        cards = self.hand.down[seat]
        return ThrowOffer(seat, self.exactly, self.exactly, cards, keeps_aside=False, confess=False)

    def apply(self, seat: Seat, action: Action) -> None:
        """They go; the others may still be choosing."""
        assert isinstance(action, Throw)
        hand = self.hand
        hand.down[seat] = tuple(card for card in hand.down[seat] if card not in action.cards)
        hand.stock.muck.extend(action.cards)
        hand.tell(GaveUp(seat, action.cards))
        self.waiting = tuple(other for other in self.waiting if other != seat)

    def close(self) -> None:
        """The next step follows."""


class Showing:
    """A manual showdown: clockwise from the first to show, each hand is tabled or mucked (S2-23, S3-18)."""

    def __init__(self, hand: Hand, first: Seat) -> None:
        self.hand = hand
        self.to_ask = [seat for seat in (first, *hand.clockwise_after(first)) if seat in hand.live]
        self.refresh()

    def refresh(self) -> None:
        """The last one left is not asked."""
        alone = len(self.hand.live) == 1
        self.waiting: tuple[Seat, ...] = () if alone else tuple(self.to_ask[:1])

    def offer(self, seat: Seat) -> ShowOffer:
        """Show, muck, or declare the board."""
        return ShowOffer(seat, plays_the_board(self.hand, seat))

    def apply(self, seat: Seat, action: Action) -> None:
        """A mucked hand has no claim; the last one left wins without showing."""
        hand = self.hand
        self.to_ask.remove(seat)
        if isinstance(action, Muck):
            hand.tell(Mucked(seat, hand.down[seat]))
            hand.fold(seat)
        else:
            if isinstance(action, DeclareBoard):
                hand.tell(Declared(seat))
            hand.table(seat)
        self.refresh()

    def close(self) -> None:
        """The hand is settled among those who are left."""
        settle(self.hand)


class RunVote:
    """All live seats say how many boards they want; the fewest are dealt. Secret until all have answered."""

    def __init__(self, hand: Hand, most: int) -> None:
        self.hand = hand
        self.most = most
        self.waiting: tuple[Seat, ...] = tuple(hand.live)
        self.votes: list[int] = []

    def refresh(self) -> None:
        """Whoever died meanwhile has no vote."""
        self.waiting = tuple(seat for seat in self.waiting if seat in self.hand.live)

    def offer(self, seat: Seat) -> RunOffer:
        """Any number up to the most."""
        return RunOffer(seat, self.most)

    def apply(self, seat: Seat, action: Action) -> None:
        """Noted; nobody sees it before all have answered."""
        assert isinstance(action, RunTimes)
        self.votes.append(action.times)
        self.hand.tell(Voted(seat, action.times))
        self.waiting = tuple(other for other in self.waiting if other != seat)

    def close(self) -> None:
        """The rest of the board as often as the most careful seat wants."""
        times = min(self.votes)
        self.hand.tell(RunsAgreed(times))
        self.hand.run_times(times)
