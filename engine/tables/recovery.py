"""When something does not add up: books are compared, a hand is paid back, a table stops alone (RELIABILITY 3)."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.rules.catalogue import HOLDEM
from engine.rules.hand import Hand
from engine.rules.pots import cut
from engine.rules.stakes import Limit, Stakes
from engine.rules.table import Table
from engine.tables import playing
from engine.tables.chips import Holdings, holdings, postings
from engine.tables.config import Game, TableConfig
from engine.tables.errors import No, TableError
from engine.tables.ports import Account, AccountKind, Deed, Saved, Store, TableRecord, Transfer, Unavailable
from engine.tables.snapshot import Phase
from engine.tables.state import State

if TYPE_CHECKING:
    from engine.tables.steps import Steps

log = logging.getLogger(__name__)


def mark_of(hand: Hand | None) -> str:
    """Where a running hand stands: cards, chips and who is to act, as a mark that tells nobody which cards.

    Stored with each step. A replay that comes to another mark is not the hand that was played: other rules, or a fault.
    """
    if hand is None or hand.over:
        return ""
    cards = (hand.down, hand.up, hand.boards, hand.shared)
    chips = (hand.stack, hand.bet, hand.put_in, hand.pot)
    where = f"{hand.setup.secret} {cards} {chips} {hand.live} {hand.waiting_on}"
    return hashlib.sha256(where.encode()).hexdigest()[:16]


async def verify(table: Steps) -> None:
    """The hand must be there with all its inputs and stand where it stood, and the books must agree with it.

    Raises ArithmeticError.
    """
    record = table.hand_record
    if record and runs(table) and (table.hand is None or len(table.inputs) != record.version):
        raise ArithmeticError(f"the hand of table {table.table} cannot be replayed")
    if table.state.mark not in ("", mark_of(table.hand)):
        dealt = table.hand.setup.rules if table.hand else 0
        raise ArithmeticError(f"the hand of table {table.table}, dealt under rules {dealt}, plays otherwise now")
    expected = table.work().mark
    found = await _by_the_books(table.tools.store, expected)
    if found != expected:
        wrong = ", ".join(str(account.kind) for account in expected if found[account] != expected[account])
        raise ArithmeticError(f"the books of table {table.table} say otherwise about: {wrong}")


def runs(table: Steps) -> bool:
    """Whether a hand is not over, as far as the store knows."""
    return table.hand_record is not None and table.hand_record.status not in (playing.ENDED, playing.VOID)


async def _by_the_books(store: Store, accounts: Holdings) -> Holdings:
    return {account: await store.balance(account) for account in accounts}


async def give_up(table: Steps) -> None:
    """Every chip put in since the hand began goes back, also to who has folded; the hand is void and play goes on.

    The table is frozen instead when there is no such hand, or when the books do not allow it.
    """
    async with table.lock:
        try:
            await _refund(table)
        except Unavailable:
            raise
        except Exception:
            log.exception("table %s is frozen", table.table)
            table.freeze()


async def fall_back(table: Steps) -> None:
    """The screen shows more than is stored, so the database is an old one (RELIABILITY 8, 15): the table stops.

    The running hand is paid back from what is stored, the last that can be trusted. Raises Unavailable. It stops also
    when that fails, or when nobody waits for it any more.
    """
    async with table.lock:
        try:
            if runs(table):
                await _refund(table)
        finally:
            table.behind = True
            table.freeze()


async def _refund(table: Steps) -> None:
    record = table.hand_record
    if record is None or not runs(table):
        raise ArithmeticError("no hand runs that could be paid back")
    work = table.work()
    before = holdings(work.guild, work.table, work.state, None)  # until it ends, a hand leaves the places as they were
    work.mark = await _by_the_books(table.tools.store, before)
    if any(not _only_put_in(account, work.mark[account], chips) for account, chips in before.items()):
        raise ArithmeticError("the books hold more than a hand could have moved")
    work.voided = replace(record, status=playing.VOID, deadline=0)
    work.note(Deed.GIVE_UP, str(record.number))
    playing.give_up(work)
    await table.commit(work)


async def forget_screen(table: Steps) -> None:
    """The table's message knows of what was lost with a restored backup: there will be a new one."""
    if table.state.phase is not Phase.FROZEN:
        async with table.step() as work:
            work.state.notes.clear()


def _only_put_in(account: Account, now: int, at_start: int) -> bool:
    """A hand only moves chips from the stacks into the pot before it ends."""
    return now >= at_start if account.kind is AccountKind.POT else now <= at_start


# A table that nobody can read or trust


def stand_in(saved: Saved) -> Saved:
    """A table whose state cannot be read, with its members in their seats and nothing else: it can only be closed."""
    seats = dict(saved.seats)
    state = State(Table(max(10, *seats, 2)), members=seats, phase=Phase.BETWEEN)
    for seat in seats:
        state.table.sit(seat, 0)
    return Saved(replace(saved.table, state=state.to_json(), config=_readable(saved.table)), None, (), saved.seats)


def _readable(record: TableRecord) -> str:
    try:
        TableConfig.from_json(record.config).games[0].variant  # noqa: B018 -- asks whether the game is known here
    except (ValueError, KeyError, TypeError, IndexError):
        stakes = Stakes(limit=Limit.NO, blinds=(1, 2), min_bet=2)
        return TableConfig(games=(Game(HOLDEM.key, stakes),)).to_json()
    return record.config


async def close_by_the_books(table: Steps, member: int = 0, interaction: int = 0) -> bool:
    """Close a frozen table: everybody gets what the books say is his, and equal parts of what lies in the middle.

    member, interaction: who closes it and how he said so; 0: the house does, for the place is lost. Refuses what is
    closed already.
    """
    async with table.lock:
        if table.state.phase is Phase.CLOSED:
            raise TableError(No.CLOSED)
        work = table.work(member, interaction)
        work.note(Deed.CLOSE if member else Deed.ABANDON)
        members = [member for _, member in sorted(work.state.members.items())]
        pot = Account(AccountKind.POT, work.guild, 0, work.table)
        stacks = [Account(AccountKind.STACK, work.guild, member, work.table) for member in members]
        found = await _by_the_books(table.tools.store, dict.fromkeys((*stacks, pot), 0))
        shares = cut(found[pot], len(members)) if members else ()
        paid = {
            Account(AccountKind.BANKROLL, work.guild, member): found[stack] + share
            for member, stack, share in zip(members, stacks, shares, strict=True)
        }
        paid[Account(AccountKind.HOUSE, work.guild)] = 0 if members else found[pot]
        moved = postings(found, {}, paid)
        if moved:
            work.transfers.append(Transfer(f"{work.table}:{work.version}:books", "cash_out", moved, work.actor))
        _leave_empty(table, work.state)
        work.hand, work.is_open = None, False
        if table.hand_record and runs(table):
            work.voided = replace(table.hand_record, status=playing.VOID, deadline=0)
        await table.commit(work)
    return True


def _leave_empty(table: Steps, state: State) -> None:
    state.table = Table(table.config.seats)
    state.members.clear()
    state.waitlist.clear()
    state.phase = Phase.CLOSED
    state.deadline = state.next_hand_at = 0
