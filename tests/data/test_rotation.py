"""Backups made while play goes on: proven before they count, thinned out as they grow old."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data.backup import verify
from data.errors import Corrupt
from data.rotation import folder_of, kept, made, rotate
from data.store import SqliteStore
from tests.data.club import Clock, dealt

START = datetime(2026, 1, 1, tzinfo=UTC)


def name(moment: datetime) -> Path:
    return Path(moment.strftime("%Y%m%dT%H%M%SZ.db"))


def test_quarters_of_a_day_days_of_a_month_and_months_of_a_year_stay() -> None:
    """Two years of quarter-hours leave 96 quarters, the last of 30 days and of 12 months."""
    there: set[Path] = set()
    for quarter in range(2 * 365 * 24 * 4):
        there.add(name(START + timedelta(minutes=15 * quarter)))
        if quarter % 40 == 0:
            there = kept(there)
    there = kept(there)

    last = START + timedelta(days=730, minutes=-15)
    assert {name(last - timedelta(minutes=15 * step)) for step in range(96)} <= there
    assert {name(last - timedelta(days=step)) for step in range(30)} <= there
    assert name(datetime(2027, 3, 31, 23, 45, tzinfo=UTC)) in there
    assert len(there) == 96 + 29 + 11


def test_few_backups_all_stay() -> None:
    few = {name(START + timedelta(minutes=15 * step)) for step in range(20)}

    assert kept(few) == few


async def test_a_backup_is_made_and_verifies(store: SqliteStore, clock: Clock) -> None:
    await dealt(store)

    first = await rotate(store.db, clock.now)
    clock.now += 900
    second = await rotate(store.db, clock.now)

    assert made(folder_of(store.db.path)) == [second, first]
    assert await verify(second) == ()
    assert first.stat().st_mode & 0o077 == 0
    assert folder_of(store.db.path).stat().st_mode & 0o077 == 0


async def test_a_backup_that_is_wrong_costs_no_good_one(store: SqliteStore, clock: Clock) -> None:
    """When the books are wrong the old backups are what is needed, all of them."""
    await dealt(store)
    good = await rotate(store.db, clock.now)
    async with store.db.atomic() as db:
        await db.all("UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'")

    with pytest.raises(Corrupt, match="every balance"):
        await rotate(store.db, clock.now + 900)

    assert made(folder_of(store.db.path)) == [good]
    async with store.db.atomic() as db:
        await db.all("UPDATE accounts SET balance = balance - 1 WHERE kind = 'pot'")


async def test_other_files_in_the_folder_are_left_alone(store: SqliteStore, clock: Clock) -> None:
    folder = folder_of(store.db.path)
    folder.mkdir()
    (folder / "mine.db").write_text("x")

    await rotate(store.db, clock.now)

    assert (folder / "mine.db").exists()
    assert len(made(folder)) == 1
