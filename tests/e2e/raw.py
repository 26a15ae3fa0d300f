"""What a broken or hostile client sends: values that no proper client lets out, and an interaction delivered twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simcord import interactions as sim_interactions
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.results import InteractionResult

from tests.e2e.club import PATIENCE, Club

BREATH = 1.0

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
    for root in club.env.backend.commands[None].values():
        for path, leaf in sim_interactions.command_leaves(root):
            yield Leaf(" ".join(path), root, path[1:], leaf.get("options") or [])


async def command(club: Club, name: str, leaf: Leaf, options: dict[str, Any]) -> InteractionResult:
    """A command with whatever values."""
    return await _sent(club, name, COMMAND, _data(club, name, leaf, options))


async def autocomplete(club: Club, name: str, leaf: Leaf, option: str, typed: str) -> InteractionResult:
    """Whatever is typed while suggestions are shown."""
    return await _sent(club, name, AUTOCOMPLETE, _data(club, name, leaf, {option: typed}, focused=option))


async def press(
    club: Club, name: str, message: Message, custom_id: str, values: list[str] | None = None, *,
    offered: Sequence[str] = ("old",), breath: float = BREATH,
) -> InteractionResult:
    """A button, or with values a select, that stood on the message once or never did.

    breath: seconds that the member takes before it; who takes none is answered in words a few times only.
    """
    club.time.time += breath
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3, "id": 999}
    control: dict[str, Any] = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id, "id": 999}
    if values is not None:
        data["values"] = values
        control = {"type": 3, "custom_id": custom_id, "id": 999, "options": []}
        control["options"] = [{"label": each, "value": each} for each in offered]
    shown, message.components = message.components, [{"type": 1, "id": 998, "components": [control]}]
    try:
        return await _sent(club, name, COMPONENT, data, message.id)
    finally:
        if message.components and message.components[0].get("id") == 998:
            message.components = shown


async def submit(club: Club, name: str, shown: InteractionResult, typed: str) -> InteractionResult:
    """A form with the same text in every field, of any length, and in its lists too."""
    modal = shown.modal or {}
    data = {"custom_id": modal["custom_id"], "components": [_filled(part, typed) for part in modal["components"]]}
    return await _sent(club, name, SUBMIT, data, shown._interaction.source_message_id)


async def again(club: Club, name: str, answer: InteractionResult, data: dict[str, Any]) -> None:
    """The same interaction once more, id and token included, as after a gateway resume."""
    record = answer._interaction
    _, payload = sim_interactions.base_payload(
        club.env.backend, type=record.type, channel_id=record.channel_id, guild_id=record.guild_id,
        user_id=record.user_id, data=data,
    )
    payload |= {"id": str(record.id), "token": record.token} | _source(club, record.source_message_id)
    club.env.backend.emit("INTERACTION_CREATE", payload)
    await club.settle()


def _data(
    club: Club, name: str, leaf: Leaf, options: dict[str, Any], focused: str = ""
) -> dict[str, Any]:
    kinds = {option["name"]: option["type"] for option in leaf.options}
    built = [{"name": option, "type": kinds[option], "value": value} for option, value in options.items()]
    for each in built:
        if each["name"] == focused:
            each["focused"] = True
    resolved: dict[str, Any] = {}
    for each in built:
        if each["type"] == USER:
            sim_interactions.resolve_handle(
                club.member(name), club.member(each["value"]), resolved, channel_id=club.channel.id
            )
            each["value"] = str(club.member(each["value"]).id)
    data = {"id": leaf.root["id"], "name": leaf.root["name"], "type": 1}
    return data | {"options": sim_interactions.nest_options(leaf.root, leaf.nesting, built), "resolved": resolved}


def _filled(part: dict[str, Any], typed: str) -> dict[str, Any]:
    """A part of a form as it comes back."""
    answer: dict[str, Any] = {"type": part["type"], "id": part.get("id", 0)}
    if "component" in part:
        return answer | {"component": _filled(part["component"], typed)}
    if "components" in part:
        return answer | {"components": [_filled(child, typed) for child in part["components"]]}
    if "custom_id" not in part:
        return answer
    return answer | {"custom_id": part["custom_id"]} | ({"value": typed} if part["type"] == 4 else {"values": [typed]})


def _source(club: Club, message: int | None) -> dict[str, Any]:
    if message is None:
        return {}
    stored = club.env.backend.get_message(club.channel.id, message)
    return {"message": dict(serializers.message_payload(club.env.backend, stored))}


async def _sent(
    club: Club, name: str, kind: int, data: dict[str, Any], source: int | None = None
) -> InteractionResult:
    """Send it and wait for the answer and no longer; one that never comes is the test's to find."""
    backend, member = club.env.backend, club.member(name)
    record, payload = sim_interactions.base_payload(
        backend, type=kind, channel_id=club.channel.id, guild_id=club.guild.id, user_id=member.id, data=data
    )
    record.source_message_id = source
    backend.emit("INTERACTION_CREATE", payload | _source(club, source))
    end = asyncio.get_running_loop().time() + PATIENCE
    while not record.responded and asyncio.get_running_loop().time() < end:  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(0.0005)
    return InteractionResult(club.env, record)
