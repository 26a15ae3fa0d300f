"""The double-entry ledger: the only place where chips move.

A transfer's postings sum to zero, no account but the house falls below zero, and a key happens once for ever.
The balance in `accounts` is a cache of the postings, written in the same transaction; `data.books` proves it.
"""

from __future__ import annotations

from collections.abc import Mapping

from data.errors import BadTransfer, Refused
from data.statements import Statements
from engine.tables.ports import Account, AccountKind, AlreadyDone, NotEnough, Transfer

MOST = 10**15
"""More chips than any game needs in one posting; sums of such stay far below 64 bits (RELIABILITY 66)."""

_ENTER = """
    INSERT INTO transfers (guild, key, reason, actor, note, interaction, at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING RETURNING id
"""
_CHANGE = """
    UPDATE accounts SET balance = balance + ?
    WHERE kind = ? AND guild = ? AND member = ? AND table_id = ? RETURNING id
"""
_CREATE = "INSERT INTO accounts (balance, kind, guild, member, table_id) VALUES (?, ?, ?, ?, ?) RETURNING id"
_BALANCE = "SELECT balance FROM accounts WHERE kind = ? AND guild = ? AND member = ? AND table_id = ?"


async def transfer(db: Statements, order: Transfer, at: float) -> None:
    """Carry out a transfer inside the transaction that runs; `at` is UTC seconds.

    Raises BadTransfer, AlreadyDone (the key was used), NotEnough; the caller's transaction must then be undone.
    """
    guild, moves = _checked(order)
    entered = await db.one(_ENTER, guild, order.key, order.reason, order.actor, order.note, order.interaction, at)
    if entered is None:
        raise AlreadyDone(order.key)
    lines = [(entered[0], await _move(db, account, chips), chips) for account, chips in moves.items()]
    await db.many("INSERT INTO postings (transfer_id, account_id, chips) VALUES (?, ?, ?)", lines)


async def balance(db: Statements, account: Account) -> int:
    """Chips in an account; 0 for one that does not exist."""
    return await db.number(_BALANCE, account.kind, account.guild, account.member, account.table)


async def was_done(db: Statements, key: str) -> bool:
    """Whether a transfer of this key is in the books."""
    return bool(await db.number("SELECT count(*) FROM transfers WHERE key = ?", key))


def _checked(order: Transfer) -> tuple[int, Mapping[Account, int]]:
    """The transfer's guild and the net chips of each account it changes."""
    guilds = {posting.account.guild for posting in order.postings}
    amounts = [posting.chips for posting in order.postings]
    if len(guilds) != 1 or sum(amounts) != 0 or max(map(abs, amounts)) > MOST:
        raise BadTransfer(order.key)
    net: dict[Account, int] = {}
    for posting in order.postings:
        net[posting.account] = net.get(posting.account, 0) + posting.chips
    return guilds.pop(), {account: chips for account, chips in net.items() if chips != 0}


async def _move(db: Statements, account: Account, chips: int) -> int:
    """Change a balance and give the account's id. The schema's CHECK is what keeps it from falling below zero."""
    where = (account.kind, account.guild, account.member, account.table)
    try:
        return await db.number(_CHANGE, chips, *where) or await db.number(_CREATE, chips, *where)
    except Refused:
        has = await balance(db, account)
        if account.kind is AccountKind.HOUSE or has + chips >= 0:
            raise
        raise NotEnough(account, has, -chips) from None
