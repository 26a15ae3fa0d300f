"""Private pages: turned in place, and files that only the asker sees."""

from __future__ import annotations

import io

import discord

from cogs.desk import Desk, Interaction
from cogs.ui.words import language_of, say


async def turn_to(desk: Desk, interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Show a page: in place of the private one whose button was pressed, else as a new private answer."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        await desk.answer(interaction, view)
    else:
        await desk.edit(interaction, view)


async def send_file(desk: Desk, interaction: Interaction, key: str, name: str, data: bytes) -> None:
    """A private file under a sentence. The interaction was deferred before, for making the file takes time."""
    text = say(language_of(interaction.locale), key)
    await desk.answers.file(interaction, text, discord.File(io.BytesIO(data), name))
