"""The store: one door to everything that is kept, behind the `Store` protocol of the table manager.

Each method is one transaction or one reading; what happens in it stands in the module of its concept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from data import absence, bank, epochs, guilds, hands, ledger, members, outbox, privacy, tables
from data.audit import Head, Logged, first_broken, heads, last_heads, read, record
from data.backup import backup
from data.books import Finding, check_books
from data.database import Database
from data.errors import Refused
from data.flow import Flow, flows
from data.newcomers import ACCOUNT_DAYS, MEMBER_DAYS, Ages, ages_of
from data.recent import Recent
from data.seal import Seal, load_seal
from data.told import Told
from engine.tables.ports import Account, Change, Deed, Note, Outbox, Saved


class SqliteStore(Told):
    """All of Knekt's memory in one SQLite file. `clock` gives UTC seconds.

    joined: since when members are on their servers, by (guild, member), as Discord told lately; never stored.
    """

    def __init__(self, db: Database, seal: Seal, clock: Callable[[], float] = time.time) -> None:
        super().__init__(db, seal, clock)
        self.joined: Recent[tuple[int, int], float] = Recent()

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float] = time.time) -> SqliteStore:
        """Open (or create) the file. Raises Locked, NewerSchema, Corrupt, Unavailable; see `Database.open`."""
        db = await Database.open(path, clock=clock)
        try:
            return cls(db, load_seal(path), clock)
        except BaseException:
            await db.close()
            raise

    async def close(self) -> None:
        """Let go of the file after the transaction that runs."""
        await self.db.close()

    # The table manager's side.

    async def open_tables(self) -> Sequence[Saved]:
        """All open tables with their live hands and inputs, for recovery at start.

        A hand that does not verify has the status "corrupt" (see `hands.read_live`); the other tables go on.
        """
        async with self.db.reading() as db:
            found = await tables.read_open(db)
            return [
                Saved(table, *await hands.read_live(db, self._seal, table.table), await tables.seats(db, table.table))
                for table in found
            ]

    async def commit(self, change: Change) -> None:
        """Store a change in one transaction. All or nothing: Stale, AlreadyDone, NotEnough, Refused, Unavailable."""
        _check_guild(change)
        at = self._now()
        async with self.db.atomic() as db:
            await tables.write_table(db, change.table, change.expected, at)
            await tables.write_seats(db, change.table.table, change.seats)
            if change.hand:
                await hands.write_hand(db, self._seal, change.hand, change.table.guild, at)
            await hands.write_inputs(db, self._seal, change.inputs, at)
            for order in change.transfers:
                await ledger.transfer(db, order, at)
            await hands.write_results(db, change.results, at)
            await outbox.put(db, change.outbox, at)
            for note in change.notes:
                await record(db, note, at)

    async def was_restored(self) -> bool:
        """Whether this is a backup on which nobody has started yet."""
        async with self.db.reading() as db:
            return await epochs.is_unsettled(db)

    async def lost_hands(self) -> Collection[int]:
        """Running hands that came with a restored backup; they are to be paid back."""
        async with self.db.reading() as db:
            return await epochs.lost_hands(db)

    async def settle(self) -> None:
        """The tables of a restored backup are ready; each will be told what was lost."""
        async with self.db.atomic() as db:
            await epochs.settle(db, self._now())

    async def epoch(self) -> epochs.Epoch | None:
        """What the last restored backup lost; None if none was ever restored."""
        async with self.db.reading() as db:
            return await epochs.last(db)

    async def balance(self, account: Account) -> int:
        """Chips in an account; 0 for one that does not exist yet."""
        async with self.db.reading() as db:
            return await ledger.balance(db, account)

    async def ensure_bankroll(self, guild: int, member: int, opening: int) -> int:
        """The member's bankroll in chips; the first call posts the opening from the house. Raises TooYoung."""
        joined = self.joined.get((guild, member))
        async with self.db.atomic() as db:
            return await bank.open_bankroll(db, guild, member, opening, joined=joined, at=self._now())

    async def next_hand_number(self, table: int) -> int:
        """One more than the highest hand number of this table."""
        async with self.db.reading() as db:
            return 1 + await db.number("SELECT max(number) FROM hands WHERE table_id = ?", table)

    async def pending(self, table: int) -> Sequence[Outbox]:
        """Messages of the table that were committed but not yet spoken."""
        async with self.db.reading() as db:
            return await outbox.pending(db, table)

    async def spoken(self, nonce: str) -> None:
        """Mark an outbox message as delivered (or given up)."""
        async with self.db.atomic() as db:
            await outbox.spoken(db, nonce, self._now())

    # Chips.

    async def bankrolls(self, guild: int) -> Sequence[bank.Purse]:
        """Everybody's chips, off and on the tables, most first."""
        async with self.db.reading() as db:
            return await bank.purses(db, guild)

    async def purse(self, guild: int, member: int) -> bank.Purse:
        """One member's chips, off and on the tables."""
        async with self.db.reading() as db:
            return await bank.purse_of(db, guild, member)

    async def history(self, guild: int, member: int, limit: int, before: int | None = None) -> Sequence[bank.Entry]:
        """A bankroll's movements, newest first; `before` is the transfer id that ended the page before."""
        async with self.db.reading() as db:
            return await bank.history(db, guild, member, limit, before)

    async def grant(self, guild: int, member: int, chips: int, *, actor: int, reason: str, interaction: int) -> int:
        """A host's grant, once per interaction, with a line in the audit log. The new bankroll in chips."""
        async with self.db.atomic() as db:
            return await bank.grant(
                db, guild, member, chips, actor=actor, reason=reason, interaction=interaction, at=self._now()
            )

    async def reload(self, guild: int, member: int, *, chips: int, floor: int, interaction: int = 0) -> int:
        """Free chips for the nearly broke. The new bankroll; raises TooYoung, AboveFloor, TooSoon, AlreadyDone."""
        joined, at = self.joined.get((guild, member)), self._now()
        async with self.db.atomic() as db:
            return await bank.reload(
                db, guild, member, chips=chips, floor=floor, interaction=interaction, joined=joined, at=at
            )

    async def newcomers(self, guild: int) -> Ages:
        """How old an account and a membership must be for free chips."""
        async with self.db.reading() as db:
            return await ages_of(db, guild)

    async def choose_newcomers(
        self, guild: int, account: int, membership: int, *, actor: int, interaction: int
    ) -> None:
        """Settle that, in days, with a line in the audit log."""
        async with self.db.atomic() as db:
            before, after = await ages_of(db, guild), Ages(account, membership)
            await guilds.choose(db, guild, **{ACCOUNT_DAYS: account, MEMBER_DAYS: membership})
            note = Note(guild, actor, Deed.NEWCOMERS, "", str(before), str(after), "", interaction)
            await record(db, note, self._now())

    async def flows(self, guild: int, since: float) -> Sequence[Flow]:
        """Who won how many chips of whom since a moment (UTC seconds), most first."""
        async with self.db.reading() as db:
            return await flows(db, guild, since)

    async def evening_ledger(self, table: int) -> Sequence[bank.Evening]:
        """Per member: bought in, topped up, cashed out, on the table, net. Best first."""
        async with self.db.reading() as db:
            return await bank.evening(db, table)

    async def stacks(self, table: int) -> Mapping[int, int]:
        """Chips in each member's stack on a table, as the books have it."""
        async with self.db.reading() as db:
            return await tables.stacks(db, table)

    async def total(self, guild: int) -> int:
        """All chips the house of a guild has issued, wherever they lie."""
        async with self.db.reading() as db:
            return await bank.total(db, guild)

    async def check_books(self) -> tuple[Finding, ...]:
        """Everything that is wrong with the books; empty when nothing is."""
        async with self.db.reading() as db:
            return await check_books(db)

    # Members and the house's memory.

    async def member_settings(self, guild: int, member: int) -> Mapping[str, members.Setting]:
        """What a member has chosen; empty at first."""
        async with self.db.reading() as db:
            return await members.settings(db, guild, member)

    async def set_member_setting(self, guild: int, member: int, name: str, value: members.Setting) -> None:
        """Set one choice of a member; None takes it back."""
        async with self.db.atomic() as db:
            await members.choose(db, guild, member, name, value)

    async def audit(self, note: Note) -> None:
        """Write down what changes nothing else here: a refusal, a start, a stop."""
        async with self.db.atomic() as db:
            await record(db, note, self._now())

    async def audit_log(
        self, guild: int, limit: int = 25, before: int | None = None, *, with_house: bool = False
    ) -> Sequence[Logged]:
        """A guild's audit log, newest first; `with_house`: and what concerns every guild."""
        async with self.db.reading() as db:
            return await read(db, guild, limit, before, with_house=with_house)

    async def audit_broken(self, guild: int) -> int:
        """The first line of the audit log that is not what was written; 0 when all is right."""
        async with self.db.reading() as db:
            return await first_broken(db, guild)

    async def heads(self, guild: int, days: int) -> Sequence[Head]:
        """The last line of the guild's audit log on each of the last days, newest first."""
        async with self.db.reading() as db:
            return await heads(db, guild, days)

    async def audit_heads(self) -> Sequence[tuple[int, Head]]:
        """The last line of every guild's audit log."""
        async with self.db.reading() as db:
            return await last_heads(db)

    async def held(self, guild: int, member: int) -> Mapping[str, object]:
        """Everything that is kept about a member of a guild, as plain JSON data."""
        async with self.db.reading() as db:
            return await privacy.held(db, guild, member)

    async def forget(self, guild: int, member: int) -> int:
        """Take a member out of everything. Raises StillPlaying."""
        async with self.db.atomic() as db:
            nobody = await privacy.forget(db, guild, member, self._now())
            await record(db, Note(guild, nobody, Deed.FORGET), self._now())
            return nobody

    async def forget_hands(self, before: float) -> int:
        """Drop the cards and actions of hands that began before a moment; their results stay."""
        async with self.db.atomic() as db:
            hands_forgotten = await privacy.forget_hands(db, before)
            if hands_forgotten:
                await record(db, Note(0, 0, Deed.FORGET_HANDS, after=str(hands_forgotten)), self._now())
            return hands_forgotten

    # Servers that come and go.

    async def guild_left(self, guild: int) -> None:
        """The bot was sent away: what is the server's is kept for a while, then deleted."""
        async with self.db.atomic() as db:
            await absence.left(db, guild, self._now())

    async def guild_joined(self, guild: int) -> None:
        """The bot is there, maybe again: nothing of the server will be deleted."""
        async with self.db.atomic() as db:
            await absence.joined(db, guild)

    async def compare_guilds(self, present: Collection[int]) -> Sequence[int]:
        """Note which servers with data the bot is (not) on any more. Those whose time is over."""
        async with self.db.atomic() as db:
            await absence.compare(db, present, self._now())
            return await absence.due(db, self._now())

    async def erase_guild(self, guild: int) -> int:
        """Delete everything of a server that is due, in one transaction. How many transfers. Raises StillPlaying."""
        async with self.db.atomic() as db:
            return await absence.erase(db, guild, self._now())

    async def backup(self, path: Path) -> None:
        """Copy everything to a file that `data.backup.verify` can check."""
        await backup(self.db, path)


def _check_guild(change: Change) -> None:
    """Nothing crosses guilds: what a table changes belongs to its own."""
    guilds = {posting.account.guild for order in change.transfers for posting in order.postings}
    guilds |= {result.guild for result in change.results} | {note.guild for note in change.notes}
    if not guilds <= {change.table.guild}:
        raise Refused(f"a change of guild {change.table.guild} reaches {sorted(guilds)}")
