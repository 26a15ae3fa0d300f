"""What happens in a hand. Events carry everything; `seen_by` is the only door to human eyes and hides by default."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from engine.rules.cards import Cards, hidden
from engine.rules.facts import Chips, Seat, fact
from engine.rules.pots import Pot
from engine.rules.stakes import PostKind


class Verb(StrEnum):
    """What a seat did in a betting round."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    BRING_IN = "bring_in"


class Reason(StrEnum):
    """Why a pot stays in the middle, or a hand dies."""

    PASSED_IN = "passed_in"
    NO_OPENER = "no_opener"
    FALSE_OPENERS = "false_openers"
    MISDEAL = "misdeal"
    FLOOR = "floor"


@fact
class Started:
    """A hand begins. `order`: seats dealt in, button last; `stacks` in that order; `carried`: chips in the middle.

    `commitment`: what the sealed deck was committed to; empty when it is not sealed.
    """

    variant: str
    button: Seat
    order: tuple[Seat, ...]
    stacks: tuple[Chips, ...]
    carried: Chips
    commitment: str = ""


@fact
class Posted:
    """A forced bet of `amount` chips, less than due when the stack is short (even 0). `live`: it counts as a bet."""

    seat: Seat
    kind: PostKind
    amount: Chips
    live: bool


@fact
class Dealt:
    """Cards to a seat, `up` ones for everybody to see."""

    seat: Seat
    down: Cards
    up: Cards


@fact
class Shared:
    """One community card for all instead of a last card each (stud, deck too short)."""

    cards: Cards


@fact
class Burned:
    """Out of play, face down."""

    cards: Cards


@fact
class BoardDealt:
    """Community cards onto board number `run` (0 unless the rest is run more than once)."""

    run: int
    cards: Cards


@fact
class BoardTakenBack:
    """Cards turned too early or too many; out of play or into the stub, as the ruling says."""

    street: str
    cards: Cards


@fact
class Replaced:
    """An exposed card (public) or an extra one (`exposed` False) is taken from a seat and perhaps replaced."""

    seat: Seat
    taken: Cards
    exposed: bool
    given: Cards


@fact
class StreetOpened:
    """A round begins: betting, draw or discard. `unit`: the bet size of the round in chips, 0 where there is none."""

    street: str
    unit: Chips


@fact
class Acted:
    """`to`: the seat's total in this round; `paid`: chips that went in now; `all_in`: the stack is empty."""

    seat: Seat
    verb: Verb
    to: Chips
    paid: Chips
    all_in: bool


@fact
class Gathered:
    """A betting round is over; all bets are in the middle."""

    pots: tuple[Pot, ...]


@fact
class Drew:
    """An exchange. How many cards is public. `splits`: the opener split openers and it was announced."""

    seat: Seat
    discarded: Cards
    received: Cards
    splits: bool


@fact
class GaveUp:
    """Cards thrown without replacement (pineapple)."""

    seat: Seat
    discarded: Cards


@fact
class Reshuffled:
    """The stub was shuffled anew from so many cards; `ruling`: because of a dealing error, not for want of cards."""

    cards: Cards
    ruling: bool


@fact
class Opened:
    """The first bet in jacks to open. `held`: what the opener held then."""

    seat: Seat
    to: Chips
    held: Cards


@fact
class Asked:
    """A seat is asked whether it declares the pot open."""

    seat: Seat


@fact
class Answered:
    """It does, or it does not."""

    seat: Seat
    opens: bool


@fact
class HandDied:
    """A hand is dead. `shown`: the player showed it himself."""

    seat: Seat
    reason: Reason
    cards: Cards
    shown: bool


@fact
class Returned:
    """Chips nobody called go back."""

    seat: Seat
    amount: Chips


@fact
class Withdrawn:
    """Bets taken back after false openers."""

    seat: Seat
    amount: Chips


@fact
class RunsAgreed:
    """The rest of the board is dealt so many times."""

    times: int


@fact
class Voted:
    """A seat wants so many boards; secret until all have answered."""

    seat: Seat
    times: int


@fact
class Declared:
    """The board plays."""

    seat: Seat


@fact
class Shown:
    """A hand is tabled. `down`: the cards that were hidden until now."""

    seat: Seat
    down: Cards


@fact
class Mucked:
    """A hand is thrown in at the showdown, unseen."""

    seat: Seat
    down: Cards


@fact
class OpenersProved:
    """What the dealer knows of the opening. `cards`: the fewest that prove it; `aside`: those that were split off.

    `public`: the opener takes chips and so must prove it (S0-45, S0-46); a loser publishes nothing (ruling 27).
    """

    seat: Seat
    valid: bool
    cards: Cards
    aside: Cards
    public: bool


@fact
class Win:
    """A seat's part of a pot in chips, odd chips of it counted in `odd`.

    `value`: what the share's ranking reads in the winning hand; None when nobody was left to compare with.
    """

    seat: Seat
    chips: Chips
    odd: Chips
    value: int | None


@fact
class Awarded:
    """One pot, or the part of it that one run and one ranking decide.

    share: index into the variant's `pays`, -1 when uncontested. amount: in chips, odd chips that wait included.
    """

    pot: int
    run: int
    share: int
    amount: Chips
    contenders: tuple[Seat, ...]
    wins: tuple[Win, ...]


@fact
class Ended:
    """`stacks` in the order of Started; `carry`: chips that stay for the next deal, with the reason if nobody won."""

    stacks: tuple[Chips, ...]
    carry: Chips
    reason: Reason | None


@fact
class Voided:
    """A misdeal: every chip is back where it was before the hand."""

    reason: Reason


Event = (
    Started | Posted | Dealt | Shared | Burned | BoardDealt | BoardTakenBack | Replaced | StreetOpened | Acted
    | Gathered | Drew | GaveUp | Reshuffled | Opened | Asked | Answered | HandDied | Returned | Withdrawn | RunsAgreed
    | Voted | Declared | Shown | Mucked | OpenersProved | Awarded | Ended | Voided
)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as `viewer` may know it (None: a spectator). Foreign down cards become backs; counts stay visible."""
    match event:
        case (
            Started() | Posted() | Shared() | BoardDealt() | BoardTakenBack() | StreetOpened() | Acted() | Gathered()
            | Asked() | Answered() | Returned() | Withdrawn() | RunsAgreed() | Declared() | Shown() | Awarded()
            | Ended() | Voided()
        ):
            return event
        case Burned(cards):
            return Burned(hidden(cards))
        case Reshuffled(cards, ruling):
            return Reshuffled(hidden(cards), ruling)
        case (
            Dealt() | Drew() | GaveUp() | Opened() | HandDied() | Replaced() | Mucked() | Voted() | OpenersProved()
        ):
            return event if event.seat == viewer else _of_another(event)
        case _:
            assert_never(event)


def _of_another(
    event: Dealt | Drew | GaveUp | Opened | HandDied | Replaced | Mucked | Voted | OpenersProved,
) -> Event:
    """What is left of an event that belongs to somebody else."""
    match event:
        case Dealt(seat, down, up):
            return Dealt(seat, hidden(down), up)
        case Drew(seat, discarded, received, splits):
            return Drew(seat, hidden(discarded), hidden(received), splits)
        case GaveUp(seat, discarded):
            return GaveUp(seat, hidden(discarded))
        case Opened(seat, to, _):
            return Opened(seat, to, ())
        case HandDied(seat, reason, cards, shown):
            return HandDied(seat, reason, cards if shown else hidden(cards), shown)
        case Replaced(seat, taken, exposed, given):
            return Replaced(seat, taken if exposed else hidden(taken), exposed, hidden(given))
        case Mucked(seat, down):
            return Mucked(seat, hidden(down))
        case Voted(seat, _):
            return Voted(seat, 0)
        case OpenersProved(seat):
            return event if event.public else OpenersProved(seat, valid=True, cards=(), aside=(), public=False)
        case _:
            assert_never(event)
