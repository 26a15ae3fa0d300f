"""RELIABILITY 74: Discord has more languages than we do; who has one of those is answered in English, with words."""

from __future__ import annotations

import re

import discord
import pytest

from cogs.ui.ids import Do
from cogs.ui.words import LANGUAGES, LOCALES, language_of, say
from tests.e2e.club import Club, said

UNKNOWN = ("", "xx", "sv_SE", "SV-se", "None", "zh-Hant-TW", "en", "sv", "klingon", "-", "\u202esv", "x" * 400)
"""What Discord may send one day."""

KEY = re.compile(r"^[a-z]+(?:-[a-z_0-9]+)+$", re.MULTILINE)
"""A raw key alone on its line."""

KEYS = sorted(
    line.split(" = ")[0]
    for path in (LOCALES / "en").glob("*.ftl")
    for line in path.read_text(encoding="utf-8").splitlines()
    if re.match(r"[a-z][\w-]* = [^{]+$", line)
)
"""Sentences that need no facts."""


@pytest.mark.parametrize("locale", [*(str(locale) for locale in discord.Locale), *UNKNOWN])
def test_every_locale_has_a_language(locale: str) -> None:
    """Swedish for Swedish, English for all others."""
    language = language_of(locale)

    assert language in LANGUAGES
    assert (language == "sv") is (locale[:2].lower() == "sv" and locale != "sv_SE")
    assert len(KEYS) > 300
    for key in KEYS:
        text = say(locale, key)
        assert text == say(language, key)
        assert text not in {"", key}


async def test_a_command_and_a_press_in_every_locale(club: Club) -> None:
    """Answered each time, in the words of the language and never with a key."""
    await club.deal("ann", "bo")
    answers: dict[str, set[tuple[str, str]]] = {"en": set(), "sv": set()}
    for locale in map(str, discord.Locale):
        club.member("ann", locale)
        club.member("zoe", locale)
        heard = said(await club.slash("zoe", "fold")), said(await club.press("ann", Do.CARDS))
        assert not any(KEY.search(text) for text in heard), locale
        answers[language_of(locale)].add(heard)
        club.time.time += 2

    assert [len(each) for each in answers.values()] == [1, 1]
    assert answers["en"] != answers["sv"]
