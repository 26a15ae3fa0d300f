"""Backups that are made while the bot runs: each quarter of an hour, thinned out as they grow old."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from data.backup import backup, verify
from data.database import Database
from data.errors import Corrupt

QUARTERS, DAYS, MONTHS = 96, 30, 12
"""How many are kept: the newest ones, then the last of each day, then the last of each month."""

_NAME = "%Y%m%dT%H%M%SZ.db"


def folder_of(database: Path) -> Path:
    """Where the backups of a database lie."""
    return database.parent / "backups"


async def rotate(db: Database, now: float) -> Path:
    """Make a backup, prove its books, then let old ones go. Raises Unavailable, Corrupt; then none was deleted."""
    folder = folder_of(db.path)
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / datetime.fromtimestamp(now, UTC).strftime(_NAME)
    await backup(db, path)
    if wrong := await verify(path, deep=False):
        path.rename(path.with_suffix(".wrong"))
        raise Corrupt("; ".join(wrong))
    there = made(folder)
    for old in set(there) - kept(there):
        old.unlink(missing_ok=True)
    return path


def made(folder: Path) -> list[Path]:
    """The backups there are, newest first."""
    return sorted((path for path in folder.glob("*.db") if moment(path)), reverse=True)


def kept(paths: Iterable[Path]) -> set[Path]:
    """Which of some backups stay."""
    newest = sorted(paths, reverse=True)
    return {*newest[:QUARTERS], *_last_of_each(newest, 8)[:DAYS], *_last_of_each(newest, 6)[:MONTHS]}


def moment(path: Path) -> datetime | None:
    """When a backup was made, by its name; None for a file that is none."""
    try:
        return datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def moment_of(path: Path) -> float:
    """The same in UTC seconds; 0 for a file that is none."""
    found = moment(path)
    return found.timestamp() if found else 0


def _last_of_each(newest_first: Iterable[Path], letters: int) -> list[Path]:
    """The newest for each beginning of a name: 8 letters are the day, 6 the month."""
    found: dict[str, Path] = {}
    for path in newest_first:
        found.setdefault(path.name[:letters], path)
    return list(found.values())
