"""After a long outage the hand is played on when all in it want that; else every chip goes back (RELIABILITY 3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules.events import Voided
from engine.rules.floor import Misdealt
from engine.rules.play import BetTo, Call, Check, Fold
from engine.rules.table import Table
from engine.tables import outage
from engine.tables.errors import No, TableError
from engine.tables.ports import Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from engine.tables.state import State
from tests.rules.invariants import fingerprint
from tests.tables.house import GUILD, HOST, Room, a_room, picture, terms, until
from tests.tables.test_recovery import rejoin

ANNA, BO, CEDRIC, DORA = 101, 102, 103, 104
CLOCK = 60


async def midway(room: Room, *more: int, **changes: Any) -> TableSession:
    """Anna, Bo and Cedric are in for 20 each on the flop; who is to act first has folded, whoever that is."""
    session = await room.open(terms(clock=CLOCK, **changes), ANNA, BO, CEDRIC, *more)
    await session.start(ANNA)
    await room.says(session, BetTo(20), *[Call()] * (1 + len(more)), Call())
    await room.says(session, Check(), BetTo(20), *[Call()] * len(more), Fold())
    return session


async def away(room: Room, seconds: float) -> None:
    """Discord is away: nothing rings, and then play is taken up again, so long after the clock had run out."""
    room.tables.hold()
    room.time.at += CLOCK + seconds
    await room.tables.go_on()


async def asked(room: Room, *more: int, **changes: Any) -> TableSession:
    session = await midway(room, *more, **changes)
    await away(room, outage.LONG + 1)
    assert session.snapshot().phase is Phase.ASKED
    return session


def players(session: TableSession) -> list[int]:
    """Who is still in the hand."""
    return [session.state.members[seat] for seat in session.hand.live]  # type: ignore[union-attr]


def folded(session: TableSession) -> int:
    return next(member for member in (ANNA, BO, CEDRIC) if member not in players(session))


async def refused(step: Any, code: No) -> None:
    with pytest.raises(TableError) as error:
        await step
    assert error.value.code is code


def is_void(session: TableSession) -> bool:
    return session.hand is not None and any(isinstance(event, Voided) for event in session.hand.log)


# Whether it is asked


async def test_up_to_half_an_hour_the_hand_goes_on_by_itself(room: Room) -> None:
    session = await midway(room)
    actor = room.actor(session)

    await away(room, outage.LONG)

    assert session.snapshot().phase is Phase.HAND
    assert session.snapshot().deadline == room.time.at + CLOCK
    assert room.actor(session) == actor
    await room.says(session, Call())


async def test_after_a_longer_outage_all_in_the_hand_are_asked_and_have_five_minutes(room: Room) -> None:
    session = await asked(room)

    now = session.snapshot()
    assert now.deadline == room.time.at + 300
    assert [now.player(seat) for seat in now.unanswered] == players(session)
    assert now.agreed == ()


async def test_where_a_turn_may_take_a_day_so_may_the_answer(room: Room) -> None:
    """Who plays by the day is not there within five minutes; and an outage within his time is none."""
    day = 24 * 3600
    session = await room.open(terms(clock=day), ANNA, BO)
    await session.start(ANNA)

    await away(room, day - CLOCK - 1)
    assert session.snapshot().phase is Phase.HAND
    await away(room, day + outage.LONG)

    assert session.snapshot().phase is Phase.ASKED
    assert session.snapshot().deadline == room.time.at + day


async def test_a_table_that_its_host_has_paused_is_not_asked(room: Room) -> None:
    session = await midway(room)
    await session.pause(HOST)

    await away(room, 10 * outage.LONG)

    assert session.snapshot().phase is Phase.PAUSED
    await session.resume(HOST)
    assert session.snapshot().phase is Phase.HAND


async def test_between_hands_nobody_is_asked(room: Room) -> None:
    session = await midway(room)
    await room.play_out(session)

    await away(room, 10 * outage.LONG)

    assert session.snapshot().phase is Phase.BETWEEN
    assert session.snapshot().next_hand_at == room.time.at + session.config.pause


async def test_a_disk_that_was_full_for_long_is_an_outage_too(room: Room) -> None:
    session = await midway(room)
    room.store.fail_at = room.store.commits + 1
    with pytest.raises(TableError):
        await session.act(room.actor(session), Call())
    room.time.at += CLOCK + outage.LONG + 1

    await session.tick(session.state.deadline)

    assert session.snapshot().phase is Phase.ASKED


# While it is asked


async def test_while_it_is_asked_nobody_acts(room: Room) -> None:
    session = await asked(room)
    actor, before = room.actor(session), picture(session)
    other = next(member for member in players(session) if member != actor)
    for step in (
        session.act(actor, Call()), session.act(other, Call()), session.pause(HOST), session.start(ANNA),
        session.decide_ahead(other, "fold", session.state.hand), session.rule(HOST, Misdealt()),
    ):
        await refused(step, No.ASKED)
    await refused(session.resume(HOST), No.NOT_PAUSED)
    await refused(session.change_config(HOST, lambda _: terms(clock=30)), No.HAND_RUNNING)

    assert picture(session) == before
    assert session.private(actor).view is not None  # own cards as ever


async def test_only_who_is_still_in_the_hand_is_asked(room: Room) -> None:
    session = await asked(room)
    hand = session.state.hand
    await session.sit(DORA)
    for answer in (session.play_on, session.refund):
        await refused(answer(folded(session), hand), No.NOT_ASKED)
        await refused(answer(DORA, hand), No.NOT_IN_HAND)
        await refused(answer(999, hand), No.NOT_SEATED)
        await refused(answer(players(session)[0], hand + 1), No.STALE)
    assert session.snapshot().phase is Phase.ASKED
    assert session.snapshot().agreed == ()


async def test_when_nothing_is_asked_an_answer_is_stale(room: Room) -> None:
    session = await midway(room)
    for answer in (session.play_on, session.refund):
        await refused(answer(room.actor(session), session.state.hand), No.STALE)
    assert session.snapshot().phase is Phase.HAND


# Resumed


async def test_when_all_agree_the_same_hand_goes_on_with_full_time(room: Room) -> None:
    session = await asked(room)
    cards, actor = fingerprint(session.hand), room.actor(session)
    first, second = players(session)

    assert await session.play_on(first, session.state.hand) == 1
    assert await session.play_on(first, session.state.hand) == 1  # once is enough
    assert session.snapshot().agreed == (session.state.seat_of(first),)
    room.time.at += 200
    assert await session.play_on(second, session.state.hand) == 0

    assert session.snapshot().phase is Phase.HAND
    assert session.snapshot().agreed == ()
    assert session.snapshot().deadline == room.time.at + CLOCK
    assert (fingerprint(session.hand), room.actor(session)) == (cards, actor)
    await room.play_out(session)
    assert not is_void(session)


async def test_what_was_decided_ahead_before_is_done_when_the_hand_goes_on(room: Room) -> None:
    session = await midway(room)
    await room.says(session, Call())
    later = next(member for member in players(session) if member != room.actor(session))
    await session.decide_ahead(later, "check", session.state.hand)
    await away(room, outage.LONG + 1)
    for member in players(session):
        await session.play_on(member, session.state.hand)
    street = session.snapshot().view.street  # type: ignore[union-attr]

    await room.says(session, Check())

    assert session.snapshot().view.street != street  # type: ignore[union-attr]


async def test_who_answers_is_there_again(room: Room) -> None:
    """The clock had played for him at once; that he says yes shows that it need not."""
    session = await room.open(terms(clock=CLOCK), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    await room.says(session, Call(), Call(), Check())
    sleeper = room.actor(session)
    await session.tick(session.state.deadline)
    await room.says(session, Check(), Check())
    await session.tick(session.state.deadline)
    assert session.state.away == {session.state.seat_of(sleeper)}
    await away(room, outage.LONG + 1)

    for member in players(session):
        await session.play_on(member, session.state.hand)

    assert session.state.away == set()
    assert session.state.misses == {}
    await room.says(session, Check(), Check())
    assert room.actor(session) == sleeper


# Refunded


@pytest.mark.parametrize("how", ["one wants it", "time is up", "the host wants it", "the players vote"])
async def test_a_refund_gives_every_chip_back_also_to_who_has_folded(room: Room, how: str) -> None:
    session = await asked(room)
    first, second = players(session)
    await session.play_on(first, session.state.hand)
    if how == "one wants it":
        await session.refund(second, session.state.hand, interaction=77)
        await refused(session.refund(first, session.state.hand), No.STALE)
    elif how == "time is up":
        room.time.at += 300
        await session.tick(session.state.deadline)
    elif how == "the host wants it":
        await session.void(HOST)
    else:
        await session.vote_void(first)
        await session.vote_void(second)

    assert is_void(session)
    assert session.snapshot().phase is Phase.BETWEEN
    assert [sitter.stack for sitter in session.snapshot().sitters] == [200, 200, 200]
    assert session.snapshot().agreed == ()
    await session.start(ANNA)
    await refused(session.void(HOST), No.NOT_YOUR_CHOICE)
    await room.play_out(session)


async def test_the_clock_itself_refunds_after_five_minutes_and_deals_the_next_hand(room: Room) -> None:
    session = await asked(room)
    hand = session.state.hand
    await until(lambda: room.time.sleepers > 0)
    room.time.pass_by(299)
    assert session.snapshot().phase is Phase.ASKED

    room.time.pass_by(1)
    await until(lambda: session.snapshot().phase is Phase.BETWEEN)
    room.time.pass_by(session.config.pause)
    await until(lambda: session.snapshot().phase is Phase.HAND)

    assert session.state.hand != hand


async def test_a_carried_pot_stays_in_the_middle_after_a_refund(room: Room) -> None:
    session = await room.open(terms("jacks_or_better", clock=CLOCK), ANNA, BO)
    await session.start(ANNA)
    while session.state.phase is Phase.HAND:
        await room.says(session, Check())  # nobody opens
    carried = session.snapshot().carried
    assert carried
    await session.start(ANNA)
    await away(room, outage.LONG + 1)

    await session.refund(ANNA, session.state.hand)

    assert session.snapshot().carried == carried
    await room.check()


# Who has left


async def test_who_has_left_does_not_answer(room: Room) -> None:
    session = await asked(room)
    first, second = players(session)
    await session.play_on(first, session.state.hand)

    assert await session.leave(first) is False

    assert session.snapshot().agreed == ()
    assert session.snapshot().phase is Phase.ASKED
    await refused(session.play_on(first, session.state.hand), No.LEAVING)
    assert await session.play_on(second, session.state.hand) == 1
    room.time.at += 300
    await session.tick(session.state.deadline)
    assert is_void(session)
    assert not session.snapshot().seat_of(first)
    assert session.snapshot().seat_of(second)


async def test_who_comes_back_may_answer(room: Room) -> None:
    session = await asked(room)
    first, second = players(session)
    await session.leave(first)
    await session.sit_in(first)

    await session.play_on(first, session.state.hand)
    await session.play_on(second, session.state.hand)

    assert session.snapshot().phase is Phase.HAND


async def test_who_has_folded_may_leave_and_others_may_come_meanwhile(room: Room) -> None:
    session = await asked(room)
    await session.leave(folded(session))
    await session.sit(DORA)
    for member in players(session):
        await session.play_on(member, session.state.hand)
    assert session.snapshot().phase is Phase.HAND
    await room.play_out(session)


async def test_a_table_that_closes_closes_after_the_refund(room: Room) -> None:
    session = await asked(room)
    assert await session.close(HOST) is False

    await session.refund(players(session)[0], session.state.hand)

    assert session.snapshot().phase is Phase.CLOSED
    assert await room.total() == sum([await room.bankroll(member) for member in (ANNA, BO, CEDRIC)])


async def test_a_table_whose_channel_is_lost_is_paid_back_while_it_asks(room: Room) -> None:
    session = await asked(room)

    await room.tables.abandon(GUILD)

    assert is_void(session)
    assert session.snapshot().phase is Phase.CLOSED


# Restarts


async def restarted(room: Room, session: TableSession, seconds: float) -> tuple[Room, TableSession]:
    room.time.at += seconds
    again = await room.again()
    return again, again.tables.get(session.table)


async def test_after_a_kill_it_is_asked_too(room: Room) -> None:
    session = await midway(room)
    cards = fingerprint(session.hand)

    again, session = await restarted(room, session, CLOCK + outage.LONG + 1)

    assert session.snapshot().phase is Phase.ASKED
    for member in players(session):
        await session.play_on(member, session.state.hand)
    assert fingerprint(session.hand) == cards
    await again.play_out(session)
    await again.check()
    await rejoin(room, again)


async def test_a_short_stop_while_it_is_asked_keeps_the_answers_and_gives_fresh_time(room: Room) -> None:
    """An answer given is given, as an action is; a connection that flickers must not undo it."""
    session = await asked(room)
    first, second = players(session)
    await session.play_on(first, session.state.hand)

    again, session = await restarted(room, session, 1000)

    assert session.snapshot().phase is Phase.ASKED
    assert session.snapshot().agreed == (session.state.seat_of(first),)
    assert session.snapshot().deadline == again.time.at + 300
    await session.play_on(second, session.state.hand)
    assert session.snapshot().phase is Phase.HAND
    await rejoin(room, again)


async def test_a_long_one_asks_everybody_anew(room: Room) -> None:
    """Who agreed before it may not be here any more: the clock would play his hand."""
    session = await asked(room)
    await session.play_on(players(session)[0], session.state.hand)

    again, session = await restarted(room, session, 300 + outage.LONG + 1)

    assert session.snapshot().phase is Phase.ASKED
    assert session.snapshot().agreed == ()
    assert session.snapshot().deadline == again.time.at + 300
    await rejoin(room, again)


async def test_a_refund_that_cannot_be_stored_is_made_when_it_can(room: Room) -> None:
    session = await asked(room)
    before = session.record
    room.store.fail_at, room.store.error = room.store.commits + 1, Unavailable

    await refused(session.refund(players(session)[0], session.state.hand), No.STORE)
    assert session.record == before
    assert not is_void(session)
    await session.refund(players(session)[0], session.state.hand)

    assert is_void(session)


# What older programs stored


def test_a_state_of_an_older_program_is_read() -> None:
    older = json.loads(State(Table(6), phase=Phase.HAND).to_json())
    del older["agreed"]

    state = State.from_json(json.dumps({**older, "outage": True}))

    assert state.phase is Phase.HAND
    assert state.agreed == set()


@pytest.mark.parametrize("game", ["five_card_draw", "stud7", "crazy_pineapple", "omaha8"])
async def test_every_kind_of_game_is_resumed_or_refunded(tmp_path: Path, game: str) -> None:
    """At each moment of a hand: half the times it goes on, half the times it is paid back."""
    async with a_room(tmp_path, seed=len(game)) as room:
        session = await room.open(terms(game, clock=CLOCK), ANNA, BO, CEDRIC)
        for moment in range(12):
            await session.start(ANNA)
            for _ in range(moment // 2):
                if session.state.phase is Phase.HAND:
                    await room.move(session)
            if session.state.phase is not Phase.HAND:
                continue
            before = sum(sitter.stack for sitter in session.snapshot().sitters) + session.hand.pot  # type: ignore[union-attr]
            await away(room, outage.LONG + 1)
            for member in players(session) if moment % 2 else []:
                await session.play_on(member, session.state.hand)
            if moment % 2:
                await room.play_out(session)
            else:
                await session.tick(session.state.deadline)
            stacks = sum(sitter.stack for sitter in session.snapshot().sitters)
            assert stacks + session.snapshot().carried == before
            await room.check()
            for sitter in session.snapshot().sitters:
                if not sitter.stack:
                    await session.top_up(sitter.member, 100)
