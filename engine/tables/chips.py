"""Where every chip of a table is, and the transfer between two moments: bets, pots, buy-ins and cash-outs alike."""

from __future__ import annotations

from engine.rules.hand import Hand
from engine.tables.ports import Account, AccountKind, Posting
from engine.tables.state import State

Holdings = dict[Account, int]


def holdings(guild: int, table: int, state: State, hand: Hand | None) -> Holdings:
    """Chips by account: each member's stack (queued top-ups too) and the pot, during a hand as the hand has them."""
    playing = hand if hand is not None and not hand.over else None
    found: Holdings = {}
    for seat, place in state.table.places.items():
        stack = playing.stack[seat] if playing and seat in playing.order else place.stack
        found[Account(AccountKind.STACK, guild, state.members[seat], table)] = stack + place.queued
    pot = playing.pot if playing else state.table.carried
    found[Account(AccountKind.POT, guild, 0, table)] = pot
    return found


def postings(before: Holdings, after: Holdings, bankrolls: dict[Account, int]) -> tuple[Posting, ...]:
    """The postings from one moment to the next; `bankrolls`: chips that came to a bankroll (negative: left it).

    Raises ArithmeticError when chips would appear or vanish: then nothing may be stored and the table must stop.
    """
    moved = dict(bankrolls)
    for account in {**before, **after}:
        moved[account] = moved.get(account, 0) + after.get(account, 0) - before.get(account, 0)
    if sum(moved.values()):
        raise ArithmeticError(f"{sum(moved.values())} chips appeared")
    return tuple(Posting(account, chips) for account, chips in moved.items() if chips)
