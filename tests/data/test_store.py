"""One step of play is one transaction: everything of it, or nothing."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data import ledger, outbox
from data.errors import Refused
from data.statements import Statements, Value
from data.store import SqliteStore
from engine.tables.ports import AlreadyDone, Change, Deed, Note, Outbox, Stale, Store, StoreError, Unavailable
from tests.data.club import (
    ANNA,
    BO,
    CHANNEL,
    GUILD,
    HAND,
    POT,
    TABLE,
    Clock,
    change,
    dealt,
    hand,
    moved,
    result,
    said,
    seated,
    stack,
    table,
)
from tests.data.conftest import Opens

_: type[Store] = SqliteStore  # mypy compares the protocol

CARDS = Outbox("n1", TABLE, HAND, "cards", ANNA)
KICK = Note(GUILD, ANNA, Deed.KICK, str(BO))


async def everything(store: SqliteStore) -> list[tuple[object, ...]]:
    """Every row of every table, for comparing before and after."""
    names = "accounts transfers postings tables seats hands inputs results sums opponents outbox members audit".split()
    names += ["seasons", "guilds"]
    async with store.db.reading() as db:
        return [tuple(row) for name in names for row in await db.all(f"SELECT * FROM {name}")]


async def test_second_change_of_the_same_version_is_stale(store: SqliteStore) -> None:
    """Compare and set: whoever comes second is told so, and nothing of it is kept (RELIABILITY 1.4)."""
    await seated(store)
    one, two = (change(2, transfers=(moved(f"bet:{who}", 10, stack(who), POT),)) for who in (ANNA, BO))

    answers = await asyncio.gather(store.commit(one), store.commit(two), return_exceptions=True)

    assert [type(answer) for answer in answers] == [type(None), Stale]
    assert await store.balance(POT) == 10


async def test_version_must_grow(store: SqliteStore) -> None:
    await seated(store)

    with pytest.raises(Refused):
        await store.commit(Change(table(1), 1))


async def test_channel_has_one_open_table(store: SqliteStore) -> None:
    """Two `/table open` in one channel at once: the second is stale. A closed table makes room."""
    await store.commit(Change(table(), 0))
    with pytest.raises(Stale):
        await store.commit(Change(table(table=32), 0))

    await store.commit(Change(table(2, is_open=False), 1))
    await store.commit(Change(table(table=32, channel=CHANNEL), 0))

    assert [saved.table.table for saved in await store.open_tables()] == [32]


@pytest.mark.parametrize("seats", [((1, ANNA), (1, BO)), ((1, ANNA), (2, ANNA)), ((0, ANNA),), ((11, ANNA),)])
async def test_seat_has_one_member_and_member_one_seat(store: SqliteStore, seats: tuple[tuple[int, int], ...]) -> None:
    await seated(store)
    before = await everything(store)

    with pytest.raises(Refused):
        await store.commit(change(2, seats=seats))

    assert await everything(store) == before


async def test_interaction_acts_once(store: SqliteStore) -> None:
    """RELIABILITY 27: the same delivery twice is already done, also in another hand's step."""
    await dealt(store)
    before = await everything(store)

    with pytest.raises(AlreadyDone):
        await store.commit(change(3, hand=hand(2), inputs=(said(2, "call", 9001),)))

    assert await everything(store) == before


async def test_inputs_without_interaction_are_not_confused(store: SqliteStore) -> None:
    """Time-outs and rulings of the house carry no interaction, and there may be many."""
    await dealt(store)

    await store.commit(change(3, hand=hand(2), inputs=(said(2), said(3))))

    assert [entry.place for entry in (await store.open_tables())[0].inputs] == [1, 2, 3]


async def test_input_in_the_wrong_place_is_stale(store: SqliteStore) -> None:
    await dealt(store)

    for place in (1, 3):
        with pytest.raises(Stale):
            await store.commit(change(3, hand=hand(2), inputs=(said(place),)))


FAULTS = {
    "seats": lambda: change(3, seats=((1, ANNA), (1, BO))),
    "inputs": lambda: change(3, hand=hand(2), inputs=(said(2), said(3, "x", 9001))),
    "transfers": lambda: change(3, transfers=(moved("a", 5, stack(BO), POT), moved("b", 999, stack(BO), POT))),
    "results": lambda: change(3, hand=hand(2, status="ended"), results=(result(ANNA, 5), result(BO, -5))),
    "outbox": lambda: change(3, transfers=(moved("a", 5, stack(BO), POT),), outbox=(CARDS, CARDS)),
    "notes": lambda: change(3, transfers=(moved("a", 5, stack(BO), POT),), notes=(KICK, replace(KICK, action=""))),
    "a note of another guild": lambda: change(3, notes=(replace(KICK, guild=GUILD + 1),)),
}


@pytest.mark.parametrize("make", FAULTS.values(), ids=FAULTS)
async def test_fault_in_any_part_undoes_every_part(store: SqliteStore, make: Callable[[], Change]) -> None:
    await dealt(store)
    before = await everything(store)

    with pytest.raises(StoreError):
        await store.commit(make())

    assert await everything(store) == before


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError, KeyboardInterrupt])
async def test_crash_between_two_parts_undoes_the_first(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """Whatever is raised in the middle of the transaction, the next one starts from clean books."""
    await dealt(store)
    before = await everything(store)

    async def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(outbox, "put", fail)
        with pytest.raises(error):
            await store.commit(change(3, transfers=(moved("bet:2", 5, stack(BO), POT),)))

    assert await everything(store) == before
    await store.commit(change(3, transfers=(moved("bet:2", 5, stack(BO), POT),)))


async def test_cancelling_at_any_trip_leaves_all_or_nothing(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that dies at its n-th trip to the database, COMMIT included, leaves the books whole, for every n."""
    await seated(store)
    for trips in range(1, 100):
        version = (await store.open_tables())[0].table.version + 1
        step = change(version, transfers=(moved(f"bet:{trips}", 1, stack(ANNA), POT),))
        with monkeypatch.context() as dying:
            dying.setattr(Statements, "all", cancelling(Statements.all, trips))
            answers = await asyncio.gather(asyncio.create_task(store.commit(step)), return_exceptions=True)
        assert await store.balance(POT) == (await store.open_tables())[0].table.version - 1
        assert not await store.check_books()
        if answers[0] is None:
            break
    assert 5 < trips < 99


def cancelling(method: Callable[..., Any], trips: int) -> Callable[..., Any]:
    """The method, but its caller is cancelled while the given trip is under way."""
    count = itertools.count(1)

    async def all_(self: Statements, sql: str, *values: Value) -> Any:
        if next(count) == trips:
            task = asyncio.current_task()
            assert task
            task.cancel()
        return await method(self, sql, *values)

    return all_


async def test_reader_never_sees_the_middle_of_a_transfer(store: SqliteStore) -> None:
    """T9 in small: chips go round at both seats while the sum is read all the time, and it never moves."""
    await seated(store)
    sums: set[int] = set()

    async def move(count: int) -> None:
        for step in range(count):
            source, target = (stack(ANNA), stack(BO)) if step % 2 else (stack(BO), stack(ANNA))
            async with store.db.atomic() as db:
                await ledger.transfer(db, moved(f"go:{id(asyncio.current_task())}:{step}", 7, source, target), 0)

    async def read() -> None:
        while not all(task.done() for task in movers):
            sums.add(await store.total(GUILD))

    movers = [asyncio.create_task(move(25)) for _ in range(4)]
    await asyncio.gather(read(), *movers)

    assert sums == {2000}


async def test_reopening_gives_the_same(tmp_path: Path, opens: Opens) -> None:
    """Table, live hand, inputs, seats, outbox and balances survive the process."""
    path = tmp_path / "again.db"
    store = await opens(path)
    await dealt(store)
    await store.commit(change(3, hand=hand(2, deadline=5.5), inputs=(said(2, "call", 9002),), outbox=(CARDS,)))
    before, saved = await everything(store), await store.open_tables()
    await store.close()

    again = await opens(path)

    assert await everything(again) == before
    assert await again.open_tables() == saved
    assert saved[0].hand == hand(2, deadline=5.5)
    assert saved[0].inputs == (said(1, "bet 20", 9001), said(2, "call", 9002))
    assert await again.pending(TABLE) == [CARDS]
    await again.close()


async def test_outbox_is_spoken_once(store: SqliteStore) -> None:
    await seated(store)
    ping = Outbox("n2", TABLE, 0, "ping", BO)
    await store.commit(change(2, outbox=(CARDS, ping)))
    assert await store.pending(TABLE) == [CARDS, ping]

    await store.spoken("n1")
    await store.spoken("n1")

    assert await store.pending(TABLE) == [ping]


async def test_ended_hand_is_over_for_good(store: SqliteStore) -> None:
    """No second payout: a hand that ended is neither live again nor void, but its result may be added to."""
    await dealt(store)
    award = moved("award:1", 20, POT, stack(ANNA), "award")
    over = hand(3, status="ended", result='{"won": 20}')
    await store.commit(change(3, hand=over, transfers=(award,), results=(result(ANNA, 0), result(BO, 0, seat=2))))

    for status in ("live", "void"):
        with pytest.raises(Stale):
            await store.commit(change(4, hand=hand(4, status=status)))
    await store.commit(change(4, hand=hand(4, status="ended", result='{"shown": "As"}')))

    found = await store.hand(HAND)
    assert found is not None
    assert (found[0].status, found[0].result) == ("ended", '{"shown": "As"}')
    assert (await store.open_tables())[0].hand is None


async def test_table_has_one_live_hand_and_numbers_without_doubles(store: SqliteStore) -> None:
    await dealt(store)
    assert await store.next_hand_number(TABLE) == 2

    with pytest.raises(Refused):
        await store.commit(change(3, hand=hand(hand=77, number=2)))
    with pytest.raises(Refused):
        await store.commit(change(3, hand=hand(hand=77, number=1, status="ended")))


async def test_hands_are_found_by_table_guild_and_member(store: SqliteStore, clock: Clock) -> None:
    """Newest first, only those that are over, and of a member only those played."""
    await seated(store)
    for number in (1, 2, 3):
        clock.now += 60
        record = hand(hand=number, number=number, status="ended" if number < 3 else "live")
        results = (result(ANNA if number == 1 else BO, 0, hand_id=number),) if number < 3 else ()
        await store.commit(change(number + 1, hand=record, results=results))

    assert [found.number for found in await store.hands_of(table=TABLE)] == [2, 1]
    assert [found.number for found in await store.hands_of(guild=GUILD, member=ANNA)] == [1]
    assert [found.number for found in await store.hands_of(guild=GUILD, before=clock.now - 60)] == [1]
    assert not await store.hands_of(guild=8)


async def test_settings_of_members_are_kept_and_taken_back(store: SqliteStore) -> None:
    await store.set_member_setting(GUILD, ANNA, "ping", "dm")
    await store.set_member_setting(GUILD, ANNA, "text_cards", value=True)
    await store.set_member_setting(GUILD, ANNA, "ping", None)

    assert await store.member_settings(GUILD, ANNA) == {"text_cards": True}
    assert await store.member_settings(8, ANNA) == {}


async def test_hand_of_nobody_is_none(store: SqliteStore) -> None:
    assert await store.hand(1) is None
    assert await store.table(1) is None


async def test_closed_store_says_try_later(tmp_path: Path, opens: Opens) -> None:
    """A click that arrives during shutdown is refused like any other fault of the store."""
    store = await opens(tmp_path / "closed.db")
    await store.close()
    await store.close()

    with pytest.raises(Unavailable):
        await store.total(GUILD)
