"""A backup is a restore that worked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from data.backup import backup, restore, verify
from data.errors import Corrupt, Locked
from data.store import SqliteStore
from engine.tables.ports import Unavailable
from tests.data.club import ANNA, BO, GUILD, POT, Clock, bankroll, change, dealt, hand, moved, said, stack
from tests.data.conftest import Opens
from tests.data.test_database import write
from tests.data.test_store import everything


async def test_backup_of_a_running_database_verifies_and_restores(tmp_path: Path, clock: Clock, opens: Opens) -> None:
    """One file, without WAL; restoring brings the same rows back and keeps what was replaced."""
    path, copy = tmp_path / "knekt.db", tmp_path / "copy.db"
    store = await opens(path)
    await dealt(store)
    before = await everything(store)
    await store.backup(copy)
    await store.grant(GUILD, BO, 500, actor=ANNA, reason="lost", interaction=5)
    await store.close()
    assert await verify(copy) == ()
    assert not (tmp_path / "copy.db-wal").exists()
    assert not (tmp_path / "copy.db.part").exists()

    aside = await restore(copy, path, clock)

    store = await opens(path)
    assert (await store.audit_log(0))[0].note.action == "restore"
    assert [row for row in await everything(store) if "restore" not in row] == before
    assert (await store.open_tables())[0].hand is not None
    await store.close()
    assert aside is not None
    store = await opens(aside)
    assert await store.balance(bankroll(BO)) == 1300
    await store.close()


async def test_backup_during_play_is_one_moment(store: SqliteStore, tmp_path: Path) -> None:
    """Bets that are made meanwhile are in it whole or not at all."""
    await dealt(store)

    async def bet() -> None:
        for version in range(3, 23):
            await store.commit(change(version, transfers=(moved(f"b:{version}", 1, stack(BO), POT),)))

    copies = [tmp_path / f"copy{number}.db" for number in range(3)]
    await asyncio.gather(bet(), *(backup(store.db, copy) for copy in copies))

    assert [await verify(copy) for copy in copies] == [(), (), ()]


async def test_running_database_is_not_overwritten(store: SqliteStore, tmp_path: Path) -> None:
    await dealt(store)
    await store.backup(tmp_path / "copy.db")

    with pytest.raises(Locked):
        await restore(tmp_path / "copy.db", store.db.path)

    assert await store.balance(POT) == 20


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'", "every balance is the sum"),
        ("DROP TRIGGER inputs_stay; UPDATE inputs SET text = 'x'", "inputs are not what was written"),
        ("DROP TRIGGER audit_stays; UPDATE audit SET reason = 'y'", "line 1 is not what was written"),
        ("DELETE FROM tables", "without its tables"),
        ("PRAGMA user_version = 99", "schema 99"),
    ],
)
async def test_tampered_backup_is_neither_trusted_nor_restored(
    tmp_path: Path, sql: str, problem: str, opens: Opens
) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "target.db"
    store = await opens(tmp_path / "knekt.db")
    await dealt(store)
    await store.grant(GUILD, BO, 5, actor=ANNA, reason="x", interaction=5)
    await store.commit(change(3, hand=hand(2, status="ended"), inputs=(said(2),)))
    await store.backup(copy)
    await store.close()
    assert await verify(copy) == ()

    write(copy, sql)

    assert problem in " ".join(await verify(copy))
    with pytest.raises(Corrupt):
        await restore(copy, target)
    assert not target.exists()


async def test_restore_replaces_a_damaged_file(tmp_path: Path, clock: Clock, opens: Opens) -> None:
    path, copy = tmp_path / "knekt.db", tmp_path / "copy.db"
    store = await opens(path)
    await dealt(store)
    await store.backup(copy)
    await store.close()
    path.write_bytes(b"rubbish" * 1000)

    await restore(copy, path, clock)

    store = await opens(path)
    assert await store.balance(POT) == 20
    await store.close()


async def test_backup_that_cannot_be_written_says_so(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await store.backup(tmp_path / "nowhere" / "copy.db")

    assert await verify(tmp_path / "nowhere.db") != ()
    assert not (tmp_path / "nowhere.db").exists()


async def test_cut_backup_is_noticed(store: SqliteStore, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await dealt(store)
    await store.backup(copy)
    copy.write_bytes(copy.read_bytes()[: 4096 * 4])

    assert await verify(copy) != ()
