"""Work that nobody waits for: it is not forgotten, its failures go to the log, and it ends with the process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from cogs.answers import UNSENT
from engine.tables.errors import TableError
from engine.tables.ports import StoreError

log = logging.getLogger(__name__)


class Background:
    """Keeps tasks until they are done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def background(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Do something without anybody waiting for it; failures go to the log."""
        task = asyncio.create_task(logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # cancelled before it began, it would be missed
        return task

    async def stop(self) -> None:
        """End what waits; nothing is lost, for the state is stored."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def logged(work: Coroutine[Any, Any, object]) -> None:
    """Do something on which nothing else depends; a failure goes to the log."""
    try:
        await work
    except (*UNSENT, TableError, StoreError) as error:
        log.warning("not said: %s", error)
    except Exception:
        log.exception("something in the background failed")
