"""The half of the store that tells about play: hands, boards, figures, seasons.

Each method is one transaction or one reading, like those of the store itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from data import evidence, guilds, hands, leaderboard, rebuild, seasons, stats, tables
from data.audit import record
from data.database import Database
from data.leaderboard import LEAST_HANDS, LEAST_OPPONENTS, Board, Limits, Place, Query
from data.periods import Period, beginning
from data.seal import Seal
from data.seasons import Season
from engine.tables.ports import Deed, HandRecord, InputRecord, Note, TableRecord


class Told:
    """What was played, for whoever asks. `clock` gives UTC seconds."""

    def __init__(self, db: Database, seal: Seal, clock: Callable[[], float]) -> None:
        self.db = db
        self._seal = seal
        self._now = clock

    async def table(self, table: int) -> TableRecord | None:
        """One table, open or closed."""
        async with self.db.reading() as db:
            return await tables.read_table(db, table)

    async def hand(self, hand: int) -> tuple[HandRecord, tuple[InputRecord, ...]] | None:
        """A hand and its inputs, live ones unsealed. Raises Corrupt when it is not what was written."""
        async with self.db.reading() as db:
            return await hands.read_hand(db, self._seal, hand)

    async def evidence(self, hand: int) -> Mapping[str, Any]:
        """When each input of a hand came, and every movement of chips in it; plain JSON data."""
        async with self.db.reading() as db:
            return await evidence.of_hand(db, hand)

    async def table_in(self, channel: int) -> int:
        """The table of a channel: the open one, else the last; 0 for none."""
        async with self.db.reading() as db:
            return await tables.last_in(db, channel)

    async def hand_numbered(self, table: int, number: int = 0) -> tuple[int, int, bool] | None:
        """(id, number, over) of a table's hand, 0 for its last one."""
        async with self.db.reading() as db:
            return await hands.numbered(db, table, number)

    async def hands_of(
        self, *, table: int = 0, guild: int = 0, member: int = 0, limit: int = 25, before: float | None = None
    ) -> Sequence[HandRecord]:
        """Hands that are over, newest first; 0 asks for any table, guild or member; `before` is UTC seconds."""
        async with self.db.reading() as db:
            return await hands.hands_of(db, table=table, guild=guild, member=member, limit=limit, before=before)

    async def query(self, guild: int, period: Period = Period.ALL) -> Query:
        """A query for play in a period up to now; that of the season is empty while none runs."""
        async with self.db.reading() as db:
            running = [season.started for season in await seasons.seasons(db, guild) if season.ended is None]
        now = self._now()
        return Query(guild, since=beginning(period, now, running[0] if running else now))

    async def leaderboard(self, query: Query, *, limit: int = 10, offset: int = 0, viewer: int = 0) -> Board:
        """A page of the leaderboard and the viewer's own place."""
        async with self.db.reading() as db:
            return await leaderboard.board(db, query, limit=limit, offset=offset, viewer=viewer)

    async def best_hands(self, query: Query, places: Sequence[Place]) -> Mapping[int, tuple[str, str]]:
        """(game, facts) by member, of the hands that a board by best hands ranks."""
        async with self.db.reading() as db:
            return await leaderboard.best_hands(db, query, places)

    async def limits(self, guild: int) -> Limits:
        """How many hands and opponents one must have had to be ranked."""
        async with self.db.reading() as db:
            return await leaderboard.limits_of(db, guild)

    async def set_limits(self, guild: int, limits: Limits, actor: int, interaction: int) -> None:
        """Settle who is ranked, with a line in the audit log."""
        async with self.db.atomic() as db:
            before = await leaderboard.limits_of(db, guild)
            await guilds.choose(db, guild, **{LEAST_HANDS: limits.hands, LEAST_OPPONENTS: limits.opponents})
            note = Note(guild, actor, Deed.LIMITS, "", str(before), str(limits), "", interaction)
            await record(db, note, self._now())

    async def figures(self, query: Query, member: int) -> stats.Figures:
        """What a member's play adds up to."""
        async with self.db.reading() as db:
            return await stats.figures(db, query, member)

    async def strongest(self, query: Query, member: int) -> tuple[str, str] | None:
        """(game, facts) of a member's strongest hand, in games of one ranking."""
        async with self.db.reading() as db:
            return await stats.strongest(db, query, member)

    async def net_line(self, query: Query, member: int, *, by_day: bool) -> Sequence[stats.Point]:
        """Chips won so far, hand by hand or day by day."""
        async with self.db.reading() as db:
            return await (stats.net_by_day if by_day else stats.net_by_hand)(db, query, member)

    async def worth_line(self, guild: int, member: int) -> Sequence[stats.Point]:
        """All chips of a member, day by day."""
        async with self.db.reading() as db:
            return await stats.worth_by_day(db, guild, member)

    async def rebuild_results(self, recount: rebuild.Recount) -> rebuild.Rebuilt:
        """Make all results and sums again from the stored hands."""
        async with self.db.atomic() as db:
            return await rebuild.rebuild(db, self._seal, recount)

    async def seasons(self, guild: int) -> Sequence[Season]:
        """All seasons of a guild, newest first."""
        async with self.db.reading() as db:
            return await seasons.seasons(db, guild)

    async def start_season(self, guild: int, name: str, actor: int = 0, interaction: int = 0) -> int:
        """Start a season and give its number. Refused while one runs."""
        async with self.db.atomic() as db:
            number = await seasons.start(db, guild, name, self._now())
            note = Note(guild, actor, Deed.SEASON_START, str(number), "", name, "", interaction)
            await record(db, note, self._now())
            return number

    async def close_season(self, guild: int, actor: int = 0, interaction: int = 0) -> Season:
        """Close the season that runs; its standing is the board of this moment. Refused when none runs."""
        async with self.db.atomic() as db:
            season = await seasons.close(db, guild, self._now())
            note = Note(guild, actor, Deed.SEASON_CLOSE, str(season.number), "", season.name, "", interaction)
            await record(db, note, self._now())
            return season
