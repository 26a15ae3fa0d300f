"""An all-in hand turned up street by street, with each hand's chance to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from cogs.ui.face import Face
from cogs.ui.felt import middle
from cogs.ui.ids import Do
from cogs.ui.layout import LINE, Block, Desk, Edge, fitted, lines, message, small
from cogs.ui.made import holding_words
from cogs.ui.seats import seat_names
from cogs.ui.turn import moment
from engine.rules.facts import Seat
from engine.rules.steps import Share
from engine.rules.view import SeatView, View
from engine.tables.snapshot import Snapshot

CELLS = 20


@dataclass(frozen=True, slots=True)
class Chances:
    """Each live seat's part of the main pot, 0 to 1, over `boards` boards: all (`exact`) or some by lot."""

    parts: Mapping[Seat, float]
    boards: int
    exact: bool


def runout(snapshot: Snapshot, view: View, chances: Chances, next_at: float, face: Face) -> ui.LayoutView:
    """One stage. `view`: the hand folded as far as it has been turned up; next_at: UTC seconds of the next card."""
    return message(Edge.RUNOUT, fitted(lambda step: _blocks(snapshot, view, chances, next_at, face, step), 2))


def _blocks(snapshot: Snapshot, view: View, chances: Chances, next_at: float, face: Face, step: int) -> Sequence[Block]:
    names = seat_names(snapshot, face)
    percents = whole_percents(chances.parts)
    share = snapshot.game.variant.pays[0]
    live = [view.seats[seat] for seat in sorted(percents)]
    hands = [_hand(share, seat, percents[seat.seat], view, names[seat.seat], face, bar=step < 2) for seat in live]
    return [
        middle(snapshot, view, face, names if not step else {}),
        LINE,
        lines(f"### {face.say('runout-head')}", small(_what(snapshot, chances, face))),
        *hands,
        LINE,
        f"### {face.say('runout-next', when=moment(next_at))}",
        [Desk(snapshot, face).button(Do.CARDS, "btn-cards", icon="card_back")],
    ]


def _what(snapshot: Snapshot, chances: Chances, face: Face) -> str:
    """In hi-lo it is a share of the pot, not a chance to win it, and must be called that."""
    what = face.say("runout-share" if snapshot.game.variant.is_hilo else "runout-chance")
    return f"{what} ({face.say('runout-exact' if chances.exact else 'runout-sampled', n=chances.boards)})"


def _hand(share: Share, seat: SeatView, percent: int, view: View, name: str, face: Face, *, bar: bool) -> str:
    own = seat.down + seat.up
    made = holding_words(face.language, share, own, view.board + view.shared, more_to_come=True)
    title = f"### {face.emojis.cards(own)} {name} {face.say('percent', n=percent)}"
    return lines(title, bar_of(percent) if bar else "", small(made or ""))


def bar_of(percent: int) -> str:
    """Twenty cells in code marks."""
    full = round(percent * CELLS / 100)
    return f"`{'█' * full}{'▁' * (CELLS - full)}`"


def whole_percents(parts: Mapping[Seat, float]) -> dict[Seat, int]:
    """Whole percent that sum to 100, by the largest remainder."""
    exact = {seat: 100 * part for seat, part in parts.items()}
    floors = {seat: int(value) for seat, value in exact.items()}
    lacking = round(sum(exact.values())) - sum(floors.values())
    for seat in sorted(exact, key=lambda seat: floors[seat] - exact[seat])[:lacking]:
        floors[seat] += 1
    return floors


