"""Amounts as members type them, and the quick sizes of a bet: one grammar and one arithmetic for forms and buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.rules.facts import Chips
from engine.rules.play import BettingOffer

MOST_AMOUNT: Chips = 10**12
"""No amount in Knekt is larger; checked on the digits, before any arithmetic."""


class AmountCode(StrEnum):
    """Why an amount is refused."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"  # a number, but of the other language or badly grouped: ask again
    NOT_WHOLE = "not_whole"  # a part of a chip
    TOO_LARGE = "too_large"  # above MOST_AMOUNT
    ZERO = "zero"
    NO_SUCH_SIZE = "no_such_size"  # a known word that means nothing here, such as `pot` in fixed limit
    OUTSIDE = "outside"  # amount


class AmountError(Exception):
    """A refused amount.

    `facts` are what a sentence about it needs: text (as typed), least and most (legal totals in chips, where there are
    any), amount.
    """

    def __init__(self, code: AmountCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the words mean now. All amounts are totals in chips, as in `raise to`.

    legal: the totals that may be chosen. half, pot: the whole sizes, legal or not; None where they mean nothing.
    all_in: the whole stack; None outside a hand.
    """

    legal: range
    half: Chips | None = None
    pot: Chips | None = None
    all_in: Chips | None = None

    @property
    def least(self) -> Chips:
        """The smallest legal total, in chips."""
        return self.legal[0]

    @property
    def most(self) -> Chips:
        """The largest legal total, in chips."""
        return self.legal[-1]

    def clipped(self, amount: Chips) -> Chips:
        """The amount, or the end of the legal range that is nearer."""
        return min(max(amount, self.least), self.most)

    def quick(self) -> dict[str, Chips]:
        """Sizes for buttons by word, `min`, `half`, `pot`: only legal ones, each amount once.

        A size that would be the whole stack is left to the all-in button, which asks once more (B30).
        """
        found: dict[str, Chips] = {}
        for word, amount in (("min", self.least), ("half", self.half), ("pot", self.pot)):
            if amount is None or amount not in self.legal or amount == self.all_in:
                continue
            if amount not in found.values():
                found[word] = amount
        return found


def sizes(offer: BettingOffer, level: Chips, pot: Chips) -> Sizes | None:
    """Quick sizes of a bet; None when the seat may not bet.

    level: what must be matched, as a total of this round. pot: all chips in the middle, bets of this round too.
    The pot is counted after the call one must make first (S2-77, S4-24); half of it is rounded down.
    """
    if offer.bet_to is None:
        return None
    if offer.fixed:
        return Sizes(offer.bet_to, all_in=offer.all_in_to)
    after_call = pot + (offer.call or 0)
    return Sizes(offer.bet_to, level + after_call // 2, level + after_call, offer.all_in_to)


_MIN, _HALF, _POT, _MAX, _ALL_IN = range(5)
_WORDS = {
    **dict.fromkeys(("min", "minimum", "minst"), _MIN),
    **dict.fromkeys(("half", "half pot", "halv", "halv pott", "halva potten", "½", "½ pot", "½ pott"), _HALF),
    **dict.fromkeys(("pot", "pott", "potten"), _POT),
    **dict.fromkeys(("max", "maximum", "mest"), _MAX),
    **dict.fromkeys(("all-in", "all in", "allin"), _ALL_IN),
}

# What may stand between groups of three: a space, or one of those that phones and Discord write instead.
_SPACES = " \u00a0\u2009\u202f"
_DECIMAL = {"sv": ",", "en": "."}
_GROUPS = {"sv": _SPACES, "en": f",{_SPACES}"}
_NUMBERISH = re.compile(rf"[0-9][0-9.,{_SPACES}]*[km]?", re.ASCII | re.IGNORECASE)
_NUMBERS = {
    language: re.compile(
        rf"(?P<whole>[1-9][0-9]{{0,2}}(?:(?P<group>[{_GROUPS[language]}])[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*)?|0|[1-9][0-9]*)"
        rf"(?:[{_DECIMAL[language]}](?P<part>[0-9]+))?(?P<unit>[km]?)",
        re.ASCII | re.IGNORECASE,
    )
    for language in _DECIMAL
}
_ZEROS = {"": 0, "k": 3, "m": 6}


def parse_amount(text: str, locale: str, legal: Sizes | None = None) -> Chips:
    """The whole number of chips that a member means.

    locale: the member's, such as `sv-SE`; Swedish writes `12 500` and `12,5k`, all others `12,500` and `12.5k`.
    legal: what `min`, `half`, `pot`, `max` and `all-in` mean now, and the only amounts allowed; without it words are
    refused. Half pot and pot are clipped to what is legal, so compare with `all_in` before playing one. A number is
    never changed.
    Raises AmountError and nothing else (RELIABILITY 65 to 69).
    """
    try:
        return _meant(text, "sv" if locale.lower().startswith("sv") else "en", legal)
    except AmountError as error:
        error.facts.setdefault("text", text)
        if legal is not None:
            error.facts.update(least=legal.least, most=legal.most)
        raise


def _meant(text: str, language: str, legal: Sizes | None) -> Chips:
    word = _WORDS.get(" ".join(text.lower().split()))  # a phone puts a space after a word, never after a number
    if word is not None:
        return _sized(word, legal)
    amount = _number(text, language)
    if amount == 0:
        raise AmountError(AmountCode.ZERO)
    if legal is not None and amount not in legal.legal:
        raise AmountError(AmountCode.OUTSIDE, amount=amount)
    return amount


def _sized(word: int, legal: Sizes | None) -> Chips:
    """A word's amount. All-in is the whole stack or refused: nobody is all-in, or not, by surprise (B28, B30)."""
    if legal is None:
        raise AmountError(AmountCode.NO_SUCH_SIZE)
    amount = (legal.least, legal.half, legal.pot, legal.most, legal.all_in)[word]
    if amount is None:
        raise AmountError(AmountCode.NO_SUCH_SIZE)
    if word in (_HALF, _POT):
        return legal.clipped(amount)
    if amount not in legal.legal:
        raise AmountError(AmountCode.OUTSIDE, amount=amount)
    return amount


def _number(text: str, language: str) -> Chips:
    """ASCII digits only. No Unicode normalisation first: NFKC makes `10²` a hundred and two."""
    found = _NUMBERS[language].fullmatch(text)
    if found is None:
        raise AmountError(AmountCode.AMBIGUOUS if _NUMBERISH.fullmatch(text) else AmountCode.UNREADABLE)
    part, unit = found["part"] or "", found["unit"].lower()
    if len(part) == 3 and not unit:  # `1.200`: meant as a thousand by somebody of the other language
        raise AmountError(AmountCode.AMBIGUOUS)
    return whole_chips("".join(filter(str.isdigit, found["whole"])), part, unit)


def whole_chips(whole: str, part: str, unit: str) -> Chips:
    """Chips from ASCII digits before and after the decimal sign and `k`, `m` or nothing: exact, never through a float.

    Raises AmountError: not_whole, also for `5.0`; too_large, before any arithmetic.
    """
    zeros = _ZEROS[unit]
    if (part and not unit) or len(part.rstrip("0")) > zeros:
        raise AmountError(AmountCode.NOT_WHOLE)
    digits = (whole + part.rstrip("0").ljust(zeros, "0")).lstrip("0")
    if len(digits) > len(str(MOST_AMOUNT)) or int(digits or "0") > MOST_AMOUNT:
        raise AmountError(AmountCode.TOO_LARGE)
    return int(digits or "0")
