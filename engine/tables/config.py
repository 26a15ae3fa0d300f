"""What was agreed when a table was opened: games with stakes and house rules, seats, buy-ins, clock, language."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Chips
from engine.rules.house import HouseRules
from engine.rules.stakes import Limit, Stakes
from engine.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Game:
    """One game as a table plays it: a variant's key, stakes, and what differs from the variant's own house rules."""

    key: str
    stakes: Stakes
    overrides: dict[str, Any] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        """The game's rules. Raises KeyError for a game that is not known here."""
        return CATALOGUE[self.key]

    @property
    def house(self) -> HouseRules:
        """The variant's house rules with the table's changes."""
        return with_overrides(self.variant.house, self.overrides)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """Chips and seconds. games: played in turn, `hands_each` hands of each (one game: always that one).

    clock: seconds for a turn. bank: seconds each seat has on top for a night. pause: seconds between two hands.
    language: of the public messages, `en` or `sv`. dealers_choice: the button picks the next game of the list.
    private: only `invited` members (and who the host lets in) may sit down.
    """

    games: tuple[Game, ...]
    seats: int = 6
    min_buy_in: Chips = 0
    max_buy_in: Chips = 0
    buy_in: Chips = 0
    clock: float = 60
    bank: float = 60
    pause: float = 8
    hands_each: int = 8
    dealers_choice: bool = False
    language: str = "en"
    private: bool = False
    invited: tuple[int, ...] = ()
    invited_role: int = 0

    def to_json(self) -> str:
        """All of it as one line of text."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> TableConfig:
        """The configuration that `to_json` wrote; unknown names of newer versions are ignored."""
        data = {name: value for name, value in json.loads(text).items() if name in _NAMES}
        data["games"] = tuple(_game(game) for game in data["games"])
        data["invited"] = tuple(data.get("invited", ()))
        return cls(**data)


_NAMES = {each.name for each in fields(TableConfig)}


def with_overrides(house: HouseRules, overrides: dict[str, Any]) -> HouseRules:
    """House rules with some changed by name; values may be the plain text that JSON keeps of an enum."""
    kinds = {name: type(getattr(house, name)) for name in overrides}
    changed = {
        name: kinds[name](value) if isinstance(value, str) and kinds[name] is not str else value
        for name, value in overrides.items()
    }
    return replace(house, **changed)


def stakes_from(data: dict[str, Any]) -> Stakes:
    """Stakes from plain JSON data."""
    plain = dict(data)
    plain["limit"] = Limit(plain["limit"])
    plain["blinds"] = tuple(plain.get("blinds", ()))
    low, high = plain.get("spread", (0, 0))
    plain["spread"] = (low, high)
    return Stakes(**plain)


def _game(data: dict[str, Any]) -> Game:
    return Game(data["key"], stakes_from(data["stakes"]), data.get("overrides", {}))
