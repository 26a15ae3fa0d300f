"""The unpatched discord.py client against the simulated Discord."""

import asyncio
import time
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from demo import actors
from demo.gateway import Session
from demo.wire import Fault
from tests.demo.sample import SampleBot, Stage


async def open_felt(stage: Stage) -> Any:
    return (await stage.ann.slash(stage.channel, "felt")).response


async def test_login_gives_the_guild_and_synced_commands(stage: Stage) -> None:
    assert [guild.name for guild in stage.bot.guilds] == ["Club"]
    assert sorted(stage.ann.available_commands(stage.channel)) == ["dm", "felt", "say", "slow"]


async def test_slash_then_button_edits_the_same_message(stage: Stage) -> None:
    shown = await open_felt(stage)
    assert (await stage.bo.click(shown, label="Press 1")).acknowledged
    assert (await stage.ann.click(shown, label="Press 2")).acknowledged
    [message] = actors.seen(stage.env, stage.channel.id)
    assert actors.public_text(message) == "Pot 3\nA♠ Åsa\n[Press 3] [Raise…]"


async def test_modal_is_shown_and_submitted(stage: Stage) -> None:
    shown = await open_felt(stage)
    form = await stage.ann.click(shown, label="Raise…")
    answer = await stage.ann.submit_modal(form, actors.filled(form))
    assert answer.response is not None
    assert (answer.response.content, answer.ephemeral) == ("raised to 20", True)


async def test_ephemeral_answers_are_seen_by_their_reader_only(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "say")
    assert len(actors.seen(stage.env, stage.channel.id, stage.ann.id)) == 1
    assert actors.seen(stage.env, stage.channel.id, stage.bo.id) == []


async def test_each_member_has_a_language(stage: Stage) -> None:
    actors.set_locale(stage.env, stage.bo.id, "sv-SE")
    answers = [await member.slash(stage.channel, "say") for member in (stage.ann, stage.bo)]
    assert [answer.response and answer.response.content for answer in answers] == ["locale en-US", "locale sv-SE"]


async def test_actor_waits_for_the_end_of_a_deferred_answer(stage: Stage) -> None:
    answer = await stage.ann.slash(stage.channel, "slow")
    assert answer.response is not None
    assert answer.response.content == "done"


async def test_two_members_act_at_the_same_moment(stage: Stage) -> None:
    answers = await asyncio.gather(*(member.slash(stage.channel, "say") for member in (stage.ann, stage.bo)))
    assert all(answer.acknowledged for answer in answers)


async def test_dm_arrives(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "dm")
    assert [message.content for message in actors.seen(stage.env, stage.ann.user.dm_channel.id)] == ["your cards"]


async def test_closed_dm_is_50007(stage: Stage) -> None:
    stage.wire.plant(Fault("/channels/*/messages", "POST", status=403, code=50007, message="Cannot send"))
    answer = await stage.ann.slash(stage.channel, "dm")
    assert answer.response is not None
    assert answer.response.content == "closed 50007"


async def test_429_waits_and_sends_again(stage: Stage) -> None:
    stage.wire.plant(Fault("/channels/*/messages", "POST", retry_after=0.3))
    begun = time.monotonic()
    answer = await stage.ann.slash(stage.channel, "dm")
    assert time.monotonic() - begun >= 0.3
    assert answer.response is not None
    assert answer.response.content == "sent"
    assert [call.status for call in stage.wire.calls if call.path.endswith("/messages")] == [429, 200]


async def test_dropped_socket_resumes_and_misses_nothing(stage: Stage) -> None:
    await stage.wire.gateway.drop()
    stage.ann.guild.create_text_channel("made-while-away")
    assert await stage.env.until(lambda: stage.bot.resumes)
    assert await stage.env.until(lambda: "made-while-away" in stage.bot.seen)
    assert (await stage.ann.slash(stage.channel, "say")).acknowledged
    assert (stage.wire.gateway.identified, stage.wire.gateway.resumed) == (1, 1)


async def test_cut_line_resumes(stage: Stage) -> None:
    stage.wire.gateway.cut()
    assert await stage.env.until(lambda: stage.bot.resumes)
    assert (await stage.ann.slash(stage.channel, "say")).acknowledged


async def test_old_buttons_reach_a_new_process(stage: Stage) -> None:
    shown = await open_felt(stage)
    await stage.bot.close()
    second = SampleBot()
    stage.env.attach(second)
    running = asyncio.create_task(second.start("offline"))
    await stage.env.until(second.is_ready)
    assert (await stage.ann.click(shown, label="Press 1")).acknowledged
    await second.close()
    await running


async def test_each_shard_has_its_guilds_and_the_first_one_private_messages(stage: Stage) -> None:
    sessions = [Session(stage.env.backend, discord.Intents.all(), (number, 2)) for number in (0, 1)]
    for session in sessions:
        session.push("READY", {})
        session.push("INTERACTION_CREATE", {"guild_id": str(1 << 22)})
        session.push("INTERACTION_CREATE", {})
    assert [session.sequence for session in sessions] == [2, 2]
    assert [session.covers(1 << 22) for session in sessions] == [False, True]


async def test_events_keep_their_order(stage: Stage) -> None:
    names = [f"room-{number}" for number in range(50)]
    for name in names:
        stage.ann.guild.create_text_channel(name)
    await stage.env.until(lambda: len(stage.bot.seen) == 50)
    assert stage.bot.seen == names


async def test_click_while_the_socket_is_down_arrives_after_the_resume(stage: Stage) -> None:
    shown = await open_felt(stage)
    await stage.wire.gateway.ask_to_reconnect()
    assert (await stage.ann.click(shown, label="Press 1")).acknowledged


async def test_invalid_session_identifies_anew(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *rest: sleep(min(seconds, 0.05), *rest))
    await stage.wire.gateway.invalidate()
    assert await stage.env.until(lambda: stage.wire.gateway.identified == 2)
    await stage.env.until(stage.bot.is_ready)
    assert (await stage.ann.slash(stage.channel, "say")).acknowledged


async def test_lost_answer_has_done_its_work(stage: Stage) -> None:
    stage.wire.plant(Fault("/channels/*/messages", "POST", lost=True))
    channel = stage.bot.get_partial_messageable(stage.channel.id)
    with pytest.raises((OSError, discord.DiscordException, Exception)) as caught:
        await channel.send("felt", nonce="h1-felt")
    assert "isconnect" in repr(caught.value) or "reset" in repr(caught.value)
    again = await channel.send("felt", nonce="h1-felt")
    assert [message.id for message in actors.seen(stage.env, stage.channel.id)] == [again.id]


async def test_reset_before_the_work_does_nothing(stage: Stage) -> None:
    stage.wire.plant(Fault("/channels/*/messages", "POST", reset=True))
    with pytest.raises(Exception, match=r"isconnect|reset"):
        await stage.bot.get_partial_messageable(stage.channel.id).send("felt")
    assert actors.seen(stage.env, stage.channel.id) == []


async def test_uploaded_emoji_can_be_fetched(stage: Stage) -> None:
    emoji = await stage.bot.create_application_emoji(name="A_spades", image=b"\x89PNG\r\n\x1a\n" + b"0" * 20)
    assert stage.env.backend.cdn.get(f"https://cdn.simcord.invalid/emojis/{emoji.id}.png") is not None
    assert [known.name for known in await stage.bot.fetch_application_emojis()] == ["A_spades"]


async def test_unknown_route_fails_the_test(stage: Stage) -> None:
    with pytest.raises(discord.HTTPException):
        await stage.bot.http.request(Route("GET", "/no/such/route"))
    with pytest.raises(ExceptionGroup):
        stage.wire.check()
    stage.wire.gaps.clear()


def test_discord_py_points_at_discord_again_afterwards() -> None:
    assert Route.BASE == "https://discord.com/api/v10"
    assert DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"
