"""The steps that finish at once, and the phases that the others open."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.rules.betting import Betting
from engine.rules.cards import Cards
from engine.rules.events import BoardDealt, BoardTakenBack, Dealt, Reason, Replaced, Shared, StreetOpened, Voided
from engine.rules.phases import Drawing, Throwing
from engine.rules.steps import (
    Bet,
    Board,
    Deal,
    Discard,
    Draw,
    Misflop,
    Post,
    Reshuffle,
    Step,
    Swap,
    Void,
)

if TYPE_CHECKING:
    from engine.rules.hand import Hand


def run_step(hand: Hand, step: Step, run: int = 0) -> None:
    """Do a step of the script; `run` is the board it deals to."""
    match step:
        case Bet():
            hand.phase = round_ = Betting(hand, step)
            hand.tell(StreetOpened(step.street, round_.unit))
        case Board():
            _board(hand, step, run)
        case Deal():
            _deal(hand, step)
        case Draw(street):
            hand.tell(StreetOpened(street, 0))
            hand.burn(step)
            hand.phase = Drawing(hand, step)
        case Discard(_, street):
            hand.tell(StreetOpened(street, 0))
            hand.phase = Throwing(hand, step)
        case Post():
            for due in hand.setup.dues:
                hand.post(due.seat, due.kind, due.amount)
        case _:
            _put_right(hand, step)


def _board(hand: Hand, step: Board, run: int) -> None:
    hand.burn(step)
    cards = hand.stock.take(step.cards)
    hand.boards[run] += cards
    hand.tell(BoardDealt(run, cards))


def _deal(hand: Hand, step: Deal) -> None:
    """One card at a time clockwise from the left of the button, so the i-th seat gets every n-th card (S2-4)."""
    seats = len(hand.live)
    need = seats * (step.down + step.up)
    if step.may_share and len(hand.stock) < need:
        _share(hand, step)
        return
    if not step.may_share or len(hand.stock) > need:  # with just enough left the burn is skipped (ruling 18)
        hand.burn(step)
    cards = hand.stock.take(need)
    for place, seat in enumerate(hand.live):
        mine = cards[place::seats]
        hidden = 0 if seat in hand.tabled else step.down  # the last card of a tabled stud hand is seen by all (S4-12)
        down, up = mine[:hidden], mine[hidden:]
        hand.down[seat] += down
        hand.up[seat] += up
        hand.tell(Dealt(seat, down, up))


def _share(hand: Hand, step: Deal) -> None:
    """Too few cards for all: one community card, burning first only if two or more are left (ruling 18)."""
    if len(hand.stock) >= 2:
        hand.burn(step)
    hand.shared = hand.stock.take(1)
    hand.tell(Shared(hand.shared))


# What human dealers do wrong (rows S3)


def _put_right(hand: Hand, step: Reshuffle | Misflop | Swap | Void) -> None:
    match step:
        case Reshuffle():
            hand.stock.mix_out_back()
        case Misflop():
            _misflop(hand, step)
        case Swap(place):
            _swap(hand, place)
        case Void():
            _void(hand)
        case _:
            assert_never(step)


def _misflop(hand: Hand, step: Misflop) -> None:
    """Too many cards on the flop: all are taken back (S3-9), or three stay by lot, one is the next burn (TDA-39A)."""
    hand.burn(step)
    cards = hand.stock.take(step.cards)
    hand.tell(BoardTakenBack("flop", cards))
    if step.scramble:
        mixed = hand.stock.scrambled(cards)
        hand.boards[0] += mixed[:3]
        hand.stock.put_on_top(mixed[3])
        hand.tell(BoardDealt(0, mixed[:3]))
    else:
        hand.stock.out.extend(cards)
        hand.stock.mix_out_back()


def _swap(hand: Hand, place: int | None) -> None:
    """An exposed card is replaced by the top card and burned (S3-6, S3-7); an extra one is the burn (S3-16)."""
    seat, taken, given = _swapped(hand, place)
    hand.stock.muck.extend(taken)
    hand.tell(Replaced(seat, taken, place is not None, given))


def _swapped(hand: Hand, place: int | None) -> tuple[int, Cards, Cards]:
    if place is None:
        return hand.order[0], hand.stock.take(1), ()
    seat = hand.order[place % len(hand.order)]
    index = place // len(hand.order)
    held = hand.down[seat]
    given = hand.stock.take(1)
    hand.down[seat] = (*held[:index], *given, *held[index + 1 :])
    return seat, (held[index],), given


def _void(hand: Hand) -> None:
    """A misdeal: stacks, carried pot and button are what they were (S3-4, S3-8, S3-17)."""
    for seat, chips in zip(hand.order, hand.setup.stacks, strict=True):
        hand.stack[seat], hand.put_in[seat] = chips, 0
    hand.clear_bets()
    hand.pot = hand.setup.carried
    hand.tell(Voided(Reason.MISDEAL))
    hand.carry_over(Reason.MISDEAL)
