"""What players say: actions, offers (what a seat may do now), and why something is refused.

An offer is the only source of legality: buttons, validation, time-outs and the words of a refusal come from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.rules.cards import Card, Cards, hidden
from engine.rules.facts import Chips, Seat, fact


@fact
class Fold:
    """Give the hand up."""


@fact
class Check:
    """Pass while there is nothing to call."""


@fact
class Call:
    """Match the level, or put in all of a short stack."""


@fact
class BetTo:
    """Bet or raise: `to` is the seat's total in this round, in chips. All of the stack makes it an all-in."""

    to: Chips


@fact
class BringIn:
    """Post the forced bet of stud instead of opening for the full bet."""


@fact
class Throw:
    """Discard cards, in a draw or where the game demands it. `splits`: the opener announces that he splits openers."""

    cards: Cards
    splits: bool = False


@fact
class ShowFalseOpeners:
    """The opener admits that he had no openers; may come out of turn."""


@fact
class DeclareOpen:
    """Take over the opening from a false opener (S0-52)."""


@fact
class DeclineOpen:
    """Do not."""


@fact
class Show:
    """Table the hand at a showdown."""


@fact
class Muck:
    """Throw the hand away at a showdown; there is no claim to the pot left."""


@fact
class DeclareBoard:
    """Say that the board plays (S3-18), which tables the hand too."""


@fact
class RunTimes:
    """Vote for so many boards after an all-in; the fewest anybody wants are dealt."""

    times: int


Action = (
    Fold | Check | Call | BetTo | BringIn | Throw | ShowFalseOpeners | DeclareOpen | DeclineOpen
    | Show | Muck | DeclareBoard | RunTimes
)


class Code(StrEnum):
    """Why an action is refused or a bet is barred."""

    NOT_YOUR_TURN = "not_your_turn"
    HAND_OVER = "hand_over"
    ILLEGAL_ACTION = "illegal_action"
    TOO_SMALL = "amount_too_small"
    TOO_LARGE = "amount_too_large"
    WRONG_AMOUNT = "wrong_amount"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOBODY_TO_CALL = "nobody_to_call"
    RAISE_CAP = "raise_cap"
    NOT_REOPENED = "raise_not_reopened"
    NO_CHECK_RAISE = "no_check_raise"
    NOT_QUALIFIED = "not_qualified"
    TOO_MANY_DISCARDS = "too_many_discards"
    TOO_FEW_DISCARDS = "too_few_discards"
    BAD_DISCARD = "bad_discard"


class PokerError(Exception):
    """A refused action. Nothing has changed.

    `facts` are what a sentence about it needs: least, most (legal totals in chips), amount (what was asked),
    options (the only legal totals), up_to (cards).
    """

    def __init__(self, code: Code, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts


@fact
class BettingOffer:
    """A seat's choices in a betting round. Amounts in chips.

    call: what goes in, all of a short stack; None when checking is free. bet_to: legal totals, None when barred.
    opening: `bet` rather than `raise`. bring_in: stud's forced bet; then only this or a bet. all_in_to: the stack as a
    total. fixed: every amount is set. confess: the seat may show false openers. to_open: nobody has opened yet (jacks).
    completing: a bet here completes the bring-in. would_open: what a seat without openers could bet if it had them.
    """

    seat: Seat
    call: Chips | None
    bet_to: range | None
    opening: bool
    barred: Code | None
    bring_in: Chips | None
    all_in_to: Chips
    fixed: bool
    confess: bool
    to_open: bool
    completing: bool
    would_open: range | None


@fact
class ThrowOffer:
    """A seat's choice of discards: `least` to `most` of `cards`. `keeps_aside`: the opener's discards are set apart."""

    seat: Seat
    least: int
    most: int
    cards: Cards
    keeps_aside: bool
    confess: bool


@fact
class OpenersOffer:
    """A seat is asked whether it declares the pot open after false openers. `barred`: it has no openers itself."""

    seat: Seat
    barred: Code | None


@fact
class ShowOffer:
    """A seat must show or muck. `board`: it plays the board, which must be declared to win (S3-18)."""

    seat: Seat
    board: bool


@fact
class RunOffer:
    """A seat may vote for 1 to `most` boards."""

    seat: Seat
    most: int


@fact
class WaitOffer:
    """It is not this seat's turn. `turn`: whose it is (empty when the hand is over)."""

    seat: Seat
    turn: tuple[Seat, ...]
    confess: bool


Offer = BettingOffer | ThrowOffer | OpenersOffer | ShowOffer | RunOffer | WaitOffer


def refusal(offer: Offer, action: Action) -> PokerError | None:
    """Why the action is not legal under the offer; None if it is. The one judge of legality."""
    if isinstance(action, ShowFalseOpeners):
        return _confession_refusal(offer)
    match offer:
        case BettingOffer():
            return _betting_refusal(offer, action)
        case ThrowOffer():
            return _throw_refusal(offer, action)
        case OpenersOffer():
            return _openers_refusal(offer, action)
        case ShowOffer() if isinstance(action, Show | Muck | DeclareBoard):
            return None
        case RunOffer() if isinstance(action, RunTimes) and 1 <= action.times <= offer.most:
            return None
        case WaitOffer():
            return PokerError(Code.NOT_YOUR_TURN if offer.turn else Code.HAND_OVER, turn=offer.turn)
    return PokerError(Code.ILLEGAL_ACTION)


def _confession_refusal(offer: Offer) -> PokerError | None:
    if isinstance(offer, BettingOffer | ThrowOffer | WaitOffer) and offer.confess:
        return None
    over = isinstance(offer, WaitOffer) and not offer.turn
    return PokerError(Code.HAND_OVER if over else Code.ILLEGAL_ACTION)


def _betting_refusal(offer: BettingOffer, action: Action) -> PokerError | None:
    match action:
        case Call():
            legal = offer.call is not None
        case Check():
            legal = offer.call is None and offer.bring_in is None
        case BetTo():
            return _amount_refusal(offer, action.to)
        case BringIn():
            legal = offer.bring_in is not None
        case Fold():
            legal = offer.bring_in is None
        case _:
            legal = False
    return None if legal else PokerError(Code.ILLEGAL_ACTION)


def _amount_refusal(offer: BettingOffer, to: Chips) -> PokerError | None:
    legal = offer.bet_to
    if legal is None:
        return PokerError(offer.barred or Code.ILLEGAL_ACTION, amount=to, most=offer.all_in_to)
    if type(to) is int and to in legal:
        return None
    return PokerError(_amount_code(offer, legal, to), amount=to, least=legal[0], most=legal[-1], options=options(legal))


def _amount_code(offer: BettingOffer, legal: range, to: Chips) -> Code:
    if type(to) is not int:
        return Code.ILLEGAL_ACTION
    if to > offer.all_in_to:
        return Code.NOT_ENOUGH_CHIPS
    if offer.fixed:
        return Code.WRONG_AMOUNT
    return Code.TOO_SMALL if to < legal[0] else Code.TOO_LARGE


def options(legal: range) -> tuple[Chips, ...]:
    """The totals, when there are so few that each can be a button; empty for a whole range."""
    return tuple(legal) if len(legal) <= 2 else ()


def _throw_refusal(offer: ThrowOffer, action: Action) -> PokerError | None:
    if not isinstance(action, Throw):
        return PokerError(Code.ILLEGAL_ACTION)
    if not _held(offer.cards, action.cards):
        return PokerError(Code.BAD_DISCARD)
    if len(action.cards) > offer.most:
        return PokerError(Code.TOO_MANY_DISCARDS, up_to=offer.most)
    if len(action.cards) < offer.least:
        return PokerError(Code.TOO_FEW_DISCARDS, up_to=offer.least)
    return None


def _held(holding: Sequence[Card], thrown: Sequence[Card]) -> bool:
    return len(set(thrown)) == len(thrown) and set(thrown) <= set(holding)


def _openers_refusal(offer: OpenersOffer, action: Action) -> PokerError | None:
    match action:
        case DeclareOpen():
            return PokerError(offer.barred) if offer.barred else None
        case DeclineOpen():
            return None
        case _:
            return PokerError(Code.ILLEGAL_ACTION)


def time_out(offer: Offer) -> Action:
    """What the clock does for a seat that does not answer: never worse than needed (S0-14, TDA-30)."""
    match offer:
        case BettingOffer():
            return _betting_time_out(offer)
        case ThrowOffer():
            return Throw(offer.cards[len(offer.cards) - offer.least :])  # what must go: the cards dealt last
        case OpenersOffer():
            return DeclineOpen()
        case ShowOffer():
            return DeclareBoard() if offer.board else Show()
        case RunOffer():
            return RunTimes(1)
        case WaitOffer():
            raise PokerError(Code.NOT_YOUR_TURN, turn=offer.turn)


def _betting_time_out(offer: BettingOffer) -> Action:
    if offer.bring_in is not None:
        return BringIn()
    return Fold() if offer.call is not None else Check()


def offer_seen_by(offer: Offer, viewer: Seat | None) -> Offer:
    """The offer as a viewer may know it. Only its own seat sees what depends on down cards (DESIGN section 2)."""
    if viewer == offer.seat:
        return offer
    match offer:
        case BettingOffer():
            return _public_betting(offer)
        case ThrowOffer():
            return ThrowOffer(
                offer.seat, offer.least, offer.most, hidden(offer.cards), offer.keeps_aside, confess=False
            )
        case OpenersOffer():
            return OpenersOffer(offer.seat, None)
        case ShowOffer():
            return ShowOffer(offer.seat, board=False)
        case WaitOffer():
            return WaitOffer(offer.seat, offer.turn, confess=False)
        case RunOffer():
            return offer


def _public_betting(offer: BettingOffer) -> BettingOffer:
    """A bar for want of openers opens: the felt always offers `Open`, and the dealer refuses in private."""
    bet_to, barred = offer.bet_to, offer.barred
    if barred is Code.NOT_QUALIFIED:
        bet_to, barred = offer.would_open, None
    return BettingOffer(
        offer.seat, offer.call, bet_to, offer.opening, barred, offer.bring_in, offer.all_in_to, offer.fixed,
        confess=False, to_open=offer.to_open, completing=offer.completing, would_open=None,
    )
