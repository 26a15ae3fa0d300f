"""Where the ledger's refusals begin, and what they name."""

from __future__ import annotations

import pytest

from data import ledger
from data.errors import BadTransfer
from data.store import SqliteStore
from engine.tables.ports import AlreadyDone
from tests.data.club import ANNA, HOUSE, bankroll, moved

NOW = 5.0


async def test_the_largest_posting_is_held_and_one_chip_more_is_not(store: SqliteStore) -> None:
    async with store.db.atomic() as db:
        await ledger.transfer(db, moved("most", ledger.MOST, HOUSE, bankroll(ANNA)), NOW)
    with pytest.raises(BadTransfer, match=r"^more$"):
        async with store.db.atomic() as db:
            await ledger.transfer(db, moved("more", ledger.MOST + 1, HOUSE, bankroll(ANNA)), NOW)
    assert await store.balance(bankroll(ANNA)) == ledger.MOST


async def test_a_key_that_was_used_is_named(store: SqliteStore) -> None:
    async with store.db.atomic() as db:
        await ledger.transfer(db, moved("grant:7", 5, HOUSE, bankroll(ANNA)), NOW)
    with pytest.raises(AlreadyDone, match=r"^grant:7$"):
        async with store.db.atomic() as db:
            await ledger.transfer(db, moved("grant:7", 6, HOUSE, bankroll(ANNA)), NOW)


async def test_an_account_may_be_emptied(store: SqliteStore) -> None:
    async with store.db.atomic() as db:
        await ledger.transfer(db, moved("in", 5, HOUSE, bankroll(ANNA)), NOW)
        await ledger.transfer(db, moved("out", 5, bankroll(ANNA), HOUSE), NOW)
    assert await store.balance(bankroll(ANNA)) == 0
