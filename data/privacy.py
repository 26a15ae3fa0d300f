"""What is kept about one member of one guild: all of it to read, and how to forget who it was.

Forgetting takes the member's number out of everything and puts a random one below zero there, so sums still hold, others keep
their results, and nobody can tell whose they were. The audit log alone keeps its numbers: it is a hash chain about the use of power.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from data import ledger, members
from data.errors import StillPlaying
from data.statements import Statements
from engine.tables.ports import Account, AccountKind, Posting, Transfer

_HELD: Mapping[str, str] = {
    "accounts": "SELECT kind, table_id, balance FROM accounts WHERE guild = ?1 AND member = ?2",
    "chips": """
        SELECT t.at, t.reason, p.chips, t.note FROM accounts a JOIN postings p ON p.account_id = a.id
        JOIN transfers t ON t.id = p.transfer_id
        WHERE a.guild = ?1 AND a.member = ?2 AND a.kind = 'bankroll' ORDER BY t.id
    """,
    "hands": """
        SELECT r.at, h.number, h.id AS hand, r.game, r.seat, r.net, r.put_in, r.won, r.facts
        FROM results r JOIN hands h ON h.id = r.hand WHERE r.guild = ?1 AND r.member = ?2 ORDER BY r.at
    """,
    "seats": """
        SELECT t.name, s.seat FROM seats s JOIN tables t ON t.id = s.table_id WHERE t.guild = ?1 AND s.member = ?2
    """,
    "tables_hosted": "SELECT name, channel, opened, closed FROM tables WHERE guild = ?1 AND host = ?2",
    "audit_log": """
        SELECT at, action, target, before, after, reason FROM audit
        WHERE guild = ?1 AND (actor = ?2 OR target = CAST(?2 AS TEXT)) ORDER BY id
    """,
}


async def held(db: Statements, guild: int, member: int) -> dict[str, Any]:
    """Everything that is kept under the member's number in this guild, as plain JSON data."""
    lists = {name: [dict(row) for row in await db.all(sql, guild, member)] for name, sql in _HELD.items()}
    chosen = dict(await members.settings(db, guild, member))
    return {"server": str(guild), "member": str(member), "settings": chosen, **lists}


async def forget(db: Statements, guild: int, member: int, at: float) -> int:
    """Take the member out of everything; the bankroll goes to those who departed. The number that stands there now.

    Raises StillPlaying while he has chips on a table or a seat.
    """
    await _check_free(db, guild, member)
    nobody = -secrets.randbits(62) - 1
    await _leave_chips(db, guild, member, nobody, at)
    await _rename(db, guild, member, nobody)
    await _rename_in_texts(db, guild, member, nobody)
    return nobody


async def forget_hands(db: Statements, before: float) -> int:
    """Drop the cards and actions of hands that began before a moment (UTC seconds); their results stay. How many."""
    old = "SELECT id FROM hands WHERE status <> 'live' AND started < ?1 AND setup <> ''"
    await db.all(f"DELETE FROM inputs WHERE hand IN ({old})", before)
    return len(await db.all("UPDATE hands SET setup = '' WHERE status <> 'live' AND started < ?1 AND setup <> '' RETURNING id", before))


async def _check_free(db: Statements, guild: int, member: int) -> None:
    stacks = "SELECT count(*) FROM accounts WHERE kind = 'stack' AND guild = ? AND member = ? AND balance <> 0"
    seats = "SELECT count(*) FROM seats s JOIN tables t ON t.id = s.table_id WHERE t.guild = ? AND s.member = ?"
    if await db.number(stacks, guild, member) or await db.number(seats, guild, member):
        raise StillPlaying(f"member {member} has a seat")


async def _leave_chips(db: Statements, guild: int, member: int, nobody: int, at: float) -> None:
    """The bankroll to an account of departed members: chips are never lost from the books."""
    bankroll = Account(AccountKind.BANKROLL, guild, member)
    if chips := await ledger.balance(db, bankroll):
        moves = (Posting(bankroll, -chips), Posting(Account(AccountKind.DEPARTED, guild), chips))
        await ledger.transfer(db, Transfer(f"departed:{nobody}", "departed", moves), at)


async def _rename(db: Statements, guild: int, member: int, nobody: int) -> None:
    """Numbers in columns. What results are summed into follows by itself; empty sums are swept out."""
    who = (nobody, guild, member)
    await db.all("UPDATE accounts SET member = ? WHERE guild = ? AND member = ?", *who)
    await db.all("UPDATE results SET member = ? WHERE guild = ? AND member = ?", *who)
    await db.all("DELETE FROM days WHERE guild = ? AND member = ? AND hands = 0", guild, member)
    await db.all("DELETE FROM members WHERE guild = ? AND member = ?", guild, member)
    await db.all("UPDATE transfers SET actor = ? WHERE guild = ? AND actor = ?", *who)
    await db.all(_KEYS, nobody, guild, member)
    of_guild = "table_id IN (SELECT id FROM tables WHERE guild = ?)"
    await db.all(f"UPDATE outbox SET member = ? WHERE {of_guild} AND member = ?", *who)
    await db.all("UPDATE tables SET host = ? WHERE guild = ? AND host = ? AND is_open = 0", *who)


_KEYS = """
    UPDATE transfers SET key = 'gone:' || ?1 || ':' || id
    WHERE guild = ?2 AND (key = 'open:' || ?2 || ':' || ?3 OR key LIKE 'reload:' || ?2 || ':' || ?3 || ':%')
"""

_TEXTS: tuple[tuple[str, str, str, str], ...] = (
    ("hands", "id", "result", "status <> 'live'"),
    ("tables", "id", "state", "is_open = 0"),
    ("tables", "id", "config", "is_open = 0"),
    ("seasons", "number", "standing", "1"),
)
"""Table, key, column of JSON text in which members are named by number, and which rows of the guild."""


async def _rename_in_texts(db: Statements, guild: int, member: int, nobody: int) -> None:
    for table, key, column, where in _TEXTS:
        found = f"SELECT {key} AS place, {column} AS text FROM {table} WHERE guild = ? AND {where} AND instr({column}, ?)"
        for row in await db.all(found, guild, str(member)):
            text = json.dumps(_renamed(json.loads(row["text"]), member, nobody), sort_keys=True)
            await db.all(f"UPDATE {table} SET {column} = ? WHERE guild = ? AND {key} = ?", text, guild, row["place"])


def _renamed(data: Any, member: int, nobody: int) -> Any:
    """The same data with one number for another, as a value or as a key; Discord's ids are like no other numbers here."""
    match data:
        case dict():
            return {str(nobody) if key == str(member) else key: _renamed(value, member, nobody) for key, value in data.items()}
        case list():
            return [_renamed(value, member, nobody) for value in data]
        case _:
            return nobody if data == member else data
