"""The steps a variant's script is made of. Frozen data: what happens, never how.

A step either finishes at once (post, deal, board) or opens a phase that waits for players (bet, draw, discard).
A burn belongs to the deal it precedes, so there is no step of its own for it. The showdown is the end of the script.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.rules.ranking import Ranking


class Opens(Enum):
    """Who speaks first in a betting round."""

    AFTER_BLINDS = "after_blinds"  # left of the last blind, or of the button when nobody posted one
    LEFT_OF_BUTTON = "left_of_button"
    OPENER = "opener"  # house rule first_after_draw decides, else left of the button
    LOW_CARD = "low_card"  # lowest up card by rank and suit posts the bring-in (S2-57)
    HIGH_CARD = "high_card"  # razz: the highest one does
    BEST_UP = "best_up"
    LOWEST_UP = "lowest_up"


class Size(Enum):
    """Which of the two fixed-limit bets a round is played in."""

    SMALL = "small"
    BIG = "big"


@dataclass(frozen=True, slots=True)
class Post:
    """The posts that the table worked out are put in."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards to every live seat: `down` first, then `up`. `may_share`: too few left, one card for all (stud)."""

    down: int = 0
    up: int = 0
    burn: bool = False
    may_share: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Community cards, turned up together."""

    cards: int
    burn: bool = True


@dataclass(frozen=True, slots=True)
class Bet:
    """A betting round.

    openers: the first bet needs jacks or better. may_pass_in: if all check, the deal ends. pair_option: who shows a
    pair may bet double.
    """

    street: str
    opens: Opens = Opens.LEFT_OF_BUTTON
    size: Size = Size.SMALL
    openers: bool = False
    may_pass_in: bool = False
    pair_option: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Each live seat in turn may exchange up to `up_to` cards; `crowd_up_to` when seven are in and none folded."""

    street: str = "draw"
    up_to: int = 3
    crowd_up_to: int = 3
    burn: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Every live seat throws exactly so many cards and gets none back (pineapple)."""

    exactly: int
    street: str = "discard"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Floor ruling: cards taken back go into the stub, which is shuffled (S3-11, S3-14).

    Burns and folded hands stay out.
    """


@dataclass(frozen=True, slots=True)
class Misflop:
    """Dealing error: a flop of too many cards is seen and must be redealt (S3-9) or scrambled (TDA-39A)."""

    cards: int
    scramble: bool = False
    burn: bool = True


@dataclass(frozen=True, slots=True)
class Swap:
    """Dealing error: the card at `place` of the deal was exposed and is replaced (S3-6).

    `place` None: one card too many went to the first seat and comes back (S3-16).
    """

    place: int | None


@dataclass(frozen=True, slots=True)
class Void:
    """Dealing error: misdeal, everything goes back (S3-4, S3-8, S3-17)."""

    reason: str = "misdeal"


Step = Post | Deal | Board | Bet | Draw | Discard | Reshuffle | Misflop | Swap | Void
Script = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """One part of each pot: which ranking wins it and how many down cards must play (None: any number)."""

    ranking: Ranking
    hole: int | None = None
