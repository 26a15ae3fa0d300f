"""Proofs over the books, for start, nightly checks, backups and tests (RELIABILITY 1.1).

Each proof is one query for what must not exist; the books are right when none finds anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from data.statements import Statements

PROOFS: Mapping[str, str] = {
    "postings of every transfer sum to zero": """
        SELECT t.guild, 0, t.key || ': ' || sum(p.chips) FROM transfers t JOIN postings p ON p.transfer_id = t.id
        GROUP BY t.id HAVING sum(p.chips) <> 0
    """,
    "postings stay in the transfer's guild": """
        SELECT t.guild, a.table_id, t.key FROM transfers t
        JOIN postings p ON p.transfer_id = t.id JOIN accounts a ON a.id = p.account_id WHERE a.guild <> t.guild
    """,
    "every balance is the sum of its postings": """
        SELECT a.guild, a.table_id, a.kind || a.member || ': ' || a.balance || ' is not ' || coalesce(p.chips, 0)
        FROM accounts a LEFT JOIN (SELECT account_id, sum(chips) AS chips FROM postings GROUP BY account_id) p
        ON p.account_id = a.id WHERE a.balance <> coalesce(p.chips, 0)
    """,
    "nobody but the house is below zero": """
        SELECT guild, table_id, kind || ' ' || member || ': ' || balance FROM accounts
        WHERE balance < 0 AND kind <> 'house'
    """,
    "the chips of a guild are what its house issued": """
        SELECT guild, 0, 'off by ' || sum(balance) FROM accounts GROUP BY guild HAVING sum(balance) <> 0
    """,
    "chips lie only on tables that are open, in their guild": """
        SELECT a.guild, a.table_id, a.kind || ' ' || a.member || ': ' || a.balance FROM accounts a
        LEFT JOIN tables t ON t.id = a.table_id AND t.guild = a.guild AND t.is_open = 1
        WHERE a.kind IN ('stack', 'pot') AND a.balance <> 0 AND t.id IS NULL
    """,
    "every stack has its member in a seat": """
        SELECT a.guild, a.table_id, a.member || ': ' || a.balance FROM accounts a
        JOIN tables t ON t.id = a.table_id AND t.is_open = 1
        LEFT JOIN seats s ON s.table_id = a.table_id AND s.member = a.member
        WHERE a.kind = 'stack' AND a.balance <> 0 AND s.seat IS NULL
    """,
    "what the leaderboard adds up are the results": """
        SELECT guild, 0, game || ', ' || span || ' days from ' || start || ', member ' || member FROM (
            SELECT * FROM (SELECT * FROM sums EXCEPT SELECT * FROM summed)
            UNION ALL
            SELECT * FROM (SELECT * FROM summed EXCEPT SELECT * FROM sums))
    """,
    "only open tables have a live hand": """
        SELECT h.guild, h.table_id, 'hand ' || h.id FROM hands h
        JOIN tables t ON t.id = h.table_id WHERE h.status = 'live' AND t.is_open = 0
    """,
}


NEW: Mapping[str, int] = {"what the leaderboard adds up are the results": 2}
"""Proofs that a backup of an older schema cannot be put to, with the first schema that can."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A proof that failed: where (0: not at one table) and what."""

    proof: str
    guild: int
    table: int
    detail: str


async def check_books(db: Statements) -> tuple[Finding, ...]:
    """Everything that is wrong with the books; empty when nothing is."""
    schema = await db.number("PRAGMA user_version")
    asked = {proof: sql for proof, sql in PROOFS.items() if NEW.get(proof, 1) <= schema}
    return tuple([_finding(proof, row) for proof, sql in asked.items() for row in await db.all(sql)])


def _finding(proof: str, row: sqlite3.Row) -> Finding:
    return Finding(proof, int(row[0]), int(row[1]), str(row[2]))
