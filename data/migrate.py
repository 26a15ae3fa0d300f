"""Schema migrations: numbered SQL files, each one transaction together with its number (RELIABILITY 19, 20)."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import aiosqlite

from data import audit
from data.errors import Corrupt, NewerSchema
from data.statements import Statements, translated
from engine.tables.ports import Deed, Note

MIGRATIONS = Path(__file__).parent / "migrations"


def available(folder: Path = MIGRATIONS) -> Mapping[int, Path]:
    """The migrations of this program by number: 1, 2, 3 ... without a gap."""
    found = {int(path.name.split("_")[0]): path for path in sorted(folder.glob("[0-9]*_*.sql"))}
    if sorted(found) != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations are not numbered 1..{len(found)}: {sorted(found)}")
    return found


async def migrate(connection: aiosqlite.Connection, path: Path, at: float, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to date. An older database is copied aside first, to `<file>.v<its version>`.

    Each step has a line in the audit log, written `at` UTC seconds; the making of a new database has none. Raises
    NewerSchema for a database of a newer program, and then changes nothing.
    """
    steps = available(folder)
    version = await Statements(connection).number("PRAGMA user_version")
    if version > len(steps):
        raise NewerSchema(version, len(steps))
    if 0 < version < len(steps):
        await _copy_aside(connection, path.with_name(f"{path.name}.v{version}"))
    for number in range(version + 1, len(steps) + 1):
        note = Note(0, 0, Deed.MIGRATE, before=str(number - 1), after=str(number)) if version else None
        await _step(connection, number, steps[number].read_text(encoding="utf-8"), note, at)
    if version < len(steps) and await Statements(connection).one("PRAGMA foreign_key_check"):
        raise Corrupt("rows without their parents after the migration")


async def _step(connection: aiosqlite.Connection, number: int, sql: str, note: Note | None, at: float) -> None:
    script = f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};"
    statements = Statements(connection)
    try:
        with translated():
            await connection.executescript(script)
        if note is not None:
            await audit.record(statements, note, at)
        await statements.all("COMMIT")
    except BaseException:
        await connection.rollback()
        raise


async def _copy_aside(connection: aiosqlite.Connection, target: Path) -> None:
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    with closing(sqlite3.connect(target, check_same_thread=False)) as copy, translated():
        await connection.backup(copy)
