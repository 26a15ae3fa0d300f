"""A club with its books on a real SQLite file, and a clock the test winds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from data.store import SqliteStore
from tests.data.club import Clock

Opens = Callable[[Path], Awaitable[SqliteStore]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def opens(clock: Clock) -> AsyncIterator[Opens]:
    """Opens a store; whatever a test leaves open is closed, for its thread would keep the process alive."""
    opened: list[SqliteStore] = []

    async def open_one(path: Path) -> SqliteStore:
        opened.append(await SqliteStore.open(path, clock))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest_asyncio.fixture
async def store(tmp_path: Path, opens: Opens) -> AsyncIterator[SqliteStore]:
    """A store whose books must be right when the test is over."""
    opened = await opens(tmp_path / "knekt.db")
    yield opened
    assert not await opened.check_books()
