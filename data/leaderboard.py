"""The leaderboard: who won most, played most, won best. Results count play, never grants or reloads (RELIABILITY 99).

Whoever has played little, or always with the same person, is not ranked (B90): a second account does not pay.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from data import guilds
from data.statements import Statements

DAY = 24 * 3600
SPANS = (1, 8, 64, 512)
"""Days over which results are summed beforehand, as the schema has them."""

WHOLE = 2520
"""What the shares of all who were dealt in add up to for each hand."""

SHARED = "high"
"""Name of the ranking that most games share, as it stands in the facts of results."""

LEAST_HANDS, LEAST_OPPONENTS = "least_hands", "least_opponents"


def in_game(place: int) -> str:
    """SQL: a result of the game in a parameter; when that is empty, of any game with the ranking most games share."""
    return f"(game = ?{place} OR ?{place} = '' AND json_extract(facts, '$.ranking') = '{SHARED}')"


class Measure(StrEnum):
    """What members are ranked by."""

    NET = "net"  # chips won
    HANDS = "hands"  # played
    RATE = "rate"  # thousandths of a big blind won, per 100 hands
    POT = "pot"  # most chips won in one hand
    BEST = "best"  # the strongest hand that won at a showdown, in its ranking's numbers
    SHOWDOWNS = "showdowns"  # won


@dataclass(frozen=True, slots=True)
class Limits:
    """How many hands and different opponents one must have had to be ranked."""

    hands: int = 20
    opponents: int = 2


@dataclass(frozen=True, slots=True)
class Query:
    """A board to be asked for: play since `since` (UTC seconds) in one game, or in all of them.

    Best hands compare only in one ranking: in all games together those of the ranking that most games share count.
    """

    guild: int
    by: Measure = Measure.NET
    since: float = 0
    game: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A member's place; equal values share a rank. Value is what the board ranks by, net and hands are told as well."""

    rank: int
    member: int
    value: int
    net: int
    hands: int


@dataclass(frozen=True, slots=True)
class Board:
    """One page; how many members are ranked and hands were played in all; the viewer's own place wherever it is.

    line: on which line that is, from 0. above: who is next before the viewer. had: the viewer's hands and opponents, as
    long as they do not suffice.
    """

    places: tuple[Place, ...]
    players: int
    hands: int
    limits: Limits
    own: Place | None = None
    line: int = 0
    above: Place | None = None
    had: Limits | None = None


# From the largest spans that begin after `since` down to days; the rest of the first day from its hands.
_PLAYED = """
    WITH counted AS (
        SELECT member, hands, net, mbb, pot, best, showdowns, share FROM sums
        WHERE guild = ?1 AND game = ?2 AND span = 512 AND start >= ?8
        UNION ALL
        SELECT member, hands, net, mbb, pot, best, showdowns, share FROM sums
        WHERE guild = ?1 AND game = ?2 AND span = 64 AND start >= ?7 AND start < ?8
        UNION ALL
        SELECT member, hands, net, mbb, pot, best, showdowns, share FROM sums
        WHERE guild = ?1 AND game = ?2 AND span = 8 AND start >= ?6 AND start < ?7
        UNION ALL
        SELECT member, hands, net, mbb, pot, best, showdowns, share FROM sums
        WHERE guild = ?1 AND game = ?2 AND span = 1 AND start >= ?5 AND start < ?6
        UNION ALL
        SELECT member, 1, net, mbb, pot, CASE ?2 WHEN '' THEN common ELSE best END, showdowns, share FROM measured
        WHERE guild = ?1 AND at >= ?3 AND at < ?5 * 86400.0 AND (?2 = '' OR game = ?2)
    )
    SELECT member, sum(hands) AS hands, sum(net) AS net, sum(mbb) * 100 / sum(hands) AS rate, max(pot) AS pot,
        max(best) AS best, sum(showdowns) AS showdowns, sum(share) AS share, (SELECT count(*) FROM (
            SELECT 1 FROM opponents o WHERE o.guild = ?1 AND o.member = counted.member AND o.last >= ?3 LIMIT ?4
        )) AS opponents
    FROM counted GROUP BY member
"""
_BEST = f"""
    SELECT game, facts FROM results
    WHERE guild = ?1 AND member = ?2 AND at >= ?3 AND {in_game(4)} AND json_extract(facts, '$.value') = ?5
    ORDER BY at LIMIT 1
"""  # noqa: S608 -- put together from constants


async def limits_of(db: Statements, guild: int) -> Limits:
    """What the guild asks of who is ranked."""
    usual = Limits()
    return Limits(
        await guilds.number(db, guild, LEAST_HANDS, usual.hands),
        await guilds.number(db, guild, LEAST_OPPONENTS, usual.opponents),
    )


async def board(db: Statements, query: Query, *, limit: int = 10, offset: int = 0, viewer: int = 0) -> Board:
    """A page of the leaderboard; a negative limit gives all of it."""
    limits = await limits_of(db, query.guild)
    played = await _played(db, query, limits)
    places = _ranked([row for row in played if _counts(row, query.by, limits)], query.by)
    line, own = next(((line, place) for line, place in enumerate(places) if place.member == viewer), (0, None))
    return Board(
        places=tuple(places[offset : offset + limit] if limit >= 0 else places),
        players=len(places),
        hands=round(sum(row["share"] for row in played) / WHOLE),
        limits=limits,
        own=own,
        line=line,
        above=next((place for place in reversed(places) if own and place.rank < own.rank), None),
        had=next((_had(row) for row in played if row["member"] == viewer and own is None), None),
    )


async def best_hands(db: Statements, query: Query, places: Sequence[Place]) -> dict[int, tuple[str, str]]:
    """(game, facts) of the hand that a board by best hands ranks each of these members by."""
    found: dict[int, tuple[str, str]] = {}
    for place in places:
        row = await db.one(_BEST, query.guild, place.member, query.since, query.game, place.value)
        if row:
            found[place.member] = (row["game"], row["facts"])
    return found


async def _played(db: Statements, query: Query, limits: Limits) -> list[sqlite3.Row]:
    """Everybody's sums; each kind of span begins where it first lies in the period as a whole."""
    first = [math.ceil(query.since / (DAY * span)) * span for span in SPANS]
    return await db.all(_PLAYED, query.guild, query.game, query.since, limits.opponents, *first)


def _counts(row: sqlite3.Row, by: Measure, limits: Limits) -> bool:
    enough = row["hands"] >= limits.hands and row["opponents"] >= limits.opponents
    return enough and row[by] is not None and (by in _SIGNED or row[by] > 0)


_SIGNED = (Measure.NET, Measure.RATE)


def _ranked(rows: Sequence[sqlite3.Row], by: Measure) -> list[Place]:
    places: list[Place] = []
    for line, row in enumerate(sorted(rows, key=lambda row: (-row[by], row["member"])), 1):
        tied = places and places[-1].value == row[by]
        rank = places[-1].rank if tied else line
        places.append(Place(rank, row["member"], row[by], row["net"], row["hands"]))
    return places


def _had(row: sqlite3.Row) -> Limits:
    return Limits(row["hands"], row["opponents"])
