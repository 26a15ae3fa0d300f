"""Free chips handed on by losing on purpose (RELIABILITY 98, the plan "five accounts, claim daily, transfer")."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from data.errors import TooYoung
from data.flow import flags
from data.leaderboard import Limits, Measure, Query
from data.newcomers import DAY, born
from engine.rules.play import Action, BettingOffer, BetTo, Call, Fold
from engine.tables.errors import TableError
from engine.tables.snapshot import Phase
from tests.tables.house import GUILD, NOON, OPENING, Room, a_room, terms

MAIN = 101
FRIENDS = (101, 102, 103, 104, 105, 106)


def made(days: float, number: int) -> int:
    """The number of an account that is so many days old."""
    return (int((NOON - days * DAY) * 1000) - 1_420_070_400_000 << 22) + number


ALTS = [made(1, number) for number in range(5)]


def is_young(member: int) -> bool:
    return born(member) > NOON - 30 * DAY


def reraise(offer: BettingOffer) -> Action:
    return BetTo(offer.bet_to[-1]) if offer.bet_to else Call()


def give(offer: BettingOffer, stack: int, *, raised: bool) -> Action:
    """Nearly everything, then the hand."""
    return Fold() if raised or not offer.bet_to else BetTo(max(offer.bet_to[0], stack - 50))


async def lose_all(room: Room, alt: int) -> None:
    """Heads-up with the main account: the second account raises to its last chip and folds to the reraise."""
    session = await room.open(terms("holdem", max_buy_in=OPENING), MAIN, alt, chips=OPENING - 5000)
    while session.state.table.places[session.state.seat_of(alt)].stack > 100:
        await session.start(MAIN)
        while session.state.phase is Phase.HAND:
            assert session.hand is not None
            seat = session.hand.waiting_on[0]
            offer = session.hand.offer(seat)
            assert isinstance(offer, BettingOffer)
            member, stack, bet = session.state.members[seat], session.hand.stack[seat], session.hand.bet[seat]
            action = reraise(offer) if member == MAIN else give(offer, stack, raised=bet > 2)
            await session.act(member, action, interaction=next(room.interactions))
    await session.leave(alt)
    await session.leave(MAIN)


async def friends_play(room: Room, hands: int) -> None:
    """Six at one table; who has lost his chips buys more."""
    session = await room.open(terms("omaha8"), *FRIENDS)
    for _ in range(hands):
        for member in FRIENDS:
            with suppress(TableError):  # who has enough may not
                await session.top_up(member)
            with suppress(TableError):
                await session.sit_in(member)
        await room.hand(session)


async def dumped(room: Room) -> None:
    for alt in ALTS:
        await lose_all(room, alt)


async def test_five_young_accounts_that_lose_to_one_are_pointed_at(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        await dumped(room)

        found = await room.store.flows(GUILD, 0)
        [flag] = flags(found, OPENING // 2, is_young)

    assert [(flow.winner, flow.loser in ALTS) for flow in found] == [(MAIN, True)] * 5
    assert (flag.winner, flag.source, flag.percent) == (MAIN, 0, 100)
    assert flag.chips == sum(flow.chips for flow in found) > 4 * OPENING / 2


async def test_where_an_age_is_asked_for_they_have_nothing_to_lose(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        await room.store.choose_newcomers(GUILD, 30, 3, actor=1, interaction=1)

        for alt in ALTS:
            with pytest.raises(TooYoung):
                await room.open(terms("holdem"), alt)

        assert await room.total() == 0


async def test_the_board_counts_play_and_no_gifts(tmp_path: Path) -> None:
    """First chips, free chips and grants move nobody up; and who has met only one other in them is not ranked."""
    async with a_room(tmp_path) as room:
        await room.store.set_limits(GUILD, Limits(1, 1), 1, 1)
        await friends_play(room, 20)
        boards = [await room.store.leaderboard(Query(GUILD, by)) for by in Measure]

        for number, member in enumerate(FRIENDS):
            gift = 10**6 * (number + 1)
            await room.store.grant(GUILD, member, gift, actor=1, reason="a gift", interaction=10 + number)
        for alt in ALTS:
            await room.store.ensure_bankroll(GUILD, alt, OPENING)
            await room.store.grant(GUILD, alt, -OPENING, actor=1, reason="a test", interaction=alt)
            await room.store.reload(GUILD, alt, chips=2000, floor=1000)

        assert [await room.store.leaderboard(Query(GUILD, by)) for by in Measure] == boards
        assert not {place.member for board in boards for place in board.places} & set(ALTS)


async def test_second_accounts_are_on_no_board_with_the_usual_limits(tmp_path: Path) -> None:
    """Each of them has met one other member; the main account has met five, and is what the flag is for."""
    async with a_room(tmp_path) as room:
        await dumped(room)
        await room.store.set_limits(GUILD, Limits(hands=1), 1, 1)

        board = await room.store.leaderboard(Query(GUILD))

        assert [place.member for place in board.places] == [MAIN]


@pytest.mark.parametrize("seed", range(2))
async def test_an_honest_evening_points_at_nobody(tmp_path: Path, seed: int) -> None:
    async with a_room(tmp_path, seed=seed) as room:
        await friends_play(room, 40)
        found = await room.store.flows(GUILD, 0)

        assert len(found) > 5
        assert flags(found, OPENING // 2, is_young) == []
