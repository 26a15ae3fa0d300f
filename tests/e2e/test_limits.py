"""Discord's limits over the wire: of one route, of all, of patience, and the ban (RELIABILITY 58 to 61)."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from cogs.speech.gate import BAN, MANY, WINDOW, Gate, Need
from cogs.speech.verdicts import NotNow
from cogs.ui.ids import Do
from demo.wire import Fault
from tests.e2e.stage import FELT, Stage

ANSWER = "/interactions/*"


def may(gate: Gate, need: Need) -> bool:
    try:
        gate.check(need)
    except NotNow:
        return False
    return True


def hurry(stage: Stage, times: int) -> list[float]:
    """Let what the bot waits for by itself come so many times sooner; the clocks stay. Returns what it waited for."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(seconds / times)

    stage.bot.desk.sleep = sleep
    return waits


def to_table(stage: Stage) -> str:
    return f"/channels/{stage.channel.id}/messages"


# One route: row 58


async def test_a_limit_on_the_felt_holds_up_nobody(stage: Stage) -> None:
    """58: the edit waits; whoever acts meanwhile is answered at once, and the felt catches up."""
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.0))
    before = stage.version()
    await stage.slash(stage.actor(), "call")
    assert stage.version() == before + 1
    assert await stage.env.until(lambda: stage.asked("PATCH", FELT))
    assert not stage.session().lock.locked()

    begun = time.monotonic()
    await stage.slash(stage.actor(), "check")
    assert time.monotonic() - begun < 1
    assert stage.version() == before + 2
    await stage.until("Flop")
    await stage.finish()


async def test_a_limit_too_long_to_wait_for_is_waited_for_outside_the_library(stage: Stage) -> None:
    """58, fault D: over thirty seconds discord.py raises RateLimited, which is no HTTPException."""
    waits = hurry(stage, 20)
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=45.0))

    await stage.slash(stage.actor(), "call")
    await stage.until("calls")

    assert 45.0 in waits
    await stage.finish()


@pytest.mark.parametrize("to_whom", ["ping", "cards"])
async def test_no_other_message_minds_such_a_limit(stage: Stage, to_whom: str) -> None:
    """58, fault D: pings are left, cards come later; neither is an error."""
    waits = hurry(stage, 20)
    private = f"/channels/{stage.members['bo'].user.dm_channel.id}/messages"
    limited = stage.wire.plant(Fault(to_table(stage) if to_whom == "ping" else private, "POST", retry_after=45.0))
    if to_whom == "ping":
        await stage.slash(stage.actor(), "call")
        assert await stage.env.until(lambda: not limited.times)
        await stage.finish()
        return
    await stage.finish()
    before = len(stage.private("bo"))
    limited.times = 1
    await stage.slash("ann", "start")
    assert await stage.env.until(lambda: len(stage.private("bo")) == before + 1)
    assert 45.0 in waits
    await stage.finish()


# All routes: row 59


async def test_a_global_limit_does_not_touch_interactions(stage: Stage) -> None:
    """59: the library holds every other call; answers to interactions have a limit of their own."""
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.0, everywhere=True))
    await stage.slash(stage.actor(), "call")
    await asyncio.sleep(1.3)

    begun = time.monotonic()
    answer = await stage.slash(stage.actor(), "cards")
    assert answer.acknowledged
    assert time.monotonic() - begun < 1
    await stage.until("calls")
    await stage.finish()


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_limit_longer_than_our_patience_is_waited_for_all_the_same(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, everywhere: bool
) -> None:
    """58, 59: broken off, discord.py would ask too early again, and after a global limit never more."""
    monkeypatch.setattr("cogs.speech.gate.PATIENCE", 1.0)
    before = stage.asked("PATCH", FELT)
    stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.5, everywhere=everywhere))

    await stage.slash(stage.actor(), "call")
    await stage.until("calls", 5)  # as soon as it is over; a new try of ours would come later
    assert stage.asked("PATCH", FELT) == before + 2  # the one that was limited, and its repeat
    await stage.slash(stage.actor(), "check")
    await stage.until("Flop", 10)
    await stage.finish()


async def test_within_a_global_limit_only_what_a_turn_depends_on_is_asked_for(stage: Stage) -> None:
    """59: the reminder of a turn is dropped, not kept for later; cards wait in the outbox."""
    hurry(stage, 20)
    await stage.slash(stage.actor(), "call")
    assert await stage.env.until(lambda: stage.asked("POST", to_table(stage)) >= 2)  # felt and reminder
    limited = stage.wire.plant(Fault(FELT, "PATCH", retry_after=2.0, everywhere=True))

    await stage.slash(stage.actor(), "check")
    assert await stage.env.until(lambda: not limited.times and not may(stage.bot.gate, Need.CARDS))
    posted = stage.asked("POST", to_table(stage))
    assert [may(stage.bot.gate, need) for need in Need] == [True, False, False]
    await stage.until("Flop")
    await asyncio.sleep(1)

    assert stage.asked("POST", to_table(stage)) == posted
    assert all(may(stage.bot.gate, need) for need in Need)
    await stage.slash(stage.actor(), "check")
    assert await stage.env.until(lambda: stage.asked("POST", to_table(stage)) > posted)
    await stage.finish()


# Refusals: row 61


async def test_two_hundred_refusals_stop_what_can_be_done_without(stage: Stage) -> None:
    """61: reminders and repeats stop; felt and new cards do not; after ten minutes all is as before."""
    stage.expected_errors = [f"{MANY} calls refused"]
    gate, sending = stage.bot.gate, stage.bot.desk.speaker.sending
    stage.wire.plant(Fault("/users/@me/channels", "POST", status=403, code=50007, times=MANY))
    for number in range(MANY):
        assert may(gate, Need.EXTRA)
        with pytest.raises(discord.Forbidden):
            await sending.open_private(number + 1)
    assert [may(gate, need) for need in Need] == [True, True, False]

    hurry(stage, 20)
    await stage.slash(stage.actor(), "call")
    await stage.until("calls")
    await asyncio.sleep(1)
    assert stage.asked("POST", to_table(stage)) == 1  # the felt alone
    await stage.finish()
    cards = len(stage.private("bo"))
    await stage.slash("ann", "start")
    assert await stage.env.until(lambda: len(stage.private("bo")) == cards + 1)

    now = gate.now
    gate.now = lambda: now() + WINDOW
    assert may(gate, Need.EXTRA)
    posted = stage.asked("POST", to_table(stage))
    await stage.slash(stage.actor(), "call")
    assert await stage.env.until(lambda: stage.asked("POST", to_table(stage)) > posted)
    await stage.finish()


async def test_what_is_no_refusal_is_not_counted(stage: Stage) -> None:
    """61: server errors, lost interactions and messages that are gone lead to no ban; refused answers do."""
    stage.wire.plant(Fault(FELT, "PATCH", status=404, code=10008))
    stage.wire.plant(Fault(ANSWER, "POST", status=404, code=10062))
    await stage.slash(stage.actor(), "call")
    stage.wire.plant(Fault(ANSWER, "POST", status=500))
    await stage.slash(stage.actor(), "cards")
    assert stage.bot.gate.refusals == 0

    stage.wire.plant(Fault(ANSWER, "POST", status=401, code=50027))
    await stage.slash(stage.actor(), "cards")
    assert await stage.env.until(lambda: stage.bot.gate.refusals == 1)


# The gatekeeper: row 60


async def test_a_ban_stops_every_call_and_all_clocks_until_a_probe_gets_in(stage: Stage) -> None:
    """60: ten minutes of silence, one probe, twenty minutes, one probe; play goes on with full time."""
    stage.expected_errors = ["Discord's gatekeeper"]
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(seconds / 200)

    stage.bot.gate.sleep = sleep
    stage.wire.plant(Fault(FELT, "PATCH", banned=True))
    stage.wire.plant(Fault("/oauth2/applications/@me", "GET", banned=True))
    before = stage.version()
    await stage.slash(stage.actor(), "call")
    assert await stage.env.until(lambda: stage.bot.gate.banned)
    session = stage.session()
    assert session.clock.held
    calls, deadline = len(stage.wire.calls), session.snapshot().deadline

    unheard = asyncio.create_task(stage.slash(stage.actor(), "check"))  # it counts; that it does cannot be said
    await asyncio.sleep(1)
    assert (stage.version(), len(stage.wire.calls)) == (before + 2, calls)
    await stage.wire.gateway.drop()
    assert await stage.env.until(lambda: stage.wire.gateway.resumed == 1, 15)
    assert session.clock.held

    assert await stage.env.until(lambda: not stage.bot.gate.banned, 15)
    assert waits == [BAN, 2 * BAN]
    probes = [call.path for call in stage.wire.calls[calls:]][:2]
    assert probes == ["/oauth2/applications/@me"] * 2
    await unheard
    await stage.until("Flop")
    assert not session.clock.held
    assert session.snapshot().deadline > deadline
    await stage.press(stage.actor(), Do.CHECK)
    assert stage.version() == before + 3
    await stage.finish()


async def test_a_ban_ends_though_a_probe_meets_a_broken_line() -> None:
    """60: a probe that fails in whatever way is only not the end yet."""
    gate, probes, went_on = Gate(time.time, lambda _: asyncio.sleep(0)), list[int](), asyncio.Event()

    async def probe() -> None:
        probes.append(1)
        if len(probes) == 1:
            raise aiohttp.ServerDisconnectedError

    async def go_on() -> None:
        went_on.set()

    gate.watch(probe, lambda: None, go_on)
    gate._ban()
    await asyncio.wait_for(went_on.wait(), 5)

    assert (len(probes), gate.banned) == (2, False)


async def test_a_global_limit_lets_a_call_end_whose_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.speech.gate.PATIENCE", 0.05)
    gate = Gate(time.time, asyncio.sleep)

    async def slow() -> None:
        async with gate.patience():
            try:
                await asyncio.sleep(1)
            finally:
                await asyncio.sleep(0.05)  # a connection that is given back

    call = asyncio.create_task(slow())
    await asyncio.sleep(0.08)
    gate._wait(1.0, is_global=True)

    with pytest.raises(TimeoutError):
        await call
