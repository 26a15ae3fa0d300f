"""Seasons of a guild's leaderboard: one runs at a time; the final standing of a closed one is kept for ever."""

from __future__ import annotations

from dataclasses import dataclass

from data.errors import Refused
from data.statements import Statements


@dataclass(frozen=True, slots=True)
class Season:
    """A stretch of play, UTC seconds; `ended` is None while it runs. `standing` is JSON, written when it closes."""

    number: int
    name: str
    started: float
    ended: float | None
    standing: str


async def seasons(db: Statements, guild: int) -> list[Season]:
    """All seasons of a guild, newest first."""
    sql = "SELECT number, name, started, ended, standing FROM seasons WHERE guild = ? ORDER BY number DESC"
    return [Season(*row) for row in await db.all(sql, guild)]


async def start(db: Statements, guild: int, name: str, at: float) -> int:
    """Start a season and give its number. Refused while one runs."""
    number = 1 + await db.number("SELECT max(number) FROM seasons WHERE guild = ?", guild)
    await db.all("INSERT INTO seasons (guild, number, name, started) VALUES (?, ?, ?, ?)", guild, number, name, at)
    return number


async def close(db: Statements, guild: int, standing: str, at: float) -> int:
    """Close the season that runs with its final standing (JSON) and give its number. Refused when none runs."""
    sql = "UPDATE seasons SET ended = ?, standing = ? WHERE guild = ? AND ended IS NULL RETURNING number"
    number = await db.number(sql, at, standing, guild)
    if not number:
        raise Refused("no season runs")
    return number
