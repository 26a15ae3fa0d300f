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
from tests.e2e.stage import stage
from tests.payload_limits import over_limits
from tests.payloads import load_checker

__all__ = ["club", "stage"]

(simcord.Env._settle_internal.__kwdefaults__ or {})["idle"] = 0.001  # 53 ms -> 2 ms a click
CHECKER = load_checker()
PICTURES = draw_emojis.drawn()
MANY = 10**6  # what is larger is an id or an amount
_seen: set[str] = set()


def _wrong(calls: Iterable[Any]) -> list[str]:
    """What is wrong with REST bodies. Each shape is looked at once, most being as in other tests; lengths always."""
    new = {shape: call for call in calls if (shape := _shape_of(call)) not in _seen}
    found = [str(call) for call in CHECKER.check_log(new.values()) if call.problems] if CHECKER else []
    if not found:
        _seen.update(new)
    return found + [str(each) for call in calls for each in over_limits(call.method, call.path, call.json)]


def _shape_of(call: Any) -> str:
    """The call without its ids and words."""
    path = re.sub(r"\d{15,}|(?<=/)[\w-]{40,}", "1", call.path)
    return f"{call.method} {path} {_shape(call.json)}"


def _shape(body: Any) -> Any:
    if isinstance(body, dict):
        return {key: _shape(value) for key, value in body.items()}
    if isinstance(body, list):
        return [_shape(value) for value in body]
    if isinstance(body, str):
        return bool(body)
    return body if not isinstance(body, int) or body < MANY else MANY


@pytest.fixture
async def club(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Club]:
    """At the end: every REST body was valid, the log holds no error, the books are right."""
    monkeypatch.setattr("cogs.process.startup.drawn", lambda: PICTURES)
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
    assert [error for error in raised if not isinstance(error, (Refused, *OUTDATED, *club.expected_raised))] == []
    assert (wrong, errors, books) == ([], [], ())
    assert [item.__name__ for item in registry] == ["Control"]
