"""Messages that were promised in a transaction and are spoken after it."""

from __future__ import annotations

from collections.abc import Iterable

from data.statements import Statements
from engine.tables.ports import Outbox


async def put(db: Statements, messages: Iterable[Outbox], at: float) -> None:
    """Promise messages. A nonce that was used before is refused."""
    rows = [(entry.nonce, entry.table, entry.hand, entry.kind, entry.member, at) for entry in messages]
    await db.many("INSERT INTO outbox (nonce, table_id, hand, kind, member, at) VALUES (?, ?, ?, ?, ?, ?)", rows)


async def pending(db: Statements, table: int) -> list[Outbox]:
    """Messages of a table that wait, oldest first."""
    rows = await db.all(
        "SELECT nonce, table_id, hand, kind, member FROM outbox WHERE table_id = ? AND spoken IS NULL ORDER BY id",
        table,
    )
    return [Outbox(*row) for row in rows]


async def spoken(db: Statements, nonce: str, at: float) -> None:
    """A message is delivered or given up; saying so twice is harmless."""
    await db.all("UPDATE outbox SET spoken = coalesce(spoken, ?) WHERE nonce = ?", at, nonce)
