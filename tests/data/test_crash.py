"""kill -9 at every statement: what was committed stands, what was not never happened."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from pathlib import Path

from data.store import SqliteStore
from engine.tables.ports import Change, Outbox, Stale
from tests.data.club import ANNA, BO, GUILD, HAND, POT, TABLE, Clock, change, dealt, hand, moved, result, said, stack


def payout() -> Change:
    """The last step of a hand: Bo folds, Anna is paid, the hand ends with its statistics."""
    return change(
        3,
        hand=hand(2, status="ended", result="{}"),
        inputs=(said(2, "fold", 9002),),
        transfers=(moved("award", 20, POT, stack(ANNA), "award"),),
        results=(result(ANNA, 0), result(BO, 0, seat=2)),
        outbox=(Outbox("n1", TABLE, HAND, "ping", BO),),
    )


async def pay_and_die(path: Path, kill_at: int) -> None:
    """Open, pay out, close; the process kills itself when SQLite starts its n-th statement."""
    store = await SqliteStore.open(path, Clock())
    statements = itertools.count(1)

    def die(_: str) -> None:
        if next(statements) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    await store.db.connection.set_trace_callback(die)
    await store.commit(payout())
    await store.ensure_bankroll(GUILD, 103, 1000)
    await store.close()


async def prepare(path: Path) -> None:
    store = await SqliteStore.open(path, Clock())
    await dealt(store)
    await store.close()


async def recover(path: Path) -> bool:
    """Whether the payout had happened. Doing it again works exactly if it had not; then everything is in place."""
    store = await SqliteStore.open(path, Clock())
    try:
        assert not await store.check_books()
        is_paid = (await store.open_tables())[0].hand is None
        assert await store.balance(POT) == (0 if is_paid else 20)
        try:
            await store.commit(payout())
            assert not is_paid
        except Stale:
            assert is_paid
        assert await store.ensure_bankroll(GUILD, 103, 1000) == 1000
        assert await store.balance(stack(ANNA)) == 200
        assert len(await store.pending(TABLE)) == 1
        assert len(await store.hands_of(member=BO)) == 1
        assert not await store.check_books()
    finally:
        await store.close()
    return is_paid


def test_kill_at_every_statement_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """RELIABILITY 2 to 5. The kills go on until one comes too late to hit."""
    paid: list[bool] = []
    for kill_at in range(1, 200):
        path = tmp_path / f"{kill_at}.db"
        asyncio.run(prepare(path))
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(pay_and_die(path, kill_at))
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        paid.append(asyncio.run(recover(path)))
        if os.WIFEXITED(status):
            break

    assert len(paid) > 15
    assert len(paid) < 199
    assert paid == sorted(paid)  # before the commit never, after it always
    assert not paid[0]
    assert paid[-1]
