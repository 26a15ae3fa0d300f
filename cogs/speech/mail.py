"""Private messages: one with the cards per hand, unless the member wants the button only. No hand waits for them.

Which cards must still be sent is stored with the deal. A message stays in that outbox until Discord has taken it, so
neither a failure nor the end of the process loses it, and its nonce gives the first one again if it had arrived.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from cogs.answers import UNSENT
from cogs.desk import LANGUAGE, LOOK, TEXT, Desk
from cogs.process import restored
from cogs.speech.gate import Need
from cogs.speech.sending import Sending
from cogs.speech.verdicts import Then, Verdict, verdict
from cogs.ui.panel import dm_cards
from cogs.welcome import see_off
from data.epochs import RESTORED
from engine.tables.ports import Outbox, StoreError
from engine.tables.session import TableSession

log = logging.getLogger(__name__)

MESSAGE, BUTTON_ONLY = "dm", "button"
"""A member's setting `cards`."""

PING_PRIVATE = "dm"
"""One of the settings `ping`."""

AGAIN, LONGEST = 5.0, 60.0
"""Seconds until what was not taken is sent again, twice as many each time, up to LONGEST."""

OPENINGS = 3
"""Times that a member's channel is tried to be opened when he sits down."""


class Mail:
    """The cards of every table."""

    def __init__(self, desk: Desk, sending: Sending) -> None:
        self._desk, self._sending = desk, sending
        self._dealing: dict[int, int] = {}

    async def deal_out(self, session: TableSession) -> None:
        """Send the cards that wait, again and again until none does; what belongs to an earlier hand is given up."""
        table, hand = session.table, session.state.hand
        if self._dealing.get(table) == hand:
            return
        self._dealing[table] = hand
        try:
            await self._deal_out(session, hand)
        finally:
            if self._dealing.get(table) == hand:
                del self._dealing[table]

    async def _deal_out(self, session: TableSession, hand: int) -> None:
        need, pause = Need.CARDS, AGAIN
        while session.state.hand == hand:
            waiting = await self._desk.store.pending(session.table)
            if not (waits := await self._send_all(session, waiting, need)):
                return
            await self._desk.sleep(max(pause, *waits))
            need, pause = Need.EXTRA, min(pause * 2, LONGEST)

    async def _send_all(self, session: TableSession, waiting: Sequence[Outbox], need: Need) -> list[float]:
        """For each message that stays in the outbox, how long it must wait."""
        done = await asyncio.gather(*(self._deliver(session, row, need) for row in waiting))
        return [wait for wait in done if wait]

    async def _deliver(self, session: TableSession, row: Outbox, need: Need) -> float:
        """0 when it was sent or given up, else the seconds that it must wait; also for a store that is out of order."""
        try:
            return await self._delivered(session, row, need)
        except StoreError as error:
            log.warning("%s waits for the database: %s", row.kind, error)
            return AGAIN

    async def _delivered(self, session: TableSession, row: Outbox, need: Need) -> float:
        """A member whom it cannot reach is told."""
        try:
            if row.kind == "cards" and row.hand == session.state.hand:
                await self._send_cards(session, row, need)
            elif row.kind == RESTORED:
                await restored.tell(self._desk, self._sending, session, row, need)
        except UNSENT as error:
            found = verdict(error)
            log.warning("%s not sent: %s", row.kind, error)
            if found.then is Then.LATER:
                return max(found.wait, 1)
            if row.member:
                await unreachable(self._desk, session, row.member, found)
        await self._desk.store.spoken(row.nonce)
        return 0

    async def _send_cards(self, session: TableSession, row: Outbox, need: Need) -> None:
        guild = session.record.guild
        settings = await self._desk.store.member_settings(guild, row.member)
        channel = settings.get("dm")
        private = session.private(row.member)
        if settings.get("cards") == BUTTON_ONLY or not channel or private.view is None or private.view.over:
            return
        language = str(settings.get(LANGUAGE) or session.config.language)
        face = self._desk.member_face(guild, language, text=settings.get(LOOK) == TEXT)
        await self._sending.post(0, int(channel), dm_cards(private, face, felt_link(session)), row.nonce, need=need)


async def open_channel(desk: Desk, sending: Sending, session: TableSession, member: int) -> None:
    """At sit-down, which is when the member asked for it: open the channel and keep its id."""
    guild = session.record.guild
    settings = await desk.store.member_settings(guild, member)
    needless = settings.get("cards") == BUTTON_ONLY and settings.get("ping") != PING_PRIVATE
    if needless or settings.get("dm"):
        return
    for _ in range(OPENINGS):
        try:
            channel = await sending.open_private(member)
        except UNSENT as error:
            found = verdict(error)
            log.warning("no private channel: %s", error)
            await unreachable(desk, session, member, found)
            if found.then is not Then.LATER:
                return
            await desk.sleep(max(found.wait, AGAIN))
        else:
            await desk.store.set_member_setting(guild, member, "dm", channel)
            return


async def unreachable(desk: Desk, session: TableSession, member: int, found: Verdict) -> None:
    """A private message did not arrive. Why is said once, with his next press, if there is something to say.

    Who is closed to us is not written to again before he sits down anew (RELIABILITY 47, 50). Who has no server in
    common with us, or is nowhere any more, has left this one too (49).
    """
    if found.word in ("closed", "later"):
        desk.whispers.setdefault(member, (f"dm-{found.word}", {}))
    if found.then in (Then.CLOSED, Then.LEFT, Then.GONE):
        await desk.store.set_member_setting(session.record.guild, member, "dm", None)
    if found.then is Then.LEFT:
        desk.speaker.background(see_off(desk, session, [member]))


def felt_link(session: TableSession) -> str:
    """Where the felt stands."""
    record, message = session.record, session.note("felt")
    return f"https://discord.com/channels/{record.guild}/{record.channel}/{message or ''}".rstrip("/")
