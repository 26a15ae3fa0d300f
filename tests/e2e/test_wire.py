"""The unpatched client on a bad line: limits, server errors, broken connections, a gateway that drops.

The real bot over HTTP and WebSocket, two members, one hand (RELIABILITY 24 to 37, 58 to 62). Each test says what the
members see and how the hand goes on.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot import KnektBot, World, make_bot, shuffles
from cogs.ui.draw_emojis import drawn
from cogs.ui.ids import Do, parse
from demo import actors
from demo.env import WireEnv
from demo.wire import Fault, Wire
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase

FEW = drawn()
FELT = "/channels/*/messages/*"


class Stage:
    """Ann and Bo at a table, and the line to the bot."""

    def __init__(self, env: WireEnv, wire: Wire, bot: KnektBot, channel: ChannelHandle) -> None:
        self.env, self.wire, self.bot, self.channel = env, wire, bot, channel
        self.members: dict[str, MemberActor] = {}

    def session(self) -> TableSession:
        return next(iter(self.bot.desk.tables.sessions.values()))

    def felt(self) -> Message:
        return next(each for each in reversed(actors.seen(self.env, self.channel.id)) if actors.buttons(each))

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

    async def deal(self) -> None:
        await self.slash("ann", "table open", game="holdem", stakes="1/2", pause=600)
        for name in self.members:
            await self.slash(name, "join")
        await self.slash("ann", "start")
        assert await self.env.until(lambda: self.session().snapshot().waiting and "to call" in self.text())

    async def finish(self) -> None:
        """The hand can be played to its end, by the buttons."""
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
    monkeypatch.setattr("cogs.startup.drawn", lambda: FEW)
    env = WireEnv()
    await env.start()
    async with Wire(env) as wire:
        guild = env.create_guild("Club")
        world = World(shuffles=shuffles(random.Random(5)))
        made = Stage(env, wire, make_bot(tmp_path / "knekt.db", world=world), guild.create_text_channel("poker"))
        made.members = {name: guild.add_member(env.create_user(name)) for name in ("ann", "bo")}
        env.attach(made.bot)
        running = asyncio.create_task(made.bot.start("offline"))
        assert await env.until(made.bot.is_ready, 30)
        await made.deal()
        yield made
        books = await made.bot.store.check_books() if made.bot.store else ()
        await made.bot.close()
        await running
    await env.shutdown()
    wire.check()
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert (logged, books) == ([], ())


async def test_a_limit_on_the_felt_holds_up_nobody(stage: Stage) -> None:
    """58: the edit waits; whoever acts meanwhile is answered at once, and the felt catches up."""
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.0))
    before = stage.version()
    await stage.slash(stage.actor(), "call")
    assert stage.version() == before + 1

    begun = time.monotonic()
    await stage.slash(stage.actor(), "check")
    assert time.monotonic() - begun < 1
    assert stage.version() == before + 2
    await stage.until("Flop")
    await stage.finish()


async def test_a_global_limit_does_not_touch_interactions(stage: Stage) -> None:
    """59: the library holds every other call; answers to interactions have a limit of their own."""
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.0, everywhere=True))
    await stage.slash(stage.actor(), "call")
    await asyncio.sleep(1.3)

    begun = time.monotonic()
    answer = await stage.slash(stage.actor(), "cards")
    assert answer.acknowledged
    assert time.monotonic() - begun < 1
    await stage.until("calls")
    await stage.finish()


@pytest.mark.parametrize(
    "fault",
    [
        Fault(FELT, "PATCH", status=503),
        Fault(FELT, "PATCH", status=500),
        Fault(FELT, "PATCH", status=502, times=2),
        Fault(FELT, "PATCH", reset=True, times=3),
        Fault(FELT, "PATCH", lost=True),
        Fault(FELT, "PATCH", delay=3.5),
    ],
    ids=lambda fault: f"{fault.status or (fault.reset and 'reset') or (fault.lost and 'lost') or 'slow'}",
)
async def test_an_edit_that_fails_is_made_up_for(stage: Stage, fault: Fault) -> None:
    """62: server errors and broken connections; the state stands, and the felt shows it in the end."""
    stage.wire.plant(fault)
    before = stage.version()
    await stage.slash(stage.actor(), "call")

    assert stage.version() == before + 1
    await stage.until("calls", 15)
    assert fault.times == 0
    await stage.finish()


@pytest.mark.parametrize("fault", ["lost", "503"])
async def test_a_new_felt_whose_answer_is_lost_is_posted_once(stage: Stage, fault: str) -> None:
    """3, 62: the same nonce gives the first message again."""
    await stage.finish()
    felts = len([each for each in actors.seen(stage.env, stage.channel.id) if actors.buttons(each)])
    path, status = f"/channels/{stage.channel.id}/messages", 503 if fault == "503" else 0
    planted = stage.wire.plant(Fault(path, "POST", lost=not status, status=status))

    await stage.slash("ann", "start")
    assert await stage.env.until(lambda: "to call" in stage.text(), 15)
    await asyncio.sleep(0.5)

    assert planted.times == 0
    assert len([each for each in actors.seen(stage.env, stage.channel.id) if actors.buttons(each)]) == felts + 1
    await stage.finish()


async def test_a_press_whose_answer_breaks_off_counts_once(stage: Stage) -> None:
    """2, 3: what was committed stands; the same button once more is stale."""
    before = stage.version()
    stage.wire.plant(Fault("/interactions/*", "POST", reset=True, times=2))

    await stage.press(stage.actor(), Do.CALL)
    assert await stage.env.until(lambda: stage.version() == before + 1)
    await stage.until("calls", 15)
    await stage.finish()


async def test_a_slow_answer_to_one_delays_no_other(stage: Stage) -> None:
    """37: the answer to Ann hangs for longer than Discord waits; Bo plays on."""
    actor, before = stage.actor(), stage.version()
    stage.wire.plant(Fault("/interactions/*", "POST", delay=3.5))
    slow = asyncio.create_task(stage.slash(actor, "call"))
    assert await stage.env.until(lambda: stage.version() == before + 1)

    begun = time.monotonic()
    answer = await stage.slash(stage.actor(), "check")
    assert answer.acknowledged
    assert time.monotonic() - begun < 1.5
    assert stage.version() == before + 2
    await slow
    await stage.until("Flop")
    await stage.finish()


async def test_a_gateway_that_drops_resumes_and_the_clock_starts_anew(stage: Stage) -> None:
    """24: nobody loses time to it, and the next press works."""
    deadline = stage.session().snapshot().deadline
    await stage.wire.gateway.drop()
    assert await stage.env.until(lambda: stage.wire.gateway.resumed == 1, 15)
    assert await stage.env.until(lambda: stage.session().snapshot().deadline > deadline)

    before = stage.version()
    await stage.press(stage.actor(), Do.CALL)
    assert stage.version() == before + 1
    await stage.finish()


async def test_a_session_that_cannot_be_resumed_is_opened_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25: a new login; the table is where it was, under the same buttons."""
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *rest: sleep(min(seconds, 0.05), *rest))
    before, hand = stage.version(), stage.session().snapshot().hand
    await stage.wire.gateway.invalidate()
    assert await stage.env.until(lambda: stage.wire.gateway.identified == 2, 15)
    monkeypatch.undo()
    assert await stage.env.until(stage.bot.is_ready)

    assert (stage.version(), stage.session().snapshot().hand) == (before, hand)
    await stage.press(stage.actor(), Do.CALL)
    assert stage.version() == before + 1
    await stage.finish()


async def test_a_press_in_the_gap_counts_when_the_line_is_back(stage: Stage) -> None:
    """24: Discord keeps what happened, in order."""
    before = stage.version()
    await stage.wire.gateway.ask_to_reconnect()
    answer = await stage.press(stage.actor(), Do.CALL)

    assert answer.acknowledged
    assert stage.version() == before + 1
    await stage.finish()
