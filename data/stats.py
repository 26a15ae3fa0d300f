"""What a member's play adds up to: counts of what was done, and the lines of a chart."""

from __future__ import annotations

from dataclasses import dataclass

from data.leaderboard import Query, in_game
from data.statements import Statements


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over hands, amounts in chips; percentages are for whoever shows them.

    mbb: thousandths of a big blind won. vpip, pfr: hands with chips put in by choice, raised, in the first round.
    bets, calls: aggressive and passive acts. later: hands that went on after the first round with the member in them.
    showdowns, won_there: reached, won. pot: most chips won in one hand; loss: most lost. opened, split: jacks to open.
    """

    hands: int
    net: int
    mbb: int
    vpip: int
    pfr: int
    bets: int
    calls: int
    later: int
    showdowns: int
    won_there: int
    pot: int
    loss: int
    opened: int
    split: int
    favourite: str  # the game played most, empty for none


@dataclass(frozen=True, slots=True)
class Point:
    """Where a line of a chart stands: `at`: UTC day (from 1970) or number of hands; `reload`: free chips then."""

    at: int
    chips: int
    reload: bool = False


_FACTS = ("vpip", "pfr", "bets", "calls", "later", "showdown", "won_there")
_AS = {"showdown": "showdowns"}
_SUMS = ", ".join(f"coalesce(sum(json_extract(facts, '$.{name}')), 0) AS {_AS.get(name, name)}" for name in _FACTS)
_MINE = "guild = ?1 AND member = ?2 AND at >= ?3 AND (?4 = '' OR game = ?4)"

# Opening the pot is counted where it must be proved.
_FIGURES = f"""
    SELECT count(*) AS hands, coalesce(sum(net), 0) AS net,
        coalesce(sum(CAST(round(net * 1000.0 / max(big_blind, 1)) AS INTEGER)), 0) AS mbb, {_SUMS},
        coalesce(max(won), 0) AS pot, coalesce(max(0, max(-net)), 0) AS loss,
        coalesce(sum(json_extract(facts, '$.opened')), 0) AS opened,
        coalesce(sum(json_extract(facts, '$.split')), 0) AS split
    FROM results WHERE {_MINE}
"""  # noqa: S608 -- put together from constants
_FAVOURITE = f"SELECT game FROM results WHERE {_MINE} GROUP BY game ORDER BY count(*) DESC, game LIMIT 1"  # noqa: S608 -- put together from constants
_STRONGEST = f"""
    SELECT game, facts FROM results WHERE {_MINE} AND {in_game(4)} AND json_extract(facts, '$.value') IS NOT NULL
    ORDER BY json_extract(facts, '$.value') DESC, at LIMIT 1
"""  # noqa: S608 -- put together from constants
_BY_HAND = f"SELECT net FROM results WHERE {_MINE} ORDER BY at, hand"  # noqa: S608 -- put together from constants
_BY_DAY = """
    SELECT start, net FROM sums
    WHERE guild = ?1 AND member = ?2 AND game = ?4 AND span = 1 AND start >= ?3 ORDER BY start
"""
# What the house gave, and what was won and lost: together all chips of a member, wherever they lie.
_WORTH = """
    SELECT day, sum(chips) AS chips, max(reload) AS reload FROM (
        SELECT CAST(t.at / 86400 AS INTEGER) AS day, p.chips, t.reason = 'reload' AS reload
        FROM accounts a JOIN postings p ON p.account_id = a.id JOIN transfers t ON t.id = p.transfer_id
        WHERE a.kind = 'bankroll' AND a.guild = ?1 AND a.member = ?2 AND t.reason IN ('open', 'grant', 'reload')
        UNION ALL
        SELECT start, net, 0 FROM sums WHERE guild = ?1 AND member = ?2 AND game = '' AND span = 1)
    GROUP BY day ORDER BY day
"""


async def figures(db: Statements, query: Query, member: int) -> Figures:
    """A member's figures since a moment, in some games or all."""
    asked = (query.guild, member, query.since, query.game)
    row = await db.one(_FIGURES, *asked)
    favourite = await db.one(_FAVOURITE, *asked)
    assert row is not None  # noqa: S101 -- sums of nothing are a row, too
    return Figures(**dict(row), favourite=favourite[0] if favourite else "")


async def strongest(db: Statements, query: Query, member: int) -> tuple[str, str] | None:
    """(game, facts) of the strongest hand that won at a showdown, in games of one ranking."""
    row = await db.one(_STRONGEST, query.guild, member, query.since, query.game)
    return (row["game"], row["facts"]) if row else None


async def net_by_hand(db: Statements, query: Query, member: int) -> list[Point]:
    """Chips won so far after each hand."""
    rows = await db.all(_BY_HAND, query.guild, member, query.since, query.game)
    return _running([(place, row["net"], False) for place, row in enumerate(rows, 1)])


async def net_by_day(db: Statements, query: Query, member: int) -> list[Point]:
    """Chips won so far after each UTC day with play; the day in which the period begins counts whole."""
    rows = await db.all(_BY_DAY, query.guild, member, int(query.since // 86400), query.game)
    return _running([(row["start"], row["net"], False) for row in rows])


async def worth_by_day(db: Statements, guild: int, member: int) -> list[Point]:
    """All chips of a member, off and on tables, after each UTC day on which they changed."""
    rows = await db.all(_WORTH, guild, member)
    return _running([(row["day"], row["chips"], bool(row["reload"])) for row in rows])


def _running(steps: list[tuple[int, int, bool]]) -> list[Point]:
    total, points = 0, list[Point]()
    for at, chips, reload in steps:
        total += chips
        points.append(Point(at, total, reload))
    return points
