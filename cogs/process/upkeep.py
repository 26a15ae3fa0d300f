"""What the bot does for itself while it runs: backups, their rehearsal, the log of changes, servers that have left."""

from __future__ import annotations

import asyncio
import logging
import shutil
from dataclasses import replace

from discord.ext import commands, tasks

from cogs.desk import Bot, Desk
from cogs.process.health import survived
from data.doctor import LARGE_LOG, ROOM
from data.errors import Corrupt, StillPlaying
from data.rehearsal import is_due, rehearse, strike
from data.rotation import rotate
from data.store import SqliteStore
from engine.tables.manager import TableManager
from engine.tables.ports import StoreError, Unavailable
from engine.tables.snapshot import Phase

log = logging.getLogger(__name__)


class Silence:
    """The `Delivery` of tables at which nobody sits."""

    async def redraw(self, table: int) -> None:
        """Not a word."""

    new_hand = turn = closed = redraw

    async def seat_free(self, table: int, member: int) -> None:
        """Not a word."""


class Upkeep(commands.Cog):
    """No commands; whoever runs the bot reads its log."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.saved = self.seen = desk.store.db.connection.total_changes
        self.working = asyncio.Lock()

    async def cog_load(self) -> None:
        """The first backup is made when there is something to back up."""
        strike(self.desk.store.db.path)
        self.back_up.start()
        self.keep_house.start()

    async def cog_unload(self) -> None:
        """No more of them, once the one that is being made is finished."""
        self.keep_house.cancel()
        async with self.working:
            self.back_up.cancel()

    # Every quarter of an hour

    @tasks.loop(minutes=15)
    async def back_up(self) -> None:
        """A backup, unless nothing has changed since the last one; then whatever has waited for a quiet moment."""
        async with self.working:
            await survived("the backup", self._back_up())
            await survived("the rehearsal", self._rehearse())
            await survived("tidying up", self._tidy())

    async def _back_up(self) -> None:
        db = self.desk.store.db
        if db.connection.total_changes == self.saved:
            return
        try:
            made = await rotate(db, self.desk.now())
        except (Unavailable, Corrupt) as error:
            log.error("no backup: %s", error)  # noqa: TRY400 -- the reason is what counts, not the place
            if isinstance(error, Corrupt):
                await db.check()  # perhaps it is not the copy that is bad
            return
        self.saved = db.connection.total_changes
        log.info("backup %s; %d kB of changes not yet in the database", made.name, db.wal_bytes // 1024)
        if shutil.disk_usage(db.path.parent).free < ROOM:
            log.warning("the disk is nearly full")

    async def _rehearse(self) -> None:
        """Once a week the newest backup is restored beside the database (RELIABILITY 22)."""
        path, now = self.desk.store.db.path, self.desk.now()
        if not is_due(path, now):
            return
        try:
            result = await rehearse(path, now, self._start)
        except Unavailable as error:
            log.warning("no rehearsal: %s", error)
            return
        if result.wrong:
            log.error("alarm: backup %s could not be restored: %s", result.backup, "; ".join(result.wrong))
        else:
            log.info("backup %s was restored for a try: its books, hands and tables are right", result.backup)

    async def _start(self, store: SqliteStore) -> list[str]:
        """What would be wrong with the tables after a start on it."""
        tables = TableManager(replace(self.desk.tables.tools, store=store, delivery=Silence()))
        found = await tables.recover()
        await tables.stop()
        return [f"table {table.table} has stopped" for table in found if table.state.phase is Phase.FROZEN]

    async def _tidy(self) -> None:
        """When a quarter of an hour was quiet, the log of changes is moved into the database (RELIABILITY 23)."""
        db = self.desk.store.db
        quiet, self.seen = db.connection.total_changes == self.seen, db.connection.total_changes
        if quiet and db.wal_bytes:
            await db.checkpoint()
        if db.wal_bytes > LARGE_LOG:
            log.warning("alarm: %d MB of changes are not in the database yet", db.wal_bytes // 1024**2)

    # Every day

    @tasks.loop(hours=24)
    async def keep_house(self) -> None:
        """The whole file is looked through, servers that left long ago go, the heads of the audit logs are told."""
        async with self.working:
            await survived("keeping house", self._keep_house())

    async def _keep_house(self) -> None:
        try:
            await self.desk.store.db.check()
            await self._forget_servers()
            for guild, head in await self.desk.store.audit_heads():
                log.info("audit log of server %d ends with line %d, %s", guild, head.line, head.hash)
        except StoreError as error:
            log.warning("not done today: %s", error)

    @keep_house.before_loop
    async def _when_ready(self) -> None:
        """Only then it is known on which servers we are."""
        await self.desk.client.wait_until_ready()

    async def _forget_servers(self) -> None:
        """Also those that sent us away while we were off are noticed (RELIABILITY 52)."""
        store, present = self.desk.store, {guild.id for guild in self.desk.client.guilds} - self.desk.gone
        for guild in await store.compare_guilds(present):
            try:
                transfers = await store.erase_guild(guild)
            except StillPlaying:
                log.warning("server %s left long ago; it is deleted once its tables are closed", guild)
                self.desk.speaker.background(self.desk.speaker.place_gone(guild))
                continue
            self.desk.names.pop(guild, None)
            log.warning("server %s left more than 30 days ago: all its data is deleted, %d transfers", guild, transfers)


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    await bot.add_cog(Upkeep(bot.desk))
