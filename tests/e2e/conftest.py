"""The whole bot with a real database, several members, and a clock that only the test moves."""

import logging
import re
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
import simcord

from cogs.faults import OUTDATED, Refused
from cogs.ui import draw_emojis
from cogs.ui.cards import EMOJI_NAMES
from tests.e2e.club import Club, FakeTime, new_bot
from tests.payloads import load_checker

(simcord.Env._settle_internal.__kwdefaults__ or {})["idle"] = 0.001  # 53 ms -> 2 ms a click
CHECKER = load_checker()
PICTURES = draw_emojis.drawn()
_valid: set[tuple[str, str, str]] = set()


def _wrong(calls: Iterable[Any]) -> list[str]:
    """What is wrong with REST bodies. Most of them are the same in every test and are looked at once."""
    new = {key: call for call in calls if (key := _identity(call)) not in _valid}
    found = [str(call) for call in CHECKER.check_log(new.values()) if call.problems] if CHECKER else []
    if not found:
        _valid.update(new)
    return found


def _identity(call: Any) -> tuple[str, str, str]:
    """A call without the ids that differ from test to test."""
    text = re.sub(r"\d{15,}", "1", repr(call.json))
    path = re.sub(r"\d{15,}|(?<=[0-9]/)[\w-]{20,}", "1", call.path)
    return call.method, path, re.sub(r"pk1:\w+:\w+", "pk1:1:1", text)


@pytest.fixture
async def club(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Club]:
    """At the end: every REST body was valid, the log holds no error, the books are right."""
    monkeypatch.setattr("cogs.startup.drawn", lambda: PICTURES)
    time, database = FakeTime(), tmp_path / "knekt.db"
    env = simcord.Env(new_bot(database, time), shard_count=1)
    for name in EMOJI_NAMES:  # as after the first start; one test takes them away
        env.backend.create_application_emoji(name)
    time.env = env
    await env.start()
    club = Club(env, database, time)
    yield club
    wrong = _wrong(env.http_requests)
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    errors = [text for text in logged if not text.startswith(tuple(club.expected_errors))]
    books = await club.bot.store.check_books() if club.bot.store else ()
    registry = list(club.bot._connection._view_store._dynamic_items.values())
    await club.bot.close()
    await env.shutdown()
    raised = [getattr(error, "original", error) for error in env.errors]
    assert [error for error in raised if not isinstance(error, (Refused, *OUTDATED))] == []
    assert (wrong, errors, books) == ([], [], ())
    assert [item.__name__ for item in registry] == ["Control"]
