"""No chip appears and none is lost: after every step of every game, and with everybody acting at once (T9)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.play import PokerError, WaitOffer
from engine.tables import recovery
from engine.tables.errors import TableError
from engine.tables.ports import StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.rules.strategies import Player, anything
from tests.tables.house import CHANNEL, GUILD, HOST, OPENING, Room, a_room, terms

SUMS = """
    SELECT sum(CASE WHEN kind = 'house' THEN -balance ELSE 0 END), sum(CASE WHEN kind = 'house' THEN 0 ELSE balance END)
    FROM accounts WHERE guild = ?
"""


async def issued_and_held(room: Room) -> tuple[int, int]:
    """Chips that the house has issued, and chips that lie anywhere, in the same moment."""
    async with room.store.db.reading() as db:
        row = await db.one(SUMS, GUILD)
    assert row is not None
    return row[0], row[1]


@pytest.mark.parametrize("game", CATALOGUE)
async def test_after_every_step_of_every_game_the_books_are_the_table(tmp_path: Path, game: str) -> None:
    members = (101, 102, 103, 104)
    async with a_room(tmp_path, seed=len(game)) as room:
        session = await room.open(terms(game), *members)
        for step in range(40):
            if session.state.phase is Phase.HAND:
                await room.move(session)
            elif len(session.state.table.ready()) > 1:
                await session.start(members[0])
            else:
                break
            assert await issued_and_held(room) == (4 * OPENING, 4 * OPENING)
            await recovery.verify(session)
            if step % 10 == 0:
                await room.check()
        await session.close(HOST)
        await room.play_out(session)
        assert sum([await room.bankroll(member) for member in members]) == 4 * OPENING


@pytest.mark.parametrize("game", ["holdem", "jacks_or_better", "stud8"])
async def test_what_a_member_won_is_what_his_results_say(tmp_path: Path, game: str) -> None:
    """Bankroll and stack are the opening plus the net of all hands: nothing is paid twice."""
    members = (101, 102, 103)
    async with a_room(tmp_path, seed=7) as room:
        session = await room.open(terms(game), *members)
        for _ in range(6):
            if len(session.state.table.ready()) > 1 and not session.state.table.carried:
                await room.hand(session)
        async with room.store.db.reading() as db:
            rows = await db.all("SELECT member, sum(net) FROM results GROUP BY member")
        net = {row[0]: row[1] for row in rows}
        for member in members:
            assert await room.worth(member) == OPENING + net.get(member, 0)


async def test_chips_given_in_the_middle_of_a_hand_do_not_touch_it(room: Room) -> None:
    session = await room.open(terms(), 101, 102)
    await session.start(101)
    await room.store.grant(GUILD, 101, 500, actor=HOST, reason="birthday", interaction=5)
    await recovery.verify(session)
    await room.play_out(session)
    assert await room.total() == 2 * OPENING + 500


async def test_chips_in_play_cannot_be_spent_elsewhere(room: Room) -> None:
    session = await room.open(terms(max_buy_in=OPENING), 101, 102, chips=OPENING)
    await session.start(101)
    other = await room.open(terms())
    with pytest.raises(TableError):
        await other.sit(101)
    with pytest.raises(TableError):
        await session.top_up(101, 1)
    with pytest.raises(StoreError):
        await room.store.grant(GUILD, 101, -1, actor=HOST, reason="?", interaction=6)


# Everybody at once


class Crowd:
    """Members who do anything at any table at the same time, legal or not."""

    GAMES = ("holdem", "five_card_draw", "jacks_or_better", "stud7", "omaha8", "crazy_pineapple")

    def __init__(self, room: Room, tables: int, members: int) -> None:
        self.room, self.rng = room, Random(members)
        self.members = tuple(range(101, 101 + members))
        self.channels = tuple(range(CHANNEL, CHANNEL + tables))
        self.done = self.refused = self.reads = 0
        self.over = False

    async def table(self) -> TableSession:
        """A table in some channel, opened if there is none."""
        channel = self.rng.choice(self.channels)
        try:
            return self.room.tables.here(channel)
        except TableError:
            config = terms(self.rng.choice(self.GAMES), max_buy_in=OPENING)
            return await self.room.tables.open(GUILD, channel, HOST, "Friday", config)

    async def anything(self, member: int) -> None:
        """One thing that a member may think of."""
        rng, session = self.rng, await self.table()
        interaction = next(self.room.interactions)
        match rng.randrange(20):
            case 0 | 1 | 2:
                await session.sit(member, rng.choice((None, 1, 2, 6)), rng.randint(0, 600), interaction)
            case 3:
                await session.leave(member, interaction)
            case 4:
                await session.top_up(member, rng.randint(-5, 300), interaction)
            case 5:
                await session.sit_out(member, interaction)
            case 6:
                await session.sit_in(member, interaction)
            case 7:
                await session.tick(session.state.deadline or session.state.next_hand_at)
            case 8:
                await self.rarely(session, member)
            case 9 | 10:
                await session.start(member, interaction)
            case _:
                await self.act(session, member, interaction)

    async def rarely(self, session: TableSession, member: int) -> None:
        match self.rng.randrange(8):
            case 0:
                await session.close(HOST)
            case 1:
                await session.pause(HOST)
            case 2 | 3 | 4:
                await session.resume(HOST)
            case 5:
                await session.kick(HOST, member)
            case 6:
                await session.vote_void(member)
            case _:
                await self.room.store.grant(
                    GUILD, member, 10, actor=HOST, reason="tip", interaction=next(self.room.interactions)
                )

    async def act(self, session: TableSession, member: int, interaction: int) -> None:
        """Most often who is to act does, now and then somebody says something foolish."""
        hand = session.hand
        if hand is None or not session.snapshot().waiting:
            return
        seat = session.snapshot().waiting[0]
        if self.rng.random() < 0.2:
            await session.act(member, anything(self.rng, hand, seat), interaction=interaction)
        offer = session.offers.get(seat)
        if offer is None or isinstance(offer, WaitOffer):  # somebody else was faster meanwhile
            return
        await session.act(session.state.members[seat], Player(self.rng)(offer), interaction=interaction)

    async def live(self, member: int, operations: int) -> None:
        for _ in range(operations):
            try:
                await self.anything(member)
            except (TableError, PokerError, StoreError):
                self.refused += 1
            self.done += 1

    async def read(self) -> None:
        """All the time, the chips that the house issued are the chips that lie somewhere, and tables know theirs."""
        while not self.over:
            issued, held = await issued_and_held(self.room)
            assert issued == held
            self.reads += 1
            tables = self.room.tables.at(GUILD)
            if not tables:
                continue
            session = self.rng.choice(tables)
            async with session.lock:
                if session.state.phase is not Phase.CLOSED:
                    await recovery.verify(session)

    async def run(self, operations: int) -> None:
        for member in self.members:
            await self.room.store.ensure_bankroll(GUILD, member, OPENING)
        readers = [asyncio.create_task(self.read()) for _ in range(5)]
        each = operations // len(self.members)
        await asyncio.gather(*(self.live(member, each) for member in self.members))
        self.over = True
        await asyncio.gather(*readers)


async def evening(path: Path, tables: int, members: int, operations: int) -> None:
    async with a_room(path) as room:
        crowd = Crowd(room, tables, members)
        await crowd.run(operations)
        assert crowd.done == operations // members * members
        assert crowd.refused < 0.8 * crowd.done
        assert crowd.reads > 50
        print(f"{crowd.done} operations, {crowd.refused} refused, {crowd.reads} readings, 0 chips off")
        async with room.store.db.reading() as db:
            assert await db.number("SELECT count(*) FROM hands WHERE status = 'ended'") > operations / 200


async def test_everybody_at_once_moves_no_total(tmp_path: Path) -> None:
    await evening(tmp_path, 10, 30, 2_000)


async def test_everybody_at_fifty_tables_moves_no_total(tmp_path: Path) -> None:
    """Twenty thousand operations of 120 members, with readers that sum all chips at every moment (T9)."""
    await evening(tmp_path, 50, 120, 20_000)
