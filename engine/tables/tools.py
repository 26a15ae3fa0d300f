"""What the tables need from outside: the store, the voice, time and chance."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.rules.cards import Cards
from engine.rules.facts import Chips
from engine.tables.ports import Delivery, Store

Shuffles = Callable[[Cards], tuple[Cards, ...]]
"""Deck orders for one hand: the deal, a few for reshuffles, and one that only decides a human dealer's errors."""


def _new_secret() -> str:
    return secrets.token_hex(32)


async def _always(_: int) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Tools:
    """All of it is replaced in tests.

    now: UTC seconds. sleep: waits so many seconds. new_id: a random 63-bit id. opening: first bankroll of a member, in
    chips. new_secret: what salts the sealed deck of a hand, in hexadecimal. heard: whether Discord has been heard of a
    server just now; asks it if need be.
    """

    store: Store
    delivery: Delivery
    now: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    shuffles: Shuffles
    new_id: Callable[[], int]
    opening: Chips
    new_secret: Callable[[], str] = _new_secret
    heard: Callable[[int], Awaitable[bool]] = _always
