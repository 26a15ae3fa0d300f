"""A memory of fixed size: what runs for months may not grow with everybody who ever came by (RELIABILITY 80)."""

from __future__ import annotations

from collections import UserDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST = 5000


class Recent(UserDict[K, V]):
    """What was learnt last. Beyond `most` the oldest is forgotten, so it must be something that can be learnt again."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, item: V) -> None:
        self.data.pop(key, None)
        self.data[key] = item
        if len(self.data) > self.most:
            del self.data[next(iter(self.data))]
