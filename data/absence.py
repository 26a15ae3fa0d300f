"""Servers that the bot is no longer on. What is theirs is kept for a while, for they may ask it back in, then deleted.

Deleting a server is the one thing that takes lines out of the ledger and the audit log. The schema lets that happen
only to a guild that is marked as being erased; the mark lives and dies in the same transaction, and the log of guild 0
keeps that a server went, when, and how much of it there was, but not which: every host may read that log.
"""

from __future__ import annotations

from collections.abc import Collection

from data import audit
from data.errors import StillPlaying
from data.statements import Statements
from engine.tables.ports import Deed, Note

KEPT = 30 * 24 * 3600.0
"""Seconds for which everything of a server stays after the bot was sent away (RELIABILITY 52)."""

_LEFT = "INSERT INTO absences (guild, since) VALUES (?, ?) ON CONFLICT DO NOTHING"
_KNOWN = """
    SELECT guild FROM accounts UNION SELECT guild FROM tables UNION SELECT guild FROM members
    UNION SELECT guild FROM guilds UNION SELECT guild FROM audit WHERE guild <> 0
"""

_ERASE = (
    "DELETE FROM postings WHERE transfer_id IN (SELECT id FROM transfers WHERE guild = ?)",
    "DELETE FROM transfers WHERE guild = ?",
    "DELETE FROM accounts WHERE guild = ?",
    "DELETE FROM inputs WHERE hand IN (SELECT id FROM hands WHERE guild = ?)",
    "DELETE FROM results WHERE guild = ?",
    "DELETE FROM sums WHERE guild = ?",
    "DELETE FROM opponents WHERE guild = ?",
    "DELETE FROM outbox WHERE table_id IN (SELECT id FROM tables WHERE guild = ?)",
    "DELETE FROM seats WHERE table_id IN (SELECT id FROM tables WHERE guild = ?)",
    "DELETE FROM hands WHERE guild = ?",
    "DELETE FROM tables WHERE guild = ?",
    "DELETE FROM members WHERE guild = ?",
    "DELETE FROM seasons WHERE guild = ?",
    "DELETE FROM audit WHERE guild = ?",
    "DELETE FROM guilds WHERE guild = ?",
    "DELETE FROM absences WHERE guild = ?",
)
"""Everything of a guild, what refers to something before what it refers to."""


async def left(db: Statements, guild: int, at: float) -> None:
    """The bot was sent away, or is found not to be there; the first time counts."""
    await db.all(_LEFT, guild, at)


async def joined(db: Statements, guild: int) -> None:
    """It is there, maybe again: nothing of the server will be deleted."""
    await db.all("DELETE FROM absences WHERE guild = ?", guild)


async def compare(db: Statements, present: Collection[int], at: float) -> None:
    """Put right what happened while nobody listened: servers with data are there or have left, as Discord says now."""
    for (guild,) in await db.all(_KNOWN):
        await (joined(db, guild) if guild in present else left(db, guild, at))


async def due(db: Statements, at: float) -> list[int]:
    """Servers whose time is over."""
    return [row[0] for row in await db.all("SELECT guild FROM absences WHERE since <= ? ORDER BY guild", at - KEPT)]


async def erase(db: Statements, guild: int, at: float) -> int:
    """Delete everything of a guild that left long ago. How many transfers it had.

    Raises StillPlaying while a table is open there, for the table manager would go on with it. Nothing happens to a
    guild that is not due.
    """
    if guild not in await due(db, at):
        return 0
    if await db.number("SELECT count(*) FROM tables WHERE guild = ? AND is_open = 1", guild):
        raise StillPlaying(f"guild {guild} has open tables")
    moved = await db.number("SELECT count(*) FROM transfers WHERE guild = ?", guild)
    await db.all("UPDATE absences SET erasing = 1 WHERE guild = ?", guild)
    for sql in _ERASE:
        await db.all(sql, guild)
    await audit.record(db, Note(0, 0, Deed.ERASE, after=str(moved)), at)
    return moved
