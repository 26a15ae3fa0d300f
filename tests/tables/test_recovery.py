"""After any stop: the same cards, the same player to act, the same chips, or everything back."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.play import BetTo, Call, Check, Fold, PokerError
from engine.rules.setup import RULES
from engine.tables import recovery
from engine.tables.errors import No, TableError
from engine.tables.manager import TableManager
from engine.tables.ports import Account, AccountKind, Change, Deed, Posting, Transfer, Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Notice, Phase
from tests.rules.invariants import fingerprint
from tests.tables.house import GUILD, HOST, OPENING, Room, a_room, terms

ANNA, BO, CEDRIC, DORA = 101, 102, 103, 104
TIMES = {"deadline", "next_hand_at", "bank_from"}


def whole(session: TableSession) -> Any:
    """What a restart must bring back: the hand to the last card, seats, chips, notes; all but the fresh clocks."""
    state = {name: getattr(session.state, name) for name in session.state.__slots__ if name not in TIMES}
    state["table"] = session.state.table.to_dict()
    seen = [session.private(member) for member in sorted(session.state.members.values())]
    views = [(private.seat, fingerprint(private.view), private.offer) for private in seen]
    return deepcopy((fingerprint(session.hand), state, views, session.snapshot().waiting, session.snapshot().offer))


@pytest.mark.parametrize("game", CATALOGUE)
async def test_a_restart_at_any_moment_changes_nothing(tmp_path: Path, game: str) -> None:
    rng = Random(game)
    async with a_room(tmp_path, seed=rng.getrandbits(20)) as first:
        room = first
        session = await room.open(terms(game), ANNA, BO, CEDRIC, DORA)
        restarts = 0
        for _ in range(60):
            if session.state.phase is Phase.HAND:
                await room.move(session)
            elif len(session.state.table.ready()) > 1:
                await session.start(ANNA)
            else:
                await refill(session)
            if rng.random() < 0.2:
                before, table = whole(session), session.table
                room = await room.again()
                session = room.tables.get(table)
                assert whole(session) == before
                assert await room.total() == 4 * OPENING
                await room.check()
                restarts += 1
        assert restarts > 0
        await rejoin(first, room)


@pytest.mark.parametrize("game", ["holdem", "crazy_pineapple", "omaha8"])
async def test_a_human_dealers_errors_are_the_same_after_a_restart(tmp_path: Path, game: str) -> None:
    """Errors of the deal lie in the setup, streets turned early are inputs; and none of them stops the play.

    In pineapple all throw a card between two rounds, when no street can be turned early.
    """
    async with a_room(tmp_path, seed=3) as first:
        room = first
        house = {"dealer": "human", "dealer_errors": 50}
        session = await room.open(terms(game, overrides=house), ANNA, BO, CEDRIC, DORA)
        errors = early = 0
        for step in range(150):
            if session.state.phase is Phase.HAND:
                await room.move(session)
            elif len(session.state.table.ready()) > 1:
                await session.start(ANNA)
            else:
                await refill(session)
            hand = session.hand
            errors += hand is not None and hand.setup.deal_error is not None
            early += any("turned_early" in entry.text for entry in session.inputs)
            if step % 15 == 14:
                before = whole(session)
                room = await room.again()
                session = room.tables.get(session.table)
                assert whole(session) == before
        assert errors
        assert early
        await room.check()
        await rejoin(first, room)


async def refill(session: TableSession) -> None:
    """Who is broke buys in again."""
    for sitter in session.snapshot().sitters:
        if not sitter.stack:
            await session.top_up(sitter.member, 100)


async def test_the_last_hand_is_on_the_screen_after_a_restart(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    folder = room.actor(session)
    await room.says(session, Fold())
    before, table = fingerprint(session.snapshot().view), session.table
    again = await room.again()
    try:
        session = again.tables.get(table)
        assert fingerprint(session.snapshot().view) == before
        seat = session.state.seat_of(folder)
        await session.show_cards(folder, session.hand.down[seat][:1])  # type: ignore[union-attr]
        await session.start(ANNA)
        await again.check()
    finally:
        await rejoin(room, again)


async def rejoin(room: Room, again: Room) -> None:
    """The file goes back to the room that the fixture looks after."""
    await again.leave()
    fresh = await Room.enter(room.path, room.time)
    room.store, room.tables = fresh.store, fresh.tables


async def test_every_acting_player_has_his_full_time_again(room: Room) -> None:
    session = await room.open(terms(clock=60), ANNA, BO)
    await session.start(ANNA)
    room.time.at += 59
    again = await room.again()
    session = again.tables.get(session.table)
    assert session.snapshot().deadline == room.time.at + 60
    await rejoin(room, again)


async def test_cards_not_sent_yet_are_sent_after_a_restart(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    rows = await room.store.pending(session.table)
    await room.store.spoken(rows[0].nonce)
    again = await room.again()
    assert await again.store.pending(session.table) == rows[1:]
    await rejoin(room, again)


# What does not verify is paid back


async def midway(room: Room) -> TableSession:
    """Three players, one of them has folded, 41 chips lie in the middle."""
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    await room.says(session, BetTo(20), Call(), Call())
    await room.says(session, BetTo(20), Fold())
    return session


async def restarted(room: Room, session: TableSession, *statements: str) -> tuple[Room, TableSession]:
    """Stop, change the file behind the program's back, and start."""
    for trigger in ("inputs_stay", "postings_stay", "transfers_stay", "postings_last", "transfers_last"):
        await room.store.db.connection.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        await room.store.db.connection.execute(statement)
    again = await room.again()
    return again, again.tables.get(session.table)


CORRUPT = {
    "an input edited": "UPDATE inputs SET text = '[1,\"check\"]' WHERE place = 3",
    "an input missing": "DELETE FROM inputs WHERE place = 1",
    "the last input missing": "DELETE FROM inputs WHERE place = 4",
    "a hash edited": f"UPDATE inputs SET hash = '{'0' * 64}' WHERE place = 2",
    "the seal broken": "UPDATE hands SET setup = 'sealed:AAAA' || substr(setup, 12) WHERE status = 'live'",
    "another setup": "UPDATE hands SET setup = 'nonsense' WHERE status = 'live'",
}


@pytest.mark.parametrize("how", CORRUPT)
async def test_a_hand_that_does_not_verify_is_paid_back_also_to_who_folded(room: Room, how: str) -> None:
    session = await midway(room)
    hand, button = session.state.hand, session.state.table.button
    again, session = await restarted(room, session, CORRUPT[how])
    now = session.snapshot()
    assert now.phase is Phase.BETWEEN
    assert now.voided == hand
    assert [sitter.stack for sitter in now.sitters] == [200, 200, 200]
    assert await again.total() == 3 * OPENING
    assert await again.store.check_books() == ()
    row = await again.store.db.connection.execute_fetchall(f"SELECT status FROM hands WHERE id = {hand}")
    assert [tuple(each) for each in row] == [("void",)]
    await session.start(ANNA)
    assert session.snapshot().button == button
    await again.play_out(session)
    await again.check()
    await rejoin(room, again)


async def test_a_hand_that_only_a_newer_program_understands_is_paid_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await midway(room)

    def refuse(*_: object) -> None:
        raise PokerError("illegal_action")  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr("engine.rules.hand.Hand.act", refuse)
        again = await room.again()
    session = again.tables.get(session.table)
    assert session.snapshot().phase is Phase.BETWEEN
    assert [sitter.stack for sitter in session.snapshot().sitters] == [200, 200, 200]
    await rejoin(room, again)


# Other rules (RELIABILITY 18)


def without_burns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next version of the rules: no chip moves otherwise, but other cards come."""
    monkeypatch.setattr("engine.rules.hand.Hand.burn", lambda *_: None)


async def test_a_hand_that_other_rules_deal_otherwise_is_paid_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The books agree and every action is legal; only the board is another one."""
    session = await midway(room)
    hand = session.state.hand
    with monkeypatch.context() as patch:
        without_burns(patch)
        again = await room.again()
        session = again.tables.get(session.table)
        assert (session.snapshot().phase, session.snapshot().voided) == (Phase.BETWEEN, hand)
        assert [sitter.stack for sitter in session.snapshot().sitters] == [200, 200, 200]
        assert await again.store.check_books() == ()
    await rejoin(room, again)


async def test_a_hand_that_other_rules_play_the_same_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    assert session.hand is not None
    assert session.hand.setup.rules == RULES
    before = whole(session)
    with monkeypatch.context() as patch:
        patch.setattr("engine.tables.playing.RULES", RULES + 1)
        without_burns(patch)  # before the flop nothing was burned
        again = await room.again()
        session = again.tables.get(session.table)
        assert whole(session) == before
        await again.play_out(session)
        await session.start(ANNA)
        assert session.hand is not None
        assert session.hand.setup.rules == RULES + 1
        await again.play_out(session)
    await rejoin(room, again)


async def test_the_mark_of_a_hand_tells_no_card(room: Room) -> None:
    """The same cards under another secret have another mark, so it cannot be tried out."""
    session = await midway(room)
    hand = session.hand
    assert hand is not None
    mark = session.state.mark
    assert mark == recovery.mark_of(hand)

    dealt, hand.setup = hand.setup, replace(hand.setup, secret="00")  # noqa: S106 - of a deck
    assert recovery.mark_of(hand) != mark
    hand.setup = dealt


# A screen that shows more (RELIABILITY 8, 15)


@pytest.mark.parametrize("midhand", [True, False])
async def test_falling_back_pays_the_hand_back_and_stops_the_table(room: Room, midhand: bool) -> None:
    session = await midway(room)
    if not midhand:
        await room.play_out(session)
    worth = [await room.worth(member) for member in (ANNA, BO, CEDRIC)]

    await recovery.fall_back(session)

    assert (session.snapshot().phase, session.snapshot().notice) == (Phase.FROZEN, Notice.BEHIND)
    with pytest.raises(TableError) as error:
        await session.start(ANNA)
    assert error.value.code is No.FROZEN
    await session.close(HOST)
    after = [await room.bankroll(member) for member in (ANNA, BO, CEDRIC)]
    assert after == ([OPENING] * 3 if midhand else worth)


async def test_a_table_that_falls_back_stops_though_nobody_waits_for_the_refund(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8: time runs out for the comparison while the refund is being stored."""
    session = await midway(room)
    asked, go, write = asyncio.Event(), asyncio.Event(), room.store.commit

    async def slow(change: Change) -> None:
        asked.set()
        await go.wait()
        await write(change)

    monkeypatch.setattr(room.store, "commit", slow)
    falling = asyncio.create_task(recovery.fall_back(session))
    await asked.wait()
    falling.cancel()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await falling

    assert (session.snapshot().phase, session.snapshot().notice) == (Phase.FROZEN, Notice.BEHIND)
    await session.close(HOST)
    assert [await room.bankroll(member) for member in (ANNA, BO, CEDRIC)] == [OPENING] * 3


async def test_a_table_that_falls_back_stops_though_the_refund_cannot_be_stored(room: Room) -> None:
    """8: whoever closes it pays everybody by the books."""
    session = await midway(room)
    room.store.fail_at = room.store.commits + 1

    with pytest.raises(TableError) as error:
        await recovery.fall_back(session)

    assert error.value.code is No.STORE
    assert (session.snapshot().phase, session.snapshot().notice) == (Phase.FROZEN, Notice.BEHIND)
    await session.close(HOST)
    assert await room.total() == sum([await room.bankroll(member) for member in (ANNA, BO, CEDRIC)]) == 3 * OPENING


async def test_a_frozen_table_is_closed_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    session.freeze()

    done = await asyncio.gather(session.close(HOST), session.close(HOST), return_exceptions=True)

    assert done[0] is True
    assert isinstance(done[1], TableError)
    assert done[1].code is No.CLOSED
    assert [entry.note.action for entry in await room.store.audit_log(GUILD)] == [Deed.CLOSE]
    assert [await room.bankroll(member) for member in (ANNA, BO)] == [OPENING] * 2


async def test_who_wanted_to_leave_has_left_after_a_refund(room: Room) -> None:
    session = await midway(room)
    leaver = next(m for m in (ANNA, BO, CEDRIC) if session.state.seat_of(m) not in session.hand.live)  # type: ignore[union-attr]
    await session.leave(leaver)
    again, session = await restarted(room, session, CORRUPT["an input edited"])
    assert not session.snapshot().seat_of(leaver)
    assert await again.bankroll(leaver) == OPENING
    await rejoin(room, again)


# Books that say otherwise freeze the table


async def moved(room: Room, session: TableSession, chips: int) -> None:
    """Somebody has taken chips from Bo's stack behind the table's back."""
    stack = Account(AccountKind.STACK, GUILD, BO, session.table)
    bankroll = Account(AccountKind.BANKROLL, GUILD, BO)
    postings = (Posting(stack, -chips), Posting(bankroll, chips))
    from data import ledger

    async with room.store.db.atomic() as db:
        await ledger.transfer(db, Transfer(f"theft{chips}", "theft", postings), 0)


@pytest.mark.parametrize("midhand", [False, True])
async def test_a_table_whose_books_say_otherwise_stops_alone(room: Room, midhand: bool) -> None:
    session, other = await midway(room), await room.open(terms(), DORA, 105)
    if not midhand:
        await room.says(session, Fold())
    pot = session.hand.pot if midhand else 0  # type: ignore[union-attr]
    await moved(room, session, 10)
    again = await room.again()
    session = again.tables.get(session.table)
    assert session.snapshot().phase is Phase.FROZEN
    for step in (session.start(ANNA), session.sit(106), session.leave(ANNA), session.act(ANNA, Check())):
        with pytest.raises(TableError) as error:
            await step
        assert error.value.code is No.FROZEN
    await again.tables.get(other.table).start(DORA)  # the others go on
    worth = [await again.worth(member) for member in (ANNA, BO, CEDRIC)]
    assert await session.close(HOST) is True
    after = [await again.bankroll(member) for member in (ANNA, BO, CEDRIC)]
    assert sum(after) == sum(worth) + pot == 3 * OPENING
    assert all(now >= before for now, before in zip(after, worth, strict=True))
    assert await again.store.check_books() == ()
    assert session.snapshot().phase is Phase.CLOSED
    await rejoin(room, again)


async def test_a_table_that_cannot_be_read_can_still_be_closed(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await room.hand(session)
    again, session = await restarted(room, session, """UPDATE tables SET state = '{"no": 1}', config = '{}'""")
    assert session.snapshot().phase is Phase.FROZEN
    assert {sitter.member for sitter in session.snapshot().sitters} == {ANNA, BO}
    await session.close(HOST)
    assert sum([await again.bankroll(member) for member in (ANNA, BO)]) == 2 * OPENING
    assert await again.store.check_books() == ()
    await rejoin(room, again)


async def test_a_frozen_table_is_checked_again_at_the_next_start(room: Room) -> None:
    session = await midway(room)
    await moved(room, session, 10)
    again = await room.again()
    assert again.tables.get(session.table).snapshot().phase is Phase.FROZEN
    await moved(again, session, -10)
    third = await again.again()
    session = third.tables.get(session.table)
    assert session.snapshot().phase is Phase.HAND
    await third.play_out(session)
    await rejoin(room, third)


# A store that fails


async def test_whichever_commit_fails_the_table_is_as_before_and_plays_on(tmp_path: Path) -> None:
    """An evening in which each commit fails once, and then the same is done again."""
    async with a_room(tmp_path) as room:
        session = await room.open(terms("crazy_pineapple"), ANNA, BO, CEDRIC, DORA)
        failed = 0
        for step in range(80):
            before = deepcopy((whole(session), session.record))
            kind = step % 7
            room.store.fail_at = room.store.commits + 1
            room.store.error = (Unavailable, OSError, KeyError)[step % 3]
            state = room.rng.getstate()
            if not await attempt(room, session, kind):
                continue
            failed += 1
            assert (whole(session), session.record) == before
            assert await room.store.table(session.table) == session.record
            room.store.fail_at = 0
            room.rng.setstate(state)
            assert not await attempt(room, session, kind)
            await room.check()
        assert failed > 50


async def attempt(room: Room, session: TableSession, kind: int) -> bool:
    """One step of an evening; True if the store failed."""
    member = (ANNA, BO, CEDRIC, DORA)[kind % 4]
    try:
        if session.state.phase is not Phase.HAND:
            if len(session.state.table.ready()) < 2:
                await refill(session)
            else:
                await session.start(ANNA)
        elif kind == 5 and session.state.seat_of(member):
            await session.top_up(member, 1)
        elif kind == 6:
            await session.wait(900 + session.record.version)
        else:
            await room.move(session)
    except TableError as error:
        return error.code is No.STORE
    except (OSError, KeyError):
        return True
    return False


async def test_a_start_that_cannot_read_says_so(room: Room) -> None:
    await midway(room)
    await room.store.close()
    with pytest.raises(Unavailable):
        await TableManager(room.tools).recover()
    await rejoin(room, room)
