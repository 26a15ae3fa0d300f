"""A start without a network, in a ban, with calls that fail; a token that is taken back (RELIABILITY 60, 63, 64)."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest

import bot
from cogs.desk import Desk
from cogs.process import client
from data.store import SqliteStore
from demo.env import WireEnv
from demo.wire import Fault, Wire
from tests.e2e.stage import FEW

ME = "/users/@me"


@pytest.fixture
async def wire(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    monkeypatch.setattr("cogs.process.startup.drawn", lambda: FEW)
    env = WireEnv()
    await env.start()
    env.create_guild("Club")
    async with Wire(env) as made:
        yield made
    await env.shutdown()
    made.check()


def running(folder: Path) -> asyncio.Task[int]:
    return asyncio.create_task(
        bot.live({**bot.SETTINGS, "DISCORD_TOKEN": "offline", "KNEKT_DATABASE": str(folder / "knekt.db")})
    )


def tries(wire: Wire) -> list[int]:
    return [call.status for call in wire.calls if call.path == ME]


async def test_a_start_without_a_network_waits_for_it(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """64: a service manager that saw it end would give up after some tries, and nobody would start it again."""
    monkeypatch.setattr(client, "TRIES", (0.05, 0.1))
    wire.faults.append(Fault(ME, "GET", times=4, reset=True))

    life = running(tmp_path)
    assert await wire.env.until(lambda: wire.gateway.identified == 1, 10)

    assert tries(wire) == [0, 0, 0, 0, 200]
    assert "it is tried again in 0.1 s" in caplog.text
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(life, 10) == 0
    assert "Unclosed" not in caplog.text


@pytest.mark.parametrize("fault", [Fault(ME, banned=True), Fault(ME, retry_after=45.0)])
async def test_a_start_in_a_ban_waits_for_its_end(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    """60: six starts in a row, and the service manager would leave it at that."""
    monkeypatch.setattr(client, "TRIES", (0.5,))
    wire.faults.append(replace(fault))

    life = running(tmp_path)
    assert await wire.env.until(lambda: tries(wire) == [429])
    await asyncio.sleep(0.2)

    assert not life.done()
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(life, 10) == 0


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), discord.RateLimited(45.0)])
async def test_a_start_goes_on_without_its_emojis(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def broken(_: object) -> None:
        raise error

    monkeypatch.setattr(discord.Client, "fetch_application_emojis", broken)
    life = running(tmp_path)

    assert await wire.env.until(lambda: wire.gateway.identified == 1 or life.done(), 10)
    assert not life.done()
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(life, 10) == 0


async def test_commands_that_cannot_be_told_are_told_later(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once, and never more while they stay the same."""
    monkeypatch.setattr("cogs.process.startup.AGAIN", 0.2)
    wire.faults.append(Fault("/applications/*/commands", "PUT", times=2, status=403))
    for number in (1, 2):
        life = running(tmp_path)
        assert await wire.env.until(lambda now=number: wire.gateway.identified == now, 10)  # type: ignore[misc]
        await asyncio.sleep(1)
        signal.raise_signal(signal.SIGTERM)
        assert await asyncio.wait_for(life, 10) == 0

    assert "alarm: the commands are not told" in caplog.text
    assert [call.status for call in wire.calls if call.path.endswith("/commands")] == [403, 403, 200]


async def test_a_signal_in_the_middle_of_a_start_takes_no_command_away(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of a tree that is being taken down is not told to Discord as all commands that there are."""
    loaded = asyncio.Event()

    async def until_they_are_gone(desk: Desk) -> None:
        loaded.set()
        while desk.client.tree.get_commands():  # type: ignore[attr-defined]  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)

    async def takes_a_while(_: object) -> None:
        await asyncio.sleep(0.5)

    monkeypatch.setattr("cogs.process.startup.known_emojis", until_they_are_gone)
    monkeypatch.setattr("cogs.process.upkeep.Upkeep.cog_unload", takes_a_while)
    life = running(tmp_path)
    await asyncio.wait_for(loaded.wait(), 10)
    signal.raise_signal(signal.SIGTERM)

    assert await asyncio.wait_for(life, 10) == 0
    assert not [call for call in wire.calls if call.path.endswith("/commands")]


async def test_a_signal_ends_the_wait_for_a_network(wire: Wire, tmp_path: Path) -> None:
    wire.faults.append(Fault(ME, "GET", times=1, reset=True))

    life = running(tmp_path)
    assert await wire.env.until(lambda: tries(wire) == [0])
    await asyncio.sleep(0.1)
    signal.raise_signal(signal.SIGTERM)

    assert await asyncio.wait_for(life, 10) == 0
    await (await SqliteStore.open(tmp_path / "knekt.db")).close()  # nobody holds it any more


async def test_a_token_that_is_taken_back_ends_it_for_good(
    wire: Wire, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """63: no loop of logins, after a thousand of which Discord would lock the token."""
    life = running(tmp_path)
    assert await wire.env.until(lambda: wire.gateway.identified == 1, 10)
    await asyncio.sleep(0.5)
    await wire.gateway.drop(client.TAKEN_BACK)

    assert await asyncio.wait_for(life, 10) == client.UNUSABLE
    assert "refuses the token" in capsys.readouterr().err
    assert wire.gateway.identified == 1
