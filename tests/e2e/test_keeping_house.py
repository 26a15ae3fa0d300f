"""What the bot does by itself beside backups: rehearsals, a quiet moment's tidying, servers that left long ago."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from simcord.backend import serializers

from data.rehearsal import EVERY, last_rehearsal
from data.rotation import folder_of
from engine.tables.snapshot import Phase
from tests.data.test_database import write
from tests.e2e.club import Club, said
from tests.e2e.test_bank import boss
from tests.e2e.test_upkeep import backups, upkeep

DAY = 24 * 3600.0


async def quarter(club: Club) -> None:
    """A quarter of an hour passes."""
    await upkeep(club).back_up.coro(upkeep(club))
    club.time.time += 900


async def day(club: Club) -> None:
    await upkeep(club).keep_house.coro(upkeep(club))
    club.time.time += DAY


def messages(caplog: pytest.LogCaptureFixture, least: int = logging.INFO) -> list[str]:
    records = [record for record in caplog.records if record.name == "cogs.process.upkeep"]
    return [record.getMessage() for record in records if record.levelno >= least]


# Rehearsals


async def test_the_first_backup_and_then_one_a_week_is_tried_out(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a hand, which is paid back in the copy without a word, and goes on here."""
    caplog.set_level(logging.INFO)
    await club.deal("ann", "bo")
    before, rows, heard = club.snapshot(), len(club.messages()), list[int]()

    async def hear(table: int) -> None:
        heard.append(table)

    with monkeypatch.context() as listening:
        for word in ("redraw", "turn", "new_hand", "closed"):
            listening.setattr(club.bot.desk.speaker, word, hear)
        await quarter(club)
        await club.settle()
    assert heard == []
    first = last_rehearsal(folder_of(club.database))
    await club.finish()
    await quarter(club)
    again = last_rehearsal(folder_of(club.database))
    club.time.time += EVERY
    await quarter(club)
    later = last_rehearsal(folder_of(club.database))

    assert first is not None
    assert (first.backup, first.wrong) == (backups(club)[-1].name, ())
    assert again == first
    assert later is not None
    assert later.backup == backups(club)[0].name != first.backup
    assert len([text for text in messages(caplog) if "was restored for a try" in text]) == 2
    assert before.number == club.snapshot().number
    assert not [text for text in club.texts() if "back from a backup" in text]
    assert len(club.messages()) == rows


async def test_a_backup_that_could_not_be_restored_is_an_alarm(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.deal("ann", "bo")
    await quarter(club)
    write(backups(club)[0], "UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'")
    club.time.time += EVERY
    club.expected_errors.append("alarm: backup")

    await quarter(club)

    [alarm] = messages(caplog, logging.ERROR)
    assert backups(club)[0].name in alarm
    assert "every balance is the sum of its postings" in alarm


async def test_tables_that_stop_in_the_copy_are_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """What SQLite and the books find nothing wrong with may still be no table that anybody can play at."""
    await club.deal("ann", "bo")
    await quarter(club)
    write(backups(club)[0], "UPDATE tables SET state = '{}', config = 'x'")
    club.time.time += EVERY
    club.expected_errors += ["alarm: backup", "table "]

    await quarter(club)

    found = last_rehearsal(folder_of(club.database))
    assert found is not None
    assert f"table {club.session().table} has stopped" in found.wrong


# A quiet moment


async def test_changes_are_moved_into_the_database_when_it_is_quiet(club: Club) -> None:
    """RELIABILITY 23: not while something happens, and nothing is lost by it."""
    await club.deal("ann", "bo")
    db = club.bot.desk.store.db
    await quarter(club)
    assert db.wal_bytes
    await club.finish_one()
    await quarter(club)
    assert db.wal_bytes
    total = await club.bot.desk.store.total(club.guild.id)

    await quarter(club)

    assert db.wal_bytes == 0
    assert await club.bot.desk.store.total(club.guild.id) == total
    await club.finish()
    assert db.wal_bytes


# Servers


async def sent_away(club: Club) -> Any:
    """Discord's side of the server, for asking the bot back in."""
    server = club.env.backend.guilds[club.guild.id]
    club.env.backend.remove_guild(server.id)
    await club.until(lambda: all(each.state.phase is Phase.CLOSED for each in club.bot.desk.tables.sessions.values()))
    await club.settle()
    return server


async def asked_back(club: Club, server: Any) -> None:
    backend = club.env.backend
    server.channel_ids.clear()
    backend.guilds[server.id] = server
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, server))
    await club.settle()
    club.channel = club.guild.create_text_channel("again")


async def test_a_server_that_sent_us_away_is_deleted_after_30_days(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """KMQ_Discord#1928 to its end: the hand is paid back at once, a month later nothing is left."""
    await club.deal("ann", "bo")
    store, guild = club.bot.desk.store, club.guild.id
    await sent_away(club)
    for _ in range(30):
        await day(club)
    assert (await store.purse(guild, club.member("ann").id)).bankroll == 10_000

    await day(club)

    assert await store.total(guild) == 0
    assert await store.audit_log(guild) == []
    assert [line.note.action for line in await store.audit_log(0)].count("erase") == 1
    assert [text for text in messages(caplog) if f"server {guild} left more than 30 days ago" in text]


async def test_a_server_that_asks_us_back_in_keeps_everything(club: Club) -> None:
    await club.deal("ann", "bo")
    store, guild = club.bot.desk.store, club.guild.id
    server = await sent_away(club)
    for _ in range(29):
        await day(club)
    await asked_back(club, server)
    async with store.db.reading() as db:
        assert await db.number("SELECT count(*) FROM absences") == 0

    for _ in range(5):
        await day(club)

    assert (await store.purse(guild, club.member("ann").id)).bankroll == 10_000
    await club.open(host="ann")
    await club.sit("ann")


async def test_a_day_at_a_server_that_we_are_on_deletes_nothing(club: Club) -> None:
    await club.deal("ann", "bo")
    for _ in range(40):
        await day(club)

    assert await club.bot.desk.store.total(club.guild.id) == 20_000


# The audit log's seals


async def test_each_day_the_heads_of_all_logs_are_told_to_another_log(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """RELIABILITY 105: who rewrites the database has not rewritten that."""
    caplog.set_level(logging.INFO)
    boss(club)
    await club.slash("boss", "bank grant", member=club.member("bo"), chips=5, reason="luck")

    await day(club)

    line = (await club.bot.desk.store.audit_log(club.guild.id))[0]
    assert f"audit log of server {club.guild.id} ends with line {line.id}, {line.hash}" in messages(caplog)


async def test_hosts_see_the_daily_seals(club: Club) -> None:
    boss(club)
    hashes = []
    for number in range(3):
        await club.slash("boss", "bank grant", member=club.member("bo"), chips=5, reason=f"luck {number}")
        await club.slash("boss", "bank grant", member=club.member("bo"), chips=5, reason=f"more luck {number}")
        hashes.append((await club.bot.desk.store.audit_log(club.guild.id))[0].hash)
        club.time.time += DAY

    text = said(await club.slash("boss", "floor log"))

    assert [each[:16] in text for each in hashes] == [True] * 3
    assert "Note one down" in text
