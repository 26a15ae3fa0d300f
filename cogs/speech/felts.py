"""Each table's message: what was sent last, what should stand there, and what is done when Discord shows another thing.

The felt is a function of the state. `show` compares what was drawn last with what should stand there and calls Discord
only when they differ, so it may be asked at any time; one asking a little after every step mends lost or late edits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from cogs import welcome
from cogs.desk import UNSENT, Desk, Interaction
from cogs.speech import runouts
from cogs.speech.background import Background
from cogs.speech.gate import Gate, Need
from cogs.speech.mail import felt_link
from cogs.speech.sending import Sending
from cogs.speech.sheets import FRESH, GAP, LONGEST, LOOK, PRIME, REPOST, RETRY, SLACK, Drawn, Place, Sheet
from cogs.speech.verdicts import MESSAGE_GONE, Then, Verdict, verdict
from cogs.ui.drawing import bare, marks, text_of
from cogs.ui.felt import felt
from cogs.ui.layout import plain, small
from cogs.ui.lobby import lobby_started
from cogs.ui.panel import panel
from cogs.ui.runout import runout
from engine.tables.errors import TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase, Snapshot

log = logging.getLogger(__name__)


class Felts(Background):
    """The part of the `Speaker` that keeps the tables' messages as they should be."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        super().__init__()
        self.desk = desk
        self.sending = Sending(desk.client, gate, self.barred)
        self._sheets: dict[int, Sheet] = {}

    def is_gone(self, session: TableSession) -> bool:
        """Whether nothing can be said where the table stands."""
        record = session.record
        return record.channel in self.sending.shut or not self.desk.gone.isdisjoint((record.guild, record.channel))

    def barred(self, channel: int, found: Verdict) -> None:
        """Nothing gets into a channel."""
        raise NotImplementedError

    async def redraw(self, table: int) -> None:
        """The table changed without an interaction that shows it."""
        session = self.desk.tables.sessions.get(table)
        if session and not self.is_gone(session):
            welcome.look_around(self.desk, session)
            await self.show(session)

    # Showing

    async def show(self, session: TableSession, *, at_once: bool = False) -> None:
        """Make the table's message what it should be: a new one for a new hand, an edit, or nothing."""
        sheet = self._sheet(session.table)
        async with sheet.lock:
            if self.is_gone(session):
                return
            try:
                await self._show(session, sheet, at_once=at_once)
            except (*UNSENT, TableError) as error:
                self._failed(session, sheet, error)

    async def _show(self, session: TableSession, sheet: Sheet, *, at_once: bool) -> None:
        snapshot = session.snapshot()
        drawn = await self._drawn(session, snapshot)
        if session.note("felt_hand") != snapshot.hand or not session.note("felt"):
            await self._post(session, snapshot, drawn)
        elif text_of(drawn.view) == sheet.shown:
            await self._look(session, sheet)
        elif not at_once and GAP >= (left := sheet.sent + GAP - self.desk.now()) > SLACK:  # more: the clock was set
            self.soon(session, left)
        elif self._is_old(session):
            await self._post(session, snapshot, drawn)
        else:
            await self._edit(session, snapshot, drawn)

    async def _drawn(self, session: TableSession, snapshot: Snapshot) -> Drawn:
        """The felt, or the street of an all-in hand that is just being turned up."""
        face = self.desk.public_face(snapshot)
        whole = felt(snapshot, face)
        stage = None if snapshot.phase is Phase.CLOSED else runouts.stage(snapshot, self.desk.now())
        if stage is None:
            return Drawn(whole, whole)
        self.soon(session, stage.until - self.desk.now())
        chances = await runouts.chances(snapshot, stage.view)
        return Drawn(runout(snapshot, stage.view, chances, stage.until, face), whole)

    async def _edit(self, session: TableSession, snapshot: Snapshot, drawn: Drawn) -> None:
        """A message that was deleted, or that can be edited no more, is posted again."""
        sheet = self._sheet(session.table)
        try:
            with self._on_its_way(session, drawn):
                await self.sending.edit(snapshot.guild, snapshot.channel, session.note("felt"), drawn.view)
        except discord.HTTPException as error:
            if verdict(error).then is not Then.ANEW:
                raise
            if (left := sheet.posted + REPOST - self.desk.now()) > 0:
                self.soon(session, left)
            else:
                await self._post(session, snapshot, drawn, is_deleted=error.code == MESSAGE_GONE)
            return
        sheet.sent, sheet.failures = self.desk.now(), 0

    async def _post(
        self, session: TableSession, snapshot: Snapshot, drawn: Drawn, *, is_deleted: bool = False
    ) -> None:
        """The nonce is of the hand and of the message before: a repeat after a kill is the same, a new felt is not."""
        sheet, old = self._sheet(session.table), self._place(session)
        nonce = f"f{snapshot.hand or snapshot.table:x}-{old.message % PRIME:x}"
        with self._on_its_way(session, drawn):
            message = await self.sending.post(snapshot.guild, snapshot.channel, drawn.view, nonce)
        sheet.sent = sheet.posted = self.desk.now()
        sheet.failures = 0
        await self.posted(session, message, snapshot.hand)
        if not is_deleted:
            self._retire(session, snapshot, old)

    async def posted(self, session: TableSession, message: int, hand: int) -> None:
        """Keep the id of the table's message."""
        if session.state.phase not in (Phase.CLOSED, Phase.FROZEN):
            await session.remember(felt=message, felt_hand=hand, felt_at=int(self.desk.now()))

    async def moved(self, session: TableSession, message: int, snapshot: Snapshot, view: discord.ui.LayoutView) -> None:
        """An answer, drawn from the snapshot, is the table's message now unless there is a newer (0: it was lost)."""
        sheet = self._sheet(session.table)
        async with sheet.lock:
            old = self._place(session)
            if message > old.message:
                await self.posted(session, message, snapshot.hand)
                sheet.draw(Drawn(view, view), self.desk.now())
                self._retire(session, snapshot, old)
            elif message:
                self._retire(session, snapshot, Place(message, snapshot.hand, view))
        self.soon(session)

    def _is_old(self, session: TableSession) -> bool:
        return self.desk.now() - session.note("felt_at") > FRESH

    def _place(self, session: TableSession) -> Place:
        return Place(session.note("felt"), session.note("felt_hand"), self._sheet(session.table).ending)

    def _retire(self, session: TableSession, snapshot: Snapshot, old: Place) -> None:
        """A message whose place was taken loses its buttons (RELIABILITY 29)."""
        face = self.desk.public_face(snapshot)
        if old.message in (0, session.note("felt")):
            return
        if old.hand == snapshot.hand:
            view = plain(small(face.say("felt-moved", link=felt_link(session))))
        elif not old.hand:
            view = lobby_started(snapshot, face)
        elif old.ending:
            view = bare(old.ending)
        else:
            return
        self.background(self.sending.edit(snapshot.guild, snapshot.channel, old.message, view, Need.EXTRA))

    # What arrives, and what Discord shows

    @contextmanager
    def _on_its_way(self, session: TableSession, drawn: Drawn) -> Iterator[None]:
        """Around a call. Two at once may arrive in any order: once the last has landed it is drawn anew (row 41).

        One that fails may have arrived all the same, so then it is not known either what stands there.
        """
        sheet = self._sheet(session.table)
        sheet.flying += 1
        sheet.crossed |= sheet.flying > 1
        sheet.draw(drawn, self.desk.now())
        try:
            yield
        except BaseException:
            sheet.shown = ""
            raise
        finally:
            sheet.flying -= 1
            if sheet.crossed and not sheet.flying:
                sheet.crossed, sheet.shown = False, ""
                self.soon(session)

    async def _look(self, session: TableSession, sheet: Sheet) -> None:
        """Discord may show an older state again (discord-api-docs 8102): seen to once, when a turn takes long."""
        if sheet.looked or session.state.phase is not Phase.HAND:
            return
        if (left := sheet.changed + LOOK - self.desk.now()) > SLACK:
            self.soon(session, left)
            return
        sheet.looked, expected = True, sheet.marks
        try:
            found = await self.sending.look(session.record.guild, session.record.channel, session.note("felt"))
        except UNSENT as error:
            if not isinstance(error, discord.NotFound):
                log.info("the felt of table %s was not seen: %s", session.table, error)
                return
            found = frozenset()
        if found != expected and sheet.marks == expected:
            self._forget(session)

    def heard(self, interaction: Interaction) -> None:
        """Somebody used the bot. A felt comes along as he sees it: an older one is drawn once more (RELIABILITY 41)."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        at_felts = (each for each in self.desk.tables.sessions.values() if each.note("felt") == message.id)
        if (session := next(at_felts, None)) is None:
            return
        sheet = self._sheet(session.table)
        is_settled = not sheet.flying and sheet.shown and self.desk.now() > sheet.changed + GAP
        if is_settled and marks([part.to_dict() for part in message.components]) != sheet.marks:
            self._forget(session)

    def _forget(self, session: TableSession) -> None:
        log.info("table %s is not shown as it is", session.table)
        self._sheet(session.table).shown = ""
        self.soon(session)

    # Answers

    async def answer(self, interaction: Interaction, session: TableSession) -> None:
        """Redraw the felt by the answer to the interaction that came from it: one call, and free."""
        snapshot = session.snapshot()
        if self._is_old(session) or runouts.stage(snapshot, self.desk.now()):  # chances take longer than an answer may
            await self.desk.answers.wait(interaction)
            session.say(self.redraw)
            return
        view = felt(snapshot, self.desk.public_face(snapshot))
        with self._on_its_way(session, Drawn(view, view)):
            is_taken = await self.desk.edit(interaction, view)
        if not is_taken:
            self._forget(session)

    async def shown(self, interaction: Interaction, session: TableSession) -> None:
        """Answer a step that changed the table: redraw the felt it came from, or the private panel, then the felt."""
        message, answered = interaction.message, self.desk.answers.is_answered(interaction)
        if message is not None and message.id == session.note("felt") and not answered:
            await self.answer(interaction, session)
            return
        if message is not None and message.flags.ephemeral:
            private = session.private(interaction.user.id)
            await self.desk.edit(interaction, panel(private, self.desk.face(interaction)))
        else:
            await self.desk.answers.wait(interaction)
        session.say(self.redraw)

    # Later

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
        if sheet := self._sheets.get(session.table):  # else it was closed meanwhile
            sheet.later = None
            await self.show(session)

    def _sheet(self, table: int) -> Sheet:
        return self._sheets.setdefault(table, Sheet())

    def _failed(self, session: TableSession, sheet: Sheet, error: Exception) -> None:
        """The state stands; what shows it is tried again in a while, or not at all where we are not let in."""
        found = verdict(error)
        if found.then in (Then.SHUT, Then.GONE):
            return
        wait = max(found.wait, min(RETRY * 2**sheet.failures, LONGEST))
        sheet.failures += 1
        log.warning("table %s not shown, again in %d s: %s", session.table, wait, error)
        self.soon(session, wait)
