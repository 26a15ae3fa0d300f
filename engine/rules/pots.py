"""Main and side pots: layers of what was put in, and how a pot is cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.rules.facts import Chips, Seat, fact


@fact
class Pot:
    """Chips in the middle and the live seats that may win them, in table order."""

    amount: Chips
    contenders: tuple[Seat, ...]


def layers(put_in: Mapping[Seat, Chips] | Sequence[Chips], live: Sequence[Seat], seats: Iterable[Seat], dead: Chips) -> tuple[Pot, ...]:
    """Pots of a hand, main pot first (S4-13, S4-17).

    `put_in`: chips each seat put in this hand, folded seats too; `live` and `seats` in table order; `dead`: carried and shared
    chips, which belong to the main pot. What folded seats put in above the last live layer falls into the last pot.
    """
    pots: list[Pot] = []
    below = 0
    in_hand = list(seats)
    steps = sorted({put_in[seat] for seat in live})
    for step in steps:
        amount = sum(min(put_in[seat], step) - min(put_in[seat], below) for seat in in_hand)
        amount += dead if not pots else 0
        contenders = tuple(seat for seat in live if put_in[seat] >= step)
        pots.append(Pot(amount, contenders))
        below = step
    above = sum(max(put_in[seat] - below, 0) for seat in in_hand)
    if above and pots:
        last = pots[-1]
        pots[-1] = Pot(last.amount + above, last.contenders)
    return tuple(pot for pot in pots if pot.amount)


def cut(amount: Chips, parts: int) -> tuple[Chips, ...]:
    """Cut chips into parts as even as possible; the first ones get the odd chips, one each (S1-12, TDA-20)."""
    each, odd = divmod(amount, parts)
    return tuple(each + (place < odd) for place in range(parts))
