"""Small shared words: seats, chips and `fact`, the shape of events, offers and actions."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar, dataclass_transform

from engine.rules.cards import is_cards

Seat = int
"""A place at the table, 1 to 10: the engine's only identity."""

Chips = int
"""A whole number of play chips."""

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def fact(cls: type[T]) -> type[T]:
    """A value that nobody changes: frozen for the type checker only.

    A really frozen dataclass takes three times as long to make, and facts are made on every action.
    Cards never reach a log: the repr of a fact counts them instead of naming them.
    """
    made = dataclass(slots=True, unsafe_hash=True, repr=False)(cls)
    made.__repr__ = _without_cards  # type: ignore[method-assign]
    return made


def _without_cards(self: object) -> str:
    values = ((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
    shown = (f"{name}={f'<{len(value)} cards>' if is_cards(value) else repr(value)}" for name, value in values)
    return f"{type(self).__name__}({', '.join(shown)})"
