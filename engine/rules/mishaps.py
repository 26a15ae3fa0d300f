"""A human dealer's mistakes (rows S3), drawn from shuffled cards: replay makes the same ones and nobody steers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.cards import Card, Cards
from engine.rules.floor import TurnedEarly, refusal_of
from engine.rules.house import Dealer, HouseRules
from engine.rules.setup import DealError
from engine.rules.steps import Board, Deal
from engine.rules.variants import Variant

if TYPE_CHECKING:
    from engine.rules.hand import Hand

_STREETS = {3: "flop", 4: "turn", 5: "river"}


def mishap(variant: Variant, house: HouseRules, order: Cards, seats: int) -> DealError | None:
    """The error of this deal, if the dealer errs: a card exposed, one too many, four on the flop. Board games only."""
    if house.dealer is not Dealer.HUMAN or not variant.has_board or not _errs(order, house.dealer_errors):
        return None
    match _number(order, "Qs", 4):
        case 0:
            return DealError(extra_cards=1 + (_number(order, "Js", 10) == 0))
        case 1:
            return DealError(four_card_flop=True)
        case _:
            dealt = next(step.down for step in variant.script if isinstance(step, Deal)) * seats
            exposed = _number(order, "Js", dealt)
            more = (exposed + 1,) if _number(order, "Ts", 10) == 0 and exposed + 1 < dealt else ()
            return DealError(exposed=(exposed, *more))


def early_turn(hand: Hand) -> str:
    """The street that the dealer turns before the betting is finished, now; empty when he does not err.

    Once in a hand at most, and after somebody has acted: whoever acted before it happened is bound by it.
    """
    house, deck = hand.house, hand.setup.decks[-1]
    if house.dealer is not Dealer.HUMAN or hand.setup.deal_error or hand.over or hand.phase is None:
        return ""
    step = hand.script[hand.pc] if hand.pc < len(hand.script) else None
    if not isinstance(step, Board):
        return ""
    street = _STREETS.get(len(hand.boards[0]) + step.cards, "")
    erred = any(isinstance(entry, TurnedEarly) for entry in hand.inputs)
    spoken = bool(hand.inputs)
    wanted = ("flop", "turn", "river")[_number(deck, "Ts", 3)]
    errs = _errs(tuple(reversed(deck)), house.dealer_errors)
    if not (errs and spoken and street == wanted) or erred:
        return ""
    return street if refusal_of(hand, TurnedEarly(street)) is None else ""


def _errs(order: Cards, per_hundred: int) -> bool:
    """True for so many of a hundred orders."""
    places = len(order) * (len(order) - 1)
    number = order.index(Card("As")) * (len(order) - 1) + order.index(Card("Ks")) % (len(order) - 1)
    return number * 100 < per_hundred * places


def _number(order: Cards, card: str, below: int) -> int:
    """A number from 0, as even as the place of one card in a shuffled deck allows."""
    return order.index(Card(card)) % below
