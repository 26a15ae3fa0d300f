"""The one connection to the one SQLite file: opened with care, written by one at a time.

One process (exclusive lock), one connection, one lock. Readers take the lock too: on a shared connection they
would otherwise see the middle of somebody's transaction.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from data.errors import Corrupt, Locked
from data.migrate import MIGRATIONS, migrate
from data.statements import Statements, translated
from engine.tables.ports import Unavailable

BUSY_MS = 2000

# Name, value, what SQLite must answer when asked. The busy time-out comes first, for the others may have to wait;
# the locking mode before the journal mode, or the WAL index would live in memory shared with other processes.
_PRAGMAS = (
    ("busy_timeout", str(BUSY_MS), BUSY_MS),
    ("locking_mode", "EXCLUSIVE", "exclusive"),
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("cache_size", "-16000", -16000),  # kilobytes: room for the sums of a large leaderboard
    ("recursive_triggers", "ON", 1),  # without it, REPLACE would delete past the append-only triggers
)

# aiosqlite logs statements with their values at DEBUG, and values are cards once a hand has ended.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Database:
    """An open database. Use `reading()` for questions and `atomic()` for changes; both hold the lock."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self.path = path
        self.connection = connection
        self._lock = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS) -> Database:
        """Lock, check and migrate the file; a missing one is created with mode 0600.

        Raises Locked (another process), NewerSchema, Corrupt, or Unavailable (read-only, no such folder, disk full).
        """
        connection = await _connect(path)
        try:
            await _claim(connection)
            await _check(connection)
            await migrate(connection, path, migrations)
            # Only now: a migration may have to rebuild a table that others refer to.
            await _set(connection, "foreign_keys", "ON", 1)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """Wait for the transaction that runs, then let go of the file. Later use raises Unavailable."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await self.connection.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Statements]:
        """Statements that see one state: no transaction runs meanwhile."""
        async with self._lock:
            yield self._statements()

    @asynccontextmanager
    async def atomic(self) -> AsyncIterator[Statements]:
        """Statements that happen together, or (when anything is raised, cancelling included) not at all."""
        async with self._lock:
            statements = self._statements()
            try:
                await statements.all("BEGIN IMMEDIATE")
                yield statements
                await statements.all("COMMIT")
            except BaseException:
                # Queued behind whatever still runs in the database's thread; nothing to do if COMMIT got through.
                with suppress(sqlite3.Error):
                    await self.connection.rollback()
                raise

    def _statements(self) -> Statements:
        if self._closed:
            raise Unavailable("the database is closed")
        return Statements(self.connection)


async def _connect(path: Path) -> aiosqlite.Connection:
    try:
        if not path.exists():
            path.touch(mode=0o600)
    except OSError as error:
        raise Unavailable(str(error)) from error
    with translated():
        connection = await aiosqlite.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


async def _claim(connection: aiosqlite.Connection) -> None:
    """Take the exclusive lock, which stays until the connection is closed."""
    try:
        for name, value, answer in _PRAGMAS:
            await _set(connection, name, value, answer)
        await Statements(connection).all("BEGIN EXCLUSIVE")
        await Statements(connection).all("COMMIT")
    except Unavailable as refused:
        if getattr(refused.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise Locked(str(refused)) from refused
        raise


async def _set(connection: aiosqlite.Connection, name: str, value: str, answer: str | int) -> None:
    statements = Statements(connection)
    await statements.all(f"PRAGMA {name} = {value}")
    row = await statements.one(f"PRAGMA {name}")
    if row is None or row[0] != answer:
        raise Unavailable(f"{name} is {row and row[0]}, not {answer}")


async def _check(connection: aiosqlite.Connection) -> None:
    """Refuse to serve from a damaged file; never repair it in silence (RELIABILITY 12)."""
    found = [str(row[0]) for row in await Statements(connection).all("PRAGMA quick_check(5)")]
    if found != ["ok"]:
        raise Corrupt("; ".join(found))
