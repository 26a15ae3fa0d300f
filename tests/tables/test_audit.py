"""Who uses power over a table stands in the audit log, in the same commit as what he did (RELIABILITY 5, 101)."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data.statements import Statements
from engine.rules.floor import Exposed, Misdealt, TurnedEarly
from engine.rules.play import BetTo, Call, Fold
from engine.tables import outage
from engine.tables.config import TableConfig
from engine.tables.errors import TableError
from engine.tables.house_text import with_preset, with_rule
from engine.tables.ports import Deed, Note, StoreError, Unavailable
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import GUILD, HOST, Room, picture, terms
from tests.tables.test_recovery import CORRUPT, midway, rejoin, restarted

ANNA, BO, CEDRIC, DORA = 101, 102, 103, 104
HUMAN: dict[str, Any] = {"overrides": {"dealer": "human", "dealer_errors": 0}}
NO_MORE_LINES = """
    CREATE TRIGGER no_more_lines BEFORE INSERT ON audit BEGIN SELECT RAISE (ABORT, 'the audit log is full'); END
"""

Act = Callable[[TableSession], Awaitable[Any]]


async def notes(room: Room) -> list[Note]:
    """The lines of the log, oldest first."""
    return [entry.note for entry in reversed(await room.store.audit_log(GUILD, -1))]


async def at_table(room: Room) -> TableSession:
    """Anna, who is the host, and Bo sit; nothing is dealt yet."""
    return await room.open(terms(**HUMAN), ANNA, BO)


async def in_hand(room: Room) -> TableSession:
    session = await at_table(room)
    await session.start(ANNA)
    return session


async def paused(room: Room) -> TableSession:
    session = await in_hand(room)
    await session.pause(0)
    return session


async def asked(room: Room) -> TableSession:
    session = await in_hand(room)
    room.tables.hold()
    room.time.at += session.config.clock + outage.LONG + 1
    await room.tables.go_on()
    return session


async def nearly_void(room: Room) -> TableSession:
    session = await in_hand(room)
    await session.vote_void(ANNA)
    return session


def quicker(config: TableConfig) -> TableConfig:
    return replace(config, clock=30)


ACTS: dict[str, tuple[Callable[[Room], Awaitable[TableSession]], Act, Note]] = {
    "pause": (in_hand, lambda table: table.pause(HOST, 9), Note(GUILD, HOST, Deed.PAUSE, "", "", "Friday", "", 9)),
    "pause by the house": (in_hand, lambda table: table.pause(0), Note(GUILD, 0, Deed.PAUSE, "", "", "Friday")),
    "resume": (paused, lambda table: table.resume(HOST, 9), Note(GUILD, HOST, Deed.RESUME, "", "", "Friday", "", 9)),
    "kick": (
        in_hand, lambda table: table.kick(HOST, BO, 9, reason="late"),
        Note(GUILD, HOST, Deed.KICK, str(BO), "", "Friday", "late", 9),
    ),
    "kick by a manager": (
        in_hand, lambda table: table.kick(DORA, BO, 9, manages=True),
        Note(GUILD, DORA, Deed.KICK, str(BO), "", "Friday", "", 9),
    ),
    "invite": (
        in_hand, lambda table: table.invite(HOST, CEDRIC, 9),
        Note(GUILD, HOST, Deed.INVITE, str(CEDRIC), "", "Friday", "", 9),
    ),
    "close": (at_table, lambda table: table.close(HOST, 9), Note(GUILD, HOST, Deed.CLOSE, "", "", "Friday", "", 9)),
    "close in mid-hand": (
        in_hand, lambda table: table.close(HOST, 9), Note(GUILD, HOST, Deed.CLOSE, "", "", "Friday", "", 9)
    ),
    "abandon": (in_hand, lambda table: table.abandon(), Note(GUILD, 0, Deed.ABANDON, "", "", "Friday")),
    "misdeal": (
        in_hand, lambda table: table.rule(HOST, Misdealt(), 9),
        Note(GUILD, HOST, Deed.MISDEAL, "1", "", "Friday", "", 9),
    ),
    "exposed": (
        in_hand, lambda table: table.rule(HOST, Exposed(table.hand.order[-1], 1), 9),  # type: ignore[union-attr]
        Note(GUILD, HOST, Deed.EXPOSED, "1", "", "Friday", "", 9),
    ),
    "early": (
        in_hand, lambda table: table.rule(HOST, TurnedEarly("flop"), 9),
        Note(GUILD, HOST, Deed.EARLY, "1", "", "Friday", "", 9),
    ),
    "house rule": (
        at_table, lambda table: table.change_config(HOST, lambda config: with_rule(config, "max_runs", 2), 9),
        Note(GUILD, HOST, Deed.HOUSE, "max_runs", "1", "2", "", 9),
    ),
    "clock": (
        at_table, lambda table: table.change_config(HOST, quicker, 9),
        Note(GUILD, HOST, Deed.HOUSE, "clock", "60", "30", "", 9),
    ),
    "void by all": (
        nearly_void, lambda table: table.vote_void(BO, 9), Note(GUILD, 0, Deed.VOID, "1", "", "Friday", "", 9)
    ),
    "void after an outage": (
        asked, lambda table: table.void(HOST, 9), Note(GUILD, HOST, Deed.VOID, "1", "", "Friday", "", 9)
    ),
    "refund": (
        asked, lambda table: table.refund(BO, table.state.hand, 9),
        Note(GUILD, BO, Deed.REFUND, "1", "", "Friday", "", 9),
    ),
    "refund by time": (
        asked, lambda table: table.tick(table.state.deadline), Note(GUILD, 0, Deed.REFUND, "1", "", "Friday")
    ),
}
"""What leads there, the act, and its line."""


@pytest.mark.parametrize("name", ACTS)
async def test_each_act_has_its_one_line(room: Room, name: str) -> None:
    prepare, act, line = ACTS[name]
    session = await prepare(room)
    before, commits = await notes(room), room.store.commits

    await act(session)

    assert await notes(room) == [*before, line]
    assert room.store.commits == commits + 1  # the act and its line are one
    assert await room.store.audit_broken(GUILD) == 0


@pytest.mark.parametrize("name", ACTS)
async def test_an_act_whose_line_cannot_be_written_has_not_happened(room: Room, name: str) -> None:
    """Neither on the table, nor in the file after a kill; and it can be done again."""
    prepare, act, line = ACTS[name]
    session = await prepare(room)
    seen, kept, before = picture(session), session.record, await notes(room)
    await room.store.db.connection.executescript(NO_MORE_LINES)

    with pytest.raises((StoreError, TableError)):
        await act(session)

    assert replace(picture(session)[0], notice=seen[0].notice) == seen[0]
    assert picture(session)[1][0].view == seen[1][0].view
    assert session.record == kept == await room.store.table(session.table)
    assert await notes(room) == before
    again = await room.again()
    assert await notes(again) == before
    assert await again.store.check_books() == ()
    await again.store.db.connection.executescript("DROP TRIGGER no_more_lines")
    if again.tables.get(session.table).snapshot().phase is session.snapshot().phase:
        await act(again.tables.get(session.table))
        assert (await notes(again))[-1] == line
    await rejoin(room, again)


async def test_an_act_that_cannot_be_stored_leaves_no_line(room: Room) -> None:
    session = await in_hand(room)
    for error in (Unavailable, OSError):
        room.store.fail_at, room.store.error = room.store.commits + 1, error
        with pytest.raises((TableError, OSError)):
            await session.pause(HOST)

    assert await notes(room) == []
    assert session.snapshot().phase is Phase.HAND


async def test_a_refused_act_leaves_no_line(room: Room) -> None:
    session = await in_hand(room)
    for step in (
        session.pause(BO), session.resume(HOST), session.kick(HOST, DORA), session.void(HOST),
        session.change_config(HOST, quicker), session.rule(HOST, TurnedEarly("river")),
    ):
        with pytest.raises(Exception, match=r"\w"):
            await step

    assert await notes(room) == []


async def test_what_changes_nothing_leaves_no_line(room: Room) -> None:
    session = await at_table(room)
    commits = room.store.commits

    await session.change_config(HOST, lambda config: config)

    assert await notes(room) == []
    assert room.store.commits == commits


async def test_play_itself_leaves_no_line(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    await room.says(session, BetTo(20), Call(), Fold())
    await session.sit_out(ANNA)
    await session.wait(DORA)
    await room.play_out(session)

    assert await notes(room) == []


async def test_a_set_of_rules_has_a_line_for_each_rule_that_changed(room: Room) -> None:
    session = await room.open(terms("jacks_or_better"), ANNA, BO)

    await session.change_config(HOST, lambda config: with_preset(config, "classic"))

    changed = {note.target: (note.before, note.after) for note in await notes(room)}
    assert changed["open_for_raise"] == ("no", "yes")
    assert changed["opener_check"] == ("enforce", "honor")
    assert all(before != after for before, after in changed.values())


async def test_other_terms_are_told_too(room: Room) -> None:
    session = await at_table(room)
    games = (*session.config.games, *terms("omaha").games)

    await session.change_config(HOST, lambda config: replace(config, games=games, seats=8))

    told = {note.target: (note.before, note.after) for note in await notes(room)}
    assert told["seats"] == ("6", "8")
    assert [games.count("blinds") for games in told["games"]] == [1, 2]


async def test_a_hand_that_does_not_verify_is_given_up_with_a_line(room: Room) -> None:
    session = await midway(room)

    again, session = await restarted(room, session, CORRUPT["an input edited"])

    assert await notes(again) == [Note(GUILD, 0, Deed.GIVE_UP, "1", "", "Friday")]
    await rejoin(room, again)


async def test_a_kill_before_or_after_the_commit_leaves_both_or_neither(tmp_path: Path) -> None:
    """At each trip to the database of a pause: the table stands still and the log says so, or neither."""
    seen = list[Phase]()
    for trips in range(1, 40):
        room = await Room.enter(tmp_path / f"{trips}.db")
        session = await in_hand(room)
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            patch.setattr(Statements, "all", dying_at(trips))
            await session.pause(HOST)
        again = await room.again()
        table = again.tables.get(session.table).snapshot()
        assert (table.phase is Phase.PAUSED) == (len(await notes(again)) == 1)
        assert await again.store.audit_broken(GUILD) == 0
        seen.append(table.phase)
        await again.leave()
        if table.phase is Phase.PAUSED:
            break
    assert len(seen) > 3
    assert seen[-1] is Phase.PAUSED
    while Room.stores:
        await Room.stores.pop().close()


class Killed(BaseException):
    """Nothing comes any more."""


def dying_at(trips: int) -> Any:
    """`Statements.all`, but before its trip of that number the process ends."""
    whole, count = Statements.all, itertools.count(1)

    async def all_(self: Statements, sql: str, *values: Any) -> Any:
        if next(count) >= trips:
            raise Killed
        return await whole(self, sql, *values)

    return all_
