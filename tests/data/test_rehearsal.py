"""The newest backup is tried out before it is needed, and whoever runs the bot is told how that went."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import doctor
from data.rehearsal import AGAIN, EVERY, Rehearsal, is_due, last_rehearsal, rehearse, strike
from data.rotation import folder_of, rotate
from data.store import SqliteStore
from engine.tables.ports import Unavailable
from tests.data.club import ANNA, BO, GUILD, POT, TABLE, Clock, change, dealt, hand, moved, said, seated, stack
from tests.data.test_database import write
from tests.data.test_store import everything
from tests.data.test_upkeep import names

TAMPERED = {
    "a balance": ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'", "every balance is the sum"),
    "an input of a hand that is over": (
        "DROP TRIGGER inputs_stay; UPDATE inputs SET text = 'fold' WHERE place = 1", "inputs are not what was written"
    ),
    "the audit log": ("DROP TRIGGER audit_stays; UPDATE audit SET reason = 'y'", "is not what was written"),
    "a page": ("", "database disk image is malformed"),
}


async def started(store: SqliteStore) -> list[str]:
    """As the table manager does: the running hand is paid back."""
    for saved in await store.open_tables():
        if saved.hand:
            back = moved("refund", 20, POT, stack(ANNA), "refund")
            over = hand(saved.hand.version + 1, status="void")
            await store.commit(change(saved.table.version + 1, hand=over, transfers=(back,)))
    return []


def told(store: SqliteStore, now: float) -> str:
    """What the doctor says of the last rehearsal."""
    found = doctor._rehearsed(folder_of(store.db.path), now)
    return found.wrong or f"right: {found.note}"


async def test_it_is_due_once_a_week_and_a_day_after_a_failure(store: SqliteStore, clock: Clock) -> None:
    path = store.db.path
    assert not is_due(path, clock.now)  # there is nothing to try out
    await seated(store)
    await rotate(store.db, clock.now)
    assert is_due(path, clock.now)

    await rehearse(path, clock.now, started)
    assert not is_due(path, clock.now + EVERY - 1)
    assert is_due(path, clock.now + EVERY)

    async def stuck(_: SqliteStore) -> list[str]:
        return ["table 5 has stopped"]

    await rehearse(path, clock.now, stuck)
    assert is_due(path, clock.now + AGAIN)


async def test_a_whole_backup_passes_and_nothing_of_the_rehearsal_stays(store: SqliteStore, clock: Clock) -> None:
    """With a running hand in it, which opens with the key; the database that runs notices nothing."""
    await dealt(store)
    await rotate(store.db, clock.now)
    await store.ensure_bankroll(8, BO, 500)
    newest = await rotate(store.db, clock.now + 900)
    before = await everything(store)

    result = await rehearse(store.db.path, clock.now + 1000, started)

    assert result == Rehearsal(clock.now + 1000, newest.name, ())
    assert last_rehearsal(folder_of(store.db.path)) == result
    assert await everything(store) == before
    assert names(folder_of(store.db.path)) == ["20260921T141320Z.db", "20260921T142820Z.db", "rehearsal.json"]
    assert names(store.db.path.parent) == ["backups", "knekt.db", "knekt.db-wal", "knekt.db.key"]


async def test_the_key_is_never_among_the_backups(store: SqliteStore, clock: Clock) -> None:
    """They are copied to other machines; what a rehearsal that was killed leaves is cleared away by the next start."""
    await dealt(store)
    await rotate(store.db, clock.now)

    async def killed(_: SqliteStore) -> list[str]:
        assert not list(folder_of(store.db.path).rglob("*.key"))
        stage = store.db.path.with_name("knekt.db.rehearsal")
        assert stage.stat().st_mode & 0o077 == (stage / "knekt.db.key").stat().st_mode & 0o077 == 0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rehearse(store.db.path, clock.now, killed)
    store.db.path.with_name("knekt.db.rehearsal").mkdir(exist_ok=True)

    strike(store.db.path)

    assert names(store.db.path.parent) == ["backups", "knekt.db", "knekt.db-wal", "knekt.db.key"]


@pytest.mark.parametrize("how", TAMPERED)
async def test_a_damaged_backup_is_found_out_before_it_is_needed(store: SqliteStore, clock: Clock, how: str) -> None:
    sql, problem = TAMPERED[how]
    await dealt(store)
    await store.grant(GUILD, BO, 5, actor=ANNA, reason="x", interaction=5)
    await store.commit(change(3, hand=hand(2, status="ended"), inputs=(said(2),)))
    newest = await rotate(store.db, clock.now)
    if sql:
        write(newest, sql)
    else:
        content = bytearray(newest.read_bytes())
        content[4096 * 2 : 4096 * 3] = b"\xff" * 4096
        newest.write_bytes(content)

    result = await rehearse(store.db.path, clock.now, started)

    assert problem in "; ".join(result.wrong)
    assert problem in told(store, clock.now)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        ("UPDATE hands SET setup = 'sealed:AAAA'", "the running hand is not what was written"),
        ("DROP TRIGGER inputs_stay; UPDATE inputs SET hash = 'deadbeef' || substr(hash, 9)", "the running hand"),
    ],
)
async def test_a_running_hand_that_cannot_be_opened_is_found_out(
    store: SqliteStore, clock: Clock, spoil: str, problem: str
) -> None:
    """Nothing but the key tells, so no other check can see it."""
    await dealt(store)
    write(await rotate(store.db, clock.now), spoil)

    result = await rehearse(store.db.path, clock.now, started)

    assert [problem in wrong for wrong in result.wrong] == [True]


async def test_a_hand_that_nobody_pays_back_is_told(store: SqliteStore, clock: Clock) -> None:
    await dealt(store)
    await rotate(store.db, clock.now)

    async def nothing(_: SqliteStore) -> list[str]:
        return []

    result = await rehearse(store.db.path, clock.now, nothing)

    assert result.wrong == (f"table {TABLE}: a hand still runs",)


async def test_no_room_for_a_rehearsal_is_no_verdict(
    store: SqliteStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(store)
    await rotate(store.db, clock.now)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("data.backup.shutil.copyfile", full)
    with pytest.raises(Unavailable):
        await rehearse(store.db.path, clock.now, started)

    assert last_rehearsal(folder_of(store.db.path)) is None
    assert not store.db.path.with_name("knekt.db.rehearsal").exists()


# The doctor


async def test_the_doctor_knows_of_the_last_one(store: SqliteStore, clock: Clock) -> None:
    assert told(store, clock.now) == "right: none yet"
    await seated(store)
    newest = await rotate(store.db, clock.now)
    assert told(store, clock.now) == "right: none yet"
    assert "none was ever tried out" in told(store, clock.now + 2 * EVERY + 1)

    await rehearse(store.db.path, clock.now, started)

    assert told(store, clock.now) == f"right: {newest.name} restored on 2026-09-21"
    assert "the last was on 2026-09-21" in told(store, clock.now + 2 * EVERY + 1)


async def test_a_memo_that_cannot_be_read_is_none(store: SqliteStore) -> None:
    folder = folder_of(store.db.path)
    folder.mkdir()
    for text in ("", "{}", "[1]", '{"at": "x", "backup": 1, "wrong": []}'):
        (folder / "rehearsal.json").write_text(text)
        assert last_rehearsal(folder) is None


async def test_the_doctor_tells_how_much_is_not_in_the_database_yet(store: SqliteStore) -> None:
    """RELIABILITY 23."""
    await seated(store)

    found = doctor._log_of_changes(store.db.path)

    assert store.db.wal_bytes > 4096
    assert (found.wrong, found.note) == ("", f"{store.db.wal_bytes // 1024} kB not yet in the database")


def test_too_much_of_it_is_wrong(tmp_path: Path) -> None:
    with (tmp_path / "other.db-wal").open("wb") as file:
        file.truncate(doctor.LARGE_LOG + 1024**2)

    assert doctor._log_of_changes(tmp_path / "other.db").wrong == "other.db-wal has 65 MB"
