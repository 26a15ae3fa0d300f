"""The identity of every button and select: which table, hand and state it was drawn for, and what a press means.

`pk1:<table>:<hand>:<version>:<action>[.<value>]`, the three numbers in base 62, the value a plain decimal. Never over
100 characters (Discord's limit): ids are 63 bits, a value is at most 18 digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


MOST = 2**63 - 1
"""What the database can look for; larger numbers stand on no control of ours."""


class Do(StrEnum):
    """What a press means. Amounts are totals in chips; a `mask` has bit k set for the k-th card of the holding."""

    # Sent to the hand: valid for exactly one version
    FOLD = "fold"
    CHECK = "check"  # before the opening labelled Pass
    CALL = "call"
    BET = "bet"  # .total
    RAISE = "raise"  # .total
    OPEN = "open"  # .total
    COMPLETE = "complete"  # .total
    BRING_IN = "bring_in"
    HALF = "half"  # .total
    POT = "pot"  # .total
    ALLIN_YES = "allin_yes"  # .total, a call when the total is no legal bet
    PAT = "pat"
    THROW = "throw"  # .mask
    SPLITS = "splits"  # .mask, the opener says that he splits openers
    RUN = "run"  # .times
    REVEAL = "reveal"  # turn the hand up at a showdown
    MUCK = "muck"
    DECLARE = "declare"  # the board plays
    CLAIM = "claim"  # declare the pot open after false openers
    DECLINE = "decline"
    CONFESS = "confess"  # show that one had no openers
    # Opens something in private: of this hand, but checked again when the answer comes
    FORM = "form"  # the amount form
    ALLIN = "allin"  # .total, asks once more
    DRAW = "draw"  # the panel with the discard select
    DISCARDS = "discards"  # select: places in the holding
    AHEAD = "ahead"  # select: none, fold, check, call.<amount>
    CARDS = "cards"
    STORY = "story"
    SHOW = "show"  # the private question which cards to show after a hand
    SHOWN = "shown"  # select: places in the holding
    SHOW_SOME = "show_some"  # .mask
    SHOW_NONE = "show_none"
    # The table: no version needed
    JOIN = "join"
    START = "start"
    LEAVE = "leave"
    LEAVE_YES = "leave_yes"
    SITOUT = "sitout"
    SITIN = "sitin"
    TOPUP = "topup"
    RULES = "rules"
    NEXT_GAME = "next_game"  # select: dealer's choice
    PLAY_ON = "play_on"  # an interrupted hand, after a long outage
    REFUND = "refund"
    # Pages outside a table (table 0)
    PREVIOUS = "prev"  # .page of a leaderboard; `hand` is what was asked for
    NEXT = "next"  # .page
    MINE = "mine"
    MEASURE = "measure"  # select
    GAME_RULES = "game_rules"  # select
    TOPIC = "topic"  # select
    POTS = "pots"  # the side-pot exercise of number `hand`
    POTS_ANSWER = "pots_answer"  # opens its form
    QUIZ = "quiz"  # "what wins" of number `hand`
    QUIZ_ANSWER = "quiz_answer"  # .choice
    # Chips: `table` of a ledger, else 0
    HISTORY = "history"  # .transfer before which to read on
    RELOAD = "reload"
    LEDGER = "ledger"  # .page
    # A finished hand: `hand` is its id
    PAST = "past"
    PICK = "pick"  # select of finished hands
    REPLAY = "replay"  # `version` is the step, .place of the button in its row
    PAST_STORY = "past_story"
    VERIFY = "verify"
    EXPORT = "export"
    # The floor, and one's own data
    LOG = "log"  # .line before which to read on
    VOID = "void"  # a vote for giving the hand up
    FORGET = "forget"
    NO = "no"


TO_HAND = frozenset(list(Do)[: list(Do).index(Do.FORM)])
"""Presses that act in the hand: refused unless the version is the current one."""

ONE_OF_SEVERAL = frozenset({Do.AHEAD, Do.NEXT_GAME, Do.MEASURE, Do.GAME_RULES, Do.TOPIC, Do.PICK})
"""Selects of which one line is chosen."""

OF_HAND = TO_HAND | {Do.FORM, Do.ALLIN, Do.DRAW, Do.DISCARDS, Do.AHEAD}
"""Presses that make sense only while their hand is the running one."""


PATTERN = (
    r"pk1:(?P<table>[0-9A-Za-z]{1,11}):(?P<hand>[0-9A-Za-z]{1,11}):(?P<version>[0-9A-Za-z]{1,11})"
    rf":(?P<act>{'|'.join(Do)})(?:\.(?P<value>[0-9]{{1,19}}))?"
)
"""Only what this version of the bot can answer."""

_WHOLE = re.compile(PATTERN)


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed control. `hand` 0: none was running. `value`: amount, mask, times or page; 0 where there is none."""

    table: int
    hand: int
    version: int
    action: Do
    value: int = 0


def custom_id(table: int, hand: int, version: int, action: Do, value: int = 0) -> str:
    """The text Discord keeps for a control."""
    tail = f"{action}.{value}" if value else str(action)
    return f"pk1:{_base62(table)}:{_base62(hand)}:{_base62(version)}:{tail}"


def parse(text: str) -> Press | None:
    """Read a custom_id; None for anything that this version of the bot did not write."""
    match = _WHOLE.fullmatch(text)
    if match is None:
        return None
    table, hand, version = (_number(match[part]) for part in ("table", "hand", "version"))
    return Press(table, hand, version, Do(match["act"]), int(match["value"] or 0))


def masked(places: list[int]) -> int:
    """Places in a holding as one number."""
    return sum(1 << place for place in set(places))


def places_of(mask: int) -> list[int]:
    """The places that a mask names, in order."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def _base62(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 62)
        text = DIGITS[digit] + text
    return text or "0"


def _number(text: str) -> int:
    value = 0
    for digit in text:
        value = value * 62 + DIGITS.index(digit)
    return min(value, MOST)
