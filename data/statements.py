"""SQL statements on the one connection, with SQLite's errors translated into the store's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import aiosqlite

from data.errors import Corrupt, Refused
from engine.tables.ports import Unavailable

Value = int | float | str | None

BROKEN = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM}
"""Codes of a disk that may be of no more use to this process."""

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Codes of a file that is not what was written."""

_LATER = BROKEN | {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Statements:
    """Statements of whoever holds the connection's lock. Each is one trip to the database's thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """Every row; works for reading and, with or without RETURNING, for writing."""
        with translated():
            return list(await self._connection.execute_fetchall(sql, values))

    async def one(self, sql: str, *values: Value) -> sqlite3.Row | None:
        """The first row, if any."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    async def number(self, sql: str, *values: Value) -> int:
        """The first column of the first row as a whole number; 0 when there is none."""
        row = await self.one(sql, *values)
        return int(row[0] or 0) if row else 0

    async def many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """The same writing statement for each row."""
        with translated():
            async with self._connection.executemany(sql, rows):  # a cursor left open would keep the file locked
                pass


@contextmanager
def translated() -> Iterator[None]:
    """SQLite's errors become the store's: try later, damaged, refused. Anything else is a bug and passes."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Refused(str(error)) from error
    except OverflowError as error:  # a number beyond 64 bits
        raise Refused(str(error)) from error
    except UnicodeDecodeError as error:  # a damaged schema, whose words stand in SQLite's own complaint
        raise Corrupt("words that are no text") from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        if code in _LATER:
            raise Unavailable(str(error)) from error
        if code in DAMAGED:
            raise Corrupt(str(error)) from error
        raise
