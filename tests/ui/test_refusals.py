"""Every refusal has its sentence in both languages, made from the facts it is raised with."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.ui.refusals import refused
from engine.rules import conflicts as rules_conflicts
from engine.rules.catalogue import HOLDEM, STUD
from engine.rules.conflicts import conflicts
from engine.rules.house import HouseRules, OpenerCheck
from engine.rules.play import BetTo, Code, PokerError, refusal
from engine.rules.stakes import Limit, Stakes
from engine.tables.amounts import AmountCode, AmountError, Sizes, parse_amount
from engine.tables.errors import No, TableError
from engine.tables.stakes_text import TermsCode, TermsError, read_stakes
from tests.ui.deals import begun, face, game_for, snapshot_of

ENGINE = Path(rules_conflicts.__file__).resolve().parents[1]
LOST = ("I have no words", "Jag saknar ord")


def raised(error: str) -> Iterator[tuple[str, frozenset[str]]]:
    """(code, names of facts) of each place in the engine that raises such an error."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == error and node.args:
                facts = frozenset(word.arg for word in node.keywords if word.arg)
                yield from ((code, facts) for code in codes(node.args[0]))


def codes(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and getattr(part.value, "id", "") in ("No", "TermsCode"):
            yield part.attr


VALUES: dict[str, object] = {
    "free": (3, 5), "limit": Limit.FIXED, "played": (Limit.NO, Limit.POT), "name": "ante", "number": "1.5", "text": "x",
    "key": "bridge", "conflicts": (), "options": (), "turn": (1,),
}


def check(text: str) -> str:
    assert text
    assert not any(lost in text for lost in LOST)
    assert "error" not in text.lower().split()
    assert "invalid" not in text.lower()
    return text


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(("code", "facts"), sorted(set(raised("TableError")), key=str))
def test_refusals_of_the_table_have_all_their_facts(language: str, code: str, facts: frozenset[str]) -> None:
    check(refused(TableError(No[code], **{name: VALUES.get(name, 3) for name in facts}), face(language)))


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(("code", "facts"), sorted(set(raised("TermsError")), key=str))
def test_refusals_of_stakes_have_all_their_facts(language: str, code: str, facts: frozenset[str]) -> None:
    check(refused(TermsError(TermsCode[code], **{name: VALUES.get(name, 3) for name in facts}), face(language)))


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("code", Code)
def test_refusals_of_the_rules(language: str, code: Code) -> None:
    facts = {"amount": 5, "least": 20, "most": 60, "options": (20, 40), "up_to": 3}
    check(refused(PokerError(code, **facts), face(language)))


@pytest.mark.parametrize("text", ["soup", "1.200", "0", "1e9", "99999999999999999", "5", "all in"])
@pytest.mark.parametrize("language", ["en", "sv"])
def test_refused_amounts_tell_the_legal_range(text: str, language: str) -> None:
    with pytest.raises(AmountError) as error:
        parse_amount(text, language, Sizes(range(20, 61), 30, 50, 100))
    shown = check(refused(error.value, face(language)))
    assert "20" in shown
    assert "60" in shown


@pytest.mark.parametrize("code", AmountCode)
def test_refused_amounts_without_a_range(code: AmountCode) -> None:
    for language in ("en", "sv"):
        check(refused(AmountError(code, text="x", amount=5), face(language)))


@pytest.mark.parametrize("text", ["soup", "$5/10", "5.5", "0/0", "ante", "ante 5 ante 6", "1/2/3/4/5/6"])
def test_refused_stakes(text: str) -> None:
    with pytest.raises(TermsError) as error:
        read_stakes(text)
    for language in ("en", "sv"):
        check(refused(error.value, face(language)))


def test_typed_text_is_made_harmless() -> None:
    shown = refused(AmountError(AmountCode.UNREADABLE, text="**@everyone** <@1>"), face())
    assert "@everyone" not in shown.replace(r"\@", "")
    assert r"\*\*\@everyone" in shown


def test_out_of_turn_names_the_actor_and_the_other_way() -> None:
    game = game_for("holdem", random.Random(1))
    hand = begun(game, 3, random.Random(1))
    snapshot = snapshot_of(hand, game)
    error = PokerError(Code.NOT_YOUR_TURN, turn=(3,))
    assert refused(error, face(), snapshot) == (
        "**Not your turn.** Petra is to act. Nothing was sent. Want to decide ahead? Press My cards."
    )


def test_a_refusal_from_a_real_offer_names_what_is_legal() -> None:
    game = game_for("razz", random.Random(1))
    game = type(game)("holdem", Stakes(limit=Limit.FIXED, blinds=(5, 10), small_bet=10, big_bet=20))
    hand = begun(game, 3, random.Random(1))
    seat = hand.waiting_on[0]
    error = refusal(hand.offer(seat), BetTo(25))
    assert error is not None
    assert "You can go to 20." in refused(error, face(), snapshot_of(hand, game), hand.offer(seat))


def test_all_conflicts_are_told_at_once() -> None:
    house = HouseRules(draws=9, max_runs=2, table_all_in_hands=False, opener_check=OpenerCheck.HONOR)
    found = conflicts(STUD, Stakes(limit=Limit.FIXED, blinds=(5, 10), small_bet=10, big_bet=5), house, 10)
    assert len(found) > 4
    for language in ("en", "sv"):
        shown = check(refused(TableError(No.CONFLICTS, conflicts=found), face(language)))
        assert shown.count("\n- ") == len(found)


@pytest.mark.parametrize("stakes", [
    Stakes(limit=Limit.NO, blinds=(10, 5), min_bet=2, ante=-1), Stakes(limit=Limit.SPREAD, spread=(9, 3)),
    Stakes(limit=Limit.POT, bb_ante=5, button_ante=5, min_bet=10**10),
    Stakes(limit=Limit.FIXED, blinds=(5, 10), small_bet=5),
])
def test_conflicts_of_stakes(stakes: Stakes) -> None:
    found = conflicts(HOLDEM, stakes, HouseRules(), 30)
    for language in ("en", "sv"):
        check(refused(TableError(No.CONFLICTS, conflicts=found), face(language)))
