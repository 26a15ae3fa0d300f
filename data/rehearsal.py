"""Backups are tried out before they are needed: each week the newest is restored beside the database (RELIABILITY 22).

Everything that a real restore does is done to a copy: it is verified with all hash chains, put in place, started upon,
and proven.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from data.backup import restore
from data.errors import Corrupt
from data.hands import CORRUPT
from data.rotation import folder_of, made
from data.seal import key_file
from data.store import SqliteStore
from engine.tables.ports import StoreError, Unavailable

EVERY = 7 * 24 * 3600.0
"""Seconds between two rehearsals; after one that failed, a day."""

AGAIN = 24 * 3600.0

Start = Callable[[SqliteStore], Awaitable[list[str]]]
"""Read all tables of a store back, as at a start; what was wrong with them."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """When (UTC seconds) which backup was tried out, and what was wrong with it; empty for nothing."""

    at: float
    backup: str
    wrong: tuple[str, ...] = ()


def is_due(database: Path, now: float) -> bool:
    """Whether there is a backup, and the last rehearsal was long ago."""
    folder = folder_of(database)
    last = last_rehearsal(folder)
    return bool(made(folder)) and (last is None or now - last.at >= (AGAIN if last.wrong else EVERY))


async def rehearse(database: Path, now: float, start: Start) -> Rehearsal:
    """Try the newest backup out and keep the result beside it. Raises Unavailable when there is no room for that."""
    folder, stage = folder_of(database), _stage(database)
    newest = made(folder)[0]
    try:
        strike(database)
        stage.mkdir(mode=0o700)
        result = Rehearsal(now, newest.name, tuple(await _restored(newest, database, stage, now, start)))
        _memo(folder).write_text(json.dumps(asdict(result)), encoding="utf-8")
    except OSError as error:
        raise Unavailable(str(error)) from error
    finally:
        strike(database)
    return result


def strike(database: Path) -> None:
    """Clear away what a rehearsal that was killed has left."""
    shutil.rmtree(_stage(database), ignore_errors=True)


def _stage(database: Path) -> Path:
    """Not among the backups, for the key is there as well, and backups are copied to other machines without it."""
    return database.with_name(f"{database.name}.rehearsal")


def last_rehearsal(folder: Path) -> Rehearsal | None:
    """The last one of the backups in a folder, if any."""
    try:
        found = json.loads(_memo(folder).read_text(encoding="utf-8"))
        return Rehearsal(float(found["at"]), str(found["backup"]), tuple(found["wrong"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


async def _restored(backup: Path, database: Path, stage: Path, now: float, start: Start) -> list[str]:
    copy = stage / database.name
    shutil.copyfile(key_file(database), key_file(copy))
    key_file(copy).chmod(0o600)
    try:
        await restore(backup, copy, lambda: now)
        store = await SqliteStore.open(copy, lambda: now)
    except Unavailable:
        raise
    except StoreError as error:
        return [str(error)]
    try:
        return await _started(store, start)
    finally:
        await store.close()


async def _started(store: SqliteStore, start: Start) -> list[str]:
    live = [saved for saved in await store.open_tables() if saved.hand and saved.hand.status == CORRUPT]
    unread = [f"table {saved.table.table}: the running hand is not what was written" for saved in live]
    try:
        tables = await start(store)
    except Corrupt as error:
        tables = [str(error)]
    books = [f"{found.proof}: {found.detail}" for found in await store.check_books()]
    left = [f"table {saved.table.table}: a hand still runs" for saved in await store.open_tables() if saved.hand]
    return [*unread, *tables, *books, *left]


def _memo(folder: Path) -> Path:
    return folder / "rehearsal.json"
