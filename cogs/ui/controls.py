"""The one dynamic item of the bot: any button or select of a table message, before and after a restart.

Table messages hold nothing but these, so that no view is kept in memory and none can take the class out of
discord.py's registry. A press goes to the client's `pressed`.
"""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.ui.ids import PATTERN, Press, parse

Item = ui.Button[Any] | ui.Select[Any]


class Presses(Protocol):
    """What a client must have to be told of presses."""

    async def pressed(self, interaction: discord.Interaction[Any], press: Press, values: list[str]) -> None:
        """A member used a control. `values`: what was chosen in a select, empty for a button."""


class Control(ui.DynamicItem[Any], template=PATTERN):
    """A button or select with one of our ids. `bot.add_dynamic_items(Control)` at start is all that is needed."""

    def __init__(self, item: Item, press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The control that was pressed, read back from its id alone."""
        del interaction
        press = parse(match.string)
        if press is None:
            raise ValueError("an id of another version")
        return cls(cast("Item", item), press)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press over; what it means is decided elsewhere."""
        offered = {option.value for option in getattr(self.item, "options", ())}
        values = [value for value in getattr(self.item, "values", ()) if value in offered]
        await cast("Presses", interaction.client).pressed(interaction, self.press, values)
