"""The clock: what happens by itself, and that nobody loses chips to an outage."""

from __future__ import annotations

import pytest

from engine.rules.play import Call, Check, Fold
from engine.tables import playing
from engine.tables.errors import No, TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import HOST, Room, terms, until

ANNA, BO, CEDRIC = 101, 102, 103


async def ring(session: TableSession) -> None:
    """What is due happens now."""
    due = session.state.deadline or session.state.next_hand_at
    await session.tick(due)


async def test_who_does_not_answer_checks_or_else_folds(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Call())
    await ring(session)  # the big blind need not call
    assert session.snapshot().view.street == "flop"  # type: ignore[union-attr]
    await session.vote_void(ANNA)
    await session.vote_void(BO)
    await session.start(ANNA)
    await ring(session)  # the small blind would have to
    assert session.state.phase is Phase.BETWEEN


async def test_the_time_bank_comes_first_and_is_used_up(room: Room) -> None:
    session = await room.open(terms(bank=30, clock=60), ANNA, BO)
    await session.start(ANNA)
    start = room.time.at
    assert session.snapshot().deadline == start + 60
    room.time.at += 60
    await ring(session)
    assert session.snapshot().deadline == start + 90
    room.time.at += 10
    actor = room.actor(session)
    await room.says(session, Call())
    left = {sitter.member: sitter.bank for sitter in session.snapshot().sitters}
    assert left[actor] == 20
    assert session.snapshot().deadline == room.time.at + 60


async def test_two_time_outs_in_a_row_make_a_seat_away_and_coming_back_ends_it(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    await room.says(session, Call(), Call(), Check())
    sleeper = room.actor(session)
    await ring(session)
    assert session.state.away == set()
    await room.says(session, Check(), Check())
    assert room.actor(session) == sleeper
    await ring(session)
    assert session.state.away == {session.state.seat_of(sleeper)}
    await room.says(session, Check(), Check())
    assert room.actor(session) != sleeper  # the clock played for him at once
    await room.says(session, Check(), Check())
    assert session.state.phase is Phase.BETWEEN
    assert session.state.seat_of(sleeper) not in session.state.table.ready()
    await session.sit_in(sleeper)
    assert session.state.seat_of(sleeper) in session.state.table.ready()
    assert session.state.misses == {}


async def test_one_answer_between_forgives_a_time_out(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Call(), Check())
    sleeper = room.actor(session)
    await ring(session)
    await room.says(session, Check())
    assert room.actor(session) == sleeper
    await room.says(session, Check(), Check())
    await ring(session)
    assert session.state.away == set()


async def test_hands_follow_by_themselves_and_time_outs_too(room: Room) -> None:
    session = await room.open(terms(clock=60, pause=8), ANNA, BO)
    await session.start(ANNA)
    first = session.state.hand
    await settle(room, 60, lambda: session.state.phase is Phase.BETWEEN)
    await settle(room, 8, lambda: session.state.phase is Phase.HAND)
    assert session.state.hand != first
    assert session.state.number == 2


async def settle(room: Room, seconds: float, is_so: object) -> None:
    await until(lambda: room.time.sleepers > 0)
    room.time.pass_by(seconds)
    await until(is_so)  # type: ignore[arg-type]


async def test_while_paused_nothing_happens(room: Room) -> None:
    session = await room.open(terms(clock=60), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    room.time.at += 45
    actor = room.actor(session)
    await session.pause(HOST)
    with pytest.raises(TableError) as error:
        await session.act(actor, Fold())
    assert error.value.code is No.PAUSED
    await session.leave(actor)
    assert room.actor(session) == actor  # even who has left waits for the end of the pause
    with pytest.raises(TableError):
        await session.pause(HOST)
    await session.resume(HOST)
    assert room.actor(session) != actor
    assert session.snapshot().phase is Phase.HAND


async def test_the_time_that_was_left_is_left_after_a_pause(room: Room) -> None:
    session = await room.open(terms(clock=60, bank=30), ANNA, BO)
    await session.start(ANNA)
    room.time.at += 45
    await session.pause(HOST)
    room.time.at += 1000
    await session.resume(HOST)
    assert session.snapshot().deadline == room.time.at + 15
    room.time.at += 15
    await ring(session)
    room.time.at += 5
    await session.pause(HOST)
    room.time.at += 1000
    await session.resume(HOST)
    assert session.snapshot().deadline == room.time.at + 25
    actor = room.actor(session)
    await room.says(session, Call())
    assert {sitter.member: sitter.bank for sitter in session.snapshot().sitters}[actor] == 25


async def test_no_hand_is_dealt_in_a_pause(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Fold())
    await session.pause(HOST)
    assert session.snapshot().next_hand_at == 0
    with pytest.raises(TableError):
        await session.start(ANNA)
    await session.resume(HOST)
    assert session.snapshot().next_hand_at == room.time.at + session.config.pause


async def test_nobody_loses_by_a_time_in_which_nothing_could_be_stored(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    actor = room.actor(session)
    room.store.fail_at = room.store.commits + 1
    with pytest.raises(TableError) as error:
        await session.act(actor, Call())
    assert error.value.code is No.STORE
    room.time.at += 60
    await ring(session)
    assert room.actor(session) == actor
    assert session.state.misses == {}
    assert session.snapshot().deadline == room.time.at + session.config.clock
    await session.act(actor, Call())


async def test_the_clock_tries_again_until_the_store_is_back(room: Room) -> None:
    session = await room.open(terms(clock=60), ANNA, BO)
    await session.start(ANNA)
    now = room.store.commits
    room.store.fail_at = now + 1
    await settle(room, 60, lambda: room.store.commits == now + 1)
    assert session.failing
    await settle(room, 5, lambda: room.store.commits == now + 2)
    await until(lambda: not session.failing)
    assert session.snapshot().deadline == room.time.at + 60


async def test_a_hand_that_cannot_go_on_is_given_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await room.open(terms(clock=60), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Call())

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(playing, "run_out", broken)
    for pause in (60, 5, 5, 5):
        await until(lambda: room.time.sleepers > 0)
        room.time.pass_by(pause)
    await until(lambda: session.state.phase is Phase.BETWEEN)
    assert session.snapshot().voided == session.snapshot().hand
    assert [sitter.stack for sitter in session.snapshot().sitters] == [200, 200]
    await session.start(ANNA)
    assert session.snapshot().voided == 0


async def test_clocks_stand_still_while_discord_is_away(room: Room) -> None:
    session = await room.open(terms(clock=60), ANNA, BO)
    await session.start(ANNA)
    room.tables.hold()
    room.time.pass_by(500)
    assert session.snapshot().waiting
    await room.tables.go_on()
    assert session.snapshot().deadline == room.time.at + 60
    assert session.snapshot().phase is Phase.HAND
    await settle(room, 60, lambda: session.state.phase is Phase.BETWEEN)


# Taking a break


async def _folded(room: Room, session: TableSession) -> None:
    """A hand in which everybody folds to the big blind."""
    await session.start(next(iter(session.state.members.values())))
    while session.state.phase is Phase.HAND:
        await room.says(session, Fold())



async def test_a_break_at_the_next_big_blind_comes_when_he_would_post_it(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await _folded(room, session)
    table, game = session.state.table, session.snapshot().game
    big = table.next_big(game.house, game.stakes)
    assert await session.sit_out(session.state.members[big], at_big=True) is False
    assert {sitter.seat for sitter in session.snapshot().sitters if sitter.until_big} == {big}
    assert len(table.ready()) == 2  # still in the game
    due = session.snapshot().next_hand_at

    await ring(session)  # he would post it now: one is left, and waits

    assert due > 0
    assert session.state.phase is Phase.BETWEEN
    assert session.snapshot().next_hand_at == 0
    assert session.state.table.places[big].sitting_out
    assert session.state.until_big == set()


async def test_a_break_at_the_big_blind_lets_the_hands_before_it_be_played(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC, 104)
    await _folded(room, session)
    last = session.state.table.big
    await session.sit_out(session.state.members[last], at_big=True)
    for _ in range(3):
        await _folded(room, session)
        assert last in session.state.dealt
        assert session.state.table.big != last
    await session.start(ANNA if session.state.seat_of(ANNA) != last else BO)
    assert last not in session.state.dealt


async def test_a_break_is_taken_back_and_without_blinds_it_begins_at_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.sit_out(ANNA, at_big=True)
    await session.sit_in(ANNA)
    assert session.state.until_big == set()
    draw = await room.open(terms("five_card_draw"), 104, 105)
    assert not draw.config.games[0].stakes.blinds
    assert await draw.sit_out(104, at_big=True) is True
