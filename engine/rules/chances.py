"""The chances of hands that lie open: which part of the pot each wins over the boards that may still come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.rules.cards import Cards
from engine.rules.facts import Seat
from engine.rules.steps import Share

Holdings = Mapping[Seat, Cards]


def chances(pays: tuple[Share, ...], hands: Holdings, board: Cards, completions: Iterable[Cards]) -> dict[Seat, float]:
    """Each seat's part of the pot, 0 to 1, on average over the completions of the board. They sum to one.

    In hi-lo a half that nobody qualifies for goes to the other one.
    """
    total = dict.fromkeys(hands, 0.0)
    count = 0
    for cards in completions:
        count += 1
        for seat, part in parts(pays, hands, board + cards).items():
            total[seat] += part
    return {seat: part / count for seat, part in total.items()} if count else total


def parts(pays: tuple[Share, ...], hands: Holdings, board: Cards) -> dict[Seat, float]:
    """What each winner takes of the pot on a complete board; odd chips are not counted."""
    winners = [best for share in pays if (best := _winners(share, hands, board))]
    taken: dict[Seat, float] = {}
    for best in winners:
        for seat in best:
            taken[seat] = taken.get(seat, 0.0) + 1 / (len(winners) * len(best))
    return taken


def _winners(share: Share, hands: Holdings, board: Cards) -> list[Seat]:
    made = {seat: share.ranking.of(cards, board, share.hole) for seat, cards in hands.items()}
    top = max((value for value in made.values() if value is not None), default=None)
    return [seat for seat, value in made.items() if value is not None and value == top]
