"""All tables of the house: one per channel, found by channel, id and server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.rules.play import Action, Call, time_out
from engine.rules.stakes import Limit, Stakes
from engine.tables.clock import RETRY
from engine.tables.errors import No, TableError
from engine.tables.manager import LOOK
from engine.tables.ports import Change
from engine.tables.session import TableSession
from engine.tables.snapshot import Notice, Phase
from tests.tables.house import CHANNEL, GUILD, HOST, Room, terms, until
from tests.tables.test_recovery import rejoin

ANNA, BO = 101, 102


async def test_a_channel_has_one_table(room: Room) -> None:
    opens = [room.tables.open(GUILD, CHANNEL, HOST, "Friday", terms()) for _ in range(3)]
    done = await asyncio.gather(*opens, return_exceptions=True)
    refusals = [each for each in done if isinstance(each, TableError)]
    assert [error.code for error in refusals] == [No.TABLE_HERE, No.TABLE_HERE]
    assert room.tables.here(CHANNEL).record.channel == CHANNEL


async def test_the_channel_of_a_closed_table_is_free(room: Room) -> None:
    first = await room.open(terms(), ANNA)
    await first.close(HOST)
    assert first.state.phase is Phase.CLOSED
    assert room.tables.at(GUILD) == []
    with pytest.raises(TableError) as error:
        room.tables.here(CHANNEL)
    assert error.value.code is No.NO_TABLE
    second = await room.tables.open(GUILD, CHANNEL, HOST, "Again", terms())
    assert room.tables.here(CHANNEL) is second


async def test_a_closed_table_is_there_until_it_has_been_said(room: Room) -> None:
    session = await room.open(terms(), ANNA)
    heard = asyncio.Event()

    async def look(what: str, table: int) -> None:
        with pytest.raises(TableError):
            room.tables.here(CHANNEL)
        assert room.tables.get(table).snapshot().phase is Phase.CLOSED
        heard.set()

    room.ears.listen = look
    await session.close(HOST)
    await asyncio.wait_for(heard.wait(), 5)
    await session.voice.finish(5)
    with pytest.raises(TableError):
        room.tables.here(CHANNEL)
    with pytest.raises(TableError) as error:
        room.tables.get(session.table)
    assert error.value.code is No.CLOSED


async def test_terms_that_contradict_each_other_open_no_table(room: Room) -> None:
    games = (replace(terms().games[0], stakes=Stakes(limit=Limit.NO, blinds=(2, 1), min_bet=0)),)
    with pytest.raises(TableError) as error:
        await room.open(replace(terms(), games=games))
    assert error.value.code is No.CONFLICTS
    assert error.value.facts["conflicts"]
    assert room.tables.sessions == {}


async def test_a_table_that_cannot_be_stored_is_not_opened(room: Room) -> None:
    room.store.fail_at = 1
    with pytest.raises(TableError) as error:
        await room.open(terms())
    assert error.value.code is No.STORE
    assert room.tables.sessions == {}
    await room.open(terms())


async def test_servers_do_not_see_each_other(room: Room) -> None:
    await room.open(terms(), ANNA)
    other = await room.tables.open(GUILD + 1, 999, HOST, "Elsewhere", terms())
    await other.sit(ANNA)
    assert [session.record.guild for session in room.tables.at(GUILD)] == [GUILD]
    assert await room.total() == 10_000
    assert await room.store.total(GUILD + 1) == 10_000


async def test_one_slow_table_does_not_hold_up_another(room: Room) -> None:
    slow, quick = await room.open(terms(), ANNA, BO), await room.open(terms(), ANNA, BO)
    async with slow.lock:
        await asyncio.wait_for(quick.start(ANNA), 5)
    assert quick.state.phase is Phase.HAND


async def test_stopping_lets_a_step_come_to_its_end(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    step = asyncio.create_task(room.move(session))
    await asyncio.sleep(0)
    await room.tables.stop()
    assert step.done() or not session.lock.locked()
    await step
    assert session.clock._alarm is None
    await room.check()


async def test_who_is_cancelled_while_storing_leaves_no_doubt(room: Room) -> None:
    """However late a step is cancelled, memory and database agree, and play goes on."""
    session = await room.open(terms(), ANNA, BO)
    for turns in range(40):
        if session.state.phase is not Phase.HAND:
            await session.start(ANNA)
        before = session.record.version
        step = asyncio.create_task(room.says(session, fold_or_check(session)))
        for _ in range(turns % 13):
            await asyncio.sleep(0)
        step.cancel()
        await asyncio.gather(step, return_exceptions=True)
        stored = await room.store.table(session.table)
        assert stored == session.record
        assert session.record.version in (before, before + 1)
        await room.check()


def fold_or_check(session: TableSession) -> Action:
    hand = session.hand
    assert hand is not None
    return time_out(hand.offer(hand.waiting_on[0]))


# Before an update (RELIABILITY 18)


async def test_draining_waits_for_the_hand_and_deals_no_other(room: Room) -> None:
    session, idle = await room.open(terms(), ANNA, BO), await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await idle.sit(103)
    draining = asyncio.create_task(room.tables.drain())
    await until(lambda: room.tables.draining)

    for step in (idle.start(ANNA), room.open(terms())):
        with pytest.raises(TableError) as error:
            await step
        assert error.value.code is No.DRAINING
    assert {session.snapshot().notice, idle.snapshot().notice} == {Notice.UPDATE}
    await room.play_out(session)
    assert not draining.done()
    room.time.pass_by(LOOK)
    await asyncio.wait_for(draining, 5)

    assert session.state.phase is Phase.BETWEEN
    room.time.pass_by(10 * session.config.pause)
    await asyncio.sleep(0.05)
    assert session.state.number == 1


class Slow:
    """A store that has been asked to write and does so only when told."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.go = asyncio.Event(), asyncio.Event()
        self._write = room.store.commit
        monkeypatch.setattr(room.store, "commit", self)

    async def __call__(self, change: Change) -> None:
        self.asked.set()
        await self.go.wait()
        await self._write(change)


async def test_a_table_that_is_being_opened_when_draining_begins_drains_too(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """18. And one that waits behind it is not opened any more."""
    store = Slow(room, monkeypatch)
    opening = asyncio.create_task(room.open(terms()))
    await store.asked.wait()
    waiting = asyncio.create_task(room.tables.open(GUILD, CHANNEL + 9, HOST, "Later", terms()))
    await asyncio.sleep(0)
    await room.tables.drain()
    store.go.set()

    session = await opening
    assert session.snapshot().notice is Notice.UPDATE
    for member in (ANNA, BO):
        await session.sit(member)
    for step in (session.start(ANNA), waiting):
        with pytest.raises(TableError) as error:
            await step
        assert error.value.code is No.DRAINING


async def test_a_table_that_is_read_back_when_draining_has_begun_drains_too(room: Room) -> None:
    """18: who replaces the program may do so while it starts."""
    session = await room.open(terms(), ANNA, BO)
    await room.leave()
    again = await Room.enter(room.path, room.time)
    await again.tables.drain()

    await again.tables.recover()

    assert again.tables.get(session.table).snapshot().notice is Notice.UPDATE
    with pytest.raises(TableError) as error:
        await again.tables.get(session.table).start(ANNA)
    assert error.value.code is No.DRAINING
    await rejoin(room, again)


async def test_what_draining_shows_in_the_middle_of_a_step_is_stored(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    before = session.snapshot()
    store = Slow(room, monkeypatch)
    room.store.fail_at = room.store.commits + 1
    acting = asyncio.create_task(session.act(room.actor(session), Call()))
    await store.asked.wait()
    draining = asyncio.create_task(room.tables.drain())
    await until(lambda: room.tables.draining)

    assert session.snapshot() == replace(before, notice=Notice.UPDATE)

    store.go.set()
    with pytest.raises(TableError):
        await acting
    draining.cancel()


async def test_a_caller_may_ask_for_room_before_he_makes_any(room: Room) -> None:
    """18, 84."""
    room.tables.check_room()
    room.tables.crowd(True)
    with pytest.raises(TableError) as error:
        room.tables.check_room()
    assert error.value.code is No.CROWDED
    await room.tables.drain()
    with pytest.raises(TableError) as error:
        room.tables.check_room()
    assert error.value.code is No.DRAINING


async def test_where_there_is_no_room_no_table_is_opened(room: Room) -> None:
    """RELIABILITY 84."""
    session = await room.open(terms(), ANNA, BO)
    room.tables.crowd(True)
    with pytest.raises(TableError) as error:
        await room.open(terms())
    assert error.value.code is No.CROWDED
    await session.start(ANNA)
    room.tables.crowd(False)

    assert (await room.open(terms())).state.phase is Phase.LOBBY


async def test_draining_does_not_wait_for_a_paused_hand(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await session.pause(HOST)

    await asyncio.wait_for(room.tables.drain(), 5)

    again = await room.again()
    session = again.tables.get(session.table)
    assert session.state.phase is Phase.PAUSED
    await session.resume(HOST)
    await again.play_out(session)
    await session.start(ANNA)
    await rejoin(room, again)


# A place that is lost (RELIABILITY 43, 52)


async def test_a_table_that_cannot_be_closed_just_now_is_closed_when_it_can(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    room.store.fail_at = room.store.commits + 1
    leaving = asyncio.create_task(room.tables.abandon(GUILD))
    await until(lambda: session.failing and room.time.sleepers > 0)
    assert room.tables.at(GUILD) == [session]

    room.time.pass_by(RETRY)
    await asyncio.wait_for(leaving, 5)

    assert session.state.phase is Phase.CLOSED
    assert [await room.bankroll(member) for member in (ANNA, BO)] == [10_000, 10_000]


async def test_a_table_that_can_never_be_closed_does_not_keep_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = await room.open(terms(), ANNA), await room.open(terms(), BO)

    async def fault() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(broken, "abandon", fault)
    await asyncio.wait_for(room.tables.abandon(GUILD), 5)

    assert other.state.phase is Phase.CLOSED
    assert await room.bankroll(BO) == 10_000


# What everybody may know of the house


async def test_a_table_that_was_read_back_says_so_until_play_goes_on(room: Room) -> None:
    """1: whether it was in a hand or waited; sitting down or a clock is no play."""
    playing, waiting = await room.open(terms(), ANNA, BO, 103), await room.open(terms(), ANNA)
    await playing.start(ANNA)
    again = await room.again()
    playing, waiting = again.tables.get(playing.table), again.tables.get(waiting.table)
    assert {playing.snapshot().notice, waiting.snapshot().notice} == {Notice.BACK}

    await waiting.sit(BO)
    await playing.remember(felt=1)
    assert {playing.snapshot().notice, waiting.snapshot().notice} == {Notice.BACK}
    await again.move(playing)
    await waiting.start(ANNA)

    assert {playing.snapshot().notice, waiting.snapshot().notice} == {Notice.NONE}
    await rejoin(room, again)


async def test_a_table_says_that_nothing_can_be_stored_until_something_is(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    said = room.ears.said().count("redraw")
    room.store.fail_at = room.store.commits + 1
    with pytest.raises(TableError):
        await room.move(session)
    assert session.snapshot().notice is Notice.STUCK
    await session.voice.finish(5)
    assert room.ears.said().count("redraw") == said + 1

    await room.move(session)

    assert session.snapshot().notice is Notice.NONE
