"""A club with its books on a real SQLite file, and a clock the test winds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from data.store import SqliteStore
from tests.data.club import Clock


@pytest_asyncio.fixture
async def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "knekt.db", clock)
    try:
        yield opened
        assert not await opened.check_books()
    finally:
        await opened.close()
