"""A server that sent the bot away keeps everything for 30 days; then nothing of it is left, and nobody else notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.absence import KEPT
from data.backup import verify
from data.database import Database
from data.errors import Refused, StillPlaying
from data.store import SqliteStore
from tests.data.club import GUILD, Clock, dealt
from tests.data.conftest import Opens
from tests.data.test_privacy import ANNA, ELSEWHERE, evening
from tests.data.test_store import everything

DAY = 24 * 3600.0
OF_GUILD = {
    "transfers": "guild = ?",
    "postings": "transfer_id IN (SELECT id FROM transfers WHERE guild = ?)",
    "audit": "guild = ?",
}
WITH_A_GUILD = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'"


async def gone(store: SqliteStore, clock: Clock, days: float = 30) -> None:
    """An evening was played and written down, then the bot was sent away so many days ago."""
    await evening(store)
    await store.grant(GUILD, ANNA, 5, actor=1, reason="a reason nobody else has", interaction=7)
    await store.start_season(GUILD, "Autumn")
    await store.choose_newcomers(GUILD, 1, 1, actor=ANNA, interaction=8)
    await store.guild_left(GUILD)
    clock.now += days * DAY


async def rows(store: SqliteStore) -> dict[str, int]:
    async with store.db.reading() as db:
        names = [row[0] for row in await db.all(WITH_A_GUILD)]
        return {name: await db.number(f"SELECT count(*) FROM {name}") for name in names}


async def test_every_row_of_the_server_is_deleted_and_others_stay(store: SqliteStore, clock: Clock) -> None:
    """Elsewhere Anna has her opening bankroll: an account of hers and the house's, one transfer. So much is left."""
    await gone(store, clock)
    before = await rows(store)
    assert all(before[name] for name in before.keys() - {"seats", "epochs"})

    assert await store.compare_guilds({ELSEWHERE}) == [GUILD]
    assert await store.erase_guild(GUILD) > 3

    left = {name: count for name, count in (await rows(store)).items() if count}
    assert left == {"accounts": 2, "transfers": 1, "postings": 2, "audit": 1}
    assert (await store.purse(ELSEWHERE, ANNA)).bankroll == 1000
    assert not await store.check_books()


async def test_the_log_of_the_house_keeps_that_it_went(store: SqliteStore, clock: Clock) -> None:
    await gone(store, clock)

    transfers = await store.erase_guild(GUILD)

    logged = (await store.audit_log(0))[0]
    assert (logged.note.action, logged.note.after, logged.at) == ("erase", str(transfers), clock.now)
    assert str(GUILD) not in str(logged)
    assert await store.audit_broken(0) == 0


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_its_words_are_not_in_the_file_any_more(tmp_path: Path, clock: Clock, opens: Opens) -> None:
    """Deleted rows are overwritten, also in the log of changes once it is moved into the file."""
    store = await opens(tmp_path / "knekt.db")
    await gone(store, clock)
    await store.erase_guild(GUILD)
    await store.close()

    content = _bytes(tmp_path)
    assert b"Autumn" not in content
    assert b"a reason nobody else has" not in content
    assert await verify(tmp_path / "knekt.db") == ()


async def test_not_a_second_too_early(store: SqliteStore, clock: Clock) -> None:
    await gone(store, clock, days=0)
    clock.now += KEPT - 1
    before = await everything(store)

    assert await store.compare_guilds({ELSEWHERE}) == []
    assert await store.erase_guild(GUILD) == 0

    assert await everything(store) == before


async def test_who_comes_back_in_time_finds_everything(store: SqliteStore, clock: Clock) -> None:
    """The 30 days count anew after the next farewell."""
    await gone(store, clock, days=29)
    before = await everything(store)

    await store.guild_joined(GUILD)
    clock.now += 2 * DAY
    assert await store.compare_guilds({GUILD, ELSEWHERE}) == []
    assert await store.erase_guild(GUILD) == 0
    await store.guild_left(GUILD)
    clock.now += 29 * DAY
    assert await store.compare_guilds({ELSEWHERE}) == []

    assert await everything(store) == before


async def test_the_first_farewell_counts(store: SqliteStore, clock: Clock) -> None:
    await gone(store, clock, days=29)

    await store.guild_left(GUILD)
    clock.now += DAY

    assert await store.compare_guilds({ELSEWHERE}) == [GUILD]


async def test_a_farewell_that_nobody_heard_is_noticed(store: SqliteStore, clock: Clock) -> None:
    """The bot was off when it was sent away, and off again when it was asked back in."""
    await evening(store)

    assert await store.compare_guilds({ELSEWHERE}) == []
    clock.now += 31 * DAY
    assert await store.compare_guilds({ELSEWHERE}) == [GUILD]
    assert await store.compare_guilds({ELSEWHERE, GUILD}) == []


async def test_open_tables_are_closed_first(store: SqliteStore, clock: Clock) -> None:
    """The table manager still has them, and would write to tables that are not there."""
    await dealt(store)
    await store.guild_left(GUILD)
    clock.now += KEPT
    before = await everything(store)

    with pytest.raises(StillPlaying):
        await store.erase_guild(GUILD)

    assert await everything(store) == before


@pytest.mark.parametrize("table", OF_GUILD)
async def test_what_is_append_only_stays_so(store: SqliteStore, clock: Clock, table: str) -> None:
    """Having left is not enough, and a guild that is being erased opens no other's books."""
    await gone(store, clock)
    await store.ensure_bankroll(8, ANNA, 5)
    async with store.db.atomic() as db:
        await db.all("INSERT INTO absences VALUES (8, 0, 1)")

    with pytest.raises(Refused, match="append-only"):
        async with store.db.atomic() as db:
            await db.all(f"DELETE FROM {table} WHERE {OF_GUILD[table]}", GUILD)


async def test_no_mark_outlives_the_erasing(store: SqliteStore, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the middle, and everything is as before, the guard too."""
    await gone(store, clock)
    before = await everything(store)
    with monkeypatch.context() as broken:
        broken.setattr("data.absence._ERASE", ("DELETE FROM postings WHERE transfer_id > ?", "DELETE FROM nowhere"))
        with pytest.raises(Exception, match="nowhere"):
            await store.erase_guild(GUILD)

    assert await everything(store) == before
    with pytest.raises(Refused, match="append-only"):
        async with store.db.atomic() as db:
            await db.all("DELETE FROM audit")


async def test_every_table_with_a_guild_is_thought_of(tmp_path: Path) -> None:
    """A table that a later migration adds must be erased, too."""
    from data.absence import _ERASE

    db = await Database.open(tmp_path / "schema.db")
    async with db.reading() as statements:
        names = {row[0] for row in await statements.all(WITH_A_GUILD)}
    await db.close()

    assert {sql.split()[2] for sql in _ERASE} == names - {"epochs"}
