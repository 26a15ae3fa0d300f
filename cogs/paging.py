"""Private pages: turned in place, and files that only the asker sees."""

from __future__ import annotations

import io

import discord

from cogs.desk import UNSENT, Desk, Interaction, too_late
from cogs.ui.words import language_of, say


async def turn_to(desk: Desk, interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Show a page: in place of the private one whose button was pressed, else as a new private answer."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        await desk.answer(interaction, view)
        return
    try:
        await interaction.response.edit_message(view=view)
    except UNSENT as error:
        too_late(error)


async def send_file(interaction: Interaction, key: str, name: str, data: bytes) -> None:
    """A private file under a sentence. The interaction was deferred before, for making the file takes time."""
    text = say(language_of(interaction.locale), key)
    try:
        await interaction.followup.send(text, file=discord.File(io.BytesIO(data), name), ephemeral=True)
    except UNSENT as error:
        too_late(error)
