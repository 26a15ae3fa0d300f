"""A database that went back: a disk that lied, a copy without its log (RELIABILITY 8, 15)."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from cogs.ui.ids import Do
from engine.tables.ports import Account, AccountKind, Unavailable
from engine.tables.snapshot import Notice, Phase
from tests.e2e.club import Club, new_bot

OPENING = 10_000
NAMES = ("ann", "bo", "cy")
ALARM = ["alarm: table"]


def photograph(club: Club, folder: Path) -> None:
    """The database as it lies on the disk now: a virtual machine's snapshot."""
    folder.mkdir()
    for file in club.database.parent.glob(f"{club.database.name}*"):
        if file.is_file():
            shutil.copy(file, folder)


async def end(club: Club) -> None:
    """The process is gone."""
    old = club.bot
    await old.desk.tables.stop()
    await old.desk.speaker.stop()
    assert old.store is not None
    await old.store.close()


async def start(club: Club) -> None:
    await club.env.restart_bot(new_bot(club.database, club.time))
    await club.settle()


async def went_back(club: Club, folder: Path) -> None:
    """The process ends; the next one finds the photograph in the database's place."""
    await end(club)
    _exchange(club.database, folder)
    await start(club)


def _exchange(database: Path, folder: Path) -> None:
    for file in database.parent.glob(f"{database.name}*"):
        if file.is_file():
            file.unlink()
    for file in folder.iterdir():
        shutil.copy(file, database.parent)


async def bankrolls(club: Club) -> list[int]:
    store, guild = club.bot.desk.store, club.guild.id
    accounts = [Account(AccountKind.BANKROLL, guild, club.member(name).id) for name in NAMES]
    return [await store.balance(account) for account in accounts]


async def test_a_later_moment_of_the_hand_on_the_screen_stops_the_table(club: Club, tmp_path: Path) -> None:
    """The hand is paid back as it is stored, the host is told, and the table can only be closed."""
    club.expected_errors = ALARM
    await club.deal(*NAMES)
    photograph(club, tmp_path / "old")
    await club.press(club.actor(), Do.CALL)
    await club.advance(2)

    await went_back(club, tmp_path / "old")
    await club.advance(2)

    assert (club.snapshot().phase, club.snapshot().notice) == (Phase.FROZEN, Notice.BEHIND)
    assert [sitter.stack for sitter in club.snapshot().sitters] == [200, 200, 200]
    assert "shows more than my books know" in club.texts()[-1]
    await club.slash("bo", "help")
    assert not any("Your table has stopped" in text for text in club.whispers("bo"))
    await club.slash("ann", "help")
    assert any("Your table has stopped" in text for text in club.whispers("ann"))
    await club.slash("ann", "table close")
    assert await bankrolls(club) == [OPENING] * 3


async def test_it_stops_and_its_host_is_told_though_nothing_can_be_paid_back_now(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that refuses just then ends neither the start nor the safety of the others."""
    club.expected_errors = ALARM
    await club.deal(*NAMES)
    photograph(club, tmp_path / "old")
    await club.press(club.actor(), Do.CALL)

    async def refused(_: object) -> None:
        raise Unavailable("full")

    monkeypatch.setattr("engine.tables.recovery._refund", refused)
    await went_back(club, tmp_path / "old")

    assert club.snapshot().phase is Phase.FROZEN
    assert club.session().record.host in club.bot.desk.whispers


async def test_a_hand_that_was_never_stored_stops_the_table(club: Club, tmp_path: Path) -> None:
    """Ids are random: a hand of the lost time has none that the database knows."""
    club.expected_errors = ALARM
    await club.deal(*NAMES)
    await club.finish()
    photograph(club, tmp_path / "old")
    worth = [sitter.stack for sitter in club.snapshot().sitters]
    await club.advance(club.session().config.pause + 2)
    await club.finish()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 3

    await went_back(club, tmp_path / "old")

    assert club.snapshot().phase is Phase.FROZEN
    await club.slash("ann", "table close")
    assert await bankrolls(club) == [OPENING - 200 + stack for stack in worth]


async def test_a_table_that_was_closed_in_the_lost_time_stops_too(club: Club, tmp_path: Path) -> None:
    """Another one was played in its channel since, of which the database knows nothing."""
    club.expected_errors = ALARM
    await club.deal(*NAMES)
    await club.finish()
    photograph(club, tmp_path / "old")
    await club.slash("ann", "table close")
    await club.advance(60)
    await club.deal(*NAMES)

    await went_back(club, tmp_path / "old")

    assert club.snapshot().phase is Phase.FROZEN


async def test_a_copy_without_its_log_is_noticed(club: Club, tmp_path: Path) -> None:
    """15: the file alone, while the last actions lay in the log beside it."""
    club.expected_errors = ALARM
    await club.deal(*NAMES)
    await club.bot.desk.store.db.checkpoint()
    await club.press(club.actor(), Do.CALL)
    await club.press(club.actor(), Do.CALL)
    await club.advance(2)
    photograph(club, tmp_path / "old")
    (tmp_path / "old" / f"{club.database.name}-wal").unlink()

    await went_back(club, tmp_path / "old")

    assert club.snapshot().phase is Phase.FROZEN


@pytest.mark.parametrize("moment", ["mid-hand", "between", "lobby", "new hand"])
async def test_a_screen_that_lags_behind_is_what_every_kill_leaves(club: Club, moment: str) -> None:
    """Committed, but not shown any more: the table goes on, and its message is brought up to date."""
    if moment == "lobby":
        await club.open()
        await club.sit("ann")
    else:
        await club.deal(*NAMES)
        if moment != "mid-hand":
            await club.finish()
    club.env.inject_error("*", f"/channels/{club.channel.id}/messages*", status=500, code=0, message="x", times=None)
    session = club.session()
    if moment == "lobby":
        await session.sit(club.member("bo").id)
    elif moment == "mid-hand":
        from engine.rules.play import Call

        await session.act(club.member(club.actor()).id, Call())
    elif moment == "new hand":
        await session.start(club.member("ann").id)
    before = session.snapshot()
    await end(club)
    club.env.backend.faults.clear()

    await start(club)
    await club.advance(3)

    assert (club.snapshot().phase, club.snapshot().hand) == (before.phase, before.hand)
    assert club.snapshot().notice is Notice.BACK
    assert "Back after a restart" in club.text()


async def test_a_channel_that_cannot_be_looked_at_stops_nothing(club: Club) -> None:
    await club.deal(*NAMES)
    hand = club.snapshot().hand
    await end(club)
    club.env.inject_error("GET", "/channels/*/messages", status=403, code=50013, message="x", times=None)

    await start(club)

    assert (club.snapshot().phase, club.snapshot().hand) == (Phase.HAND, hand)
    await club.finish()


async def test_it_costs_one_call_a_table(club: Club) -> None:
    await club.deal(*NAMES)
    await end(club)
    since = len(club.env.http_requests)

    await start(club)

    assert len([call for call in club.calls(since) if call.startswith("GET /channels/")]) == 1


async def test_an_earlier_table_of_the_channel_is_not_news(club: Club) -> None:
    await club.deal(*NAMES)
    await club.finish()
    await club.slash("ann", "table close")
    await club.advance(60)
    await club.deal(*NAMES)
    await club.press(club.actor(), Do.CALL)

    await club.restart()

    assert club.snapshot().phase is Phase.HAND
    with sqlite3.connect(f"file:{club.database}?mode=ro&immutable=1", uri=True) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    connection.close()
