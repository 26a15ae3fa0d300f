"""What does not fit together: every contradiction between a game, its stakes, the house rules and the seats, at once.

Rules of another betting structure (a cap in no limit) are no contradiction: they sleep until the structure is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum

from engine.rules.cards import RANKS
from engine.rules.house import Dealer, HouseRules
from engine.rules.stakes import Limit, Stakes
from engine.rules.steps import Bet, Board, Deal, Draw
from engine.rules.variants import Variant, agreed

LEAST_SEATS, MOST_SEATS = 2, 10
MOST_CHIPS = 10**9
MOST_DRAWS = 3
MOST_RUNS = 4


class Clash(StrEnum):
    """What is wrong; the facts beside it are what a sentence about it needs."""

    TOO_MANY_SEATS = "too_many_seats"  # seats, most
    TOO_FEW_SEATS = "too_few_seats"  # seats, least
    MORE_BLINDS_THAN_SEATS = "more_blinds_than_seats"  # blinds, seats
    LIMIT_NOT_PLAYED = "limit_not_played"  # limit, played
    NOT_AN_AMOUNT = "not_an_amount"  # name, amount
    NEGATIVE_AMOUNT = "negative_amount"  # name, amount
    AMOUNT_TOO_LARGE = "amount_too_large"  # name, amount, most
    SMALL_BET_MISSING = "small_bet_missing"
    BIG_BET_BELOW_SMALL = "big_bet_below_small"  # small_bet, big_bet
    MIN_BET_MISSING = "min_bet_missing"
    MIN_BET_BELOW_BLIND = "min_bet_below_blind"  # min_bet, blind
    SPREAD_BOUNDS = "spread_bounds"  # low, high
    BLIND_ABOVE_BET = "blind_above_bet"  # blind, bet
    NO_FORCED_BET = "no_forced_bet"
    BLINDS_FALLING = "blinds_falling"  # blinds
    BLINDS_IN_STUD = "blinds_in_stud"
    BLINDS_WITH_OPENERS = "blinds_with_openers"
    BRING_IN_WITHOUT_UP_CARDS = "bring_in_without_up_cards"
    BRING_IN_MISSING = "bring_in_missing"
    BRING_IN_ABOVE_BET = "bring_in_above_bet"  # bring_in, bet
    BB_ANTE_WITHOUT_BIG_BLIND = "bb_ante_without_big_blind"
    TWO_SHARED_ANTES = "two_shared_antes"
    OUT_OF_RANGE = "out_of_range"  # name, value, least, most
    OPENERS_MINIMUM = "openers_minimum"  # value
    OPENERS_RULES_WITHOUT_OPENERS = "openers_rules_without_openers"  # rules
    DRAW_RULES_WITHOUT_DRAW = "draw_rules_without_draw"  # rules
    HILO_RULES_WITHOUT_HILO = "hilo_rules_without_hilo"  # rules
    OPEN_PAIR_WITHOUT_UP_CARDS = "open_pair_without_up_cards"  # rules
    BOARD_RULES_WITHOUT_BOARD = "board_rules_without_board"  # rules
    RUNS_WITHOUT_BOARD = "runs_without_board"  # rules
    RUNS_WITHOUT_TABLED_HANDS = "runs_without_tabled_hands"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One contradiction and the facts that its sentence names. Amounts in chips."""

    code: Clash
    facts: dict[str, object] = field(default_factory=dict)


Clashes = Iterator[Conflict]


def conflicts(variant: Variant, stakes: Stakes, house: HouseRules, seats: int) -> tuple[Conflict, ...]:
    """Every contradiction, those of the amounts first; empty when the game can be played."""
    wrong = tuple(_amounts(stakes))
    bets = () if wrong else (*_structure(variant, stakes), *_forced_bets(variant, stakes))  # these compare amounts
    return (*wrong, *bets, *_house(variant, house), *_seats(variant, stakes, house, seats))


def seat_limit(variant: Variant, house: HouseRules) -> int:
    """The most seats, 2 to 10, that the deck is enough for whatever is drawn (S1-1, S1-22).

    Burned, folded and thrown cards come back when the stub runs out, but never those that the drawing seat throws or an
    opener has set aside. In stud the last card may be one for all.
    """
    script = agreed(variant, house)
    deals = [step for step in script if isinstance(step, Deal) and not step.may_share]
    boards = [step for step in script if isinstance(step, Board)]
    draws = [step.up_to for step in script if isinstance(step, Draw)]
    each = sum(step.down + step.up for step in deals)
    once = sum(step.burn for step in deals) + sum(step.cards + step.burn for step in boards)
    once += any(isinstance(step, Deal) and step.may_share for step in script)
    once += max(draws, default=0) + (sum(draws) if variant.has_openers else 0)
    return max(LEAST_SEATS, min(MOST_SEATS, (len(variant.deck) - once) // each))


# Stakes


def _amounts(stakes: Stakes) -> Clashes:
    for each in fields(stakes):
        value = getattr(stakes, each.name)
        for amount in value if isinstance(value, tuple) else (value,):
            if each.name != "limit":
                yield from _amount(each.name, amount)


def _amount(name: str, amount: object) -> Clashes:
    if type(amount) is not int:
        yield Conflict(Clash.NOT_AN_AMOUNT, {"name": name, "amount": amount})
    elif amount < 0:
        yield Conflict(Clash.NEGATIVE_AMOUNT, {"name": name, "amount": amount})
    elif amount > MOST_CHIPS:
        yield Conflict(Clash.AMOUNT_TOO_LARGE, {"name": name, "amount": amount, "most": MOST_CHIPS})


def _structure(variant: Variant, stakes: Stakes) -> Clashes:
    """The bets of the limit that is played."""
    if stakes.limit not in variant.limits:
        yield Conflict(Clash.LIMIT_NOT_PLAYED, {"limit": stakes.limit, "played": variant.limits})
    blind = max((*stakes.blinds, stakes.button_blind, 0))
    match stakes.limit:
        case Limit.FIXED:
            yield from _fixed_bets(stakes, blind)
        case Limit.SPREAD:
            low, high = stakes.spread
            if not 1 <= low <= high:
                yield Conflict(Clash.SPREAD_BOUNDS, {"low": low, "high": high})
            elif blind > high:
                yield Conflict(Clash.BLIND_ABOVE_BET, {"blind": blind, "bet": high})
        case Limit.POT | Limit.NO:
            if not stakes.min_bet:
                yield Conflict(Clash.MIN_BET_MISSING)
            elif stakes.min_bet < blind:  # S2-83 and S4-1 against S1-60 (ruling 29)
                yield Conflict(Clash.MIN_BET_BELOW_BLIND, {"min_bet": stakes.min_bet, "blind": blind})


def _fixed_bets(stakes: Stakes, blind: int) -> Clashes:
    if not stakes.small_bet:
        yield Conflict(Clash.SMALL_BET_MISSING)
    elif blind > stakes.small_bet:
        yield Conflict(Clash.BLIND_ABOVE_BET, {"blind": blind, "bet": stakes.small_bet})
    if stakes.big_bet < stakes.small_bet:
        yield Conflict(Clash.BIG_BET_BELOW_SMALL, {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet})


def _forced_bets(variant: Variant, stakes: Stakes) -> Clashes:
    """Somebody must put something in, and it must suit the game."""
    blinds = any(stakes.blinds) or stakes.button_blind > 0
    if not (blinds or stakes.ante or stakes.bb_ante or stakes.button_ante or stakes.bring_in):
        yield Conflict(Clash.NO_FORCED_BET)
    if list(stakes.blinds) != sorted(stakes.blinds):
        yield Conflict(Clash.BLINDS_FALLING, {"blinds": stakes.blinds})
    if blinds and variant.has_up_cards:
        yield Conflict(Clash.BLINDS_IN_STUD)
    if blinds and variant.has_openers:  # nobody could open: the blind would be the first bet (S0-5)
        yield Conflict(Clash.BLINDS_WITH_OPENERS)
    if stakes.bb_ante and len(stakes.blinds) < 2:
        yield Conflict(Clash.BB_ANTE_WITHOUT_BIG_BLIND)
    if stakes.bb_ante and stakes.button_ante:
        yield Conflict(Clash.TWO_SHARED_ANTES)
    yield from _bring_in(variant, stakes)


def _bring_in(variant: Variant, stakes: Stakes) -> Clashes:
    if stakes.bring_in and not variant.has_up_cards:
        yield Conflict(Clash.BRING_IN_WITHOUT_UP_CARDS)
    if variant.has_up_cards and not stakes.bring_in:  # S2-57
        yield Conflict(Clash.BRING_IN_MISSING)
    if variant.has_up_cards and stakes.bring_in > stakes.smallest_bet > 0:  # it is raised to the full bet (ruling 30)
        yield Conflict(Clash.BRING_IN_ABOVE_BET, {"bring_in": stakes.bring_in, "bet": stakes.smallest_bet})


# House rules


def _house(variant: Variant, house: HouseRules) -> Clashes:
    yield from _ranges(variant, house)
    if house.openers_minimum not in tuple(RANKS):
        yield Conflict(Clash.OPENERS_MINIMUM, {"value": house.openers_minimum})
    for code, plays, names in _RULES_OF:
        changed = tuple(name for name in names if getattr(house, name) != getattr(variant.house, name))
        if changed and not plays(variant):
            yield Conflict(code, {"rules": changed})
    if house.max_runs > 1 and not house.table_all_in_hands:  # the vote comes when all hands are tabled
        yield Conflict(Clash.RUNS_WITHOUT_TABLED_HANDS)
    if house.dealer is Dealer.HUMAN and not variant.has_board:  # rows S3 know errors of board games only
        yield Conflict(Clash.BOARD_RULES_WITHOUT_BOARD, {"rules": ("dealer",)})


_RULES_OF: tuple[tuple[Clash, Callable[[Variant], bool], tuple[str, ...]], ...] = (
    (
        Clash.OPENERS_RULES_WITHOUT_OPENERS,
        lambda variant: variant.has_openers,
        ("openers_minimum", "opener_check", "false_opener_extra_bets", "open_for_raise", "split_announcement"),
    ),
    (
        Clash.DRAW_RULES_WITHOUT_DRAW,
        lambda variant: variant.has_draw,
        (
            "draws", "big_bet_from_round", "max_draw", "seven_handed_max_two", "first_after_draw", "round_check",
            "reante_limit",
        ),
    ),
    (Clash.HILO_RULES_WITHOUT_HILO, lambda variant: variant.is_hilo, ("hilo_identical",)),
    (
        Clash.OPEN_PAIR_WITHOUT_UP_CARDS,
        lambda variant: any(isinstance(step, Bet) and step.pair_option for step in variant.script),
        ("open_pair",),
    ),
    (Clash.BOARD_RULES_WITHOUT_BOARD, lambda variant: variant.has_board, ("four_card_flop",)),
    (Clash.RUNS_WITHOUT_BOARD, lambda variant: variant.has_board, ("max_runs",)),
)
"""Rules that mean something in some games only: a change elsewhere is a misunderstanding."""


def _ranges(variant: Variant, house: HouseRules) -> Clashes:
    held = sum(step.down + step.up for step in variant.script if isinstance(step, Deal))
    bounds = {
        "max_raises": (0, 100),
        "draws": (1, MOST_DRAWS),
        "big_bet_from_round": (0, house.draws + 1),
        "max_draw": (1, held if variant.has_draw else house.max_draw),
        "reante_limit": (0, 100),
        "dealer_errors": (0, 100),
        "max_runs": (1, MOST_RUNS),
    }
    for name, (least, most) in bounds.items():
        value = getattr(house, name)
        if value is not None and not least <= value <= most:
            yield Conflict(Clash.OUT_OF_RANGE, {"name": name, "value": value, "least": least, "most": most})


# Seats


def _seats(variant: Variant, stakes: Stakes, house: HouseRules, seats: int) -> Clashes:
    most = seat_limit(variant, house)
    if seats > most:
        yield Conflict(Clash.TOO_MANY_SEATS, {"seats": seats, "most": most})
    if seats < LEAST_SEATS:
        yield Conflict(Clash.TOO_FEW_SEATS, {"seats": seats, "least": LEAST_SEATS})
    if len(stakes.blinds) > seats:
        yield Conflict(Clash.MORE_BLINDS_THAN_SEATS, {"blinds": len(stakes.blinds), "seats": seats})
