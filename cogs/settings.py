"""What a member has chosen for himself: how his cards come and look, and how he is told that it is his turn."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.desk import LOOK, TEXT, Bot, Desk, Interaction, guild_of
from cogs.speech import mail, pings
from cogs.translate import choice, command
from cogs.ui.words import language_of, say

CARDS, PING, PICTURES = "cards", "ping", "pictures"

WISHES = {
    CARDS: (mail.MESSAGE, mail.BUTTON_ONLY),
    PING: (pings.CHANNEL, pings.PRIVATE, pings.NONE),
    LOOK: (PICTURES, TEXT),
}
"""Every setting with what may be chosen; the first holds while nothing was."""

_CARDS, _PINGS, _LOOKS = ([choice(f"setting-{name}-{wish}", wish) for wish in WISHES[name]] for name in WISHES)


class Settings(commands.Cog):
    """One command; what is left out stays as it is."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("settings", "my_cards", "ping", "look")
    @app_commands.choices(my_cards=_CARDS, ping=_PINGS, look=_LOOKS)
    async def settings(self, interaction: Interaction, my_cards: str = "", ping: str = "", look: str = "") -> None:
        """Change one's own settings; without a change, see them."""
        wishes = {name: wish for name, wish in ((CARDS, my_cards), (PING, ping), (LOOK, look)) if wish}
        for name, wish in wishes.items():
            await self.desk.choose(interaction, name, wish)
        if wishes.get(CARDS) == mail.MESSAGE or wishes.get(PING) == pings.PRIVATE:
            await self._open_channel(interaction)
        kept = self.desk.wishes.get((guild_of(interaction), interaction.user.id), {})
        shown = wishes or {name: str(kept.get(name) or usual) for name, (usual, *_) in WISHES.items()}
        what = " ".join(say(language_of(interaction.locale), f"settings-{name}-{shown[name]}") for name in shown)
        await self.desk.tell(interaction, "settings-kept" if wishes else "settings-now", what=what)

    async def _open_channel(self, interaction: Interaction) -> None:
        """Who sits already gets his channel now; the others get it when they sit down."""
        for session in self.desk.tables.at(guild_of(interaction)):
            if session.snapshot().seat_of(interaction.user.id):
                speaker = self.desk.speaker
                speaker.background(mail.open_channel(self.desk, speaker.sending, session, interaction.user.id))
                return


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Settings(bot.desk))
