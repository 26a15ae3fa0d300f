"""Backups: whole copies of a running database, checked before they are trusted.

A copy goes through SQLite's backup API, never through the file system, where the WAL would be missing (RELIABILITY 15).
It holds live hands under their seal and not the key.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import aiosqlite

from data import audit, epochs
from data.books import check_books
from data.database import Database
from data.errors import Corrupt, Locked
from data.hands import broken_hands
from data.migrate import available
from data.statements import Statements, translated
from engine.tables.ports import Unavailable


async def backup(db: Database, path: Path) -> None:
    """Copy a running database to `path`, which is replaced at once or not at all. Raises Unavailable."""
    draft = path.with_name(f"{path.name}.part")
    try:
        _make_empty(draft)
        async with db.reading():
            with closing(sqlite3.connect(draft, check_same_thread=False)) as copy, translated():
                await db.connection.backup(copy)
        await asyncio.to_thread(_finish, draft, path)
    except OSError as error:
        raise Unavailable(str(error)) from error


async def verify(path: Path, *, deep: bool = True) -> tuple[str, ...]:
    """Everything that is wrong with a database file nobody has open; empty when it may be trusted."""
    try:
        with translated():
            connection = await aiosqlite.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except Unavailable as error:
        return (str(error),)
    try:
        connection.row_factory = sqlite3.Row
        return await problems(Statements(connection), deep=deep)
    except (Corrupt, Unavailable) as error:
        return (str(error),)
    finally:
        await connection.close()


async def restore(source: Path, target: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """Put a backup in the place of a database that no process has open; it begins a new epoch and says so in its log.

    What was there is moved aside, not deleted; where to is returned. Hands that were live in the backup are paid back
    by the next start (RELIABILITY 21). Raises Corrupt (the backup), Locked, Unavailable; then what was there stays.
    """
    problems = await verify(source)
    if problems:
        raise Corrupt("; ".join(problems))
    _refuse_if_open(target)
    try:
        draft = target.with_name(f"{target.name}.part")
        _make_empty(draft)
        await asyncio.to_thread(shutil.copyfile, source, draft)
        await _mark(draft, source.name, clock())
        aside = _move_aside(target, int(clock()))
        await asyncio.to_thread(_keep, draft, target)
    except OSError as error:
        raise Unavailable(str(error)) from error
    return aside


async def problems(db: Statements, *, deep: bool = True) -> tuple[str, ...]:
    """What is wrong with an open database; `deep` also proves the hash chains of hands and audit logs."""
    integrity = [str(row[0]) for row in await db.all("PRAGMA integrity_check(10)")]
    if integrity != ["ok"]:
        return tuple(integrity)
    version = await db.number("PRAGMA user_version")
    if not 1 <= version <= len(available()):
        return (f"schema {version}, this program knows 1 to {len(available())}",)
    orphans = [f"{row[0]} row {row[1]} without its {row[2]}" for row in await db.all("PRAGMA foreign_key_check")]
    books = [f"{found.proof}: {found.detail}" for found in await check_books(db)]
    if not deep:
        return (*orphans, *books)
    hands = [f"hand {hand}: inputs are not what was written" for hand in await broken_hands(db)]
    return (*orphans, *books, *hands, *await _broken_logs(db))


async def _broken_logs(db: Statements) -> list[str]:
    guilds = [row[0] for row in await db.all("SELECT DISTINCT guild FROM audit ORDER BY guild")]
    broken = {guild: await audit.first_broken(db, guild) for guild in guilds}
    return [f"audit log of {guild}: line {line} is not what was written" for guild, line in broken.items() if line]


async def _mark(draft: Path, source: str, at: float) -> None:
    """Bring a copy up to date, which leaves an older copy of it behind, and begin its epoch."""
    db = await Database.open(draft, clock=lambda: at)
    try:
        async with db.atomic() as statements:
            await epochs.begin(statements, source, at)
    finally:
        await db.close()
    for older in draft.parent.glob(f"{draft.name}.v*"):
        older.unlink()


def _refuse_if_open(path: Path) -> None:
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise Locked(str(error)) from error
            # Damaged or not a database at all: the very reason to restore.


def _move_aside(path: Path, stamp: int) -> Path | None:
    aside = path.with_name(f"{path.name}.replaced-{stamp}")
    for tail in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    return aside if aside.exists() else None


def _make_empty(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)


def _finish(draft: Path, path: Path) -> None:
    with closing(sqlite3.connect(draft)) as copy, translated():
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
    _keep(draft, path)


def _keep(draft: Path, path: Path) -> None:
    """Give a finished file its name only when its bytes are on the disk."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(path)
