"""The end of a hand: who shows, who wins which part of which pot, and where odd chips go.

Everything is worked out first and told afterwards: an engine that shows each hand it reads has leaked the losers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.cards import RANKS, SUITS
from engine.rules.events import Awarded, HandDied, Mucked, OpenersProved, Reason, Win
from engine.rules.facts import Chips, Seat
from engine.rules.house import HiloIdentical, OddChip
from engine.rules.openers import false_opener, proof
from engine.rules.pots import Pot, cut
from engine.rules.steps import Share

if TYPE_CHECKING:
    from engine.rules.hand import Hand

Values = dict[Seat, int]
"""What each live seat makes for one share on one board; seats that do not qualify are left out."""

UNCONTESTED = -1


def settle(hand: Hand) -> None:
    """Pay the hand out: uncontested when one live seat is left, else by showdown."""
    if hand.sole_false_opener():
        opener = hand.live[0]
        hand.tell(OpenersProved(opener, valid=False, cards=(), aside=(), public=True))
        hand.carry_over(Reason.FALSE_OPENERS)
    elif len(hand.live) == 1:
        _uncontested(hand)
    else:
        _showdown(hand)


def _uncontested(hand: Hand) -> None:
    """The last one left need not show (S1-13), but an opener proves openers (S0-46)."""
    winner = hand.live[0]
    amount = sum(pot.amount for pot in hand.pots())
    unclaimed = hand.pot - amount
    _prove_openers(hand, {winner})
    if amount:
        hand.award(winner, amount)
        hand.tell(Awarded(0, 0, UNCONTESTED, amount, (winner,), (Win(winner, amount, 0, None),)))
    _end(hand, unclaimed)


def _showdown(hand: Hand) -> None:
    """A false opener who got so far is shown like everybody else and only then found out (S0-59 to S0-61)."""
    shown_down = tuple(hand.live)
    first = first_to_show(hand)
    everybody = hand.must_table()
    caught = false_opener(hand)
    if caught:
        hand.fold(caught)
    awards = _awards(hand)
    unclaimed = hand.pot - sum(award.amount for award in awards)
    winners = {win.seat for award in awards for win in award.wins}
    _show(hand, first, shown_down, set(shown_down) if everybody else {first, *winners})
    if caught:
        hand.tell(HandDied(caught, Reason.FALSE_OPENERS, hand.down[caught], caught in hand.tabled))
        hand.tell(OpenersProved(caught, valid=False, cards=(), aside=(), public=True))
    _prove_openers(hand, winners)
    for award in awards:
        for win in award.wins:
            hand.award(win.seat, win.chips)
        hand.tell(award)
    _end(hand, unclaimed)


def _end(hand: Hand, unclaimed: Chips) -> None:
    """Odd chips may wait for the next hand, and so does a side pot whose only contender is dead (S4-19, S0-63)."""
    hand.carry = hand.pot
    hand.end(Reason.FALSE_OPENERS if unclaimed and hand.opening else None)


# Showing


def first_to_show(hand: Hand) -> Seat:
    """The last bettor or raiser of the final round; without one alive, who acted first there (ruling 26)."""
    last = hand.last_round
    if last is None:
        return hand.live[0]
    if last.aggressor in hand.live:
        return last.aggressor
    first = last.first
    return first if first in hand.live else next(seat for seat in hand.clockwise_after(first) if seat in hand.live)


def _show(hand: Hand, first: Seat, seats: tuple[Seat, ...], showing: set[Seat]) -> None:
    """Clockwise from the first to show: who must tables his hand, the others throw it in unseen (S2-23 to S2-25)."""
    for seat in (first, *hand.clockwise_after(first)):
        if seat not in seats or seat in hand.tabled:
            continue
        if seat in showing:
            hand.table(seat)
        else:
            hand.tell(Mucked(seat, hand.down[seat]))


def plays_the_board(hand: Hand, seat: Seat) -> bool:
    """Whether the seat's best hand is the board itself, which must be declared in a manual showdown (S3-18)."""
    board = hand.boards[0]
    share = hand.variant.pays[0]
    if share.hole is not None or len(board) < 5:
        return False
    return share.ranking.of(hand.down[seat], board, None) == share.ranking.value(board)


def _prove_openers(hand: Hand, winners: set[Seat]) -> None:
    """The opener proves the opening if he takes chips (S0-45); what he split off lies aside and is shown (S0-40)."""
    opening = hand.opening
    if opening is None or opening.seat not in hand.live:
        return
    cards = proof(opening.held, hand.house.openers_minimum)
    aside = tuple(card for card in cards if card in hand.stock.aside)
    hand.tell(OpenersProved(opening.seat, valid=True, cards=cards, aside=aside, public=opening.seat in winners))


# Pots


@dataclass(frozen=True, slots=True)
class _Part:
    """What one run and one share decide of a pot, and who wins it, in table order: left of the button first."""

    pot: int
    run: int
    share: int
    amount: Chips
    contenders: tuple[Seat, ...]
    winners: tuple[Seat, ...]


def _awards(hand: Hand) -> list[Awarded]:
    values = [[_values(hand, share, run) for share in hand.variant.pays] for run in range(len(hand.boards))]
    return [
        award
        for place, pot in enumerate(hand.pots())
        for run, amount in enumerate(cut(pot.amount, len(hand.boards)))
        for award in _shared_out(hand, Pot(amount, pot.contenders), place, run, values[run])
    ]


def _values(hand: Hand, share: Share, run: int) -> Values:
    board = hand.boards[run] + hand.shared
    read = ((seat, share.ranking.of(hand.down[seat] + hand.up[seat], board, share.hole)) for seat in hand.live)
    return {seat: value for seat, value in read if value is not None}


def _shared_out(hand: Hand, pot: Pot, place: int, run: int, values: list[Values]) -> list[Awarded]:
    """One award per share that somebody qualifies for; the first one, the high half, has the odd chip (ruling 12)."""
    best = [_best(pot, made) for made in values]
    paid = [share for share, winners in enumerate(best) if winners]
    parts = [
        _Part(place, run, share, amount, pot.contenders, best[share])
        for share, amount in zip(paid, cut(pot.amount, len(paid)), strict=True)
    ]
    if len(paid) == 2 and best[0] == best[1] and hand.house.hilo_identical is HiloIdentical.EVEN:
        return _even(hand, parts[0], parts[1], values)
    return [_award(hand, part, values[part.share]) for part in parts]


def _best(pot: Pot, values: Values) -> tuple[Seat, ...]:
    contending = [(values[seat], seat) for seat in pot.contenders if seat in values]
    top = max((value for value, _ in contending), default=None)
    return tuple(seat for value, seat in contending if value == top)


def _award(hand: Hand, part: _Part, values: Values) -> Awarded:
    chips = _chips(hand, part, part.amount)
    each = part.amount // len(part.winners)
    wins = tuple(Win(seat, chips[seat], chips[seat] - each, values[seat]) for seat in part.winners)
    return Awarded(part.pot, part.run, part.share, part.amount, part.contenders, wins)


def _chips(hand: Hand, part: _Part, amount: Chips) -> dict[Seat, Chips]:
    """Odd chips one each, left of the button first; of high hands in stud by suit; or they wait (S1-12, ruling 12)."""
    winners = part.winners
    each, odd = divmod(amount, len(winners))
    if not odd or hand.house.odd_chip is OddChip.CARRY_OVER:
        return dict.fromkeys(winners, each)
    if hand.variant.has_up_cards and not hand.variant.pays[part.share].ranking.is_low:
        winners = _by_highest_card(hand, part)
    return dict(zip(winners, cut(amount, len(winners)), strict=True))


def _by_highest_card(hand: Hand, part: _Part) -> tuple[Seat, ...]:
    """The highest card by suit among the five that play (TDA-20B)."""
    share = hand.variant.pays[part.share]
    board = hand.boards[part.run] + hand.shared

    def highest(seat: Seat) -> tuple[int, int]:
        best = share.ranking.best_cards(hand.down[seat] + hand.up[seat], board, share.hole)
        return max((RANKS.index(card[0]), SUITS.index(card[1])) for card in best)

    return tuple(sorted(part.winners, key=highest, reverse=True))


def _even(hand: Hand, high: _Part, low: _Part, values: list[Values]) -> list[Awarded]:
    """The same players tied both ways: each one's part of the whole is cut in two, high first (RR, ruling 13)."""
    amount = high.amount + low.amount
    whole = _chips(hand, high, amount)
    each = amount // len(high.winners)
    lower = tuple(Win(seat, whole[seat] // 2, 0, values[1][seat]) for seat in high.winners)
    upper = tuple(
        Win(seat, whole[seat] - whole[seat] // 2, whole[seat] - each, values[0][seat]) for seat in high.winners
    )
    paid_low = sum(win.chips for win in lower)
    return [
        Awarded(high.pot, high.run, high.share, amount - paid_low, high.contenders, upper),
        Awarded(low.pot, low.run, low.share, paid_low, low.contenders, lower),
    ]
