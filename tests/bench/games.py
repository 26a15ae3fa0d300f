"""The same work for both engines: shuffle, deal, every betting round, showdown, payout, by one of two policies.

call: check or call always; who draws throws two cards. random: facing a bet 10 % fold, 70 % call, 20 % raise; else 80 %
check, 20 % bet, of a size between the least and three times the least; who draws throws none to three.
Blinds 1/2 and stacks of 400; fixed limit 2/4; stud ante 1, bring-in 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pokerkit as pk

from engine.rules.catalogue import CATALOGUE
from engine.rules.hand import Hand
from engine.rules.play import Action, BettingOffer, BetTo, BringIn, Call, Check, Fold, Offer, Throw, ThrowOffer
from engine.rules.setup import Setup
from engine.rules.stakes import Limit, Stakes, dues

STACK = 400
POLICIES = ("call", "random")
FOLD, CHECK, CALL = Fold(), Check(), Call()


def plain_draw(*given: Any) -> pk.State:
    """PokerKit has no five-card draw; this is one, of its own streets and hands, made like its ready games."""
    auto, uniform, ante, blinds, small, big, stacks, seats = given
    position, limit = pk.Opening.POSITION, pk.BettingStructure.FIXED_LIMIT
    streets = (
        pk.Street(False, (False,) * 5, 0, False, position, small, 4),
        pk.Street(True, (), 0, True, position, big, 4),
    )
    hands = (pk.StandardHighHand,)
    return pk.State(auto, pk.Deck.STANDARD, hands, streets, limit, uniform, ante, blinds, 0, stacks, seats)


@dataclass(frozen=True)
class Work:
    """One workload. floor, goal, stretch: times PokerKit, for the two policies."""

    name: str
    key: str
    limit: Limit
    seats: int
    make: Callable[..., pk.State]
    floor: tuple[float, float]
    goal: tuple[float, float]
    stretch: tuple[float, float]

    @property
    def is_stud(self) -> bool:
        return CATALOGUE[self.key].has_up_cards

    @property
    def draws(self) -> bool:
        return CATALOGUE[self.key].has_draw

    def stakes(self) -> Stakes:
        bets: dict[str, Any] = {"small_bet": 2, "big_bet": 4} if self.limit is Limit.FIXED else {"min_bet": 2}
        return Stakes(limit=self.limit, **bets, **({"ante": 1, "bring_in": 1} if self.is_stud else {"blinds": (1, 2)}))

    def theirs(self) -> pk.State:
        auto = tuple(pk.Automation)
        if self.is_stud:
            return self.make(auto, True, 1, 1, 2, 4, STACK, self.seats)
        bets = (2, 4) if self.limit is Limit.FIXED else (2,)
        return self.make(auto, True, 0, (1, 2), *bets, STACK, self.seats)


WORKS = (
    Work(
        "hold'em no limit, six", "holdem", Limit.NO, 6, pk.NoLimitTexasHoldem.create_state, (25, 15), (50, 25), (90, 40)
    ),
    Work(
        "hold'em no limit, two", "holdem", Limit.NO, 2, pk.NoLimitTexasHoldem.create_state, (15, 12), (22, 17), (35, 28)
    ),
    Work(
        "hold'em fixed, six",
        "holdem",
        Limit.FIXED,
        6,
        pk.FixedLimitTexasHoldem.create_state,
        (25, 15),
        (50, 27),
        (90, 45),
    ),
    Work(
        "Omaha pot limit, six",
        "omaha",
        Limit.POT,
        6,
        pk.PotLimitOmahaHoldem.create_state,
        (45, 30),
        (100, 55),
        (200, 100),
    ),
    Work(
        "Omaha hi-lo fixed, six",
        "omaha8",
        Limit.FIXED,
        6,
        pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state,
        (60, 40),
        (180, 90),
        (300, 160),
    ),
    Work(
        "stud fixed, six", "stud7", Limit.FIXED, 6, pk.FixedLimitSevenCardStud.create_state, (12, 8), (25, 17), (45, 30)
    ),
    Work("five-card draw, five", "five_card_draw", Limit.FIXED, 5, plain_draw, (6, 5), (11, 9), (18, 15)),
    Work(
        "triple draw, six",
        "deuce_seven_triple",
        Limit.FIXED,
        6,
        pk.FixedLimitDeuceToSevenLowballTripleDraw.create_state,
        (5, 4),
        (9, 7),
        (15, 12),
    ),
)


def wants(rng: Random, *, facing: bool, can_raise: bool) -> str:
    """The random policy."""
    dice = rng.random()
    if facing and dice < 0.10:
        return "fold"
    return "raise" if dice >= 0.80 and can_raise else "call"


def size(rng: Random, least: int, most: int) -> int:
    return least if most <= least else rng.randint(least, max(least, min(most, 3 * least)))


# PokerKit


def play_theirs(work: Work, hands: int, policy: str, rng: Random) -> None:
    for _ in range(hands):
        state = work.theirs()
        while state.status:
            _their_turn(state, work, policy, rng)
        assert sum(state.stacks) == STACK * work.seats


def _their_turn(state: pk.State, work: Work, policy: str, rng: Random) -> None:
    drawer = state.stand_patter_or_discarder_index if work.draws else None
    if drawer is not None:
        thrown = 2 if policy == "call" else rng.randrange(4)
        state.stand_pat_or_discard(tuple(state.hole_cards[drawer][:thrown]))
        return
    if state.bring_in_status:
        state.post_bring_in()
        return
    if policy == "call":
        state.check_or_call()
        return
    least = state.min_completion_betting_or_raising_to_amount
    match wants(rng, facing=bool(state.checking_or_calling_amount), can_raise=least is not None):
        case "fold":
            state.fold()
        case "raise":
            most = state.max_completion_betting_or_raising_to_amount
            assert least is not None
            assert most is not None
            state.complete_bet_or_raise_to(size(rng, least, most))
        case _:
            state.check_or_call()


# Ours


def play_ours(work: Work, hands: int, policy: str, rng: Random) -> None:
    """With every offer, check and event, as a table plays it."""
    variant, stakes = CATALOGUE[work.key], work.stakes()
    order = tuple(range(1, work.seats + 1))
    posts = dues(stakes, order)
    for _ in range(hands):
        deck = sorted(variant.deck, key=lambda _: rng.random())  # as even as shuffle(), in a quarter of the time
        setup = Setup(
            variant=variant,
            house=variant.house,
            stakes=stakes,
            order=order,
            stacks=(STACK,) * work.seats,
            dues=posts,
            decks=(tuple(deck),),
        )
        hand = Hand(setup)
        hand.begin()
        while not hand.over:
            seat = hand.waiting_on[0]
            hand.act(seat, _our_turn(hand.offer(seat), policy, rng))
        assert sum(hand.stack) == STACK * work.seats


def _our_turn(offer: Offer, policy: str, rng: Random) -> Action:
    if isinstance(offer, ThrowOffer):
        return Throw(offer.cards[: 2 if policy == "call" else rng.randrange(4)])
    assert isinstance(offer, BettingOffer)
    if offer.bring_in is not None:
        return BringIn()
    if policy == "call":
        return CHECK if offer.call is None else CALL
    legal = offer.bet_to
    match wants(rng, facing=offer.call is not None, can_raise=legal is not None):
        case "fold":
            return FOLD
        case "raise":
            assert legal is not None
            return BetTo(legal[0] if offer.fixed else size(rng, legal[0], legal[-1]))
        case _:
            return CHECK if offer.call is None else CALL
