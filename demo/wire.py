"""A Discord on loopback: HTTP and WebSocket on simcord's state, for the unpatched discord.py client.

`async with Wire(env) as wire:` points discord.py at this server and points it back at the end.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import SimpleNamespace, TracebackType
from typing import Any, Self
from urllib.parse import unquote

import simcord.http.routes  # noqa: F401  (fills the router's table)
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http.router import RouteNotImplemented, UnsupportedField
from yarl import URL

from demo.env import WireEnv
from demo.gateway import Gateway
from demo.limits import Limits

__all__ = ["Call", "Fault", "Wire", "WireEnv", "bind"]

LARGEST_BODY = 30 * 2**20
PORTS_TRIED = 20
API = "/api/v10"


@dataclass(slots=True)
class Fault:
    """A planted fault for the next `times` calls that match. Without anything else set the call goes through.

    `path` and `method` are shell patterns. `lost` does the work and then breaks the connection, as when the
    answer gets lost on the way; `reset` breaks it before the work. `delay` comes before the work, so that a later
    call overtakes this one; `held` comes after it. `retry_after` makes a 429, in seconds; `banned` the page of the
    gatekeeper before Discord.
    """

    path: str = "*"
    method: str = "*"
    times: int = 1
    status: int = 0
    code: int = 0
    message: str = "planted"
    retry_after: float = 0.0
    everywhere: bool = False  # a 429 of the global limit
    banned: bool = False
    delay: float = 0.0
    held: float = 0.0
    reset: bool = False
    lost: bool = False

    def matches(self, method: str, path: str) -> bool:
        """Whether the fault still waits for a call like this."""
        return self.times > 0 and fnmatchcase(method, self.method) and fnmatchcase(path, self.path)

    def answer(self) -> web.Response | None:
        """Discord's answer in this fault; None: the call goes through."""
        if self.banned:
            return web.Response(text="error code: 1015", status=429, content_type="text/html")
        if self.retry_after:
            scope = {"X-RateLimit-Global": "true"} if self.everywhere else {"X-RateLimit-Scope": "user"}
            body = {"message": self.message, "retry_after": self.retry_after, "global": self.everywhere}
            return _reply(body, 429, {"Via": "1.1 simulated", "Retry-After": str(self.retry_after), **scope})
        if self.status:
            return _reply({"message": self.message, "code": self.code}, self.status)
        return None


@dataclass(slots=True)
class Call:
    """One REST call as it arrived, and the status it was answered with (0: the connection was broken).

    at: when, in seconds of a steady clock.
    """

    method: str
    path: str
    body: Any = None
    params: dict[str, str] = field(default_factory=dict)
    files: list[Any] = field(default_factory=list)
    reason: str | None = None
    status: int = 0
    at: float = field(default_factory=time.monotonic)


class Wire:
    """The simulated Discord's front: REST, gateway, planted faults, and a record of what the bot asked for.

    limits: how many calls it allows; None: any number.
    """

    def __init__(self, env: WireEnv) -> None:
        self.env = env
        self.gateway = Gateway(env.backend)
        self.faults: list[Fault] = []
        self.calls: list[Call] = []
        self.gaps: list[Exception] = []  # calls the simulation could not serve: a test must fail on them
        self.limits: Limits | None = None
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._nonces: dict[tuple[str, str], Any] = {}
        self._before: tuple[str, URL] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def rest_url(self) -> str:
        """Where REST is served."""
        return f"http://127.0.0.1:{self.port}{API}"

    @property
    def socket_url(self) -> str:
        """Where the gateway listens."""
        return f"ws://127.0.0.1:{self.port}/gateway/"

    async def start(self, port: int = 0) -> None:
        """Listen (0: on any free port) and point discord.py here."""
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/{tail:.*}", self._file)
        app.router.add_route("*", API + "/{tail:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self.port = await bind(self._runner, port)
        self.env.backend.subscribers.append(self._feed)
        self._before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE = self.rest_url
        DiscordWebSocket.DEFAULT_GATEWAY = URL(self.socket_url)

    async def stop(self) -> None:
        """Close everything and point discord.py back at Discord."""
        if self._before is not None:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self._before
            self._before = None
        if self._feed in self.env.backend.subscribers:
            self.env.backend.subscribers.remove(self._feed)
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    def plant(self, fault: Fault) -> Fault:
        """Let the next matching calls fail."""
        self.faults.append(fault)
        return fault

    def check(self) -> None:
        """Raise if the bot asked for something the simulation does not know. Tests call it at their end."""
        if self.gaps:
            raise ExceptionGroup("the simulation cannot serve these calls", self.gaps)

    def forget_nonces(self, kept: int) -> None:
        """Keep only the newest answers that a repeated nonce would give again; Discord's memory is a few minutes."""
        for nonce in list(self._nonces)[:-kept]:
            del self._nonces[nonce]

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        self.gateway.feed(event, payload)
        self.env.stir()

    async def _file(self, request: web.Request) -> web.Response:
        data = self.env.backend.cdn.get(f"{CDN_BASE}/{request.match_info['tail']}")
        return web.Response(body=data) if data is not None else web.Response(status=404)

    async def _rest(self, request: web.Request) -> web.Response:
        call = await _read(request)
        self.calls.append(call)
        fault = next((each for each in self.faults if each.matches(call.method, call.path)), None)
        response = await self._faulty(request, call, fault) if fault else self._limited(call)
        call.status = response.status if request.transport and not request.transport.is_closing() else 0
        self.env.stir()
        return response

    async def _faulty(self, request: web.Request, call: Call, fault: Fault) -> web.Response:
        fault.times -= 1
        await asyncio.sleep(fault.delay)
        if not fault.reset and (answer := fault.answer()):
            return answer
        response = _reply({}, 500) if fault.reset else self._serve(call)
        await asyncio.sleep(fault.held)
        if (fault.reset or fault.lost) and request.transport is not None:
            request.transport.abort()
        return response

    def _limited(self, call: Call) -> web.Response:
        if self.limits is None:
            return self._serve(call)
        passes, headers = self.limits.take(call.method, call.path)
        if passes:
            response = self._serve(call)
            response.headers.update(headers)
            return response
        wait = {"retry_after": float(headers["Retry-After"]), "global": "X-RateLimit-Global" in headers}
        return _reply({"message": "You are being rate limited.", **wait}, 429, headers)

    def _serve(self, call: Call) -> web.Response:
        if call.path.startswith("/gateway"):
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            return _reply({"url": self.socket_url, "shards": 1, "session_start_limit": limit})
        try:
            answer = self._dispatch(call)
        except (RouteNotImplemented, UnsupportedField) as gap:
            self.gaps.append(gap)
            return _reply(gap.to_json(), 501)
        except BackendError as refusal:
            return _reply(refusal.to_json(), refusal.status)
        except Exception as fault:  # noqa: BLE001  (a fault of the simulation must reach the test, not the bot's log)
            self.gaps.append(fault)
            return _reply({"message": str(fault), "code": 0}, 501)
        return web.Response(status=204) if answer is None else _reply(answer)

    def _dispatch(self, call: Call) -> Any:
        body = call.body if isinstance(call.body, dict) else {}
        nonce = (call.path, str(body["nonce"])) if body.get("enforce_nonce") and body.get("nonce") else None
        if nonce in self._nonces:
            return self._nonces[nonce]
        answer = router.dispatch(
            self.env.backend,
            call.method,
            call.path,
            json=call.body,
            params=call.params,
            files=call.files,
            reason=call.reason,
        )
        if nonce:
            self._nonces[nonce] = answer
        if call.method == "POST" and call.path.endswith("/emojis") and "image" in body:
            self._keep_emoji(answer["id"], body["image"])
        return answer

    def _keep_emoji(self, emoji: str, image: str) -> None:
        """Keep the picture of an uploaded emoji, which simcord throws away, for the page."""
        data = base64.b64decode(image.partition(",")[2])
        self.env.backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji}.png"] = data


async def bind(runner: web.AppRunner, port: int) -> int:
    """Listen on loopback on this port or, if it is taken, one of the next ones; 0: any. Gives the port."""
    for candidate in range(port, port + PORTS_TRIED) if port else (0,):
        site = web.TCPSite(runner, "127.0.0.1", candidate)
        try:
            await site.start()
        except OSError:
            continue
        return int(runner.addresses[-1][1])
    raise OSError(f"no free port between {port} and {port + PORTS_TRIED - 1}")


async def _read(request: web.Request) -> Call:
    reason = request.headers.get("X-Audit-Log-Reason")
    call = Call(
        request.method,
        "/" + request.match_info["tail"],
        params=dict(request.query),
        reason=unquote(reason) if reason else None,
    )
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if part.name == "payload_json":  # type: ignore[union-attr]
                call.body = json.loads(await part.text())  # type: ignore[union-attr]
            elif part.filename:  # type: ignore[union-attr]
                data = io.BytesIO(await part.read())  # type: ignore[union-attr]
                call.files.append(SimpleNamespace(fp=data, filename=part.filename, description=None))  # type: ignore[union-attr]
    elif request.can_read_body:
        call.body = await request.json()
    return call


def _reply(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # discord.py reads JSON only under exactly this content type, without a charset.
    return web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json", **(headers or {})}
    )
