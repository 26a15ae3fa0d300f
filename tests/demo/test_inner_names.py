"""One test per inner name of the packages that the demo touches: an upgrade that renames one fails here."""

import inspect
from typing import Any

import discord
import pytest
import simcord
from aiohttp import web
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.http import router
from simcord.preview import Preview, _actions
from simcord.preview._server import PreviewServer
from simcord.results import ResponseMessage

from demo.env import WireEnv


def takes(function: Any, *names: str) -> bool:
    return set(names) <= set(inspect.signature(function).parameters)


def test_the_pinned_release_is_installed() -> None:
    assert simcord.__version__ == "3.2.1"


@pytest.mark.parametrize(
    "name",
    "_run_pre_shutdown _notify_dispatch_observers _settle_internal _begin_operation _end_operation"
    " _mark_mutation".split(),
)
def test_environment_calls(name: str) -> None:
    assert callable(getattr(simcord.Env, name))


@pytest.mark.parametrize("name", ["_message_states", "_loop", "_started", "_generation", "_preview"])
def test_environment_keeps(name: str) -> None:
    assert name in vars(WireEnv())


@pytest.mark.parametrize(
    "name",
    "_reserved_ids cdn clock subscribers transcript http_requests interactions interaction_tokens"
    " application_emojis commands dm_channels messages bot_user".split(),
)
def test_backend_keeps(name: str) -> None:
    assert name in vars(Backend())


def test_backend_keeps_pictures_by_address() -> None:
    backend = Backend()
    backend.cdn._blobs["x"] = b"y"
    assert backend.cdn.get("x") == b"y"


def test_actors_ask_the_module_for_each_payload() -> None:
    assert takes(interactions.base_payload, "backend", "facts")  # ours
    assert "_interactions.base_payload(" in inspect.getsource(inspect.getmodule(MemberActor))  # type: ignore[arg-type]


def test_actors_know_their_world() -> None:
    assert takes(MemberActor.__init__, "env", "guild", "user")
    assert "self._env = env" in inspect.getsource(MemberActor.__init__)


def test_answers_know_their_message() -> None:
    assert "self._message = message" in inspect.getsource(ResponseMessage.__init__)


def test_router_takes_a_call_apart() -> None:
    assert takes(router.dispatch, "backend", "method", "path", "json", "params", "files", "reason")


@pytest.mark.parametrize(
    "name", ["_action", "_get_page", "_advance_presentation_time", "_publish", "_mark_action_dispatched"]
)
def test_page_calls(name: str) -> None:
    assert callable(getattr(Preview, name))


@pytest.mark.parametrize("name", ["_active_action", "_pages", "_server"])
def test_page_keeps(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(Preview.__init__)


def test_page_names_the_revision_an_act_was_made_on() -> None:
    assert '"published_revision"' in inspect.getsource(_actions)


def test_page_server_can_be_dressed() -> None:
    assert "X-Frame-Options" in PreviewServer._SECURITY_HEADERS
    assert "frame-ancestors 'none'" in PreviewServer._SECURITY_HEADERS["Content-Security-Policy"]
    assert callable(PreviewServer._static)
    assert PreviewServer._STATIC_FILES["/preview.css"] == "preview.css"


def test_discord_py_names() -> None:
    assert discord.Intents._from_value(1).guilds
    assert hasattr(discord.Client(intents=discord.Intents(guilds=True)), "_connection")


def test_socket_knows_its_request() -> None:
    assert web.WebSocketResponse()._req is None
