"""A bot with the buttons of the real one and no poker: two streets of turns, the first of them a draw."""

import itertools
from typing import Any

import discord
from discord import app_commands

NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
CARDS = ("Jh", "Jc", "2s", "7d", "Ks")


class Spot(discord.ui.DynamicItem[Any], template=r"pk1:(?P<rest>.+)"):
    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> "Spot":
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.client, DealerBot)
        await interaction.client.pressed(interaction, self.item.custom_id)


class Seat(discord.ui.Modal, title="Sit down"):
    chips: discord.ui.Label[Any] = discord.ui.Label(text="Chips", component=discord.ui.TextInput(default="500"))
    place: discord.ui.Label[Any] = discord.ui.Label(
        text="Seat",
        component=discord.ui.Select(options=[discord.SelectOption(label="1"), discord.SelectOption(label="2")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.client, DealerBot)
        assert isinstance(self.chips.component, discord.ui.TextInput)
        await interaction.client.seat(interaction, self.chips.component.value)


class DealerBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.players: list[str] = []
        self.bought: list[str] = []
        self.thrown: list[list[str]] = []
        self.pressed_by: list[tuple[str, str]] = []
        self.hand = self.version = 0
        self.turns: list[tuple[str, str]] = []  # (player, "draw" or "bet") still to come
        group = app_commands.Group(name="table", description="table")

        @group.command(name="open", description="open")
        async def open_table(interaction: discord.Interaction, game: str, stakes: str) -> None:
            await interaction.response.send_message(view=self.lobby())

        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Spot)
        await self.tree.sync()

    def button(self, label: str, action: str) -> Any:
        return Spot(discord.ui.Button(label=label, custom_id=f"pk1:7:{self.hand}:{self.version}:{action}"))

    def lobby(self) -> Any:
        return self.view(f"## Table\nSeats: {len(self.players)}", ("Sit down…", "join"), ("Start", "start"))

    def view(self, text: str, *buttons: tuple[str, str]) -> Any:
        view = discord.ui.LayoutView(timeout=None)
        row: Any = discord.ui.ActionRow(*(self.button(*each) for each in buttons))
        view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row))
        return view

    def felt(self) -> Any:
        if not self.turns:
            return self.view(f"## Nobody wins\n-# hand {self.hand}\n### Next hand <t:1:R>", ("Next", "next"))
        name, street = self.turns[0]
        choices = (("Choose…", "draw"), ("Pat", "pat")) if street == "draw" else (("Call 5", "call"), ("Fold", "fold"))
        return self.view(f"-# hand {self.hand}\n# Pot\n### <:to_act:1> {name}: 5 to call", *choices)

    async def seat(self, interaction: discord.Interaction, chips: str) -> None:
        self.players.append(interaction.user.name)
        self.bought.append(chips)
        await interaction.response.edit_message(view=self.lobby())

    async def pressed(self, interaction: discord.Interaction, custom_id: str) -> None:
        *_, hand, version, action = custom_id.split(":")
        if action != "next" and hand != "0" and (hand, version) != (str(self.hand), str(self.version)):
            await interaction.response.send_message("That hand has moved on.", ephemeral=True)
            return
        self.pressed_by.append((interaction.user.name, action))
        if action == "join":
            await interaction.response.send_modal(Seat())
        elif action in {"start", "next"}:
            await self.deal(interaction)
        elif action == "draw":
            await interaction.response.send_message(view=self.panel(()), ephemeral=True)
        elif action == "discards":
            await interaction.response.edit_message(view=self.panel(interaction.data["values"]))  # type: ignore[index, typeddict-item]
        else:
            await self.moved(interaction, in_panel=action == "throw")

    async def deal(self, interaction: discord.Interaction) -> None:
        self.hand, self.version = self.hand + 1, 1
        self.turns = list(itertools.product(self.players, ("draw", "bet")))
        await interaction.response.defer()
        assert isinstance(interaction.channel, discord.TextChannel)
        self.message = await interaction.channel.send(view=self.felt())

    def panel(self, chosen: Any) -> Any:
        if chosen:
            self.thrown.append(list(chosen))
            return self.view("sure?", (f"Throw {len(chosen)}", "throw"))
        options = [discord.SelectOption(label=f"{card[0]} of {NAMES[card[1]]}", value=card) for card in CARDS]
        menu = Spot(discord.ui.Select(custom_id=f"pk1:7:{self.hand}:{self.version}:discards", options=options,
                                      min_values=0, max_values=3))  # fmt: skip
        row: Any = discord.ui.ActionRow(menu)
        return discord.ui.LayoutView(timeout=None).add_item(row)

    async def moved(self, interaction: discord.Interaction, *, in_panel: bool) -> None:
        self.turns.pop(0)
        self.version += 1
        if in_panel:
            await interaction.response.edit_message(view=discord.ui.LayoutView().add_item(discord.ui.TextDisplay("ok")))
            await self.message.edit(view=self.felt())
        else:
            await interaction.response.edit_message(view=self.felt())
