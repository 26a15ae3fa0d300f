"""Tables and their seats as rows. A table's version is compared and set: whoever comes second is told so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from data.errors import Refused
from data.statements import Statements
from engine.tables.ports import Stale, TableRecord

_INSERT = """
    INSERT INTO tables (id, guild, channel, host, name, config, state, is_open, version, opened)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id
"""
_UPDATE = """
    UPDATE tables SET channel = ?3, host = ?4, name = ?5, config = ?6, state = ?7, is_open = ?8, version = ?9,
        closed = CASE WHEN ?8 THEN NULL ELSE coalesce(closed, ?10) END
    WHERE id = ?1 AND guild = ?2 AND version = ?11 RETURNING id
"""


async def write_table(db: Statements, table: TableRecord, expected: int, at: float) -> None:
    """Store a table over its `expected` version; 0 makes a new one.

    Raises Stale when somebody was first: another version, the id taken, or the channel has an open table.
    """
    if table.version <= expected:
        raise Refused(f"version {table.version} does not follow {expected}")
    row = (
        *(table.table, table.guild, table.channel, table.host, table.name),
        *(table.config, table.state, int(table.is_open), table.version, at),
    )
    done = await db.one(_UPDATE, *row, expected) if expected else await db.one(_INSERT, *row)
    if done is None:
        raise Stale(f"table {table.table} is not at version {expected}")


async def write_seats(db: Statements, table: int, taken: Iterable[tuple[int, int]]) -> None:
    """Who sits where, (seat, member), replacing what was."""
    wanted = sorted(taken)
    if tuple(wanted) == await seats(db, table):
        return
    await db.all("DELETE FROM seats WHERE table_id = ?", table)
    await db.many("INSERT INTO seats VALUES (?, ?, ?)", [(table, seat, member) for seat, member in wanted])


async def seats(db: Statements, table: int) -> tuple[tuple[int, int], ...]:
    """Who sits where, (seat, member)."""
    rows = await db.all("SELECT seat, member FROM seats WHERE table_id = ? ORDER BY seat", table)
    return tuple((row["seat"], row["member"]) for row in rows)


async def read_open(db: Statements) -> list[TableRecord]:
    """Every open table."""
    return [_record(row) for row in await db.all("SELECT * FROM tables WHERE is_open = 1 ORDER BY id")]


async def read_table(db: Statements, table: int) -> TableRecord | None:
    """One table, open or closed."""
    row = await db.one("SELECT * FROM tables WHERE id = ?", table)
    return _record(row) if row else None


async def last_in(db: Statements, channel: int) -> int:
    """The open table of a channel, else the one that was opened last there; 0 for none."""
    sql = "SELECT id FROM tables WHERE channel = ? ORDER BY is_open DESC, opened DESC LIMIT 1"
    return await db.number(sql, channel)


async def stacks(db: Statements, table: int) -> dict[int, int]:
    """Chips in each member's stack on a table, for comparing the books with the game."""
    rows = await db.all(
        "SELECT member, balance FROM accounts WHERE table_id = ? AND kind = 'stack' AND balance <> 0", table
    )
    return {row["member"]: row["balance"] for row in rows}


def _record(row: sqlite3.Row) -> TableRecord:
    return TableRecord(
        table=row["id"],
        guild=row["guild"],
        channel=row["channel"],
        host=row["host"],
        name=row["name"],
        config=row["config"],
        state=row["state"],
        is_open=bool(row["is_open"]),
        version=row["version"],
    )
