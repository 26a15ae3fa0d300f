"""Chips move in transfers that sum to zero, once, and never out of an empty account."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import ledger
from data.errors import BadTransfer, Refused
from data.store import SqliteStore
from engine.tables.ports import Account, AccountKind, AlreadyDone, NotEnough, Posting, Transfer
from tests.data.club import ANNA, BO, GUILD, HOUSE, POT, TABLE, bankroll, change, dealt, moved, seated, stack
from tests.data.conftest import Opens


async def test_opening_bankroll_comes_from_the_house_once(store: SqliteStore) -> None:
    """Asking again gives the balance and posts nothing."""
    assert await store.ensure_bankroll(GUILD, ANNA, 1000) == 1000
    assert await store.ensure_bankroll(GUILD, ANNA, 5000) == 1000
    assert await store.balance(HOUSE) == -1000
    assert await store.total(GUILD) == 1000


async def test_sitting_down_puts_chips_out_of_reach(store: SqliteStore) -> None:
    """The stack is escrow: what lies in it is no longer in the bankroll."""
    await seated(store)

    assert await store.balance(bankroll(ANNA)) == 800
    assert await store.balance(stack(ANNA)) == 200
    assert await store.total(GUILD) == 2000


@pytest.mark.parametrize(
    "order",
    [
        Transfer("odd", "bet", (Posting(stack(ANNA), -5), Posting(POT, 6))),
        Transfer("none", "bet", ()),
        Transfer("nan", "bet", (Posting(stack(ANNA), float("nan")), Posting(POT, 6))),  # type: ignore[arg-type]
        moved("half", 0.5, stack(ANNA), POT),  # type: ignore[arg-type]
        moved("huge", 2**63, stack(ANNA), POT),
        moved("beyond reason", 10**16, HOUSE, bankroll(ANNA)),
        moved("abroad", 5, stack(ANNA), bankroll(ANNA, guild=8)),
        moved("all abroad", 5, Account(AccountKind.HOUSE, 8), bankroll(ANNA, guild=8)),
        moved("shapeless", 5, stack(ANNA), Account(AccountKind.POT, GUILD)),
    ],
    ids=lambda order: order.key,
)
async def test_transfer_that_no_ledger_may_hold_is_refused_whole(store: SqliteStore, order: Transfer) -> None:
    """Not zero in sum, not whole chips, across guilds, or to an account that cannot be: nothing is written."""
    await seated(store)

    with pytest.raises(Refused):
        await store.commit(change(2, transfers=(moved("good", 10, stack(BO), POT), order)))

    assert await store.balance(stack(ANNA)) == 200
    assert await store.balance(stack(BO)) == 200
    await store.commit(change(2))


async def test_unbalanced_transfer_has_a_name(store: SqliteStore) -> None:
    await seated(store)

    with pytest.raises(BadTransfer):
        await store.commit(change(2, transfers=(Transfer("odd", "bet", (Posting(stack(ANNA), -5),)),)))


async def test_chips_do_not_cross_guilds(store: SqliteStore) -> None:
    """Not even by a way around the tables' commit."""
    await seated(store)

    with pytest.raises(BadTransfer):
        async with store.db.atomic() as db:
            await ledger.transfer(db, moved("abroad", 5, bankroll(ANNA), bankroll(ANNA, guild=8)), 0)


async def test_no_account_falls_below_zero(store: SqliteStore) -> None:
    """The refusal says what is there and what was asked for, and the first transfer of the change is undone."""
    await seated(store)
    good, bad = moved("good", 10, stack(BO), POT), moved("bad", 201, stack(ANNA), POT)

    with pytest.raises(NotEnough) as caught:
        await store.commit(change(2, transfers=(good, bad)))

    assert (caught.value.account, caught.value.has, caught.value.needs) == (stack(ANNA), 200, 201)
    assert await store.balance(POT) == 0


async def test_account_that_does_not_exist_has_nothing_to_give(store: SqliteStore) -> None:
    await seated(store)

    with pytest.raises(NotEnough) as caught:
        await store.commit(change(2, transfers=(moved("new", 1, stack(999), POT),)))

    assert caught.value.has == 0


async def test_same_key_happens_once_for_ever(store: SqliteStore) -> None:
    await dealt(store)

    with pytest.raises(AlreadyDone):
        await store.commit(change(3, transfers=(moved("bet:1", 20, stack(ANNA), POT),)))

    assert await store.balance(POT) == 20


async def test_several_postings_to_one_account_count_together(store: SqliteStore) -> None:
    """Chips that pass through an account within one transfer need not be there before."""
    await seated(store)
    through = (Posting(POT, -30), Posting(stack(ANNA), 30), Posting(stack(BO), -30), Posting(POT, 30))

    await store.commit(change(2, transfers=(Transfer("through", "award", through),)))

    assert [await store.balance(account) for account in (POT, stack(ANNA), stack(BO))] == [0, 230, 170]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE transfers SET reason = 'gift'",
        "DELETE FROM transfers",
        "UPDATE postings SET chips = chips + 1",
        "DELETE FROM postings",
        "INSERT OR REPLACE INTO transfers SELECT id, guild, key, 'gift', actor, note, interaction, at FROM transfers",
        "UPDATE accounts SET balance = -1 WHERE kind = 'bankroll'",
    ],
)
async def test_books_cannot_be_rewritten(store: SqliteStore, sql: str) -> None:
    """Transfers and postings are append-only, and balances are never below zero, whoever writes SQL."""
    await seated(store)

    with pytest.raises(Refused):
        async with store.db.atomic() as db:
            await db.all(sql)


@pytest.mark.parametrize(
    ("sql", "proof"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'", "every balance is the sum of its postings"),
        ("UPDATE accounts SET guild = 8 WHERE kind = 'pot'", "postings stay in the transfer's guild"),
        ("UPDATE tables SET is_open = 0", "chips lie only on tables that are open, in their guild"),
        ("UPDATE tables SET is_open = 0", "only open tables have a live hand"),
        ("INSERT INTO sums VALUES (7001, 'holdem', 1, 1, 101, 1, 5, 0, 0, NULL, 0, 0)", "what the leaderboard adds up"),
        ("DELETE FROM seats WHERE seat = 1", "every stack has its member in a seat"),
        ("DROP TRIGGER postings_stay; UPDATE postings SET chips = 21 WHERE chips = 20", "postings of every transfer"),
        ("PRAGMA ignore_check_constraints = ON; UPDATE accounts SET balance = -2 WHERE kind = 'pot'", "nobody but the"),
        ("UPDATE accounts SET balance = balance + 5 WHERE kind = 'house'", "the chips of a guild are what its house"),
    ],
)
async def test_books_that_were_tampered_with_are_found_out(tmp_path: Path, sql: str, proof: str, opens: Opens) -> None:
    """Each proof finds the fault it is for."""
    store = await opens(tmp_path / "bad.db")
    await dealt(store)
    assert not await store.check_books()

    await store.db.connection.executescript(sql)

    found = await store.check_books()
    await store.close()
    assert [finding for finding in found if finding.proof.startswith(proof)]


async def test_evening_tells_what_the_table_meant(store: SqliteStore) -> None:
    """Anna buys in, tops up, wins 30 and leaves; Bo is still there."""
    await seated(store)
    top_up = moved("top", 100, bankroll(ANNA), stack(ANNA), "top_up")
    lost, won = moved("bet", 30, stack(BO), POT), moved("award", 30, POT, stack(ANNA), "award")
    out = moved("out", 330, stack(ANNA), bankroll(ANNA), "cash_out")

    await store.commit(change(2, transfers=(top_up, lost, won, out), seats=((2, BO),)))

    anna, bo = await store.evening_ledger(TABLE)
    assert (anna.member, anna.bought_in, anna.topped_up, anna.cashed_out, anna.on_table) == (ANNA, 200, 100, 330, 0)
    assert (bo.member, bo.on_table) == (BO, 170)
    assert (anna.net, bo.net) == (30, -30)
    assert await store.stacks(TABLE) == {BO: 170}
