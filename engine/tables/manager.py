"""All tables: one session per channel, opened here, found here, and read back here after a stop."""

from __future__ import annotations

import asyncio
import logging

from engine.rules.table import Table
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.floor import check_terms
from engine.tables.ports import Change, Saved, TableRecord
from engine.tables.session import TableSession, Tools
from engine.tables.snapshot import Phase
from engine.tables.state import State

log = logging.getLogger(__name__)


class TableManager:
    """Sessions by table id, and by channel for who types a command there."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.sessions: dict[int, TableSession] = {}
        self._opening = asyncio.Lock()

    def here(self, channel: int) -> TableSession:
        """The table of a channel. Refuses when there is none."""
        if session := self._in(channel):
            return session
        raise TableError(No.NO_TABLE)

    def _in(self, channel: int) -> TableSession | None:
        self._forget_closed()
        return next((session for session in self.sessions.values() if session.record.channel == channel), None)

    def get(self, table: int) -> TableSession:
        """A table by its id, as buttons name it. Refuses one that is closed or unknown."""
        if session := self.sessions.get(table):
            return session
        raise TableError(No.CLOSED)

    def at(self, guild: int) -> list[TableSession]:
        """All open tables of a server."""
        return [session for session in self.sessions.values() if session.record.guild == guild]

    async def open(self, guild: int, channel: int, host: int, name: str, config: TableConfig) -> TableSession:
        """Open a table in a channel that has none. Refuses terms that contradict each other."""
        check_terms(config)
        async with self._opening:
            if self._in(channel):
                raise TableError(No.TABLE_HERE)
            table = self.tools.new_id()
            state = State(Table(config.seats))
            record = TableRecord(table, guild, channel, host, name, config.to_json(), state.to_json(), True, 1)
            await self.tools.store.commit(Change(record, 0))
            session = self.sessions[table] = TableSession(Saved(record, None, ()), self.tools)
        return session

    def _forget_closed(self) -> None:
        """The channel of a closed table is free for another one."""
        for table, session in list(self.sessions.items()):
            if session.state.phase is Phase.CLOSED:
                del self.sessions[table]

    # Start and stop

    async def recover(self) -> list[TableSession]:
        """Read all open tables back: same cards, same actor. A table that does not verify stops alone."""
        for saved in await self.tools.store.open_tables():
            try:
                session = TableSession(saved, self.tools)
                await self._verify(session)
            except Exception:
                log.exception("table %s does not verify and stays closed", saved.table.table)
                continue
            self.sessions[saved.table.table] = session
        return list(self.sessions.values())

    async def _verify(self, session: TableSession) -> None:
        """The books must agree with the replayed hand, account by account."""
        work = session.work()
        for account, chips in work.mark.items():
            if await self.tools.store.balance(account) != chips:
                raise ArithmeticError(f"the books say otherwise for {account.kind} of table {session.table}")

    async def go_on(self) -> None:
        """Discord is there again: every acting player gets his full time, every pending hand is dealt."""
        for session in self.sessions.values():
            await session.fresh_clock()

    async def stop(self) -> None:
        """Before the process ends: no new hands, all said."""
        for session in self.sessions.values():
            await session.stop()


