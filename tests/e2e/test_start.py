"""Starting and stopping the process: one plain sentence for what no restart mends, and a clean end on a signal."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import discord
import pytest

import bot
from cogs.process import client
from data.store import SqliteStore

ROOT = Path(__file__).resolve().parents[2]


def run(database: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DISCORD_TOKEN": "x", "KNEKT_DATABASE": str(database), **settings}
    command = [sys.executable, str(ROOT / "bot.py")]
    return subprocess.run(
        command, env=env, cwd=database.parent, capture_output=True, text=True, timeout=60, check=False
    )


def settings(database: Path) -> dict[str, str]:
    return {**bot.SETTINGS, "DISCORD_TOKEN": "x", "KNEKT_DATABASE": str(database)}


def test_without_a_token_two_lines_say_what_can_be_done(tmp_path: Path) -> None:
    done = run(tmp_path / "knekt.db", DISCORD_TOKEN="")

    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 2
    assert "--demo" in done.stdout


async def test_a_database_in_use_is_said_so(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "knekt.db")

    done = await asyncio.to_thread(run, tmp_path / "knekt.db")

    await store.close()
    assert done.returncode == 78
    assert "in use by another Knekt" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "knekt.db"
    await (await SqliteStore.open(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()

    done = await asyncio.to_thread(run, path)

    assert done.returncode == 78
    assert "newer Knekt" in done.stderr


def test_a_setting_that_is_no_number(tmp_path: Path) -> None:
    done = run(tmp_path / "knekt.db", KNEKT_GUILD="my server")

    assert done.returncode == 78
    assert "KNEKT_GUILD" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_refused_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def refuse(*_: object) -> None:
        raise discord.LoginFailure

    monkeypatch.setattr(discord.Client, "login", refuse)

    assert await bot.live(settings(tmp_path / "knekt.db")) == 78
    assert "refuses the token" in capsys.readouterr().err


async def test_a_signal_ends_it_and_the_database_is_free_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = asyncio.Event()

    async def close(self: client.KnektBot) -> None:
        await whole_close(self)
        ended.set()

    async def wait(self: client.KnektBot, *_: object) -> None:
        await self._async_setup_hook()
        await ended.wait()

    whole_close = client.KnektBot.close
    monkeypatch.setattr(client.KnektBot, "close", close)
    monkeypatch.setattr(client.KnektBot, "start", wait)
    running = asyncio.create_task(bot.live(settings(tmp_path / "knekt.db")))
    await asyncio.sleep(0.3)

    signal.raise_signal(signal.SIGTERM)

    assert await asyncio.wait_for(running, 10) == 0
    await (await SqliteStore.open(tmp_path / "knekt.db")).close()
