"""The unpatched client on a bad line: server errors, broken connections, late calls, a gateway that drops.

The real bot over HTTP and WebSocket, two members, one hand (RELIABILITY 24 to 41, 62). Each test says what the members
see and how the hand goes on.
"""

from __future__ import annotations

import asyncio
import time

import pytest
from simcord.backend.models import Message

from cogs.speech.pings import GRACE
from cogs.speech.sheets import REPOST
from cogs.ui.ids import Do
from demo import actors
from demo.wire import Fault
from tests.e2e.stage import FELT, Stage


@pytest.mark.parametrize(
    "fault",
    [
        Fault(FELT, "PATCH", status=503),
        Fault(FELT, "PATCH", status=500),
        Fault(FELT, "PATCH", status=502, times=2),
        Fault(FELT, "PATCH", reset=True, times=3),
        Fault(FELT, "PATCH", lost=True),
        Fault(FELT, "PATCH", delay=3.5),
    ],
    ids=lambda fault: f"{fault.status or (fault.reset and 'reset') or (fault.lost and 'lost') or 'slow'}",
)
async def test_an_edit_that_fails_is_made_up_for(stage: Stage, fault: Fault) -> None:
    """62: server errors and broken connections; the state stands, and the felt shows it in the end."""
    stage.wire.plant(fault)
    before = stage.version()
    await stage.slash(stage.actor(), "call")

    assert stage.version() == before + 1
    await stage.until("calls", 15)
    assert fault.times == 0
    await stage.finish()


@pytest.mark.parametrize("fault", ["lost", "503"])
async def test_a_new_felt_whose_answer_is_lost_is_posted_once(stage: Stage, fault: str) -> None:
    """3, 62: the same nonce gives the first message again."""
    await stage.finish()
    drawn = len([each for each in actors.seen(stage.env, stage.channel.id) if each.components])
    path, status = f"/channels/{stage.channel.id}/messages", 503 if fault == "503" else 0
    planted = stage.wire.plant(Fault(path, "POST", lost=not status, status=status))

    await stage.slash("ann", "start")
    assert await stage.env.until(lambda: "to call" in stage.text(), 15)
    await asyncio.sleep(0.5)

    assert planted.times == 0
    assert len([each for each in actors.seen(stage.env, stage.channel.id) if each.components]) == drawn + 1
    await stage.finish()


async def test_a_press_whose_answer_breaks_off_counts_once(stage: Stage) -> None:
    """2, 3: what was committed stands; the same button once more is stale."""
    before = stage.version()
    stage.wire.plant(Fault("/interactions/*", "POST", reset=True, times=2))

    await stage.press(stage.actor(), Do.CALL)
    assert await stage.env.until(lambda: stage.version() == before + 1)
    await stage.until("calls", 15)
    await stage.finish()


async def test_a_slow_answer_to_one_delays_no_other(stage: Stage) -> None:
    """37: the answer to Ann hangs for longer than Discord waits; Bo plays on."""
    actor, before = stage.actor(), stage.version()
    stage.wire.plant(Fault("/interactions/*", "POST", delay=3.5))
    slow = asyncio.create_task(stage.slash(actor, "call"))
    assert await stage.env.until(lambda: stage.version() == before + 1)

    begun = time.monotonic()
    answer = await stage.slash(stage.actor(), "check")
    assert answer.acknowledged
    assert time.monotonic() - begun < 1.5
    assert stage.version() == before + 2
    await slow
    await stage.until("Flop")
    await stage.finish()


async def test_a_gateway_that_drops_resumes_and_the_clock_starts_anew(stage: Stage) -> None:
    """24: nobody loses time to it, and the next press works."""
    deadline = stage.session().snapshot().deadline
    await stage.wire.gateway.drop()
    assert await stage.env.until(lambda: stage.wire.gateway.resumed == 1, 15)
    assert await stage.env.until(lambda: stage.session().snapshot().deadline > deadline)

    before = stage.version()
    await stage.press(stage.actor(), Do.CALL)
    assert stage.version() == before + 1
    await stage.finish()


async def test_a_session_that_cannot_be_resumed_is_opened_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """25: a new login; the table is where it was, under the same buttons."""
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *rest: sleep(min(seconds, 0.05), *rest))
    before, hand = stage.version(), stage.session().snapshot().hand
    await stage.wire.gateway.invalidate()
    assert await stage.env.until(lambda: stage.wire.gateway.identified == 2, 15)
    monkeypatch.undo()
    assert await stage.env.until(stage.bot.is_ready)

    assert (stage.version(), stage.session().snapshot().hand) == (before, hand)
    await stage.press(stage.actor(), Do.CALL)
    assert stage.version() == before + 1
    await stage.finish()


async def test_a_press_in_the_gap_counts_when_the_line_is_back(stage: Stage) -> None:
    """24: Discord keeps what happened, in order."""
    before = stage.version()
    await stage.wire.gateway.ask_to_reconnect()
    answer = await stage.press(stage.actor(), Do.CALL)

    assert answer.acknowledged
    assert stage.version() == before + 1
    await stage.finish()


async def test_edits_that_arrive_in_reverse_order_are_mended_by_one_more(stage: Stage) -> None:
    """41, discord-api-docs 8102: the older drawing lands last; within three seconds the felt is right again."""
    stage.wire.plant(Fault("/interactions/*", "POST", delay=2.2))
    slow = asyncio.create_task(stage.press(stage.actor(), Do.CALL))
    assert await stage.env.until(lambda: stage.version() == 1)
    edits = stage.asked("PATCH", FELT)
    await stage.slash(stage.actor(), "check")
    assert await stage.env.until(lambda: "Flop" in stage.text())

    await slow
    assert await stage.env.until(lambda: "Flop" not in stage.text()), "the planted order did not come about"
    begun = time.monotonic()
    await stage.until("Flop")
    assert time.monotonic() - begun < 3
    await asyncio.sleep(1.5)
    assert stage.asked("PATCH", FELT) - edits == 2  # the newer drawing, and the mending
    await stage.finish()


async def test_a_deleted_felt_is_posted_although_its_nonce_is_known(stage: Stage) -> None:
    """42: for minutes Discord answers a repeated nonce with the message that it made then, deleted or not."""
    gone = stage.felt().id
    stage.env.backend.delete_message(stage.channel.id, gone)
    now = stage.bot.desk.now
    stage.bot.desk.now = lambda: now() + REPOST

    await stage.slash(stage.actor(), "call")
    assert await stage.env.until(stage.felts, 8)

    assert stage.felt().id != gone
    await stage.until("calls")
    await stage.finish()


@pytest.mark.parametrize("moment", ["before Discord has it", "after Discord has it"])
async def test_an_end_while_cards_are_sent_leaves_each_player_one_message(stage: Stage, moment: str) -> None:
    """4: what hangs when the process ends is sent by the next one, under the same nonce."""
    await stage.finish()
    path = f"/channels/{stage.members['bo'].user.dm_channel.id}/messages"
    before = {name: len(stage.private(name)) for name in stage.members}
    hangs = Fault(path, "POST", delay=60) if moment.startswith("before") else Fault(path, "POST", held=60)
    stage.wire.plant(hangs)
    await stage.slash("ann", "start")
    assert await stage.env.until(lambda: len(stage.private("ann")) == before["ann"] + 1 and not hangs.times)

    await stage.end()
    await stage.start()
    assert await stage.env.until(lambda: len(stage.private("bo")) > before["bo"])
    await asyncio.sleep(0.5)

    assert {name: len(stage.private(name)) for name in stage.members} == {name: n + 1 for name, n in before.items()}
    assert await stage.bot.desk.store.pending(stage.session().table) == []
    assert await stage.env.until(lambda: stage.session().snapshot().waiting)
    await stage.finish()


async def test_after_a_pause_who_is_to_act_is_told_again(stage: Stage) -> None:
    """A message with the same nonce would be the deleted one once more, as far as Discord remembers."""
    mention = f"<@{stage.members[stage.actor()].id}>"

    def pings() -> list[Message]:
        return [each for each in actors.seen(stage.env, stage.channel.id) if mention in (each.content or "")]

    assert await stage.env.until(pings, GRACE + 4)
    await stage.slash("ann", "floor pause")
    await asyncio.sleep(1)
    await stage.slash("ann", "floor resume")
    assert await stage.env.until(lambda: not pings(), 3)

    assert await stage.env.until(pings, GRACE + 4)
    await stage.finish()
