"""What must be right before a bot can run, looked at without changing anything and without telling Discord."""

from __future__ import annotations

import base64
import binascii
import logging
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data.backup import problems
from data.database import Database
from data.errors import Locked
from data.rehearsal import EVERY, last_rehearsal
from data.rotation import folder_of, made, moment_of
from engine.tables.ports import StoreError

log = logging.getLogger(__name__)

ROOM = 500 * 1024 * 1024
"""Bytes that should be free on the database's disk."""

OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""

WITHOUT_WAL_RESET = (3, 51, 3)
"""The first without a fault by which two connections can damage a database in WAL mode."""

LARGE_LOG = 64 * 1024 * 1024
"""Bytes of changes beside the database from which on something keeps them from being moved into it (RELIABILITY 23)."""

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}")
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; what is wrong with it, empty for nothing; what is worth knowing all the same."""

    what: str
    wrong: str = ""
    note: str = ""


async def examine(
    settings: Mapping[str, str], env_file: Path, languages: Callable[[], Sequence[str]], now: float
) -> list[Finding]:
    """Everything at once. `languages` says what is wrong with the language files; `now`: UTC seconds."""
    database = Path(settings["KNEKT_DATABASE"])
    return [
        Finding("settings", _settings(settings)),
        Finding("token", _token(settings["DISCORD_TOKEN"])),
        Finding(".env", _is_open_to_others(env_file)),
        Finding("SQLite", _sqlite(), _sqlite_version()),
        Finding("disk", _room(database.parent)),
        _log_of_changes(database),
        Finding("database", await _database(database)),
        _rehearsed(folder_of(database), now),
        Finding("key", _is_open_to_others(database.with_name(f"{database.name}.key"))),
        Finding("languages", "; ".join(languages())),
    ]


def about_sqlite() -> None:
    """Say in the log which SQLite runs; an old one has a fault that needs what we do not have (RELIABILITY 14)."""
    log.log(logging.INFO if _is_without_fault() else logging.WARNING, "SQLite %s", _sqlite_version())


def _settings(settings: Mapping[str, str]) -> str:
    wrong = [name for name in ("KNEKT_OPENING_BANKROLL",) if not settings[name].isdecimal()]
    wrong += [name for name in ("KNEKT_GUILD",) if settings[name] and not settings[name].isdecimal()]
    wrong += [name for name in ("KNEKT_LOG",) if settings[name].upper() not in _LEVELS]
    return f"cannot be read: {', '.join(wrong)}" if wrong else ""


def _sqlite() -> str:
    return "" if sqlite3.sqlite_version_info >= OLDEST_SQLITE else f"{sqlite3.sqlite_version} is too old"


def _is_without_fault() -> bool:
    return sqlite3.sqlite_version_info >= WITHOUT_WAL_RESET


def _sqlite_version() -> str:
    mended = ".".join(map(str, WITHOUT_WAL_RESET))
    fault = f" has the WAL-reset fault, mended in {mended}. It needs two connections that write; this program has one"
    return sqlite3.sqlite_version + ("" if _is_without_fault() else fault)


def _log_of_changes(database: Path) -> Finding:
    changes = database.with_name(f"{database.name}-wal")
    size = changes.stat().st_size if changes.exists() else 0
    wrong = f"{changes.name} has {size // 1024**2} MB" if size > LARGE_LOG else ""
    return Finding("changes", wrong, f"{size // 1024} kB not yet in the database")


def _rehearsed(folder: Path, now: float) -> Finding:
    """Whether the newest backup that was tried out could be restored, and not long ago."""
    last = last_rehearsal(folder)
    if last is None:
        old = [path for path in made(folder) if now - moment_of(path) > 2 * EVERY]
        return Finding("rehearsal", "backups are there, but none was ever tried out" if old else "", "none yet")
    when = datetime.fromtimestamp(last.at, UTC).strftime("%Y-%m-%d")
    wrong = "; ".join(last.wrong) or (f"the last was on {when}" if now - last.at > 2 * EVERY else "")
    return Finding("rehearsal", f"{last.backup}: {wrong}" if wrong else "", f"{last.backup} restored on {when}")


def _token(token: str) -> str:
    """Whether it looks like a bot's token: its first part is the application's number. It is never shown."""
    if not token:
        return "there is none; only the demo runs"
    if not _TOKEN.fullmatch(token):
        return "does not look like a bot's token; copy it again from the developer portal"
    first = token.split(".", maxsplit=1)[0]
    try:
        number = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4))
    except binascii.Error:
        number = b""
    return "" if number.isdigit() else "does not begin with an application's number; copy it again"


def _is_open_to_others(path: Path) -> str:
    if path.exists() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return f"{path.name} can be read by others on this machine: chmod 600 {path.name}"
    return ""


def _room(folder: Path) -> str:
    if not folder.is_dir():
        return f"there is no folder {folder}"
    free = shutil.disk_usage(folder).free
    return "" if free >= ROOM else f"only {free // 1024**2} MB free"


async def _database(path: Path) -> str:
    """Opened as at a start, with all proofs over the books; one that does not exist yet is made at the first start."""
    if not path.exists():
        return ""
    try:
        db = await Database.open(path)
    except Locked:
        return "in use by a running Knekt; stop it to look into the books, or verify one of its backups"
    except StoreError as error:
        return str(error)
    try:
        async with db.reading() as statements:
            return "; ".join(await problems(statements))
    finally:
        await db.close()
