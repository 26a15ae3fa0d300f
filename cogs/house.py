"""House rules of a table: to read, and for the host to change between hands, one by one or as a set, for all to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from discord import app_commands
from discord.ext import commands

from cogs.desk import Bot, Desk, Interaction
from cogs.floor import manages
from cogs.opening import CHOICE, MOST_CHOICES
from cogs.translate import choice, command, suggests
from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.house import concerns, rule_line, rule_name, rules_page
from cogs.ui.layout import plain
from cogs.ui.words import say
from engine.tables.config import Game, TableConfig
from engine.tables.errors import TableError
from engine.tables.house_text import NAMES, PRESETS, choices, said, value_of, with_preset, with_rule
from engine.tables.session import TableSession

SETS = [choice(f"set-{key}", key) for key in PRESETS]


@app_commands.guild_only()
class House(commands.GroupCog, group_name="house", group_description=say("en", "cmd-house")):
    """What a table has agreed on."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command("house-show")
    async def show(self, interaction: Interaction) -> None:
        """The house rules of the game that is played here."""
        game = self.desk.here(interaction).snapshot().game
        await self.desk.answer(interaction, rules_page(game, self.desk.face(interaction)))

    @command("house-set", "rule", "value", public=True)
    async def change(self, interaction: Interaction, rule: str, value: str) -> None:
        """Change one rule in every game of the table that can have it."""
        session, name = self.desk.here(interaction), _named(self.desk.face(interaction), rule)
        wanted = value_of(name, _typed(self.desk.face(interaction), name, value))
        face = self.desk.public_face(session.snapshot())
        text = rule_line(face, name, wanted)
        await self._change(interaction, session, lambda config: with_rule(config, name, wanted), text)

    @suggests(change, "rule")
    async def suggest_rule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Rules that mean something in the game played here, by name in the member's language."""
        game = self.desk.here(interaction).snapshot().game
        return list(rules_like(self.desk.face(interaction), game, typed))[:MOST_CHOICES]

    @suggests(change, "value")
    async def suggest_value(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """What may be said for the rule that was chosen."""
        face, session = self.desk.face(interaction), self.desk.here(interaction)
        return list(values_like(face, session.config, str(interaction.namespace.rule or ""), typed))[:MOST_CHOICES]

    @command("house-preset", "rules", public=True)
    @app_commands.choices(rules=SETS)
    async def preset(self, interaction: Interaction, rules: str) -> None:
        """A whole set of house rules, each game's own beneath it."""
        session = self.desk.here(interaction)
        text = self.desk.public_face(session.snapshot()).say(f"set-{rules}")
        await self._change(interaction, session, lambda config: with_preset(config, rules), text)

    async def _change(
        self, interaction: Interaction, session: TableSession, made: Callable[[TableConfig], TableConfig], text: str
    ) -> None:
        """Committed first, then told to everybody."""
        self.desk.learn(interaction)
        await session.change_config(interaction.user.id, made, interaction.id, manages=manages(interaction))
        face = self.desk.public_face(session.snapshot())
        name = face.member(interaction.user.id, BOARD_NAME)
        session.say(self.desk.speaker.redraw)
        await self.desk.answer(interaction, plain(face.say("house-changed", name=name, rule=text)), public=True)


def rules_like(face: Face, game: Game, typed: str) -> Iterator[app_commands.Choice[str]]:
    """Rules whose name holds what was typed, those that mean something in the game first."""
    wanted = typed.casefold()
    fits = [name for name in NAMES if wanted in rule_name(face, name).casefold() or wanted == name]
    fits.sort(key=lambda name: not concerns(game.variant, game.stakes.limit, name))
    for name in fits:
        now = rule_line(face, name, getattr(game.house, name))
        yield app_commands.Choice(name=f"{rule_name(face, name)} ({now})"[:CHOICE], value=name)


def values_like(face: Face, config: TableConfig, rule: str, typed: str) -> Iterator[app_commands.Choice[str]]:
    """The values of a rule that this table could have, as sentences."""
    name = _named(face, rule)
    for value in choices(name) if name in NAMES else ():
        text = rule_line(face, name, value)
        if (typed.casefold() in text.casefold() or typed == said(value)) and _possible(config, name, said(value)):
            yield app_commands.Choice(name=text[:CHOICE], value=said(value))


def _possible(config: TableConfig, name: str, text: str) -> bool:
    try:
        with_rule(config, name, value_of(name, text))
    except TableError:
        return False
    return True


def _named(face: Face, rule: str) -> str:
    """A rule by its key or as the member reads it; unknown ones stay as they are and are refused later."""
    wanted = rule.strip().casefold()
    return next((name for name in NAMES if wanted in (name, rule_name(face, name).casefold())), rule)


def _typed(face: Face, name: str, text: str) -> str:
    """A value as plain text, by its sentence if that was typed."""
    if name not in NAMES:
        return text
    wanted = text.strip().casefold()
    return next((said(value) for value in choices(name) if rule_line(face, name, value).casefold() == wanted), text)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(House(bot.desk))
