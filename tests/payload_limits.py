"""Documented limits of Discord's API that its OpenAPI description does not express."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = frozenset(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "
    "zh-CN ja zh-TW ko".split()
)
MOST_CONTENT = 2000  # characters; the description says 4000
MOST_EMBEDS = 6000  # characters in all embeds together
MOST_PARTS = 40  # components of a V2 message, nested ones counted
MOST_V2_TEXT = 4000  # characters in all text displays together
MOST_ROWS = 5  # top-level parts of a modal, action rows of a classic message
MOST_COMMAND = 8000  # characters of one command with all its options

IS_COMPONENTS_V2 = 1 << 15
TEXT_DISPLAY = 10
V2_TYPES = frozenset({9, 10, 11, 12, 13, 14, 17})  # section, text, thumbnail, gallery, file, separator, container
NOT_WITH_V2 = ("content", "embeds", "poll", "sticker_ids")
OPEN_MODAL = 9  # type of an interaction's answer
SUBCOMMANDS = (1, 2)  # option types: subcommand, group of them


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a body. `kind`: invalid, unknown (a name nobody knows), route, limit."""

    where: str
    what: str
    kind: str = "invalid"

    def __str__(self) -> str:
        return f"[{self.kind}] {self.where or '(body)'}: {self.what}"


def over_limits(method: str, path: str, body: Any) -> list[Problem]:
    """Limits that a body of otherwise right shape breaks."""
    if isinstance(body, list) and path.endswith("/commands"):
        found = (pair for index, command in enumerate(body) for pair in _command(command, f"[{index}]"))
        return [Problem(where, what, "limit") for where, what in found]
    if not isinstance(body, dict):
        return []
    is_answer = path.endswith("/callback")
    message = body.get("data") if is_answer else body
    if not isinstance(message, dict):
        return []
    prefix = "data." if is_answer else ""
    is_modal = is_answer and body.get("type") == OPEN_MODAL
    return [Problem(prefix + where, what, "limit") for where, what in _message(message, method, is_modal=is_modal)]


def components(items: Any) -> Iterator[Json]:
    """All components, nested ones too."""
    for item in items or ():
        if isinstance(item, dict):
            yield item
            yield from components(item.get("components"))
            yield from components([item[key] for key in ("accessory", "component") if item.get(key)])


def _message(message: Json, method: str, *, is_modal: bool) -> Iterator[tuple[str, str]]:
    parts = list(components(message.get("components")))
    yield from _text(message)
    yield from _ids(parts)
    rows = len(message.get("components") or ())
    if is_modal:
        if not 1 <= rows <= MOST_ROWS:
            yield "components", f"a modal has 1 to {MOST_ROWS} top-level parts"
    elif _flags(message) & IS_COMPONENTS_V2:
        yield from _v2(message, parts)
    elif method == "POST" and (early := V2_TYPES & {part.get("type") for part in parts}):
        yield "flags", f"component types {sorted(early)} need flag 1<<15 (IS_COMPONENTS_V2)"
    elif rows > MOST_ROWS:
        yield "components", f"{MOST_ROWS} action rows at most"


def _text(message: Json) -> Iterator[tuple[str, str]]:
    if (size := len(message.get("content") or "")) > MOST_CONTENT:
        yield "content", f"bots may send {MOST_CONTENT} characters, got {size}"
    embeds = [embed for embed in message.get("embeds") or () if isinstance(embed, dict)]
    if (size := sum(map(_embed_size, embeds))) > MOST_EMBEDS:
        yield "embeds", f"{MOST_EMBEDS} characters in all embeds together, got {size}"


def _embed_size(embed: Json) -> int:
    pieces = [embed.get("title"), embed.get("description")]
    pieces += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    pieces += [piece for field in embed.get("fields") or () for piece in (field.get("name"), field.get("value"))]
    return sum(len(piece or "") for piece in pieces)


def _ids(parts: list[Json]) -> Iterator[tuple[str, str]]:
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    for twice in sorted({item for item in ids if ids.count(item) > 1}):
        yield "components", f"custom_id {twice!r} is used {ids.count(twice)} times"


def _flags(message: Json) -> int:
    try:
        return int(message.get("flags") or 0)
    except (TypeError, ValueError):
        return 0


def _v2(message: Json, parts: list[Json]) -> Iterator[tuple[str, str]]:
    for name in NOT_WITH_V2:
        if message.get(name):
            yield name, "not allowed together with Components V2"
    if len(parts) > MOST_PARTS:
        yield "components", f"{MOST_PARTS} components in all, nested ones counted, got {len(parts)}"
    text = sum(len(part.get("content") or "") for part in parts if part.get("type") == TEXT_DISPLAY)
    if text > MOST_V2_TEXT:
        yield "components", f"{MOST_V2_TEXT} characters of text in all, got {text}"


def _command(command: Json, where: str) -> Iterator[tuple[str, str]]:
    if command.get("type", 1) == 1:  # a slash command; the names of context menus are free
        yield from _names(command, where)
        if not command.get("description"):
            yield f"{where}.description", "a slash command needs a description"
    yield from _locales(command, where)
    yield from _options(command, where)
    if (size := _command_size(command)) > MOST_COMMAND:
        yield where, f"{MOST_COMMAND} characters in one command, got {size}"


def _options(node: Json, where: str) -> Iterator[tuple[str, str]]:
    options = node.get("options") or []
    values = [option for option in options if option.get("type") not in SUBCOMMANDS]
    required = [bool(option.get("required")) for option in values]
    if required != sorted(required, reverse=True):
        yield f"{where}.options", "required options come before optional ones"
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        yield f"{where}.options", "two options of one name"
    for index, option in enumerate(options):
        spot = f"{where}.options[{index}]"
        yield from _names(option, spot)
        yield from _locales(option, spot)
        yield from _options(option, spot)


def _names(node: Json, where: str) -> Iterator[tuple[str, str]]:
    texts = {"name": node.get("name") or ""}
    texts |= {f"name_localizations.{locale}": text for locale, text in (node.get("name_localizations") or {}).items()}
    for key, text in texts.items():
        if not COMMAND_NAME.fullmatch(text) or text != text.lower():
            yield f"{where}.{key}", f"{text!r} is no command name"


def _locales(node: Json, where: str) -> Iterator[tuple[str, str]]:
    for key in ("name_localizations", "description_localizations"):
        for locale in (node.get(key) or {}).keys() - LOCALES:
            yield f"{where}.{key}", f"{locale!r} is no Discord locale"


def _command_size(node: Json) -> int:
    """Name, description and values in characters; of translations only the longest counts."""

    def longest(key: str) -> int:
        return max(len(text) for text in (node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()))

    choices = node.get("choices") or ()
    size = longest("name") + longest("description")
    size += sum(len(str(choice.get("name"))) + len(str(choice.get("value"))) for choice in choices)
    return size + sum(_command_size(option) for option in node.get("options") or ())
