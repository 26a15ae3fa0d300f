"""The audit log against who can write to the file (RELIABILITY 105): the chain shows a change, the head a new chain."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.store import SqliteStore
from engine.tables.ports import Note
from tests.data.club import ANNA, BO, GUILD, NOON, Clock
from tests.data.conftest import Opens

DAY = 24 * 3600.0
CHANGES = {
    "a reason": "UPDATE audit SET reason = 'nothing' WHERE id = 3",
    "an actor": "UPDATE audit SET actor = 5 WHERE id = 3",
    "a moment": "UPDATE audit SET at = at - 1 WHERE id = 3",
    "a line that goes": "DELETE FROM audit WHERE id = 3",
    "a line that comes": """
        INSERT INTO audit SELECT 99, guild, actor, action, target, before, after, reason, interaction, at, hash
        FROM audit WHERE id = 3
    """,
}


async def days(store: SqliteStore, clock: Clock, count: int = 4) -> None:
    """Two notes a day; another server's log stands between."""
    for day in range(count):
        clock.now = NOON + day * DAY
        for number in range(2):
            await store.audit(Note(GUILD, ANNA, "grant", str(BO), "1", "2", f"reason {day} {number}"))
        await store.audit(Note(8, ANNA, "grant", str(BO)))


def rewrite(path: Path, sql: str, *, chained: bool) -> None:
    """Change a line behind the triggers' back; `chained`: with all hashes made anew, as one who knows how would."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"DROP TRIGGER audit_stays; DROP TRIGGER audit_lasts; {sql};")
        previous = ""
        rows = connection.execute(
            "SELECT id, at, guild, actor, action, target, before, after, reason, interaction FROM audit "
            f"WHERE guild = {GUILD} ORDER BY id"
        ).fetchall()
        for line, at, *note in rows if chained else ():
            previous = hashlib.sha256(json.dumps([previous, at, *note]).encode()).hexdigest()
            connection.execute("UPDATE audit SET hash = ? WHERE id = ?", (previous, line))
        connection.commit()


async def test_heads_are_the_last_lines_of_the_last_days(store: SqliteStore, clock: Clock) -> None:
    await days(store, clock)

    heads = await store.heads(GUILD, 3)

    log = {line.id: line for line in await store.audit_log(GUILD, -1)}
    assert [log[head.line].note.reason for head in heads] == ["reason 3 1", "reason 2 1", "reason 1 1"]
    assert [log[head.line].hash for head in heads] == [head.hash for head in heads]
    assert [(guild, head.line) for guild, head in await store.audit_heads()] == [(8, 12), (GUILD, 11)]
    assert await store.heads(9, 3) == []


@pytest.mark.parametrize("how", CHANGES)
async def test_a_change_breaks_the_chain_from_there_on(
    tmp_path: Path, clock: Clock, opens: Opens, how: str
) -> None:
    store = await opens(tmp_path / "knekt.db")
    await days(store, clock, 2)
    assert await store.audit_broken(GUILD) == 0
    await store.close()

    rewrite(tmp_path / "knekt.db", CHANGES[how].replace("id = 3", "id = 2"), chained=False)

    store = await opens(tmp_path / "knekt.db")
    assert await store.audit_broken(GUILD) >= 2
    assert await store.audit_broken(8) == 0


@pytest.mark.parametrize("how", sorted(CHANGES.keys() - {"a line that comes"}))
async def test_a_chain_that_is_made_anew_has_other_heads(
    tmp_path: Path, clock: Clock, opens: Opens, how: str
) -> None:
    """The chain alone finds nothing; who has noted a head of that day or later does."""
    store = await opens(tmp_path / "knekt.db")
    await days(store, clock)
    noted = {head.line: head.hash for head in await store.heads(GUILD, 9)}
    await store.close()

    rewrite(tmp_path / "knekt.db", CHANGES[how].replace("id = 3", "id = 4"), chained=True)

    store = await opens(tmp_path / "knekt.db")
    assert await store.audit_broken(GUILD) == 0
    now = {line.id: line.hash for line in await store.audit_log(GUILD, -1)}
    assert [now.get(line) == hash_ for line, hash_ in sorted(noted.items())] == [True, False, False, False]
