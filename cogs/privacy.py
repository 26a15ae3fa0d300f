"""One's own data: to read, and to have forgotten."""

from __future__ import annotations

import json

from discord import app_commands
from discord.ext import commands

from cogs.desk import Bot, Desk, Interaction, guild_of
from cogs.paging import send_file
from cogs.translate import command
from cogs.ui.ids import Do, Press
from cogs.ui.layout import RED, Edge, lines, message, plain, small
from cogs.ui.pages import Links
from cogs.ui.words import language_of, say
from data.errors import StillPlaying
from engine.tables.session import TableSession


@app_commands.guild_only()
class Privacy(commands.GroupCog, group_name="privacy", group_description=say("en", "cmd-privacy")):
    """Each server's data stands alone, so all of this is about one server."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("privacy-show")
    async def show(self, interaction: Interaction) -> None:
        """Everything that is kept about the member here, as a file."""
        await self.desk.answers.wait(interaction)
        held = await self.desk.store.held(guild_of(interaction), interaction.user.id)
        data = json.dumps(held, indent=2, ensure_ascii=False).encode()
        await send_file(self.desk, interaction, "privacy-held", "knekt-data.json", data)

    @command("privacy-delete")
    async def delete(self, interaction: Interaction) -> None:
        """Ask once more; nothing is deleted yet."""
        face = self.desk.face(interaction)
        links = Links(face)
        row = [links.button(Do.FORGET, "btn-forget", RED), links.button(Do.NO, "btn-no")]
        text = lines(f"**{face.say('privacy-ask')}**", face.say("privacy-goes"), small(face.say("privacy-stays")))
        await self.desk.answer(interaction, message(Edge.PRIVATE, [text, row]))


async def forget(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Yes: take the member out of everything on this server."""
    guild, member, language = guild_of(interaction), interaction.user.id, language_of(interaction.locale)
    if any(involved(session, member) for session in desk.tables.at(guild)):
        await desk.edit(interaction, plain(say(language, "privacy-playing")))
        return
    try:
        await desk.store.forget(guild, member)
    except StillPlaying:
        await desk.edit(interaction, plain(say(language, "privacy-playing")))
        return
    desk.forget(guild, member)
    await desk.edit(interaction, plain(say(language, "privacy-done")))


def involved(session: TableSession, member: int) -> bool:
    """Whether an open table still needs to know who the member is."""
    state = session.state
    return member in {*state.members.values(), *state.dealt.values(), *state.waitlist, session.record.host}


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    bot.desk.on(Do.FORGET, forget)
    await bot.add_cog(Privacy(bot.desk))
