"""Who is where on the leaderboard, and the seasons it is kept by."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from data.errors import Refused
from data.leaderboard import Board, Limits, Measure, Place, Query
from data.periods import Period, beginning
from data.rebuild import refresh
from data.store import SqliteStore
from engine.tables.ports import Note, PlayerResult
from tests.data.club import ANNA, BO, GUILD, Clock, change, hand, result, seated

CARIN, DAN, EVA = 103, 104, 105
ALL = Query(GUILD)


async def unlimited(store: SqliteStore) -> None:
    await store.set_limits(GUILD, Limits(1, 0), ANNA, 1)


async def a_hand(store: SqliteStore, number: int, *results: PlayerResult) -> None:
    """The hand of this number is over; the table comes to the version after it."""
    game = results[0].game
    record = hand(hand=number, number=number, game=game, status="ended")
    others = len(results) - 1
    numbered = tuple(replace(each, hand=number, seat=seat, opponents=others) for seat, each in enumerate(results, 1))
    await store.commit(change(number + 1, hand=record, results=numbered))


def won_with(member: int, net: int, value: int, **more: Any) -> PlayerResult:
    """A result with a hand that won at a showdown."""
    facts = json.dumps({"ranking": "high", "value": value, "cards": "AsAh", "won_there": 1})
    return replace(result(member, net, **more), facts=facts)


async def played(store: SqliteStore, clock: Clock) -> None:
    """Three hands a minute apart: Anna +30, +10, -5; Bo -30 in the first; Carin -10, +45 (stud); Dan never."""
    await seated(store)
    await unlimited(store)
    await store.ensure_bankroll(GUILD, DAN, 5000)
    rounds = [
        ("holdem", ((ANNA, 30), (BO, -30))),
        ("holdem", ((ANNA, 10), (CARIN, -10))),
        ("stud7", ((ANNA, -5), (CARIN, 45))),
    ]
    for number, (game, nets) in enumerate(rounds, 1):
        clock.now += 60
        await a_hand(store, number, *(result(member, net, game=game) for member, net in nets))


def members(board: Board) -> list[tuple[int, int, int]]:
    return [(place.rank, place.member, place.value) for place in board.places]


async def test_net_counts_results_and_equal_values_share_a_rank(store: SqliteStore, clock: Clock) -> None:
    """Anna and Carin are both 35 up; the next is third; whoever never played is not ranked, whatever he owns."""
    await played(store, clock)

    board = await store.leaderboard(ALL, viewer=BO)

    assert board.places == (Place(1, ANNA, 35, 35, 3), Place(1, CARIN, 35, 35, 2), Place(3, BO, -30, -30, 1))
    assert (board.players, board.hands, board.line) == (3, 3, 2)
    assert board.own == board.places[2]
    assert board.above == board.places[1]


async def test_who_shares_the_first_rank_has_nobody_above(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    assert (await store.leaderboard(ALL, viewer=CARIN)).above is None


async def test_grants_and_reloads_do_not_count(store: SqliteStore, clock: Clock) -> None:
    """B73, RELIABILITY 99."""
    await played(store, clock)
    before = await store.leaderboard(ALL)

    await store.grant(GUILD, BO, 5000, actor=ANNA, reason="gift", interaction=9)
    await store.reload(GUILD, CARIN, chips=500, floor=100)

    assert await store.leaderboard(ALL) == before


async def test_period_and_game_narrow_the_board(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    lately = await store.leaderboard(replace(ALL, since=clock.now - 60))
    stud = await store.leaderboard(replace(ALL, game="stud7"))

    assert members(lately) == [(1, CARIN, 35), (2, ANNA, 5)]
    assert (members(stud), stud.hands) == ([(1, CARIN, 45), (2, ANNA, -5)], 1)


async def test_period_may_begin_in_the_middle_of_a_day(store: SqliteStore, clock: Clock) -> None:
    """Hands a day apart are counted from the very second that is asked for, whichever second of the day it is."""
    await seated(store)
    await unlimited(store)
    moments = [clock.now + step * 86_400 * 0.7 for step in range(12)]
    for number, clock.now in enumerate(moments, 1):
        await a_hand(store, number, result(ANNA, 2**number))

    for position, moment in enumerate(moments):
        expected = sum(2**number for number in range(position + 1, 13))
        for since, net in ((moment, expected), (moment + 0.001, expected - 2 ** (position + 1))):
            board = await store.leaderboard(replace(ALL, since=since))
            assert [place.net for place in board.places] == [net] * bool(net)
            assert board.hands == sum(place.hands for place in board.places)


async def test_results_that_are_corrected_must_be_summed_again(store: SqliteStore, clock: Clock) -> None:
    """The books tell when somebody forgot it."""
    await played(store, clock)

    async with store.db.atomic() as db:
        await db.all("UPDATE results SET net = net + 1, at = at - 86400 WHERE member = ?", CARIN)
        await db.all("DELETE FROM results WHERE member = ?", BO)
    assert {finding.proof for finding in await store.check_books()} == {"what the leaderboard adds up are the results"}
    async with store.db.atomic() as db:
        await refresh(db)

    assert members(await store.leaderboard(ALL)) == [(1, CARIN, 37), (2, ANNA, 35)]


async def test_every_measure_ranks_by_what_it_says(store: SqliteStore, clock: Clock) -> None:
    """The rate is in big blinds of the hand played; boards of pots, hands and showdowns hold only who has any."""
    await seated(store)
    await unlimited(store)
    big = replace(won_with(BO, 100, 7), big_blind=50)
    await a_hand(store, 1, won_with(ANNA, 60, 9), result(BO, -40), result(CARIN, -20))
    clock.now += 3 * 86_400
    await a_hand(store, 2, big, result(ANNA, -100))
    await a_hand(store, 3, won_with(ANNA, 8, 3), result(CARIN, -8))

    boards = {by: members(await store.leaderboard(replace(ALL, by=by))) for by in Measure}

    assert boards == {
        Measure.NET: [(1, BO, 60), (2, CARIN, -28), (3, ANNA, -32)],
        Measure.HANDS: [(1, ANNA, 3), (2, BO, 2), (2, CARIN, 2)],
        # Anna +30 -50 +4 big blinds in 3 hands, Bo -20 +2 in 2, Carin -10 -4 in 2; thousandths, per 100 hands
        Measure.RATE: [(1, ANNA, -533_333), (2, CARIN, -700_000), (3, BO, -900_000)],
        Measure.POT: [(1, BO, 100), (2, ANNA, 60)],
        Measure.BEST: [(1, ANNA, 9), (2, BO, 7)],
        Measure.SHOWDOWNS: [(1, ANNA, 2), (2, BO, 1)],
    }


async def test_long_periods_are_sums_of_spans(store: SqliteStore, clock: Clock) -> None:
    """Whatever the day on which a period begins, spans of 8, 64 and 512 days leave nothing out and count none twice."""
    await seated(store)
    await unlimited(store)
    clock.now -= 1500 * 86_400
    moments = []
    for number in range(1, 51):
        clock.now += 31 * 86_400
        moments.append(clock.now)
        await a_hand(store, number, result(ANNA, 2**number))

    for position, moment in enumerate(moments):
        board = await store.leaderboard(replace(ALL, since=moment))
        assert [place.net for place in board.places] == [sum(2**number for number in range(position + 1, 51))]


async def test_best_hands_come_with_their_cards(store: SqliteStore, clock: Clock) -> None:
    await seated(store)
    await unlimited(store)
    await a_hand(store, 1, won_with(ANNA, 60, 9), result(BO, -60))
    await a_hand(store, 2, won_with(BO, 8, 4), result(ANNA, -8))
    query = replace(ALL, by=Measure.BEST)

    found = await store.best_hands(query, (await store.leaderboard(query)).places)

    assert {who: (game, json.loads(facts)["value"]) for who, (game, facts) in found.items()} == {
        ANNA: ("holdem", 9),
        BO: ("holdem", 4),
    }


async def test_two_accounts_that_play_each_other_are_not_ranked(store: SqliteStore, clock: Clock) -> None:
    """B90: 25 hands between two are enough hands, but not enough opponents; a third mends that."""
    await seated(store)
    for number in range(1, 26):
        await a_hand(store, number, result(ANNA, 10), result(BO, -10))

    alone = await store.leaderboard(ALL, viewer=ANNA)
    assert (alone.places, alone.own, alone.had) == ((), None, Limits(25, 1))

    await a_hand(store, 26, result(ANNA, 1), result(BO, 1), result(CARIN, -2))

    together = await store.leaderboard(ALL, viewer=CARIN)
    assert members(together) == [(1, ANNA, 251), (2, BO, -249)]
    assert together.had == Limits(1, 2)


async def test_opponents_must_have_been_met_in_the_period(store: SqliteStore, clock: Clock) -> None:
    await seated(store)
    await store.set_limits(GUILD, Limits(1, 2), ANNA, 1)
    await a_hand(store, 1, result(ANNA, 1), result(CARIN, -1))
    clock.now += 86_400
    await a_hand(store, 2, result(ANNA, 1), result(BO, -1))

    assert members(await store.leaderboard(ALL)) == [(1, ANNA, 2)]
    assert (await store.leaderboard(replace(ALL, since=clock.now - 60))).places == ()


async def test_limits_are_the_guilds_own_and_changing_them_is_written_down(store: SqliteStore) -> None:
    await store.set_limits(GUILD, Limits(5, 3), BO, 77)

    assert (await store.limits(GUILD), await store.limits(8)) == (Limits(5, 3), Limits(20, 2))
    note = (await store.audit_log(GUILD))[0].note
    assert (note.action, note.actor, note.interaction) == ("limits", BO, 77)


async def test_own_place_is_known_on_every_page(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    page = await store.leaderboard(ALL, limit=1, offset=1, viewer=BO)
    beyond = await store.leaderboard(ALL, limit=10, offset=90, viewer=DAN)

    assert [place.member for place in page.places] == [CARIN]
    assert (page.own and page.own.rank, page.players) == (3, 3)
    assert (beyond.places, beyond.players, beyond.own, beyond.had) == ((), 3, None, None)


async def test_board_of_a_guild_without_hands_is_empty(store: SqliteStore, clock: Clock) -> None:
    await played(store, clock)

    board = await store.leaderboard(Query(8))

    assert (board.places, board.players, board.hands) == ((), 0, 0)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # the last Sunday of March and of October, when clocks in Sweden change
        ("2026-03-29T01:30:00", ("2026-03-29", "2026-03-23", "2026-03-01")),
        ("2026-10-25T23:59:59", ("2026-10-25", "2026-10-19", "2026-10-01")),
        ("2027-01-01T00:00:00", ("2027-01-01", "2026-12-28", "2027-01-01")),
    ],
)
def test_periods_begin_at_midnight_utc(now: str, expected: tuple[str, str, str]) -> None:
    """RELIABILITY 78: no day has 23 or 25 hours."""
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC).timestamp()

    found = [beginning(period, moment) for period in (Period.TODAY, Period.WEEK, Period.MONTH)]

    told = [datetime.fromtimestamp(each, UTC).isoformat() for each in found]
    assert told == [f"{day}T00:00:00+00:00" for day in expected]


async def test_the_season_begins_when_it_was_started(store: SqliteStore, clock: Clock) -> None:
    assert (await store.query(GUILD, Period.SEASON)).since == clock.now
    await store.start_season(GUILD, "Autumn")
    started, clock.now = clock.now, clock.now + 100

    assert (await store.query(GUILD, Period.SEASON)).since == started
    assert (await store.query(GUILD)).since == 0


async def test_one_season_runs_at_a_time_and_its_standing_stays(store: SqliteStore, clock: Clock) -> None:
    """The standing is that of its own time, and does not change when results do."""
    await seated(store)
    await unlimited(store)
    await a_hand(store, 1, result(ANNA, 500), result(BO, -500))
    clock.now += 10
    assert await store.start_season(GUILD, "Autumn", ANNA, 5) == 1
    with pytest.raises(Refused):
        await store.start_season(GUILD, "Winter", ANNA, 6)
    started, clock.now = clock.now, clock.now + 100
    await a_hand(store, 2, result(BO, 35), result(ANNA, -35))

    closed = await store.close_season(GUILD, BO, 7)
    assert (closed.number, closed.ended) == (1, clock.now)
    assert await store.start_season(GUILD, "Winter") == 2
    clock.now += 10
    await a_hand(store, 3, result(ANNA, 900), result(BO, -900))

    winter, autumn = await store.seasons(GUILD)
    assert autumn == closed
    assert (autumn.name, autumn.started) == ("Autumn", started)
    assert autumn.places == (Place(1, BO, 35, 35, 1), Place(2, ANNA, -35, -35, 1))
    assert (winter.ended, winter.places) == (None, ())
    with pytest.raises(Refused):
        await store.close_season(8)
    lines = [(note.actor, note.action, note.target, note.after) for note in await notes(store)]
    assert [line for line in lines if "season" in line[1]] == [
        (ANNA, "season_start", "1", "Autumn"), (BO, "season_close", "1", "Autumn"), (0, "season_start", "2", "Winter"),
    ]
    assert await store.audit_log(8) == []


async def notes(store: SqliteStore) -> list[Note]:
    """The guild's log, oldest first."""
    return [entry.note for entry in reversed(await store.audit_log(GUILD))]


async def test_the_board_is_read_from_indexes(store: SqliteStore) -> None:
    """No table is scanned: whole days from their key, the first day's rest and the opponents from indexes."""
    from data.leaderboard import _PLAYED

    async with store.db.reading() as db:
        played = await db.all(f"EXPLAIN QUERY PLAN {_PLAYED}", GUILD, "", 1.0, 2, 1, 8, 64, 512)
    plan = [row["detail"] for row in played]

    wanted = [
        *["SEARCH sums USING PRIMARY KEY (guild=? AND game=? AND span=? AND start>?)"],
        *["SEARCH sums USING PRIMARY KEY (guild=? AND game=? AND span=? AND start>? AND start<?)"] * 3,
        "SEARCH results USING INDEX results_by_time (guild=? AND at>? AND at<?)",
        "SEARCH o USING COVERING INDEX opponents_lately (guild=? AND member=? AND last>?)",
    ]
    assert sorted(line for line in plan if " USING " in line and "B-TREE" not in line) == sorted(wanted)
    assert not [line for line in plan if line.startswith("SCAN") and "(" not in line and "counted" not in line]
