"""What play adds up to, for one member."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from data.leaderboard import Query
from data.stats import Figures, Point
from data.store import SqliteStore
from engine.tables.ports import PlayerResult
from tests.data.club import ANNA, BO, GUILD, Clock, result, seated
from tests.data.test_leaderboard import a_hand

ALL = Query(GUILD)
DAY = 86_400
NOTHING = Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "")


def done(net: int, *, game: str = "holdem", won: int = 0, **facts: Any) -> PlayerResult:
    """A result of Anna with these facts."""
    return replace(result(ANNA, net, game=game), won=won, facts=json.dumps(facts))


async def evening(store: SqliteStore, clock: Clock) -> None:
    """Two hands of hold'em, a day later two of jacks to open, one of hold'em."""
    await seated(store)
    first = done(30, won=50, vpip=1, pfr=1, bets=2, calls=1, later=1, showdown=1, won_there=1, ranking="high", value=9)
    await a_hand(store, 1, first, result(BO, -30))
    await a_hand(store, 2, done(-2), result(BO, 2))
    clock.now += DAY
    await a_hand(store, 3, done(-20, game="jacks_or_better", vpip=1, calls=3, later=1, showdown=1, opened=1, split=1))
    await a_hand(store, 4, done(10, game="jacks_or_better", won=70, vpip=1, bets=1, opened=1, ranking="high", value=7))
    await a_hand(store, 5, done(4, game="razz", won=8, later=1, showdown=1, won_there=1, ranking="ace_five", value=99))


async def test_figures_count_what_was_done(store: SqliteStore, clock: Clock) -> None:
    await evening(store, clock)

    assert await store.figures(ALL, ANNA) == Figures(
        hands=5, net=22, mbb=11_000, vpip=3, pfr=1, bets=3, calls=4, later=3, showdowns=3, won_there=2, pot=70, loss=20,
        opened=2, split=1, favourite="holdem",
    )


async def test_figures_of_a_game_and_of_a_period(store: SqliteStore, clock: Clock) -> None:
    await evening(store, clock)

    jacks = await store.figures(replace(ALL, game="jacks_or_better"), ANNA)
    lately = await store.figures(replace(ALL, since=clock.now), ANNA)

    assert (jacks.hands, jacks.net, jacks.favourite) == (2, -10, "jacks_or_better")
    assert (lately.hands, lately.net, lately.favourite) == (3, -6, "jacks_or_better")


async def test_who_never_played_has_nothing(store: SqliteStore) -> None:
    assert await store.figures(ALL, ANNA) == NOTHING
    assert await store.strongest(ALL, ANNA) is None
    assert await store.worth_line(GUILD, ANNA) == []


async def test_strongest_hand_is_of_one_ranking(store: SqliteStore, clock: Clock) -> None:
    """A low hand of razz is no stronger than a pair, but the best of its own game."""
    await evening(store, clock)

    found = await store.strongest(ALL, ANNA)
    razz = await store.strongest(replace(ALL, game="razz"), ANNA)

    assert [(each[0], json.loads(each[1])["value"]) for each in (found, razz) if each] == [("holdem", 9), ("razz", 99)]


async def test_net_runs_by_hand_and_by_day(store: SqliteStore, clock: Clock) -> None:
    await evening(store, clock)
    today = int(clock.now // DAY)

    by_hand = await store.net_line(ALL, ANNA, by_day=False)
    by_day = await store.net_line(ALL, ANNA, by_day=True)
    lately = await store.net_line(replace(ALL, since=clock.now - 60), ANNA, by_day=True)

    assert [point.chips for point in by_hand] == [30, 28, 8, 18, 22]
    assert by_day == [Point(today - 1, 28), Point(today, 22)]
    assert lately == [Point(today, -6)]


async def test_worth_is_what_was_given_and_won(store: SqliteStore, clock: Clock) -> None:
    """Buying in moves chips and changes nothing; days with free chips are marked."""
    await evening(store, clock)
    today = int(clock.now // DAY)
    await store.grant(GUILD, ANNA, -700, actor=BO, reason="x", interaction=5)
    clock.now += 3 * DAY
    await store.reload(GUILD, ANNA, chips=400, floor=5000)

    assert await store.worth_line(GUILD, ANNA) == [
        Point(today - 1, 1028), Point(today, 322), Point(today + 3, 722, reload=True),
    ]
