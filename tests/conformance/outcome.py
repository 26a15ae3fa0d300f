"""What a finished hand says, in the words of the format: read from its events, as everybody else does."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.rules.cards import Card
from engine.rules.events import Awarded, Ended, HandDied, Mucked, OpenersProved, Reason, Returned, Shown
from engine.rules.facts import Seat
from engine.rules.hand import Hand

T = TypeVar("T")
Names = dict[Seat, str]


def pots(hand: Hand, names: Names) -> list[dict[str, Any]]:
    """Pots in order, each with the chips that its parts paid."""
    found: dict[int, dict[str, Any]] = {}
    for award in _all(hand, Awarded):
        pot = found.setdefault(
            award.pot, {"amount": 0, "eligible": {names[seat] for seat in award.contenders}, "winners": {}}
        )
        pot["amount"] += award.amount
        for win in award.wins:
            if win.chips:
                name = names[win.seat]
                pot["winners"][name] = pot["winners"].get(name, 0) + win.chips
    return [found[place] for place in sorted(found)]


def uncalled(hand: Hand, names: Names) -> dict[str, int]:
    back: dict[str, int] = {}
    for event in _all(hand, Returned):
        back[names[event.seat]] = back.get(names[event.seat], 0) + event.amount
    return back


def reason(hand: Hand) -> str | None:
    ended = _all(hand, Ended)[-1]
    return ended.reason.value if ended.reason and ended.reason is not Reason.MISDEAL else None


def misdeal(hand: Hand) -> bool:
    return _all(hand, Ended)[-1].reason is Reason.MISDEAL


def proof(hand: Hand, names: Names) -> dict[str, Any] | None:
    told = _all(hand, OpenersProved)
    if not told:
        return None
    said = told[-1]
    found: dict[str, Any] = {"player": names[said.seat], "valid": said.valid}
    return found | {"min_cards": len(said.cards)} if said.valid else found


def shown(hand: Hand, names: Names) -> list[str]:
    """Who tabled a hand, in order."""
    return [names[event.seat] for event in _all(hand, Shown)]


def holdings(hand: Hand, names: Names) -> dict[str, dict[str, Any]]:
    """What each hand made that reached the showdown: tabled, or thrown in there unseen."""
    seats = {event.seat for event in hand.log if isinstance(event, Shown | Mucked)}
    seats -= {event.seat for event in _all(hand, Mucked) if _by_hand(hand, event)}
    return {names[seat]: _made(hand, seat) for seat in sorted(seats)}


def _by_hand(hand: Hand, mucked: Mucked) -> bool:
    """Mucked by the player in a manual showdown, and so no live hand any more."""
    return mucked.seat not in hand.live and not any(
        isinstance(event, HandDied) and event.seat == mucked.seat for event in hand.log
    )


def _made(hand: Hand, seat: Seat) -> dict[str, Any]:
    board = hand.boards[0] + hand.shared
    held = hand.down[seat] + hand.up[seat]
    values = [share.ranking.of(held, board, share.hole) for share in hand.variant.pays]
    readings = [
        None if value is None else share.ranking.read(value)
        for share, value in zip(hand.variant.pays, values, strict=True)
    ]
    high = readings[0]
    found: dict[str, Any] = {"category": high.category.word if high and high.category is not None else None}
    if hand.variant.is_hilo:
        low = readings[1]
        found["low"] = None if low is None else "-".join(low.ranks)
    return found


def board(hand: Hand) -> list[Card]:
    return [*hand.boards[0], *hand.shared]


def _all(hand: Hand, kind: type[T]) -> list[T]:
    return [event for event in hand.log if isinstance(event, kind)]
