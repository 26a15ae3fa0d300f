"""Drawings as they can be compared, and what is left of one when its controls go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import discord
from discord import ui


def text_of(view: discord.ui.LayoutView) -> str:
    """The whole drawing as text: two that are equal look the same."""
    return json.dumps(view.to_components(), sort_keys=True)


def marks(parts: object) -> frozenset[str]:
    """The custom_ids of all controls in components, as they go to and come from Discord.

    They carry hand and version, so they tell which state is shown. Texts come back in other forms than they went.
    """
    return frozenset(_marks(parts))


def _marks(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if mark := part.get("custom_id"):
            yield str(mark)
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _marks(each)


def bare(view: ui.LayoutView) -> ui.LayoutView:
    """The same words without a control. A new view, for discord.py takes no changed one (DISCORD 3)."""
    new = ui.LayoutView(timeout=None)
    for item in view.children:
        if isinstance(item, ui.Container):
            frame: ui.Container[Any] = ui.Container(accent_colour=item.accent_colour)
            for each in item.children:
                _copy(each, frame)
            new.add_item(frame)
        else:
            _copy(item, new)
    new.stop()
    return new


def _copy(item: ui.Item[Any], where: ui.Container[Any] | ui.LayoutView) -> None:
    if isinstance(item, ui.TextDisplay):
        where.add_item(ui.TextDisplay(item.content))
    elif isinstance(item, ui.Separator):
        where.add_item(ui.Separator())
