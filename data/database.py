"""The one connection to the one SQLite file: opened with care, written by one at a time.

One process (exclusive lock), one connection, one lock. Readers take the lock too: on a shared connection they
would otherwise see the middle of somebody's transaction.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from data.errors import Corrupt, Locked
from data.migrate import MIGRATIONS, migrate
from data.statements import BROKEN, DAMAGED, Statements, translated
from engine.tables.ports import StoreError, Unavailable

log = logging.getLogger(__name__)

BUSY_MS = 2000

TRIES = 3
"""Transactions in a row that a broken disk may refuse before only a new process can help (RELIABILITY 11)."""

# Name, value, what SQLite must answer when asked. The busy time-out comes first, for the others may have to wait;
# the locking mode before the journal mode, or the WAL index would live in memory shared with other processes.
_PRAGMAS = (
    ("busy_timeout", str(BUSY_MS), BUSY_MS),
    ("locking_mode", "EXCLUSIVE", "exclusive"),
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("cache_size", "-16000", -16000),  # kilobytes: room for the sums of a large leaderboard
    ("recursive_triggers", "ON", 1),  # without it, REPLACE would delete past the append-only triggers
    ("secure_delete", "ON", 1),  # what is deleted is overwritten: people were promised that it is gone
)

# aiosqlite logs statements with their values at DEBUG, and values are cards once a hand has ended.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Database:
    """An open database. Use `reading()` for questions and `atomic()` for changes; both hold the lock.

    Who runs the bot is told by the log when it refuses, and when it works again. on_broken: called when the file is
    damaged or the disk refuses again and again: this process must end, and its service manager start another.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self.path = path
        self.connection = connection
        self.on_broken: Callable[[], None] = _nobody
        self.is_damaged = False
        self._lock = asyncio.Lock()
        self._closed = False
        self._refused = 0

    @classmethod
    async def open(
        cls, path: Path, migrations: Path = MIGRATIONS, clock: Callable[[], float] = time.time
    ) -> Database:
        """Lock, check and migrate the file; a missing one is created with mode 0600. `clock` gives UTC seconds.

        Raises Locked (another process), NewerSchema, Corrupt, or Unavailable (read-only, no such folder, disk full).
        """
        connection = await _connect(path)
        try:
            await _claim(connection, path)
            await _check(connection)
            await migrate(connection, path, clock(), migrations)
            # Only now: a migration may have to rebuild a table that others refer to.
            await _set(connection, "foreign_keys", "ON", 1)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    @property
    def wal_bytes(self) -> int:
        """The size of the log of changes beside the file."""
        wal = self.path.with_name(f"{self.path.name}-wal")
        return wal.stat().st_size if wal.exists() else 0

    async def checkpoint(self) -> None:
        """Move all changes from the log into the file, and make the log empty; for when nothing else is to be done."""
        async with self.reading() as statements:
            await statements.all("PRAGMA wal_checkpoint(TRUNCATE)")

    async def check(self) -> None:
        """Look through the whole file; a damaged one is served no longer (RELIABILITY 12). Raises Corrupt."""
        async with self._lock:
            self._statements()
            try:
                await _check(self.connection)
            except Corrupt as error:
                log.error("the database refuses: %s", error)  # noqa: TRY400 -- what is damaged counts, not the place
                self.is_damaged = True
                self.on_broken()
                raise

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
            try:
                yield self._statements()
            except StoreError as error:
                self._alarm(error)
                raise

    @asynccontextmanager
    async def atomic(self) -> AsyncIterator[Statements]:
        """Statements that happen together, or (when anything is raised, cancelling included) not at all."""
        async with self._lock:
            statements = self._statements()
            try:
                await statements.all("BEGIN IMMEDIATE")
                yield statements
                await statements.all("COMMIT")
            except BaseException as error:
                # Queued behind whatever still runs in the database's thread; nothing to do if COMMIT got through.
                with suppress(sqlite3.Error):
                    await self.connection.rollback()
                self._alarm(error)
                raise
            self._works()

    def _alarm(self, error: BaseException) -> None:
        """Refusals by the rules are everyday life; those of the disk or of another process are not."""
        code = _code_of(error)
        if code == sqlite3.SQLITE_OK:
            return
        self._refused += 1
        if self._refused == 1 or code in DAMAGED:
            log.error("the database refuses: %s", error)
        self.is_damaged = self.is_damaged or code in DAMAGED
        if self.is_damaged or (code in BROKEN and self._refused >= TRIES):
            log.critical("the database is of no more use to this process")
            self.on_broken()

    def _works(self) -> None:
        if self._refused:
            log.warning("the database can be written again, after %d refusals", self._refused)
        self._refused = 0

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


async def _claim(connection: aiosqlite.Connection, path: Path) -> None:
    """Take the exclusive lock, which stays until the connection is closed."""
    try:
        for name, value, answer in _PRAGMAS:
            await _set(connection, name, value, answer)
        await Statements(connection).all("BEGIN EXCLUSIVE")
        await Statements(connection).all("COMMIT")
    except Unavailable as refused:
        if _code_of(refused) == sqlite3.SQLITE_BUSY:
            log.critical("%s is held by another process", path)
            raise Locked(str(refused)) from refused
        raise


def _code_of(error: BaseException) -> int:
    """SQLite's primary code for what the disk or another process did; SQLITE_OK for every other error."""
    code = getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return code if isinstance(error, Unavailable | Corrupt) else sqlite3.SQLITE_OK


def _nobody() -> None:
    """Nobody has asked to be told."""


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
