"""Time that nobody could act in takes no turn away (RELIABILITY 25, 53, 77)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules.play import Call
from engine.tables import outage
from engine.tables.clock import RETRY
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import GUILD, HOST, Room, terms, until

ANNA, BO = 101, 102
CLOCK = 60


class Line:
    """What the clocks ask before they take a turn away."""

    def __init__(self) -> None:
        self.works = True
        self.asked: list[int] = []

    async def heard(self, guild: int) -> bool:
        self.asked.append(guild)
        return self.works


@pytest.fixture
async def line(room: Room) -> Line:
    made = Line()
    room.tables.tools = replace(room.tools, heard=made.heard)
    return made


async def dealt(room: Room) -> TableSession:
    session = await room.open(terms(clock=CLOCK), ANNA, BO)
    await session.start(ANNA)
    await until(lambda: room.time.sleepers > 0)
    return session


async def test_a_turn_is_over_when_discord_is_heard_after_its_end(room: Room, line: Line) -> None:
    session = await dealt(room)
    assert line.asked == []

    room.time.pass_by(CLOCK)
    await until(lambda: session.state.phase is Phase.BETWEEN)

    assert line.asked == [GUILD]


async def test_a_line_that_died_without_a_word_takes_no_turn_away(room: Room, line: Line) -> None:
    session = await dealt(room)
    actor = room.actor(session)
    line.works = False
    for seconds in (CLOCK, RETRY, RETRY, RETRY):
        line.asked.clear()
        room.time.pass_by(seconds)
        await until(lambda: bool(line.asked) and room.time.sleepers > 0)
    assert room.actor(session) == actor
    assert session.inputs == []

    line.works = True
    room.time.pass_by(RETRY)
    await until(lambda: session.state.deadline > room.time.at)

    assert session.state.deadline == room.time.at + CLOCK
    assert (room.actor(session), session.state.misses, session.inputs) == (actor, {}, [])
    room.time.pass_by(CLOCK)
    await until(lambda: session.state.phase is Phase.BETWEEN)


async def test_no_hand_is_dealt_that_nobody_would_see(room: Room, line: Line) -> None:
    session = await dealt(room)
    room.time.pass_by(CLOCK)
    await until(lambda: session.state.phase is Phase.BETWEEN and room.time.sleepers > 0)
    line.works = False
    asked = len(line.asked)

    room.time.pass_by(session.config.pause)
    await until(lambda: len(line.asked) > asked)

    assert session.state.phase is Phase.BETWEEN


@pytest.mark.parametrize("jump", [-7200, -31, 31, outage.LONG + 2 * CLOCK])
async def test_a_clock_that_was_set_gives_everybody_a_whole_turn_and_asks_nothing(room: Room, jump: float) -> None:
    """77: however far it was set, for no time has passed."""
    session = await dealt(room)
    await room.says(session, Call())
    room.time.at += jump

    await room.tables.clock_was_set()

    assert session.state.phase is Phase.HAND
    assert session.state.deadline == room.time.at + CLOCK


async def test_clocks_of_one_server_stop_alone_and_only_they_start_again(room: Room) -> None:
    """25, 53: another shard's return, or another server's, is none of theirs."""
    here = await dealt(room)
    there = await room.tables.open(GUILD + 1, 999, HOST, "Elsewhere", terms(clock=CLOCK))
    for member in (ANNA, BO):
        await there.sit(member)
    await there.start(ANNA)

    room.tables.hold(lambda guild: guild == GUILD)
    room.time.at += 10
    await room.tables.go_on(lambda guild: guild == GUILD + 1)
    assert (here.clock.held, there.clock.held) == (True, False)
    assert there.state.deadline == room.time.at + CLOCK
    await until(lambda: room.time.sleepers == 1)
    room.time.pass_by(CLOCK)
    await until(lambda: there.state.phase is Phase.BETWEEN)
    assert here.state.phase is Phase.HAND

    await room.tables.go_on(lambda guild: guild == GUILD)
    assert here.state.deadline == room.time.at + CLOCK
    await until(lambda: room.time.sleepers == 2)  # the next hand of the other table, too
    room.time.pass_by(CLOCK)
    await until(lambda: here.state.phase is Phase.BETWEEN)
