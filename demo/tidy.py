"""Keeps a long demo small: simcord remembers everything that ever happened."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from demo.wire import Wire

CALLS_KEPT = 400
MESSAGES_KEPT = 120  # a channel; the page shows the last 50
PANELS_KEPT = 3  # private answers per member and channel; a member would dismiss the older ones
ROUND = 100  # tidy once in so many calls


class Tidy:
    """Forgets what nobody can see any more, now and then."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._next = ROUND
        self._done = 0  # calls forgotten so far

    def step(self) -> None:
        """Tidy up when it is time to."""
        if self._done + len(self._wire.calls) >= self._next:
            self._next = self._done + len(self._wire.calls) + ROUND
            self.now()

    def now(self) -> None:
        """Tidy up."""
        backend = self._wire.env.backend
        gone = max(0, len(self._wire.calls) - CALLS_KEPT)
        self._done += gone
        del self._wire.calls[:gone]
        self._wire.forget_nonces(CALLS_KEPT)
        del backend.http_requests[:-CALLS_KEPT]
        del backend.transcript[:-CALLS_KEPT]
        for key in list(backend.interactions)[:-CALLS_KEPT]:
            backend.interaction_tokens.pop(backend.interactions.pop(key).token, None)
        for messages in backend.messages.values():
            dismiss_old_panels(messages)
            for key in sorted(messages)[:-MESSAGES_KEPT]:
                del messages[key]


def dismiss_old_panels(messages: dict[int, Any], kept: int = PANELS_KEPT) -> None:
    """Drop each member's private answers but the newest few from a channel."""
    panels: dict[str, list[int]] = defaultdict(list)
    for key in sorted(messages):
        if messages[key].is_ephemeral:
            panels[str(((messages[key].interaction_metadata or {}).get("user") or {}).get("id"))].append(key)
    for keys in panels.values():
        for key in keys[:-kept]:
            del messages[key]
