"""The leaderboard: who won most, played most, has most. Results count play, not grants (RELIABILITY 99)."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from data.statements import Statements

DAY = 24 * 3600


class Measure(StrEnum):
    """What members are ranked by."""

    NET = "net"
    HANDS = "hands"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Place:
    """A member's place. Equal values share a rank. Net and hands are of the period; chips are what is owned now."""

    rank: int
    member: int
    net: int
    hands: int
    chips: int


@dataclass(frozen=True, slots=True)
class Board:
    """One page, how many members are ranked in all, and the viewer's own place wherever it is."""

    places: tuple[Place, ...]
    players: int
    own: Place | None


# What was played since ?2: whole days from their sums, the rest of the first day from its hands.
_RANKED = """
    WITH counted AS (
        SELECT member, game, net, hands FROM days WHERE guild = ?1 AND day >= ?8
        UNION ALL
        SELECT member, game, net, 1 FROM results INDEXED BY results_by_time WHERE guild = ?1 AND at >= ?2 AND at < ?9
    ), played AS (
        SELECT member, sum(net) AS net, sum(hands) AS hands FROM counted
        WHERE ?3 IS NULL OR game = ?3 GROUP BY member HAVING sum(hands) > 0
    ), owned AS (
        SELECT member, sum(balance) AS chips FROM accounts
        WHERE guild = ?1 AND kind IN ('bankroll', 'stack') GROUP BY member
    ), everybody AS (
        SELECT member FROM played UNION SELECT member FROM owned WHERE ?4 = 'chips'
    ), measured AS (
        SELECT member, coalesce(net, 0) AS net, coalesce(hands, 0) AS hands, coalesce(chips, 0) AS chips
        FROM everybody LEFT JOIN played USING (member) LEFT JOIN owned USING (member)
    ), ranked AS (
        SELECT rank() OVER (ORDER BY CASE ?4 WHEN 'net' THEN net WHEN 'hands' THEN hands ELSE chips END DESC) AS rank,
            member, net, hands, chips, count(*) OVER () AS players FROM measured
    ), numbered AS (
        SELECT *, row_number() OVER (ORDER BY rank, member) AS line FROM ranked
    )
    SELECT * FROM numbered WHERE line BETWEEN ?6 + 1 AND ?6 + ?5 OR member = ?7 OR line = 1 ORDER BY line
"""


async def board(  # noqa: PLR0913 -- the period, the measure and the page
    db: Statements, guild: int, *, since: float, by: Measure, game: str | None, limit: int, offset: int, viewer: int
) -> Board:
    """A page of the leaderboard of what was played since `since` (UTC seconds), of one game or all."""
    whole_day = math.ceil(since / DAY)
    rows = await db.all(_RANKED, guild, since, game, by, limit, offset, viewer, whole_day, float(whole_day * DAY))
    places = tuple(_place(row) for row in rows if offset < row["line"] <= offset + limit)
    own = next((_place(row) for row in rows if row["member"] == viewer), None)
    return Board(places, rows[0]["players"] if rows else 0, own)


def _place(row: sqlite3.Row) -> Place:
    return Place(row["rank"], row["member"], row["net"], row["hands"], row["chips"])
