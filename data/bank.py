"""Chips of members away from the table: opening bankroll, grants, reloads, and what the ledger tells about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from data import audit, ledger, newcomers
from data.errors import AboveFloor, Refused, TooSoon, TooYoung
from data.statements import Statements
from engine.tables.ports import Account, AccountKind, Deed, Note, Posting, Transfer

RELOAD_REST = 20 * 3600
"""Seconds between two reloads, besides the new UTC day (RELIABILITY 78)."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's chips: off the tables, and in stacks on them (not what lies in pots)."""

    member: int
    bankroll: int
    on_tables: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a bankroll's history: chips that came (negative: went), and the balance after it."""

    transfer: int
    at: float
    reason: str
    chips: int
    balance: int
    actor: int
    note: str
    table: int  # where they went to or came from; 0: no table


@dataclass(frozen=True, slots=True)
class Evening:
    """What a table meant for one member, in chips. Bets in a hand that is still played count as lost so far."""

    member: int
    bought_in: int
    topped_up: int
    cashed_out: int
    on_table: int

    @property
    def net(self) -> int:
        """Won (negative: lost)."""
        return self.cashed_out + self.on_table - self.bought_in - self.topped_up


def bankroll_of(guild: int, member: int) -> Account:
    """The account of a member's chips off the table."""
    return Account(AccountKind.BANKROLL, guild, member)


async def open_bankroll(
    db: Statements, guild: int, member: int, opening: int, *, joined: float | None, at: float
) -> int:
    """The bankroll in chips; the first call posts the opening from the house.

    Who is too young for it may play with chips that he was granted; raises TooYoung when he has none. joined: since
    when he is a member of the server, None for not known.
    """
    key, has = f"open:{guild}:{member}", await ledger.balance(db, bankroll_of(guild, member))
    if opening <= 0 or await ledger.was_done(db, key):
        return has
    try:
        await newcomers.check(db, guild, member, joined, at)
    except TooYoung:
        if has:
            return has
        raise
    await ledger.transfer(db, Transfer(key, "open", _from_house(guild, member, opening)), at)
    return has + opening


async def grant(  # noqa: PLR0913 -- a grant is a sentence with this many parts
    db: Statements, guild: int, member: int, chips: int, *, actor: int, reason: str, interaction: int, at: float
) -> int:
    """A host gives chips (negative: takes them back), once per interaction, and it is written down. The new balance."""
    if interaction == 0 or chips == 0:
        raise Refused("a grant needs an interaction and chips")
    had = await ledger.balance(db, bankroll_of(guild, member))
    moved = _from_house(guild, member, chips)
    await ledger.transfer(db, Transfer(f"grant:{interaction}", "grant", moved, actor, reason, interaction), at)
    note = Note(guild, actor, Deed.GRANT, str(member), str(had), str(had + chips), reason, interaction)
    await audit.record(db, note, at)
    return had + chips


async def reload(  # noqa: PLR0913 -- all of it decides whether there are any
    db: Statements, guild: int, member: int, *, chips: int, floor: int, interaction: int, joined: float | None,
    at: float,
) -> int:
    """Free chips for a member with fewer than `floor`, stacks included. The new bankroll.

    Once per UTC day and 20 hours; parallel claims find the key used (RELIABILITY 99). Raises TooYoung, AboveFloor,
    TooSoon.
    """
    await newcomers.check(db, guild, member, joined, at)
    purse = await purse_of(db, guild, member)
    if purse.bankroll + purse.on_tables >= floor:
        raise AboveFloor(purse.bankroll + purse.on_tables, floor)
    last = await db.one(_LAST_RELOAD, guild, member)
    if last and last[0] is not None and at < _rested(last[0]):
        raise TooSoon(_rested(last[0]))
    day = datetime.fromtimestamp(at, UTC).date().isoformat()
    key, moved = f"reload:{guild}:{member}:{day}", _from_house(guild, member, chips)
    await ledger.transfer(db, Transfer(key, "reload", moved, member, "", interaction), at)
    return purse.bankroll + chips


async def purse_of(db: Statements, guild: int, member: int) -> Purse:
    """One member's chips."""
    row = await db.one(f"{_PURSES} AND member = ?2", guild, member)
    return Purse(member, row["bankroll"] or 0, row["on_tables"] or 0) if row else Purse(member, 0, 0)


async def purses(db: Statements, guild: int) -> list[Purse]:
    """Everybody's chips, most first."""
    rows = await db.all(f"{_PURSES} GROUP BY member ORDER BY bankroll + on_tables DESC, member", guild)
    return [Purse(*row) for row in rows]


async def history(db: Statements, guild: int, member: int, limit: int, before: int | None) -> list[Entry]:
    """A bankroll's movements, newest first; `before` is the transfer of the last line of the page before."""
    return [Entry(*row) for row in await db.all(_HISTORY, guild, member, before, limit)]


async def evening(db: Statements, table: int) -> list[Evening]:
    """What a table meant for everybody who sat there, best first."""
    lines = [Evening(*row) for row in await db.all(_EVENING, table)]
    return sorted(lines, key=lambda line: (-line.net, line.member))


async def total(db: Statements, guild: int) -> int:
    """All chips of a guild that the house has issued, wherever they lie."""
    return await db.number("SELECT sum(balance) FROM accounts WHERE guild = ? AND kind <> 'house'", guild)


def _from_house(guild: int, member: int, chips: int) -> tuple[Posting, Posting]:
    """Chips that the house issues to a member's bankroll."""
    return Posting(Account(AccountKind.HOUSE, guild), -chips), Posting(bankroll_of(guild, member), chips)


def _rested(last: float) -> float:
    """When the next reload may be had: on the next UTC day, and not before 20 hours are over."""
    midnight = datetime.fromtimestamp(last, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return max(last + RELOAD_REST, (midnight + timedelta(days=1)).timestamp())


_PURSES = """
    SELECT member, sum(balance) FILTER (WHERE kind = 'bankroll') AS bankroll,
        coalesce(sum(balance) FILTER (WHERE kind = 'stack'), 0) AS on_tables
    FROM accounts WHERE guild = ?1 AND kind IN ('bankroll', 'stack')
"""
_LAST_RELOAD = """
    SELECT max(t.at) FROM accounts a JOIN postings p ON p.account_id = a.id JOIN transfers t ON t.id = p.transfer_id
    WHERE a.kind = 'bankroll' AND a.guild = ? AND a.member = ? AND t.reason = 'reload'
"""
_HISTORY = """
    SELECT * FROM (
        SELECT t.id, t.at, t.reason, p.chips, sum(p.chips) OVER (ORDER BY t.id), t.actor, t.note, coalesce((
            SELECT max(other.table_id) FROM postings q JOIN accounts other ON other.id = q.account_id
            WHERE q.transfer_id = t.id), 0)
        FROM accounts a JOIN postings p ON p.account_id = a.id JOIN transfers t ON t.id = p.transfer_id
        WHERE a.kind = 'bankroll' AND a.guild = ?1 AND a.member = ?2)
    WHERE ?3 IS NULL OR id < ?3 ORDER BY id DESC LIMIT ?4
"""
# Chips that went between a member's stack at the table and the same member's bankroll.
_EVENING = """
    SELECT s.member,
        coalesce(-sum(b.chips) FILTER (WHERE b.chips < 0 AND t.reason <> 'top_up'), 0),
        coalesce(-sum(b.chips) FILTER (WHERE b.chips < 0 AND t.reason = 'top_up'), 0),
        coalesce(sum(b.chips) FILTER (WHERE b.chips > 0), 0),
        s.balance
    FROM accounts s JOIN postings p ON p.account_id = s.id JOIN transfers t ON t.id = p.transfer_id
    JOIN accounts a ON a.kind = 'bankroll' AND a.guild = s.guild AND a.member = s.member AND a.table_id = 0
    JOIN postings b ON b.transfer_id = t.id AND b.account_id = a.id
    WHERE s.table_id = ?1 AND s.kind = 'stack' GROUP BY s.id
"""
