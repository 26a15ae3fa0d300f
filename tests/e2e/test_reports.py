"""What went wrong in other bots, by their public reports, tried with this one (RELIABILITY section 7)."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.results import InteractionResult

from cogs.answers import TOO_LATE
from cogs.ui.ids import Do
from demo.wire import Fault
from engine.tables.ports import Account, AccountKind
from engine.tables.snapshot import Phase
from tests.e2e import raw
from tests.e2e.club import Club, said
from tests.e2e.stage import Stage

OPENING = 10_000


async def bankroll(club: Club, name: str) -> int:
    return await club.bot.desk.store.balance(Account(AccountKind.BANKROLL, club.guild.id, club.member(name).id))


async def worth(club: Club, *names: str) -> int:
    """All chips of these members between hands, on and off the tables."""
    purses = [await club.bot.desk.store.purse(club.guild.id, club.member(name).id) for name in names]
    return sum(purse.bankroll + purse.on_tables for purse in purses)


# LakeYS/Discord-Trivia-Bot#235: clicks while the round closes end in "failed"


@pytest.mark.parametrize("late", [-0.001, 0.0, 0.001])
async def test_a_click_a_millisecond_from_the_timeout_is_answered_and_there_is_one_action(
    club: Club, late: float
) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    before, actor, felt, control = club.snapshot(), club.actor(), club.felt(), club.buttons()[Do.CALL]
    await club.advance(before.deadline + late - club.time.time)
    assert (club.snapshot().version > before.version) == (late >= 0)

    answer = await raw.press(club, actor, felt, control, breath=0)
    await club.advance(0.002)

    assert answer.acknowledged
    assert club.snapshot().version == before.version + 1
    await club.advance(2)
    assert ("calls 2" in club.text()) == (late < 0)
    assert ("moved on" in said(answer)) == (late >= 0)
    await club.finish()


@pytest.mark.parametrize("first", ["click", "clock"])
async def test_a_click_and_the_timeout_at_the_same_moment_are_one_action(club: Club, first: str) -> None:
    """Both are in the bot and wait for the table; whoever is first acts, and the other changes nothing."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    before, actor, felt, control = club.snapshot(), club.actor(), club.felt(), club.buttons()[Do.CALL]
    session = club.session()
    await club.advance(before.deadline - 0.001 - club.time.time)
    started: dict[str, asyncio.Task[Any]] = {}
    async with session.lock:
        for each in sorted(("click", "clock"), key=lambda which: which != first):
            click, clock = raw.press(club, actor, felt, control, breath=0), session.tick(before.deadline)
            (click if each == "clock" else clock).close()
            started[each] = asyncio.create_task(click if each == "click" else clock)
            await asyncio.sleep(0.02)
    await asyncio.gather(*started.values())

    assert started["click"].result().acknowledged
    assert club.snapshot().version == before.version + 1
    await club.advance(2)
    assert ("calls 2" in club.text()) == (first == "click")


# poketwo/poketwo#143: opened twice during lag


@pytest.mark.parametrize("by", ["command", "button"])
async def test_free_chips_asked_for_twice_while_answers_are_held_come_once(
    club: Club, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    await club.open(host="ann")
    store, member = club.bot.desk.store, club.member("ann").id
    await store.ensure_bankroll(club.guild.id, member, OPENING)
    await store.grant(club.guild.id, member, 500 - OPENING, actor=member, reason="lost it all", interaction=1)
    purse = await club.slash("ann", "bankroll")
    assert purse.response is not None
    leaf = next(leaf for leaf in raw.leaves(club) if leaf.path == "bank reload")
    shown = club.env.backend.get_message(club.channel.id, purse.response.id)
    control = club.buttons(shown)[Do.RELOAD]
    released, send = asyncio.Event(), discord.InteractionResponse.send_message

    async def held(self: Any, *args: Any, **more: Any) -> Any:
        await released.wait()
        return await send(self, *args, **more)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", held)

    def ask() -> asyncio.Task[InteractionResult]:
        again = raw.command(club, "ann", leaf, {}) if by == "command" else raw.press(club, "ann", shown, control)
        return asyncio.create_task(again)

    asked = [ask(), ask()]
    await asyncio.sleep(0.05)
    club.time.time += 2
    released.set()
    told = [said(answer) for answer in await asyncio.gather(*asked)]

    assert await bankroll(club, "ann") == 500 + OPENING // 5
    assert sum("2,000" in text for text in told) == 1, told
    assert await store.check_books() == ()


# uwcsc/codeybot#523: chips given away in the middle of a hand


async def test_who_is_all_in_cannot_move_a_chip_of_the_hand(club: Club) -> None:
    """The host is all-in and tries every command that there is; the pot and all who are in it stay as they are."""
    await club.open(host="ann")
    here, club.channel = club.channel, club.guild.create_text_channel("elsewhere")
    await club.slash("dan", "table open", game="holdem", stakes="1/2")
    elsewhere, club.channel = club.channel, here
    await club.sit("ann", "bo", "cy")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting and club.buttons())
    while club.actor() != "ann":
        await club.press(club.actor(), Do.CALL if Do.CALL in club.buttons() else Do.CHECK)
    question = await club.press("ann", Do.ALLIN)
    assert question.response is not None
    await club.press("ann", Do.ALLIN_YES, question.response)
    await club.advance(2)
    before, version = club.snapshot(), club.snapshot().version
    assert before.view is not None
    paid = {seat: (each.bet, each.stack) for seat, each in before.view.seats.items()}
    known = await worth(club, "ann", "bo", "cy")

    tried = 0
    for leaf in list(raw.leaves(club)):
        if leaf.path in ("table close", "floor pause", "floor resume"):
            continue  # the first one comes at the end, the others stop the clock for all
        given = {option["name"]: _given(option) for option in leaf.options if option.get("required")}
        answer = await raw.command(club, "ann", leaf, given)
        assert answer.acknowledged, leaf.path
        assert "Number for the host" not in said(answer), leaf.path
        tried += 1
        if leaf.path == "privacy delete" and answer.response is not None:
            await club.press("ann", Do.FORGET, answer.response)
        club.time.time += 1
    club.channel = elsewhere
    await club.slash("ann", "join", buy_in=str(OPENING))
    await club.slash("ann", "join", buy_in="400")
    club.channel = here
    assert tried > 40

    after = club.snapshot()
    assert after.view is not None
    assert {seat: (each.bet, each.stack) for seat, each in after.view.seats.items()} == paid
    assert (after.hand, after.version, after.view.pot) == (before.hand, version, before.view.pot)
    await club.slash("ann", "table close")
    assert club.snapshot().phase is Phase.HAND
    assert await club.bot.desk.store.check_books() == ()
    while club.snapshot().phase is Phase.HAND:
        await club.slash(club.actor(), "call")
        await club.advance(2)
    assert await worth(club, "ann", "bo", "cy") == 3 * OPENING
    assert known < 3 * OPENING  # the pot was out of everybody's reach
    assert await club.bot.desk.store.check_books() == ()


def _given(option: dict[str, Any]) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    named = {"chips": 500, "buy_in": "100", "amount": "100", "card": 1, "game": "holdem", "rule": "cap", "value": "3"}
    kinds = {raw.USER: "dan", raw.WHOLE: 1}
    return named.get(option["name"], kinds.get(option["type"], "abc"))


# JohnnySn0w/MoD#77: stuck as busy after a restart


async def test_after_a_restart_one_can_act_leave_and_sit_elsewhere(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    here = club.channel
    await club.restart()

    actor, version = club.actor(), club.snapshot().version
    await club.press(actor, Do.CALL)
    assert club.snapshot().version == version + 1
    assert "leave when this hand is over" in said(await club.slash(actor, "leave"))
    await club.finish()
    assert not club.snapshot().seat_of(club.member(actor).id)
    assert await worth(club, "ann", "bo", "cy") == 3 * OPENING

    club.channel = club.guild.create_text_channel("elsewhere")
    opened = await club.slash("dan", "table open", game="omaha", stakes="1/2")
    assert not opened.ephemeral, said(opened)
    assert "You have seat" in said(await club.slash(actor, "join"))
    await club.slash("dan", "join")
    await club.slash(actor, "start")
    other = next(each for each in club.bot.desk.tables.sessions.values() if each.record.channel != here.id)
    assert club.member(actor).id in other.snapshot().dealt.values()


# Rapptz/discord.py#9507: something blocked the loop


async def test_a_click_while_the_loop_stands_still_for_four_seconds_counts_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer comes too late for Discord; the table is mended by an edit, and nobody reads of an error."""
    before, actor, blocked = stage.version(), stage.actor(), list[float]()
    stage.wire.plant(Fault("/interactions/*", "POST", status=404, code=TOO_LATE))
    session, act = stage.session(), type(stage.session()).act

    async def slow(*args: Any, **more: Any) -> None:
        monkeypatch.undo()
        begun = time.monotonic()
        time.sleep(4)  # noqa: ASYNC251 - that is what went wrong
        blocked.append(time.monotonic() - begun)
        await act(*args, **more)

    monkeypatch.setattr(type(session), "act", slow)
    pressing = asyncio.create_task(stage.press(actor, Do.CALL))
    assert await stage.env.until(lambda: stage.version() > before, 10)
    await stage.until("calls", 6)

    assert len(blocked) == 1
    assert stage.version() == before + 1
    assert stage.bot.desk.answers.recently == 1
    await asyncio.wait([pressing], timeout=5)
    assert not any("went wrong" in str(call) for call in stage.env.http_requests)
    await stage.finish()


# Brainicism/KMQ_Discord#1928: sent away in the middle of a game


@pytest.mark.parametrize("heard", [True, False])
async def test_who_is_sent_away_and_asked_back_plays_as_if_nothing_had_been(club: Club, heard: bool) -> None:
    """Every chip is back, no call went to that server meanwhile, and the next table is like the first.

    Not heard: the bot was off the line when it was asked back in, so the server is only one that is there again.
    """
    await club.deal("ann", "bo", "cy")
    await club.press(club.actor(), Do.CALL)
    backend, server = club.env.backend, club.env.backend.guilds[club.guild.id]
    since = len(club.env.http_requests)
    backend.remove_guild(server.id)
    await club.until(lambda: all(each.state.phase is Phase.CLOSED for each in club.bot.desk.tables.sessions.values()))
    await club.advance(600)
    assert await worth(club, "ann", "bo", "cy") == 3 * OPENING
    assert [call for call in club.calls(since) if "/channels/" in call] == []

    server.channel_ids.clear()
    backend.guilds[server.id] = server
    payload: dict[str, Any] = dict(serializers.guild_create_payload(backend, server))
    payload.pop("unavailable", None)
    backend.emit("GUILD_CREATE", payload if heard else payload | {"unavailable": False})
    await club.settle()
    club.channel = club.guild.create_text_channel("again")
    await club.open()
    await club.sit("ann", "bo", "cy")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting and club.buttons())
    for name in ("ann", "bo", "cy"):
        assert (await club.press(name, Do.CARDS)).ephemeral
    await club.finish()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2
    await club.slash("ann", "table close")
    await club.finish()
    assert await worth(club, "ann", "bo", "cy") == 3 * OPENING
