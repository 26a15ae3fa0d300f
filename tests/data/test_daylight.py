"""CubicrootXYZ/RemindMe#359: a daily thing came an hour off when the clocks changed (RELIABILITY 78).

Both change dates of Europe/Stockholm, with a member who asks at the same time by his own clock every day.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from data.errors import TooSoon
from data.periods import Period, beginning
from data.store import SqliteStore
from tests.data.club import ANNA, GUILD, Clock

STOCKHOLM = ZoneInfo("Europe/Stockholm")
SPRING, AUTUMN = datetime(2027, 3, 28, tzinfo=STOCKHOLM), datetime(2027, 10, 31, tzinfo=STOCKHOLM)
HOUR = 3600.0
DAYS = range(-3, 4)


def utc_day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


async def claimed(store: SqliteStore, clock: Clock, at: float) -> float:
    """Ask for chips; when they were had, now or as soon as the refusal said."""
    clock.now = at
    try:
        await store.reload(GUILD, ANNA, chips=50, floor=10_000)
    except TooSoon as error:
        clock.now = error.until
        await store.reload(GUILD, ANNA, chips=50, floor=10_000)
    return clock.now


def test_the_clocks_change_on_these_days() -> None:
    """23 hours in spring, 25 in autumn: otherwise the tests below would show nothing."""
    for day, hours in ((SPRING, 23), (AUTUMN, 25)):
        midnights = [datetime.fromordinal(day.toordinal() + more).replace(tzinfo=STOCKHOLM) for more in (0, 1)]
        assert midnights[1].timestamp() - midnights[0].timestamp() == hours * HOUR


@pytest.mark.parametrize("change", [SPRING, AUTUMN], ids=["spring", "autumn"])
@pytest.mark.parametrize("hour", [0, 1, 2, 3, 4, 12, 22, 23])
async def test_daily_chips_come_every_day_whatever_the_clocks_do(
    store: SqliteStore, clock: Clock, change: datetime, hour: int
) -> None:
    """Seven days, seven times; never twice within a UTC day or 20 hours; nobody is sent away for over half an hour."""
    had, waited = [], []
    for day in DAYS:
        asked = (change.replace(hour=hour, minute=30) + timedelta(days=day)).timestamp()
        had.append(await claimed(store, clock, asked))
        waited.append(had[-1] - asked)

    assert len({utc_day(at) for at in had}) == len(DAYS)
    assert all(later - at >= 20 * HOUR for at, later in pairwise(had))
    assert await store.total(GUILD) == 50 * len(DAYS)
    assert max(waited) <= 0.5 * HOUR
    assert not any(waited) or (change, hour) == (SPRING, 1), "only who has come to ask just before midnight UTC"


@pytest.mark.parametrize("change", [SPRING, AUTUMN], ids=["spring", "autumn"])
def test_today_begins_once_a_day(change: datetime) -> None:
    """Asked every quarter of an hour over three days: each day of play has 24 hours, none is missed or comes twice."""
    start = (change - timedelta(days=1)).timestamp()
    found = [beginning(Period.TODAY, start + quarter * HOUR / 4) for quarter in range(4 * 24 * 3)]

    days = sorted(set(found))
    assert found == sorted(found)
    assert {later - day for day, later in pairwise(days)} == {24 * HOUR}
