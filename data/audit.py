"""The audit log: who used power over others' chips and tables. Append-only, and a hash chain for each guild."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass

from data.statements import Statements


@dataclass(frozen=True, slots=True)
class Note:
    """One act of power: who did what to whom, what was before and after, and why. Guild 0: the house itself."""

    guild: int
    actor: int
    action: str
    target: str = ""
    before: str = ""
    after: str = ""
    reason: str = ""
    interaction: int = 0


@dataclass(frozen=True, slots=True)
class Logged:
    """A note as it stands in the log; `at` in UTC seconds. The newest hash of a guild vouches for all before it."""

    id: int
    note: Note
    at: float
    hash: str


_WRITE = """
    INSERT INTO audit (guild, actor, action, target, before, after, reason, interaction, at, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_READ = """
    SELECT id, at, hash, guild, actor, action, target, before, after, reason, interaction FROM audit
    WHERE guild = ?1 AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3
"""


async def record(db: Statements, note: Note, at: float) -> None:
    """Write a note down, in the same transaction as the act itself."""
    last = await db.one("SELECT hash FROM audit WHERE guild = ? ORDER BY id DESC LIMIT 1", note.guild)
    await db.all(_WRITE, *astuple(note), at, _chained(last[0] if last else "", note, at))


async def read(db: Statements, guild: int, limit: int, before: int | None = None) -> list[Logged]:
    """A guild's log, newest first; `before` is the id of the last line of the page before. Limit -1: all."""
    rows = await db.all(_READ, guild, before, limit)
    return [Logged(row["id"], Note(*tuple(row)[3:]), row["at"], row["hash"]) for row in rows]


async def first_broken(db: Statements, guild: int) -> int:
    """The id of the first line that is not what was written; 0 when the whole log is right."""
    previous = ""
    for line in reversed(await read(db, guild, -1)):
        previous = _chained(previous, line.note, line.at)
        if previous != line.hash:
            return line.id
    return 0


def _chained(previous: str, note: Note, at: float) -> str:
    return hashlib.sha256(json.dumps([previous, at, *astuple(note)]).encode()).hexdigest()
