"""Cards of a live hand cannot be read in the file, and history cannot be rewritten unnoticed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from data.errors import Corrupt, Refused
from data.seal import Seal, key_file
from data.store import SqliteStore
from engine.tables.ports import Stale
from tests.data.club import ANNA, GUILD, HAND, POT, TABLE, change, dealt, hand, moved, said, seated, stack
from tests.data.conftest import Opens

DECK = "As Kd 7c"


def bytes_of(folder: Path) -> bytes:
    """Everything that lies in the folder: database, WAL, key."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_live_hand_cannot_be_read_in_the_file(store: SqliteStore, tmp_path: Path) -> None:
    """Neither the deck nor what was thrown away, in database or WAL; both come back through the store."""
    await seated(store)
    await store.commit(change(2, hand=hand(), inputs=(said(1, "draw 2c 9h"),)))

    assert DECK.encode() not in bytes_of(tmp_path)
    assert b"2c 9h" not in bytes_of(tmp_path)
    found = await store.hand(HAND)
    assert found is not None
    assert (found[0].setup, found[1][0].text) == (f"deck: {DECK}", "draw 2c 9h")


async def test_ended_hand_is_plain(store: SqliteStore) -> None:
    """The seal is broken when the hand is over, inputs included, so that exports need no key."""
    await dealt(store)
    await store.commit(change(3, hand=hand(3, status="ended"), inputs=(said(2, "fold"),)))

    async with store.db.reading() as db:
        assert (await db.all("SELECT setup FROM hands"))[0][0] == f"deck: {DECK}"
        assert [row[0] for row in await db.all("SELECT text FROM inputs")] == ["bet 20", "fold"]
    found = await store.hand(HAND)
    assert found is not None
    assert [entry.text for entry in found[1]] == ["bet 20", "fold"]


async def test_key_and_database_are_for_their_owner_only(store: SqliteStore, tmp_path: Path) -> None:
    for path in (key_file(store.db.path), store.db.path, tmp_path / "knekt.db-wal"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


async def test_same_text_is_sealed_differently_each_time() -> None:
    """A keystream used twice would give both texts away."""
    seal = Seal(b"k" * 32)

    assert seal.close(1, DECK) != seal.close(1, DECK)
    assert seal.open(1, seal.close(1, "åäö ♠")) == "åäö ♠"
    assert seal.open(1, seal.close(1, "")) == ""


@pytest.mark.parametrize("break_it", ["other hand", "other key", "changed", "cut", "not base64"])
async def test_wrong_seal_is_noticed(break_it: str) -> None:
    seal, sealed = Seal(b"k" * 32), Seal(b"k" * 32).close(1, DECK)
    changed = sealed[:-4] + ("AAAA" if sealed[-4:] != "AAAA" else "BBBB")
    reader, owner, text = {
        "other hand": (seal, 2, sealed),
        "other key": (Seal(b"j" * 32), 1, sealed),
        "changed": (seal, 1, changed),
        "cut": (seal, 1, sealed[:20]),
        "not base64": (seal, 1, "sealed:ö"),
    }[break_it]

    with pytest.raises(Corrupt):
        reader.open(owner, text)


async def test_lost_key_stops_only_its_own_tables(tmp_path: Path, opens: Opens) -> None:
    """The hand comes back as corrupt without its deck, can be voided with a refund, and the table goes on."""
    path = tmp_path / "lost.db"
    store = await opens(path)
    await dealt(store)
    await store.close()
    key_file(path).unlink()

    store = await opens(path)
    saved = (await store.open_tables())[0]
    assert saved.hand is not None
    assert (saved.hand.status, saved.hand.setup, saved.inputs) == ("corrupt", "", ())
    with pytest.raises(Corrupt):
        await store.hand(HAND)

    refund = moved("refund:1", 20, POT, stack(ANNA), "refund")
    await store.commit(change(3, hand=hand(2, status="void", setup=""), transfers=(refund,)))
    assert not await store.check_books()
    assert (await store.open_tables())[0].hand is None
    assert (await store.hands_of(table=TABLE))[0].setup.startswith("sealed:")  # kept as evidence
    await store.close()


TAMPERED = [
    "UPDATE inputs SET text = 'fold' WHERE place = 2",
    "UPDATE inputs SET hash = '0' || substr(hash, 2) WHERE place = 2",
    "DELETE FROM inputs WHERE place = 2",
    "UPDATE inputs SET text = CASE place WHEN 2 THEN 'fold' ELSE 'raise to 60' END WHERE place > 1",
]


@pytest.mark.parametrize("sql", TAMPERED)
async def test_edited_input_breaks_the_chain(tmp_path: Path, sql: str, opens: Opens) -> None:
    """RELIABILITY 13: edited, rehashed, missing or exchanged: only what comes before is believed."""
    store = await opens(tmp_path / "edited.db")
    await seated(store)
    inputs = (said(1, "bet 20"), said(2, "raise to 60"), said(3, "fold"))
    await store.commit(change(2, hand=hand(status="ended"), inputs=inputs))
    assert await store.hand(HAND) is not None

    await store.db.connection.executescript(f"DROP TRIGGER inputs_stay; {sql}")

    with pytest.raises(Corrupt):
        await store.hand(HAND)
    await store.close()


async def test_edited_live_hand_is_believed_up_to_the_edit(tmp_path: Path, opens: Opens) -> None:
    """The table freezes with the inputs that verify; another table is untouched."""
    store = await opens(tmp_path / "live.db")
    await dealt(store)
    await store.commit(change(3, hand=hand(2), inputs=(said(2), said(3))))
    await store.db.connection.executescript("DROP TRIGGER inputs_stay; UPDATE inputs SET text = 'fold' WHERE place = 2")

    saved = (await store.open_tables())[0]

    assert saved.hand is not None
    assert (saved.hand.status, [entry.place for entry in saved.inputs]) == ("corrupt", [1])
    await store.close()


async def test_inputs_are_append_only(store: SqliteStore) -> None:
    await seated(store)
    await store.commit(change(2, hand=hand(status="ended"), inputs=(said(1, "bet 20"),)))

    with pytest.raises(Refused):
        async with store.db.atomic() as db:
            await db.all("UPDATE inputs SET text = 'fold'")


async def test_input_needs_its_hand(store: SqliteStore) -> None:
    await seated(store)

    with pytest.raises(Stale):
        await store.commit(change(2, inputs=(said(1),)))


async def test_audit_log_cannot_be_rewritten_unnoticed(tmp_path: Path, opens: Opens) -> None:
    """RELIABILITY 105: append-only; without its trigger the guild's chain names the first bad line."""
    store = await opens(tmp_path / "audit.db")
    for number in range(1, 4):
        await store.grant(GUILD, ANNA, number, actor=1, reason="x", interaction=number)
        await store.grant(8, ANNA, number, actor=1, reason="x", interaction=10 + number)
    assert await store.audit_broken(GUILD) == 0
    with pytest.raises(Refused):
        async with store.db.atomic() as db:
            await db.all("UPDATE audit SET reason = 'y'")

    await store.db.connection.executescript("DROP TRIGGER audit_stays; UPDATE audit SET reason = 'y' WHERE id = 3")

    assert await store.audit_broken(GUILD) == 3
    assert await store.audit_broken(8) == 0
    assert [line.note.after for line in await store.audit_log(GUILD, limit=2)] == ["6", "3"]
    await store.close()
