"""A variant: a script of steps, what it pays, and the house rules it is played by unless a table says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.rules.cards import FULL_DECK, Cards
from engine.rules.house import HouseRules, OpenPair, RoundCheck
from engine.rules.stakes import Limit
from engine.rules.steps import Bet, Board, Deal, Draw, Script, Share, Size, Step

ALL_LIMITS = (Limit.FIXED, Limit.SPREAD, Limit.POT, Limit.NO)


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One game, equal only to itself.

    limits: structures it is played with, the usual one first. script: has one draw at most; house rules repeat it.
    """

    key: str
    script: Script
    pays: tuple[Share, ...]
    house: HouseRules = field(default_factory=HouseRules)
    limits: tuple[Limit, ...] = ALL_LIMITS
    deck: Cards = FULL_DECK

    @property
    def has_draw(self) -> bool:
        """Cards are exchanged."""
        return any(isinstance(step, Draw) for step in self.script)

    @property
    def has_board(self) -> bool:
        """There are community cards."""
        return any(isinstance(step, Board) for step in self.script)

    @property
    def has_up_cards(self) -> bool:
        """Stud: some cards are dealt face up, and the low one brings in."""
        return any(isinstance(step, Deal) and step.up for step in self.script)

    @property
    def has_openers(self) -> bool:
        """Jacks to open, or another minimum."""
        return any(isinstance(step, Bet) and step.openers for step in self.script)

    @property
    def is_hilo(self) -> bool:
        """The pot is shared between high and low."""
        return len(self.pays) > 1


@lru_cache(maxsize=256)
def agreed(variant: Variant, house: HouseRules) -> Script:
    """The script as this table plays it: house rules rewrite it before the hand begins, so it need not ask them."""
    steps = [_by_house(step, house) for step in variant.script]
    return _with_draws(tuple(steps), house) if variant.has_draw else tuple(steps)


def _by_house(step: Step, house: HouseRules) -> Step:
    match step:
        case Board() | Deal() if not house.burn and step.burn:
            return replace(step, burn=False)
        case Draw():
            crowd = min(2, house.max_draw) if house.seven_handed_max_two else house.max_draw
            return replace(step, up_to=house.max_draw, crowd_up_to=crowd, burn=house.burn)
        case Bet():
            return replace(
                step,
                may_pass_in=step.may_pass_in and house.round_check is RoundCheck.REDEAL,
                pair_option=step.pair_option and house.open_pair is not OpenPair.OFF,
            )
        case _:
            return step


def _with_draws(steps: Script, house: HouseRules) -> Script:
    """The draw and the round after it as often as agreed, the last two rounds in big bets (S1-36, ruling 21)."""
    place = next(index for index, step in enumerate(steps) if isinstance(step, Draw))
    before, draw, after = steps[:place], steps[place], steps[place + 1]
    assert isinstance(draw, Draw)
    assert isinstance(after, Bet)
    big_from = house.big_bet_from_round or max(2, house.draws)
    names = ("draw",) if house.draws == 1 else tuple(f"draw_{count}" for count in range(1, house.draws + 1))
    tail: list[Step] = []
    for count, name in enumerate(names, start=1):
        crowd = draw.crowd_up_to if count == 1 else draw.up_to
        size = Size.BIG if count + 1 >= big_from else Size.SMALL
        street = after.street if house.draws == 1 else f"after_{name}"
        tail += [replace(draw, street=name, crowd_up_to=crowd), replace(after, street=street, size=size)]
    return (*before, *tail)
