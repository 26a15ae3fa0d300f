"""A backup was put in the place of the database: each table is told what it lost, once (RELIABILITY 21)."""

from __future__ import annotations

from cogs.desk import Desk
from cogs.speech.gate import Need
from cogs.speech.sending import Sending
from cogs.ui.restored import restored_note
from engine.tables.ports import Outbox
from engine.tables.session import TableSession


async def tell(desk: Desk, sending: Sending, session: TableSession, row: Outbox, need: Need) -> None:
    """Post what the message in the outbox promised. Its hand, if any, was paid back."""
    epoch = await desk.store.epoch()
    if epoch is not None:
        face = desk.public_face(session.snapshot())
        view = restored_note(epoch, face, refunded=row.hand != 0)
        await sending.post(session.record.guild, session.record.channel, view, row.nonce, need=need)
