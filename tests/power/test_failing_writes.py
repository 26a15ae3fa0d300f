"""A disk that fails (T4): at each write of a transaction, on the operating system's level, and in each statement.

The process is told that its files may grow to so many bytes and not one more. SQLite then gets an error from the write
that crosses the line, after writing as much as still fits: what a failing disk does, with nothing in between made up.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cogs.process.client import LOST, UNUSABLE, make_bot
from data.database import TRIES
from data.errors import Corrupt
from data.store import SqliteStore
from engine.tables.errors import No, TableError
from engine.tables.ports import Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.data.club import ANNA, BO, GUILD, POT, Clock, change, dealt, moved, stack
from tests.data.test_absence import gone
from tests.data.test_crash import payout
from tests.data.test_store import everything
from tests.tables.house import Room, a_room, terms

LOG_HEADER, HEADER, PAGE = 32, 24, 4096
Deed = Callable[[SqliteStore], Awaitable[object]]


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def cuts() -> Iterator[int]:
    """Sizes beyond which the log may not grow: each of its writes is a header or a page, and may be cut in two."""
    yield from (0, LOG_HEADER // 2)
    for start in itertools.count(LOG_HEADER, HEADER + PAGE):
        yield from (start, start + HEADER // 2, start + HEADER, start + HEADER + PAGE // 2)


async def growing_log(store: SqliteStore) -> None:
    """From now on all changes go to the end of the log, which begins empty."""
    async with store.db.reading() as db:
        await db.all("PRAGMA wal_checkpoint(TRUNCATE)")
        await db.all("PRAGMA wal_autocheckpoint = 0")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "knekt.db", Clock())
    yield opened
    assert not await opened.check_books()
    await opened.close()


async def _pay(store: SqliteStore) -> None:
    await store.commit(payout())


DEEDS: dict[str, Deed] = {
    "the last step of a hand": _pay,
    "the first chips": lambda store: store.ensure_bankroll(GUILD, 103, 1000),
    "a grant": lambda store: store.grant(GUILD, BO, 50, actor=ANNA, reason="luck", interaction=5),
    "free chips": lambda store: store.reload(GUILD, 104, chips=50, floor=10, interaction=6),
    "a season": lambda store: store.start_season(GUILD, "Autumn"),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_whichever_write_fails_nothing_of_it_is_there_and_the_next_try_works(
    store: SqliteStore, deed: Deed
) -> None:
    """RELIABILITY 11: every write of the transaction fails once; then there is room, and the same deed is done."""
    await dealt(store)
    await growing_log(store)
    before, failed = await everything(store), 0
    for size in cuts():
        with at_most(size):
            try:
                await deed(store)
                break
            except Unavailable:
                failed += 1
        assert await everything(store) == before
        assert not await store.check_books()

    assert failed >= 12
    assert await everything(store) != before


async def test_a_whole_server_is_deleted_or_none_of_it(store: SqliteStore) -> None:
    """The largest transaction there is, in steps of whole frames; no append-only table is left open by a failure."""
    clock = store._now
    assert isinstance(clock, Clock)
    await gone(store, clock)
    await growing_log(store)
    before, failed = await everything(store), 0
    for size in itertools.count(LOG_HEADER, HEADER + PAGE):
        with at_most(size):
            try:
                await store.erase_guild(GUILD)
                break
            except Unavailable:
                failed += 1
        assert await everything(store) == before
        with pytest.raises(Exception, match="append-only"):
            async with store.db.atomic() as db:
                await db.all("DELETE FROM audit")

    assert failed > 10
    assert (await store.purse(GUILD, ANNA)).bankroll == 0


def _until(patience: int) -> Callable[[], int]:
    """No, so many times; then yes."""
    asked = itertools.count(1)
    return lambda: next(asked) > patience


async def test_a_statement_that_breaks_off_anywhere_leaves_nothing(store: SqliteStore) -> None:
    """SQLite is stopped after every so many steps of its machine, in the middle of statements and of their triggers."""
    await dealt(store)
    before, stopped = await everything(store), 0
    for patience in itertools.count(1, 3):
        await store.db.connection.set_progress_handler(_until(patience), 5)
        [refused] = await asyncio.gather(store.commit(payout()), return_exceptions=True)
        await store.db.connection.set_progress_handler(None, 0)  # type: ignore[arg-type]
        if refused is None:
            break
        assert "interrupted" in str(refused)
        stopped += 1
        assert await everything(store) == before

    assert stopped > 20
    assert await store.balance(POT) == 0


async def test_a_hand_goes_on_after_each_failed_write_of_each_step(tmp_path: Path) -> None:
    """A whole hand through the table: every step fails at a few of its writes, is refused, and then is done."""
    async with a_room(tmp_path, seed=5) as room:
        session = await room.open(terms("holdem"), 101, 102, 103)
        await growing_log(room.store)
        failed = await _stubborn(room, lambda: session.start(101))
        while session.state.phase is Phase.HAND:
            failed += await _stubborn(room, lambda: room.move(session))
        assert failed > 50


async def _stubborn(room: Room, step: Callable[[], Awaitable[None]]) -> int:
    """Do a step again and again with a little more room in the log each time. How often it failed."""
    size, state = room.store.db.wal_bytes, room.rng.getstate()
    [session] = room.tables.sessions.values()
    for failed, more in enumerate(itertools.count(1, 2000)):
        before = _seen(session)
        room.rng.setstate(state)
        with at_most(size + more):
            [refused] = await asyncio.gather(step(), return_exceptions=True)
        if refused is None:
            await room.check()
            return failed
        assert isinstance(refused, TableError)
        assert refused.code is No.STORE
        assert _seen(session) == before
    raise AssertionError


def _seen(session: TableSession) -> tuple[object, ...]:
    hand = session.hand
    return session.record, session.state.to_json(), None if hand is None else (len(hand.log), tuple(hand.stack))


# Alarms


@pytest.fixture
def ended(store: SqliteStore) -> list[str]:
    """What whoever runs the process is told to do."""
    told: list[str] = []
    store.db.on_broken = lambda: told.append("end")
    return told


async def _bet(store: SqliteStore, version: int) -> None:
    await store.commit(change(version, transfers=(moved(f"bet:{version}", 1, stack(ANNA), POT),)))


async def test_three_failures_in_a_row_end_the_process(
    store: SqliteStore, ended: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """RELIABILITY 11: what this process cannot mend another one may."""
    await dealt(store)
    await growing_log(store)
    with at_most(LOG_HEADER):
        for _ in range(3):
            assert ended == []
            with pytest.raises(Unavailable):
                await _bet(store, 3)

    assert ended == ["end"]
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.CRITICAL]


async def test_a_success_in_between_begins_the_count_anew(
    store: SqliteStore, ended: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    await dealt(store)
    await growing_log(store)
    for version in (3, 4):
        with at_most(store.db.wal_bytes):
            for _ in range(TRIES - 1):
                with pytest.raises(Unavailable):
                    await _bet(store, version)
        await _bet(store, version)

    assert ended == []
    assert "can be written again, after 2 refusals" in caplog.text


async def test_a_full_disk_is_waited_for(
    store: SqliteStore, ended: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """RELIABILITY 9: a new process would find the disk as full; one line in the log, not one for each click."""
    await dealt(store)
    async with store.db.reading() as db:
        await db.all(f"PRAGMA max_page_count = {await db.number('PRAGMA page_count')}")
    for _ in range(2 * TRIES):
        with pytest.raises(Unavailable):
            await store.set_member_setting(GUILD, ANNA, "x", "y" * 100_000)

    assert ended == []
    assert [record.getMessage() for record in caplog.records] == ["the database refuses: database or disk is full"]
    async with store.db.reading() as db:
        await db.all("PRAGMA max_page_count = 100000")


async def _damaged(store: SqliteStore) -> None:
    """A page of the file is not what was written, which the next reading finds out."""
    await dealt(store)
    await growing_log(store)
    async with store.db.reading() as db:
        root = await db.number("SELECT rootpage FROM sqlite_schema WHERE name = 'transfers'")
        await db.all("PRAGMA cache_size = 1")
        await db.all("PRAGMA shrink_memory")
    with store.db.path.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    with pytest.raises(Corrupt):
        await store.history(GUILD, ANNA, 5)


async def _failing(store: SqliteStore) -> None:
    await dealt(store)
    await growing_log(store)
    with at_most(LOG_HEADER):
        for _ in range(TRIES):
            with pytest.raises(Unavailable):
                await _bet(store, 3)


@pytest.mark.parametrize(
    ("happens", "status", "words"), [(_failing, LOST, "cannot be written"), (_damaged, UNUSABLE, "Restore a backup")]
)
async def test_the_bot_ends_with_the_status_that_fits(
    tmp_path: Path, happens: Deed, status: int, words: str
) -> None:
    """11: another process may find the disk mended. 12: no start mends a damaged file, and the next one refuses it."""
    bot = make_bot(tmp_path / "knekt.db")
    try:
        await happens(await bot.open())
        assert bot.ended.is_set()
        assert (bot.exit_status, words in bot.last_words) == (status, True)
    finally:
        await bot.close()
