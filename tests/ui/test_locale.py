"""Both languages say the same things, no sentence is unused, and none that the code asks for is missing."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from cogs.ui import words
from cogs.ui.words import LOCALES, number, say
from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import Clash
from engine.rules.events import Reason, Verb
from engine.rules.house import HouseRules
from engine.rules.play import Code
from engine.rules.stakes import Limit, PostKind
from engine.tables.amounts import AmountCode
from engine.tables.errors import No
from engine.tables.ports import Deed
from engine.tables.stakes_text import Name, TermsCode

COGS = Path(words.__file__).resolve().parents[1]
RANKS = "23456789TJQKA"

# Keys put together from data. Everything else must stand in the code as it is.
FAMILIES: dict[str, Iterable[str]] = {
    "game": CATALOGUE,
    "limit": Limit,
    "limit-word": Limit,
    "refused": Code,
    "table": No,
    "amount": AmountCode,
    "terms": TermsCode,
    "clash": Clash,
    "log-posts": PostKind,
    "log": [verb for verb in Verb if verb is not Verb.RAISE] + ["raise", "open", "pass"],
    "seat-posts": [kind for kind in PostKind if kind not in (PostKind.SHARED_ANTE, PostKind.DEAD_BLIND)],
    "seat": ["called", "raised", "completed", "brought-in", "bet", "opened"],
    "log-dead": [Reason.FALSE_OPENERS, Reason.FLOOR],
    "result": Reason,
    "suit": "cdhs",
    "rank": [f"{rank}-{form}" for rank in RANKS for form in ("card", "one", "many", "the")],
    "made": ["high", "pair", "trips", "straight", "flush", "quads", "straight-flush"],
    "default": ["fold", "check", "pat", "pass", "bring-in", "discard", "show", "once", "decline"],
    "btn": ["half", "pot"],
    "street": ["preflop", "flop", "turn", "river", "discard"],
    "step": [
        *("antes", "blinds", "before", "draw", "after", "third", "fourth", "fifth", "sixth", "seventh"),
        *(f"{word}_{n}" for n in (1, 2, 3) for word in ("draw", "after_draw")),
    ],
    "panel-part": ["pair", "trips", "quads"],
    "stake": {*Name, "limit", "small_bet", "big_bet", "spread"},
    "raise": ["title", "label"],
    "bet": ["title", "label"],
    "audit-did": Deed,
}


@cache
def messages(language: str) -> dict[str, ftl.Message]:
    found: dict[str, ftl.Message] = {}
    for path in sorted((LOCALES / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, ftl.Message):
                found[entry.id.name] = entry
    return found


@pytest.mark.parametrize("path", sorted(LOCALES.rglob("*.ftl")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_file_is_read_whole_and_sentences_stand_once(path: Path) -> None:
    """Fluent passes over what it cannot read: a line that begins with `*`, `[`, `.` or `}` ends a sentence."""
    entries = FluentParser().parse(path.read_text(encoding="utf-8")).body
    assert [entry.content for entry in entries if isinstance(entry, ftl.Junk)] == []
    names = [entry.id.name for entry in entries if isinstance(entry, ftl.Message)]
    others = (other for other in path.parent.glob("*.ftl") if other != path)
    elsewhere = {line.split(" = ")[0] for other in others for line in other.read_text(encoding="utf-8").splitlines()}
    assert len(set(names)) == len(names)
    assert not set(names) & elsewhere


def nodes(tree: object) -> Iterator[object]:
    yield tree
    for value in vars(tree).values() if isinstance(tree, ftl.BaseNode) else ():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ftl.BaseNode):
                yield from nodes(each)


def variables(message: ftl.Message) -> set[str]:
    return {node.id.name for node in nodes(message) if isinstance(node, ftl.VariableReference)}


def references(message: ftl.Message) -> set[str]:
    return {node.id.name for node in nodes(message) if isinstance(node, ftl.MessageReference)}


@cache
def literals() -> frozenset[str]:
    """Every piece of text in the code of the cogs."""
    found: set[str] = set()
    for path in COGS.rglob("*.py"):
        constants = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.Constant))
        found |= {node.value for node in constants if isinstance(node.value, str)}
    return frozenset(found)


def said_keys() -> set[str]:
    """Keys that stand as such in a call of say or tell, or as a button's label."""
    found: set[str] = set()
    for path in COGS.rglob("*.py"):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and _called(node) in ("say", "tell", "button"):
                found |= {key for arg in node.args for key in constants(arg)}
    return found


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def constants(node: ast.expr) -> Iterator[str]:
    """Texts that an argument may be: itself, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def family_keys() -> set[str]:
    return {f"{family}-{member}" for family, members in FAMILIES.items() for member in members}


def test_both_languages_hold_the_same_keys() -> None:
    assert messages("en").keys() == messages("sv").keys()


@pytest.mark.parametrize("key", sorted(messages("en")))
def test_both_languages_use_the_same_variables(key: str) -> None:
    assert variables(messages("en")[key]) == variables(messages("sv")[key])


def test_every_key_the_code_asks_for_is_there() -> None:
    asked = {key for key in said_keys() if re.fullmatch(r"[a-z]+(-[a-z_A-Z0-9]+)*", key)} - {"en", "sv"}
    assert asked - messages("en").keys() == set()


def test_every_key_put_together_from_data_is_there() -> None:
    assert family_keys() - messages("en").keys() == set()


def test_no_key_is_unused() -> None:
    referred = {key for message in messages("en").values() for key in references(message)}
    used = literals() | family_keys() | house_keys() | referred
    built = ("cmd-", "opt-", *other_families())
    assert {key for key in messages("en") if key not in used and not key.startswith(built)} == set()


def other_families() -> set[str]:
    """How keys begin that the code puts together and that are not listed in full above."""
    strings = (node for path in COGS.rglob("*.py") for node in ast.walk(_tree(path)) if isinstance(node, ast.JoinedStr))
    starts = {str(node.values[0].value) for node in strings if isinstance(node.values[0], ast.Constant)}
    listed = {f"{family}-" for family in (*FAMILIES, "house")}
    return {start for start in starts if re.fullmatch(r"[a-z]+(-[a-z_]+)*-", start)} - listed


def house_keys() -> set[str]:
    """A name for each house rule, and a sentence for each answer it can have."""
    found = {"house-bold", "house-dealer_errors-zero", "house-big_bet_from_round-zero"}
    for each in fields(HouseRules):
        value = getattr(HouseRules(), each.name)
        answers = {type(value): ["n"], bool: ["yes", "no"], str: ["rank"], type(None): ["n"]}[type(value)]
        answers = [*type(value)] if isinstance(value, StrEnum) else answers
        found |= {f"house-{each.name}", *(f"house-{each.name}-{answer}" for answer in answers)}
        found |= {f"house-{each.name}-none"} if "None" in str(each.type) else set()
    return found


def test_every_house_rule_and_each_answer_has_a_sentence() -> None:
    there = {key for key in messages("en") if key.startswith("house-")}
    assert house_keys() - there == set()
    assert there - house_keys() - literals() == set()


def test_every_reference_between_messages_leads_somewhere() -> None:
    for language in words.LANGUAGES:
        known = messages(language)
        assert all(references(message) <= known.keys() for message in known.values())


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", sorted(messages("en")))
def test_every_sentence_can_be_said(language: str, key: str, caplog: pytest.LogCaptureFixture) -> None:
    text = say(language, key, **{name: "yes" if name == "free" else 3 for name in variables(messages("en")[key])})
    assert text
    assert "{" not in text
    assert not caplog.records


def test_no_isolating_marks_around_numbers() -> None:
    assert say("en", "btn-call", amount=12450) == "Call 12,450"


def test_numbers_are_written_as_each_language_does() -> None:
    assert [number(language, 12450) for language in ("en", "sv")] == ["12,450", "12\u00a0450"]
    assert say("sv", "btn-call", amount=12450) == "Syna 12\u00a0450"
    assert words.signed("sv", -1200) == "\u22121\u00a0200"
    assert words.signed("en", 1200) == "+1,200"
    assert words.signed("en", 0) == "0"


def test_other_locales_get_english_and_unknown_keys_no_raw_key() -> None:
    assert words.language_of("sv-SE") == "sv"
    assert words.language_of("de") == "en"
    assert say("de", "btn-fold") == "Fold"
    assert "no-such-key" not in say("sv", "no-such-key")


def test_plurals() -> None:
    assert "a passed-in deal" in say("en", "felt-carried", amount=6, n=1)
    assert "3 passade givar" in say("sv", "felt-carried", amount=6, n=3)


def test_labels_fit_a_phone_with_seven_digit_amounts() -> None:
    """Longest labels with seven-digit amounts: 34 characters (UI 3)."""
    for language in words.LANGUAGES:
        for key, message in messages(language).items():
            if key.startswith("btn-"):
                assert len(say(language, key, **dict.fromkeys(variables(message), 1_234_567))) <= 34, key
