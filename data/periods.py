"""Stretches of time by which play is counted. A day is a UTC day: summer time changes nothing (RELIABILITY 78)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum


class Period(StrEnum):
    """From when on: the season is the one that runs."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL = "all"


def beginning(period: Period, now: float, season: float = 0) -> float:
    """When the period that contains `now` began, in UTC seconds; `season`: when the running season began."""
    today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.TODAY:
            return today.timestamp()
        case Period.WEEK:
            return (today - timedelta(days=today.weekday())).timestamp()
        case Period.MONTH:
            return today.replace(day=1).timestamp()
        case Period.SEASON:
            return season
        case Period.ALL:
            return 0
