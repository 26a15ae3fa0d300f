"""Check the REST calls of the bot against Discord's published OpenAPI description.

    checker = load_checker()                    # None on a machine without the description
    checker.check("POST", "/channels/1/messages", {"content": "hi"})        # -> problems
    checker.check_log(env.http_requests)        # simcord's own record
    with recording(checker) as calls:           # the real client, against a loopback server
        ...

Checked are that path and method exist and that the JSON body fits the request schema; payload_limits.py adds what the
description leaves out. Three corrections are made:

* integers sent as text pass where the description says integer (its README says that the API parses them), and ids
  sent as numbers where it says snowflake (discord.py does so);
* of a union the branch picked by its constant `type` is reported, so that a problem names the field at fault and not
  "fits none of 7 schemas";
* unknown names are reported: the description leaves additional properties open and would never notice a typo.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord.http
from discord.webhook.async_ import AsyncWebhookAdapter
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from tests.payload_limits import Json, Problem, over_limits

BESIDE_THE_CLONE = Path(__file__).resolve().parents[2] / "shared" / "bench" / "discord-openapi.json"

TOLERATED = (
    ("ApplicationCommand", "nsfw"),  # documented by Discord, absent from the description's request schema
    ("RichEmbed", "flags"),  # Embed.to_dict() always writes it
    ("Edit", "tts"),  # edits always write it; the API ignores it
    ("Update", "tts"),  # same, for edits through an interaction or webhook
    ("/permissions/", "id"),  # discord.py repeats the id of the path in the body
)
"""(part of a schema's name, property): what discord.py itself puts in although the description does not list it."""

DEEP = ("properties", "items", "additionalProperties")
MULTIPART = "multipart/form-data"
INTEGER_TEXT = re.compile(r"-?\d+")


@dataclass(slots=True)
class Call:
    """One REST call of the bot and what is wrong with it."""

    method: str
    path: str
    body: Any
    files: int = 0
    problems: list[Problem] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n    ".join([f"{self.method} {self.path} ({self.files} files)", *map(str, self.problems)])


class PayloadChecker:
    """Knows the description: which calls exist and what their bodies look like."""

    def __init__(self, description: Json) -> None:
        self._description = description
        self._routes = sorted(map(_route, description["paths"].items()), key=lambda route: -route[0])
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, method: str, path: str, body: Any = None, *, files: int = 0) -> list[Problem]:
        """All problems of one call; limits are looked at only when every field has the right type."""
        problems = self._call(method, path, body, files)
        if any(problem.kind == "invalid" for problem in problems):
            return problems
        return problems + over_limits(method, path, body)

    def check_log(self, entries: Iterable[Any]) -> list[Call]:
        """Check objects with `.method`, `.path` and `.json`, such as simcord's `env.http_requests`."""
        calls = [Call(entry.method, entry.path, entry.json, _has_files(entry.json)) for entry in entries]
        for call in calls:
            call.problems = self.check(call.method, call.path, call.body, files=call.files)
        return calls

    def operation(self, method: str, path: str) -> tuple[str, Json] | None:
        """The path's template and the operation behind a call; None: Discord has no such call."""
        path = "/" + path.partition("?")[0].strip("/")
        for _, pattern, template, methods in self._routes:
            if pattern.fullmatch(path) and method.lower() in methods:
                return template, methods[method.lower()]
        return None

    def _call(self, method: str, path: str, body: Any, files: int) -> list[Problem]:
        found = self.operation(method, path)
        if found is None:
            return [Problem(f"{method} {path}", "no such method and path in the description", "route")]
        name = f"{method} {found[0]}"
        request = found[1].get("requestBody")
        if request is None:
            return [] if body in (None, {}, []) else [Problem("", f"{name} takes no body")]
        content = request["content"]
        if files and MULTIPART not in content:
            return [Problem("", f"{name} takes no files")]
        if body is None:
            return [Problem("", "body missing")] if request.get("required") and not files else []
        wanted = MULTIPART if files else "application/json"
        media = content.get(wanted) or next(iter(content.values()))
        return self._walk(media["schema"], body, "", name)

    def _walk(self, schema: Json, value: Any, where: str, name: str = "") -> list[Problem]:
        name = schema.get("$ref", "").rsplit("/", 1)[-1] or name
        schema = self._resolve(schema)
        if schema.get("format") == "snowflake" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        branches = schema.get("anyOf") or schema.get("oneOf")
        if branches and _types(schema) != ["integer"]:
            return self._union(branches, value, where)
        if "allOf" in schema and "type" not in schema:
            name, schema = self._merged(schema["allOf"], name)
        if "properties" in schema and value is not None and not isinstance(value, dict):
            return [Problem(where, f"expected an object, got {type(value).__name__}")]
        shallow = {key: rule for key, rule in schema.items() if key not in DEEP}
        problems = [Problem(where, _short(error)) for error in self._validator(shallow).iter_errors(value)]
        if isinstance(value, dict):
            problems += self._object(schema, value, where, name)
        if isinstance(value, list) and "items" in schema:
            for index, item in enumerate(value):
                problems += self._walk(schema["items"], item, f"{where}[{index}]")
        return problems

    def _object(self, schema: Json, value: Json, where: str, name: str) -> list[Problem]:
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        problems: list[Problem] = []
        for key, item in value.items():
            spot = f"{where}.{key}" if where else key
            inside = known.get(key, others)
            if isinstance(inside, dict):
                problems += self._walk(inside, item, spot)
            elif "properties" in schema and not _tolerated(name, key):
                problems.append(Problem(spot, f"unknown name in {name or 'schema'}", "unknown"))
        return problems

    def _merged(self, parts: list[Json], name: str) -> tuple[str, Json]:
        """Multipart bodies: the JSON object's schema together with the one that lists the files."""
        found = [self._resolve(part) for part in parts]
        known = {key: rule for part in found for key, rule in part.get("properties", {}).items()}
        required = [key for part in found for key in part.get("required", ())]
        name = next((part["$ref"].rsplit("/", 1)[-1] for part in parts if "$ref" in part), name)
        return name, {"type": "object", "properties": known, "required": required}

    def _union(self, branches: list[Json], value: Any, where: str) -> list[Problem]:
        """No problems if a branch fits; else those of the branch with the right `type`, then the fewest hard faults."""
        best: tuple[tuple[bool, int, int], list[Problem]] | None = None
        for branch in branches:
            resolved = self._resolve(branch)
            if value is not None and _types(resolved) == ["null"]:
                continue
            problems = self._walk(branch, value, where)
            if not problems:
                return []
            hard = sum(problem.kind != "unknown" for problem in problems)
            score = (not self._has_tag_of(resolved, value), hard, len(problems))
            if best is None or score < best[0]:
                best = score, problems
        return best[1] if best else [Problem(where, "fits no alternative")]

    def _has_tag_of(self, branch: Json, value: Any) -> bool:
        if not isinstance(value, dict) or "type" not in value:
            return True
        return self._tag_fits(branch.get("properties", {}).get("type", {}), value["type"])

    def _tag_fits(self, tag: Json, value: Any) -> bool:
        tag = self._resolve(tag)
        if "const" in tag:
            return bool(tag["const"] == value)
        if "enum" in tag:
            return value in tag["enum"]
        for key in ("oneOf", "anyOf", "allOf"):
            if key in tag:
                return any(self._tag_fits(part, value) for part in tag[key])
        return True

    def _resolve(self, schema: Json) -> Json:
        while "$ref" in schema:
            node = self._description
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part.replace("~1", "/").replace("~0", "~")]
            schema = node
        return schema

    def _validator(self, schema: Json) -> Draft202012Validator:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            # the components travel along, so that references inside find their target
            self._validators[key] = _Validator({**schema, "components": self._description["components"]})
        return self._validators[key]


@cache
def load_checker() -> PayloadChecker | None:
    """The checker, made once; None when this machine has no description (KNEKT_OPENAPI or beside the clone)."""
    path = Path(os.environ.get("KNEKT_OPENAPI") or BESIDE_THE_CLONE)
    return PayloadChecker(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


@contextmanager
def recording(checker: PayloadChecker) -> Iterator[list[Call]]:
    """Note and check every REST call of the real client.

    It has two doors: `HTTPClient.request`, and the webhook adapter for interaction answers and follow-ups.
    simcord's in-process client replaces both; there use `PayloadChecker.check_log`.
    """
    calls: list[Call] = []
    plain_request, plain_adapter = discord.http.HTTPClient.request, AsyncWebhookAdapter.request

    def note(route: Any, body: Any, form: Any, files: Any) -> None:
        parts = [part for part in form or () if part.get("name") == "payload_json"]
        body = json.loads(parts[-1]["value"]) if parts else body
        path = "/" + route.url.split("/api/v", 1)[-1].split("/", 1)[-1]
        call = Call(route.method, path, body, len(files or ()))
        call.problems = checker.check(call.method, path, body, files=call.files)
        calls.append(call)

    async def request(client: Any, route: Any, *, files: Any = None, form: Any = None, **rest: Any) -> Any:
        note(route, rest.get("json"), form, files)
        return await plain_request(client, route, files=files, form=form, **rest)

    async def adapter(hook: Any, route: Any, session: Any, **rest: Any) -> Any:
        note(route, rest.get("payload"), rest.get("multipart"), rest.get("files"))
        return await plain_adapter(hook, route, session, **rest)

    with (
        patch.object(discord.http.HTTPClient, "request", request),
        patch.object(AsyncWebhookAdapter, "request", adapter),
    ):
        yield calls


def _route(item: tuple[str, Json]) -> tuple[int, re.Pattern[str], str, Json]:
    """(length of the fixed text, pattern, template, methods): the more fixed text, the sooner it is tried."""
    template, methods = item
    pieces = re.split(r"\{[^}]+\}", template)
    return sum(map(len, pieces)), re.compile("[^/]+".join(map(re.escape, pieces))), template, methods


def _has_files(body: Any) -> int:
    if not isinstance(body, dict):
        return 0
    return int(bool(body.get("attachments") or (body.get("data") or {}).get("attachments")))


def _tolerated(name: str, key: str) -> bool:
    return any(part in name and key == allowed for part, allowed in TOLERATED)


def _types(schema: Json) -> list[str]:
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else list(found)


def _short(error: ValidationError) -> str:
    if error.validator in ("type", "required", "const", "enum", "pattern"):
        return error.message[:200]
    if error.validator in ("maxLength", "minLength", "maxItems", "minItems", "maxProperties"):
        return f"{error.validator} is {error.validator_value}, got {len(error.instance)}"
    return f"breaks {error.validator}={str(error.validator_value)[:80]}: {str(error.instance)[:60]!r}"


def _is_integer(_: Any, value: Any) -> bool:
    if isinstance(value, str):
        return INTEGER_TEXT.fullmatch(value) is not None
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _of_integer_text(rule: Any) -> Any:
    """The same rule (minimum or maximum), also for integers written as text."""

    def wider(validator: Any, limit: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(value, str) and INTEGER_TEXT.fullmatch(value) and "integer" in _types(schema):
            value = int(value)
        yield from rule(validator, limit, value, schema) or ()

    return wider


_Validator = extend(
    Draft202012Validator,
    validators={name: _of_integer_text(Draft202012Validator.VALIDATORS[name]) for name in ("minimum", "maximum")},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
