"""The first start on a restored backup: running hands are paid back, tables are told, nothing of it happens twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from data.backup import restore, verify
from data.epochs import RESTORED
from engine.rules.play import BetTo, Call, Fold
from engine.tables.errors import TableError
from engine.tables.manager import TableManager
from engine.tables.ports import Change, Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import OPENING, Room, terms

MEMBERS = (101, 102, 103)
GAP = 3 * 3600.0


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A house that is stopped and started in these tests; each leaves the last one itself."""
    yield await Room.enter(tmp_path / "knekt.db")
    while Room.stores:
        await Room.stores.pop().close()


async def evening(room: Room) -> TableSession:
    """A table in a hand in which somebody has folded, one between hands, and a lobby; then a backup."""
    session = await room.open(terms("holdem"), *MEMBERS)
    other = await room.open(terms("stud7"), 104, 105)
    await room.hand(other)
    await room.open(terms("omaha"), 106)
    for number, each in enumerate(room.tables.sessions.values(), start=777):
        await each.remember(felt=number)
    await session.start(101)
    await room.says(session, BetTo(20), Fold())
    room.time.at += 60
    await room.store.backup(room.path.with_name("copy.db"))
    return session


async def lost_time(room: Room, session: TableSession) -> None:
    """What nobody will know of: the hand ends, another begins, somebody sits down with new chips."""
    await room.says(session, Call())
    await room.play_out(session)
    await session.start(101)
    await session.sit(107)
    room.time.pass_by(GAP)


async def restored(room: Room) -> Room:
    """Stopped, restored, started; not yet heard of by Discord."""
    await room.leave()
    await restore(room.path.with_name("copy.db"), room.path, room.time.now)
    return await Room.enter(room.path, room.time, seed=99)


async def test_live_hands_of_the_backup_are_paid_back_also_to_who_folded(room: Room) -> None:
    session = await evening(room)
    hand, stacks = session.state.hand, await room.store.stacks(session.table)
    assert sorted(stacks.values()) == [180, 198, 199]
    await lost_time(room, session)

    room = await restored(room)
    await room.tables.recover()

    again = room.tables.get(session.table)
    assert again.state.phase is Phase.BETWEEN
    assert (again.state.voided, again.hand) == (hand, None)
    assert await room.store.stacks(session.table) == dict.fromkeys(MEMBERS, 200)
    assert await room.total() == 6 * OPENING  # 107 has not been here
    found = await room.store.hand(hand)
    assert found is not None
    assert found[0].status == "void"
    await room.check()
    await room.leave()


async def test_each_open_table_is_told_once_and_its_old_message_forgotten(room: Room) -> None:
    """The gap begins with the last moment that the backup knows of, to the second."""
    session = await evening(room)
    hand, made = session.state.hand, room.time.at - 60
    await lost_time(room, session)
    at = room.time.at
    room = await restored(room)
    for _ in range(2):
        await room.tables.recover()
        told = {table: await room.store.pending(table) for table in room.tables.sessions}
        mine = {table: [(row.nonce, row.hand) for row in rows if row.kind == RESTORED] for table, rows in told.items()}
        assert mine == {
            table: [(f"e1-{table:x}", hand if table == session.table else 0)] for table in room.tables.sessions
        }
        assert len(mine) == 3
        room.tables = TableManager(room.tools)

    epoch = await room.store.epoch()
    assert epoch is not None
    assert (epoch.number, epoch.made, epoch.at) == (1, made, at)
    assert not await room.store.was_restored()
    await room.tables.recover()
    assert {each.note("felt") for each in room.tables.sessions.values()} == {0}
    await room.leave()


async def test_play_goes_on_and_lost_buttons_match_nothing(room: Room) -> None:
    """The hand after the refund has a number and an id that no message on the screen has."""
    session = await evening(room)
    seen = {session.state.hand}
    await lost_time(room, session)
    seen.add(session.state.hand)
    version = session.record.version

    room = await restored(room)
    await room.tables.recover()
    await room.tables.go_on()
    again = room.tables.get(session.table)
    await again.start(101)

    assert again.state.hand not in seen
    for old in seen:
        for place in range(version):
            with pytest.raises(TableError):
                await again.act(room.actor(again), Call(), hand=old, version=place)
    await room.play_out(again)
    await room.check()
    await room.leave()


async def test_a_start_that_fails_at_any_commit_is_made_up_for_by_the_next(room: Room) -> None:
    """Whatever does not come through now, the next start does, and nothing twice."""
    session = await evening(room)
    await lost_time(room, session)
    room = await restored(room)
    commits = 0
    for fail_at in range(1, 9):
        room.store.fail_at, room.store.commits = fail_at, 0
        with suppress(TableError):
            await TableManager(room.tools).recover()
        commits = max(commits, room.store.commits)
    room.store.fail_at = 0
    room.tables = TableManager(room.tools)
    await room.tables.recover()

    assert commits == 3  # a refund, and messages that are forgotten
    assert {each.note("felt") for each in room.tables.sessions.values()} == {0}
    assert await room.store.stacks(session.table) == dict.fromkeys(MEMBERS, 200)
    assert [row.kind for row in await room.store.pending(session.table)].count(RESTORED) == 1
    await room.check()
    await room.leave()


@pytest.mark.parametrize("jump", [0, -2 * GAP])
async def test_a_refund_that_could_not_be_stored_is_made_at_the_next_start(
    room: Room, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Also when everything else was settled by then, and the backup seems to be of the future."""
    session = await evening(room)
    await lost_time(room, session)
    room.time.at += jump
    room = await restored(room)
    whole = room.store.commit

    async def refuse(change: Change) -> None:
        if change.hand is not None:
            raise Unavailable("disk full")
        await whole(change)

    monkeypatch.setattr(room.store, "commit", refuse)
    await room.tables.recover()
    assert room.tables.get(session.table).state.phase is Phase.FROZEN
    assert not await room.store.was_restored()

    room = await room.again()

    assert room.tables.get(session.table).state.phase is Phase.BETWEEN
    assert room.tables.get(session.table).note("felt") == 0
    assert await room.store.stacks(session.table) == dict.fromkeys(MEMBERS, 200)
    await room.leave()


async def test_hands_of_the_new_epoch_go_on_after_a_stop(room: Room) -> None:
    session = await evening(room)
    await lost_time(room, session)
    room = await restored(room)
    room.time.pass_by(1)
    await room.tables.recover()
    await room.tables.go_on()
    again = room.tables.get(session.table)
    await again.start(101)
    hand = again.state.hand

    room = await room.again()

    assert (again.state.hand, room.tables.get(session.table).state.phase) == (hand, Phase.HAND)
    await room.leave()


@pytest.mark.parametrize(("wrong", "right"), [(7200, -7140), (0, -7200), (-7200, 7200)])
async def test_a_clock_that_was_wrong_spares_no_lost_hand_and_voids_no_later_one(
    room: Room, wrong: float, right: float
) -> None:
    """`wrong`: how far it was set before the restore; `right`: after it (seconds). RELIABILITY 21, 77."""
    session = await evening(room)
    lost = session.state.hand
    room.time.at += wrong
    room = await restored(room)
    await room.tables.recover()
    session = room.tables.get(session.table)
    assert (session.state.voided, session.state.phase) == (lost, Phase.BETWEEN)
    room.time.at += right
    await room.tables.go_on()
    await session.start(101)

    again = await room.again()

    now = again.tables.get(session.table).state
    assert (now.hand, now.phase) == (session.state.hand, Phase.HAND)
    await again.check()
    await again.leave()


async def test_a_second_restore_is_another_epoch(room: Room) -> None:
    session = await evening(room)
    await lost_time(room, session)
    for number in (1, 2):
        room = await restored(room)
        await room.tables.recover()
        epoch = await room.store.epoch()
        assert epoch is not None
        assert epoch.number == number
        copy = room.path.with_name("copy.db")
        copy.unlink()
        await room.store.backup(copy)
    assert [line.note.action for line in await room.store.audit_log(0)].count("restore") == 2
    await room.leave()


async def test_the_mark_is_in_the_file_before_it_is_the_database(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed on the last step the old database is still there; at no moment an unmarked backup is in its place."""
    session = await evening(room)
    await lost_time(room, session)
    await room.leave()

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("data.backup._move_aside", die)
        with pytest.raises(KeyboardInterrupt):
            await restore(room.path.with_name("copy.db"), room.path, room.time.now)
    draft = room.path.with_name("knekt.db.part")
    assert await verify(draft) == ()
    draft.rename(tmp_path / "draft.db")
    marked = await Room.enter(tmp_path / "draft.db", room.time)
    assert await marked.store.was_restored()
    await marked.leave()

    room = await Room.enter(room.path, room.time)
    assert not await room.store.was_restored()
    assert await room.total() == 7 * OPENING
    await room.leave()


async def test_without_the_key_a_restored_hand_is_paid_back_all_the_same(room: Room) -> None:
    session = await evening(room)
    await room.leave()
    room.path.with_name("knekt.db.key").unlink()
    room = await restored(room)

    await room.tables.recover()

    assert room.tables.get(session.table).state.phase is Phase.BETWEEN
    assert await room.store.stacks(session.table) == dict.fromkeys(MEMBERS, 200)
    await room.leave()
