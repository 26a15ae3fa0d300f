"""The file: opened by one process, migrated step by step, and honest when the disk is not."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from data.audit import first_broken, read
from data.backup import verify
from data.database import BUSY_MS, Database
from data.errors import Corrupt, Locked, NewerSchema, Unusable
from data.leaderboard import Limits, Measure, Query
from data.migrate import MIGRATIONS, available
from data.seal import load_seal
from data.store import SqliteStore
from engine.tables.ports import Deed, Note, Unavailable
from tests.data.club import GUILD, Clock, change, dealt, seated, table
from tests.data.conftest import Opens
from tests.data.test_store import everything

ROOT = Path(__file__).parents[2]
SECOND_PROCESS = """
import asyncio, pathlib, sys
from data.errors import Locked
from data.seal import load_seal
from data.store import SqliteStore
try:
    asyncio.run(SqliteStore.open(pathlib.Path(sys.argv[1])))
except Locked:
    sys.exit(78)
"""


def start_second(path: Path) -> int:
    return subprocess.run([sys.executable, "-c", SECOND_PROCESS, path], cwd=ROOT, check=False).returncode


def write(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)


async def test_second_process_is_refused(store: SqliteStore) -> None:
    """RELIABILITY 16: the first goes on undisturbed."""
    assert start_second(store.db.path) == 78
    await seated(store)


async def test_second_connection_in_the_same_process_is_refused(store: SqliteStore, opens: Opens) -> None:
    with pytest.raises(Locked):
        await opens(store.db.path)


async def test_pragmas_are_what_the_promises_rest_on(store: SqliteStore) -> None:
    """WAL and FULL: an answered action survives a power cut (RELIABILITY 7)."""
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "locking_mode": "exclusive"}
    async with store.db.reading() as db:
        for name, value in wanted.items():
            row = await db.one(f"PRAGMA {name}")
            assert row is not None
            assert row[0] == value, name


async def test_every_table_is_strict(store: SqliteStore) -> None:
    async with store.db.reading() as db:
        loose = await db.all(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict"
        )
    assert {row[0] for row in loose} <= {"sqlite_schema"}


async def test_newer_schema_is_refused_untouched(tmp_path: Path) -> None:
    """RELIABILITY 20: the older program says which it found and which it knows."""
    path = tmp_path / "new.db"
    await (await Database.open(path)).close()
    write(path, "PRAGMA user_version = 99")

    with pytest.raises(NewerSchema) as caught:
        await Database.open(path)

    assert (caught.value.found, caught.value.known) == (99, len(available()))
    assert isinstance(caught.value, Unusable)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 99


KNOWN = len(available())


@pytest.fixture
def one_more(tmp_path: Path) -> Path:
    """All migrations there are, and one that makes two tables and fills one."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / f"{KNOWN + 1:04}_more.sql").write_text(
        "CREATE TABLE more (a INTEGER) STRICT; INSERT INTO more VALUES (1); CREATE TABLE most (a INTEGER) STRICT;"
    )
    return folder


async def test_migration_runs_once_and_keeps_a_copy(tmp_path: Path, one_more: Path, opens: Opens) -> None:
    """RELIABILITY 19: the version moves with the change, a second start does nothing, the old program can go back."""
    path = tmp_path / "old.db"
    store = await opens(path)
    await dealt(store)
    before = await everything(store)
    await store.close()

    for _ in range(2):
        db = await Database.open(path, one_more)
        async with db.reading() as statements:
            assert await statements.number("PRAGMA user_version") == KNOWN + 1
            assert await statements.number("SELECT count(*) FROM more") == 1
            (line,) = await read(statements, 0, -1)  # the making of the database has none
            assert line.note == Note(0, 0, Deed.MIGRATE, "", str(KNOWN), str(KNOWN + 1))
            assert await first_broken(statements, 0) == 0
        await db.close()

    old = tmp_path / f"old.db.v{KNOWN}"
    assert old.stat().st_mode & 0o777 == 0o600
    (tmp_path / "old.db.key").rename(tmp_path / f"old.db.v{KNOWN}.key")
    store = await opens(old)
    assert await everything(store) == before
    await store.close()


async def test_migration_that_fails_half_way_changes_nothing(tmp_path: Path, one_more: Path) -> None:
    path = tmp_path / "half.db"
    await (await Database.open(path)).close()
    with (one_more / f"{KNOWN + 1:04}_more.sql").open("a") as file:
        file.write("INSERT INTO nowhere VALUES (1);")

    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await Database.open(path, one_more)

    db = await Database.open(path)
    async with db.reading() as statements:
        assert await statements.number("PRAGMA user_version") == KNOWN
        assert not await statements.all("SELECT * FROM sqlite_schema WHERE name = 'more'")
        assert await read(statements, 0, -1) == []
    await db.close()


def test_gap_in_the_migrations_is_a_mistake(one_more: Path) -> None:
    (one_more / f"{KNOWN + 1:04}_more.sql").rename(one_more / f"{KNOWN + 2:04}_more.sql")

    with pytest.raises(ValueError, match="not numbered"):
        available(one_more)


@pytest.mark.parametrize("released", range(1, KNOWN))
async def test_every_released_schema_comes_up_to_date(tmp_path: Path, opens: Opens, released: int) -> None:
    """A database of each version, with hands and results in it, says the same afterwards, and its books are right."""
    folder, path = tmp_path / "old", tmp_path / "old.db"
    shutil.copytree(MIGRATIONS, folder)
    for number, migration in available(folder).items():
        if number > released:
            migration.unlink()
    await (await Database.open(path, folder)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD_ROWS)
    assert await verify(path) == ()  # its backups can still be trusted

    store = await opens(path)

    assert await store.check_books() == ()
    await store.set_limits(7001, Limits(1, 1), 101, 1)
    board = await store.leaderboard(Query(7001))
    assert [(place.member, place.net, place.hands) for place in board.places] == [(101, 30, 2), (102, -30, 2)]
    assert (await store.leaderboard(Query(7001, Measure.POT))).places[0].value == 60
    assert path.with_name(f"old.db.v{released}").exists()


OLD_ROWS = """
    INSERT INTO tables VALUES (31, 7001, 501, 101, 'Friday', '{}', '{}', 0, 3, 1.0, 9.0);
    INSERT INTO hands VALUES (1, 31, 7001, 1, 'holdem', 'x', 'ended', 1, 0.0, '{}', 86400.0, 86500.0);
    INSERT INTO hands VALUES (2, 31, 7001, 2, 'stud7', 'x', 'ended', 1, 0.0, '{}', 186400.0, 186500.0);
    INSERT INTO results VALUES (1, 7001, 101, 1, 'holdem', 40, 20, 60, 2, 1, '{}', 86500.0);
    INSERT INTO results VALUES (1, 7001, 102, 2, 'holdem', -40, 40, 0, 2, 1, '{}', 86500.0);
    INSERT INTO results VALUES (2, 7001, 101, 1, 'stud7', -10, 10, 0, 2, 1, '{}', 186500.0);
    INSERT INTO results VALUES (2, 7001, 102, 2, 'stud7', 10, 10, 20, 2, 1, '{}', 186500.0);
"""


async def test_full_disk_refuses_and_changes_nothing(store: SqliteStore) -> None:
    """RELIABILITY 9: try later; when there is room again the same step goes through."""
    await seated(store)
    before = await everything(store)
    async with store.db.reading() as db:
        await db.all(f"PRAGMA max_page_count = {await db.number('PRAGMA page_count')}")
    big = change(2, table=table(2, state="x" * 100_000))

    with pytest.raises(Unavailable):
        await store.commit(big)

    assert await everything(store) == before
    async with store.db.reading() as db:
        await db.all("PRAGMA max_page_count = 100000")
    await store.commit(big)


async def test_read_only_database_refuses_writes(store: SqliteStore) -> None:
    """RELIABILITY 11: reading goes on, writing is refused for now."""
    await seated(store)
    async with store.db.reading() as db:
        await db.all("PRAGMA query_only = ON")

    with pytest.raises(Unavailable):
        await store.commit(change(2))

    assert await store.total(GUILD) == 2000
    async with store.db.reading() as db:
        await db.all("PRAGMA query_only = OFF")
    await store.commit(change(2))


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_read_only_folder_is_unavailable(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(Unavailable):
            asyncio.run(SqliteStore.open(tmp_path / "none.db"))
    finally:
        tmp_path.chmod(0o700)


async def test_folder_that_is_not_there_is_unavailable(tmp_path: Path, opens: Opens) -> None:
    with pytest.raises(Unavailable):
        await opens(tmp_path / "nowhere" / "knekt.db")


async def test_file_that_is_no_database_is_corrupt(tmp_path: Path, opens: Opens) -> None:
    path = tmp_path / "text.db"
    path.write_text("These are my poker chips. " * 100)

    with pytest.raises(Corrupt):
        await opens(path)


async def test_damaged_page_is_not_served(tmp_path: Path, opens: Opens) -> None:
    """RELIABILITY 12: quick_check at start, and no silent repair."""
    path = tmp_path / "page.db"
    store = await opens(path)
    await dealt(store)
    await store.close()
    content = bytearray(path.read_bytes())
    page = 4096 * 3
    content[page : page + 4096] = os.urandom(4096)
    path.write_bytes(content)

    with pytest.raises(Corrupt):
        await opens(path)


async def test_broken_key_file_is_not_replaced(tmp_path: Path, opens: Opens) -> None:
    (tmp_path / "knekt.db.key").write_bytes(b"short")

    with pytest.raises(Corrupt):
        await opens(tmp_path / "knekt.db")

    assert (tmp_path / "knekt.db.key").read_bytes() == b"short"
    assert start_second(tmp_path / "knekt.db") == 1  # not 78: the lock was let go


# A lock held from outside


def holder(path: Path) -> sqlite3.Connection:
    """Somebody else's program, in the middle of a change."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
async def test_a_lock_that_is_let_go_in_time_is_waited_for(
    tmp_path: Path, opens: Opens, caplog: pytest.LogCaptureFixture, mode: str
) -> None:
    """RELIABILITY 10: who looks into the file for a second does not keep the bot from starting."""
    path = tmp_path / "knekt.db"
    store = await opens(path)
    await seated(store)
    await store.close()
    write(path, f"PRAGMA journal_mode = {mode}")
    other = holder(path)
    asyncio.get_running_loop().call_later(1.0, other.close)

    store = await opens(path)

    assert await store.total(GUILD) == 2000
    assert caplog.records == []


async def test_a_lock_that_is_kept_is_refused_with_an_alarm(
    tmp_path: Path, opens: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    """After two seconds, no sooner and not much later; nothing was changed."""
    path = tmp_path / "knekt.db"
    await (await opens(path)).close()
    begun = time.monotonic()
    with closing(holder(path)), pytest.raises(Locked):
        await opens(path)

    assert BUSY_MS / 1000 <= time.monotonic() - begun < 3 * BUSY_MS / 1000
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("CRITICAL", f"{path} is held by another process")
    ]
    await (await opens(path)).close()


async def test_a_lock_that_comes_later_is_waited_for_too_and_then_refused(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Our own lock keeps all others out; where a file system does not honour it, a change waits or is refused whole."""
    path = tmp_path / "knekt.db"
    await (await SqliteStore.open(path, clock)).close()
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.row_factory = sqlite3.Row
    store = SqliteStore(Database(connection, path), load_seal(path), clock)
    try:
        other = holder(path)
        asyncio.get_running_loop().call_later(1.0, other.rollback)
        await seated(store)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable):
            await store.commit(change(2))
        assert "the database refuses: database is locked" in caplog.text
        other.close()
        await store.commit(change(2))
        assert "can be written again" in caplog.text
    finally:
        await store.close()
