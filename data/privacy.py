"""What is kept about one member of one guild: all of it to read, and how to forget who it was.

Forgetting takes the member's number out of everything and puts a random one below zero there, so sums still hold,
others keep their results, and nobody can tell whose they were. The audit log alone keeps its numbers: it is a hash
chain about the use of power.
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
    await db.all(_DROP_INPUTS, before)
    return len(await db.all(_DROP_SETUPS, before))


_DROP_INPUTS = "DELETE FROM inputs WHERE hand IN (SELECT id FROM hands WHERE status <> 'live' AND started < ?)"
_DROP_SETUPS = """
    UPDATE hands SET setup = '',
        result = CASE WHEN json_valid(result) THEN json_remove(result, '$.shown') ELSE result END
    WHERE status <> 'live' AND started < ? AND setup <> '' RETURNING id
"""


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
    """Numbers in columns. What results are summed into follows by itself."""
    who = (nobody, guild, member)
    await db.all("UPDATE accounts SET member = ? WHERE guild = ? AND member = ?", *who)
    await db.all("UPDATE results SET member = ? WHERE guild = ? AND member = ?", *who)
    await db.all("DELETE FROM members WHERE guild = ? AND member = ?", guild, member)
    await db.all("UPDATE transfers SET actor = ? WHERE guild = ? AND actor = ?", *who)
    await db.all(_KEYS, nobody, guild, member)
    await db.all(_OUTBOX, *who)
    await db.all("UPDATE tables SET host = ? WHERE guild = ? AND host = ? AND is_open = 0", *who)


_OUTBOX = "UPDATE outbox SET member = ? WHERE table_id IN (SELECT id FROM tables WHERE guild = ?) AND member = ?"
_KEYS = """
    UPDATE transfers SET key = 'gone:' || ?1 || ':' || id
    WHERE guild = ?2 AND (key = 'open:' || ?2 || ':' || ?3 OR key LIKE 'reload:' || ?2 || ':' || ?3 || ':%')
"""

_TEXTS = (
    (
        "SELECT id, result FROM hands WHERE guild = ? AND status <> 'live' AND instr(result, ?)",
        "UPDATE hands SET result = ? WHERE guild = ? AND id = ?",
    ),
    (
        "SELECT id, state FROM tables WHERE guild = ? AND is_open = 0 AND instr(state, ?)",
        "UPDATE tables SET state = ? WHERE guild = ? AND id = ?",
    ),
    (
        "SELECT id, config FROM tables WHERE guild = ? AND is_open = 0 AND instr(config, ?)",
        "UPDATE tables SET config = ? WHERE guild = ? AND id = ?",
    ),
    (
        "SELECT number, standing FROM seasons WHERE guild = ? AND instr(standing, ?)",
        "UPDATE seasons SET standing = ? WHERE guild = ? AND number = ?",
    ),
)
"""JSON texts in which members are named by number: how to find and how to rewrite them."""


async def _rename_in_texts(db: Statements, guild: int, member: int, nobody: int) -> None:
    for found, rewritten in _TEXTS:
        for key, text in await db.all(found, guild, str(member)):
            told = json.dumps(_renamed(json.loads(text), member, nobody), sort_keys=True)
            await db.all(rewritten, told, guild, key)


def _renamed(data: object, member: int, nobody: int) -> object:
    """The same data with one number for another, as value or key; Discord's ids are like no other numbers here."""
    match data:
        case dict():
            pairs = ((nobody if key == str(member) else key, value) for key, value in data.items())
            return {str(key): _renamed(value, member, nobody) for key, value in pairs}
        case list():
            return [_renamed(value, member, nobody) for value in data]
        case _:
            return nobody if data == member else data
