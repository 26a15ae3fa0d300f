"""The audit log: who used power over others' chips and tables. Append-only, and a hash chain for each guild.

A note is written in the same transaction as the act that it tells of, so there is never one without the other.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass

from data.statements import Statements
from engine.tables.ports import Deed, Note


@dataclass(frozen=True, slots=True)
class Logged:
    """A note as it stands in the log; `at` in UTC seconds. The newest hash of a guild vouches for all before it."""

    id: int
    note: Note
    at: float
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last line of a day (UTC, `at` in seconds). Who has noted its hash notices when a line up to it is another.

    Without that a log could be written anew from some line on, with all its hashes (RELIABILITY 105).
    """

    line: int
    at: float
    hash: str


_WRITE = """
    INSERT INTO audit (guild, actor, action, target, before, after, reason, interaction, at, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_READ = """
    SELECT id, at, hash, guild, actor, action, target, before, after, reason, interaction FROM audit
    WHERE (guild = ?1 OR (?2 AND guild = 0 AND action <> ?5)) AND (?3 IS NULL OR id < ?3) ORDER BY id DESC LIMIT ?4
"""


_HEADS = """
    SELECT id, at, hash FROM audit
    WHERE id IN (SELECT max(id) FROM audit WHERE guild = ?1 GROUP BY CAST(at / 86400 AS INTEGER))
    ORDER BY id DESC LIMIT ?2
"""
_LAST_HEADS = """
    SELECT id, guild, at, hash FROM audit WHERE id IN (SELECT max(id) FROM audit GROUP BY guild) ORDER BY guild
"""


async def record(db: Statements, note: Note, at: float) -> None:
    """Write a note down, within the transaction of the act itself."""
    last = await db.one("SELECT hash FROM audit WHERE guild = ? ORDER BY id DESC LIMIT 1", note.guild)
    await db.all(_WRITE, *astuple(note), at, _chained(last[0] if last else "", note, at))


async def read(
    db: Statements, guild: int, limit: int, before: int | None = None, *, with_house: bool = False
) -> list[Logged]:
    """A guild's log, newest first; `before` is the id of the last line of the page before. Limit -1: all.

    with_house: the lines that concern every guild stand between its own; that another one was erased is none of these.
    """
    rows = await db.all(_READ, guild, int(with_house), before, limit, Deed.ERASE)
    return [Logged(row["id"], Note(*tuple(row)[3:]), row["at"], row["hash"]) for row in rows]


async def heads(db: Statements, guild: int, days: int) -> list[Head]:
    """The heads of the last days on which something was written down, newest first."""
    return [Head(*row) for row in await db.all(_HEADS, guild, days)]


async def last_heads(db: Statements) -> list[tuple[int, Head]]:
    """(guild, head) of every log as it is now; guild 0 is that of all servers."""
    return [(row["guild"], Head(row["id"], row["at"], row["hash"])) for row in await db.all(_LAST_HEADS)]


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
