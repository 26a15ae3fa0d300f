"""Refusals in three parts: what, why or what is legal, and that nothing was sent. Never "error", never "invalid"."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.ui.face import TURN_NAME, Face
from cogs.ui.names import safe_name
from cogs.ui.words import Value, has, listed
from engine.rules.conflicts import Conflict
from engine.rules.play import BettingOffer, Code, Offer, PokerError
from engine.tables.amounts import AmountCode, AmountError
from engine.tables.errors import No, TableError
from engine.tables.snapshot import Snapshot
from engine.tables.stakes_text import TermsError

Refusal = PokerError | TableError | AmountError | TermsError
TYPED = 40
MOST_CONFLICTS = 20


def refused(error: Refusal, face: Face, snapshot: Snapshot | None = None, offer: Offer | None = None) -> str:
    """The private sentence for a refusal. `snapshot` and the presser's own `offer` add names and legal amounts."""
    match error:
        case PokerError():
            return _by_the_rules(error, face, snapshot, offer)
        case TableError(code=No.CONFLICTS):
            return conflicts_text(error.facts, face)
        case TableError():
            return face.say(f"table-{error.code}", **_facts(error.facts, face))
        case AmountError():
            return _amount(error, face)
        case TermsError():
            return face.say(f"terms-{error.code}", **_facts(error.facts, face))


def _by_the_rules(error: PokerError, face: Face, snapshot: Snapshot | None, offer: Offer | None) -> str:
    facts = _facts(error.facts, face)
    match error.code:
        case Code.NOT_YOUR_TURN if snapshot is not None and snapshot.waiting:
            name = face.seats(snapshot, TURN_NAME)[snapshot.waiting[0]]
            return f"{face.say('refused-not_your_turn', name=name)} {face.say('refused-hint')}"
        case Code.NOT_YOUR_TURN:
            return face.say("refused-hand_over")
        case Code.RAISE_CAP if isinstance(offer, BettingOffer) and offer.call is not None:
            return face.say("refused-raise_cap", amount=offer.call)
        case Code.RAISE_CAP:
            return face.say("refused-raise_cap-plain")
        case Code.WRONG_AMOUNT:
            return face.say("refused-wrong_amount", amount=facts.get("amount", ""), options=_options(error, face))
        case _:
            return face.say(f"refused-{error.code}", **facts)


def _options(error: PokerError, face: Face) -> str:
    options = error.facts.get("options") or (error.facts.get("least", 0),)
    return " / ".join(face.number(amount) for amount in options) if isinstance(options, tuple) else ""


def _amount(error: AmountError, face: Face) -> str:
    """Not understood, or outside of what is legal; the legal range where there is one; that nothing was sent."""
    facts = {"text": "", **_facts(error.facts, face)}
    known = "least" in facts
    key = "amount-no_such_size" if error.code is AmountCode.OUTSIDE and not known else f"amount-{error.code}"
    legal = [face.say("amount-legal", least=facts["least"], most=facts["most"])] if known else []
    return " ".join([face.say(key, **facts), *legal, face.say("amount-nothing")])


def conflicts_text(facts: Mapping[str, object], face: Face) -> str:
    """Every contradiction, one line each."""
    found = facts.get("conflicts")
    told = list(dict.fromkeys(_conflict(each, face) for each in found)) if isinstance(found, tuple) else []
    rest = [face.say("list-more", n=len(told) - MOST_CONFLICTS)] if len(told) > MOST_CONFLICTS else []
    return "\n".join([face.say("table-conflicts"), *(f"- {text}" for text in told[:MOST_CONFLICTS]), *rest])


def _conflict(conflict: Conflict, face: Face) -> str:
    return face.say(f"clash-{conflict.code}", **_facts(conflict.facts, face))


def _facts(facts: Mapping[str, object], face: Face) -> dict[str, Value]:
    """Facts as words: numbers stay numbers, typed text is made harmless, rules and limits get their names."""
    return {name: _fact(name, value, face) for name, value in facts.items()}


def _fact(name: str, value: object, face: Face) -> Value:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return listed(face.language, [str(_fact(name, each, face)) for each in value])
    if name in ("rules", "name"):
        return face.say(f"house-{value}" if has(f"house-{value}") else f"stake-{value}")
    if name in ("limit", "played"):
        return face.say(f"limit-word-{value}")
    return safe_name(str(value), TYPED)
