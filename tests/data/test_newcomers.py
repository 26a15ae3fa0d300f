"""Free chips for accounts and members of some age: from which second on, and what counts as free."""

from __future__ import annotations

import pytest

from data.errors import TooYoung
from data.newcomers import DAY, Ages, born
from data.store import SqliteStore
from tests.data.club import BO, GUILD, Clock

MEMBER = (1_780_000_000_000 - 1_420_070_400_000) << 22
BORN = 1_780_000_000.0


async def young(store: SqliteStore, clock: Clock, *, account: float, membership: float | None) -> float | None:
    """From when on the member may have the first chips, asked at such ages (in days); None if he got them."""
    clock.now = BORN + account * DAY
    if membership is not None:
        store.joined[GUILD, MEMBER] = clock.now - membership * DAY
    try:
        assert await store.ensure_bankroll(GUILD, MEMBER, 1000) == 1000
    except TooYoung as error:
        return error.until - clock.now
    return None


def test_the_number_of_an_account_says_when_it_was_made() -> None:
    assert born(MEMBER) == BORN
    assert born(MEMBER + 2**22 - 1) == BORN
    assert born(-5) == 0


@pytest.mark.parametrize(
    ("ages", "account", "membership", "wait"),
    [
        ((0, 0), 0, 0, None),
        ((0, 0), 0, None, None),
        ((30, 0), 29, None, 1),
        ((30, 0), 30, None, None),
        ((0, 3), 99, 1, 2),
        ((0, 3), 99, 3, None),
        ((0, 3), 99, None, 3),  # since when is not known: it may be since just now
        ((30, 3), 29.5, 1, 2),  # the later of the two
        ((30, 3), 20, 2, 10),
    ],
)
async def test_both_ages_are_asked_for(
    store: SqliteStore, clock: Clock, ages: tuple[int, int], account: float, membership: float | None,
    wait: float | None,
) -> None:
    await store.choose_newcomers(GUILD, *ages, actor=BO, interaction=1)

    found = await young(store, clock, account=account, membership=membership)

    assert found == (None if wait is None else pytest.approx(wait * DAY))
    assert await store.total(GUILD) == (1000 if wait is None else 0)


async def test_free_chips_again_are_free_chips(store: SqliteStore, clock: Clock) -> None:
    await store.choose_newcomers(GUILD, 30, 0, actor=BO, interaction=1)
    clock.now = BORN + 29 * DAY
    await store.grant(GUILD, MEMBER, 5, actor=BO, reason="a friend", interaction=2)
    assert await store.ensure_bankroll(GUILD, MEMBER, 1000) == 5

    with pytest.raises(TooYoung):
        await store.reload(GUILD, MEMBER, chips=50, floor=10)

    clock.now += DAY
    assert await store.reload(GUILD, MEMBER, chips=50, floor=10) == 55
    assert await store.ensure_bankroll(GUILD, MEMBER, 1000) == 1055


async def test_each_server_asks_for_what_it_likes_and_says_so(store: SqliteStore, clock: Clock) -> None:
    await store.choose_newcomers(GUILD, 30, 3, actor=BO, interaction=1)
    clock.now = BORN

    assert await store.newcomers(GUILD) == Ages(30, 3)
    assert await store.newcomers(8) == Ages(0, 0)
    assert await store.ensure_bankroll(8, MEMBER, 1000) == 1000
    note = (await store.audit_log(GUILD))[0].note
    assert (note.actor, note.action, note.before, note.after) == (BO, "newcomers", "0 d, 0 d", "30 d, 3 d")


async def test_since_when_somebody_is_a_member_is_not_stored(store: SqliteStore, clock: Clock) -> None:
    await store.choose_newcomers(GUILD, 0, 3, actor=BO, interaction=1)
    store.joined[GUILD, MEMBER] = 1_234_567_890.0
    clock.now = BORN
    await store.ensure_bankroll(GUILD, MEMBER, 1000)

    async with store.db.reading() as db:
        names = [row[0] for row in await db.all("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = [tuple(row) for name in names for row in await db.all(f"SELECT * FROM {name}")]
    assert "1234567890" not in str(rows)
