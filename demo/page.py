"""The browser page: a table channel and one's own direct messages side by side, live.

Each half is simcord's preview, a likeness of Discord's client, in a frame of its own. It was made to look at a
test that stands still; here it is published anew whenever the world changed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from demo.env import WireEnv
from demo.tidy import dismiss_old_panels
from demo.wire import bind

PUBLISH_SECONDS = 0.15  # at most so often; the page itself asks twice a second
CLOCK_SECONDS = 5.0  # at least so often, for clocks that count down
SHELL = Path(__file__).with_name("page.html")
STYLE = Path(__file__).with_name("page.css")
WORDS = {
    "en": {
        "title": "Knekt demo",
        "about": "A simulated Discord on this computer; nothing leaves it. You are {name}; the program plays the rest.",
        "hint": "The table: type / for commands",
        "messages": "Your direct messages",
    },
    "sv": {
        "title": "Knekt, demo",
        "about": "Ett låtsat Discord på den här datorn; inget lämnar den. Du är {name}. Programmet spelar de andra.",
        "hint": "Bordet: skriv / för kommandon",
        "messages": "Dina direktmeddelanden",
    },
}
"""What stands around the two halves, by language."""


class Page:
    """Serves the two halves on loopback, under addresses nobody can guess."""

    def __init__(self, env: WireEnv, channel: ChannelHandle, viewer: Any, locale: str = "en-US") -> None:
        self.env = env
        self._locale = locale
        self.port = 0
        self._channel, self._viewer = channel, viewer
        self._secret = secrets.token_urlsafe(12)
        self._halves: list[Preview] = []
        self._runner: web.AppRunner | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._changed = True

    @property
    def url(self) -> str:
        """The address to open; whoever knows it may play as the viewer."""
        return f"http://127.0.0.1:{self.port}/{self._secret}"

    @property
    def table_url(self) -> str:
        """The half with the table alone."""
        return self._halves[0].url

    @property
    def private_url(self) -> str:
        """The half with the direct messages alone."""
        return self._halves[1].url

    async def start(self, port: int) -> None:
        """Listen on this port or the next free one and begin to publish."""
        app = web.Application()
        app.router.add_get(f"/{self._secret}", self._shell)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self.port = await bind(self._runner, port)
        self._halves = [
            await self._open(self._channel, self._viewer),
            await self._open(self._viewer.user.dm_channel, self._viewer.user),
        ]
        self.env.pages.extend(self._halves)
        self.env.backend.subscribers.append(self._note)
        self._ticker = asyncio.create_task(self._publish())

    async def stop(self) -> None:
        """Stop publishing and close the servers."""
        if self._note in self.env.backend.subscribers:
            self.env.backend.subscribers.remove(self._note)
        if self._ticker is not None:
            self._ticker.cancel()
            with suppress(asyncio.CancelledError):
                await self._ticker
        for half in self._halves:
            self.env.pages.remove(half)
            await half.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _note(self, event: str, payload: Mapping[str, Any]) -> None:
        self._changed = True

    async def _shell(self, request: web.Request) -> web.Response:
        if request.host not in {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}:
            raise web.HTTPForbidden
        language = "sv" if self._locale.startswith("sv") else "en"
        words = {**WORDS[language], "language": language, "table": self.table_url, "private": self.private_url}
        text = SHELL.read_text("utf-8")
        for name, value in words.items():
            text = text.replace(f"{{{name}}}", value)
        text = text.replace("{name}", escape(self._viewer.name))
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _open(self, channel: ChannelHandle, viewer: Any) -> Preview:
        self.env._preview = None  # simcord wants one page per world; ours has two halves
        half = self.env.preview(channel, viewers=[viewer], layout="channel", locale=self._locale, port=0)
        _act_on_what_is_shown(half)
        _dress(half, self.port)
        return await half.__aenter__()

    async def _publish(self) -> None:
        while True:
            await self.env.until(lambda: self._changed, CLOCK_SECONDS)
            self._changed = False
            for half in self._halves:
                self._refresh(half)
            await asyncio.sleep(PUBLISH_SECONDS)

    def _refresh(self, half: Preview) -> None:
        if half._active_action is not None:  # it publishes itself when it is done
            self._changed = True
            return
        dismiss_old_panels(self.env.backend.messages.get(half.channel.id, {}))
        half._advance_presentation_time()
        for view in list(half._pages.values()):
            half._publish(view, reason="refresh")


def _act_on_what_is_shown(half: Preview) -> None:
    """Let an act through although the page was published again since: the bot itself refuses what is too late."""
    act = half._action

    async def action(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(body, dict) and "published_revision" in body:
            body["published_revision"] = half._get_page(context_id).revision
        return await act(context_id, body)

    half._action = action  # type: ignore[method-assign]


def _dress(half: Preview, port: int) -> None:
    """Allow our shell to frame the preview, and hide the tools of a test bench from the player."""
    server: Any = half._server
    hosts = f"http://127.0.0.1:{port} http://localhost:{port}"
    headers = {key: value for key, value in server._SECURITY_HEADERS.items() if key != "X-Frame-Options"}
    policy = headers["Content-Security-Policy"].replace("frame-ancestors 'none'", f"frame-ancestors {hosts}")
    server._SECURITY_HEADERS = {**headers, "Content-Security-Policy": policy}
    plain = server._static

    async def static(request: web.Request) -> web.Response:
        response: web.Response = await plain(request)
        if request.path == "/preview.css":
            response.text = (response.text or "") + STYLE.read_text("utf-8")
        return response

    server._static = static
