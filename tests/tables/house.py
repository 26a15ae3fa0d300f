"""A card room for the tests: the real store on a real file, a clock that tests wind, and ears instead of Discord."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from data.store import SqliteStore
from engine.rules.cards import Cards
from engine.rules.play import Action
from engine.tables import recovery
from engine.tables.config import TableConfig
from engine.tables.manager import TableManager
from engine.tables.ports import Account, AccountKind, Change, Unavailable
from engine.tables.presets import BY_KEY
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase, Snapshot
from engine.tables.tools import Tools
from tests.rules.strategies import Player

GUILD, CHANNEL, HOST = 7001, 501, 101
OPENING = 10_000
NOON = 1_790_000_000.0

PRESETS = {
    "five_card_draw": "morkpoker-5-10",
    "jacks_or_better": "jacks-10-20",
    "holdem": "holdem-1-2",
    "omaha": "omaha-1-2",
    "omaha8": "omaha8-2-4",
    "stud7": "stud7-5-10",
    "omaha5": "omaha5-1-2",
    "stud8": "stud8-5-10",
    "razz": "razz-5-10",
    "deuce_seven_triple": "triple-10-20",
    "deuce_seven_single": "single-5-10",
    "badugi": "badugi-10-20",
    "short_deck": "short-1-2",
    "crazy_pineapple": "pineapple-1-2",
}
"""A preset for each game of the catalogue."""


def terms(game: str = "holdem", **more: Any) -> TableConfig:
    """A table of one game with its usual stakes and buy-ins, but any buy-in from one chip on."""
    preset = BY_KEY[PRESETS[game]]
    _, usual, most = preset.buy_in
    overrides = more.pop("overrides", None)
    games = tuple(replace(each, overrides=overrides or {}) for each in preset.games)
    bought = {"min_buy_in": 1, "buy_in": usual, "max_buy_in": most}
    return TableConfig(**{"games": games, "bank": 0, **bought, **more})


class Time:
    """UTC seconds that pass only when the test says so. Sleepers wake in order."""

    def __init__(self, now: float = NOON) -> None:
        self.at = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.at + seconds, next(self._order), future))
        await future

    @property
    def sleepers(self) -> int:
        """How many sleep now."""
        return sum(not future.done() for _, _, future in self._sleepers)

    def pass_by(self, seconds: float) -> None:
        """Let time pass and wake who has slept enough."""
        self.at += seconds
        while self._sleepers and self._sleepers[0][0] <= self.at:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)


class Ears:
    """A `Delivery` that hears what is said, and notes what the database knew by then."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self.listen: Callable[[str, int], Any] | None = None
        self.deaf = False

    async def _hear(self, what: str, table: int) -> None:
        if self.deaf:
            raise ConnectionError("Discord is away")
        if self.listen:
            await self.listen(what, table)
        self.heard.append((what, table))

    async def redraw(self, table: int) -> None:
        await self._hear("redraw", table)

    async def new_hand(self, table: int) -> None:
        await self._hear("new_hand", table)

    async def turn(self, table: int) -> None:
        await self._hear("turn", table)

    async def closed(self, table: int) -> None:
        await self._hear("closed", table)

    async def seat_free(self, table: int, member: int) -> None:
        await self._hear(f"seat_free:{member}", table)

    def said(self) -> list[str]:
        return [what for what, _ in self.heard]


class Brittle(SqliteStore):
    """The real store, whose commits can be told to fail: with an error before or after the disk has it."""

    fail_at = 0
    commits = 0
    error: type[Exception] = Unavailable

    async def commit(self, change: Change) -> None:
        self.commits += 1
        if self.commits == self.fail_at:
            raise self.error("told to fail")
        await super().commit(change)


class Room:
    """Everything of one running house. `again` is a restart: nothing is kept but the file."""

    stores: ClassVar[list[SqliteStore]] = []
    """All that were opened, so that none outlives its test."""

    def __init__(self, path: Path, store: Brittle, time: Time, rng: Random) -> None:
        self.path, self.store, self.time, self.rng = path, store, time, rng
        self.ears = Ears()
        self.tools = Tools(store, self.ears, time.now, time.sleep, self.shuffled, self.new_id, OPENING)
        self.tables = TableManager(self.tools)
        self.interactions = itertools.count(rng.getrandbits(40) << 20)

    @classmethod
    async def enter(cls, path: Path, time: Time | None = None, seed: int = 1) -> Room:
        time = time or Time()
        store = await Brittle.open(path, time.now)
        assert isinstance(store, Brittle)
        cls.stores.append(store)
        return cls(path, store, time, Random(seed))

    def shuffled(self, deck: Cards) -> tuple[Cards, ...]:
        return tuple(tuple(self.rng.sample(deck, len(deck))) for _ in range(6))

    def new_id(self) -> int:
        return self.rng.getrandbits(62) + 1

    async def leave(self) -> None:
        """As the process ends: nothing is said or stored any more."""
        for session in self.tables.sessions.values():
            session.clock.stop()
            await session.voice.finish(5)
        await self.store.close()

    async def again(self) -> Room:
        """Kill and start: only the file is the same."""
        await self.leave()
        room = await Room.enter(self.path, self.time, self.rng.getrandbits(30))
        await room.tables.recover()
        await room.tables.go_on()
        return room

    # Playing

    async def open(self, config: TableConfig, *members: int, chips: int | None = None) -> TableSession:
        """A table in a channel of its own with these members at it."""
        channel = CHANNEL + len(self.tables.sessions)
        session = await self.tables.open(GUILD, channel, HOST, "Friday", config)
        for member in members:
            await session.sit(member, None, chips)
        return session

    async def move(self, session: TableSession, player: Player | None = None) -> None:
        """One legal answer of somebody who is waited for."""
        assert session.hand is not None
        seat = self.rng.choice(session.hand.waiting_on)
        action = (player or Player(self.rng))(session.hand.offer(seat))
        await session.act(session.state.members[seat], action, interaction=next(self.interactions))

    async def says(self, session: TableSession, *actions: Action) -> None:
        """Whoever is to act does so, once for each action."""
        for action in actions:
            await session.act(self.actor(session), action, interaction=next(self.interactions))

    def actor(self, session: TableSession) -> int:
        """The member who is to act."""
        assert session.hand is not None
        return session.state.members[session.hand.waiting_on[0]]

    async def play_out(self, session: TableSession) -> None:
        """Play the running hand to its end."""
        while session.state.phase is Phase.HAND:
            await self.move(session)

    async def hand(self, session: TableSession) -> None:
        """Deal one hand and play it."""
        await session.start(next(iter(session.state.members.values())))
        await self.play_out(session)

    # Checking

    async def total(self) -> int:
        return await self.store.total(GUILD)

    async def check(self) -> None:
        """The books are right in themselves, and say of every table what the table says."""
        assert await self.store.check_books() == ()
        for session in self.tables.at(GUILD):
            await recovery.verify(session)

    async def bankroll(self, member: int) -> int:
        return await self.store.balance(Account(AccountKind.BANKROLL, GUILD, member))

    async def worth(self, member: int) -> int:
        """All chips of a member, off and on tables (of a running hand what is left of the stack)."""
        purse = await self.store.purse(GUILD, member)
        return purse.bankroll + purse.on_tables


@asynccontextmanager
async def a_room(path: Path, seed: int = 1) -> AsyncIterator[Room]:
    room = await Room.enter(path / "knekt.db", seed=seed)
    try:
        yield room
        await room.check()
    finally:
        await room.leave()
        while Room.stores:
            await Room.stores.pop().close()


def picture(session: TableSession) -> tuple[Snapshot, tuple[Any, ...]]:
    """All that anybody can see of a table, members in private too."""
    seen = tuple(session.private(member) for member in sorted(session.state.members.values()))
    return deepcopy((session.snapshot(), seen))


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens in the background."""
    for _ in range(400):
        if is_so():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")
