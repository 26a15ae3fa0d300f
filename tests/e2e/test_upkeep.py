"""Backups while the bot runs: made when something changed, and a failure is told to whoever runs it."""

import logging
from pathlib import Path
from typing import Any

import pytest

from data.backup import verify
from data.rotation import folder_of, made
from engine.tables.ports import Unavailable
from tests.e2e.club import Club


def upkeep(club: Club) -> Any:
    """The cog; its class is made anew with each bot."""
    return club.bot.get_cog("Upkeep")


def backups(club: Club) -> list[Path]:
    return made(folder_of(club.database))


async def test_a_backup_is_made_when_something_has_changed(club: Club) -> None:
    """In the middle of a hand, too; the running hand is in it under its seal."""
    await upkeep(club).back_up.coro(upkeep(club))
    assert backups(club) == []
    await club.deal("ann", "bo")

    for _ in range(2):
        await upkeep(club).back_up.coro(upkeep(club))
        club.time.time += 900
    (only,) = backups(club)
    await club.finish()
    await upkeep(club).back_up.coro(upkeep(club))

    assert len(backups(club)) == 2
    assert await verify(only) == ()


async def test_a_backup_that_fails_is_in_the_log_and_tried_again(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_: object) -> Path:
        raise Unavailable("database or disk is full")

    await club.deal("ann", "bo")
    with monkeypatch.context() as patch:
        patch.setitem(upkeep(club)._back_up.__func__.__globals__, "rotate", full)
        await upkeep(club).back_up.coro(upkeep(club))
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "no backup: database or disk is full"
    ]
    caplog.clear()

    await upkeep(club).back_up.coro(upkeep(club))

    assert len(backups(club)) == 1
