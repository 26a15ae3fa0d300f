"""Names and descriptions of commands, options and choices, from the locale files like every other sentence.

The command `table open` has the keys `cmd-table-open` (description) and `cmd-table-open-name`; an option `seats` has
`opt-seats` and `opt-seats-name`, the same in all commands; a choice has the key it is made with.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from cogs.ui.words import has, say

log = logging.getLogger(__name__)

QUICK = 1.0
"""Seconds that suggestions may take (RELIABILITY 38)."""

PUBLIC = "public"
"""In what a command carries: whether everybody sees its answer."""


class WithDesk(Protocol):
    """A cog."""

    desk: Any


Suggests = Callable[[Any, Any, str], Awaitable[list[app_commands.Choice[Any]]]]
"""A method of a cog with a desk: the interaction and what was typed, to at most 25 choices."""

LANGUAGES = {discord.Locale.swedish: "sv", discord.Locale.american_english: "en", discord.Locale.british_english: "en"}


class FluentTranslator(app_commands.Translator):
    """Asked by discord.py for each locale when the commands are told to Discord."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in a language we speak; None leaves the default."""
        language = LANGUAGES.get(locale)
        if language is None:
            return None
        key = key_of(string, context)
        return say(language, key) if has(key) else None


def key_of(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    """Where the text stands in the locale files."""
    match context.location:
        case Where.command_name | Where.group_name:
            return f"cmd-{_path(context.data)}-name"
        case Where.command_description | Where.group_description:
            return f"cmd-{_path(context.data)}"
        case Where.parameter_name:
            return f"opt-{context.data.name}-name"
        case Where.parameter_description:
            return f"opt-{context.data.name}"
        case _:
            return str(string.extras.get("key", ""))


def _path(command: object) -> str:
    return str(getattr(command, "qualified_name", "")).replace(" ", "-")


def command(
    path: str, *options: str, within: app_commands.Group | None = None, public: bool = False
) -> Callable[[Any], Any]:
    """A slash command for servers, `path` as in its keys (`table-open`), its options described by theirs.

    public: everybody sees its answer.
    """
    make: Any = within.command if within else app_commands.command
    made = make(name=path.rsplit("-", maxsplit=1)[-1], description=say("en", f"cmd-{path}"), extras={PUBLIC: public})
    described = app_commands.describe(**{option: say("en", f"opt-{option}") for option in options})
    return lambda body: app_commands.check(as_offered)(app_commands.guild_only(made(described(body))))


def is_public(command: object) -> bool:
    """Whether everybody sees the answer to a command."""
    return isinstance(command, app_commands.Command) and bool(command.extras.get(PUBLIC))


def suggests(made: app_commands.Command[Any, ..., Any], option: str) -> Callable[[Suggests], Suggests]:
    """What is suggested for an option while a member types: in time or nothing, whatever happens (RELIABILITY 38)."""

    def kept(body: Suggests) -> Suggests:
        @wraps(body)
        async def safely(
            cog: WithDesk, interaction: discord.Interaction[Any], typed: str
        ) -> list[app_commands.Choice[Any]]:
            try:
                async with asyncio.timeout(QUICK):
                    found = await body(cog, interaction, typed)
            except Exception as error:  # noqa: BLE001 - whoever types has to be answered, and not in words
                log.info("nothing is suggested for %s: %s", option, type(error).__name__)
                found = []
            if not await cog.desk.answers.suggest(interaction, found):
                raise asyncio.CancelledError  # nobody waits for it any more; discord.py would try again
            return found

        made.autocomplete(option)(safely)
        return safely

    return kept


class Outdated(app_commands.CheckFailure):
    """The member's Discord still shows an older form of the command."""


def as_offered(interaction: discord.Interaction[Any]) -> bool:
    """Whether every value is one that the command offers. Discord sees to that, by the form that it knows of."""
    made = interaction.command
    given = dict(iter(interaction.namespace))
    options = made.parameters if isinstance(made, app_commands.Command) else []
    if interaction.type is discord.InteractionType.application_command and not all(
        _fits(option, given[option.display_name]) for option in options if option.display_name in given
    ):
        raise Outdated
    return True


def _fits(option: app_commands.Parameter, value: object) -> bool:
    if option.choices and not option.autocomplete:
        return value in [each.value for each in option.choices]
    size = value if isinstance(value, int) else len(value) if isinstance(value, str) else None
    least, most = option.min_value, option.max_value
    return size is None or ((least is None or size >= least) and (most is None or size <= most))


def choice(key: str, value: str | int) -> app_commands.Choice[Any]:
    """One of a few values, with its sentence."""
    return app_commands.Choice(name=app_commands.locale_str(say("en", key), key=key), value=value)
