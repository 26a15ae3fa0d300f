"""Jacks to open: what qualifies, what proves it, and the ruling on false openers (rows S0-9 to S0-63)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from engine.rules.cards import RANKS, Cards
from engine.rules.events import Answered, Asked, HandDied, Reason, Withdrawn
from engine.rules.facts import Chips, Seat
from engine.rules.house import ExtraBets
from engine.rules.play import Action, Code, DeclareOpen, OpenersOffer
from engine.rules.ranking import HIGH, Category

if TYPE_CHECKING:
    from engine.rules.betting import Betting
    from engine.rules.hand import Hand


def qualifies(cards: Cards, minimum: str) -> bool:
    """A pair of at least `minimum` or any better hand, by these cards alone (S0-9, S0-10)."""
    made = HIGH.read(HIGH.value(cards))
    if made.category is Category.PAIR:
        return RANKS.index(made.ranks[0]) >= RANKS.index(minimum)
    return made.category is not Category.HIGH_CARD


def proof(held: Cards, minimum: str) -> Cards:
    """The fewest of the cards that prove the opening by themselves (S0-47); none when they do not qualify."""
    for size in range(2, len(held) + 1):
        for cards in combinations(held, size):
            if qualifies(cards, minimum):
                return cards
    return ()


@dataclass(slots=True)
class Opening:
    """Who opened the pot and with what.

    to: the opening bet in chips. raised: somebody else raised since. callers: seats that matched the opening.
    """

    seat: Seat
    to: Chips
    held: Cards
    valid: bool
    raised: bool = False
    callers: set[Seat] = field(default_factory=set)

    def plays_on_without(self) -> bool:
        """Whether the pot is played on when the opening proves false before the draw (S0-55, S0-56)."""
        return self.raised or len(self.callers) >= 2


def splits(opening: Opening | None, seat: Seat, kept: Cards, minimum: str) -> bool:
    """Whether a discard breaks the hand that opened: what is kept no longer qualifies (S0-37)."""
    return opening is not None and opening.seat == seat and opening.valid and not qualifies(kept, minimum)


def confessed(hand: Hand, opening: Opening, round_: Betting | None) -> None:
    """The opener shows that he had no openers. `round_`: the opening round if it is still open (S0-49 to S0-58)."""
    hand.fold(opening.seat)
    hand.tell(HandDied(opening.seat, Reason.FALSE_OPENERS, hand.down[opening.seat], shown=True))
    if round_ is None:
        return
    if opening.plays_on_without():
        if hand.house.false_opener_extra_bets is ExtraBets.WITHDRAW:
            _take_back_extra(hand, opening, round_)
        return
    hand.phase = OpenerCall(hand, opening, round_)


def _take_back_extra(hand: Hand, opening: Opening, round_: Betting) -> None:
    extra = hand.bet[opening.seat] - opening.to
    if extra > 0:
        hand.give_back(opening.seat, extra)
        hand.tell(Withdrawn(opening.seat, extra))
        round_.lower()


class OpenerCall:
    """Clockwise from the false opener: does somebody else declare the pot open? (S0-52 to S0-54)."""

    def __init__(self, hand: Hand, opening: Opening, round_: Betting) -> None:
        self.hand = hand
        self.round = round_
        self.false_opener = opening.seat
        self.false_opening = opening.to
        self.declared = False
        self.to_ask = [seat for seat in hand.clockwise_after(self.false_opener) if self._may_be_asked(seat)]
        self._ask_next()

    def _may_be_asked(self, seat: Seat) -> bool:
        """Who could have opened but passed may not go back and do so (S0-53)."""
        return seat in self.hand.live and seat not in self.hand.passed

    def _ask_next(self) -> None:
        self.waiting: tuple[Seat, ...] = tuple(self.to_ask[:1])
        if self.waiting:
            self.hand.tell(Asked(self.waiting[0]))

    def offer(self, seat: Seat) -> OpenersOffer:
        """Only who has openers may declare."""
        minimum = self.hand.house.openers_minimum
        return OpenersOffer(seat, None if qualifies(self.hand.down[seat], minimum) else Code.NOT_QUALIFIED)

    def apply(self, seat: Seat, action: Action) -> None:
        """The first to declare is the opener; it is no action."""
        self.to_ask.remove(seat)
        self.declared = isinstance(action, DeclareOpen)
        self.hand.tell(Answered(seat, self.declared))
        if self.declared:
            self.to_ask.clear()
            self.hand.open_pot(seat, self.false_opening)
        self._ask_next()

    def refresh(self) -> None:
        """Nothing here depends on what others did meanwhile."""

    def close(self) -> None:
        """Declared: the round goes on. Nobody: the false opening bet is carried over, all others go back."""
        if self.declared:
            self.hand.phase = self.round
            self.round.refresh()
            return
        for seat in self.hand.order:
            kept = self.false_opening if seat == self.false_opener else 0
            if extra := self.hand.bet[seat] - kept:
                self.hand.give_back(seat, extra)
                self.hand.tell(Withdrawn(seat, extra))
        self.hand.carry_over(Reason.NO_OPENER)


def false_opener(hand: Hand) -> Seat | None:
    """The seat that opened without openers and is still in the hand; it cannot win (S0-59)."""
    opening = hand.opening
    return opening.seat if opening and not opening.valid and opening.seat in hand.live else None
