"""Main and side pots: layers of what was put in, and how a pot is cut."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.facts import Chips, Seat, fact


@fact
class Pot:
    """Chips in the middle and the live seats that may win them, in table order."""

    amount: Chips
    contenders: tuple[Seat, ...]


def layers(put_in: Sequence[Chips], live: Sequence[Seat], dead: Chips) -> tuple[Pot, ...]:
    """Pots of a hand, main pot first (S4-13, S4-17).

    put_in: chips each seat put in this hand, by seat number, folded seats too. live: in table order. dead: carried and
    shared chips, which belong to the main pot. Nobody can win what dead hands put in above the last live layer (S4-19).
    """
    pots = []
    below = 0
    for top in sorted({put_in[seat] for seat in live}):
        amount = sum([(min(top, chips)) - below for chips in put_in if chips > below])
        pots.append(Pot(amount + dead, tuple(seat for seat in live if put_in[seat] >= top)))
        below, dead = top, 0
    return tuple(pot for pot in pots if pot.amount)


def cut(amount: Chips, parts: int) -> tuple[Chips, ...]:
    """Cut chips into parts as even as possible; the first ones get the odd chips, one each (S1-12, TDA-20)."""
    each, odd = divmod(amount, parts)
    return tuple(each + (place < odd) for place in range(parts))
