"""What the project says about itself is complete: settings, make targets, slash commands, requirements."""

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord import app_commands
from discord.ext import commands

import cogs
from bot import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TARGETS = ("demo", "run", "test", "nightly", "bench", "screenshots")


def assignments(text: str) -> dict[str, str]:
    """`NAME=value` lines of an environment file."""
    return dict(re.findall(r"^([A-Z][A-Z0-9_]*)=(.*)$", text, re.MULTILINE))


def pins(name: str) -> dict[str, str]:
    """Package -> version of a requirements file, without the files that it includes."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith(("#", "-r ")))


def command_names() -> Iterator[str]:
    """`table open`, `fold` ...: each slash command of all cogs, read from their classes."""
    for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, commands.Cog) and value.__module__ == module.name:
                yield from _commands_of(value)


def _commands_of(cog: type[commands.Cog]) -> Iterator[str]:
    prefix = f"{cog.__cog_group_name__} " if cog.__cog_is_app_commands_group__ else ""
    for item in cog.__cog_app_commands__:
        leaves = item.walk_commands() if isinstance(item, app_commands.Group) else (item,)
        yield from (prefix + leaf.qualified_name for leaf in leaves if isinstance(leaf, app_commands.Command))


def test_env_example_lists_what_the_bot_reads() -> None:
    example = assignments((ROOT / ".env.example").read_text(encoding="utf-8"))

    assert example == SETTINGS


def test_env_example_explains_each_setting() -> None:
    blocks = (ROOT / ".env.example").read_text(encoding="utf-8").strip().split("\n\n")
    explained = [name for block in blocks if block.startswith("# ") for name in assignments(block)]

    assert explained == list(SETTINGS)


@pytest.mark.parametrize("target", TARGETS)
def test_make_has_the_target_and_the_readme_names_it(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert f"make {target}" in README


def test_readme_names_each_slash_command() -> None:
    names = sorted(command_names())

    assert "fold" in names
    assert [name for name in names if not re.search(rf"/{name}\b", README)] == []


def test_readme_and_contributing_link_to_files_that_exist() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", (ROOT / name).read_text(encoding="utf-8"))

        assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-demo.txt", "requirements-dev.txt"])
def test_each_requirement_is_pinned_and_explained(name: str) -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").lower()

    assert pins(name)
    assert [package for package in pins(name) if f"`{package.lower()}`" not in contributing] == []


def test_each_mark_left_to_the_night_is_declared() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]

    assert "not nightly" in options["addopts"]
    assert {mark.split(":")[0] for mark in options["markers"]} == {"nightly", "slow"}
