"""The tables of README.md, made from what they tell of: the command classes, the catalogue, the HouseRules type.

`python -m tests.readme` says whether they are current, with `--write` it makes them so.
"""

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from discord import app_commands
from discord.ext import commands

import cogs
from cogs.ui.face import Face
from cogs.ui.games import game_name
from cogs.ui.house import rule_line, rule_name
from cogs.ui.words import say
from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import LEAST_SEATS, seat_limit
from engine.rules.house import HouseRules
from engine.tables.house_text import NAMES, choices

README = Path(__file__).resolve().parent.parent / "README.md"
FACE = Face("en")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


# Commands


def commands_table() -> str:
    """Every slash command with its options, in the order in which the cogs are loaded."""
    found = [command for extension in cogs.EXTENSIONS for command in commands_of(extension)]
    rows = [(typed(path, command), say("en", key_of(path))) for path, command in found]
    return table(("command", "what it does"), rows)


def commands_of(extension: str) -> Iterator[tuple[str, app_commands.Command[Any, ..., Any]]]:
    """(path, command) of each command of an extension's cogs."""
    module = importlib.import_module(extension)
    cogs_here = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, commands.Cog)]
    for cog in cogs_here:
        if cog.__module__ != extension:
            continue
        prefix = f"{cog.__cog_group_name__} " if cog.__cog_is_app_commands_group__ else ""
        for item in cog.__cog_app_commands__:
            leaves = item.walk_commands() if isinstance(item, app_commands.Group) else (item,)
            for leaf in leaves:
                if isinstance(leaf, app_commands.Command):
                    yield prefix + leaf.qualified_name, leaf


def typed(path: str, command: app_commands.Command[Any, ..., Any]) -> str:
    """`/rebuy [amount]`: options in brackets may be left out."""
    options = [each.name if each.required else f"[{each.name}]" for each in command.parameters]
    return f"`{' '.join((f'/{path}', *options))}`"


def key_of(path: str) -> str:
    """The locale key of a command's description."""
    return f"cmd-{path.replace(' ', '-')}"


# Games


def games_table() -> str:
    """The catalogue: what each game is, how it is bet, for how many."""
    rows = []
    for key, variant in CATALOGUE.items():
        limits = ", ".join(say("en", f"limit-word-{limit}") for limit in variant.limits)
        seats = f"{LEAST_SEATS}-{seat_limit(variant, variant.house)}"
        rows.append((game_name(FACE, key), f"`{key}`", say("en", f"help-game-{key}"), limits, seats))
    return table(("game", "name", "in short", "limits", "seats"), rows)


# House rules


def house_table() -> str:
    """Every house rule with all its answers, the usual one first, and the games whose own answer is another."""
    rows = [(f"`{name}`", rule_name(FACE, name), answers(name)) for name in NAMES]
    return table(("rule", "about", "answers, the usual one first"), rows)


def answers(name: str) -> str:
    """All answers in words; of numbers only the usual one, and none if there may be no limit."""
    usual = getattr(HouseRules(), name)
    rest = [value for value in choices(name) if value != usual]
    if isinstance(usual, int | None) and not isinstance(usual, bool):
        others = [rule_line(FACE, name, None)] if None in rest else []
        said = [rule_line(FACE, name, usual), *others, "or another number"]
    elif name == "openers_minimum":
        said = [rule_line(FACE, name, usual), "or another rank"]
    else:
        said = [rule_line(FACE, name, value) for value in (usual, *rest)]
    return "; ".join((*said, *own_answers(name)))


def own_answers(name: str) -> Iterator[str]:
    """Games that by themselves have another answer."""
    by_answer: dict[str, list[str]] = {}
    for key, variant in CATALOGUE.items():
        value = getattr(variant.house, name)
        if value != getattr(HouseRules(), name):
            by_answer.setdefault(rule_line(FACE, name, value), []).append(game_name(FACE, key))
    return (f"*{', '.join(games)}:* {answer}" for answer, games in by_answer.items())


BLOCKS = {"commands": commands_table, "games": games_table, "house": house_table}


def current(text: str) -> str:
    """The README with all its tables as they should be."""
    for name, made in BLOCKS.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"README.md has no block {name}")
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        text = f"{text.partition(begin)[0]}{begin}{made()}\n{end}{text.partition(end)[2]}"
    return text


def main() -> int:
    """0 when README.md is current, or has been made so."""
    before = README.read_text(encoding="utf-8")
    after = current(before)
    if "--write" in sys.argv:
        README.write_text(after, encoding="utf-8")
    elif before != after:
        print("README.md is not current: python -m tests.readme --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
