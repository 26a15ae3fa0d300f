"""House rules by name and plain text: what may be said for each, read from the HouseRules type itself.

Also a table's terms with one of them changed, or by a set with a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, get_args, get_type_hints

from engine.rules.cards import RANKS
from engine.rules.conflicts import Conflict, conflicts
from engine.rules.house import HouseRules
from engine.tables.config import Game, TableConfig
from engine.tables.errors import No, TableError

Value = str | int | bool | None
NONE, YES, NO = "none", "yes", "no"
MOST_SUGGESTED = 12

NAMES: tuple[str, ...] = tuple(each.name for each in fields(HouseRules))
_TYPES: Mapping[str, Any] = get_type_hints(HouseRules)

PRESETS: Mapping[str, Mapping[str, Value]] = {
    "usual": {},
    "roberts": {
        "max_raises": 4, "heads_up_uncapped": True, "open_pair": "any", "reante_limit": 3, "fl_allin_reopen": "half",
        "hilo_identical": "even", "min_raise": "increment",
    },
    "tournament": {
        "heads_up_uncapped": False, "table_all_in_hands": True, "dead_button": True, "hilo_identical": "per_half",
        "four_card_flop": "scramble", "min_raise": "increment",
    },
    "classic": {
        "open_for_raise": True, "opener_check": "honor", "split_announcement": "manual", "max_draw": 4,
        "showdown": "manual",
    },
    "human": {"dealer": "human", "dealer_errors": 20, "showdown": "manual", "opener_check": "honor"},
}
"""Sets of house rules with a name; each game takes those that mean something in it."""


def choices(name: str) -> list[Value]:
    """What may be said for a rule, for whole numbers the first few. Refuses a rule that is none."""
    kind = _kind(name)
    if name == "openers_minimum":
        return list(reversed(RANKS))
    if kind is bool:
        return [True, False]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return [each.value for each in kind]
    return [*range(MOST_SUGGESTED + 1), *([None] if type(None) in get_args(kind) else [])]


def said(value: Value) -> str:
    """A value as plain text; `value_of` reads it again."""
    if value is None:
        return NONE
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def value_of(name: str, text: str) -> Value:
    """The value that the text means for a rule. Refuses what is none."""
    wanted = text.strip().casefold()
    found = [value for value in choices(name) if said(value).casefold() == wanted]
    if found:
        return found[0]
    is_number = _kind(name) is int or int in get_args(_kind(name))
    if is_number and wanted.isascii() and wanted.isdigit() and len(wanted) < 5:
        return int(wanted)
    raise TableError(No.NO_SUCH_VALUE, name=name, value=text)


def _kind(name: str) -> Any:  # noqa: ANN401 - types have no common one
    if name not in _TYPES:
        raise TableError(No.NO_SUCH_RULE, value=name)
    return _TYPES[name]


def with_rule(config: TableConfig, name: str, value: Value) -> TableConfig:
    """The terms with one rule changed in each game that can have it. Refuses, with all reasons, when none can."""
    games = [_changed(game, {name: value}) for game in config.games]
    wrong = [_conflicts(game, config.seats) for game in games]
    if all(wrong):
        raise TableError(No.CONFLICTS, conflicts=tuple(conflict for found in wrong for conflict in found))
    kept = zip(config.games, games, wrong, strict=True)
    return replace(config, games=tuple(before if found else after for before, after, found in kept))


def with_preset(config: TableConfig, key: str) -> TableConfig:
    """The terms by a set of house rules: each game's own, and of the set what means something in it."""
    if key not in PRESETS:
        raise TableError(No.NO_SUCH_RULE, value=key)
    return replace(config, games=tuple(_by_preset(game, PRESETS[key], config.seats) for game in config.games))


def differences(before: TableConfig, after: TableConfig) -> list[tuple[str, str, str]]:
    """What two agreements differ in: the name of each term or house rule, and its value in the one and in the other."""
    old, new = _told(before), _told(after)
    return [(name, old[name], new[name]) for name in old if old[name] != new[name]]


def _told(config: TableConfig) -> dict[str, str]:
    """Every term as plain text; of a house rule each value once that the games have."""
    terms = {each.name: str(getattr(config, each.name)) for each in fields(config) if each.name != "games"}
    rules = {name: ", ".join(dict.fromkeys(said(getattr(game.house, name)) for game in config.games)) for name in NAMES}
    return {**terms, "games": ", ".join(map(_game, config.games)), **rules}


def _game(game: Game) -> str:
    stakes = ((each.name, getattr(game.stakes, each.name)) for each in fields(game.stakes))
    return f"{game.key} {' '.join(f'{name} {value}' for name, value in stakes if value)}"


def _by_preset(game: Game, rules: Mapping[str, Value], seats: int) -> Game:
    made = Game(game.key, game.stakes)
    for name, value in rules.items():
        tried = _changed(made, {name: value})
        made = made if _conflicts(tried, seats) else tried
    return made


def _changed(game: Game, changes: Mapping[str, Value]) -> Game:
    """The game with rules changed; one that is as usual is no change."""
    usual = game.variant.house
    overrides = {name: value for name, value in {**game.overrides, **changes}.items() if getattr(usual, name) != value}
    return Game(game.key, game.stakes, overrides)


def _conflicts(game: Game, seats: int) -> tuple[Conflict, ...]:
    return conflicts(game.variant, game.stakes, game.house, seats)
