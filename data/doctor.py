"""What must be right before a bot can run, looked at without changing anything and without telling Discord."""

from __future__ import annotations

import base64
import binascii
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.backup import problems
from data.database import Database
from data.errors import Locked
from engine.tables.ports import StoreError

ROOM = 500 * 1024 * 1024
"""Bytes that should be free on the database's disk."""

OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}")
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; what is wrong with it, empty for nothing."""

    what: str
    wrong: str = ""


async def examine(
    settings: Mapping[str, str], env_file: Path, languages: Callable[[], Sequence[str]]
) -> list[Finding]:
    """Everything at once. `languages` says what is wrong with the language files."""
    database = Path(settings["KNEKT_DATABASE"])
    return [
        Finding("settings", _settings(settings)),
        Finding("token", _token(settings["DISCORD_TOKEN"])),
        Finding(".env", _is_open_to_others(env_file)),
        Finding("SQLite", _sqlite()),
        Finding("disk", _room(database.parent)),
        Finding("database", await _database(database)),
        Finding("key", _is_open_to_others(database.with_name(f"{database.name}.key"))),
        Finding("languages", "; ".join(languages())),
    ]


def _settings(settings: Mapping[str, str]) -> str:
    wrong = [name for name in ("KNEKT_OPENING_BANKROLL",) if not settings[name].isdecimal()]
    wrong += [name for name in ("KNEKT_GUILD",) if settings[name] and not settings[name].isdecimal()]
    wrong += [name for name in ("KNEKT_LOG",) if settings[name].upper() not in _LEVELS]
    return f"cannot be read: {', '.join(wrong)}" if wrong else ""


def _sqlite() -> str:
    return "" if sqlite3.sqlite_version_info >= OLDEST_SQLITE else f"{sqlite3.sqlite_version} is too old"


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
