"""An all-in hand turned up street by street, and each hand's part of the main pot at every stage.

Works from a spectator's view: folded hands are unknown, so their cards count among those that may still come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from engine.rules.cards import BACK, Card, Cards
from engine.rules.events import BoardDealt, Dealt, Event, RunsAgreed, Shared, Shown
from engine.rules.facts import Seat
from engine.rules.variants import Variant
from engine.rules.view import View

EXACT_UP_TO = 2_000
"""Boards that are all looked at; when more are left so many are drawn by lot."""

BOARD = 5
HOLDING = 7  # in stud

Pick = Callable[[Sequence[Card], int], Sequence[Card]]
"""Draws so many different cards by lot; randomness comes from outside."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Each live seat's part of the main pot, over `boards` boards: all there are (`exact`) or some by lot."""

    parts: dict[Seat, Fraction]
    boards: int
    exact: bool


def streets_to_come(log: Iterable[Event]) -> int:
    """How often cards were turned after all hands were tabled: 0 when the hand did not end in an all-in."""
    return max(len(_stage_ends(list(log))) - 1, 0)


def stages(view: View) -> list[View]:
    """The hand when all holdings had been tabled, and after each street that came then. Empty without an all-in."""
    return [View(view.viewer).take(view.story[:end]) for end in _stage_ends(view.story)]


def _stage_ends(log: Sequence[Event]) -> list[int]:
    """Places in the log where something new is to be seen. Several boards are not turned up in stages."""
    tabled = [place for place, event in enumerate(log) if isinstance(event, Shown)]
    if not tabled or any(isinstance(event, RunsAgreed) and event.times > 1 for event in log):
        return []
    last = next((place for place in tabled if not isinstance(log[place + 1], Shown)), tabled[-1])
    turned = [place for place in range(last + 1, len(log)) if isinstance(log[place], BoardDealt | Dealt | Shared)]
    ends = [place for place in turned if not isinstance(log[place + 1], Dealt)]
    return [last + 1, *(place + 1 for place in ends)] if ends else []


def odds(view: View, variant: Variant, pick: Pick) -> Odds:
    """Chances with the cards open now; exact when few boards are left, else over `EXACT_UP_TO` boards by lot."""
    unseen = _unseen(view, variant)
    if not variant.has_board:
        return _over(view, variant, [_dealt(view, pick, unseen) for _ in range(EXACT_UP_TO)], exact=False)
    lacking = BOARD - len(view.board)
    count = comb(len(unseen), lacking)
    exact = count <= EXACT_UP_TO
    rest = combinations(unseen, lacking) if exact else (tuple(pick(unseen, lacking)) for _ in range(EXACT_UP_TO))
    return _over(view, variant, [dict.fromkeys(view.live, cards) for cards in rest], exact=exact)


def _unseen(view: View, variant: Variant) -> Cards:
    seen = {card for seat in view.seats.values() for card in seat.down + seat.up}
    seen.update(view.board, view.shared, *(cards for _, cards in view.taken_back))
    return tuple(card for card in variant.deck if card not in seen - {BACK})


def _dealt(view: View, pick: Pick, unseen: Cards) -> dict[Seat, Cards]:
    """The cards that each live seat still gets in stud."""
    lacking = {seat: HOLDING - len(_held(view, seat)) - len(view.shared) for seat in view.live}
    drawn = tuple(pick(unseen, sum(lacking.values())))
    dealt = {}
    for seat, count in lacking.items():
        dealt[seat], drawn = drawn[:count], drawn[count:]
    return dealt


def _held(view: View, seat: Seat) -> Cards:
    return view.seats[seat].down + view.seats[seat].up


def _over(view: View, variant: Variant, runs: Sequence[dict[Seat, Cards]], *, exact: bool) -> Odds:
    parts = dict.fromkeys(view.live, Fraction(0))
    for rest in runs:
        for seat, part in _parts(view, variant, rest).items():
            parts[seat] += part
    return Odds({seat: part / len(runs) for seat, part in parts.items()}, len(runs), exact)


def _parts(view: View, variant: Variant, rest: dict[Seat, Cards]) -> dict[Seat, Fraction]:
    """How one run of the rest divides the main pot."""
    winners = [found for share in range(len(variant.pays)) if (found := _best(view, variant, share, rest))]
    parts: dict[Seat, Fraction] = {}
    for seats in winners:
        for seat in seats:
            parts[seat] = parts.get(seat, Fraction(0)) + Fraction(1, len(winners) * len(seats))
    return parts


def _best(view: View, variant: Variant, share: int, rest: dict[Seat, Cards]) -> list[Seat]:
    pays = variant.pays[share]
    values: dict[Seat, int] = {}
    for seat in view.live:
        held, board = _held(view, seat), view.board + view.shared
        more = rest[seat]
        own, shared = (held, board + more) if variant.has_board else (held + more, board)
        found = pays.ranking.of(own, shared, pays.hole)
        if found is not None:
            values[seat] = found
    top = max(values.values(), default=None)
    return [seat for seat, value in values.items() if value == top]
