"""What is counted after a kill, and the checks that count it. All chips, all whole numbers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engine.tables.manager import TableManager
from tests.tables.house import GUILD, NOON, OPENING, Room, Time


@dataclass(slots=True)
class Counts:
    """What a run found. `off`: chips that are not where they must be; `lost`: hands that did not go on as they were.

    doubled: members who were paid twice, or not at all. more: further figures, for the reader only.
    """

    kills: int = 0
    hands: int = 0
    resumed: int = 0
    off: int = 0
    lost: int = 0
    doubled: int = 0
    more: str = ""

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, hands {self.hands}, resumed in mid-hand {self.resumed}, "
            f"chips off {self.off}, hands lost {self.lost}, double payouts {self.doubled}"
        ) + (f" ({self.more})" if self.more else "")

    @property
    def clean(self) -> bool:
        """Nothing went wrong."""
        return not (self.off or self.lost or self.doubled)


@asynccontextmanager
async def alive(path: Path, seed: int, at: float = NOON) -> AsyncIterator[Room]:
    """One life of the house, at a moment in UTC seconds. The same seed deals the same cards."""
    room = await Room.enter(path, Time(at), seed)
    room.tools = replace(room.tools, new_secret=lambda: "5e" * 32)
    room.tables = TableManager(room.tools)
    try:
        yield room
    finally:
        await room.leave()


async def chips_off(room: Room, guild: int = GUILD, opening: int = OPENING) -> int:
    """Chips that the books have too many or too few, in themselves and against the tables."""
    issued = opening * len(await members_of(room, guild))
    off = abs(await room.store.total(guild) - issued) + len(await room.store.check_books())
    for session in room.tables.at(guild):
        for account, chips in session.work().mark.items():
            off += abs(await room.store.balance(account) - chips)
    return off


async def doubled(room: Room, guild: int = GUILD) -> int:
    """Members whose chips are not what they got off the tables plus the net of all their hands.

    In a live hand they have less by what they have put in.
    """
    async with room.store.db.reading() as db:
        expected = {row["member"]: row["chips"] for row in await db.all(_OFF_TABLE, guild)}
        results = await db.all("SELECT member, sum(net) AS net FROM results WHERE guild = ? GROUP BY member", guild)
    for row in results:
        expected[row["member"]] += row["net"]
    for session in room.tables.at(guild):
        hand = session.hand
        if hand and not hand.over:
            for seat, chips in zip(hand.order, hand.setup.stacks, strict=True):
                expected[session.state.dealt[seat]] -= chips - hand.stack[seat]
    purses = [await room.store.purse(guild, member) for member in expected]
    return sum(purse.bankroll + purse.on_tables != expected[purse.member] for purse in purses)


_OFF_TABLE = """
    SELECT a.member, sum(p.chips) AS chips
    FROM accounts a JOIN postings p ON p.account_id = a.id JOIN transfers t ON t.id = p.transfer_id
    WHERE a.guild = ? AND a.kind IN ('bankroll', 'stack') AND t.reason <> 'play' GROUP BY a.member
"""
"""What came to each member without a hand: the opening, and parts of a pot that nobody won when the table closed."""


async def members_of(room: Room, guild: int) -> list[int]:
    """Everybody who got an opening bankroll."""
    async with room.store.db.reading() as db:
        rows = await db.all("SELECT member FROM accounts WHERE kind = 'bankroll' AND guild = ?", guild)
    return [row["member"] for row in rows]

