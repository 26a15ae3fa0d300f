"""Reading stakes as members type them, Swedish or English: which numbers were said, and to which word they belong."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from engine.rules.conflicts import MOST_CHIPS
from engine.rules.facts import Chips
from engine.rules.stakes import Limit
from engine.tables.amounts import AmountCode, AmountError, whole_chips


class TermsCode(StrEnum):
    """Why stakes are refused. What can be read but not played is for `engine.rules.conflicts`."""

    UNREADABLE = "unreadable"  # text
    CURRENCY = "currency"  # play chips have none
    NOT_WHOLE = "not_whole"  # number
    TOO_LARGE = "too_large"  # number, most
    TOO_SMALL = "too_small"  # least
    ZERO = "zero"
    SAID_TWICE = "said_twice"  # name
    NUMBER_MISSING = "number_missing"  # name
    BETS_MISSING = "bets_missing"  # limit
    MIN_BET_IN_LIMIT = "min_bet_in_limit"  # limit
    HOW_MANY = "how_many"  # name, count, least, most
    LIMIT_NOT_PLAYED = "limit_not_played"  # limit, played
    UNKNOWN_GAME = "unknown_game"  # key


class TermsError(Exception):
    """Refused terms of a table. `facts`: what a sentence about them needs, named beside each code; amounts in chips."""

    def __init__(self, code: TermsCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts


class Name(StrEnum):
    """What a number belongs to; those of Stakes are spelled as there."""

    PLAIN = "plain"  # no word before it
    BLINDS = "blinds"
    ANTE = "ante"
    BB_ANTE = "bb_ante"
    BUTTON_ANTE = "button_ante"
    BUTTON_BLIND = "button_blind"
    BRING_IN = "bring_in"
    MIN_BET = "min_bet"


@dataclass(slots=True)
class Said:
    """What was typed: the limit, if any, and numbers by name, in chips."""

    limit: Limit | None = None
    numbers: dict[Name, tuple[Chips, ...]] = field(default_factory=dict)

    @property
    def plain(self) -> tuple[Chips, ...]:
        """Numbers without a word, as `5/10`."""
        return self.numbers.get(Name.PLAIN, ())


_LIMITS = {
    Limit.FIXED: ("fl", "fixed limit", "fixed", "limit", "straight limit", "fast gräns", "fast limit", "fast", "fasta"),
    Limit.SPREAD: ("sl", "spread limit", "spread"),
    Limit.POT: ("pl", "pot limit", "potlimit", "pot", "pottgräns", "pottlimit", "pott limit", "pott"),
    Limit.NO: ("nl", "no limit", "nolimit", "ingen gräns", "utan gräns"),
}
_NAMES = {
    Name.BLINDS: ("blinds", "blind", "mörkar", "mörkarna", "mörk"),
    Name.ANTE: ("ante", "antes", "antar"),
    Name.BB_ANTE: ("bb ante", "big blind ante", "bba", "stora mörkens ante"),
    Name.BUTTON_ANTE: ("button ante", "knappante", "knappens ante"),
    Name.BUTTON_BLIND: ("button blind", "button", "knappmörk", "knappen", "knapp"),
    Name.BRING_IN: ("bring in", "bringin", "bring"),
    Name.MIN_BET: ("min bet", "min", "minsta satsning", "minsta"),
}
_PHRASES: dict[str, Limit | Name] = {
    **{phrase: limit for limit, phrases in _LIMITS.items() for phrase in phrases},
    **{phrase: name for name, phrases in _NAMES.items() for phrase in phrases},
}
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
_FILLERS = frozenset({"and", "with", "och", "med"})
_CURRENCIES = frozenset({"kr", "sek", "kronor", "usd", "eur", "euro", "gbp", "dollar", "dollars", "cent", "cents"})

_NUMBER = r"[0-9]+(?:[.,][0-9]+)?(?:[km](?![^\W\d_]))?"
_TOKEN = re.compile(
    rf"(?P<numbers>{_NUMBER}(?:\s*[-/]\s*{_NUMBER})*)|(?P<word>[^\W\d_]+)|[\s,;]+|(?P<other>.)", re.DOTALL
)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")  # inside `bring-in`, `no-limit`; the one in `2-4` stands
_PARTS = re.compile(r"(?P<whole>[0-9]+)(?:[.,](?P<part>[0-9]+))?(?P<unit>[km]?)")

_Token = str | tuple[Chips, ...]


def read_stakes(text: str) -> Said:
    """What was said, each number in order. Raises TermsError."""
    said = Said()
    name = Name.PLAIN
    for each in _phrases(list(_tokens(_tidy(text))), text):
        match each:
            case tuple():
                _put(said, name, each)
                name = Name.PLAIN
            case Limit():
                said.limit = _once(said.limit, each)
            case Name():
                _expect_number(name)
                name = each
    _expect_number(name)
    return said


def _tidy(text: str) -> str:
    """One spelling: lower case, one kind of dash, hyphened words apart."""
    plain = unicodedata.normalize("NFC", text).lower().replace("–", "-").replace("’", "'")
    return _HYPHEN.sub(" ", plain)


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        if found["numbers"]:
            yield tuple(_chips(number) for number in _PARTS.finditer(found["numbers"]))
        elif found["other"]:
            raise TermsError(_stranger(found["other"]), text=text)
        elif found["word"]:
            yield found["word"]


def _stranger(sign: str) -> TermsCode:
    return TermsCode.CURRENCY if unicodedata.category(sign) == "Sc" else TermsCode.UNREADABLE


def _chips(number: re.Match[str]) -> Chips:
    try:
        chips = whole_chips(number["whole"], number["part"] or "", number["unit"])
    except AmountError as error:
        code = TermsCode.NOT_WHOLE if error.code is AmountCode.NOT_WHOLE else TermsCode.TOO_LARGE
        raise TermsError(code, number=number[0], most=MOST_CHIPS) from error
    if chips > MOST_CHIPS:
        raise TermsError(TermsCode.TOO_LARGE, number=number[0], most=MOST_CHIPS)
    return chips


def _phrases(tokens: list[_Token], text: str) -> Iterator[Limit | Name | tuple[Chips, ...]]:
    """Tokens with words joined to the longest phrases that mean something."""
    while tokens:
        first = tokens[0]
        if isinstance(first, tuple):
            yield first
            del tokens[0]
        elif first in _FILLERS:
            del tokens[0]
        else:
            phrase = _longest(tokens, text)
            yield _PHRASES[phrase]
            del tokens[: len(phrase.split())]


def _longest(tokens: list[_Token], text: str) -> str:
    for count in range(_LONGEST, 0, -1):
        phrase = " ".join(str(token) for token in tokens[:count])
        if phrase in _PHRASES:
            return phrase
    raise TermsError(TermsCode.CURRENCY if tokens[0] in _CURRENCIES else TermsCode.UNREADABLE, text=text)


def _put(said: Said, name: Name, numbers: tuple[Chips, ...]) -> None:
    if name in said.numbers:
        raise TermsError(TermsCode.SAID_TWICE, name=name)
    most = 4 if name in (Name.PLAIN, Name.BLINDS) else 1
    if len(numbers) > most:
        raise TermsError(TermsCode.HOW_MANY, name=name, count=len(numbers), least=1, most=most)
    if 0 in numbers and name is not Name.ANTE:  # `ante 0` says that there is none
        raise TermsError(TermsCode.ZERO)
    said.numbers[name] = numbers


def _once(before: Limit | None, limit: Limit) -> Limit:
    if before not in (None, limit):
        raise TermsError(TermsCode.SAID_TWICE, name="limit")
    return limit


def _expect_number(name: Name) -> None:
    if name is not Name.PLAIN:
        raise TermsError(TermsCode.NUMBER_MISSING, name=name)
