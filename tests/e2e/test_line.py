"""The line to Discord: shards and servers that are away, a start on many tables, members and servers that went."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import serializers

from cogs.process import startup
from cogs.process.line import A_SECOND
from cogs.process.startup import NAMES
from cogs.ui.cards import EMOJI_NAMES
from demo import actors
from demo.wire import Fault
from engine.tables.ports import Account, AccountKind
from engine.tables.session import TableSession
from engine.tables.snapshot import Notice, Phase
from tests.e2e.club import Club, FakeTime, new_bot
from tests.e2e.conftest import PICTURES
from tests.e2e.stage import Stage
from tests.tables.house import terms

OPENING = 10_000
CLOCK = 60
MANY = 20


async def a_hand(club: Club | Stage, channel: int, guild: int, *members: int) -> TableSession:
    """A table in a channel, with a hand on it."""
    session = await club.bot.desk.tables.open(guild, channel, members[0], "Friday", terms(clock=CLOCK))
    for member in members:
        await session.sit(member)
    await session.start(members[0])
    return session


async def bankrolls(club: Club, guild: int, *members: int) -> list[int]:
    store = club.bot.desk.store
    return [await store.balance(Account(AccountKind.BANKROLL, guild, member)) for member in members]


def felt_in(club: Club, channel: int) -> str:
    felts = [message for message in actors.seen(club.env, channel) if actors.buttons(message)]
    return actors.public_text(felts[-1])


# A start (RELIABILITY 1)


async def test_twenty_tables_in_mid_hand_say_that_they_are_back_within_a_minute(club: Club) -> None:
    """One line on the felt of the hand, which goes away with the next step; no message more than before."""
    ann, bo = (club.member(name).id for name in ("ann", "bo"))
    channels = [club.guild.create_text_channel(f"poker-{number}").id for number in range(MANY)]
    hands = {channel: (await a_hand(club, channel, club.guild.id, ann, bo)).state.hand for channel in channels}
    await club.advance(2)
    said = {channel: len(actors.seen(club.env, channel)) for channel in channels}
    assert not any("restart" in felt_in(club, channel) for channel in channels)

    await club.restart()
    back = sum("Back after a restart" in felt_in(club, channel) for channel in channels)
    assert 0 < back <= 15  # not all at once, for Discord's sake
    await club.advance(58)

    sessions = {session.record.channel: session for session in club.bot.desk.tables.sessions.values()}
    assert {channel: sessions[channel].state.hand for channel in channels} == hands
    assert all("Back after a restart" in felt_in(club, channel) for channel in channels)
    assert {channel: len([m for m in actors.seen(club.env, channel) if not m.content]) for channel in channels} == said
    first = sessions[channels[0]]
    await first.act(first.state.members[first.hand.waiting_on[0]], _calm(first))  # type: ignore[union-attr]
    await club.advance(3)
    assert "restart" not in felt_in(club, channels[0])


def _calm(session: TableSession) -> Any:
    from engine.rules.play import time_out

    assert session.hand is not None
    return time_out(session.hand.offer(session.hand.waiting_on[0]))


async def test_a_table_that_waits_says_so_too(club: Club) -> None:
    await club.open()
    await club.sit("ann")

    await club.restart()
    assert "Back after a restart" in club.text()
    assert "needed" in club.text() or "1 more" in club.text() or "one more" in club.text().lower()
    await club.sit("bo")
    await club.slash("ann", "start")
    await club.advance(3)

    assert "restart" not in club.text()


# Shards and servers that are away (RELIABILITY 25, 53)


@pytest.fixture
async def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A bot of two shards."""
    monkeypatch.setattr("cogs.process.startup.drawn", lambda: PICTURES)
    time, database = FakeTime(), tmp_path / "knekt.db"
    env = simcord.Env(new_bot(database, time), shard_count=2)
    for name in EMOJI_NAMES:
        env.backend.create_application_emoji(name)
    time.env = env
    await env.start()
    club = Club(env, database, time)
    yield club
    await club.bot.close()
    await env.shutdown()


async def test_only_the_tables_of_the_shard_that_is_away_stand_still(wide: Club) -> None:
    guilds = [wide.env.create_guild(f"Club {shard}", shard_id=shard) for shard in (0, 1)]
    sessions = []
    for guild in guilds:
        members = [guild.add_member(wide.env.create_user(f"{name}{guild.id}")).id for name in ("ann", "bo")]
        sessions.append(await a_hand(wide, guild.create_text_channel("poker").id, guild.id, *members))
    here, there = sessions
    await wide.advance(2)
    gone = wide.bot.get_shard(0)
    assert gone is not None

    await gone.disconnect()
    await wide.settle()
    await wide.advance(CLOCK)
    await wide.until(lambda: there.state.phase is Phase.BETWEEN)  # folded by the clock
    assert here.state.phase is Phase.HAND

    wide.bot.dispatch("shard_resumed", 1)  # another shard's return is none of theirs
    await wide.settle()
    await wide.advance(2 * CLOCK)
    assert here.state.phase is Phase.HAND

    await gone.connect()
    await wide.until(lambda: here.state.deadline == wide.time.time + CLOCK)
    await wide.advance(CLOCK + 1)
    await wide.until(lambda: here.state.phase is Phase.BETWEEN)


async def test_the_return_of_one_shard_gives_nobody_of_another_more_time(wide: Club) -> None:
    guild = wide.env.create_guild("Club", shard_id=1)
    members = [guild.add_member(wide.env.create_user(name)).id for name in ("ann", "bo")]
    session = await a_hand(wide, guild.create_text_channel("poker").id, guild.id, *members)
    deadline = session.state.deadline
    await wide.advance(20)

    wide.bot.dispatch("shard_resumed", 0)
    await wide.settle()

    assert session.state.deadline == deadline


async def test_one_shard_that_stays_away_ends_the_process(wide: Club) -> None:
    wide.bot.dispatch("shard_disconnect", 1)
    await wide.settle()
    await wide.advance(6 * 60)

    assert wide.bot.ended.is_set()
    assert wide.bot.exit_status == 1


async def test_an_outage_of_a_server_stops_its_clocks_and_voids_nothing(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    before = club.snapshot()
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.settle()
    assert club.session().clock.held

    await club.advance(20 * 60)
    assert (club.snapshot().hand, club.snapshot().version, club.snapshot().phase) == (
        before.hand, before.version, Phase.HAND)  # fmt: skip
    guild = club.env.backend.guilds[club.guild.id]
    club.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(club.env.backend, guild))
    await club.settle()

    assert club.snapshot().deadline == club.time.time + club.session().config.clock
    await club.finish()
    assert club.snapshot().phase is Phase.BETWEEN


# Sent away while nobody listened (RELIABILITY 52)


def forgotten(club: Club) -> None:
    """The bot is sent away, and nobody tells it."""
    guild = club.env.backend.guilds.pop(club.guild.id)
    for channel in guild.channel_ids:
        club.env.backend.channels.pop(channel, None)


def ready(club: Club, *guilds: int) -> None:
    """A new session: Discord lists the servers, none of which it can serve yet."""
    listed = [{"id": str(guild), "unavailable": True} for guild in guilds]
    user = dict(serializers.user_payload(club.env.backend.bot_user))
    with club.env._bot_scope():
        club.bot._connection.parse_ready({"user": user, "guilds": listed, "shard": [0, 1], "v": 10})  # type: ignore[typeddict-item]


async def test_a_server_that_is_not_listed_at_a_start_gets_its_chips_back(club: Club) -> None:
    await club.deal("ann", "bo")
    guild, members = club.guild.id, [club.member(name).id for name in ("ann", "bo")]
    old = club.bot
    await old.desk.tables.stop()
    await old.desk.speaker.stop()
    assert old.store is not None
    await old.store.close()
    forgotten(club)

    await club.env.restart_bot(new_bot(club.database, club.time))
    await club.settle()

    assert club.bot.desk.tables.at(guild) == []
    assert await bankrolls(club, guild, *members) == [OPENING] * 2


async def test_a_server_that_is_missing_in_a_new_list_gets_its_chips_back(club: Club) -> None:
    await club.deal("ann", "bo")
    guild, members = club.guild.id, [club.member(name).id for name in ("ann", "bo")]
    forgotten(club)

    ready(club)
    await club.until(lambda: not club.bot.desk.tables.at(guild))

    assert await bankrolls(club, guild, *members) == [OPENING] * 2


async def test_a_server_that_is_listed_but_cannot_be_served_yet_loses_nothing(club: Club) -> None:
    await club.deal("ann", "bo", time_bank=0)
    hand = club.snapshot().hand
    ready(club, club.guild.id)
    await club.settle()

    await club.advance(10 * 60)
    assert (club.snapshot().hand, club.snapshot().phase) == (hand, Phase.HAND)
    guild = club.env.backend.guilds[club.guild.id]
    club.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(club.env.backend, guild))
    await club.settle()

    assert club.snapshot().deadline == club.time.time + club.session().config.clock
    await club.finish()


@pytest.mark.parametrize("answers", [True, False])
async def test_a_list_without_a_server_that_is_still_there_pays_nobody(club: Club, answers: bool) -> None:
    """One is asked for by its id before everything there ends; no answer ends nothing."""
    await club.deal("ann", "bo")
    hand = club.snapshot().hand
    if not answers:
        club.env.inject_error("GET", f"/guilds/{club.guild.id}", status=500, code=0, message="x", times=None)

    ready(club)
    await club.settle()

    assert (club.snapshot().hand, club.snapshot().phase) == (hand, Phase.HAND)
    assert club.snapshot().notice is Notice.NONE
    await club.finish()


# A clock that was set (RELIABILITY 77)


@pytest.mark.parametrize("jump", [-3600, 3600])
async def test_when_the_wall_clock_was_set_every_turn_begins_anew_and_the_felt_says_so(club: Club, jump: float) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    actor = club.actor()
    await club.advance(20)
    club.time.time += jump

    await club.bot.clock_was_set()
    await club.advance(3)

    assert (club.actor(), club.snapshot().phase) == (actor, Phase.HAND)
    assert club.snapshot().deadline == club.time.time - 3 + club.session().config.clock
    assert f"<t:{int(club.snapshot().deadline)}:R>" in str(club.felt().components)


# Members who left (RELIABILITY 51)


async def test_who_left_the_server_is_folded_by_the_clock_and_stands_up_after_the_hand(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    gone = club.actor()
    member, stack = club.member(gone).id, club.snapshot().sitters[0].stack
    club.env.backend.remove_member(club.guild.id, member)

    await club.advance(CLOCK + 2)
    assert club.snapshot().phase is Phase.HAND
    assert club.actor() != gone
    await club.finish()
    assert not club.snapshot().seat_of(member)
    assert await bankrolls(club, club.guild.id, member) == [OPENING]
    await club.advance(club.session().config.pause + 2)

    assert club.snapshot().number == 2
    assert member not in club.snapshot().dealt.values()
    assert stack


async def test_who_only_sleeps_keeps_his_seat_and_is_asked_for_once_a_miss(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    sleeper = club.actor()
    member, since = club.member(sleeper).id, len(club.env.http_requests)

    await club.advance(CLOCK + 2)
    await club.finish()

    assert club.snapshot().seat_of(member)
    asked = [call for call in club.calls(since) if call.endswith(f"/members/{member}")]
    assert len(asked) == 1


async def test_who_left_while_the_bot_was_away_stands_up(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    gone = next(name for name in ("ann", "bo", "cy") if name != club.actor())
    member = club.member(gone).id
    club.env.backend.remove_member(club.guild.id, member)

    await club.restart()
    await club.advance(2)
    await club.finish()

    assert not club.snapshot().seat_of(member)
    assert member not in club.session().state.members.values()


async def test_a_member_who_cannot_be_asked_for_keeps_his_seat(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    member = club.member(club.actor()).id
    club.env.inject_error("GET", "/guilds/*/members/*", status=500, code=0, message="x", times=None)

    await club.advance(CLOCK + 2)
    await club.finish()

    assert club.snapshot().seat_of(member)


# Many servers, slow names, one table that fails


async def test_at_a_start_no_server_that_is_there_is_asked_for_and_the_pace_is_kept(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More tables at once than A_SECOND, all told before READY is complete, as Discord does."""
    await stage.finish()
    friends = [stage.env.create_user(name) for name in ("x", "y")]
    for number in range(2 * A_SECOND):
        guild = stage.env.create_guild(f"Club {number}")
        members = [guild.add_member(friend).id for friend in friends]
        await a_hand(stage, guild.create_text_channel("poker").id, guild.id, *members)
    await stage.end()
    begun, take_up = list[float](), startup.take_up

    async def noted(*args: Any) -> None:
        begun.append(time.monotonic())
        await take_up(*args)

    monkeypatch.setattr(startup, "take_up", noted)
    calls = len(stage.wire.calls)
    await stage.start()
    assert await stage.env.until(lambda: len(begun) > 2 * A_SECOND, 15)

    asked = [call.path for call in stage.wire.calls[calls:] if call.method == "GET"]
    assert [path for path in asked if re.fullmatch(r"/guilds/\d+", path)] == []
    assert sum(at - begun[0] < 0.9 for at in begun) == A_SECOND


async def test_play_does_not_wait_for_names(stage: Stage) -> None:
    """The felt says who is who as soon as Discord does."""
    await stage.end()
    stage.wire.plant(Fault("/guilds/*/members/*", "GET", times=10, delay=NAMES + 2))
    await stage.start()

    assert await stage.env.until(lambda: not stage.session().clock.held, NAMES + 1.5)
    stage.wire.faults.clear()
    await stage.until("ann", 20)
    await stage.finish()


async def test_a_table_that_cannot_go_on_holds_up_no_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.expected_errors = ["alarm: table"]
    ann, bo = (club.member(name).id for name in ("ann", "bo"))
    tables = [await a_hand(club, club.guild.create_text_channel(f"p-{number}").id, club.guild.id, ann, bo)
              for number in range(2)]  # fmt: skip
    club.bot.dispatch("shard_disconnect", 0)
    await club.settle()
    take_up = club.bot.desk.tables.take_up

    async def broken(session: TableSession) -> None:
        if session is tables[0]:
            raise RuntimeError("no")
        await take_up(session)

    monkeypatch.setattr(club.bot.desk.tables, "take_up", broken)
    club.bot.dispatch("shard_resumed", 0)
    await club.settle()

    assert [session.clock.held for session in tables] == [True, False]


async def test_channels_without_a_table_are_not_kept_in_mind(club: Club) -> None:
    await club.open()
    for number in range(3):
        channel = club.guild.create_text_channel(f"other-{number}")
        await club.settle()
        club.bot.dispatch("guild_channel_delete", club.bot.get_channel(channel.id) or discord.Object(channel.id))
        await club.settle()

    assert club.bot.desk.gone == set()
