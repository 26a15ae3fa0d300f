"""Random tables, hands and actions.

The dice is a `random.Random`: a seeded one for volume, Hypothesis' own for shrinking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from engine.rules.cards import Cards
from engine.rules.conflicts import conflicts, seat_limit
from engine.rules.floor import Exposed, Misdealt, Ruling, TurnedEarly
from engine.rules.hand import Hand
from engine.rules.house import (
    Announcement,
    Dealer,
    ExtraBets,
    FirstAfterDraw,
    FourCardFlop,
    HiloIdentical,
    HouseRules,
    MinRaise,
    OddChip,
    OpenerCheck,
    OpenPair,
    RoundCheck,
    ShortAllIn,
    Showdown,
)
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    Offer,
    OpenersOffer,
    RunOffer,
    RunTimes,
    Show,
    ShowFalseOpeners,
    ShowOffer,
    Throw,
    ThrowOffer,
    WaitOffer,
)
from engine.rules.setup import DealError, Setup
from engine.rules.stakes import Due, Limit, PostKind, Stakes, dues
from engine.rules.steps import Deal
from engine.rules.variants import Variant

Choices = dict[str, tuple[Any, ...]]

ANY_GAME: Choices = {
    "burn": (True, False),
    "max_raises": (None, 0, 1, 3, 4),
    "heads_up_uncapped": (True, False),
    "min_raise": tuple(MinRaise),
    "odd_chip": tuple(OddChip),
    "fl_allin_reopen": tuple(ShortAllIn),
    "fl_allin_counts": tuple(ShortAllIn),
    "check_raise": (True, False),
    "showdown": tuple(Showdown),
    "table_all_in_hands": (True, False),
}
DRAW_GAME: Choices = {
    "draws": (1, 2, 3),
    "big_bet_from_round": (0, 1, 2),
    "max_draw": (1, 2, 3, 4),
    "seven_handed_max_two": (True, False),
    "first_after_draw": tuple(FirstAfterDraw),
    "round_check": tuple(RoundCheck),
}
OPENERS: Choices = {
    "openers_minimum": ("2", "J", "A"),
    "opener_check": tuple(OpenerCheck),
    "false_opener_extra_bets": tuple(ExtraBets),
    "open_for_raise": (True, False),
    "split_announcement": tuple(Announcement),
}
BOARD_GAME: Choices = {"dealer": tuple(Dealer), "four_card_flop": tuple(FourCardFlop)}


def house_rules(rng: Random, variant: Variant) -> HouseRules:
    """The variant's own rules with some of them changed, never into a contradiction."""
    choices = dict(ANY_GAME)
    choices |= DRAW_GAME if variant.has_draw else {}
    choices |= OPENERS if variant.has_openers else {}
    choices |= BOARD_GAME if variant.has_board else {}
    choices |= {"hilo_identical": tuple(HiloIdentical)} if variant.is_hilo else {}
    choices |= {"open_pair": tuple(OpenPair)} if variant.key == "stud7" else {}
    share = rng.choice((0.1, 0.3, 0.6))
    changed = {name: rng.choice(values) for name, values in choices.items() if rng.random() < share}
    if variant.has_board and changed.get("table_all_in_hands", True) and rng.random() < 0.4:
        changed["max_runs"] = rng.randint(2, 4)
    return replace(variant.house, **changed)


def stakes(rng: Random, variant: Variant) -> Stakes:
    """Stakes of any of the variant's limits, with odd amounts so that chips do not divide well."""
    unit = rng.choice((2, 5, 10, 11))
    limit = rng.choice(variant.limits)
    of_limit: dict[Limit, dict[str, Any]] = {
        Limit.FIXED: {"small_bet": unit, "big_bet": unit * rng.choice((1, 2, 2, 3))},
        Limit.SPREAD: {"spread": (unit, unit * rng.randint(1, 5))},
    }
    bets = of_limit.get(limit, {"min_bet": unit})
    return Stakes(limit=limit, **bets, **_forced(rng, variant, unit))


def _forced(rng: Random, variant: Variant, unit: int) -> dict[str, Any]:
    ante = rng.choice((1, 2, 3))
    if variant.has_up_cards:
        return {"ante": rng.choice((0, ante)), "bring_in": rng.randint(1, unit)}
    if variant.has_openers:
        return {"ante": ante}
    plain = {"blinds": (unit // 2, unit)}
    return rng.choice(
        (
            plain,
            plain,
            {**plain, "ante": ante},
            {"ante": ante},
            {"blinds": (unit,)},
            {**plain, "bb_ante": unit},
            {**plain, "button_ante": ante},
            {"blinds": (1, unit // 2, unit)},
            {"ante": ante, "button_blind": unit},
        )
    )


def stacks(rng: Random, seats: int) -> tuple[int, ...]:
    """Deep, short and mixed tables; never an empty stack."""
    top = rng.choice((6, 30, 120, 400))
    return tuple(rng.randint(1, rng.choice((top, top, 2000))) for _ in range(seats))


def shuffled(rng: Random, deck: Cards) -> Cards:
    cards = list(deck)
    rng.shuffle(cards)
    return tuple(cards)


def a_setup(rng: Random, variant: Variant) -> Setup:
    """A hand about to be dealt: any limit, house rules, posts, stacks, carried pot and error that fit together."""
    house = house_rules(rng, variant)
    agreed = stakes(rng, variant)
    count = rng.randint(max(2, len(agreed.blinds)), seat_limit(variant, house))
    assert conflicts(variant, agreed, house, count) == ()
    ring = sorted(rng.sample(range(1, 11), count))
    turn = rng.randrange(count)
    order = tuple(ring[turn:] + ring[:turn])
    posts = dues(agreed, order, antes=rng.random() < 0.9, dead_small_blind=count > 2 and rng.random() < 0.1)
    return Setup(
        variant=variant,
        house=house,
        stakes=agreed,
        order=order,
        stacks=stacks(rng, count),
        dues=(*posts, *_extra_posts(rng, agreed, order, posts)),
        decks=tuple(shuffled(rng, variant.deck) for _ in range(rng.randint(1, 4))),
        carried=rng.choice((0, 0, 0, rng.randint(1, 50))),
        name=rng.choice(("", "a7")),
        deal_error=_deal_error(rng, variant, count) if house.dealer is Dealer.HUMAN else None,
    )


def _extra_posts(rng: Random, agreed: Stakes, order: tuple[int, ...], posts: tuple[Due, ...]) -> tuple[Due, ...]:
    """A straddle, a newcomer's blind or a missed small blind now and then."""
    free = [seat for seat in order if all(due.seat != seat or due.kind is PostKind.ANTE for due in posts)]
    if len(agreed.blinds) < 2 or not free or rng.random() < 0.7:
        return ()
    unit = agreed.blinds[1]
    return rng.choice(
        (
            (Due(free[0], PostKind.STRADDLE, 2 * unit),) if agreed.limit in (Limit.POT, Limit.NO) else (),
            (Due(rng.choice(free), PostKind.LIVE_POST, unit),),
            (Due(free[-1], PostKind.LIVE_POST, unit), Due(free[-1], PostKind.DEAD_BLIND, agreed.blinds[0])),
        )
    )


def _deal_error(rng: Random, variant: Variant, seats: int) -> DealError | None:
    dealt = seats * sum(step.down for step in variant.script if isinstance(step, Deal))
    return rng.choice(
        (
            None,
            DealError(exposed=(rng.randrange(dealt),)),
            DealError(exposed=(1, 2)),
            DealError(extra_cards=1),
            DealError(extra_cards=2),
            DealError(four_card_flop=True),
        )
    )


# Players


class Player:
    """Chooses legal actions by temper. `loose` to fold, `bold` to raise, `rash` to put everything in."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.fold, self.bold, self.rash, self.frank = rng.choice(
            (
                (0.05, 0.05, 0.0, 0.0),
                (0.15, 0.2, 0.05, 0.1),
                (0.1, 0.45, 0.1, 0.3),
                (0.02, 0.3, 0.5, 0.02),
                (0.3, 0.3, 0.05, 0.05),
            )
        )

    def __call__(self, offer: Offer) -> Action:
        """A legal answer to an offer for which somebody is waited."""
        if getattr(offer, "confess", False) and self.rng.random() < self.frank:
            return ShowFalseOpeners()
        match offer:
            case BettingOffer():
                return self._bet(offer)
            case ThrowOffer(_, least, most, cards):
                return Throw(tuple(self.rng.sample(cards, self.rng.randint(least, most))), self.rng.random() < 0.3)
            case OpenersOffer(_, barred):
                return DeclineOpen() if barred or self.rng.random() < 0.5 else DeclareOpen()
            case ShowOffer():
                return self.rng.choice((Show(), Show(), Muck(), DeclareBoard()))
            case RunOffer(_, most):
                return RunTimes(self.rng.randint(1, most))
            case WaitOffer():
                raise AssertionError("nobody waits for this seat")

    def _bet(self, offer: BettingOffer) -> Action:
        rng = self.rng
        if offer.bet_to is not None and rng.random() < self.bold:
            return BetTo(self._amount(offer.bet_to))
        if offer.bring_in is not None:
            return BringIn()
        if rng.random() < (self.fold if offer.call is not None else 0.01):
            return Fold()
        return Check() if offer.call is None else Call()

    def _amount(self, legal: range) -> int:
        if self.rng.random() < self.rash:
            return legal[-1]
        return self.rng.choice((legal[0], legal[-1], self.rng.choice(legal[: 3 * legal[0]])))


def a_ruling(rng: Random, hand: Hand) -> Ruling | None:
    """Now and then the floor is called, in a game with a human dealer."""
    if hand.house.dealer is not Dealer.HUMAN:
        return None
    if len(hand.inputs) < 2 and rng.random() < 0.2:
        return Exposed(rng.choice((*hand.order, 11)), rng.randint(-1, 5))
    if rng.random() < 0.9:
        return None
    return TurnedEarly(rng.choice(("flop", "turn", "river"))) if rng.random() < 0.9 else Misdealt()


Says = Callable[[Hand], tuple[int, Action]]


def answers(rng: Random, order: tuple[int, ...]) -> Says:
    """Plays all seats of a hand: the next legal input for it."""
    players = {seat: Player(rng) for seat in order}

    def say(hand: Hand) -> tuple[int, Action]:
        seat = rng.choice(hand.waiting_on)
        opening = hand.opening
        if opening and getattr(hand.offer(opening.seat), "confess", False) and rng.random() < 0.1:
            return opening.seat, ShowFalseOpeners()
        return seat, players[seat](hand.offer(seat))

    return say


def anything(rng: Random, hand: Hand, seat: int) -> Action:
    """An action that may or may not be legal, most often near the border."""
    offer = hand.offer(seat)
    legal = offer.bet_to if isinstance(offer, BettingOffer) else None
    near = (legal[0], legal[-1]) if legal else (0, hand.stack[seat] if seat in hand.order else 7)
    held = hand.down[seat] if seat in hand.order else ()
    everything = [card for cards in hand.down for card in cards]
    return rng.choice(
        (
            Fold(),
            Check(),
            Call(),
            BringIn(),
            ShowFalseOpeners(),
            DeclareOpen(),
            DeclineOpen(),
            Show(),
            Muck(),
            DeclareBoard(),
            BetTo(rng.choice(near) + rng.choice((-1, 0, 1))),
            BetTo(rng.choice((0, -5, 10**12, rng.randint(0, 500)))),
            RunTimes(rng.randint(-1, 5)),
            Throw(tuple(rng.sample(held, rng.randint(0, len(held))))),
            Throw(tuple(rng.choices(held, k=2)) if held else ()),
            Throw(tuple(rng.sample(everything, rng.randint(0, min(2, len(everything)))))),
        )
    )


def is_legal(offer: Offer, action: Action) -> bool:
    """Legality read off the offer, written apart from `refusal`."""
    if isinstance(action, ShowFalseOpeners):
        return bool(getattr(offer, "confess", False))
    match offer:
        case BettingOffer():
            return {
                Fold: offer.bring_in is None,
                Check: offer.call is None and offer.bring_in is None,
                Call: offer.call is not None,
                BringIn: offer.bring_in is not None,
                BetTo: offer.bet_to is not None and getattr(action, "to", None) in offer.bet_to,
            }.get(type(action), False)
        case ThrowOffer(_, least, most, cards):
            thrown = action.cards if isinstance(action, Throw) else None
            return (
                thrown is not None
                and least <= len(thrown) <= most
                and len(set(thrown)) == len(thrown)
                and all(card in cards for card in thrown)
            )
        case OpenersOffer(_, barred):
            return isinstance(action, DeclineOpen) or (isinstance(action, DeclareOpen) and barred is None)
        case ShowOffer():
            return isinstance(action, Show | Muck | DeclareBoard)
        case RunOffer(_, most):
            return isinstance(action, RunTimes) and 1 <= action.times <= most
        case WaitOffer():
            return False
