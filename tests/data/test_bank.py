"""Grants, reloads and the history of a bankroll."""

from __future__ import annotations

import asyncio

import pytest

from data.errors import AboveFloor, Refused, TooSoon
from data.store import SqliteStore
from engine.tables.ports import AlreadyDone, NotEnough
from tests.data.club import ANNA, BO, GUILD, NOON, TABLE, Clock, bankroll, seated, stack

HOUR = 3600.0


async def test_twenty_parallel_reloads_pay_once(store: SqliteStore) -> None:
    """RELIABILITY 99: parallel claims of one member find one payment."""
    claims = [store.reload(GUILD, ANNA, chips=500, floor=100) for _ in range(20)]

    answers = await asyncio.gather(*claims, return_exceptions=True)

    assert [answer for answer in answers if not isinstance(answer, Exception)] == [500]
    assert all(isinstance(answer, (int, AboveFloor, TooSoon, AlreadyDone)) for answer in answers)
    assert await store.total(GUILD) == 500


async def test_reload_is_for_the_nearly_broke_stacks_included(store: SqliteStore) -> None:
    """Sitting down with everything does not make a member poor."""
    await seated(store)
    await store.grant(GUILD, ANNA, -800, actor=BO, reason="reset", interaction=1)

    with pytest.raises(AboveFloor) as caught:
        await store.reload(GUILD, ANNA, chips=500, floor=200)

    assert (caught.value.has, caught.value.floor) == (200, 200)
    assert await store.reload(GUILD, ANNA, chips=500, floor=201) == 500


@pytest.mark.parametrize(
    ("first", "wait", "next_at"),
    [
        (NOON, 19.9 * HOUR, NOON + 20 * HOUR),  # the next day, but 20 hours are not over
        (1_789_950_600.0, 20.5 * HOUR, 1_790_035_200.0),  # 00:30: 20 hours are over, but it is the same UTC day
    ],
)
async def test_reload_rests_a_utc_day_and_twenty_hours(
    store: SqliteStore, clock: Clock, first: float, wait: float, next_at: float
) -> None:
    """RELIABILITY 78: both must have passed, and the refusal says when they will have."""
    clock.now = first
    await store.reload(GUILD, ANNA, chips=50, floor=1000)
    clock.now = first + wait

    with pytest.raises(TooSoon) as caught:
        await store.reload(GUILD, ANNA, chips=50, floor=1000)

    assert caught.value.until == next_at
    clock.now = next_at
    assert await store.reload(GUILD, ANNA, chips=50, floor=1000) == 100


async def test_grant_is_posted_and_written_down_once(store: SqliteStore) -> None:
    """The same interaction delivered twice grants once; the audit log has who, to whom, before, after and why."""
    await store.ensure_bankroll(GUILD, ANNA, 1000)
    assert await store.grant(GUILD, ANNA, 250, actor=BO, reason="birthday", interaction=77) == 1250

    with pytest.raises(AlreadyDone):
        await store.grant(GUILD, ANNA, 250, actor=BO, reason="birthday", interaction=77)

    note = (await store.audit_log(GUILD))[0].note
    assert (note.actor, note.action, note.target, note.before, note.after) == (BO, "grant", str(ANNA), "1000", "1250")
    assert len(await store.audit_log(GUILD)) == 1


async def test_refused_grant_leaves_no_line_in_the_audit_log(store: SqliteStore) -> None:
    await store.ensure_bankroll(GUILD, ANNA, 1000)

    with pytest.raises(NotEnough):
        await store.grant(GUILD, ANNA, -1001, actor=BO, reason="fine", interaction=78)
    with pytest.raises(Refused):
        await store.grant(GUILD, ANNA, 10, actor=BO, reason="no interaction", interaction=0)

    assert not await store.audit_log(GUILD)


async def test_grant_before_the_first_visit_does_not_eat_the_opening_bankroll(store: SqliteStore) -> None:
    await store.grant(GUILD, ANNA, 50, actor=BO, reason="welcome", interaction=79)

    assert await store.ensure_bankroll(GUILD, ANNA, 1000) == 1050


async def test_history_pages_newest_first_with_the_balance_after_each_line(store: SqliteStore) -> None:
    await seated(store)
    await store.grant(GUILD, ANNA, 5, actor=BO, reason="luck", interaction=80)

    first = await store.history(GUILD, ANNA, limit=2)
    rest = await store.history(GUILD, ANNA, limit=2, before=first[-1].transfer)

    assert [(line.reason, line.chips, line.balance, line.table) for line in (*first, *rest)] == [
        ("grant", 5, 805, 0),
        ("buy_in", -200, 800, TABLE),
        ("open", 1000, 1000, 0),
    ]
    assert (first[0].actor, first[0].note) == (BO, "luck")


async def test_bankrolls_show_chips_on_tables_apart(store: SqliteStore) -> None:
    await seated(store)
    await store.ensure_bankroll(GUILD, 103, 3000)

    purses = [(purse.member, purse.bankroll, purse.on_tables) for purse in await store.bankrolls(GUILD)]

    assert purses == [(103, 3000, 0), (ANNA, 800, 200), (BO, 800, 200)]
    assert (await store.purse(GUILD, 999)).bankroll == 0


async def test_guilds_do_not_share_chips(store: SqliteStore) -> None:
    await seated(store)
    await store.ensure_bankroll(8, ANNA, 1)

    assert await store.total(8) == 1
    assert await store.balance(bankroll(ANNA)) == 800
    assert await store.balance(stack(ANNA)) == 200
