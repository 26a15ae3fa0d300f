"""A sample bot with every kind of answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from demo.env import WireEnv
from demo.wire import Wire

Answer = Callable[[discord.Interaction], Awaitable[Any]]


class Raise(discord.ui.Modal, title="Raise"):
    amount: discord.ui.Label[Any] = discord.ui.Label(text="To", component=discord.ui.TextInput(default="20"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.amount.component, discord.ui.TextInput)
        await interaction.response.send_message(f"raised to {self.amount.component.value}", ephemeral=True)


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"press:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(discord.ui.Button(label=f"Press {count}", custom_id=f"press:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> "Press":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=felt(self.count + 1))


class Form(discord.ui.DynamicItem[discord.ui.Button[Any]], template="form"):
    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Raise…", custom_id="form"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> "Form":
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Raise())


def felt(count: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    row: Any = discord.ui.ActionRow(Press(count), Form())
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(f"## Pot {count}\n-# `A♠\ufe0e` **Åsa**"), row))
    return view


class SampleBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.resumes = 0
        self.seen: list[str] = []
        for name, answer in {"felt": self._felt, "dm": self._dm, "say": self._say, "slow": self._slow}.items():
            self.tree.add_command(app_commands.Command(name=name, description=name, callback=_command(answer)))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Form)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumes += 1

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(channel.name)

    async def _felt(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=felt(1))

    async def _say(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"locale {interaction.locale}", ephemeral=True)

    async def _slow(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content="done")

    async def _dm(self, interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send("your cards")
        except discord.Forbidden as refusal:
            await interaction.response.send_message(f"closed {refusal.code}", ephemeral=True)
        else:
            await interaction.response.send_message("sent", ephemeral=True)


def _command(answer: Answer) -> Any:
    async def callback(interaction: discord.Interaction) -> None:
        await answer(interaction)

    return callback


@dataclass
class Stage:
    env: WireEnv
    wire: Wire
    bot: SampleBot
    channel: ChannelHandle
    ann: MemberActor
    bo: MemberActor
