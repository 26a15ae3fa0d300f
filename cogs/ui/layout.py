"""From blocks of text, lines and rows to a message, within Discord's budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

import discord
from discord import ui

from cogs.ui.cards import card_name
from cogs.ui.controls import Control, Item
from cogs.ui.face import Face
from cogs.ui.ids import Do, custom_id, parse
from cogs.ui.made import card_words
from cogs.ui.words import Value
from engine.rules.cards import Card
from engine.tables.snapshot import Snapshot

ROW = 3  # buttons a row, so that they fit a phone
FULL = 3800  # characters at which a view starts dropping what one may skip (Discord: 4,000)
LABEL = 80
ALT = 1024

Style = discord.ButtonStyle
RED, GREEN, BLUE, GREY = Style.danger, Style.success, Style.primary, Style.secondary


class Edge(IntEnum):
    """Colour of a container's edge; it means nothing that the text does not say."""

    PLAY = 0x2E8B57
    RUNOUT = 0xE67E22
    RESULT = 0xE0A526
    PRIVATE = 0x3E82C4


class Rule(Enum):
    """A thin line between blocks."""

    LINE = "line"


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that is sent along, shown here; `alt` says the same in words."""

    name: str
    alt: str


LINE = Rule.LINE
Row = list[Item]
Block = str | Rule | Row | Picture


def text_size(blocks: Iterable[Block]) -> int:
    """Characters of the text displays, which is what Discord counts, in the client's UTF-16 units."""
    return sum(len(block.encode("utf-16-le")) // 2 for block in blocks if isinstance(block, str))


def message(edge: Edge, blocks: Sequence[Block]) -> ui.LayoutView:
    """A fresh view: one container with the blocks, empty ones left out. Every control is a dynamic item."""
    container: ui.Container[Any] = ui.Container(accent_colour=int(edge))
    for block in blocks:
        if isinstance(block, str):
            if block:
                container.add_item(ui.TextDisplay(block))
        elif isinstance(block, Rule):
            container.add_item(ui.Separator())
        elif isinstance(block, Picture):
            shown = discord.MediaGalleryItem(f"attachment://{block.name}", description=block.alt[:ALT])
            container.add_item(ui.MediaGallery(shown))
        elif block:
            container.add_item(ui.ActionRow(*(_control(item) for item in block)))
    return _drawing(container)


def plain(text: str) -> ui.LayoutView:
    """A message of nothing but text."""
    return _drawing(ui.TextDisplay(text))


def _drawing(item: ui.Item[Any]) -> ui.LayoutView:
    """It listens to nobody, for a press finds its control by the id: else discord.py keeps a timer for each answer."""
    view = ui.LayoutView(timeout=None).add_item(item)
    view.stop()
    return view


def fitted(draw: Callable[[int], Sequence[Block]], steps: int) -> Sequence[Block]:
    """The fullest drawing that fits: `draw(0)` is everything, each further step drops something (UI budget)."""
    for step in range(steps):
        blocks = draw(step)
        if text_size(blocks) <= FULL:
            return blocks
    return draw(steps)


def rows(items: Sequence[Item]) -> list[Row]:
    """Buttons in rows of at most three."""
    return [list(items[place : place + ROW]) for place in range(0, len(items), ROW)]


def lines(*parts: str) -> str:
    """Lines of one text display, empty ones left out."""
    return "\n".join(part for part in parts if part)


def small(text: str) -> str:
    """Small grey text, for all that one may skip."""
    return f"-# {text}" if text else ""


@dataclass(frozen=True, slots=True)
class Desk:
    """Makes the controls of one drawing: they carry its table, hand and version."""

    snapshot: Snapshot
    face: Face

    def id(self, action: Do, value: int = 0) -> str:
        """The custom_id of a control in this drawing."""
        return custom_id(self.snapshot.table, self.snapshot.hand, self.snapshot.version, action, value)

    def button(
        self,
        action: Do,
        key: str,
        style: Style = GREY,
        value: int = 0,
        *,
        icon: str = "",
        off: bool = False,
        **args: Value,
    ) -> Item:
        """A button with the sentence behind `key` as label."""
        label = self.face.say(key, **args)[:LABEL]
        emoji = self.face.emojis.icon(icon) if icon else None
        return ui.Button(label=label, style=style, custom_id=self.id(action, value), emoji=emoji, disabled=off)

    def cards(
        self,
        action: Do,
        key: str,
        cards: Sequence[Card],
        chosen: Sequence[Card],
        about: Callable[[Card], str],
        least: int,
        most: int,
    ) -> Item:
        """A select of cards in words, values as `Jh`; `about` is the line below each."""
        options = [
            discord.SelectOption(
                label=card_words(self.face.language, card),
                value=card,
                description=about(card)[:100] or None,
                emoji=self.face.emojis.icon(card_name(card)),
                default=card in chosen,
            )
            for card in cards
        ]
        hint = self.face.say(key, n=most)
        return ui.Select(
            custom_id=self.id(action), placeholder=hint, options=options, min_values=least, max_values=most
        )

    def choices(self, action: Do, options: Sequence[tuple[str, str, str]], chosen: str) -> Item:
        """A select of sentences: (value, label, description)."""
        made = [
            discord.SelectOption(
                label=label[:100], value=value, description=about[:100] or None, default=value == chosen
            )
            for value, label, about in options
        ]
        return ui.Select(custom_id=self.id(action), options=made)


def _control(item: Item) -> Control:
    press = parse(item.custom_id or "")
    if press is None:
        raise ValueError(f"not one of our ids: {item.custom_id}")
    return Control(item, press)
