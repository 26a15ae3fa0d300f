"""What the tables say to Discord after a commit: the felt, the cards in private, the final account."""

from __future__ import annotations

import logging

from cogs import welcome
from cogs.desk import Desk, Interaction
from cogs.speech.background import logged
from cogs.speech.felts import Felts
from cogs.speech.gate import Gate, Need
from cogs.speech.mail import Mail
from cogs.speech.pings import Pings
from cogs.speech.sending import PROBE
from cogs.speech.sheets import GAP
from cogs.speech.verdicts import Then, Verdict
from cogs.ui.evening import evening
from engine.tables.errors import TableError
from engine.tables.session import TableSession

__all__ = ["GAP", "Speaker"]

log = logging.getLogger(__name__)


class Speaker(Felts):
    """The `Delivery` of the table manager."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        super().__init__(desk, gate)
        self.mail = Mail(desk, self.sending)
        self.pings = Pings(desk, self.sending)
        self._probing: set[int] = set()

    # Delivery

    async def new_hand(self, table: int) -> None:
        """The felt of a new hand below everything else, and the cards in private."""
        if session := self._session(table):
            await self.show(session)
            self.background(self.mail.deal_out(session))
            await self.turn(table)

    async def turn(self, table: int) -> None:
        """Somebody else is to act: he is told in a while, and what the interaction's answer has not shown is mended."""
        if session := self._session(table):
            self.soon(session)
            welcome.look_around(self.desk, session)
            await self.pings.turn(session)

    async def seat_free(self, table: int, member: int) -> None:
        """Who has waited longest is told in the channel."""
        if session := self._session(table):
            snapshot = session.snapshot()
            text = self.desk.public_face(snapshot).say("seat-free", mention=f"<@{member}>")
            nonce = f"w{session.record.version % 16**6:x}-{member % 10**12}"
            await logged(self.sending.post(snapshot.guild, snapshot.channel, text, nonce, [member], Need.EXTRA))

    async def closed(self, table: int) -> None:
        """The last felt without its buttons, and what the evening meant for everybody."""
        if (session := self._session(table)) is None:
            self.pings.forget(table)
            self._sheets.pop(table, None)
            return
        await self.show(session, at_once=True)
        self.pings.hush(table)
        snapshot = session.snapshot()
        lines = await self.desk.store.evening_ledger(table)
        view = evening(snapshot, lines, self.desk.public_face(snapshot))
        await logged(self.sending.post(snapshot.guild, snapshot.channel, view, f"t{table:x}-end", need=Need.CARDS))
        self._sheets.pop(table, None)

    def _session(self, table: int) -> TableSession | None:
        """The table, unless nothing can be said where it stands."""
        session = self.desk.tables.sessions.get(table)
        return None if session is None or self.is_gone(session) else session

    # Places that are lost, shut, and open again

    async def place_gone(self, place: int) -> None:
        """A server or channel where nobody can play again: every chip goes back, and not a word is said there."""
        self.desk.gone.add(place)
        for session in self.desk.tables.sessions.values():
            if place == session.record.channel:
                self.desk.whispers[session.record.host] = ("channel-deleted", {})
        await self.desk.tables.abandon(place)

    def barred(self, channel: int, found: Verdict) -> None:
        """Nothing gets into a channel: the clock stops, and the host is told why when he is heard of next."""
        if found.then is Then.GONE:
            self.background(self.place_gone(channel))
            return
        log.warning("channel %s is shut: %s", channel, found.word)
        for session in self.desk.tables.sessions.values():
            if session.record.channel == channel:
                self.desk.whispers[session.record.host] = (f"channel-{found.word}", {})
                self.background(self._pause(session))

    async def _pause(self, session: TableSession) -> None:
        try:
            await session.pause(0)
        except TableError:
            log.info("table %s stood still already", session.table)

    def heard(self, interaction: Interaction) -> None:
        """Somebody used the bot: where he did, something may have been changed for us."""
        super().heard(interaction)
        self.reopen(interaction.channel_id or 0)

    def reopen(self, place: int) -> None:
        """In a server or channel something was changed: one try, at most every PROBE seconds (RELIABILITY 45)."""
        for session in self.desk.tables.sessions.values():
            channel = session.record.channel
            is_shut = channel in self.sending.shut and channel not in self._probing
            if is_shut and place in (session.record.guild, channel):
                self._probing.add(channel)
                self.background(self._probe(session))

    async def _probe(self, session: TableSession) -> None:
        channel = session.record.channel
        try:
            await self.desk.sleep(max(0.0, self.sending.shut[channel] + PROBE - self.desk.now()))
            self.sending.shut.pop(channel, None)
        finally:
            self._probing.discard(channel)
        await self.show(session)

    # The end

    async def stop(self) -> None:
        """End what waits; what is being sent as a ping is sent."""
        await self.pings.stop()
        await super().stop()
