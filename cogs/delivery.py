"""What the tables say to Discord after a commit: the felt, the cards in private, the final account.

The felt is a function of the state. `show` compares what was drawn last with what should stand there and calls Discord
only when they differ, so it may be asked at any time; one asking a little after every step mends lost or late edits.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs import mail, runouts
from cogs.desk import UNSENT, Desk, Interaction, too_late
from cogs.pings import Pings
from cogs.sending import CHANNEL_GONE, GONE_CHANNEL, MESSAGE_GONE, PATIENCE, Sending
from cogs.ui.evening import evening
from cogs.ui.felt import felt
from cogs.ui.lobby import lobby_started
from cogs.ui.panel import panel
from cogs.ui.runout import runout
from engine.tables.errors import TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase, Snapshot

log = logging.getLogger(__name__)

GAP = 1.2
"""Seconds between two edits of a felt that no interaction asked for (Discord's budget per channel)."""

RETRY = 5.0
"""Seconds until a felt that Discord did not take is sent again."""


@dataclass(slots=True)
class Sheet:
    """What is known about a table's message: the drawing last sent and when, and an asking that waits until `due`.

    result: the message of an all-in hand that is still being turned up, and how it will end.
    """

    shown: str = ""
    at: float = 0
    later: asyncio.Task[None] | None = None
    due: float = 0
    result: tuple[int, discord.ui.LayoutView] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Speaker:
    """The `Delivery` of the table manager."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sending = Sending(desk.client)
        self.pings = Pings(desk, self.sending)
        self._sheets: dict[int, Sheet] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Delivery

    async def redraw(self, table: int) -> None:
        """The table changed without an interaction that shows it."""
        if session := self._session(table):
            await self.show(session)

    async def new_hand(self, table: int) -> None:
        """The felt of a new hand below everything else, and the cards in private."""
        if session := self._session(table):
            await self.show(session)
            self.background(mail.deal_out(self.desk, self.sending, session))
            await self.turn(table)

    async def turn(self, table: int) -> None:
        """Somebody else is to act: he is told in a while, and what the interaction's answer has not shown is mended."""
        if session := self._session(table):
            self.soon(session)
            await self.pings.turn(session)

    async def seat_free(self, table: int, member: int) -> None:
        """Who has waited longest is told in the channel."""
        if session := self._session(table):
            snapshot = session.snapshot()
            text = self.desk.public_face(snapshot).say("seat-free", mention=f"<@{member}>")
            nonce = f"w{session.record.version % 16**6:x}-{member % 10**12}"
            await self.sending.post(snapshot.guild, snapshot.channel, text, nonce, mentioned=member)

    async def closed(self, table: int) -> None:
        """The last felt without its buttons, and what the evening meant for everybody."""
        if (session := self._session(table)) is None:
            return
        await self.show(session, at_once=True)
        await self.pings.hush(table)
        snapshot = session.snapshot()
        lines = await self.desk.store.evening_ledger(table)
        view = evening(snapshot, lines, self.desk.public_face(snapshot))
        await self.sending.post(snapshot.guild, snapshot.channel, view, f"t{table:x}-end")
        self._sheets.pop(table, None)

    def _session(self, table: int) -> TableSession | None:
        """The table, unless nothing can be said where it stands."""
        session = self.desk.tables.sessions.get(table)
        return None if session is None or self._is_gone(session) else session

    def _is_gone(self, session: TableSession) -> bool:
        return not self.desk.gone.isdisjoint((session.record.guild, session.record.channel))

    async def place_gone(self, place: int) -> None:
        """A server or channel where nobody can play again: every chip goes back, and not a word is said there."""
        self.desk.gone.add(place)
        for session in self.desk.tables.sessions.values():
            if place == session.record.channel:
                self.desk.whispers[session.record.host] = ("channel-deleted", {})
        await self.desk.tables.abandon(place)

    # The felt

    async def show(self, session: TableSession, *, at_once: bool = False) -> None:
        """Make the table's message what it should be: a new one for a new hand, an edit, or nothing."""
        if self._is_gone(session):
            return
        async with self._sheet(session.table).lock:
            try:
                await self._show(session, at_once=at_once)
            except (discord.HTTPException, TimeoutError, OSError) as error:
                await self._failed(session, error)

    async def _show(self, session: TableSession, *, at_once: bool) -> None:
        sheet, snapshot = self._sheet(session.table), session.snapshot()
        view = await self._drawn(session, snapshot, sheet)
        text = drawing(view)
        is_new = session.note("felt_hand") != snapshot.hand or not session.note("felt")
        if not is_new and text == sheet.shown:
            return
        if not is_new and not at_once and self.desk.now() < sheet.at + GAP:
            self.soon(session)
            return
        await (self._post(session, snapshot, view) if is_new else self._edit(session, snapshot, view))
        sheet.shown, sheet.at = text, self.desk.now()

    async def _drawn(self, session: TableSession, snapshot: Snapshot, sheet: Sheet) -> discord.ui.LayoutView:
        """The felt, or the street of an all-in hand that is just being turned up."""
        face = self.desk.public_face(snapshot)
        stage = None if snapshot.phase is Phase.CLOSED else runouts.stage(snapshot, self.desk.now())
        if stage is None:
            sheet.result = sheet.result if session.note("felt_hand") != snapshot.hand else None
            return felt(snapshot, face)
        sheet.result = session.note("felt"), felt(snapshot, face)
        self.soon(session, stage.until - self.desk.now())
        return runout(snapshot, stage.view, await runouts.chances(snapshot, stage.view), stage.until, face)

    async def _edit(self, session: TableSession, snapshot: Snapshot, view: discord.ui.LayoutView) -> None:
        """A message that somebody deleted is posted again."""
        try:
            await self.sending.edit(snapshot.guild, snapshot.channel, session.note("felt"), view)
        except discord.NotFound as error:
            if error.code != MESSAGE_GONE:
                raise
            await self._post(session, snapshot, view)

    async def _post(self, session: TableSession, snapshot: Snapshot, view: discord.ui.LayoutView) -> None:
        lobby, before = session.note("felt"), session.note("felt_hand")
        await self._end_story(session, snapshot)
        nonce = f"h{snapshot.hand or snapshot.table:x}-felt"
        message = await self.sending.post(snapshot.guild, snapshot.channel, view, nonce)
        await self.posted(session, message, snapshot.hand)
        if lobby and not before and snapshot.hand:
            line = lobby_started(snapshot, self.desk.public_face(snapshot))
            self.background(self.sending.edit(snapshot.guild, snapshot.channel, lobby, line))

    async def _end_story(self, session: TableSession, snapshot: Snapshot) -> None:
        """A new hand was dealt while the last one was being turned up: the old message gets its result."""
        sheet = self._sheet(session.table)
        if sheet.result and snapshot.hand != session.note("felt_hand"):
            await self.sending.edit(snapshot.guild, snapshot.channel, *sheet.result)
            sheet.result = None

    async def posted(self, session: TableSession, message: int, hand: int) -> None:
        """Keep the id of the table's message."""
        if session.state.phase not in (Phase.CLOSED, Phase.FROZEN):
            await session.remember(felt=message, felt_hand=hand)

    async def moved(self, session: TableSession, message: int, snapshot: Snapshot, view: discord.ui.LayoutView) -> None:
        """The table's message is this one now, as drawn from the snapshot."""
        await self.posted(session, message, snapshot.hand)
        self._sheet(session.table).shown = drawing(view)
        self.soon(session)

    async def answer(self, interaction: Interaction, session: TableSession) -> None:
        """Redraw the felt by the answer to the interaction that came from it: one call, and free."""
        snapshot, sheet = session.snapshot(), self._sheet(session.table)
        if runouts.stage(snapshot, self.desk.now()):  # the chances may take longer than an answer
            await interaction.response.defer()
            session.say(self.redraw)
            return
        view = felt(snapshot, self.desk.public_face(snapshot))
        sheet.shown = drawing(view)
        try:
            async with asyncio.timeout(PATIENCE):
                await interaction.response.edit_message(view=view)
        except UNSENT as error:
            sheet.shown = ""
            self.soon(session)
            too_late(error)

    async def shown(self, interaction: Interaction, session: TableSession) -> None:
        """Answer a step that changed the table: redraw the felt it came from, or the private panel, then the felt."""
        message, answered = interaction.message, interaction.response.is_done()
        if message is not None and message.id == session.note("felt") and not answered:
            await self.answer(interaction, session)
            return
        if message is not None and message.flags.ephemeral:
            private = session.private(interaction.user.id)
            await self.desk.edit(interaction, panel(private, self.desk.face(interaction)))
        elif not answered:
            await interaction.response.defer()
        session.say(self.redraw)

    def soon(self, session: TableSession, wait: float = GAP) -> None:
        """Look in a while (seconds) whether the felt shows what it should."""
        sheet, due = self._sheet(session.table), self.desk.now() + wait
        if sheet.later is not None and not sheet.later.done():
            if sheet.due <= due:
                return
            sheet.later.cancel()
        sheet.due, sheet.later = due, self.background(self._later(session, wait))

    async def _later(self, session: TableSession, wait: float) -> None:
        await self.desk.sleep(wait)
        self._sheet(session.table).later = None
        await self.show(session)

    def _sheet(self, table: int) -> Sheet:
        return self._sheets.setdefault(table, Sheet())

    async def _failed(self, session: TableSession, error: Exception) -> None:
        """The state stands; what shows it is tried again in a while, or not at all where we are not let in."""
        if isinstance(error, discord.HTTPException) and error.code in GONE_CHANNEL:
            await self._unreachable(session, error.code)
        else:
            log.warning("table %s not shown: %s", session.table, error)
            self.soon(session, RETRY)

    async def _unreachable(self, session: TableSession, code: int) -> None:
        """The channel is closed to us: the clock stops, and the host is told when he is heard of next."""
        log.warning("table %s: channel not writable (%s)", session.table, code)
        if code == CHANNEL_GONE:
            self.background(self.place_gone(session.record.channel))
            return
        self.desk.whispers[session.record.host] = (f"channel-{GONE_CHANNEL[code]}", {})
        try:
            await session.pause(0)
        except TableError:
            log.info("table %s stood still already", session.table)

    # Tasks

    def background(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Do something without anybody waiting for it; failures go to the log."""
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # cancelled before it began, it would be missed
        return task

    async def stop(self) -> None:
        """End what waits; nothing is lost, for the state is stored."""
        await self.pings.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def drawing(view: discord.ui.LayoutView) -> str:
    """A drawing as text that can be compared."""
    return json.dumps(view.to_components(), sort_keys=True)


async def _logged(work: Coroutine[Any, Any, object]) -> None:
    try:
        await work
    except (*UNSENT, TableError) as error:
        log.warning("not said: %s", error)
    except Exception:
        log.exception("something in the background failed")
