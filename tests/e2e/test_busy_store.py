"""The database is busy for seconds, with a backup or a slow disk: everybody is answered in time all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.ui.ids import Do
from demo import actors
from tests.e2e.stage import Stage

LONG = 2.8
"""Seconds; Discord gives an answer three."""


@asynccontextmanager
async def busy(stage: Stage) -> AsyncIterator[None]:
    assert stage.bot.store is not None
    async with stage.bot.store.db._lock:
        yield


def answers(stage: Stage, since: int) -> list[Any]:
    """What came as answers to members."""
    return [call.body for call in stage.wire.calls[since:] if call.path.startswith(("/interactions/", "/webhooks/"))]


@pytest.mark.parametrize("command", ["table close", "floor pause", "table show", "house show", "join"])
async def test_a_command_is_acknowledged(stage: Stage, command: str) -> None:
    since = len(stage.wire.calls)
    async with busy(stage):
        stage.bot.desk.wishes.clear()
        asking = asyncio.create_task(stage.slash("ann", command))
        await asyncio.sleep(LONG)
        acknowledged = bool(answers(stage, since))
    await asking

    assert acknowledged


async def test_the_first_press_after_a_start_is_acknowledged(stage: Stage) -> None:
    """What the member wishes is not known yet, and would have to be read."""
    since = len(stage.wire.calls)
    async with busy(stage):
        stage.bot.desk.wishes.clear()
        pressing = asyncio.create_task(stage.press(stage.actor(), Do.CALL))
        await asyncio.sleep(LONG)
        given = answers(stage, since)
    await pressing

    assert [each["type"] for each in given] == [6]
    await stage.finish()


async def test_what_everybody_shall_see_is_promised_to_everybody(stage: Stage) -> None:
    """What is promised to one alone can never be shown to all."""
    await stage.finish()
    since = len(stage.wire.calls)
    async with busy(stage):
        asking = asyncio.create_task(stage.slash("ann", "house set", rule="max_runs", value="2"))
        await asyncio.sleep(LONG)
        [promise] = answers(stage, since)
    await asking

    assert (promise["type"], (promise.get("data") or {}).get("flags", 0)) == (5, 0)


async def test_a_form_that_takes_long_to_store_is_not_out_of_date(stage: Stage) -> None:
    name = stage.actor()
    form = await stage.press(name, Do.FORM)
    since, version = len(stage.wire.calls), stage.version()
    async with busy(stage):
        sending = asyncio.create_task(stage.members[name].submit_modal(form, dict.fromkeys(actors.filled(form), "10")))
        await asyncio.sleep(2)
    await sending
    await asyncio.sleep(0.5)

    assert stage.version() == version + 1
    assert not any("out of date" in str(body) for body in answers(stage, since))
    await stage.finish()
