"""A short way to write a hand down in a test.

    hand = deal("holdem no 1/2", A=100, B=100, C="100 AsAd", board="2c 7d 9h Js 3d")
    play(hand, "C raise 6, A fold, B call")
    assert offer(hand, "B").bet_to == range(2, 95)

`deal` takes game, limit and blinds (or bets) in one word each, and the seats clockwise from the left of the button; the
last one has the button. A seat is a stack, or a stack and its cards. What is not given comes from the rest of the deck.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from engine.rules.cards import Card, Cards, parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Awarded, Event, Returned, Shown
from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    Code,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    Offer,
    PokerError,
    RunTimes,
    Show,
    ShowFalseOpeners,
    Throw,
)
from engine.rules.setup import DealError, Setup, completed
from engine.rules.stakes import Limit, Stakes, dues
from engine.rules.steps import Board, Deal
from engine.rules.variants import Variant, agreed

NAMES = "ABCDEFGHIJ"

Rules = dict[str, Any]
"""House rules of a test, by name."""

PLAIN: dict[str, Action] = {
    "fold": Fold(), "check": Check(), "call": Call(), "bring-in": BringIn(), "pat": Throw(()), "show": Show(),
    "muck": Muck(), "board": DeclareBoard(), "confess": ShowFalseOpeners(), "open": DeclareOpen(),
    "decline": DeclineOpen(),
}


def stakes(limit: str, amounts: str, **more: Any) -> Stakes:
    """`fixed 10/20` are the bets, `no 1/2`, `pot 1/2` the blinds, `spread 1-5` the ends of the spread."""
    kind = Limit(limit)
    numbers = tuple(int(number) for number in amounts.replace("-", "/").split("/"))
    said: dict[str, Any] = {"blinds": numbers, "min_bet": max(numbers)}
    if kind is Limit.FIXED:
        said = {"small_bet": numbers[0], "big_bet": numbers[1]}
    elif kind is Limit.SPREAD:
        said = {"spread": numbers}
    return Stakes(limit=kind, **(said | more))


def deal(
    game: str,
    *,
    board: str = "",
    then: str = "",
    decks: tuple[str, ...] = (),
    forced: dict[str, Any] | None = None,
    house: Rules | None = None,
    carried: Chips = 0,
    error: DealError | None = None,
    **seats: Any,
) -> Hand:
    """A hand that has begun. `then`: cards after the deal, in order; `decks`: orders of later shuffles (a prefix each).

    `forced` changes the stakes (ante, blinds, bring_in), `house` the house rules.
    """
    key, limit, amounts = game.split()
    variant = CATALOGUE[key]
    rules = replace(variant.house, **(house or {}))
    script = agreed(variant, rules)
    chips, held = _seats(seats)
    amount = stakes(limit, amounts, **(forced or {}))
    order = tuple(range(1, len(seats) + 1))
    first = _stacked(replace(variant, script=script), held, parse_cards(board), parse_cards(then))
    setup = Setup(
        variant=variant, house=rules, stakes=amount, order=order, stacks=chips, dues=dues(amount, order),
        decks=tuple(completed(cards, variant.deck) for cards in (first, *map(parse_cards, decks))),
        carried=carried, deal_error=error,
    )
    hand = Hand(setup)
    hand.begin()
    return hand


def alike(names: str, stack: Chips) -> dict[str, Any]:
    """Seats with the same stack: `**alike("ABC", 99)`."""
    return dict.fromkeys(names, stack)


def _seats(seats: dict[str, int | str]) -> tuple[tuple[Chips, ...], list[Cards]]:
    assert "".join(seats) == NAMES[: len(seats)], "seats are A, B, C ... clockwise, the last one has the button"
    words = [str(said).split(maxsplit=1) for said in seats.values()]
    return tuple(int(word[0]) for word in words), [parse_cards(word[1]) if len(word) > 1 else () for word in words]


def _stacked(variant: Variant, held: list[Cards], board: Cards, then: Cards) -> Cards:
    """The deck that deals these holdings (all of a stud hand's cards too) and this board."""
    named = [card for cards in (*held, board, then) for card in cards]
    known = set(named)
    assert len(known) == len(named), "a card is named twice"
    spare = iter([card for card in variant.deck if card not in known])
    left = [list(cards) for cards in held]
    boards = list(board)
    deck: list[Card] = []
    for step in variant.script:
        if isinstance(step, Deal):
            deck += islice(spare, step.burn)
            for cards in left * (step.down + step.up):
                deck += [cards.pop(0)] if cards else islice(spare, 1)
        elif isinstance(step, Board) and boards:
            deck += islice(spare, step.burn)
            for _ in range(step.cards):
                deck += [boards.pop(0)] if boards else islice(spare, 1)
    return (*deck, *then)


def play(hand: Hand, line: str) -> Hand:
    """Actions such as `A bet 10, B call, C throw As Kd`. A refused one raises its PokerError."""
    for said in filter(None, map(str.strip, line.split(","))):
        name, verb, *rest = said.split(maxsplit=2)
        hand.act(seat(name), _action(hand, seat(name), verb, "".join(rest)))
    return hand


def _action(hand: Hand, place: Seat, verb: str, rest: str) -> Action:
    match verb:
        case "bet" | "raise":
            return BetTo(int(rest))
        case "all-in":
            return _all_in(hand, place)
        case "throw":
            return Throw(parse_cards(rest))
        case "runs":
            return RunTimes(int(rest))
        case _:
            return PLAIN[verb]


def _all_in(hand: Hand, place: Seat) -> Action:
    """The whole stack, as the call or the bet that it amounts to."""
    found = hand.offer(place)
    short = isinstance(found, BettingOffer) and found.call == hand.stack[place]
    return Call() if short else BetTo(hand.bet[place] + hand.stack[place])


def refused(hand: Hand, said: str) -> Code:
    """The reason for which an action is refused; fails when it is not, or when the refusal changed anything."""
    before = state(hand)
    try:
        play(hand, said)
    except PokerError as error:
        assert state(hand) == before, "a refused action changed something"
        return error.code
    raise AssertionError(f"{said} was not refused")


def state(hand: Hand) -> object:
    """What a refusal must leave alone."""
    chips = [(hand.stack[place], hand.bet[place], hand.put_in[place]) for place in hand.order]
    return list(hand.log), list(hand.inputs), chips, hand.pot, hand.waiting_on, list(hand.live), hand.stock.peek()


def seat(name: str) -> Seat:
    return NAMES.index(name) + 1


def turn(hand: Hand) -> str:
    """Who is asked, all of them when the order is free; empty when the hand is over."""
    return "".join(NAMES[place - 1] for place in hand.waiting_on)


def offer(hand: Hand, name: str) -> Offer:
    return hand.offer(seat(name))


def betting(hand: Hand, name: str) -> BettingOffer:
    """The offer of a seat that is to bet."""
    found = hand.offer(seat(name))
    assert isinstance(found, BettingOffer)
    return found


def amounts(hand: Hand, name: str) -> tuple[Chips, Chips] | None:
    """Least and most total that the seat may bet or raise to; None when it may not."""
    legal = betting(hand, name).bet_to
    return (legal[0], legal[-1]) if legal else None


def stacks(hand: Hand) -> tuple[Chips, ...]:
    return tuple(hand.stack[place] for place in hand.order)


def pots(hand: Hand) -> list[tuple[Chips, str]]:
    """Each award's amount and the seats that could win it."""
    return [(event.amount, _names(event.contenders)) for event in hand.log if isinstance(event, Awarded)]


def returned(hand: Hand) -> dict[str, Chips]:
    return {NAMES[event.seat - 1]: event.amount for event in hand.log if isinstance(event, Returned)}


def shown(hand: Hand) -> str:
    return _names([event.seat for event in hand.log if isinstance(event, Shown)])


def events(hand: Hand, kind: type[Event]) -> list[Any]:
    return [event for event in hand.log if isinstance(event, kind)]


def _names(seats: Any) -> str:
    return "".join(NAMES[place - 1] for place in seats)
