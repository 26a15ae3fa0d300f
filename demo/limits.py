"""Discord's limits on calls, as far as they are known: of each channel's messages, and of all calls together.

Every answer says in its headers how much is left, as Discord's do; a call too many is answered with 429. Answers to
interactions have limits of their own, which nobody who plays can reach.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

ALL = 50
"""Calls a second that a bot may make in all."""

ROUTES = (
    ("POST", "/channels/*/messages", 5, 5.0),
    ("PATCH", "/channels/*/messages/*", 5, 5.0),
    ("DELETE", "/channels/*/messages/*", 5, 1.0),
)
"""Method, path, and so many calls within so many seconds in each channel."""

FREE = ("/interactions/*", "/webhooks/*")


@dataclass(slots=True)
class Window:
    """So many calls within so many seconds from the first one on."""

    most: int
    seconds: float
    ends: float = 0.0
    taken: int = 0

    def take(self, now: float) -> bool:
        """Count a call; False: it is one too many."""
        if now >= self.ends:
            self.ends, self.taken = now + self.seconds, 0
        self.taken += 1
        return self.taken <= self.most


@dataclass(slots=True)
class Limits:
    """now: seconds. counted: calls that count towards the limit of all. refused: those that were answered with 429."""

    now: Callable[[], float] = time.monotonic
    counted: int = 0
    refused: int = 0
    _all: Window = field(default_factory=lambda: Window(ALL, 1.0))
    _routes: dict[tuple[int, str], Window] = field(default_factory=dict)

    def take(self, method: str, path: str) -> tuple[bool, dict[str, str]]:
        """Whether the call may pass, and what the headers of its answer say."""
        if any(fnmatchcase(path, free) for free in FREE):
            return True, {}
        self.counted += 1
        now = self.now()
        if not self._all.take(now):
            self.refused += 1
            scope = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return False, {**_refused(self._all.ends - now), **scope}
        for number, (verb, pattern, most, seconds) in enumerate(ROUTES):
            if method == verb and fnmatchcase(path, pattern):
                window = self._routes.setdefault((number, path.split("/")[2]), Window(most, seconds))
                passes = window.take(now)
                self.refused += not passes
                said = {} if passes else {**_refused(window.ends - now), "X-RateLimit-Scope": "user"}
                return passes, {**_left(window, now, f"route-{number}"), **said}
        return True, {}


def _left(window: Window, now: float, name: str) -> dict[str, str]:
    return {
        "X-RateLimit-Bucket": name,
        "X-RateLimit-Limit": str(window.most),
        "X-RateLimit-Remaining": str(max(0, window.most - window.taken)),
        "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
    }


def _refused(seconds: float) -> dict[str, str]:
    return {"Via": "1.1 simulated", "Retry-After": f"{seconds:.3f}"}
