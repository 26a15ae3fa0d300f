"""What the bot does for itself while it runs: a backup each quarter of an hour in which something changed."""

from __future__ import annotations

import asyncio
import logging
import shutil

from discord.ext import commands, tasks

from cogs.desk import Bot, Desk
from data.doctor import ROOM
from data.errors import Corrupt
from data.rotation import rotate
from engine.tables.ports import Unavailable

log = logging.getLogger(__name__)


class Upkeep(commands.Cog):
    """No commands; whoever runs the bot reads its log."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seen = desk.store.db.connection.total_changes
        self.working = asyncio.Lock()

    async def cog_load(self) -> None:
        """The first backup is made when there is something to back up."""
        self.back_up.start()

    async def cog_unload(self) -> None:
        """No more of them, once the one that is being made is finished."""
        async with self.working:
            self.back_up.cancel()

    @tasks.loop(minutes=15)
    async def back_up(self) -> None:
        """A backup, unless nothing has changed since the last one."""
        async with self.working:
            await self._back_up()

    async def _back_up(self) -> None:
        db = self.desk.store.db
        if db.connection.total_changes == self.seen:
            return
        try:
            await rotate(db, self.desk.now())
        except (Unavailable, Corrupt) as error:
            log.error("no backup: %s", error)  # noqa: TRY400 -- the reason is what counts, not the place
            return
        self.seen = db.connection.total_changes
        if shutil.disk_usage(db.path.parent).free < ROOM:
            log.warning("the disk is nearly full")


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Upkeep(bot.desk))
