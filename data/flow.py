"""Who won of whom, over many hands: where chips go that one account loses to another on purpose (RELIABILITY 98).

What the losers of a hand lost went to its winners in proportion to what they won. A pair's flow is the difference
between what went one way and the other. Nothing is forbidden or undone by it: a host reads it and judges, for among
friends who play in pairs most of it is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from data.statements import Statements

MOST = 60
"""Percent of a winner's gains that may come from one account, or from young ones together, before he is pointed at."""

_PAIRS = """
    SELECT loser, winner, sum(1.0 * lost * won / size) AS chips, count(*) AS hands FROM (
        SELECT l.member AS loser, w.member AS winner, -l.net AS lost, w.net AS won,
            (SELECT max(sum(max(net, 0)), -sum(min(net, 0))) FROM results WHERE hand = l.hand) AS size
        FROM results l JOIN results w ON w.hand = l.hand AND w.net > 0
        WHERE l.guild = ?1 AND l.at >= ?2 AND l.net < 0)
    GROUP BY loser, winner
"""
# size: of what the hand's losers lost and its winners won the larger; they differ where a pot is carried over.


@dataclass(frozen=True, slots=True)
class Flow:
    """Chips that went from one member to another, less what came back; hands in which any went either way."""

    loser: int
    winner: int
    chips: int
    hands: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A winner to look at: `percent` of his `chips` came from `source`, or from young accounts together (source 0)."""

    winner: int
    source: int
    percent: int
    chips: int


async def flows(db: Statements, guild: int, since: float) -> list[Flow]:
    """Every pair between which chips went since a moment (UTC seconds), the most chips first."""
    rows = await db.all(_PAIRS, guild, since)
    went = {(row["loser"], row["winner"]): (row["chips"], row["hands"]) for row in rows}
    found = []
    for (loser, winner), (chips, hands) in went.items():
        back, more = went.get((winner, loser), (0.0, 0))
        if net := round(chips - back):
            found.append(Flow(loser, winner, net, hands + more))
    return sorted((flow for flow in found if flow.chips > 0), key=lambda flow: (-flow.chips, flow.loser, flow.winner))


def flags(found: Iterable[Flow], least: int, is_young: Callable[[int], bool]) -> list[Flag]:
    """Winners of at least so many chips, more than 60 % of which came from one account or from young ones together."""
    by_winner: dict[int, list[Flow]] = {}
    for flow in found:
        by_winner.setdefault(flow.winner, []).append(flow)
    judged = [_judged(winner, won, is_young) for winner, won in by_winner.items()]
    pointed = [flag for flag in judged if flag.chips >= least and flag.percent > MOST]
    return sorted(pointed, key=lambda flag: -flag.chips)


def _judged(winner: int, won: Sequence[Flow], is_young: Callable[[int], bool]) -> Flag:
    """Where most of it came from: the largest of the parts."""
    total = sum(flow.chips for flow in won)
    young = [flow for flow in won if is_young(flow.loser)]
    largest = max(won, key=lambda flow: flow.chips)
    if len(young) > 1 and (together := sum(flow.chips for flow in young)) > largest.chips:
        return Flag(winner, 0, _percent(together, total), total)
    return Flag(winner, largest.loser, _percent(largest.chips, total), total)


def _percent(part: int, whole: int) -> int:
    """Rounded up, so that more than 60 % never reads as 60."""
    return -(-100 * part // whole)
