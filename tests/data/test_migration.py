"""An update in the middle of a hand, killed at any moment (RELIABILITY 18 to 20).

A kill leaves the files as they are when it comes. So one update is enough to see all its kills: the files are
photographed whenever SQLite begins a statement, and each picture is brought back to life, by the old program and by the
new one.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import aiosqlite
import pytest

from data import database, ledger
from data.backup import verify
from data.database import Database
from data.errors import NewerSchema
from data.migrate import MIGRATIONS, available
from data.seal import load_seal
from engine.tables.ports import Account, AccountKind, Posting, Transfer
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import GUILD, OPENING, Brittle, Room, Time, terms

KNOWN = len(available())
MEMBERS = (101, 102, 103)


@dataclass(frozen=True, slots=True)
class Old:
    """A database of an older program, closed in the middle of a hand, and that program's migrations."""

    path: Path
    migrations: Path
    schema: int
    hand: int
    cards: object
    actor: int


@pytest.fixture(params=range(1, KNOWN))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Old:
    return asyncio.run(_made(tmp_path, request.param))


async def _made(folder: Path, schema: int) -> Old:
    migrations, path = folder / "migrations", folder / "old" / "knekt.db"
    path.parent.mkdir()
    shutil.copytree(MIGRATIONS, migrations)
    for number, file in available(migrations).items():
        if number > schema:
            file.unlink()
    time = Time()
    room = Room(path, Brittle(await Database.open(path, migrations), load_seal(path), time.now), time, Random(5))
    async with room.store.db.atomic() as db:
        for member in MEMBERS:
            house, own = Account(AccountKind.HOUSE, GUILD), Account(AccountKind.BANKROLL, GUILD, member)
            moves = (Posting(house, -OPENING), Posting(own, OPENING))
            await ledger.transfer(db, Transfer(f"open:{GUILD}:{member}", "open", moves), time.now())
    session = await room.open(terms("stud7"), *MEMBERS)
    await room.hand(session)
    await session.start(101)
    for _ in range(3):
        await room.move(session)
    assert session.hand is not None
    found = Old(path, migrations, schema, session.state.hand, session.hand.down, room.actor(session))
    await room.leave()
    return found


def pictures(old: Old, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files at the beginning of every statement of an update, each that differs from the one before."""
    stage = old.path.parent.with_name("stage")
    shutil.copytree(old.path.parent, stage)
    taken: list[tuple[bytes, ...]] = []
    counted = 0

    def shoot(_: str) -> None:
        nonlocal counted
        counted += 1
        files = tuple(path.read_bytes() for path in sorted(stage.glob("knekt.db*")) if not path.name.endswith(".key"))
        if files not in taken[-1:]:
            taken.append(files)
            shutil.copytree(stage, stage.with_name(f"picture-{len(taken):03}"))

    whole = database._connect

    async def watched(path: Path) -> aiosqlite.Connection:
        connection = await whole(path)
        await connection.set_trace_callback(shoot)
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(database, "_connect", watched)

        async def update() -> None:
            await (await Database.open(stage / "knekt.db")).close()

        asyncio.run(update())
    assert counted > 30
    return [*sorted(stage.parent.glob("picture-*")), stage]


def schema_of(path: Path) -> int:
    """Read without a trace: the files are looked at in a copy."""
    copy = path.parent.with_name("looked-at")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(path.parent, copy)
    with closing(sqlite3.connect(copy / path.name)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def by_the_old_program(old: Old, picture: Path) -> bool:
    """Whether it starts; then it finds everything as it left it. Else it refuses, and changes nothing."""
    copy = picture.with_name("old-again")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(picture, copy)
    path = copy / "knekt.db"
    if (found := schema_of(path)) != old.schema:
        with pytest.raises(NewerSchema) as refused:
            await (await Database.open(path, old.migrations)).close()
        assert (refused.value.known, refused.value.found) == (old.schema, found)
        assert schema_of(path) == found
        return False
    store = Brittle(await Database.open(path, old.migrations), load_seal(path))
    try:
        [saved] = await store.open_tables()
    finally:
        await store.close()
    assert saved.hand is not None
    assert (saved.hand.hand, saved.hand.status, len(saved.inputs)) == (old.hand, "live", saved.hand.version)
    assert await verify(path) == ()
    return True


async def by_the_new_program(old: Old, picture: Path) -> None:
    """It comes up to date, and the hand goes on: same cards, same actor, every chip."""
    room = await Room.enter(picture / "knekt.db", seed=6)
    try:
        [session] = await room.tables.recover()
        await room.tables.go_on()
        assert _is_same(session, old, room)
        await room.check()
        await room.play_out(session)
        assert session.state.phase is Phase.BETWEEN
        await room.check()
        assert await room.total() == len(MEMBERS) * OPENING
        assert await room.store.audit_broken(0) == 0
    finally:
        await room.leave()
    assert schema_of(picture / "knekt.db") == KNOWN
    if (aside := picture / f"knekt.db.v{old.schema}").exists():
        assert await verify(aside) == ()


def _is_same(session: TableSession, old: Old, room: Room) -> bool:
    assert session.hand is not None
    return (session.state.hand, session.hand.down, room.actor(session)) == (old.hand, old.cards, old.actor)


def test_killed_at_any_statement_an_update_has_happened_step_by_step_or_not_at_all(
    old: Old, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old program starts as long as no step is done, and refuses from then on; the new one always starts."""
    found = pictures(old, monkeypatch)
    schemas, started = [schema_of(each / "knekt.db") for each in found], []
    for picture in found:
        started.append(asyncio.run(by_the_old_program(old, picture)))
        asyncio.run(by_the_new_program(old, picture))

    assert schemas == sorted(schemas)
    assert set(schemas) == set(range(old.schema, KNOWN + 1))
    assert started == [schema == old.schema for schema in schemas]
    print(f"schema {old.schema}: {len(found)} states between statements, 0 chips off")


@pytest.fixture(autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """A thread of a store that a failing test left open would keep the process alive."""
    yield
    while Room.stores:
        asyncio.run(Room.stores.pop().close())
