"""What a broken or hostile client sends: values that no proper client lets out, and an interaction delivered twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcord import interactions as sim_interactions
from simcord.actors import MemberActor, _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.results import InteractionResult

from cogs.ui.ids import Do
from demo import actors
from tests.e2e.club import Club

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
TEXT, WHOLE, YES_NO, USER, ROLE = 3, 4, 5, 6, 8
"""Kinds of options."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One command as Discord knows it. `options` as they were told to Discord."""

    path: str
    root: dict[str, Any]
    nesting: list[str]
    options: list[dict[str, Any]]


def leaves(club: Club) -> Iterator[Leaf]:
    """Every command that the bot told Discord of."""
    for root in club.env.backend.commands.global_commands if False else _roots(club):
        for path, leaf in sim_interactions.command_leaves(root):
            yield Leaf(" ".join(path), root, path[1:], leaf.get("options") or [])


def _roots(club: Club) -> list[dict[str, Any]]:
    return [command for command in _registered(club).values() if command.get("type", 1) == 1]


def _registered(club: Club) -> dict[Any, dict[str, Any]]:
    return dict(club.env.backend.global_commands)


async def command(club: Club, name: str, leaf: Leaf, options: dict[str, Any]) -> InteractionResult:
    """A command with whatever values."""
    data = _data(club.member(name), club, leaf, options)
    answer = await _dispatch_actor_interaction(club.member(name), COMMAND, club.channel, data)
    await club.settle()
    return answer


async def autocomplete(club: Club, name: str, leaf: Leaf, option: str, typed: str) -> InteractionResult:
    """Whatever is typed while suggestions are shown."""
    data = _data(club.member(name), club, leaf, {option: typed})
    return await _dispatch_actor_interaction(club.member(name), AUTOCOMPLETE, club.channel, data)
