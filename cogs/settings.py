"""What a member has chosen for himself: how his cards come, and how he is told that it is his turn."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs import mail, pings
from cogs.desk import Bot, Desk, Interaction, guild_of
from cogs.translate import choice, command
from cogs.ui.words import language_of, say

CARDS = [choice(f"setting-cards-{wish}", wish) for wish in (mail.MESSAGE, mail.BUTTON_ONLY)]
PINGS = [choice(f"setting-ping-{wish}", wish) for wish in (pings.CHANNEL, pings.PRIVATE, pings.NONE)]


class Settings(commands.Cog):
    """One command; what is left out stays as it is."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("settings", "my_cards", "ping")
    @app_commands.choices(my_cards=CARDS, ping=PINGS)
    async def settings(self, interaction: Interaction, my_cards: str = "", ping: str = "") -> None:
        """Change one's own settings."""
        language = language_of(interaction.locale)
        wishes = {name: wish for name, wish in (("cards", my_cards), ("ping", ping)) if wish}
        for name, wish in wishes.items():
            await self.desk.store.set_member_setting(guild_of(interaction), interaction.user.id, name, wish)
        what = " ".join(say(language, f"settings-{name}-{wish}") for name, wish in wishes.items())
        await self.desk.tell(interaction, "settings-kept" if what else "settings-nothing", what=what)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Settings(bot.desk))
