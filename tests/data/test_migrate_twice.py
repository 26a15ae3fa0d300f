"""matrix-org/matrix-appservice-discord#34: the schema's version was not moved on, and every start migrated anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.migrate import available
from data.store import SqliteStore

KNOWN = len(available())


def schema_of(path: Path) -> tuple[int, list[tuple[str, str]], int]:
    """Version, everything that was created, and how many migrations the log speaks of."""
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        made = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").fetchall()
        told = connection.execute("SELECT count(*) FROM audit WHERE action = 'migrate'").fetchone()[0]
    return version, made, told


@pytest.mark.parametrize("released", range(KNOWN + 1))
async def test_from_each_version_once_and_never_again(tmp_path: Path, released: int) -> None:
    """Started three times on a file of each version, 0 being none: the first start migrates, later ones do not."""
    path, fresh = tmp_path / "old.db", tmp_path / "fresh.db"
    with closing(sqlite3.connect(path)) as connection:
        for number in range(1, released + 1):
            connection.executescript(available()[number].read_text(encoding="utf-8"))
            connection.execute(f"PRAGMA user_version = {number}")
    await (await SqliteStore.open(fresh)).close()

    found = []
    for _ in range(3):
        await (await SqliteStore.open(path)).close()
        found.append(schema_of(path))

    assert found[0] == found[1] == found[2]
    assert found[0][:2] == schema_of(fresh)[:2]
    assert found[0][0] == KNOWN
    assert found[0][2] == (KNOWN - released if released else 0)
    assert (tmp_path / f"old.db.v{released}").exists() is (0 < released < KNOWN)
