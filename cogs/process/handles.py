"""How many files and sockets the process holds, beside how many it may hold (RELIABILITY 84)."""

from __future__ import annotations

from pathlib import Path

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_HELD = Path("/proc/self/fd")

FULL, EASY = 0.8, 0.7
"""Shares of the limit: from the first on no new table is opened, below the second again."""


def held() -> int:
    """Files and sockets that are open; 0 where the system does not tell."""
    return len(list(_HELD.iterdir())) if _HELD.exists() else 0


def share() -> float:
    """How much of the limit that is, 0 to 1."""
    if resource is None:
        return 0.0
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return held() / limit if limit != resource.RLIM_INFINITY else 0.0


class Gauge:
    """Looked at every minute. full: whether there is no room for another table."""

    def __init__(self) -> None:
        self.full = False

    def look(self) -> bool:
        """Measure; whether `full` is another than before."""
        before, now = self.full, share()
        self.full = now >= (EASY if before else FULL)
        return self.full != before
