"""Controls of private pages, which belong to no moment of a table: help, finished hands, exercises, logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from cogs.ui.controls import Item
from cogs.ui.face import Face
from cogs.ui.ids import Do, custom_id
from cogs.ui.layout import GREY, LABEL, Style
from cogs.ui.words import Value

MOST_OPTIONS = 25
OPTION = 100


@dataclass(frozen=True, slots=True)
class Links:
    """Makes the controls of one page. `table`, `hand`: what they are about, 0 for nothing of the kind."""

    face: Face
    hand: int = 0
    table: int = 0

    def button(
        self, action: Do, key: str, style: Style = GREY, *,
        version: int = 0, value: int = 0, off: bool = False, **args: Value,
    ) -> Item:
        """A button with the sentence behind `key` as label."""
        made = custom_id(self.table, self.hand, version, action, value)
        return ui.Button(label=self.face.say(key, **args)[:LABEL], style=style, custom_id=made, disabled=off)

    def choices(self, action: Do, key: str, options: Sequence[tuple[str, str, str]], chosen: str = "") -> Item:
        """A select with the sentence behind `key` while nothing is chosen; options are (value, label, description)."""
        made = [
            discord.SelectOption(
                label=label[:OPTION], value=value, description=about[:OPTION] or None, default=value == chosen
            )
            for value, label, about in options[:MOST_OPTIONS]
        ]
        place = self.face.say(key)
        return ui.Select(custom_id=custom_id(self.table, self.hand, 0, action), placeholder=place, options=made)
