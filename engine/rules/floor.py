"""Rulings on dealing errors (rows S3).

A ruling rewrites what is left of the script; none knows how a hand is played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.rules.betting import Betting
from engine.rules.dealing import run_step
from engine.rules.events import BoardTakenBack
from engine.rules.facts import Seat, fact
from engine.rules.house import FourCardFlop
from engine.rules.play import Code, PokerError
from engine.rules.setup import DealError, Setup
from engine.rules.steps import Bet, Board, Deal, Misflop, Reshuffle, Script, Step, Swap, Void
from engine.rules.variants import agreed

if TYPE_CHECKING:
    from engine.rules.hand import Hand


@fact
class TurnedEarly:
    """The next board cards were turned before the betting was finished (S3-10 to S3-15)."""

    street: str  # flop, turn, river: for the log


@fact
class Misdealt:
    """The floor calls a misdeal: everything goes back."""


@fact
class Exposed:
    """The dealer showed a down card of this seat before anybody acted (S3-4 to S3-8). `place`: which one, from 0."""

    seat: Seat
    place: int


Ruling = TurnedEarly | Misdealt | Exposed


def script_of(setup: Setup) -> Script:
    """The script of a hand: as agreed at the table, and rewritten by an error in the deal."""
    script = agreed(setup.variant, setup.house)
    error = setup.deal_error
    if error is None:
        return script
    deal = next(place for place, step in enumerate(script) if isinstance(step, Deal)) + 1
    if error.four_card_flop:
        return _with_misflop(script, setup)
    return (*script[:deal], _deal_ruling(error), *_without_next_burn(script[deal:]))


def _deal_ruling(error: DealError) -> Step:
    if len(error.exposed) > 1 or 0 in error.exposed or error.extra_cards > 1:
        return Void()
    return Swap(error.exposed[0] if error.exposed else None)


def _without_next_burn(script: Script) -> Script:
    """The exposed or extra card was the burn: the first board comes without another."""
    place = next((place for place, step in enumerate(script) if isinstance(step, Board)), None)
    return script if place is None else _replaced(script, place, _unburned(script[place]))


def _unburned(step: Step) -> Step:
    assert isinstance(step, Board)
    return replace(step, burn=False)


def _with_misflop(script: Script, setup: Setup) -> Script:
    place = next(place for place, step in enumerate(script) if isinstance(step, Board))
    flop = script[place]
    assert isinstance(flop, Board)
    if setup.house.four_card_flop is FourCardFlop.SCRAMBLE:
        return _replaced(script, place, Misflop(flop.cards + 1, scramble=True, burn=flop.burn))
    return _replaced(script, place, Misflop(flop.cards + 1, burn=flop.burn), replace(flop, burn=False))


def _replaced(script: Script, place: int, *steps: Step) -> Script:
    return (*script[:place], *steps, *script[place + 1 :])


def refusal_of(hand: Hand, ruling: Ruling) -> PokerError | None:
    """Why a ruling does not fit the moment; None if it does."""
    if hand.over:
        return PokerError(Code.HAND_OVER)
    return None if _fits(hand, ruling) else PokerError(Code.ILLEGAL_ACTION)


def _fits(hand: Hand, ruling: Ruling) -> bool:
    match ruling:
        case Misdealt():
            return True
        case TurnedEarly(street):
            return _is_next(hand, street)
        case Exposed(seat, place):
            return _is_dealt(hand) and seat in hand.order and 0 <= place < len(hand.down[seat])


def _is_dealt(hand: Hand) -> bool:
    """Whether the cards of a board game are dealt and nobody has acted on them."""
    acted = any(isinstance(entry, tuple) for entry in hand.inputs)
    return hand.variant.has_board and isinstance(hand.phase, Betting) and not acted


def _is_next(hand: Hand, street: str) -> bool:
    """Whether a betting round is open and the cards of this street come next, not yet turned early once."""
    ahead = hand.script[hand.pc :]
    if not ahead or not isinstance(ahead[0], Board) or hand.stock.out:
        return False
    named = next((step.street for step in ahead if isinstance(step, Bet)), "")
    return isinstance(hand.phase, Betting) and named == street


def apply(hand: Hand, ruling: Ruling) -> None:
    """Carry a ruling out."""
    match ruling:
        case Misdealt():
            _misdeal(hand)
        case Exposed(seat, place):
            _exposed(hand, seat, place)
        case TurnedEarly():
            _turned_early(hand, ruling)


def _misdeal(hand: Hand) -> None:
    hand.phase = None
    hand.script = (*hand.script[: hand.pc], Void())


def _exposed(hand: Hand, seat: Seat, place: int) -> None:
    """Replaced and used as the burn; the first card of the deal, or a second exposed one, makes a misdeal."""
    again = any(isinstance(entry, Exposed) for entry in hand.inputs[:-1]) or hand.setup.deal_error is not None
    if again or (seat, place) == (hand.order[0], 0):
        _misdeal(hand)
        return
    hand.script = (*hand.script[: hand.pc], *_without_next_burn(hand.script[hand.pc :]))
    run_step(hand, Swap(place * len(hand.order) + hand.order.index(seat)))


def _turned_early(hand: Hand, ruling: TurnedEarly) -> None:
    board = hand.script[hand.pc]
    assert isinstance(board, Board)
    hand.burn(board)
    cards = hand.stock.take(board.cards)
    hand.stock.out.extend(cards)
    hand.tell(BoardTakenBack(ruling.street, cards))
    hand.script = _redealt(hand.script, hand.pc)


def _redealt(script: Script, place: int) -> Script:
    """A flop is dealt again from the reshuffled stub (S3-11).

    A turn is simply the next card, and the river comes from the reshuffle (S3-12 to S3-15).
    """
    step = script[place]
    assert isinstance(step, Board)
    if step.cards == 1:
        place = max(index for index, other in enumerate(script) if isinstance(other, Board))
    return _replaced(script, place, Reshuffle(), _unburned(script[place]))

