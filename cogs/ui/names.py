"""Members choose their names; these make any of them harmless: one short line, no markdown, no turned direction."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#@:])")
_ITEM = re.compile(r"^(\d*)([-+.])")  # of a list, where the name begins the line
_JOINER, _PICTURE = "\u200d", "\ufe0f"
_MARKS = 2  # combining marks a letter may carry
_ISOLATE = "\u2068{}\u2069"


def plain_name(name: str, width: int) -> str:
    """The name cut to so many visible characters, for labels and forms, where markdown means nothing."""
    letters = list(_graphemes(_tidied(name)))
    if len(letters) > width:
        letters = [*"".join(letters[: width - 1]).rstrip(), "…"]
    return "".join(letters).strip() or "?"


def safe_name(name: str, width: int) -> str:
    """The name for text displays: markdown escaped, right-to-left writing kept from turning the line around."""
    plain = plain_name(name, width)
    escaped = _ITEM.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", plain))
    return _ISOLATE.format(escaped) if _runs_leftwards(plain) else escaped


def distinct(names: Mapping[int, str], width: int) -> dict[int, str]:
    """Safe names by seat; those that would look the same carry their seat's number."""
    shown = {seat: plain_name(name, width) for seat, name in names.items()}
    twice = {text for text in shown.values() if list(shown.values()).count(text) > 1}
    return {
        seat: f"{safe_name(name, width - 5)} ({seat})" if shown[seat] in twice else safe_name(name, width)
        for seat, name in names.items()
    }


def _tidied(name: str) -> str:
    """Composed, without control and format characters, spaces single."""
    kept = (_kept(char) for char in unicodedata.normalize("NFC", name))
    return " ".join("".join(kept).split())


def _kept(char: str) -> str:
    category = unicodedata.category(char)
    if category.startswith("Z") or char.isspace():
        return " "
    return char if char == _JOINER or not category.startswith("C") else ""


def _graphemes(text: str) -> Iterator[str]:
    """Visible characters: a letter with a few marks, or a picture joined from several."""
    grapheme = ""
    for char in text:
        if not grapheme or not _continues(grapheme, char):
            if grapheme:
                yield grapheme.rstrip(_JOINER)
            grapheme = char if char != _JOINER and not unicodedata.combining(char) else ""
        elif _room(grapheme, char):
            grapheme += char
    if grapheme:
        yield grapheme.rstrip(_JOINER)


def _continues(grapheme: str, char: str) -> bool:
    joined = grapheme.endswith(_JOINER) and unicodedata.category(char) == "So"
    return joined or _is_mark(char) or char == _JOINER


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= char <= "\U0001f3ff"


def _room(grapheme: str, char: str) -> bool:
    """A few marks and a picture of a few parts are writing; more is noise."""
    if char == _JOINER:
        return unicodedata.category(grapheme[0]) == "So" and grapheme.count(_JOINER) < 3 and grapheme[-1] != _JOINER
    return not _is_mark(char) or sum(map(_is_mark, grapheme)) < _MARKS + grapheme.count(_JOINER) * 2


def _runs_leftwards(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)
