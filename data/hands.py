"""Hands and their inputs as rows: sealed while live, in a hash chain for ever.

Each input's hash covers the one before, so an edited, exchanged or missing input shows (RELIABILITY 13). Inputs are
sealed with the setup because they name the cards that were thrown away.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace

from data.errors import Corrupt
from data.seal import PREFIX, Seal
from data.statements import Statements
from engine.tables.ports import AlreadyDone, HandRecord, InputRecord, PlayerResult, Stale

LIVE, CORRUPT = "live", "corrupt"

# A hand that is over stays over: it is never live again, and what it was, ended or void, doesn't change.
# A corrupt hand comes back without its setup; what is stored then stays, as evidence.
_WRITE_HAND = """
    INSERT INTO hands (id, table_id, guild, number, game, setup, status, version, deadline, result, started, ended)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, CASE WHEN ?7 <> 'live' THEN ?11 END)
    ON CONFLICT (id) DO UPDATE SET
        setup = CASE excluded.setup WHEN '' THEN setup ELSE excluded.setup END,
        status = excluded.status, version = excluded.version, deadline = excluded.deadline,
        result = excluded.result, ended = coalesce(ended, excluded.ended)
    WHERE (status = 'live' OR status = excluded.status) AND table_id = excluded.table_id AND number = excluded.number
    RETURNING id
"""
_LAST_INPUT = """
    SELECT h.status, i.place, i.hash FROM hands h LEFT JOIN inputs i ON i.hand = h.id
    WHERE h.id = ? ORDER BY i.place DESC LIMIT 1
"""
_SEALED = "SELECT place FROM inputs WHERE hand = ? AND text LIKE ?"
_WRITE_INPUT = """
    INSERT INTO inputs (hand, place, text, interaction, at, hash) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (interaction) WHERE interaction <> 0 DO NOTHING RETURNING place
"""
_WRITE_RESULT = """
    INSERT INTO results (hand, guild, member, seat, game, net, put_in, won, big_blind, opponents, facts, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

_FIND = """
    SELECT * FROM hands h WHERE status <> 'live'
    AND (?1 = 0 OR table_id = ?1) AND (?2 = 0 OR guild = ?2) AND (?4 IS NULL OR started < ?4)
    AND (?3 = 0 OR EXISTS (SELECT 1 FROM results r WHERE r.hand = h.id AND r.member = ?3))
    ORDER BY started DESC, number DESC LIMIT ?5
"""


def chained(previous: str, place: int, text: str) -> str:
    """The hash of an input: SHA-256 over the hash before it (the first: the hand's number), its place and its text."""
    return hashlib.sha256(f"{previous}|{place}|{text}".encode()).hexdigest()


async def write_hand(db: Statements, seal: Seal, hand: HandRecord, guild: int, at: float) -> None:
    """Store a hand, sealed while it is live; when it ends its inputs are unsealed too. Raises Stale if it was over."""
    is_live = hand.status == LIVE
    done = await db.one(
        *(_WRITE_HAND, hand.hand, hand.table, guild, hand.number, hand.game),
        *(seal.close(hand.hand, hand.setup) if is_live else hand.setup, hand.status, hand.version),
        *(hand.deadline, hand.result, at),
    )
    if done is None:
        raise Stale(f"hand {hand.hand} is over")
    if not is_live:
        await _unseal_inputs(db, seal, hand.hand)


async def write_inputs(db: Statements, seal: Seal, inputs: Iterable[InputRecord], at: float) -> None:
    """Append inputs to their hands. Raises AlreadyDone for an interaction seen before, Stale for a wrong place."""
    for entry in inputs:
        await _append(db, seal, entry, at)


async def write_results(db: Statements, results: Iterable[PlayerResult], at: float) -> None:
    """What a hand meant for each member."""
    rows = [
        (
            *(result.hand, result.guild, result.member, result.seat, result.game, result.net, result.put_in),
            *(result.won, result.big_blind, result.opponents, result.facts, at),
        )
        for result in results
    ]
    await db.many(_WRITE_RESULT, rows)


async def read_hand(db: Statements, seal: Seal, hand: int) -> tuple[HandRecord, tuple[InputRecord, ...]] | None:
    """A hand with its inputs, unsealed and verified. Raises Corrupt for a wrong seal or a broken chain."""
    row = await db.one("SELECT * FROM hands WHERE id = ?", hand)
    if row is None:
        return None
    inputs, is_whole = await _verified(db, seal, hand)
    if not is_whole:
        raise Corrupt(f"hand {hand}: the inputs after place {len(inputs)} are not what was written")
    return _record(row, seal.open(hand, row["setup"])), inputs


async def read_live(db: Statements, seal: Seal, table: int) -> tuple[HandRecord | None, tuple[InputRecord, ...]]:
    """The live hand of a table, for recovery.

    A hand that does not verify must stop its own table only: it comes with status "corrupt", the setup empty if the
    seal is wrong, and the inputs up to the last that verifies. It is to be refunded from the ledger.
    """
    row = await db.one("SELECT * FROM hands WHERE table_id = ? AND status = 'live'", table)
    if row is None:
        return None, ()
    inputs, is_whole = await _verified(db, seal, row["id"])
    try:
        hand = _record(row, seal.open(row["id"], row["setup"]))
    except Corrupt:
        hand, is_whole = _record(row, ""), False
    return (hand if is_whole else replace(hand, status=CORRUPT)), inputs


async def hands_of(
    db: Statements, *, table: int = 0, guild: int = 0, member: int = 0, limit: int, before: float | None
) -> list[HandRecord]:
    """Hands that are over, newest first, of a table and/or a guild and/or a member; started `before` (UTC seconds)."""
    rows = await db.all(_FIND, table, guild, member, before, limit)
    return [_record(row, row["setup"]) for row in rows]


async def numbered(db: Statements, table: int, number: int) -> tuple[int, int, bool] | None:
    """(id, number, over) of a table's hand by its number, 0 for the last one."""
    sql = "SELECT id, number, status FROM hands WHERE table_id = ?1 AND ?2 IN (0, number) ORDER BY number DESC LIMIT 1"
    row = await db.one(sql, table, number)
    return (row["id"], row["number"], row["status"] != LIVE) if row else None


async def broken_hands(db: Statements) -> list[int]:
    """Hands that are over and whose inputs are not what was written."""
    rows = await db.all("SELECT id FROM hands WHERE status <> 'live' ORDER BY id")
    keyless = Seal(b"")
    return [row[0] for row in rows if not (await _verified(db, keyless, row[0]))[1]]


async def _append(db: Statements, seal: Seal, entry: InputRecord, at: float) -> None:
    last = await db.one(_LAST_INPUT, entry.hand)
    if last is None:
        raise Stale(f"no hand {entry.hand}")
    if last["place"] is not None and entry.place != last["place"] + 1:
        raise Stale(f"hand {entry.hand}: place {entry.place} does not follow {last['place']}")
    text = seal.close(entry.hand, entry.text) if last["status"] == LIVE else entry.text
    proof = chained(last["hash"] or str(entry.hand), entry.place, entry.text)
    done = await db.one(_WRITE_INPUT, entry.hand, entry.place, text, entry.interaction, at, proof)
    if done is None:
        raise AlreadyDone(f"interaction {entry.interaction}")


async def _unseal_inputs(db: Statements, seal: Seal, hand: int) -> None:
    """Up to the first that is damaged: a corrupt hand must still be refundable, and keeps its evidence."""
    sealed = {row[0] for row in await db.all(_SEALED, hand, f"{PREFIX}%")}
    inputs, _ = await _verified(db, seal, hand)
    opened = [(entry.text, hand, entry.place) for entry in inputs if entry.place in sealed]
    await db.many("UPDATE inputs SET text = ? WHERE hand = ? AND place = ?", opened)


async def _verified(db: Statements, seal: Seal, hand: int) -> tuple[tuple[InputRecord, ...], bool]:
    """The inputs as far as seals and hashes are right, and whether these are all."""
    rows = await db.all("SELECT * FROM inputs WHERE hand = ? ORDER BY place", hand)
    found = _unbroken(seal, hand, rows)
    return found, len(found) == len(rows)


def _unbroken(seal: Seal, hand: int, rows: Sequence[sqlite3.Row]) -> tuple[InputRecord, ...]:
    previous, found = str(hand), list[InputRecord]()
    for row in rows:
        try:
            text = seal.open(hand, row["text"])
        except Corrupt:
            break
        previous = chained(previous, row["place"], text)
        if previous != row["hash"]:
            break
        found.append(InputRecord(hand, row["place"], text, row["interaction"]))
    return tuple(found)


def _record(row: sqlite3.Row, setup: str) -> HandRecord:
    return HandRecord(
        hand=row["id"],
        table=row["table_id"],
        number=row["number"],
        game=row["game"],
        setup=setup,
        status=row["status"],
        version=row["version"],
        deadline=row["deadline"],
        result=row["result"],
    )
