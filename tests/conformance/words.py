"""The words of the format and those of the engine: games, house rules, actions, offers and errors."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, get_type_hints

from engine.rules.cards import Card, Cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Seat
from engine.rules.floor import Ruling, TurnedEarly
from engine.rules.hand import Hand
from engine.rules.house import HouseRules
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    Code,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    Offer,
    OpenersOffer,
    PokerError,
    Show,
    ShowFalseOpeners,
    ShowOffer,
    Throw,
    ThrowOffer,
)
from engine.rules.setup import DealError
from engine.rules.stakes import Limit, Stakes
from engine.rules.variants import Variant

ONLY_ANSWER = {"deck_out": "reshuffle", "stud_short_deck": "community", "pl_short_blind": "full"}
"""House rules of the format with a single answer, so that the engine has no switch for them."""

PLAIN: dict[str, Action] = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "bring_in": BringIn(),
    "show_false_openers": ShowFalseOpeners(),
    "declare_open": DeclareOpen(),
    "decline_open": DeclineOpen(),
    "show": Show(),
    "muck": Muck(),
    "declare_board": DeclareBoard(),
}

OTHER_NAMES = {
    Code.NOBODY_TO_CALL: "illegal_action",
    Code.NO_CHECK_RAISE: "illegal_action",
    Code.TOO_FEW_DISCARDS: "bad_discard",
}
"""The engine tells more kinds of refusal apart than the format does."""


class UnsupportedError(Exception):
    """The vector needs something the engine does not have."""


def variant_of(vector: dict[str, Any]) -> Variant:
    try:
        return CATALOGUE[vector["game"]]
    except KeyError:
        raise UnsupportedError(f"game {vector['game']}") from None


def house_of(variant: Variant, rules: dict[str, Any]) -> HouseRules:
    """The variant's own house rules with what the vector says."""
    kinds = get_type_hints(HouseRules)
    said: dict[str, Any] = {}
    for name, value in rules.items():
        if name in ONLY_ANSWER:
            if value != ONLY_ANSWER[name]:
                raise UnsupportedError(f"{name} = {value}")
        elif name not in kinds:
            raise UnsupportedError(f"house rule {name}")
        else:
            kind = kinds[name]
            said[name] = kind(value) if isinstance(kind, type) and issubclass(kind, StrEnum) else value
    return replace(variant.house, **said)


def stakes_of(vector: dict[str, Any]) -> Stakes:
    known = {field.name for field in fields(Stakes)}
    if unknown := vector["stakes"].keys() - known:
        raise UnsupportedError(f"stakes {sorted(unknown)}")
    amounts: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in vector["stakes"].items()
    }
    return Stakes(limit=Limit(vector["limit"]), **amounts)


def deal_error_of(error: dict[str, Any] | None) -> DealError | None:
    if error is None:
        return None
    return DealError(
        tuple(error.get("exposed", ())), error.get("extra_cards", 0), bool(error.get("four_card_flop", False))
    )


def cards_of(names: list[str]) -> Cards:
    return tuple(map(Card, names))


# Steps


def action_of(hand: Hand, seat: Seat, step: dict[str, Any]) -> Action:
    """The engine's action. Raises PokerError when the word itself is wrong: a bet over a bet, a raise without one."""
    word = step["action"]
    if word in PLAIN:
        return PLAIN[word]
    if word in ("draw", "discard"):
        return Throw(cards_of(step.get("discards", [])), splits=bool(step.get("split_openers", False)))
    offer = hand.offer(seat)
    if word == "all_in":
        return _all_in(hand, offer)
    if word in ("bet", "raise"):
        if isinstance(offer, BettingOffer) and offer.bet_to and offer.opening != (word == "bet"):
            raise PokerError(Code.ILLEGAL_ACTION)
        return BetTo(step["to"])
    raise UnsupportedError(f"action {word}")


def _all_in(hand: Hand, offer: Offer) -> Action:
    """The whole stack, as whatever it amounts to."""
    if not isinstance(offer, BettingOffer):
        return Call()  # not this seat's turn; the engine says so
    stack = hand.stack[offer.seat]
    if offer.bring_in == stack:
        return BringIn()
    return Call() if offer.call == stack else BetTo(offer.all_in_to)


def ruling_of(step: dict[str, Any]) -> Ruling:
    word = step["action"]
    if not word.startswith("premature_"):
        raise UnsupportedError(f"dealer {word}")
    return TurnedEarly(word.removeprefix("premature_"))


def error_of(error: PokerError) -> str:
    return OTHER_NAMES.get(error.code, error.code.value)


# Offers


def legal_of(hand: Hand, offer: Offer) -> dict[str, Any]:
    """An offer in the words of the format."""
    match offer:
        case BettingOffer():
            return _betting(offer)
        case ThrowOffer():
            return {"draw": {"max": offer.most}}
        case OpenersOffer():
            return {"declare_open": True, "decline_open": True}
        case ShowOffer():
            return {"show": True, "muck": True} | ({"declare_board": True} if hand.boards[0] else {})
        case _:
            return {}


def _betting(offer: BettingOffer) -> dict[str, Any]:
    legal: dict[str, Any] = {}
    if offer.bring_in is not None:
        legal["bring_in"] = offer.bring_in
    elif offer.call is None:
        legal["check"] = True
    else:
        legal |= {"fold": True, "call": offer.call}
    if offer.bet_to:
        legal["bet" if offer.opening else "raise"] = _amounts(offer, offer.bet_to)
    return legal


def _amounts(offer: BettingOffer, totals: range) -> dict[str, Any]:
    bounds: dict[str, Any] = {"min": totals[0], "max": totals[-1]}
    return bounds | {"options": list(totals)} if offer.fixed and len(totals) > 1 else bounds


def without_idle_fold(legal: dict[str, Any]) -> dict[str, Any]:
    """Folding where checking is free may be allowed or not."""
    return {word: value for word, value in legal.items() if word != "fold" or "check" not in legal}
