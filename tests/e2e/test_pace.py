"""A full house: no limit of Discord's is met, for what can wait waits, and who is slow is reminded later (T11)."""

from __future__ import annotations

import asyncio

import pytest

from cogs.speech.gate import ROOM, Need
from cogs.speech.pace import BUSY, LATELY, Pace
from cogs.speech.pings import GRACE, MORE
from demo.limits import ALL, Limits
from tests.e2e.club import Club


class Clock:
    """Stands still but for those who sleep, the last of whom moves it on."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        until = self.time + seconds
        await asyncio.sleep(0)
        self.time = max(self.time, until)


async def test_never_more_calls_within_a_second_than_there_is_room_for() -> None:
    clock = Clock()
    pace, left = Pace(clock.now, clock.sleep), list[float]()

    async def call() -> None:
        await pace.room(10)
        left.append(clock.time)

    await asyncio.gather(*(call() for _ in range(95)))

    assert len(left) == 95
    assert all(later - sooner >= 1 for sooner, later in zip(left, left[10:], strict=False))
    assert left[-1] - left[0] < 11


async def test_what_can_wait_leaves_room_for_what_a_turn_depends_on() -> None:
    clock = Clock()
    pace = Pace(clock.now, clock.sleep)
    for _ in range(ROOM[Need.EXTRA]):
        await pace.room(ROOM[Need.EXTRA])
    assert clock.time == 1000.0

    await pace.room(ROOM[Need.TURN])
    assert clock.time == 1000.0
    await pace.room(ROOM[Need.EXTRA])
    assert clock.time == 1001.0
    assert ROOM[Need.EXTRA] < ROOM[Need.CARDS] < ROOM[Need.TURN] < ALL


async def test_a_clock_that_is_set_back_stops_nobody() -> None:
    clock = Clock()
    pace = Pace(clock.now, clock.sleep)
    for _ in range(10):
        await pace.room(10)
    clock.time -= 3600

    await pace.room(10)

    assert clock.time == 1000.0 - 3600


@pytest.mark.parametrize("calls", [0, int(BUSY * LATELY)])
async def test_in_a_full_house_the_reminder_comes_later(club: Club, calls: int) -> None:
    await club.deal("ann", "bo", clock=60)
    for _ in range(calls):
        club.bot.gate.pace.count()
    await club.advance(GRACE - 1)
    for _ in range(calls):
        club.bot.gate.pace.count()
    await club.advance(2)
    assert ("your turn" in " ".join(club.texts())) is (not calls)

    await club.advance(MORE)

    assert " ".join(club.texts()).count("your turn") == 1


# The simulated Discord's limits


def test_a_call_too_many_is_refused_until_its_window_ends() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    answers = [limits.take("POST", "/channels/7/messages") for _ in range(6)]

    assert [passes for passes, _ in answers] == [True] * 5 + [False]
    assert answers[4][1]["X-RateLimit-Remaining"] == "0"
    assert answers[5][1]["Retry-After"] == "5.000"
    assert limits.take("POST", "/channels/8/messages")[0]
    assert limits.take("PATCH", "/channels/7/messages/1")[0]
    now[0] = 5.0
    assert limits.take("POST", "/channels/7/messages")[0]
    assert limits.refused == 1


def test_answers_to_members_do_not_count() -> None:
    limits = Limits(lambda: 0.0)
    assert all(limits.take("GET", "/users/1")[0] for _ in range(ALL))
    passes, headers = limits.take("GET", "/users/1")

    assert (passes, headers["X-RateLimit-Global"]) == (False, "true")
    assert all(limits.take("POST", "/interactions/1/a/callback") == (True, {}) for _ in range(ALL))
    assert limits.counted == ALL + 1
