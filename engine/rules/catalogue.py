"""All games. A new game is one constant here, its vectors and a locale line; nothing else knows a game by name."""

from __future__ import annotations

from engine.rules.cards import SHORT_DECK
from engine.rules.house import FirstAfterDraw, HouseRules, OpenPair, RoundCheck
from engine.rules.lowball import ACE_FIVE, BADUGI, DEUCE_SEVEN, EIGHT_LOW
from engine.rules.ranking import HIGH, SHORT_HIGH
from engine.rules.stakes import Limit
from engine.rules.steps import Bet, Board, Deal, Discard, Draw, Opens, Post, Share, Size
from engine.rules.variants import Variant

_LATER_STREETS = (
    Board(1), Bet("turn", size=Size.BIG),
    Board(1), Bet("river", size=Size.BIG),
)
_FLOP = (Board(3), Bet("flop"), *_LATER_STREETS)


def _board_game(down: int) -> tuple[Post | Deal | Bet | Board, ...]:
    return (Post(), Deal(down=down), Bet("preflop", Opens.AFTER_BLINDS), *_FLOP)


def _draw_game(cards: int, *, openers: bool = False) -> tuple[Post | Deal | Bet | Draw, ...]:
    first = Opens.LEFT_OF_BUTTON if openers else Opens.AFTER_BLINDS
    return (
        Post(), Deal(down=cards), Bet("before", first, openers=openers, may_pass_in=True),
        Draw(), Bet("after", Opens.OPENER),
    )


def _stud(
    low: Opens = Opens.LOW_CARD, best: Opens = Opens.BEST_UP, *, pair_option: bool = False
) -> tuple[Post | Deal | Bet, ...]:
    return (
        Post(), Deal(down=2, up=1), Bet("third", low),
        Deal(up=1, burn=True), Bet("fourth", best, pair_option=pair_option),
        Deal(up=1, burn=True), Bet("fifth", best, Size.BIG),
        Deal(up=1, burn=True), Bet("sixth", best, Size.BIG),
        Deal(down=1, burn=True, may_share=True), Bet("seventh", best, Size.BIG),
    )


_DRAW_HOUSE = HouseRules(burn=False)
_LOWBALL_HOUSE = HouseRules(burn=False, max_draw=5, seven_handed_max_two=False)
_TRIPLE_HOUSE = HouseRules(burn=False, max_draw=5, draws=3, seven_handed_max_two=False)
_STUD_LIMITS = (Limit.FIXED, Limit.SPREAD, Limit.POT, Limit.NO)
_BIG_BET = (Limit.NO, Limit.POT, Limit.FIXED, Limit.SPREAD)
_POT_FIRST = (Limit.POT, Limit.FIXED, Limit.SPREAD, Limit.NO)

HOLDEM = Variant("holdem", _board_game(2), (Share(HIGH),), limits=_BIG_BET)
OMAHA = Variant("omaha", _board_game(4), (Share(HIGH, hole=2),), limits=_POT_FIRST)
OMAHA8 = Variant("omaha8", _board_game(4), (Share(HIGH, hole=2), Share(EIGHT_LOW, hole=2)))
OMAHA5 = Variant("omaha5", _board_game(5), (Share(HIGH, hole=2),), limits=_POT_FIRST)
SHORT = Variant("short_deck", _board_game(2), (Share(SHORT_HIGH),), limits=_BIG_BET, deck=SHORT_DECK)
PINEAPPLE = Variant(
    "crazy_pineapple",
    (
        Post(), Deal(down=3), Bet("preflop", Opens.AFTER_BLINDS),
        Board(3), Bet("flop"), Discard(exactly=1), *_LATER_STREETS,
    ),
    (Share(HIGH),),
    limits=_BIG_BET,
)

FIVE_CARD_DRAW = Variant("five_card_draw", _draw_game(5), (Share(HIGH),), _DRAW_HOUSE)
JACKS = Variant(
    "jacks_or_better",
    _draw_game(5, openers=True),
    (Share(HIGH),),
    HouseRules(burn=False, max_raises=4, first_after_draw=FirstAfterDraw.OPENER, round_check=RoundCheck.REDEAL),
)
DEUCE_SEVEN_SINGLE = Variant("deuce_seven_single", _draw_game(5), (Share(DEUCE_SEVEN),), _LOWBALL_HOUSE, _BIG_BET)
DEUCE_SEVEN_TRIPLE = Variant("deuce_seven_triple", _draw_game(5), (Share(DEUCE_SEVEN),), _TRIPLE_HOUSE)
BADUGI_GAME = Variant(
    "badugi", _draw_game(4), (Share(BADUGI),), HouseRules(burn=False, max_draw=4, draws=3, seven_handed_max_two=False)
)

STUD = Variant("stud7", _stud(pair_option=True), (Share(HIGH),), limits=_STUD_LIMITS)
STUD8 = Variant("stud8", _stud(), (Share(HIGH), Share(EIGHT_LOW)), HouseRules(open_pair=OpenPair.OFF), _STUD_LIMITS)
RAZZ = Variant(
    "razz",
    _stud(Opens.HIGH_CARD, Opens.LOWEST_UP),
    (Share(ACE_FIVE),),
    HouseRules(open_pair=OpenPair.OFF),
    _STUD_LIMITS,
)

CATALOGUE: dict[str, Variant] = {
    variant.key: variant
    for variant in (
        FIVE_CARD_DRAW, JACKS, HOLDEM, OMAHA, OMAHA8, STUD,
        OMAHA5, STUD8, RAZZ, DEUCE_SEVEN_TRIPLE, DEUCE_SEVEN_SINGLE, BADUGI_GAME, SHORT, PINEAPPLE,
    )
}
"""Every game by its key, those of the rule texts first."""
