"""Who is where on the leaderboard, and the seasons it is kept by."""

from __future__ import annotations

import pytest

from data.errors import Refused
from data.leaderboard import Place
from data.store import SqliteStore
from tests.data.club import ANNA, BO, GUILD, Clock, change, hand, result, seated

CARIN, DAN = 103, 104


async def played(store: SqliteStore, clock: Clock) -> None:
    """Three hands a minute apart: Anna +30, +10, -5; Bo -30 in the first; Carin +35 in one of stud; Dan never."""
    await seated(store)
    await store.ensure_bankroll(GUILD, DAN, 5000)
    rounds = [
        ("holdem", ((ANNA, 30), (BO, -30))),
        ("holdem", ((ANNA, 10), (CARIN, -10))),
        ("stud7", ((ANNA, -5), (CARIN, 45))),
    ]
    for number, (game, nets) in enumerate(rounds, 1):
        clock.now += 60
        results = tuple(
            result(member, net, hand_id=number, seat=seat, game=game) for seat, (member, net) in enumerate(nets, 1)
        )
        record = hand(hand=number, number=number, game=game, status="ended")
        await store.commit(change(number + 1, hand=record, results=results))


async def test_net_counts_results_and_equal_values_share_a_rank(store: SqliteStore, clock: Clock) -> None:
    """Anna and Carin are both 35 up; the next is third; whoever never played is not ranked."""
    await played(store, clock)

    board = await store.leaderboard(GUILD, viewer=BO)

    assert board.places == (
        Place(1, ANNA, 35, 3, 1000),
        Place(1, CARIN, 35, 2, 0),
        Place(3, BO, -30, 1, 1000),
    )
    assert board.players == 3
    assert board.own == Place(3, BO, -30, 1, 1000)


async def test_period_and_game_narrow_the_board(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    lately = await store.leaderboard(GUILD, since=clock.now - 60)
    stud = await store.leaderboard(GUILD, game="stud7")

    assert [(place.member, place.net) for place in lately.places] == [(CARIN, 35), (ANNA, 5)]
    assert [(place.member, place.net) for place in stud.places] == [(CARIN, 45), (ANNA, -5)]


async def test_period_may_begin_in_the_middle_of_a_day(store: SqliteStore, clock: Clock) -> None:
    """Hands a day apart are counted from the very second that is asked for, whichever second of the day it is."""
    await seated(store)
    moments = [clock.now + step * 86_400 * 0.7 for step in range(12)]
    for number, clock.now in enumerate(moments, 1):
        record = hand(hand=number, number=number, status="ended")
        await store.commit(change(number + 1, hand=record, results=(result(ANNA, 2**number, hand_id=number),)))

    for position, moment in enumerate(moments):
        expected = sum(2**number for number in range(position + 1, 13))
        for since, net in ((moment, expected), (moment + 0.001, expected - 2 ** (position + 1))):
            places = (await store.leaderboard(GUILD, since=since)).places
            assert [place.net for place in places] == [net] * bool(net)


async def test_days_follow_results_that_are_corrected(store: SqliteStore, clock: Clock) -> None:
    """Rebuilt or deleted results leave right sums behind; the fixture proves the books."""
    await played(store, clock)

    async with store.db.atomic() as db:
        await db.all("UPDATE results SET net = net + 1, at = at - 86400 WHERE member = ?", CARIN)
        await db.all("DELETE FROM results WHERE member = ?", BO)

    assert [(place.member, place.net) for place in (await store.leaderboard(GUILD)).places] == [(CARIN, 37), (ANNA, 35)]


async def test_hands_and_chips_are_measures_too(store: SqliteStore, clock: Clock) -> None:
    """Chips rank everybody who has some, stacks included, played or not."""
    await played(store, clock)

    by_hands = await store.leaderboard(GUILD, by="hands")
    by_chips = await store.leaderboard(GUILD, by="chips")

    assert [(place.rank, place.member) for place in by_hands.places] == [(1, ANNA), (2, CARIN), (3, BO)]
    assert [(place.rank, place.member, place.chips) for place in by_chips.places][:3] == [
        (1, DAN, 5000),
        (2, ANNA, 1000),
        (2, BO, 1000),
    ]


async def test_own_place_is_known_on_every_page(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    page = await store.leaderboard(GUILD, limit=1, offset=1, viewer=BO)
    beyond = await store.leaderboard(GUILD, limit=10, offset=90, viewer=DAN)

    assert [place.member for place in page.places] == [CARIN]
    assert (page.own and page.own.rank, page.players) == (3, 3)
    assert (beyond.places, beyond.players, beyond.own) == ((), 3, None)


async def test_board_of_a_guild_without_hands_is_empty(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    assert (await store.leaderboard(8)).players == 0
    with pytest.raises(ValueError, match="luck"):
        await store.leaderboard(GUILD, by="luck")


async def test_one_season_runs_at_a_time_and_its_standing_stays(store: SqliteStore, clock: Clock) -> None:
    assert await store.start_season(GUILD, "Autumn") == 1
    with pytest.raises(Refused):
        await store.start_season(GUILD, "Winter")
    started, clock.now = clock.now, clock.now + 100

    assert await store.close_season(GUILD, '[["Anna", 35]]') == 1
    assert await store.start_season(GUILD, "Winter") == 2

    winter, autumn = await store.seasons(GUILD)
    assert (autumn.name, autumn.started, autumn.ended, autumn.standing) == (
        "Autumn",
        started,
        clock.now,
        '[["Anna", 35]]',
    )
    assert winter.ended is None
    with pytest.raises(Refused):
        await store.close_season(8, "[]")
