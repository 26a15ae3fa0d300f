"""The whole process: how it ends, and with which status for its service manager (RELIABILITY 9, 12, 18, 25, 82)."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from cogs.process import client
from cogs.process.client import World, make_bot, shuffles
from cogs.ui.ids import Do, parse
from data.store import SqliteStore
from demo import actors
from demo.clock import FastClock
from demo.env import WireEnv
from demo.wire import Wire
from engine.tables.snapshot import Phase
from tests.crash import process

ROOT = Path(__file__).resolve().parents[2]
SOON = 10.0
"""Seconds that the end may take."""


def run(database: Path, *, before: str = "") -> subprocess.CompletedProcess[str]:
    """`bot.py` as a service manager starts it, until it ends by itself; `before`: what the shell does first."""
    env = {**os.environ, "DISCORD_TOKEN": "x", "KNEKT_DATABASE": str(database)}
    line = f"{before}exec {sys.executable} {ROOT / 'bot.py'}"
    return subprocess.run(
        ["/bin/sh", "-c", line], env=env, cwd=database.parent, capture_output=True, text=True, timeout=60, check=False
    )


# What a start finds on the disk


def test_a_disk_that_is_full_at_the_start_is_tried_again_by_the_service_manager(tmp_path: Path) -> None:
    """9: not 78, for room may come."""
    done = run(tmp_path / "knekt.db", before="ulimit -f 8; ")

    assert done.returncode == client.LOST == 1
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_not_there_needs_a_human(tmp_path: Path) -> None:
    done = run(tmp_path / "knekt.db", before=f"KNEKT_DATABASE={tmp_path}/no/such/knekt.db; ")

    assert done.returncode == client.UNUSABLE == 78
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_damaged_file_is_refused_with_a_plain_sentence(tmp_path: Path) -> None:
    """12: never served from, never mended in silence."""
    path = tmp_path / "knekt.db"
    await (await SqliteStore.open(path)).close()
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)

    done = await asyncio.to_thread(run, path)

    assert done.returncode == 78
    assert "is damaged" in done.stderr
    assert "Restore a backup" in done.stderr
    assert "Traceback" not in done.stderr


# A process with a hand on a table


class Life:
    """The bot in a process of its own, and two members at a table."""

    def __init__(self, env: WireEnv, wire: Wire, folder: Path) -> None:
        self.env, self.wire, self.database, self.log = env, wire, folder / "knekt.db", folder / "log"
        guild = env.create_guild("Club")
        self.channel = guild.create_text_channel("poker")
        self.members = {name: guild.add_member(env.create_user(name)) for name in ("ann", "bo")}
        self.running: ForkServerProcess | None = None

    async def start(self) -> None:
        logins = self.wire.gateway.identified
        self.running = process.process(self.wire.rest_url, self.wire.socket_url, self.database, self.log)
        self.running.start()
        assert await self.env.until(lambda: self.wire.gateway.identified > logins, 60), self.said()

    async def deal(self) -> None:
        await self.members["ann"].slash(self.channel, "table open", game="holdem", stakes="1/2", pause=5)
        for member in self.members.values():
            await member.slash(self.channel, "join")
        await self.members["ann"].slash(self.channel, "start")
        assert await self.env.until(lambda: "to call" in self.text()), self.text()

    def text(self) -> str:
        shown = actors.seen(self.env, self.channel.id)
        return "\n".join(actors.public_text(message) for message in shown)

    async def act(self) -> bool:
        """Both press what costs least, of which one counts; False when there is nothing to press."""
        found = ""
        for member in self.members.values():
            felt = next(each for each in reversed(actors.seen(self.env, self.channel.id)) if actors.buttons(each))
            marks = {press.action: each.custom_id for each in actors.buttons(felt) if (press := parse(each.custom_id))}
            found = next((marks[action] for action in (Do.CHECK, Do.CALL) if action in marks), "")
            if found:
                await member.click(actors.holder(self.env, felt), custom_id=found)
        return bool(found)

    async def ended(self, seconds: float) -> int | None:
        assert self.running is not None
        await asyncio.to_thread(self.running.join, seconds)
        return self.running.exitcode

    def said(self) -> str:
        return self.log.read_text("utf-8") if self.log.exists() else ""


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    env = WireEnv()
    await env.start()
    async with Wire(env) as wire:
        made = Life(env, wire, tmp_path)
        yield made
        if made.running is not None and made.running.is_alive():
            made.running.kill()
            made.running.join()
    await env.shutdown()


async def test_a_signal_in_mid_hand_ends_the_process_and_the_hand_goes_on_after_it(life: Life) -> None:
    """82: within ten seconds, with status 0; and 1: the next process says that it is back."""
    await life.start()
    await life.deal()
    assert life.running is not None
    begun = time.monotonic()

    life.running.terminate()
    assert await life.ended(SOON) == 0, life.said()
    assert time.monotonic() - begun < SOON

    await life.start()
    assert await life.env.until(lambda: "Back after a restart" in life.text(), 20), life.text()
    await life.act()
    assert await life.env.until(lambda: "calls" in life.text() or "checks" in life.text(), 10), life.text()


async def test_before_an_update_the_hand_is_played_to_its_end_and_no_other_is_dealt(life: Life) -> None:
    """18: SIGUSR1."""
    await life.start()
    await life.deal()
    assert life.running is not None
    assert life.running.pid is not None
    os.kill(life.running.pid, signal.SIGUSR1)
    assert await life.env.until(lambda: "about to be updated" in life.text(), 10), life.text()
    assert life.running.is_alive()

    while await life.act():
        await life.env.until(lambda: False, 0.1)

    assert await life.ended(2 * SOON) == 0, life.said()
    store = await SqliteStore.open(life.database)
    (saved,) = await store.open_tables()
    assert saved.hand is None
    assert await store.hand_numbered(saved.table.table, 2) is None
    await store.close()


# A line that is dead without a word (RELIABILITY 25)


async def test_a_line_that_went_silent_takes_no_turn_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn runs out long before discord.py notices; an unanswered heartbeat says it at once."""
    monkeypatch.setattr("cogs.process.startup.emojis", _nothing)
    monkeypatch.setattr("cogs.process.line.ANSWER", 0.5)
    env, clock = WireEnv(), FastClock(20)
    await env.start()
    async with Wire(env) as wire:
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("poker")
        members = [guild.add_member(env.create_user(name)) for name in ("ann", "bo")]
        world = World(clock.now, clock.sleep, shuffles(random.Random(5)))
        made = make_bot(tmp_path / "knekt.db", world=world)
        env.attach(made)
        running = asyncio.create_task(made.start("offline"))
        assert await env.until(made.is_ready, 30)
        try:
            await members[0].slash(channel, "table open", game="holdem", stakes="1/2", clock=60, time_bank=0)
            for member in members:
                await member.slash(channel, "join")
            await members[0].slash(channel, "start")
            await _goes_silent(made, wire, clock)
        finally:
            await made.close()
            await running
    await env.shutdown()


async def _goes_silent(made: client.KnektBot, wire: Wire, clock: FastClock) -> None:
    (session,) = made.desk.tables.sessions.values()
    deadline = session.state.deadline

    wire.gateway.silent = True
    await asyncio.sleep(5)
    assert clock.now() > deadline + 20
    assert (session.state.phase, session.inputs, session.state.misses) == (Phase.HAND, [], {})
    assert 0 in made.line.up

    wire.gateway.silent = False
    await _until(lambda: session.state.deadline > deadline, 5)
    assert session.inputs == []
    await _until(lambda: session.state.phase is Phase.BETWEEN, 10)  # a line that answers: the clock counts again


async def _nothing(*_: object) -> None:
    pass


async def _until(is_so: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
