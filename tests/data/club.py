"""Short words for the store's tests: who is who, and one step of play as a change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from data.store import SqliteStore
from engine.tables.ports import (
    Account,
    AccountKind,
    Change,
    HandRecord,
    InputRecord,
    PlayerResult,
    Posting,
    TableRecord,
    Transfer,
)

GUILD, TABLE, CHANNEL, HAND = 7001, 31, 501, 2**62 + 5
ANNA, BO = 101, 102
HOUSE = Account(AccountKind.HOUSE, GUILD)
POT = Account(AccountKind.POT, GUILD, table=TABLE)
NOON = 1_790_000_000.0  # 2026-09-21, 14:13 UTC


class Clock:
    """UTC seconds that pass only when told to."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def bankroll(member: int, guild: int = GUILD) -> Account:
    return Account(AccountKind.BANKROLL, guild, member)


def stack(member: int, table: int = TABLE) -> Account:
    return Account(AccountKind.STACK, GUILD, member, table)


def moved(key: str, chips: int, source: Account, target: Account, reason: str = "bet") -> Transfer:
    return Transfer(key, reason, (Posting(source, -chips), Posting(target, chips)))


def table(version: int = 1, **more: Any) -> TableRecord:
    return replace(TableRecord(TABLE, GUILD, CHANNEL, ANNA, "Friday", "{}", "{}", True, version), **more)


def hand(version: int = 1, **more: Any) -> HandRecord:
    return replace(HandRecord(HAND, TABLE, 1, "holdem", "deck: As Kd 7c", "live", version, 0.0), **more)


def said(place: int, text: str = "call", interaction: int = 0) -> InputRecord:
    return InputRecord(HAND, place, text, interaction)


def result(member: int, net: int, *, hand_id: int = HAND, seat: int = 1, game: str = "holdem") -> PlayerResult:
    return PlayerResult(hand_id, GUILD, member, seat, game, net, 10, max(net, 0), 2, 1)


def change(version: int = 1, **more: Any) -> Change:
    """A step that brings the table to `version`; Anna and Bo sit unless told otherwise."""
    return replace(Change(table(version), version - 1, seats=((1, ANNA), (2, BO))), **more)


async def seated(store: SqliteStore) -> None:
    """Anna and Bo have bankrolls of 1,000 and sit with 200 each; the table is at version 1."""
    for member in (ANNA, BO):
        await store.ensure_bankroll(GUILD, member, 1000)
    sits = tuple(moved(f"sit:{member}", 200, bankroll(member), stack(member), "buy_in") for member in (ANNA, BO))
    await store.commit(change(transfers=sits))


async def dealt(store: SqliteStore) -> None:
    """The same, and a hand is live in which Anna has bet 20; the table is at version 2."""
    await seated(store)
    bet = moved("bet:1", 20, stack(ANNA), POT)
    await store.commit(change(2, hand=hand(), inputs=(said(1, "bet 20", 9001),), transfers=(bet,)))
