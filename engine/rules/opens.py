"""Who speaks first in a betting round. Every answer is a seat; the round itself skips seats without chips."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.rules.cards import RANKS, SUITS, Card
from engine.rules.facts import Seat
from engine.rules.house import FirstAfterDraw
from engine.rules.lowball import low_up_cards
from engine.rules.ranking import up_cards
from engine.rules.stakes import OPENING_POSTS
from engine.rules.steps import Opens

if TYPE_CHECKING:
    from engine.rules.hand import Hand

_LOW_RANKS = "A23456789TJQK"


def first_to_act(hand: Hand, opens: Opens) -> Seat:
    """The seat from which the round starts to look, clockwise."""
    return _FIRST[opens](hand)


def _after_blinds(hand: Hand) -> Seat:
    """Left of the last blind or straddle, left of the button if nobody posted one (S1-5, S2-6)."""
    posted = [due.seat for due in hand.setup.dues if due.kind in OPENING_POSTS]
    return hand.after[posted[-1]] if posted else hand.order[0]


def _left_of_button(hand: Hand) -> Seat:
    return next(seat for seat in hand.order if seat in hand.live)


def _opener(hand: Hand) -> Seat:
    """The opener, or the next live seat if he folded or is dead (S0-24, S0-25), where the house says so."""
    if hand.house.first_after_draw is FirstAfterDraw.LEFT_OF_BUTTON or hand.first_bettor is None:
        return _left_of_button(hand)
    if hand.first_bettor in hand.live:
        return hand.first_bettor
    return next(seat for seat in hand.clockwise_after(hand.first_bettor) if seat in hand.live)


def _low_card(hand: Hand) -> Seat:
    """Lowest up card, clubs lowest (S2-57, S2-58)."""
    return min(hand.live, key=lambda seat: _by_rank_and_suit(hand.up[seat][0], RANKS))


def _high_card(hand: Hand) -> Seat:
    """Razz: highest up card, the ace low; spades highest."""
    return max(hand.live, key=lambda seat: _by_rank_and_suit(hand.up[seat][0], _LOW_RANKS))


def _by_rank_and_suit(card: Card, ranks: str) -> tuple[int, int]:
    return ranks.index(card[0]), SUITS.index(card[1])


def _best_up(hand: Hand) -> Seat:
    """Best board; of equal ones the one dealt first (S2-61, ruling 16)."""
    return max(hand.live, key=lambda seat: up_cards(hand.up[seat] + hand.shared))


def _lowest_up(hand: Hand) -> Seat:
    return max(hand.live, key=lambda seat: low_up_cards(hand.up[seat] + hand.shared))


_FIRST: dict[Opens, Callable[[Hand], Seat]] = {
    Opens.AFTER_BLINDS: _after_blinds,
    Opens.LEFT_OF_BUTTON: _left_of_button,
    Opens.OPENER: _opener,
    Opens.LOW_CARD: _low_card,
    Opens.HIGH_CARD: _high_card,
    Opens.BEST_UP: _best_up,
    Opens.LOWEST_UP: _lowest_up,
}
