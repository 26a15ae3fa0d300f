"""The simulated gateway: one log of events per session, and sockets that read it.

A session keeps its log when its socket breaks, so RESUME is only a new reader that starts further back.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from aiohttp import web
from simcord import intents as sim_intents
from simcord.backend import Backend, serializers

HEARTBEAT_MS = 41250
ANSWER_SECONDS = 0.02  # an answer in no time at all is measured by discord.py as one that took for ever
LOG_LENGTH = 2000  # events kept for RESUME


class Session:
    """One identified bot: what it subscribed to and every event it was sent, in order."""

    def __init__(self, backend: Backend, intents: discord.Intents, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard  # (number, of how many)
        self.socket: web.WebSocketResponse | None = None
        self._backend = backend
        self._log: list[str] = []
        self._dropped = 0  # events no longer in the log: its first entry has this number plus one
        self._wake = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None

    @property
    def sequence(self) -> int:
        """The number of the last event."""
        return self._dropped + len(self._log)

    def push(self, event: str, payload: Mapping[str, Any]) -> None:
        """Queue an event, unless intents or shard keep it out. The payload is copied at once."""
        gate = sim_intents.required_intent(event, payload)
        if (gate and not getattr(self.intents, gate)) or not self.covers(_guild_of(event, payload)):
            return
        data = json.loads(json.dumps(payload))
        if event == "GUILD_CREATE":
            sim_intents.prune_guild_create(data, self.intents, self._backend.bot_user.id)
        self._log.append(json.dumps({"op": 0, "t": event, "s": self.sequence + 1, "d": data}))
        self.forget(self.sequence - LOG_LENGTH)
        self._wake.set()

    def covers(self, guild: int | None) -> bool:
        """Whether this shard is the one for a guild. 0: private messages, the first shard's. None: all shards."""
        number, count = self.shard
        return guild is None or (guild >> 22) % count == number

    def forget(self, sequence: int) -> None:
        """Drop events up to this number from the log."""
        count = max(0, min(sequence - self._dropped, len(self._log)))
        del self._log[:count]
        self._dropped += count

    def can_resume(self, sequence: int) -> bool:
        """Whether everything after this event is still in the log."""
        return self._dropped <= sequence <= self.sequence

    def attach(self, socket: web.WebSocketResponse, after: int) -> None:
        """Send the log from here on to this socket."""
        self.detach(self.socket)
        self.socket = socket
        self._pump = asyncio.create_task(self._send(socket, after))

    def detach(self, socket: web.WebSocketResponse | None) -> None:
        """Stop sending to this socket, if it is still the one in use."""
        if socket is None or socket is not self.socket:
            return
        self.socket = None
        if self._pump is not None:
            self._pump.cancel()

    async def _send(self, socket: web.WebSocketResponse, after: int) -> None:
        with suppress(ConnectionError):
            while True:
                self._wake.clear()
                for text in self._log[max(0, after - self._dropped) :]:
                    await socket.send_str(text)
                    after += 1
                if after >= self.sequence:
                    await self._wake.wait()


def _guild_of(event: str, payload: Mapping[str, Any]) -> int | None:
    """Give the guild an event happened in, 0 for private messages; None: it concerns every session."""
    if event in {"READY", "RESUMED", "USER_UPDATE"}:
        return None
    key = "id" if event in {"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"} else "guild_id"
    return int(payload.get(key) or 0)


class Gateway:
    """The WebSocket side of the simulated Discord."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.sessions: dict[str, Session] = {}
        self.refuse_resume = False  # planted: every RESUME is answered with "invalid session"
        self.silent = False  # planted: nothing that arrives is answered, and nobody hangs up
        self.resumed = 0  # sessions taken up again so far
        self.identified = 0  # sessions opened so far

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Hand an event to every session."""
        for session in self.sessions.values():
            session.push(event, payload)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        session: Session | None = None
        async for message in socket:
            if self.silent:
                continue
            session = await self._receive(socket, session, json.loads(message.data), str(request.url))
        if session is not None:
            session.detach(socket)
        return socket

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, frame: dict[str, Any], url: str
    ) -> Session | None:
        match frame["op"], frame.get("d"):
            case 1, sequence:
                await asyncio.sleep(ANSWER_SECONDS)
                await socket.send_json({"op": 11})
                if session is not None and isinstance(sequence, int):
                    session.forget(sequence)
            case 2, dict() as hello:
                session = self._identify(socket, hello, url)
            case 6, dict() as wish:
                session = await self._resume(socket, wish)
            case 8, dict() as wish if session is not None:
                self._members(session, wish)
        return session

    def _identify(self, socket: web.WebSocketResponse, hello: dict[str, Any], url: str) -> Session:
        self.sessions = {key: known for key, known in self.sessions.items() if known.socket is not None}
        number, count = hello.get("shard") or (0, 1)
        session = Session(self.backend, discord.Intents._from_value(hello["intents"]), (number, count))
        self.sessions[session.id] = session
        self.identified += 1
        session.push("READY", self._ready(session, url.replace("http", "ws", 1).partition("?")[0]))
        for guild in self.backend.guilds.values():
            session.push("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        session.attach(socket, 0)
        return session

    def _ready(self, session: Session, url: str) -> dict[str, Any]:
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [
                {"id": str(guild), "unavailable": True} for guild in self.backend.guilds if session.covers(guild)
            ],
            "shard": list(session.shard),
            "session_id": session.id,
            "resume_gateway_url": url,
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }

    async def _resume(self, socket: web.WebSocketResponse, wish: dict[str, Any]) -> Session | None:
        session, sequence = self.sessions.get(wish["session_id"]), int(wish.get("seq") or 0)
        if self.refuse_resume or session is None or not session.can_resume(sequence):
            await socket.send_json({"op": 9, "d": False})
            return None
        self.resumed += 1
        session.push("RESUMED", {})
        session.attach(socket, sequence)
        return session

    def _members(self, session: Session, wish: dict[str, Any]) -> None:
        guild = self.backend.guilds[int(wish["guild_id"])]
        members = [serializers.member_payload(self.backend, guild, member) for member in guild.members.values()]
        chunk = {"guild_id": str(guild.id), "chunk_index": 0, "chunk_count": 1, "members": members}
        session.push("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": wish.get("nonce")})

    # Planted faults.

    def _sockets(self) -> list[web.WebSocketResponse]:
        return [session.socket for session in self.sessions.values() if session.socket is not None]

    async def drop(self, code: int = 4000) -> None:
        """Close every connection with this code; the sessions stay resumable."""
        for socket in self._sockets():
            await socket.close(code=code)

    def cut(self) -> None:
        """Break every connection without a closing word, as a dead network does."""
        for socket in self._sockets():
            request = socket._req
            if request is not None and request.transport is not None:
                request.transport.abort()

    async def ask_to_reconnect(self) -> None:
        """Send op 7, as Discord does before it moves a bot."""
        for socket in self._sockets():
            await socket.send_json({"op": 7, "d": None})

    async def invalidate(self) -> None:
        """Send op 9 and forget the sessions: the bot has to identify anew."""
        sockets = self._sockets()
        self.sessions = {}
        for socket in sockets:
            await socket.send_json({"op": 9, "d": False})
