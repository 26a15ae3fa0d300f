"""The whole bot with a real database, several members, and a clock that only the test moves."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from cogs.faults import Refused
from cogs.ui import draw_emojis
from tests.e2e.club import Club, FakeTime, new_bot
from tests.payloads import load_checker

(simcord.Env._settle_internal.__kwdefaults__ or {})["idle"] = 0.001  # 53 ms -> 2 ms a click
CHECKER = load_checker()
FEW = draw_emojis.drawn()


@pytest.fixture
async def club(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Club]:
    """At the end: every REST body was valid, the log holds no error, the books are right."""
    monkeypatch.setattr("cogs.startup.drawn", lambda: FEW)
    time, database = FakeTime(), tmp_path / "knekt.db"
    env = simcord.Env(new_bot(database, time), shard_count=1)
    await env.start()
    club = Club(env, database, time)
    yield club
    wrong = [str(call) for call in CHECKER.check_log(env.http_requests) if call.problems] if CHECKER else []
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    errors = [text for text in logged if not text.startswith(tuple(club.expected_errors))]
    books = await club.bot.store.check_books() if club.bot.store else ()
    registry = list(club.bot._connection._view_store._dynamic_items.values())
    await club.bot.close()
    await env.shutdown()
    assert [error for error in env.errors if not isinstance(getattr(error, "original", error), Refused)] == []
    assert (wrong, errors, books) == ([], [], ())
    assert [item.__name__ for item in registry] == ["Control"]
