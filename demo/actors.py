"""Members who act, and what they can read: small helpers over simcord's actors and stored messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcord import interactions as sim_interactions
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.results import InteractionResult, ResponseMessage

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
MARKS = {
    "to_act": "→",
    "card_back": "▯",
    "dealer_button": "(D)",
    "all_in": "◆",
    "opener": "◇",
    "folded": "×",
    "chip": "",
}

_plain_payload = sim_interactions.base_payload


def _payload_with_locale(backend: Any, **facts: Any) -> tuple[Any, dict[str, Any]]:
    record, payload = _plain_payload(backend, **facts)
    payload["locale"] = getattr(backend, "locales", {}).get(facts["user_id"], "en-US")
    if facts.get("guild_id") is not None:
        payload["guild_locale"] = backend.guilds[facts["guild_id"]].preferred_locale
    return record, payload


sim_interactions.base_payload = _payload_with_locale  # simcord says en-US for everyone


def set_locale(env: Any, user: int, locale: str) -> None:
    """Let this member's client be in this language, such as sv-SE."""
    vars(env.backend).setdefault("locales", {})[user] = locale


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a member sees it."""

    custom_id: str
    label: str
    disabled: bool
    style: int


def seen(env: Any, channel: int, viewer: int | None = None) -> list[Message]:
    """Messages of a channel in order, as `viewer` sees them (None: only what everybody sees)."""
    stored = env.backend.messages.get(channel, {})
    return [stored[key] for key in sorted(stored) if stored[key].visible_to(viewer)]


def holder(env: Any, message: Message) -> ResponseMessage:
    """The form in which simcord's actors take a message to click on."""
    return ResponseMessage(env, message)


def buttons(message: Message | ResponseMessage) -> list[Button]:
    """Every button with a custom_id, in reading order."""
    return [
        Button(part["custom_id"], part.get("label") or "", bool(part.get("disabled")), int(part["style"]))
        for part in walk_components(message.components)
        if part.get("type") == 2 and part.get("custom_id")
    ]


def selects(message: Message | ResponseMessage) -> list[dict[str, Any]]:
    """Every select of words, as stored."""
    return [part for part in walk_components(message.components) if part.get("type") == 3]


def filled(shown: InteractionResult) -> dict[str, Any]:
    """Values for a shown modal as a member in a hurry leaves them: what is filled in, or the first choice."""
    values: dict[str, Any] = {}
    for part in walk_components((shown.modal or {}).get("components", [])):
        if part.get("type") == 4:
            values[part["custom_id"]] = part.get("value") or ""
        elif part.get("type") in {3, 21}:
            values[part["custom_id"]] = _chosen(part)
    return values


def _chosen(select: dict[str, Any]) -> Any:
    options = select.get("options") or []
    chosen = [option["value"] for option in options if option.get("default")] or [options[0]["value"]]
    return chosen if select["type"] == 3 else chosen[0]


def public_text(message: Message | ResponseMessage, *, with_buttons: bool = True) -> str:
    """A message as plain lines: its texts without markup, and its buttons as [Label]."""
    lines = [plain(message.content)] if message.content else []
    for root in message.components:
        lines.extend(_lines(root, with_buttons=with_buttons))
    return "\n".join(line for line in lines if line.strip())


def _lines(part: dict[str, Any], *, with_buttons: bool) -> Iterator[str]:
    match part.get("type"):
        case 10:
            yield plain(part["content"])
        case 1 if with_buttons:
            labels = [child.get("label") or child.get("placeholder") or "" for child in part["components"]]
            yield " ".join(f"[{label}]" for label in labels if label)
        case _:
            for child in part.get("components", ()):
                yield from _lines(child, with_buttons=with_buttons)


def texts(message: Message | ResponseMessage) -> list[str]:
    """The lines of all text displays as sent, with markup."""
    parts = [part["content"] for part in walk_components(message.components) if part.get("type") == 10]
    return [line for part in parts for line in part.splitlines()]


def plain(text: str) -> str:
    """Text without Discord's markup: headings, bold, code marks, emojis, escapes, times."""
    text = re.sub(r"<a?:(\w+):\d+>", lambda found: _emoji(found[1]), text)
    text = re.sub(r"<t:\d+(:\w)?>", "shortly", text)
    text = re.sub(r"^(#{1,3}|-#) ", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?<!\\)(\*\*|`|\|\|)", "", text).replace("\ufe0e", "")
    text = re.sub(r"\\([^\w\s]|_)", r"\1", text)
    return "\n".join(re.sub(r"[ ]{2,}", " ", line).strip() for line in text.splitlines())


def _emoji(name: str) -> str:
    rank, _, suit = name.partition("_")
    return rank + SUITS[suit] if suit in SUITS else MARKS.get(name, "")
