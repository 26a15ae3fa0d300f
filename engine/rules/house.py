"""House rules: one documented answer for each question on which tables differ (RULES.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MinRaise(StrEnum):
    """The least raise: the last full increment on top, or twice the bet faced."""

    INCREMENT = "increment"
    DOUBLE = "double"


class OddChip(StrEnum):
    """Where chips go that cannot be split."""

    LEFT_OF_BUTTON = "left_of_button"
    CARRY_OVER = "carry_over"


class ShortAllIn(StrEnum):
    """From what part of a fixed bet an all-in that is too short is taken for one."""

    HALF = "half"
    FULL = "full"


class FirstAfterDraw(StrEnum):
    """Who speaks first after a draw."""

    LEFT_OF_BUTTON = "left_of_button"
    OPENER = "opener"


class RoundCheck(StrEnum):
    """What follows when everybody checks the first round."""

    PLAY_ON = "play_on"
    REDEAL = "redeal"


class OpenerCheck(StrEnum):
    """The dealer stops a false opening, or lets it happen and rules on it."""

    ENFORCE = "enforce"
    HONOR = "honor"


class ExtraBets(StrEnum):
    """What becomes of a false opener's bets above his opening."""

    STAY = "stay"
    WITHDRAW = "withdraw"


class Announcement(StrEnum):
    """Who says that openers are split."""

    AUTOMATIC = "automatic"
    MANUAL = "manual"


class OpenPair(StrEnum):
    """Who may bet double when a pair shows on fourth street."""

    PAIR_HOLDER = "pair_holder"
    ANY = "any"
    OFF = "off"


class Showdown(StrEnum):
    """The dealer reads the hands, or the players show and muck."""

    AUTO = "auto"
    MANUAL = "manual"


class Dealer(StrEnum):
    """One that makes no mistakes, or one that does."""

    SOFTWARE = "software"
    HUMAN = "human"


class FourCardFlop(StrEnum):
    """What a flop of four cards leads to."""

    REDEAL = "redeal"
    SCRAMBLE = "scramble"


class HiloIdentical(StrEnum):
    """How players share who tie for high and for low."""

    EVEN = "even"
    PER_HALF = "per_half"


class Newcomers(StrEnum):
    """How one gets into a running game with blinds."""

    POST = "post"
    WAIT = "wait"
    FREE = "free"


class LimitNaming(StrEnum):
    """What the two numbers of a no-limit table name."""

    BLINDS = "blinds"
    LIMITS = "limits"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Everything a table may agree on. The defaults here are those of hold'em; each variant holds its own.

    burn: a card is burned before each board card, stud street or draw (S2-13, RR; off in the draw games).
    max_raises: raises after the bet in fixed and spread limit, None for no cap (S1-19, S2-11, S0-66).
    heads_up_uncapped: no cap for two players unless it was reached while more were in (S1-21; TDA-48 off).
    min_raise: a raise must be at least the last full one, or to twice the bet faced (S4-2, S2-82).
    odd_chip: chips that cannot be split go left of the button, or wait for the next hand (S1-12).
    fl_allin_reopen: from what part of a fixed bet an all-in reopens the betting (RR, TDA-47B).
    fl_allin_counts: from what part of a fixed bet an all-in counts as a bet or raise (ruling 37).
    draws: how many times cards are exchanged (S1-36).
    big_bet_from_round: first betting round with the big bet in draw games; 0: the last two rounds, or the last of two.
    max_draw: cards that may be exchanged at once (S0-34, S0-35, S1-33).
    seven_handed_max_two: seven in and nobody folded: two cards in the first draw at most (S1-24).
    first_after_draw: who speaks first after a draw (S0-24, S1-32).
    round_check: a first round in which all check ends the deal, or play goes on (S0-28, S1-30).
    openers_minimum: the lowest pair that may open in jacks to open (S0-9).
    opener_check: a false opening is refused in private, or happens and is ruled on (S0-48, ruling 9).
    false_opener_extra_bets: what a false opener put in above his opening stays or goes back (S0-51).
    open_for_raise: the pot may be opened for two units, which count as bet and raise (S0-18).
    split_announcement: splitting openers is announced by the dealer, or by the player if he says so (S0-39).
    reante_limit: new antes in a row after deals that nobody won, None for no limit (S0-30).
    check_raise: who has checked may raise later in the round (S0-26).
    open_pair: who may bet double on fourth street when a pair is showing (S2-63, S2-65).
    showdown: the dealer reads live hands, or players must show or muck and declare the board (S3-18).
    table_all_in_hands: all hands are turned up once somebody is all-in and the betting is over (S4-12).
    dealer: a program deals, or one that errs like a human now and then (rows S3).
    dealer_errors: dealing errors per hundred hands with a human dealer.
    four_card_flop: a flop of four is redealt (S3-9) or scrambled (TDA-39A).
    hilo_identical: the same players tied both ways share the whole pot evenly, or each half apart (RR, TDA).
    max_runs: how often the rest of the board may be dealt when all agree after an all-in.
    dead_button: the button may stop at an empty seat, so that nobody pays the big blind twice or skips it (TDA).
    newcomers: who sits down in a running game with blinds posts a big blind, waits for it, or is dealt in free (B36).
    nl_naming: `1/2` in pot and no limit names the blinds or the smallest opening bets (S1-59, S1-60).
    """

    burn: bool = True
    max_raises: int | None = 3
    heads_up_uncapped: bool = True
    min_raise: MinRaise = MinRaise.INCREMENT
    odd_chip: OddChip = OddChip.LEFT_OF_BUTTON
    fl_allin_reopen: ShortAllIn = ShortAllIn.HALF
    fl_allin_counts: ShortAllIn = ShortAllIn.HALF
    draws: int = 1
    big_bet_from_round: int = 0
    max_draw: int = 3
    seven_handed_max_two: bool = True
    first_after_draw: FirstAfterDraw = FirstAfterDraw.LEFT_OF_BUTTON
    round_check: RoundCheck = RoundCheck.PLAY_ON
    openers_minimum: str = "J"
    opener_check: OpenerCheck = OpenerCheck.ENFORCE
    false_opener_extra_bets: ExtraBets = ExtraBets.STAY
    open_for_raise: bool = False
    split_announcement: Announcement = Announcement.AUTOMATIC
    reante_limit: int | None = None
    check_raise: bool = True
    open_pair: OpenPair = OpenPair.PAIR_HOLDER
    showdown: Showdown = Showdown.AUTO
    table_all_in_hands: bool = True
    dealer: Dealer = Dealer.SOFTWARE
    dealer_errors: int = 10
    four_card_flop: FourCardFlop = FourCardFlop.REDEAL
    hilo_identical: HiloIdentical = HiloIdentical.EVEN
    max_runs: int = 1
    dead_button: bool = False
    newcomers: Newcomers = Newcomers.POST
    nl_naming: LimitNaming = LimitNaming.BLINDS
