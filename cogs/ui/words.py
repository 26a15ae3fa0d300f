"""Everything a player reads comes from here: sentences in Project Fluent, numbers as each language writes them."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

log = logging.getLogger(__name__)

Value = str | int
LOCALES = Path(__file__).parent / "locale"
LANGUAGES = ("en", "sv")
FALLBACK = "en"
_TAGS = {"en": "en-US", "sv": "sv-SE"}
_GROUPS = {"en": ",", "sv": "\u00a0"}
_LOST = {"en": "I have no words for this.", "sv": "Jag saknar ord för det här."}
MINUS = "\u2212"
MOST_EXACT = 10**15


def language_of(locale: object) -> str:
    """The language for a Discord locale such as `sv-SE`; English for all that we do not speak."""
    short = str(locale).split("-", maxsplit=1)[0].lower()
    return short if short in LANGUAGES else FALLBACK


def say(language: str, key: str, /, **args: Value) -> str:
    """The sentence behind a key. Whole numbers are written as the language does; never answers with the raw key."""
    language = language_of(language)
    for tried in (language, FALLBACK):
        text = _formatted(tried, key, args)
        if text is not None:
            return text
    log.error("no sentence %s", key)
    return _LOST[language]


def has(key: str) -> bool:
    """Whether there is such a sentence."""
    return _bundle(FALLBACK).has_message(key)


def missing() -> list[str]:
    """Sentences that one language has and another lacks, or that cannot be read; for whoever runs the bot."""
    there = {language: _keys(language) for language in LANGUAGES}
    every = frozenset[str]().union(*there.values())
    lacking = {language: sorted(every - keys) for language, keys in there.items()}
    return [f"{language} lacks {', '.join(keys)}" for language, keys in lacking.items() if keys]


def _keys(language: str) -> frozenset[str]:
    parser = FluentParser()
    files = [parser.parse(path.read_text(encoding="utf-8")) for path in (LOCALES / language).glob("*.ftl")]
    return frozenset(entry.id.name for file in files for entry in file.body if isinstance(entry, Message))


def number(language: str, amount: int) -> str:
    """`12,450` or `12 450` with a no-break space; a real minus."""
    text = f"{abs(amount):,}".replace(",", _GROUPS[language_of(language)])
    return MINUS + text if amount < 0 else text


def signed(language: str, amount: int) -> str:
    """A gain with plus, a loss with minus."""
    return f"+{number(language, amount)}" if amount > 0 else number(language, amount)


def capital(text: str) -> str:
    """The first letter raised, for the start of a line."""
    return text[:1].upper() + text[1:]


def listed(language: str, parts: list[str], most: int | None = None) -> str:
    """Names in a row; after `most` of them "and 3 more"."""
    if most is None or len(parts) <= most:
        return ", ".join(parts)
    return f"{', '.join(parts[:most])} {say(language, 'list-more', n=len(parts) - most)}"


def _formatted(language: str, key: str, args: dict[str, Value]) -> str | None:
    bundle = _bundle(language)
    if not bundle.has_message(key):
        return None
    pattern = bundle.get_message(key).value
    if pattern is None:
        return None
    text, errors = bundle.format_pattern(pattern, {name: _written(language, value) for name, value in args.items()})
    if errors:
        log.error("sentence %s in %s: %s", key, language, errors)
        return None
    return str(text)


def _written(language: str, value: Value) -> Value:
    """A number beyond what Babel's decimals hold is written by us: nobody means it, but a refusal repeats it."""
    return number(language, value) if isinstance(value, int) and abs(value) > MOST_EXACT else value


@cache
def _bundle(language: str) -> FluentBundle:
    """All files of a language. Isolating marks are left to names, the only text that comes from outside."""
    bundle = FluentBundle([_TAGS[language]], use_isolating=False)
    for path in sorted((LOCALES / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
