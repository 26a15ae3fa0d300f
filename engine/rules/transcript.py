"""A hand as text: its setup and inputs as one line of JSON, from which `replay` makes the same events again.

House rules are written as what differs from the game's own, stakes without their zeros, cards as `AsKd`.
A transcript holds the whole deck: whoever reads it knows every card. What is wrong with one is therefore told by the
kind of fault alone, without a word of it (RELIABILITY 90, 97).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from typing import Any

from engine.rules.cards import parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.floor import Exposed, Misdealt, TurnedEarly
from engine.rules.hand import Input
from engine.rules.house import HouseRules
from engine.rules.play import (
    BetTo,
    BringIn,
    Call,
    Check,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    RunTimes,
    Show,
    ShowFalseOpeners,
    Throw,
)
from engine.rules.setup import DealError, Setup
from engine.rules.stakes import Due, Limit, PostKind, Stakes

VERSION = 1

_ACTIONS = (
    Fold, Check, Call, BetTo, BringIn, Throw, ShowFalseOpeners, DeclareOpen, DeclineOpen, Show, Muck, DeclareBoard,
    RunTimes,
)
_RULINGS = (TurnedEarly, Misdealt, Exposed)


def _named(kind: type) -> str:
    """`BetTo` is written `bet_to`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_KINDS: dict[str, Any] = {_named(kind): kind for kind in (*_ACTIONS, *_RULINGS)}


def dump(setup: Setup, inputs: Iterable[Input]) -> str:
    """The whole hand as one line."""
    return _line({**_setup_data(setup), "inputs": [_input_data(entry) for entry in inputs]})


def load(text: str) -> tuple[Setup, list[Input]]:
    """What `dump` wrote. Raises ValueError for anything else, and for an unknown version."""
    data = _parsed(text)
    return _setup_from(data), [_input_from(entry) for entry in data.get("inputs", ())]


def dump_setup(setup: Setup) -> str:
    """The setup alone as one line; `load_setup` reads it."""
    return _line(_setup_data(setup))


def load_setup(text: str) -> Setup:
    """What `dump_setup` wrote. Raises ValueError for anything else, and for an unknown version."""
    return _setup_from(_parsed(text))


def dump_input(entry: Input) -> str:
    """One action as `[3,"bet_to",60]`, a ruling as `[0,"turned_early","flop"]`."""
    return _line(_input_data(entry))


def load_input(text: str) -> Input:
    """What `dump_input` wrote. Raises ValueError for anything else."""
    return _input_from(_read(text))


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _read(text: str) -> Any:  # noqa: ANN401 -- whatever is written there
    """JSON, whose own error keeps the whole text."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"not JSON: {type(error).__name__}") from None


def _parsed(text: str) -> dict[str, Any]:
    data = _read(text)
    if not isinstance(data, dict) or data.get("knekt") != VERSION:
        raise ValueError("not a transcript of a version known here")
    return data


# Setup


def _setup_data(setup: Setup) -> dict[str, Any]:
    data = {
        "knekt": VERSION,
        "game": setup.variant.key,
        "house": _changed(setup.house, setup.variant.house),
        "stakes": _changed(setup.stakes, Stakes(limit=Limit.NO)) | {"limit": setup.stakes.limit},
        "order": setup.order,
        "stacks": setup.stacks,
        "dues": [(due.seat, due.kind, due.amount) for due in setup.dues],
        "decks": ["".join(deck) for deck in setup.decks],
        "carried": setup.carried,
        "deal_error": asdict(setup.deal_error) if setup.deal_error else None,
        "name": setup.name,
        "secret": setup.secret,
        "rules": setup.rules,
    }
    return {name: value for name, value in data.items() if value or name in _ALWAYS}


_ALWAYS = {"order", "stacks", "dues", "decks"}


def _changed(value: HouseRules | Stakes, usual: HouseRules | Stakes) -> dict[str, Any]:
    """The fields that are not as usual; enums of strings are JSON as they are."""
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: mine for name, mine in pairs if mine != getattr(usual, name)}


def _setup_from(data: dict[str, Any]) -> Setup:
    try:
        variant = CATALOGUE[data["game"]]
        return Setup(
            variant=variant,
            house=_house_from(variant.house, data.get("house", {})),
            stakes=_stakes_from(data["stakes"]),
            order=tuple(data["order"]),
            stacks=tuple(data["stacks"]),
            dues=tuple(Due(seat, PostKind(kind), amount) for seat, kind, amount in data["dues"]),
            decks=tuple(parse_cards(deck) for deck in data["decks"]),
            carried=data.get("carried", 0),
            deal_error=_deal_error_from(data.get("deal_error")),
            name=data.get("name", ""),
            secret=data.get("secret", ""),
            rules=data.get("rules", 0),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a setup: {type(error).__name__}") from None


def _house_from(usual: HouseRules, changed: dict[str, Any]) -> HouseRules:
    kinds = {field.name: type(getattr(usual, field.name)) for field in fields(usual)}
    typed = {name: kinds[name](value) if isinstance(value, str) else value for name, value in changed.items()}
    return replace(usual, **typed)


def _stakes_from(data: dict[str, Any]) -> Stakes:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    values["limit"] = Limit(data["limit"])
    return Stakes(**values)


def _deal_error_from(data: dict[str, Any] | None) -> DealError | None:
    return DealError(**data | {"exposed": tuple(data["exposed"])}) if data else None


# Inputs


def _input_data(entry: Input) -> list[Any]:
    seat, said = entry if isinstance(entry, tuple) else (0, entry)
    given = [getattr(said, field.name) for field in fields(said) if getattr(said, field.name) != field.default]
    return [seat, _named(type(said)), *("".join(value) if isinstance(value, tuple) else value for value in given)]


def _input_from(data: list[Any]) -> Input:
    try:
        seat, name, *given = data
        kind = _KINDS[name]
        said = kind(*(parse_cards(value) if kind is Throw and isinstance(value, str) else value for value in given))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not an input: {type(error).__name__}") from None
    return said if kind in _RULINGS else (seat, said)
