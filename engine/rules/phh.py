"""A finished hand in the PHH text format (poker hand history, a subset of TOML).

What the format has no word for stands in fields of our own, whose names begin with an underscore: `_game` for games
without a code, chips carried over, and for the archive `_setup` and `_inputs`, from which the same hand is made again.
Players are numbered from the left of the button (p1); amounts are totals of the round, as here.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.rules.cards import Cards
from engine.rules.events import (
    Acted,
    Awarded,
    BoardDealt,
    BoardTakenBack,
    Dealt,
    Drew,
    Ended,
    Event,
    GaveUp,
    HandDied,
    Mucked,
    Replaced,
    Reshuffled,
    RunsAgreed,
    Shared,
    Shown,
    Verb,
    Voided,
    Withdrawn,
)
from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand, Input
from engine.rules.setup import Setup
from engine.rules.stakes import OPENING_POSTS, Limit, PostKind
from engine.rules.transcript import dump_input, dump_setup, load_input, load_setup

CODES: Mapping[tuple[str, Limit], str] = {
    ("holdem", Limit.FIXED): "FT",
    ("holdem", Limit.NO): "NT",
    ("short_deck", Limit.NO): "NS",
    ("omaha", Limit.POT): "PO",
    ("omaha8", Limit.FIXED): "FO/8",
    ("stud7", Limit.FIXED): "F7S",
    ("stud8", Limit.FIXED): "F7S/8",
    ("razz", Limit.FIXED): "FR",
    ("deuce_seven_single", Limit.NO): "N2L1D",
    ("deuce_seven_triple", Limit.FIXED): "F2L3D",
    ("badugi", Limit.FIXED): "FB",
}
"""The games that the format names; others must not borrow a code."""

_VERBS = {Verb.FOLD: "f", Verb.CHECK: "cc", Verb.CALL: "cc", Verb.BRING_IN: "pb"}
_DEAD_POSTS = frozenset({PostKind.ANTE, PostKind.SHARED_ANTE, PostKind.DEAD_BLIND})
_LATE_POSTS = frozenset({PostKind.LIVE_POST})


def archived(hand: Hand) -> str:
    """Everything, the deck too: nothing for players' eyes. `read` makes the hand from it again."""
    inputs = [dump_input(entry) for entry in hand.inputs]
    return written(hand.setup, hand.log, {"_setup": dump_setup(hand.setup), "_inputs": inputs})


def read(text: str) -> tuple[Setup, list[Input]]:
    """What `archived` wrote. Raises ValueError for any other text."""
    fields = tomllib.loads(text)
    if "_setup" not in fields or "_inputs" not in fields:
        raise ValueError("no hand that can be played again: _setup and _inputs are missing")
    return load_setup(fields["_setup"]), [load_input(entry) for entry in fields["_inputs"]]


def written(setup: Setup, events: Sequence[Event], facts: Mapping[str, Any]) -> str:
    """A finished hand as PHH text. events: as the reader may know them; hidden cards are `??`.

    facts: further fields, such as `hand`, `players` or one of our own.
    """
    ended = events[-1]
    assert isinstance(ended, Ended)
    fields = {
        **_game(setup, events, ended),
        "ante_trimming_status": True,
        "antes": _posted(setup, _DEAD_POSTS),
        **_bets(setup),
        "starting_stacks": list(setup.stacks),
        "actions": list(_actions(setup, events)),
        "seats": list(setup.order),
        "finishing_stacks": list(ended.stacks),
        **({"_carried": setup.carried} if setup.carried else {}),
        **({"_carried_on": ended.carry, "_reason": str(ended.reason or "")} if ended.carry else {}),
        **facts,
    }
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


# Fields


def _game(setup: Setup, events: Sequence[Event], ended: Ended) -> dict[str, str]:
    """The code of the game if the format can say the whole hand, else our own name for it."""
    code = CODES.get((setup.variant.key, setup.stakes.limit))
    if code and not _is_beyond_words(setup, events, ended):
        return {"variant": code}
    return {"_game": setup.variant.key, "_limit": setup.stakes.limit.value}


def _is_beyond_words(setup: Setup, events: Sequence[Event], ended: Ended) -> bool:
    """Chips carried over, a ruling, several boards, or posts behind the blinds."""
    unheard = any(isinstance(event, BoardTakenBack | Replaced | RunsAgreed | Voided) for event in events)
    late = any(due.kind in (PostKind.DEAD_BLIND, PostKind.LIVE_POST) for due in setup.dues)
    return bool(setup.carried or ended.carry or late or unheard)


def _bets(setup: Setup) -> dict[str, Any]:
    stakes = setup.stakes
    forced = {"bring_in": stakes.bring_in} if setup.variant.has_up_cards else {"blinds_or_straddles": _blinds(setup)}
    match stakes.limit:
        case Limit.FIXED:
            return {**forced, "small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
        case Limit.SPREAD:
            return {**forced, "_spread": list(stakes.spread)}
        case _:
            return {**forced, "min_bet": stakes.min_bet}


def _blinds(setup: Setup) -> list[Chips]:
    """By player; heads-up the format turns them round. A newcomer's post is written negative."""
    late = _posted(setup, _LATE_POSTS)
    blinds = [blind or -post for blind, post in zip(_posted(setup, OPENING_POSTS), late, strict=True)]
    return blinds[::-1] if len(blinds) == 2 else blinds


def _posted(setup: Setup, kinds: Collection[PostKind]) -> list[Chips]:
    """What each player owes of these kinds, in full."""
    return [sum(due.amount for due in setup.dues if due.seat == seat and due.kind in kinds) for seat in setup.order]


# Actions


def _actions(setup: Setup, events: Sequence[Event]) -> Iterator[str]:
    """What the format has a word for, the rest as remarks. New cards of a draw follow when all have drawn."""
    player = {seat: f"p{place}" for place, seat in enumerate(setup.order, start=1)}
    up: dict[Seat, Cards] = dict.fromkeys(setup.order, ())
    drawn: list[str] = []
    tabled: list[Shown] = []
    for event in events:
        if not isinstance(event, Drew | Reshuffled):
            yield from drawn
            drawn.clear()
        if isinstance(event, Dealt):
            up[event.seat] += event.up
        elif isinstance(event, Drew) and event.received:
            drawn.append(f"d dh {player[event.seat]} {_cards(event.received)}")
        elif isinstance(event, Shown):
            tabled.append(event)
        if not setup.variant.has_up_cards or isinstance(event, Mucked | Awarded | Ended):  # stud: with the last card
            yield from (f"{player[each.seat]} sm {_cards(each.down + up[each.seat])}" for each in tabled)
            tabled.clear()
        if said := _action(event, player) or _remark(event, player):
            yield said


def _action(event: Event, player: Mapping[Seat, str]) -> str:
    match event:
        case Dealt(seat, down, up):
            return f"d dh {player[seat]} {_cards(down + up)}"
        case BoardDealt(_, cards) | Shared(cards):
            return f"d db {_cards(cards)}"
        case Acted(seat, verb, to):
            return f"{player[seat]} {_VERBS[verb]}" if verb in _VERBS else f"{player[seat]} cbr {to}"
        case Drew(seat, discarded) | GaveUp(seat, discarded):
            return f"{player[seat]} sd {_cards(discarded)}".rstrip()
        case Mucked(seat):
            return f"{player[seat]} sm"
        case _:
            return ""


def _remark(event: Event, player: Mapping[Seat, str]) -> str:
    match event:
        case HandDied(seat, reason):
            return f"# {player[seat]} dead: {reason}"
        case Withdrawn(seat, amount):
            return f"# {player[seat]} takes back {amount}"
        case Replaced(seat, taken, _, given):
            return f"# {player[seat]} exchanges {_cards(taken)} for {_cards(given) or 'nothing'}"
        case BoardTakenBack(street, cards):
            return f"# {street} {_cards(cards)} taken back"
        case _:
            return ""


def _cards(cards: Cards) -> str:
    return "".join(cards)


def _toml(value: object) -> str:
    """Numbers, truth, text and lists are written as in JSON; a mapping as a literal text of JSON."""
    if isinstance(value, dict):
        return f"'{json.dumps(value, sort_keys=True)}'"
    return json.dumps(value, ensure_ascii=False)
