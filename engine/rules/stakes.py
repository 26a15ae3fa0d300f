"""Stakes: the betting structure and the forced bets, and who owes which post."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.rules.facts import Chips, Seat


class Limit(StrEnum):
    """The betting structure."""

    FIXED = "fixed"
    SPREAD = "spread"
    POT = "pot"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """All amounts in chips.

    blinds: from the first seat left of the button; the largest is the live bet of the first round.
    small_bet, big_bet: fixed limit. min_bet: smallest bet in pot and no limit. spread: lowest and highest bet.
    bring_in: stud. bb_ante, button_ante: one dead ante paid by one seat for all. button_blind: a live one (short deck).
    """

    limit: Limit
    ante: Chips = 0
    blinds: tuple[Chips, ...] = ()
    small_bet: Chips = 0
    big_bet: Chips = 0
    min_bet: Chips = 0
    spread: tuple[Chips, Chips] = (0, 0)
    bring_in: Chips = 0
    bb_ante: Chips = 0
    button_ante: Chips = 0
    button_blind: Chips = 0

    @property
    def smallest_bet(self) -> Chips:
        """The least amount of a bet in the first round, in chips."""
        return {Limit.FIXED: self.small_bet, Limit.SPREAD: self.spread[0]}.get(self.limit, self.min_bet)

    def unit(self, *, big: bool) -> Chips:
        """The bet size of a round, in chips: the big one where the stakes name one (fixed limit, S1-58, S1-59)."""
        return self.big_bet if big and self.big_bet and self.limit is not Limit.SPREAD else self.smallest_bet

    @property
    def big_blind(self) -> Chips:
        """What statistics and buy-ins count in: the largest live post, or the smallest bet without one."""
        return max((*self.blinds, self.button_blind, 0)) or self.smallest_bet


class PostKind(StrEnum):
    """What a forced bet is for."""

    ANTE = "ante"
    SHARED_ANTE = "shared_ante"  # one seat pays it for all: big-blind or button ante
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    BLIND = "blind"  # a third or fourth blind, an only one, or one from the button
    STRADDLE = "straddle"
    LIVE_POST = "live_post"  # a newcomer buys in behind the blinds
    DEAD_BLIND = "dead_blind"  # a missed small blind


OPENING_POSTS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.BLIND, PostKind.STRADDLE})
"""The seat after the last of these speaks first; a newcomer's post does not move it."""

LIVE_POSTS = OPENING_POSTS | {PostKind.LIVE_POST}
"""Posts that are a bet of the first round; the others are dead money."""

FOR_ALL = frozenset({PostKind.SHARED_ANTE, PostKind.DEAD_BLIND})
"""Dead money of one seat for the whole table: all of it in the main pot, whoever is all-in for how much."""


@dataclass(frozen=True, slots=True)
class Due:
    """A post that a seat owes, with its nominal amount in chips; a short stack puts in what it has."""

    seat: Seat
    kind: PostKind
    amount: Chips


def blind_kinds(count: int) -> tuple[PostKind, ...]:
    """Names of so many blinds, from the first seat left of the button."""
    match count:
        case 0:
            return ()
        case 1:
            return (PostKind.BLIND,)
        case _:
            return (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, *(PostKind.BLIND,) * (count - 2))


def dues(
    stakes: Stakes, order: tuple[Seat, ...], *, antes: bool = True, dead_small_blind: bool = False
) -> tuple[Due, ...]:
    """Posts of one hand for seats in `order` (button last), in the order in which they are put in.

    Heads-up with two blinds the button posts the first one (TDA-34B, ruling 28). `dead_small_blind`: nobody posts it
    and the first seat left of the button posts the big blind. Without `antes` a limit of re-antes is reached (S0-30).
    """
    blinds = _blinds(stakes, order)
    if dead_small_blind:
        blinds = tuple(Due(order[0], due.kind, due.amount) for due in blinds if due.kind is PostKind.BIG_BLIND)
    return (*_shared_antes(stakes, order, blinds), *_antes(stakes, order), *blinds) if antes else blinds


def _blinds(stakes: Stakes, order: tuple[Seat, ...]) -> tuple[Due, ...]:
    seats = (order[-1], order[0]) if len(order) == 2 and len(stakes.blinds) >= 2 else order
    posts = list(zip(seats, blind_kinds(len(stakes.blinds)), stakes.blinds, strict=False))
    if stakes.button_blind:
        posts.append((order[-1], PostKind.BLIND, stakes.button_blind))
    return tuple(Due(seat, kind, amount) for seat, kind, amount in posts if amount)


def _antes(stakes: Stakes, order: tuple[Seat, ...]) -> tuple[Due, ...]:
    return tuple(Due(seat, PostKind.ANTE, stakes.ante) for seat in order if stakes.ante)


def _shared_antes(stakes: Stakes, order: tuple[Seat, ...], blinds: tuple[Due, ...]) -> tuple[Due, ...]:
    """One seat pays for all: the big blind, or the button."""
    big = [due.seat for due in blinds if due.kind is PostKind.BIG_BLIND] if stakes.bb_ante else []
    posts = [Due(seat, PostKind.SHARED_ANTE, stakes.bb_ante) for seat in big]
    if stakes.button_ante:
        posts.append(Due(order[-1], PostKind.SHARED_ANTE, stakes.button_ante))
    return tuple(posts)
