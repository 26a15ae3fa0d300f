"""Being told that it is one's turn: an edit notifies nobody, so a player who has not acted for a while is pinged.

At most one live ping a table; it is deleted when the turn is over. At half time it is sent once more.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import discord

from cogs.desk import LANGUAGE, Desk
from cogs.mail import PING_PRIVATE, felt_link
from cogs.sending import Sending
from cogs.ui.layout import lines
from cogs.ui.questions import ping
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase, Snapshot

log = logging.getLogger(__name__)

GRACE = 5.0
"""Seconds before a player is pinged: who looks at the table is not disturbed."""

CHANNEL, PRIVATE, NONE = "channel", PING_PRIVATE, "none"
"""A member's setting `ping`. Who cannot be written to in private is mentioned in the channel."""


@dataclass(slots=True)
class Live:
    """A ping that stands somewhere. guild 0: in private messages."""

    guild: int
    channel: int
    message: int


class Pings:
    """Who is being waited for at each table, and the ping that says so."""

    def __init__(self, desk: Desk, sending: Sending) -> None:
        self._desk = desk
        self._sending = sending
        self._waits: dict[int, asyncio.Task[None]] = {}
        self._live: dict[int, Live] = {}
        self._pinging: set[asyncio.Task[None]] = set()

    async def turn(self, session: TableSession) -> None:
        """A new turn: the old ping goes, and a new one may come."""
        await self.hush(session.table)
        snapshot = session.snapshot()
        if snapshot.phase is Phase.HAND and snapshot.waiting:
            self._waits[session.table] = asyncio.create_task(self._wait(session, snapshot))

    async def hush(self, table: int) -> None:
        """Nobody is waited for any more."""
        if waiting := self._waits.pop(table, None):
            waiting.cancel()
        if live := self._live.pop(table, None):
            await self._sending.delete(live.guild, live.channel, live.message)

    async def stop(self) -> None:
        """End the waiting; what is being sent is sent."""
        for waiting in self._waits.values():
            waiting.cancel()
        await asyncio.gather(*self._waits.values(), *self._pinging, return_exceptions=True)

    async def _wait(self, session: TableSession, snapshot: Snapshot) -> None:
        """After the grace, and once more at half time."""
        clock = snapshot.deadline - self._desk.now()
        for pause, kind in ((GRACE, "ping"), (clock / 2 - GRACE, "half")):
            if pause <= 0:
                return
            await self._desk.sleep(pause)
            if not same_turn(snapshot, session.snapshot()):
                return
            sending = asyncio.create_task(self._ping(session, snapshot, kind))
            self._pinging.add(sending)
            sending.add_done_callback(self._pinging.discard)
            await asyncio.shield(sending)  # once sent, a ping is never forgotten

    async def _ping(self, session: TableSession, snapshot: Snapshot, kind: str) -> None:
        member = snapshot.member_at(snapshot.waiting[0])
        settings = await self._desk.store.member_settings(snapshot.guild, member)
        wish = settings.get("ping", CHANNEL)
        private = int(settings.get("dm") or 0) if wish == PRIVATE else 0
        if wish == NONE:
            return
        guild, channel, text = snapshot.guild, snapshot.channel, ping(snapshot, self._desk.public_face(snapshot))
        if private:
            face = self._desk.member_face(guild, str(settings.get(LANGUAGE) or snapshot.config.language))
            guild, channel = 0, private
            text = lines(ping(snapshot, face), face.say("dm-felt", link=felt_link(session)))
        try:
            message = await self._sending.post(guild, channel, text, _nonce(snapshot, kind), mentioned=member)
            await self._keep(session, snapshot, Live(guild, channel, message))
        except (discord.HTTPException, TimeoutError, OSError) as error:
            log.warning("no ping: %s", error)

    async def _keep(self, session: TableSession, snapshot: Snapshot, live: Live) -> None:
        """The new ping takes the place of an older one; too late already, it goes itself."""
        gone = [self._live.pop(session.table, None)]
        if same_turn(snapshot, session.snapshot()):
            self._live[session.table] = live
        else:
            gone.append(live)
        for old in filter(None, gone):
            await self._sending.delete(old.guild, old.channel, old.message)


def same_turn(before: Snapshot, now: Snapshot) -> bool:
    """Whether the same answer is still owed."""
    return (now.phase, now.hand, now.version) == (Phase.HAND, before.hand, before.version)


def _nonce(snapshot: Snapshot, kind: str) -> str:
    """Short enough for Discord (25), different for every turn."""
    return f"{snapshot.hand % 16**12:x}-{snapshot.version}{kind[0]}"
