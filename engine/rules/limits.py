"""The four betting structures: which totals a seat may bet or raise to. Looked up once per round."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.rules.facts import Chips, Seat
from engine.rules.stakes import Limit

if TYPE_CHECKING:
    from engine.rules.betting import Betting

Totals = Callable[["Betting", Seat, Chips], range]
"""(round, seat, its stack as a total) -> legal totals; the caller knows that the stack goes beyond the level."""


def fixed(round_: Betting, seat: Seat, total: Chips) -> range:
    """One set total, or two where a choice of bets exists; all of a stack that is shorter (S4-23)."""
    if round_.plain:
        return _only(min(round_.full + round_.unit, total))
    units = round_.units(seat)
    target = round_.full + units[0]
    if total <= target or units[-1] == units[0]:
        return _only(min(target, total))
    double = min(round_.full + units[1], total)
    return range(target, double + 1, double - target)


def spread(round_: Betting, _: Seat, total: Chips) -> range:
    """From the last bet or raise of the round up to the upper end of the spread (RR)."""
    high = round_.hand.stakes.spread[1]
    return _between(round_.base + min(round_.raise_by, high), round_.level + high, total)


def pot(round_: Betting, seat: Seat, total: Chips) -> range:
    """Up to the pot after the call one must make first (S2-77, S4-24)."""
    call = round_.level - round_.hand.bet[seat]
    most = round_.level + round_.hand.pot + round_.unseen + call
    least = _least(round_)
    return _between(least, max(most, least), total)


def no_limit(round_: Betting, _: Seat, total: Chips) -> range:
    """Up to the whole stack (S2-84)."""
    return _between(_least(round_), total, total)


def _least(round_: Betting) -> Chips:
    """The last full bet or raise on top (S4-2); as a house rule twice the total faced (S2-82), never less than that."""
    least = round_.base + round_.raise_by
    return max(least, 2 * round_.level) if round_.double else least


def _between(least: Chips, most: Chips, total: Chips) -> range:
    most = min(most, total)
    return range(min(total, least), most + 1)


def _only(total: Chips) -> range:
    return range(total, total + 1)


TOTALS: dict[Limit, Totals] = {Limit.FIXED: fixed, Limit.SPREAD: spread, Limit.POT: pot, Limit.NO: no_limit}
