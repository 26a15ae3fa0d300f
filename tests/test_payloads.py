"""The payload check finds planted faults and lets valid bodies pass."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord.http import HTTPClient, MultipartParameters

from tests.payload_limits import IS_COMPONENTS_V2, over_limits
from tests.payloads import PayloadChecker, load_checker, recording

SEND = ("POST", "/channels/80000000000000001/messages")
EDIT = ("PATCH", "/channels/80000000000000001/messages/80000000000000002")
ANSWER = ("POST", "/interactions/80000000000000003/token/callback")
FOLLOW_UP = ("POST", "/webhooks/80000000000000004/token")
COMMANDS = ("PUT", "/applications/80000000000000004/commands")


def button(custom_id: str = "fold", **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Fold", "custom_id": custom_id} | changes


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def v2(*parts: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"flags": IS_COMPONENTS_V2, "components": [{"type": 17, "components": list(parts)}]} | changes


def modal(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 9, "data": {"custom_id": "raise", "title": "Raise to", "components": list(parts)}}


def field(custom_id: str = "amount") -> dict[str, Any]:
    return {"type": 18, "label": "Total", "component": {"type": 4, "custom_id": custom_id, "style": 1}}


def command(**changes: Any) -> list[dict[str, Any]]:
    return [{"name": "fold", "description": "Give up your hand", "type": 1} | changes]


def option(name: str = "to", **changes: Any) -> dict[str, Any]:
    return {"name": name, "description": "Chips", "type": 4} | changes


LONG_OPTIONS = [option(f"o{place}", choices=[{"name": "x" * 90, "value": i} for i in range(25)]) for place in range(4)]

VALID: dict[str, tuple[str, str, Any]] = {
    "text": (*SEND, {"content": "hi"}),
    "felt": (*SEND, v2(text("Pot 40"), row(button()))),
    "classic row": (*SEND, {"content": "Your turn", "components": [row(button())]}),
    "nonce": (*SEND, {"content": "hi", "nonce": "a", "enforce_nonce": True}),
    "edit": (*EDIT, {**v2(text("Pot 60")), "tts": False}),
    "answer that redraws": (*ANSWER, {"type": 7, "data": v2(text("Pot 40"))}),
    "private answer": (*ANSWER, {"type": 4, "data": {"content": "Not your turn", "flags": 64}}),
    "thinking": (*ANSWER, {"type": 5, "data": {"flags": 64}}),
    "modal": (*ANSWER, modal(field())),
    "follow-up": (*FOLLOW_UP, {"content": "Your cards", "flags": 64}),
    "direct message": ("POST", "/users/@me/channels", {"recipient_id": 80000000000000005}),
    "commands": (*COMMANDS, command(options=[option(required=True)], name_localizations={"sv-SE": "lägg-dig"})),
    "integer as text": (*COMMANDS, command(default_member_permissions="8")),
    "no body": ("GET", "/users/@me", None),
}

FAULTS: dict[str, tuple[str, str, Any, str]] = {
    "unknown path": ("POST", "/channels/1/mesages", {"content": "hi"}, "route"),
    "unknown method": ("PUT", "/channels/80000000000000001/messages", {"content": "hi"}, "route"),
    "unknown name": (*SEND, {"contents": "hi"}, "unknown"),
    "unknown name in a button": (*SEND, {"components": [row(button(colour=1))]}, "unknown"),
    "unknown name in a V2 text": (*SEND, v2(text("hi") | {"text": "hi"}), "unknown"),
    "content as number": (*SEND, {"content": 5}, "invalid"),
    "components as object": (*SEND, {"components": row(button())}, "invalid"),
    "style out of range": (*SEND, {"components": [row(button(style=9))]}, "invalid"),
    "label too long": (*SEND, {"components": [row(button(label="x" * 81))]}, "invalid"),
    "custom_id too long": (*SEND, {"components": [row(button("x" * 101))]}, "invalid"),
    "six buttons in a row": (*SEND, {"components": [row(*(button(str(i)) for i in range(6)))]}, "invalid"),
    "no such component": (*SEND, {"components": [{"type": 99}]}, "invalid"),
    "empty text display": (*SEND, v2(text("")), "invalid"),
    "answer of no type": (*ANSWER, {"data": {"content": "hi"}}, "invalid"),
    "modal without title": (*ANSWER, {"type": 9, "data": {"custom_id": "a", "components": [field()]}}, "invalid"),
    "option without description": (*COMMANDS, command(options=[{"name": "to", "type": 4}]), "invalid"),
    "option of unknown type": (*COMMANDS, command(options=[option(type=40)]), "invalid"),
    "twenty-six choices": (
        *COMMANDS,
        command(options=[option(choices=[{"name": str(i), "value": i} for i in range(26)])]),
        "invalid",
    ),
    "body where none belongs": ("GET", "/users/@me", {"content": "hi"}, "invalid"),
    "content too long": (*SEND, {"content": "x" * 2001}, "limit"),
    "answer too long": (*ANSWER, {"type": 4, "data": {"content": "x" * 2001}}, "invalid"),
    "embeds too long": (*SEND, {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "limit"),
    "same custom_id twice": (*SEND, {"components": [row(button(), button())]}, "limit"),
    "content beside V2": (*SEND, v2(text("hi"), content="hi"), "limit"),
    "V2 part without the flag": (*SEND, v2(text("hi"), flags=0), "limit"),
    "41 parts": (*SEND, v2(*(text("x") for _ in range(34)), row(*(button(str(i)) for i in range(5)))), "limit"),
    "text over 4000": (*SEND, v2(text("x" * 2001), text("x" * 2000)), "limit"),
    "six rows": (*SEND, {"components": [row(button(str(i))) for i in range(6)]}, "limit"),
    "modal of six parts": (*ANSWER, modal(*(field(str(i)) for i in range(6))), "limit"),
    "command without description": (*COMMANDS, [{"name": "fold", "type": 1}], "limit"),
    "command of 8001 characters": (*COMMANDS, command(options=LONG_OPTIONS), "limit"),
    "command in capitals": (*COMMANDS, command(name="Fold"), "limit"),
    "translated name with a blank": (*COMMANDS, command(name_localizations={"sv-SE": "lägg dig"}), "limit"),
    "unknown locale": (*COMMANDS, command(description_localizations={"sv": "Lägg dig"}), "limit"),
    "optional before required": (*COMMANDS, command(options=[option("a"), option("b", required=True)]), "limit"),
    "option twice": (*COMMANDS, command(options=[option(), option()]), "limit"),
}

NEEDS_NO_DESCRIPTION = {name: fault for name, fault in FAULTS.items() if fault[3] == "limit"}


@pytest.fixture
def checker() -> PayloadChecker:
    found = load_checker()
    if found is None:
        pytest.skip("Discord's OpenAPI description is not on this machine; KNEKT_OPENAPI names its place")
    return found


@pytest.mark.parametrize(("method", "path", "body"), VALID.values(), ids=VALID.keys())
def test_a_valid_body_passes(checker: PayloadChecker, method: str, path: str, body: Any) -> None:
    assert checker.check(method, path, body) == []


@pytest.mark.parametrize(("method", "path", "body", "kind"), FAULTS.values(), ids=FAULTS.keys())
def test_a_planted_fault_is_found(checker: PayloadChecker, method: str, path: str, body: Any, kind: str) -> None:
    assert {problem.kind for problem in checker.check(method, path, body)} == {kind}


@pytest.mark.parametrize(("method", "path", "body", "kind"), NEEDS_NO_DESCRIPTION.values(), ids=NEEDS_NO_DESCRIPTION)
def test_limits_are_known_without_the_description(method: str, path: str, body: Any, kind: str) -> None:
    assert [problem.kind for problem in over_limits(method, path, body)] == [kind]


@pytest.mark.parametrize(("method", "path", "body"), VALID.values(), ids=VALID)
def test_a_valid_body_is_within_the_limits(method: str, path: str, body: Any) -> None:
    assert over_limits(method, path, body) == []


def test_a_problem_names_the_field_at_fault(checker: PayloadChecker) -> None:
    problems = checker.check(*SEND, {"components": [row(button(), button("call", label="x" * 81))]})

    assert [str(item) for item in problems] == ["[invalid] components[0].components[1].label: maxLength is 80, got 81"]


def test_a_log_of_calls_is_checked(checker: PayloadChecker) -> None:
    log = [SimpleNamespace(method=SEND[0], path=SEND[1], json=body) for body in ({"content": "hi"}, {"contents": "hi"})]

    assert [len(call.problems) for call in checker.check_log(log)] == [0, 1]


async def test_calls_of_the_real_client_are_recorded(checker: PayloadChecker, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call still goes out, and afterwards the client is as it was."""
    sent = []

    async def request(_: Any, route: Any, **__: Any) -> None:
        sent.append(route.path)

    monkeypatch.setattr(HTTPClient, "request", request)
    with recording(checker) as calls:
        body = MultipartParameters({"contents": "hi"}, None, None)
        await HTTPClient.edit_message(object.__new__(HTTPClient), 1, 2, params=body)

    assert sent == ["/channels/{channel_id}/messages/{message_id}"]
    assert [(call.method, call.path, len(call.problems)) for call in calls] == [("PATCH", "/channels/1/messages/2", 1)]
    assert vars(HTTPClient)["request"] is request
