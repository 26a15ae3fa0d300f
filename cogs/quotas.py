"""How much one member may ask for: words in answer to presses (RELIABILITY 103), and tables (104)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine.tables.errors import No, TableError

BURST, PER = 5, 5.0
"""So many answers with words at once, and as many again within so many seconds."""

OF_HOST, OF_GUILD = 5, 50
"""How many tables may be open on a server: of one host, and in all."""

COOLDOWN = 15.0
"""Seconds between two tables of one member."""

MANY = 1000
"""From so many members on those are forgotten who have asked for nothing lately."""


class Bucket:
    """Tokens of each member, BURST when he begins. now: UTC seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left: dict[int, tuple[float, float]] = {}

    def take(self, member: int) -> bool:
        """Take one; False when none is left."""
        now = self._now()
        if len(self._left) >= MANY:
            self._left = {each: kept for each, kept in self._left.items() if now - kept[1] < PER}
        left, at = self._left.get(member, (float(BURST), now))
        left = min(float(BURST), left + max(0.0, now - at) * BURST / PER)
        self._left[member] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class Openings:
    """Who has opened tables lately, and who is about to. now: UTC seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last: dict[tuple[int, int], float] = {}
        self._pending: list[tuple[int, int]] = []

    @contextmanager
    def one_more(self, guild: int, host: int, hosts: Sequence[int]) -> Iterator[None]:
        """Around the opening of a table; `hosts` are those of the open tables of the server. Refuses with TableError.

        An opening that fails costs nothing.
        """
        self._check(guild, host, [*hosts, *(whose for where, whose in self._pending if where == guild)])
        self._pending.append((guild, host))
        try:
            yield
            self._note(guild, host)
        finally:
            self._pending.remove((guild, host))

    def _check(self, guild: int, host: int, hosts: list[int]) -> None:
        if hosts.count(host) >= OF_HOST:
            raise TableError(No.TOO_MANY_OWN, most=OF_HOST)
        if len(hosts) >= OF_GUILD:
            raise TableError(No.TOO_MANY_HERE, most=OF_GUILD)
        wait = self._last.get((guild, host), -COOLDOWN) + COOLDOWN - self._now()
        if wait > 0 or (guild, host) in self._pending:
            raise TableError(No.TOO_SOON, seconds=math.ceil(wait) if wait > 0 else round(COOLDOWN))

    def _note(self, guild: int, host: int) -> None:
        now = self._now()
        if len(self._last) >= MANY:
            self._last = {key: at for key, at in self._last.items() if now - at < COOLDOWN}
        self._last[guild, host] = now
