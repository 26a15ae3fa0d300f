"""All tables: one session per channel, opened here, found here, and read back here after a stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from engine.rules.table import Table
from engine.tables import recovery
from engine.tables.clock import RETRY
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.floor import check_terms
from engine.tables.playing import LIVE
from engine.tables.ports import Change, Saved, Stale, StoreError, TableRecord, Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from engine.tables.state import State
from engine.tables.tools import Tools

log = logging.getLogger(__name__)

Where = Callable[[int], bool]
"""Which servers (ids) are meant."""

LOOK = 1.0
"""Seconds between two looks whether the last hand is over."""


def everywhere(_: int) -> bool:
    """All servers."""
    return True


class TableManager:
    """Sessions by table id, and by channel for who types a command there.

    draining: no new hand is dealt any more. crowded: the process has no room for another table.
    """

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.sessions: dict[int, TableSession] = {}
        self.draining = self.crowded = False
        self._opening = asyncio.Lock()

    def here(self, channel: int) -> TableSession:
        """The table of a channel. Refuses when there is none."""
        if session := self._in(channel):
            return session
        raise TableError(No.NO_TABLE)

    def _in(self, channel: int) -> TableSession | None:
        self._forget_closed()
        return next((session for session in self._open() if session.record.channel == channel), None)

    def get(self, table: int) -> TableSession:
        """A table by its id, as buttons name it. Refuses one that is closed or unknown."""
        if session := self.sessions.get(table):
            return session
        raise TableError(No.CLOSED)

    def at(self, guild: int) -> list[TableSession]:
        """All open tables of a server."""
        return [session for session in self._open() if session.record.guild == guild]

    def _open(self, where: Where = everywhere) -> list[TableSession]:
        known = [session for session in self.sessions.values() if session.state.phase is not Phase.CLOSED]
        return [session for session in known if where(session.record.guild)]

    async def open(self, guild: int, channel: int, host: int, name: str, config: TableConfig) -> TableSession:
        """Open a table in a channel that has none. Refuses terms that contradict each other."""
        check_terms(config)
        async with self._opening:
            self.check_room()
            if self._in(channel):
                raise TableError(No.TABLE_HERE)
            table = self.tools.new_id()
            state = State(Table(config.seats)).to_json()
            record = TableRecord(table, guild, channel, host, name, config.to_json(), state, is_open=True, version=1)
            await self._store(Change(record, 0))
            session = self.sessions[table] = TableSession(Saved(record, None, ()), self.tools)
            session.draining = self.draining  # which may have begun while it was being stored
            session.notify()
        return session

    def check_room(self) -> None:
        """Refuse a new table before an update and where the process has no room for it (RELIABILITY 18, 84)."""
        if self.draining:
            raise TableError(No.DRAINING)
        if self.crowded:
            raise TableError(No.CROWDED)

    async def _store(self, change: Change) -> None:
        try:
            await self.tools.store.commit(change)
        except Stale as error:
            raise TableError(No.TABLE_HERE) from error
        except Unavailable as error:
            raise TableError(No.STORE) from error

    def _forget_closed(self) -> None:
        """A closed table is forgotten once that has been said."""
        for table, session in list(self.sessions.items()):
            if session.state.phase is Phase.CLOSED and session.voice.quiet:
                del self.sessions[table]

    # Start and stop

    async def recover(self) -> list[TableSession]:
        """Read all open tables back: same cards, same actor. One that does not verify is paid back or stops alone.

        Of a restored backup every running hand is paid back (RELIABILITY 21). Raises Unavailable when the store cannot
        be read at all. No clock runs before `go_on`.
        """
        restored, lost = await self.tools.store.was_restored(), await self.tools.store.lost_hands()
        for saved in await self.tools.store.open_tables():
            session = await self._read_back(saved)
            is_lost = saved.hand is not None and saved.hand.hand in lost
            if is_lost and recovery.runs(session):
                await recovery.give_up(session)
            if is_lost or restored:
                await recovery.forget_screen(session)
            session.back = session.state.phase is not Phase.FROZEN
            session.draining = self.draining
            session.notify()
            self.sessions[session.table] = session
        if restored:
            await self.tools.store.settle()
        return list(self.sessions.values())

    async def _read_back(self, saved: Saved) -> TableSession:
        session = self._read(saved)
        session.clock.held = True
        if session.state.phase is Phase.FROZEN:
            return session
        try:
            await recovery.verify(session)
        except Unavailable:
            raise
        except Exception:
            log.exception("table %s does not verify", session.table)
            await recovery.give_up(session)
        if session.hand is None:
            await self._read_last_hand(session)
        return session

    def _read(self, saved: Saved) -> TableSession:
        """The session with its hand; without it when that cannot be replayed; a frozen one when nothing can be read."""
        tries: tuple[Callable[[], Saved], ...] = (
            lambda: _trusted(saved),
            lambda: replace(saved, hand=None, inputs=()),
            lambda: recovery.stand_in(saved),
        )
        for place, attempt in enumerate(tries):
            try:
                session = TableSession(attempt(), self.tools)
                session.snapshot()
            except Exception:
                log.exception("table %s cannot be read as it stands", saved.table.table)
                continue
            session.hand_record = saved.hand
            if place == len(tries) - 1:
                session.freeze()
            return session
        raise AssertionError("a stand-in can always be read")

    async def _read_last_hand(self, session: TableSession) -> None:
        """Between hands the last one is still on the screen, and its players may show cards."""
        if not session.state.hand or session.state.voided:
            return
        try:
            found = await self.tools.store.hand(session.state.hand)
            if found and found[0].status != LIVE:
                session.bring_back(*found)
        except (StoreError, ValueError):
            log.exception("the last hand of table %s cannot be shown again", session.table)

    async def go_on(self, where: Where = everywhere) -> None:
        """Discord is there again: every acting player gets his full time, every pending hand is dealt."""
        for session in self._open(where):
            await self.take_up(session)

    async def take_up(self, session: TableSession) -> None:
        """The same at one table."""
        session.clock.held = False
        await self._afresh(session)

    async def clock_was_set(self) -> None:
        """The clock on the wall jumped; a turn is as long as it was meant to be, from now on (RELIABILITY 77)."""
        for session in self._open():
            await self._afresh(session, asks=False)

    async def _afresh(self, session: TableSession, *, asks: bool = True) -> None:
        """A table that cannot go on holds up no other: its own clock tries again."""
        try:
            await session.fresh_clock(asks=asks)
        except TableError as error:
            log.warning("table %s does not go on: %s", session.table, error.code)
        except Exception:
            log.exception("table %s does not go on", session.table)
        else:
            return
        session.clock.again()

    def hold(self, where: Where = everywhere) -> None:
        """Discord is away: the clocks of these servers stand still until `go_on`."""
        for session in self._open(where):
            session.clock.held = True
            session.clock.stop()

    async def abandon(self, place: int) -> None:
        """A server or channel is lost: its tables close, every chip is back in its bankroll (RELIABILITY 43, 52).

        What cannot be stored just now is tried again until it is.
        """
        hopeless: set[int] = set()
        while lost := [session for session in self._at_place(place) if session.table not in hopeless]:
            for session in lost:
                try:
                    await session.abandon()
                except (TableError, StoreError) as error:
                    log.warning("table %s is not closed yet: %s", session.table, error)
                    await self.tools.sleep(RETRY)
                except Exception:
                    log.exception("table %s cannot be closed", session.table)
                    hopeless.add(session.table)

    def _at_place(self, place: int) -> list[TableSession]:
        return [session for session in self._open() if place in (session.record.guild, session.record.channel)]

    def crowd(self, crowded: bool) -> None:  # noqa: FBT001 - called with what was measured
        """Whether there is no room for another table from now on (RELIABILITY 84)."""
        self.crowded = crowded

    async def drain(self) -> None:
        """Before an update: no new hand and no new table; returns when no hand is being played any more.

        A hand that the host has paused waits for the next program.
        """
        self.draining = True
        for session in self._open():
            session.draining = True
            session.notify()
            session.set_clock()
            session.say(self.tools.delivery.redraw)
        while any(session.state.phase in (Phase.HAND, Phase.ASKED) for session in self._open()):
            await self.tools.sleep(LOOK)

    async def stop(self) -> None:
        """Before the process ends: no new hands, all said."""
        await asyncio.gather(*(session.stop() for session in self.sessions.values()))


def _trusted(saved: Saved) -> Saved:
    """As it is, if what was stored is what was written."""
    if saved.hand and saved.hand.status != LIVE:
        raise ValueError(f"hand {saved.hand.hand} is {saved.hand.status}")
    return saved
