"""Seasons of a guild's leaderboard: one runs at a time; the final standing of a closed one is kept for ever."""

from __future__ import annotations

import json
from dataclasses import dataclass

from data.errors import Refused
from data.leaderboard import Place, Query, board
from data.statements import Statements


@dataclass(frozen=True, slots=True)
class Season:
    """A stretch of play, UTC seconds; `ended` is None while it runs. `standing` is JSON, written when it closes."""

    number: int
    name: str
    started: float
    ended: float | None
    standing: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The final standing by chips won; empty while it runs."""
        return tuple(Place(**line) for line in json.loads(self.standing))


async def seasons(db: Statements, guild: int) -> list[Season]:
    """All seasons of a guild, newest first."""
    sql = "SELECT number, name, started, ended, standing FROM seasons WHERE guild = ? ORDER BY number DESC"
    return [Season(*row) for row in await db.all(sql, guild)]


async def start(db: Statements, guild: int, name: str, at: float) -> int:
    """Start a season and give its number. Refused while one runs."""
    number = 1 + await db.number("SELECT max(number) FROM seasons WHERE guild = ?", guild)
    await db.all("INSERT INTO seasons (guild, number, name, started) VALUES (?, ?, ?, ?)", guild, number, name, at)
    return number


async def close(db: Statements, guild: int, at: float) -> Season:
    """Close the season that runs with the board by chips won as it is at this moment. Refused when none runs."""
    running = next((season for season in await seasons(db, guild) if season.ended is None), None)
    if running is None:
        raise Refused("no season runs")
    places = (await board(db, Query(guild, since=running.started), limit=-1)).places
    standing = json.dumps([_line(place) for place in places], sort_keys=True)
    sql = "UPDATE seasons SET ended = ?, standing = ? WHERE guild = ? AND number = ?"
    await db.all(sql, at, standing, guild, running.number)
    return Season(running.number, running.name, running.started, at, standing)


def _line(place: Place) -> dict[str, int]:
    return {
        "rank": place.rank, "member": place.member, "value": place.value, "net": place.net, "hands": place.hands,
    }
