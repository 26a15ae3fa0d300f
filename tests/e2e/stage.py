"""The unpatched client on loopback: the real bot over HTTP and WebSocket, two members, one table, and their line."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.process.client import KnektBot, World, make_bot, shuffles
from cogs.ui.draw_emojis import drawn
from cogs.ui.ids import Do, parse
from demo import actors
from demo.env import WireEnv
from demo.wire import Wire
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase

FEW = drawn()
FELT = "/channels/*/messages/*"
"""The path of an edit."""


class Stage:
    """Ann and Bo at a table, and the line to the bot."""

    bot: KnektBot

    def __init__(self, env: WireEnv, wire: Wire, database: Path) -> None:
        self.env, self.wire, self.database = env, wire, database
        self.guild = env.create_guild("Club")
        self.channel: ChannelHandle = self.guild.create_text_channel("poker")
        self.members: dict[str, MemberActor] = {
            name: self.guild.add_member(env.create_user(name)) for name in ("ann", "bo")
        }
        self.expected_errors: list[str] = []  # beginnings of log records that this test provokes

    async def start(self) -> None:
        """A process begins."""
        self.bot = make_bot(self.database, world=World(shuffles=shuffles(random.Random(5))))
        self.env.attach(self.bot)
        self._running = asyncio.create_task(self.bot.start("offline"))
        assert await self.env.until(self.bot.is_ready, 30)

    async def end(self) -> None:
        """It ends."""
        await self.bot.close()
        await self._running

    def session(self) -> TableSession:
        return next(iter(self.bot.desk.tables.sessions.values()))

    def felts(self) -> list[Message]:
        """Messages that one can press something on."""
        return [each for each in actors.seen(self.env, self.channel.id) if actors.buttons(each)]

    def felt(self) -> Message:
        return self.felts()[-1]

    def text(self) -> str:
        return actors.public_text(self.felt())

    def actor(self) -> str:
        snapshot = self.session().snapshot()
        who = snapshot.member_at(snapshot.waiting[0])
        return next(name for name, member in self.members.items() if member.id == who)

    def version(self) -> int:
        return self.session().snapshot().version

    async def press(self, name: str, action: Do) -> InteractionResult:
        found = (parse(button.custom_id) for button in actors.buttons(self.felt()))
        marks = [button.custom_id for button, press in zip(actors.buttons(self.felt()), found, strict=True)
                 if press and press.action is action]  # fmt: skip
        return await self.members[name].click(actors.holder(self.env, self.felt()), custom_id=marks[0])

    async def slash(self, name: str, command: str, **options: object) -> InteractionResult:
        return await self.members[name].slash(self.channel, command, **options)

    async def until(self, words: str, seconds: float = 8) -> None:
        """The felt says so in the end."""
        assert await self.env.until(lambda: words in self.text(), seconds), self.text()

    def private(self, name: str) -> list[str]:
        """Texts of a member's private messages."""
        channel, member = self.members[name].user.dm_channel, self.members[name].id
        return [actors.public_text(each) for each in actors.seen(self.env, channel.id, member)]

    def asked(self, method: str, path: str) -> int:
        """How many calls of this kind have arrived."""
        return sum(call.method == method and fnmatchcase(call.path, path) for call in self.wire.calls)

    async def deal(self) -> None:
        await self.slash("ann", "table open", game="holdem", stakes="1/2", pause=600)
        for name in self.members:
            await self.slash(name, "join")
        await self.slash("ann", "start")
        assert await self.env.until(lambda: self.session().snapshot().waiting and "to call" in self.text())
        assert await self.env.until(lambda: len(self.felts()) == 1)  # the lobby is retired

    async def finish(self) -> None:
        """The hand can be played to its end, by the buttons."""
        assert await self.env.until(self._current)
        while self.session().snapshot().phase is Phase.HAND:
            version, name = self.version(), self.actor()
            offered = {press.action for button in actors.buttons(self.felt()) if (press := parse(button.custom_id))}
            await self.press(name, Do.CHECK if Do.CHECK in offered else Do.CALL)
            assert await self.env.until(lambda before=version: self.version() != before or not self._plays())  # type: ignore[misc]
            await self.env.until(self._current)

    def _plays(self) -> bool:
        return self.session().snapshot().phase is Phase.HAND

    def _current(self) -> bool:
        presses = (parse(button.custom_id) for button in actors.buttons(self.felt()))
        return not self._plays() or any(press and press.version == self.version() for press in presses)


@pytest.fixture
async def stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Stage]:
    monkeypatch.setattr("cogs.process.startup.drawn", lambda: FEW)
    env = WireEnv()
    await env.start()
    async with Wire(env) as wire:
        made = Stage(env, wire, tmp_path / "knekt.db")
        try:
            await made.start()
            await made.deal()
            yield made
            books = await made.bot.store.check_books() if made.bot.store else ()
        finally:
            await made.end()
    await env.shutdown()
    wire.check()
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    errors = [text for text in logged if not text.startswith(tuple(made.expected_errors))]
    assert (errors, books) == ([], ())
