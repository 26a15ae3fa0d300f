"""The arrow points one way: bot -> cogs -> engine.tables -> engine.rules. These laws keep it so."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("cogs", "data", "demo", "docs", "engine", "tests")


@dataclass(frozen=True, kw_only=True)
class Law:
    """What the files of one place may import. `allows` None: everything that is not banned."""

    place: str
    allows: frozenset[str] | None = None
    bans: frozenset[str] = frozenset()

    def covers(self, name: str) -> bool:
        return name == self.place or name.startswith(f"{self.place}/")

    def breaks(self, imported: str) -> bool:
        if _within(imported, self.bans):
            return True
        return self.allows is not None and not _within(imported, self.allows | sys.stdlib_module_names)


LAWS = (
    Law(
        place="engine/rules",
        allows=frozenset({"engine.rules"}),
        bans=frozenset({"asyncio", "time", "datetime", "os", "random", "secrets", "uuid", "importlib"}),
    ),
    Law(
        place="engine/tables",
        allows=frozenset({"engine.rules", "engine.tables"}),
        bans=frozenset({"sqlite3", "os", "random"}),
    ),
    Law(place="engine", allows=frozenset({"engine"}), bans=frozenset({"random"})),
    Law(place="data", allows=frozenset({"data", "engine.tables.ports", "aiosqlite"})),
    Law(place="cogs", bans=frozenset({"sqlite3", "aiosqlite", "simcord", "demo", "tests", "bot"})),
    Law(place="demo", bans=frozenset({"tests"})),
    Law(place="bot.py", bans=frozenset({"simcord", "tests"})),
)
DISCORD_AT_HOME = ("bot.py", "cogs/", "demo/", "tests/")
LONGEST = {"engine/": 400, "cogs/": 300}  # lines

TOP_LEVEL = {
    *("bot.py", "cogs", "engine", "data", "demo", "tests", "docs", ".ci", ".github"),
    *("README.md", "README.sv.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "PRIVACY.md", "TERMS.md"),
    *("Makefile", "Dockerfile", "pyproject.toml", "requirements.txt", "requirements-demo.txt", "requirements-dev.txt"),
    *(".env.example", ".gitignore", ".gitattributes", ".dockerignore", ".editorconfig", ".pre-commit-config.yaml"),
}
LEFT_BY_TOOLS = {
    *(".git", ".venv", ".env", ".idea", ".vscode", "__pycache__", ".coverage", "htmlcov"),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"),
}


def _within(imported: str, names: frozenset[str]) -> bool:
    """`engine.rules.cards.Card` is within `engine.rules`, `engine.rules_of_thumb` is not."""
    return any(imported == name or imported.startswith(f"{name}.") for name in names)


def imports(source: str, name: str) -> Iterator[str]:
    """Dotted names that a file imports, relative ones made absolute, each down to the imported object."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = name.split("/")[: -node.level] if node.level else []
            parts = [*folder, *([node.module] if node.module else [])]
            yield from (".".join([*parts, alias.name]) for alias in node.names)


def offences(source: str, name: str) -> list[str]:
    """Every import of the file that breaks a law."""
    found = list(imports(source, name))
    broken = [item for law in LAWS if law.covers(name) for item in found if law.breaks(item)]
    if not name.startswith(DISCORD_AT_HOME):
        broken += [item for item in found if _within(item, frozenset({"discord"}))]
    if name.startswith("cogs/"):
        broken += [item for item in found if item.startswith("engine.") and item.endswith(".Hand")]
    return sorted(set(broken))


def _files() -> list[str]:
    paths = [*ROOT.glob("*.py"), *(path for place in PLACES for path in (ROOT / place).rglob("*.py"))]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


@pytest.mark.parametrize("name", _files())
def test_imports_follow_the_arrow(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")

    assert offences(source, name) == []


@pytest.mark.parametrize(
    ("name", "source", "broken"),
    [
        ("engine/rules/hand.py", "import asyncio", ["asyncio"]),
        ("engine/rules/hand.py", "from random import Random", ["random.Random"]),
        ("engine/rules/hand.py", "def now():\n    import time", ["time"]),
        ("engine/rules/hand.py", "from engine.tables.ports import Store", ["engine.tables.ports.Store"]),
        ("engine/rules/hand.py", "from ..tables import ports", ["engine.tables.ports"]),
        ("engine/rules/hand.py", "from engine import tables", ["engine.tables"]),
        ("engine/rules/hand.py", "import numpy", ["numpy"]),
        ("engine/tables/session.py", "import discord.abc", ["discord.abc"]),
        ("engine/tables/session.py", "import sqlite3", ["sqlite3"]),
        ("engine/tables/session.py", "from data.store import SqliteStore", ["data.store.SqliteStore"]),
        ("engine/tables/session.py", "import random", ["random"]),
        ("engine/__init__.py", "import random", ["random"]),
        ("data/store.py", "from engine.rules.cards import Card", ["engine.rules.cards.Card"]),
        ("data/store.py", "from engine.tables import manager", ["engine.tables.manager"]),
        ("data/store.py", "import discord", ["discord"]),
        ("cogs/play.py", "from engine.rules.hand import Hand", ["engine.rules.hand.Hand"]),
        ("cogs/bank.py", "import aiosqlite", ["aiosqlite"]),
        ("bot.py", "from simcord import Env", ["simcord.Env"]),
    ],
)
def test_a_forbidden_import_is_found(name: str, source: str, broken: list[str]) -> None:
    assert offences(source, name) == broken


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("engine/rules/hand.py", "import re\nfrom .cards import Card\nfrom engine.rules import facts"),
        ("engine/tables/session.py", "import asyncio\nfrom engine.rules.hand import Hand\nfrom .ports import Store"),
        ("data/store.py", "import aiosqlite\nfrom engine.tables.ports import Change\nfrom data import ledger"),
        ("cogs/play.py", "import discord\nfrom engine.tables.manager import TableManager"),
        ("bot.py", "import discord\nfrom data.store import SqliteStore\nfrom demo import run"),
    ],
)
def test_a_lawful_import_passes(name: str, source: str) -> None:
    assert offences(source, name) == []


@pytest.mark.parametrize(("place", "most"), LONGEST.items())
def test_a_file_holds_one_concept(place: str, most: int) -> None:
    """A long file is nearly always two concepts."""
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in _files()}

    assert {name: lines for name, lines in lengths.items() if name.startswith(place) and lines > most} == {}


def test_the_top_level_stays_small() -> None:
    found = {path.name for path in ROOT.iterdir()}

    assert found - TOP_LEVEL - LEFT_BY_TOOLS == set()
