"""A disk that is full, broken or damaged while a hand is played, through the whole bot (RELIABILITY 9, 11, 12)."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.process import client
from cogs.ui.ids import Do
from engine.tables.snapshot import Notice, Phase
from tests.e2e.club import Club, said

CLOCK = 60
PAGE = 4096


async def pragma(club: Club, name: str, value: object = None) -> int:
    setting = name if value is None else f"{name} = {value}"
    async with club.bot.desk.store.db.reading() as db:
        return await db.number(f"PRAGMA {setting}")


async def fill(club: Club) -> None:
    """Not one page is free, and every step of a table needs one."""
    async with club.bot.desk.store.db.atomic() as db:
        await db.all("CREATE TABLE filler (text TEXT)")
        await db.all(
            "CREATE TRIGGER grows AFTER UPDATE ON tables BEGIN INSERT INTO filler VALUES (zeroblob(20000)); END"
        )
    await pragma(club, "max_page_count", await pragma(club, "page_count"))


async def make_room(club: Club) -> None:
    await pragma(club, "max_page_count", 10**6)
    async with club.bot.desk.store.db.atomic() as db:
        await db.all("DROP TRIGGER grows")
        await db.all("DROP TABLE filler")


async def test_a_full_disk_stops_the_hand_and_room_lets_it_go_on(club: Club) -> None:
    """9: the press has its sentence, the felt a line, the host a word; and nobody loses by the clock."""
    club.expected_errors = ["the database refuses"]
    await club.deal("ann", "bo", "cy", clock=CLOCK, time_bank=0)
    await club.advance(2)
    await fill(club)
    actor, before = club.actor(), club.snapshot()

    assert "books cannot be written" in said(await club.press(actor, Do.CALL))
    assert club.snapshot().notice is Notice.STUCK
    await club.advance(3)
    assert "cannot be written just now" in club.text()
    assert "Time is up" not in club.text()
    await club.advance(20 * 60)
    assert (club.actor(), club.snapshot().version, club.snapshot().phase) == (actor, before.version, Phase.HAND)
    assert not club.bot.ended.is_set()

    await make_room(club)
    await club.advance(10)  # it looks every five seconds
    assert (club.actor(), club.snapshot().notice) == (actor, Notice.NONE)
    assert club.snapshot().deadline > club.time.time + CLOCK - 11
    assert "cannot be written" not in club.text()
    assert club.session().state.misses == {}
    await club.press(actor, Do.CHECK if Do.CHECK in club.buttons() else Do.CALL)
    await club.finish()
    assert club.snapshot().phase is Phase.BETWEEN
    assert [text for text in club.whispers("ann") if "perhaps because its disk is full" in text]
    assert not [text for text in club.whispers("bo") if "perhaps because its disk is full" in text]


async def test_the_alarm_is_raised_once_and_the_host_is_told_once(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    club.expected_errors = ["the database refuses"]
    await club.deal("ann", "bo", "cy", clock=CLOCK, time_bank=0)
    await club.advance(2)
    await fill(club)
    await club.press(club.actor(), Do.CALL)
    await club.advance(10 * CLOCK)

    for _ in range(3):
        await club.slash("ann", "help")
        await club.advance(CLOCK)

    assert len([text for text in club.whispers("ann") if "perhaps because its disk is full" in text]) == 1
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1
    await make_room(club)
    await club.advance(10)


async def test_a_disk_that_only_refuses_ends_the_process_to_be_started_anew(club: Club) -> None:
    """11: read-only, three times in a row."""
    club.expected_errors = ["the database"]
    await club.deal("ann", "bo", "cy", clock=CLOCK, time_bank=0)
    await pragma(club, "query_only", 1)
    answer = await club.press(club.actor(), Do.CALL)
    assert "books cannot be written" in said(answer)
    assert not club.bot.ended.is_set()

    await club.advance(CLOCK + 10)

    assert club.bot.ended.is_set()
    assert club.bot.exit_status == client.LOST
    assert "cannot be written" in club.bot.last_words
    await pragma(club, "query_only", 0)


@asynccontextmanager
async def damaged(club: Club, table: str) -> AsyncIterator[None]:
    """The first page of a table is not what was written; in the end it is again."""
    db = club.bot.desk.store.db
    await db.checkpoint()
    async with db.reading() as statements:
        root = await statements.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", table)
        await statements.all("PRAGMA shrink_memory")
    good = club.database.read_bytes()
    with club.database.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    yield
    club.database.write_bytes(good)
    async with db.reading() as statements:
        await statements.all("PRAGMA shrink_memory")


async def test_a_damaged_file_is_served_no_longer(club: Club) -> None:
    """12: no restart mends it; whoever runs the bot is told in a plain sentence."""
    club.expected_errors = ["the database", "fault"]
    await club.deal("ann", "bo")
    async with damaged(club, "accounts"):
        await club.slash("bo", "bankroll")
        await club.settle()

        assert club.bot.ended.is_set()
        assert club.bot.exit_status == client.UNUSABLE
        assert "is damaged" in club.bot.last_words


@pytest.mark.parametrize("chore", ["keep_house", "back_up"])
async def test_damage_that_nobody_meets_is_found_by_looking(club: Club, chore: str) -> None:
    """12: each day the whole file is looked through, and when a backup is not what it should be."""
    club.expected_errors = ["the database", "no backup", "alarm"]
    await club.deal("ann", "bo")
    upkeep: Any = club.bot.get_cog("Upkeep")
    await upkeep.keep_house.coro(upkeep)
    assert not club.bot.ended.is_set()
    async with damaged(club, "seasons"):
        await getattr(upkeep, chore).coro(upkeep)

        assert club.bot.ended.is_set()
        assert club.bot.exit_status == client.UNUSABLE


async def test_a_chore_that_dies_is_an_alarm_and_the_next_is_done(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """81: it would have ended the loop that does it."""
    club.expected_errors = ["alarm: the backup died"]
    upkeep: Any = club.bot.get_cog("Upkeep")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "_back_up", broken)
        await upkeep.back_up.coro(upkeep)

    assert "alarm: the backup died" in caplog.text
    assert upkeep.back_up.is_running()
