"""Restored backups: each begins a new epoch, and the first start after it must put the world right (RELIABILITY 21).

The mark is written into the restored file before that takes the database's place, so no start can miss it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from data import audit, outbox
from data.statements import Statements
from engine.tables.ports import Deed, Note
from engine.tables.ports import Outbox as Message

RESTORED = "restored"
"""Kind of the message that tells a table what was lost."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """Number 1 begins with the first restored backup. What happened from `made` to `at` (UTC seconds) is lost."""

    number: int
    made: float
    at: float


async def begin(db: Statements, source: str, at: float) -> None:
    """This database was the backup `source` until now."""
    made = await db.one(_LAST_MOMENT)
    known = min(at, made[0]) if made and made[0] is not None else at
    await db.all("INSERT INTO epochs (made, at, source) VALUES (?, ?, ?)", known, at, source)
    moment = datetime.fromtimestamp(known, UTC).strftime("%Y-%m-%d %H:%M UTC")
    await audit.record(db, Note(0, 0, Deed.RESTORE, before=moment, after=source), at)


async def last(db: Statements) -> Epoch | None:
    """The running epoch; None in a database that was never restored."""
    row = await db.one("SELECT number, made, at FROM epochs ORDER BY number DESC LIMIT 1")
    return Epoch(*row) if row else None


async def is_unsettled(db: Statements) -> bool:
    """Whether a backup was restored and nobody has started on it yet."""
    return bool(await db.number("SELECT count(*) FROM epochs WHERE settled IS NULL"))


async def lost_hands(db: Statements) -> frozenset[int]:
    """Live hands that came with a restored backup: what their players did and saw since then is lost."""
    return frozenset(row[0] for row in await db.all(_LOST, RESTORED))


async def settle(db: Statements, at: float) -> None:
    """The tables of a restored backup are ready: promise each a word about what was lost."""
    epoch = await last(db)
    if epoch is None or not await is_unsettled(db):
        return
    rows = await db.all(_TABLES, epoch.at)
    await outbox.put(db, (Message(f"e{epoch.number}-{row[0]:x}", row[0], row[1], RESTORED, 0) for row in rows), at)
    await db.all("UPDATE epochs SET settled = ? WHERE settled IS NULL", at)


_LAST_MOMENT = """
    SELECT max(at) FROM (
        SELECT max(at) AS at FROM transfers UNION ALL SELECT max(at) FROM audit UNION ALL SELECT max(at) FROM inputs
        UNION ALL SELECT max(opened) FROM tables UNION ALL SELECT max(closed) FROM tables
        UNION ALL SELECT max(started) FROM hands UNION ALL SELECT max(ended) FROM hands
        UNION ALL SELECT max(spoken) FROM outbox)
"""
# Nothing is dealt before an epoch is settled, so all that lives until then came with the backup. Later that is a hand
# whose cards were promised before its table was told what was lost: its refund could not be stored. No clock is asked.
_LOST = """
    WITH told AS (SELECT table_id, max(id) AS id FROM outbox WHERE kind = ? GROUP BY table_id)
    SELECT h.id FROM hands h LEFT JOIN told ON told.table_id = h.table_id
    WHERE h.status = 'live' AND (
        EXISTS (SELECT 1 FROM epochs WHERE settled IS NULL)
        OR told.id > (SELECT max(id) FROM outbox WHERE hand = h.id AND kind = 'cards'))
"""
# Open tables, each with the hand that was paid back since the restore (0: none).
_TABLES = """
    SELECT t.id, coalesce((
        SELECT h.id FROM hands h
        WHERE h.table_id = t.id AND h.status = 'void' AND h.ended >= ? ORDER BY h.number DESC LIMIT 1), 0)
    FROM tables t WHERE t.is_open = 1 ORDER BY t.id
"""
