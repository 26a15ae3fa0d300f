"""A member can read everything that is kept of him, and be forgotten without a chip or a statistic getting lost."""

import json
from pathlib import Path

import pytest

from data.errors import StillPlaying
from data.leaderboard import Limits, Query
from data.store import SqliteStore
from engine.tables.ports import (
    Change,
    Deed,
    HandRecord,
    InputRecord,
    Note,
    Outbox,
    PlayerResult,
    Posting,
    TableRecord,
    Transfer,
)
from tests.data.club import GUILD, POT, TABLE, bankroll, moved, stack

ANNA, BO, ELSEWHERE = 222_222_222_222_222_222, 333_333_333_333_333_333, 7002
HAND = 2**61 + 9
SEATS = ((1, ANNA), (2, BO))
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'audit'"
CHANGES = ("actor = 5", "key = 'other'", "note = 'x', actor = -5", "reason = 'grant', actor = -5", "actor = actor")


def table(version: int, *, is_open: bool = True, seated: bool = True) -> TableRecord:
    both = {"1": ANNA, "2": BO}
    state = json.dumps({"members": both if seated else {}, "dealt": both, "waitlist": [ANNA]})
    config = json.dumps({"invited": [ANNA]})
    return TableRecord(TABLE, GUILD, 501, ANNA, "Friday", config, state, is_open, version)


def result(member: int, net: int) -> PlayerResult:
    return PlayerResult(HAND, GUILD, member, 1 if member == ANNA else 2, "holdem", net, 10, max(net, 0), 2, 1)


async def evening(store: SqliteStore) -> None:
    """Anna and Bo play one hand, which Bo wins, and leave; the table closes."""
    for guild, member in ((GUILD, ANNA), (GUILD, BO), (ELSEWHERE, ANNA)):
        await store.ensure_bankroll(guild, member, 1000)
    sit = tuple(
        moved(f"sit:{member // 10**17}", 200, bankroll(member), stack(member), "buy_in") for member in (ANNA, BO)
    )
    await store.commit(Change(table(1), 0, transfers=sit, seats=SEATS))
    live = HandRecord(HAND, TABLE, 1, "holdem", "deck: As Kd", "live", 0, 0.0)
    bet = Transfer("bet", "play", (Posting(stack(ANNA), -20), Posting(stack(BO), -20), Posting(POT, 40)), ANNA)
    cards = Outbox("h1-1", TABLE, HAND, "cards", ANNA)
    call = InputRecord(HAND, 0, "call", 1)
    await store.commit(Change(table(2), 1, live, (call,), (bet,), outbox=(cards,), seats=SEATS))
    told = json.dumps({"members": {"1": ANNA, "2": BO}, "won": {"2": 40}, "shown": {"1": ["As"]}})
    over = HandRecord(HAND, TABLE, 1, "holdem", "deck: As Kd", "ended", 1, 0.0, told)
    won = moved("won", 40, POT, stack(BO), "play")
    out = [
        moved(f"out:{chips}", chips, stack(member), bankroll(member), "cash_out")
        for member, chips in ((ANNA, 180), (BO, 220))
    ]
    results = (result(ANNA, -20), result(BO, 20))
    closed = table(3, is_open=False, seated=False)
    await store.commit(Change(closed, 2, over, transfers=(won, *out), results=results))
    await store.set_member_setting(GUILD, ANNA, "cards", "button")


async def everything(store: SqliteStore) -> str:
    """The whole database as text, the audit log left out."""
    async with store.db.reading() as db:
        names = [row[0] for row in await db.all(TABLES)]
        return "\n".join([str([tuple(row) for row in await db.all(f"SELECT * FROM {name}")]) for name in names])


async def test_a_member_reads_all_that_is_kept(store: SqliteStore) -> None:
    await evening(store)

    held = json.loads(json.dumps(await store.held(GUILD, ANNA)))

    assert held["settings"] == {"cards": "button"}
    assert [line["chips"] for line in held["chips"]] == [1000, -200, 180]
    assert [line["net"] for line in held["hands"]] == [-20]
    assert str(BO) not in json.dumps(held)


async def test_forgetting_leaves_no_trace_of_the_number(store: SqliteStore) -> None:
    await evening(store)
    assert str(ANNA) in await everything(store)

    nobody = await store.forget(GUILD, ANNA)
    await store.forget(ELSEWHERE, ANNA)

    assert nobody < 0
    assert str(ANNA) not in await everything(store)


async def test_forgetting_is_in_the_log_without_whose_data_it_was(store: SqliteStore) -> None:
    await evening(store)

    nobody = await store.forget(GUILD, ANNA)

    (entry,) = await store.audit_log(GUILD)
    assert entry.note == Note(GUILD, nobody, Deed.FORGET)
    assert nobody < 0
    assert await store.audit_broken(GUILD) == 0


async def test_who_is_not_forgotten_is_not_in_the_log(store: SqliteStore) -> None:
    await store.ensure_bankroll(GUILD, ANNA, 1000)
    sit = moved("sit:1", 200, bankroll(ANNA), stack(ANNA), "buy_in")
    await store.commit(Change(table(1), 0, transfers=(sit,), seats=((1, ANNA),)))

    with pytest.raises(StillPlaying):
        await store.forget(GUILD, ANNA)

    assert await store.audit_log(GUILD) == []


async def test_forgetting_keeps_every_sum_and_the_others(store: SqliteStore) -> None:
    await evening(store)
    await store.set_limits(GUILD, Limits(1, 1), BO, 5)
    total, before = await store.total(GUILD), (await store.leaderboard(Query(GUILD), viewer=BO)).own

    await store.forget(GUILD, ANNA)

    assert await store.total(GUILD) == total
    assert not await store.check_books()
    assert (await store.leaderboard(Query(GUILD), viewer=BO)).own == before
    assert (await store.purse(GUILD, ANNA)).bankroll == 0


async def test_forgetting_is_of_one_server(store: SqliteStore) -> None:
    await evening(store)

    await store.forget(GUILD, ANNA)

    assert (await store.purse(ELSEWHERE, ANNA)).bankroll == 1000


async def test_who_comes_back_is_new(store: SqliteStore) -> None:
    await evening(store)
    await store.forget(GUILD, ANNA)

    assert await store.ensure_bankroll(GUILD, ANNA, 500) == 500
    assert (await store.held(GUILD, ANNA))["hands"] == []


async def test_nobody_with_a_seat_is_forgotten(store: SqliteStore) -> None:
    await store.ensure_bankroll(GUILD, ANNA, 1000)
    sit = moved("sit", 200, bankroll(ANNA), stack(ANNA), "buy_in")
    await store.commit(Change(table(1), 0, transfers=(sit,), seats=((1, ANNA),)))
    before = await everything(store)

    with pytest.raises(StillPlaying):
        await store.forget(GUILD, ANNA)

    assert await everything(store) == before


async def test_a_transfer_changes_in_no_other_way(store: SqliteStore) -> None:
    await evening(store)

    for change in CHANGES:
        with pytest.raises(Exception, match="append-only"):
            async with store.db.atomic() as db:
                await db.all(f"UPDATE transfers SET {change} WHERE key = 'bet'")


async def test_old_hands_lose_their_cards_and_keep_their_results(store: SqliteStore, tmp_path: Path) -> None:
    await evening(store)

    assert await store.forget_hands(0) == 0
    assert await store.forget_hands(1e12) == 1

    found = await store.hand(HAND)
    assert found is not None
    assert (found[0].setup, found[1]) == ("", ())
    told = json.loads(found[0].result)
    assert (told["won"], "shown" in told) == ({"2": 40}, False)  # cards are cards, however they became known
    assert [entry.note for entry in await store.audit_log(0)] == [Note(0, 0, Deed.FORGET_HANDS, after="1")]
    assert len((await store.held(GUILD, BO))["hands"]) == 1  # type: ignore[arg-type]
