"""The command line's upkeep: it says what is wrong, never shows a secret, and harms nothing."""

from __future__ import annotations

import argparse
import base64
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from data import upkeep
from data.doctor import about_sqlite, examine
from data.rotation import rotate
from data.store import SqliteStore
from data.upkeep import Told, Tools
from engine.tables.ports import HandRecord, InputRecord, PlayerResult
from tests.data.club import ANNA, BO, GUILD, NOON, Clock, bankroll, change, dealt, hand, result, said, seated
from tests.data.conftest import Opens
from tests.data.test_database import write

TOKEN = f"{base64.urlsafe_b64encode(b'1234567890123456789').decode().rstrip('=')}.GabcdE.{'x' * 38}"


def settings(path: Path, **more: str) -> dict[str, str]:
    usual = {"DISCORD_TOKEN": TOKEN, "KNEKT_LOG": "INFO", "KNEKT_OPENING_BANKROLL": "10000", "KNEKT_GUILD": ""}
    return {**usual, "KNEKT_DATABASE": str(path), **more}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def spoilt(folder: Path) -> Path:
    """A file that is no database."""
    path = folder / "bad.db"
    path.write_bytes(b"rubbish" * 1000)
    return path


def content(path: Path) -> bytes:
    return path.read_bytes()


def swapped(record: HandRecord, inputs: Sequence[InputRecord], guild: int) -> list[PlayerResult]:
    """A recount that finds Bo to have won."""
    return [result(ANNA, -20, hand_id=record.hand, seat=1), result(BO, 20, hand_id=record.hand, seat=2)]


async def run(path: Path, *words: str | Path) -> Told:
    parser = argparse.ArgumentParser()
    upkeep.add_options(parser)
    args = parser.parse_args([str(word) for word in words])
    assert upkeep.wanted(args)
    return await upkeep.run(args, settings(path), Tools(swapped, list))


@pytest.fixture
async def played(tmp_path: Path, opens: Opens) -> Path:
    """A database with one hand that is over, closed."""
    path = tmp_path / "knekt.db"
    store = await opens(path)
    await dealt(store)
    over = hand(2, status="ended")
    await store.commit(change(3, hand=over, inputs=(said(2),), results=(result(ANNA, 20), result(BO, -20, seat=2))))
    await store.close()
    return path


# The doctor


async def wrong(path: Path, env: Path | None = None, faults: Sequence[str] = (), **more: str) -> dict[str, str]:
    found = await examine(settings(path, **more), env or path.with_name("none"), lambda: faults, NOON)
    return {finding.what: finding.wrong for finding in found if finding.wrong}


async def test_a_new_place_is_right_and_nothing_is_made_there(tmp_path: Path) -> None:
    assert await wrong(tmp_path / "knekt.db") == {}
    assert names(tmp_path) == []


async def test_a_played_database_is_right(played: Path) -> None:
    assert await wrong(played) == {}


@pytest.mark.parametrize("token", ["", "x", "a.b.c", TOKEN[:-1] + "!", "A" * 26 + TOKEN[26:], f"{TOKEN} "])
async def test_what_is_no_token_is_found_and_never_shown(tmp_path: Path, token: str) -> None:
    found = await wrong(tmp_path / "knekt.db", DISCORD_TOKEN=token)

    assert list(found) == ["token"]
    assert len(token) < 4 or token not in found["token"]


async def test_settings_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    found = await wrong(tmp_path / "knekt.db", KNEKT_OPENING_BANKROLL="many", KNEKT_GUILD="x", KNEKT_LOG="LOUD")

    assert found == {"settings": "cannot be read: KNEKT_OPENING_BANKROLL, KNEKT_GUILD, KNEKT_LOG"}


async def test_secrets_that_others_can_read_are_named(played: Path) -> None:
    env = played.with_name(".env")
    env.write_text("DISCORD_TOKEN=x")
    env.chmod(0o644)
    played.with_name("knekt.db.key").chmod(0o640)

    assert list(await wrong(played, env)) == [".env", "key"]


async def test_books_that_do_not_add_up_are_found(played: Path) -> None:
    write(played, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'")

    assert "every balance is the sum" in (await wrong(played))["database"]


async def test_a_database_in_use_is_said_to_be(store: SqliteStore) -> None:
    assert "in use" in (await wrong(store.db.path))["database"]


async def test_no_folder_no_disk_and_lacking_sentences(tmp_path: Path) -> None:
    found = await wrong(tmp_path / "nowhere" / "knekt.db", faults=["sv lacks btn-fold"])

    assert found == {"disk": f"there is no folder {tmp_path / 'nowhere'}", "languages": "sv lacks btn-fold"}


async def test_the_doctor_says_what_is_worth_knowing_of_what_is_right(played: Path) -> None:
    """RELIABILITY 14, 22, 23: SQLite's version, changes that are not in the database yet, the last rehearsal."""
    told = dict(line.split(maxsplit=1) for line in (await run(played, "--doctor")).lines)

    assert told["SQLite"].startswith(f"right ({sqlite3.sqlite_version}")
    assert told["changes"] == "right (0 kB not yet in the database)"
    assert told["rehearsal"] == "right (none yet)"


@pytest.mark.parametrize(("version", "level"), [((3, 51, 2), "WARNING"), ((3, 51, 3), "INFO"), ((4, 0, 0), "INFO")])
def test_an_sqlite_with_a_known_fault_is_a_warning_at_the_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, version: tuple[int, ...], level: str
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    monkeypatch.setattr(sqlite3, "sqlite_version", ".".join(map(str, version)))

    about_sqlite()

    [record] = caplog.records
    assert record.levelname == level
    assert ("mended in 3.51.3" in record.getMessage()) == (level == "WARNING")
    assert ".".join(map(str, version)) in record.getMessage()


# Backup, verify, restore


async def test_backup_verify_and_restore(played: Path, tmp_path: Path, opens: Opens) -> None:
    copy = tmp_path / "copy.db"
    assert (await run(played, "--backup", copy)).status == 0
    store = await opens(played)
    await store.grant(GUILD, BO, 500, actor=ANNA, reason="lost", interaction=5)
    await store.close()

    assert (await run(played, "--verify", copy)).status == 0
    told = await run(played, "--restore", copy)

    assert told.status == 0
    assert "replaced-" in told.lines[1]
    store = await opens(played)
    assert await store.balance(bankroll(BO)) == 800


async def test_a_running_bot_gives_its_newest_backup(store: SqliteStore, clock: Clock, tmp_path: Path) -> None:
    await seated(store)
    copy = tmp_path / "copy.db"
    assert "no backup yet" in (await run(store.db.path, "--backup", copy)).lines[0]
    await rotate(store.db, clock.now)

    told = await run(store.db.path, "--backup", copy)

    assert (told.status, mode(copy)) == (0, 0o600)
    assert "2026-09-21" in told.lines[0]


@pytest.mark.parametrize("option", ["--restore", "--rebuild-stats"])
async def test_what_changes_the_database_needs_the_bot_stopped(
    store: SqliteStore, clock: Clock, option: str
) -> None:
    await seated(store)
    copy = await rotate(store.db, clock.now)

    told = await run(store.db.path, option, *([copy] if option == "--restore" else []))

    assert told.status == 1
    assert "Stop it first" in told.lines[0]


async def test_rubbish_is_neither_verified_nor_restored(played: Path, tmp_path: Path) -> None:
    bad, before = spoilt(tmp_path), content(played)

    for option in ("--verify", "--restore"):
        assert (await run(played, option, bad)).status == 1

    assert content(played) == before


async def test_backup_of_nothing_makes_nothing(tmp_path: Path) -> None:
    for words in (["--backup", tmp_path / "copy.db"], ["--rebuild-stats"]):
        assert (await run(tmp_path / "none.db", *words)).status == 1

    assert names(tmp_path) == []


# Counting again


async def test_results_are_what_the_recount_says(played: Path, opens: Opens) -> None:
    told = await run(played, "--rebuild-stats")
    again = await run(played, "--rebuild-stats")

    assert told.lines == ("1 hands counted again, 1 of them had other results.",)
    assert again.lines == ("1 hands counted again, 0 of them had other results.",)
    store = await opens(played)
    assert await store.check_books() == ()
    line = await store.net_line(await store.query(GUILD), BO, by_day=True)
    assert [point.chips for point in line] == [20]


async def test_hands_whose_cards_are_gone_keep_their_results(played: Path, opens: Opens) -> None:
    store = await opens(played)
    await store.forget_hands(2e9)
    await store.close()

    told = await run(played, "--rebuild-stats")

    assert told.lines[1] == "1 hands keep what they had: their cards are no longer stored."
    store = await opens(played)
    assert [point.chips for point in await store.net_line(await store.query(GUILD), ANNA, by_day=False)] == [20]
