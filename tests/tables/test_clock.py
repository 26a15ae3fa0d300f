"""Time that nobody could act in takes no turn away (RELIABILITY 25, 53, 77)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data.errors import Corrupt, Refused
from engine.rules.play import BetTo, Call, Fold
from engine.tables import outage
from engine.tables.clock import RETRY
from engine.tables.ports import Stale, Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import STREET_SECONDS, Phase
from tests.tables.house import GUILD, HOST, Room, terms, until
from tests.tables.test_recovery import rejoin

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


async def over(room: Room, **changes: Any) -> TableSession:
    """A hand is over and nobody is there for the next."""
    session = await room.open(terms(**changes), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Fold())
    await session.leave(BO)
    assert session.state.next_hand_at == 0
    return session


async def test_a_clock_that_was_set_back_holds_up_no_next_hand(room: Room) -> None:
    """77: what was shown an hour from now has been shown."""
    session = await over(room)
    room.time.at -= 3600
    await room.tables.clock_was_set()

    await session.sit(BO)

    assert session.state.next_hand_at == room.time.at + session.config.pause


async def test_nor_when_it_was_set_back_while_the_program_stood_still(room: Room) -> None:
    """77."""
    session = await over(room)
    room.time.at -= 3600
    again = await room.again()
    session = again.tables.get(session.table)

    await session.sit(BO)

    assert session.state.next_hand_at == room.time.at + session.config.pause
    await rejoin(room, again)


async def test_a_start_in_the_middle_of_an_all_in_hand_shows_the_rest_of_it_in_time(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, BetTo(200), Call())
    shown_at = room.time.at + 3 * STREET_SECONDS
    room.time.at += 1

    again = await room.again()

    assert again.tables.get(session.table).snapshot().shown_at == shown_at
    await rejoin(room, again)


async def test_a_pause_that_began_before_the_clocks_jump_was_seen_ends_with_a_whole_turn(room: Room) -> None:
    """77."""
    session = await dealt(room)
    room.time.at -= 3600
    await session.pause(HOST)
    await room.tables.clock_was_set()

    await session.resume(HOST)

    assert session.state.deadline == room.time.at + CLOCK


async def test_a_clock_that_was_set_back_fills_no_time_bank(room: Room) -> None:
    """77."""
    session = await room.open(terms(clock=CLOCK, bank=30), ANNA, BO)
    await session.start(ANNA)
    seat = session.state.seat_of(room.actor(session))
    room.time.at += CLOCK
    await session.tick(session.state.deadline)
    assert session.snapshot().on_bank
    room.time.at -= 3600

    await room.says(session, Call())

    assert session.state.bank[seat] == 30


# A table that cannot be taken up


FAULTS = [Unavailable, Refused, Stale, Corrupt, ZeroDivisionError]


async def left_behind(room: Room, error: type[Exception]) -> tuple[TableSession, TableSession]:
    """Two tables after an outage longer than a turn; at the first something went wrong when play was taken up."""
    first, second = await dealt(room), await dealt(room)
    room.tables.hold()
    room.time.at += 2 * CLOCK
    room.store.fail_at, room.store.error = room.store.commits + 1, error
    await room.tables.go_on()
    return first, second


@pytest.mark.parametrize("error", FAULTS)
async def test_a_table_that_cannot_go_on_holds_up_no_other(room: Room, error: type[Exception]) -> None:
    """25. It tries again by itself, and nobody there has lost time by it."""
    first, second = await left_behind(room, error)
    actor = room.actor(first)
    assert not second.clock.held
    assert second.state.deadline == room.time.at + CLOCK

    await until(lambda: room.time.sleepers == 2)
    room.time.pass_by(RETRY)
    await until(lambda: first.state.deadline > room.time.at)

    assert first.state.deadline == room.time.at + CLOCK
    assert (room.actor(first), first.state.misses) == (actor, {})


async def test_what_another_does_before_a_table_goes_on_takes_no_turn_away(room: Room) -> None:
    first, _ = await left_behind(room, Refused)
    actor = room.actor(first)

    await first.sit(103)
    await until(lambda: room.time.sleepers == 2)
    room.time.pass_by(0)  # by the time that was stored his turn is long over
    await until(lambda: first.state.deadline > room.time.at)

    assert (room.actor(first), first.state.misses) == (actor, {})
    await until(lambda: room.time.sleepers == 2)
    room.time.pass_by(CLOCK)
    await until(lambda: first.state.phase is Phase.BETWEEN)  # and a whole turn is given once


@pytest.mark.parametrize("error", FAULTS)
async def test_a_table_at_which_the_new_time_cannot_be_stored_gets_it_soon(room: Room, error: type[Exception]) -> None:
    """77: not when the time of before would have been up."""
    first, second = await dealt(room), await dealt(room)
    room.time.at -= 3600
    room.store.fail_at, room.store.error = room.store.commits + 1, error
    await room.tables.clock_was_set()
    assert second.state.deadline == room.time.at + CLOCK

    await until(lambda: room.time.sleepers == 2)
    room.time.pass_by(RETRY)
    await until(lambda: first.state.deadline == room.time.at + CLOCK)


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
