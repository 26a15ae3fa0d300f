"""Being told that it is one's turn: an edit notifies nobody, so a player who has not acted for a while is pinged.

At most one live ping a table; it is deleted when the turn is over. At half time it is sent once more. After a long
outage all who are asked whether the hand goes on are pinged together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from cogs.answers import UNSENT
from cogs.desk import LANGUAGE, Desk
from cogs.speech.gate import Need
from cogs.speech.mail import PING_PRIVATE, felt_link, unreachable
from cogs.speech.sending import Sending
from cogs.speech.verdicts import Then, verdict
from cogs.ui.layout import lines
from cogs.ui.questions import asking, ping
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase, Snapshot

log = logging.getLogger(__name__)

GRACE = 5.0
"""Seconds before a player is pinged: who looks at the table is not disturbed."""

MORE = 10.0
"""So many more in a full house, half time at most: a ping a turn would come near Discord's limit of all calls (T11)."""

CHANNEL, PRIVATE, NONE = "channel", PING_PRIVATE, "none"
"""A member's setting `ping`. Who cannot be written to in private is mentioned in the channel."""


@dataclass(slots=True)
class Live:
    """A ping that stands somewhere. guild 0: in private messages."""

    guild: int
    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Ping:
    """A ping to be posted. guild 0: in private messages. members: who is mentioned in it."""

    guild: int
    channel: int
    text: str
    nonce: str
    members: list[int]


class Pings:
    """Who is being waited for at each table, and the ping that says so."""

    def __init__(self, desk: Desk, sending: Sending) -> None:
        self._desk = desk
        self._sending = sending
        self._waits: dict[int, asyncio.Task[None]] = {}
        self._live: dict[int, list[Live]] = {}
        self._pinging: set[asyncio.Task[None]] = set()

    async def turn(self, session: TableSession) -> None:
        """A new turn: the old ping goes, and a new one may come. Nobody waits for Discord here."""
        self.hush(session.table)
        snapshot = session.snapshot()
        if snapshot.unanswered or (snapshot.phase is Phase.HAND and snapshot.waiting):
            self._waits[session.table] = asyncio.create_task(self._wait(session, snapshot))

    def hush(self, table: int) -> None:
        """Nobody is waited for any more."""
        for live in self.forget(table):
            self._send(self._delete(table, live))

    def forget(self, table: int) -> list[Live]:
        """Nobody is waited for any more, where nothing can be deleted either; the pings that still stand."""
        if waiting := self._waits.pop(table, None):
            waiting.cancel()
        return self._live.pop(table, [])

    def _send(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """What is being sent goes on to its end, so no ping is ever forgotten."""
        task = asyncio.create_task(work)
        self._pinging.add(task)
        task.add_done_callback(self._pinging.discard)
        return task

    async def _delete(self, table: int, live: Live) -> None:
        """One that cannot be deleted now goes with the next."""
        try:
            await self._sending.delete(live.guild, live.channel, live.message)
        except UNSENT as error:
            log.info("a ping stays: %s", error)
            if verdict(error).then is Then.LATER:
                self._live.setdefault(table, []).append(live)

    async def stop(self) -> None:
        """End the waiting; what is being sent is sent."""
        for waiting in self._waits.values():
            waiting.cancel()
        await asyncio.gather(*self._waits.values(), *self._pinging, return_exceptions=True)

    async def _wait(self, session: TableSession, snapshot: Snapshot) -> None:
        """After the grace, and once more at half time."""
        half = (snapshot.deadline - self._desk.now()) / 2
        await self._desk.sleep(GRACE)
        later = max(0.0, min(MORE, half - GRACE)) if self._sending.is_busy else 0.0
        await self._desk.sleep(later)
        await self._remind(session, snapshot, "ping")
        if (rest := half - GRACE - later) > 0:
            await self._desk.sleep(rest)
            await self._remind(session, snapshot, "half")

    async def _remind(self, session: TableSession, snapshot: Snapshot, kind: str) -> None:
        if same_turn(snapshot, session.snapshot()):
            await asyncio.shield(self._send(self._ping(session, snapshot, kind)))

    async def _ping(self, session: TableSession, snapshot: Snapshot, kind: str) -> None:
        made = self._asking if snapshot.phase is Phase.ASKED else self._turning
        if (new := await made(session, snapshot, kind)) is None:
            return
        try:
            message = await self._sending.post(new.guild, new.channel, new.text, new.nonce, new.members, Need.EXTRA)
        except UNSENT as error:
            log.warning("no ping: %s", error)
            if not new.guild:
                await unreachable(self._desk, session, new.members[0], verdict(error))
        else:
            self._keep(session, snapshot, Live(new.guild, new.channel, message))

    async def _turning(self, session: TableSession, snapshot: Snapshot, kind: str) -> Ping | None:
        """Whoever is to act, as he wishes to be told; None if he does not."""
        member = snapshot.member_at(snapshot.waiting[0])
        settings = await self._desk.store.member_settings(snapshot.guild, member)
        wish = settings.get("ping", CHANNEL)
        private = int(settings.get("dm") or 0) if wish == PRIVATE else 0
        if wish == NONE:
            return None
        nonce = _nonce(snapshot, kind)
        if not private:
            text = ping(snapshot, self._desk.public_face(snapshot))
            return Ping(snapshot.guild, snapshot.channel, text, nonce, [member])
        face = self._desk.member_face(snapshot.guild, str(settings.get(LANGUAGE) or snapshot.config.language))
        text = lines(ping(snapshot, face), face.say("dm-felt", link=felt_link(session)))
        return Ping(0, private, text, nonce, [member])

    async def _asking(self, session: TableSession, snapshot: Snapshot, kind: str) -> Ping | None:
        """All who have not answered yet, in the channel, for it is nobody's turn; but for those who want no pings."""
        now, told = session.snapshot(), list[int]()
        for member in map(now.player, now.unanswered):
            settings = await self._desk.store.member_settings(now.guild, member)
            told += [member] if settings.get("ping") != NONE else []
        if not told:
            return None
        face = self._desk.public_face(now)
        text = lines(asking(now, face, told), face.say("dm-felt", link=felt_link(session)))
        return Ping(now.guild, now.channel, text, _nonce(snapshot, f"asked {kind}"), told)

    def _keep(self, session: TableSession, snapshot: Snapshot, live: Live) -> None:
        """The new ping takes the place of an older one; too late already, it goes itself."""
        gone = self._live.pop(session.table, [])
        if same_turn(snapshot, session.snapshot()):
            self._live[session.table] = [live]
        else:
            gone.append(live)
        for old in gone:
            self._send(self._delete(session.table, old))


def same_turn(before: Snapshot, now: Snapshot) -> bool:
    """Whether the same answer is still owed."""
    return (now.phase, now.hand, now.version) == (before.phase, before.hand, before.version)


def _nonce(snapshot: Snapshot, kind: str) -> str:
    """Short enough for Discord (25), different for every turn, also for one that begins anew after a pause."""
    mark = "".join(word[0] for word in kind.split())
    return f"{snapshot.hand % 16**10:x}-{snapshot.version}-{int(snapshot.deadline) % 16**4:x}{mark}"
