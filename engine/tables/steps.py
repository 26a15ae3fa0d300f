"""What is committed of one table, and the only way to change it: a step that is stored as a whole or has not happened.

A step works on a copy of the state and on the hand itself. What anybody reads meanwhile is what was committed last;
when the step is refused or cannot be stored, the hand is read again from there: a failed step leaves no trace.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from engine.rules.facts import Seat
from engine.rules.hand import Hand, replay
from engine.rules.play import Offer, PokerError
from engine.rules.transcript import load_input, load_setup
from engine.rules.view import View
from engine.tables import playing, recovery
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.ports import AlreadyDone, Change, HandRecord, InputRecord, NotEnough, Saved, Unavailable
from engine.tables.reading import notice, seen, snapshot
from engine.tables.snapshot import Phase, Snapshot
from engine.tables.state import State
from engine.tables.tools import Tools
from engine.tables.work import Work

log = logging.getLogger(__name__)


class Steps:
    """Law: `state`, `shown` and all other readings are of the last commit, also while a step is being made.

    told: events of the hand that are committed. offers: of each seat in the hand; since: the version at which a waiting
    seat got its offer. failing: the last step could not be stored. draining: no new hand is dealt. back: read back at a
    start, and nothing has been played since. behind: the screen shows more than was read back.
    """

    def __init__(self, saved: Saved, tools: Tools) -> None:
        self.tools = tools
        self.lock = asyncio.Lock()
        self.record = saved.table
        self.config = TableConfig.from_json(saved.table.config)
        self.state = State.from_json(saved.table.state)
        self.hand_record = saved.hand
        self.inputs = list(saved.inputs)
        self.hand = self._replayed()
        self.shown: Snapshot
        self.view: View | None = None
        self.told = 0
        self.offers: dict[Seat, Offer] = {}
        self.since: dict[Seat, int] = {}
        self.failing = self.draining = self.back = self.behind = False
        self._take_stock()

    @property
    def table(self) -> int:
        """The table's id."""
        return self.record.table

    @asynccontextmanager
    async def step(self, actor: int = 0, interaction: int = 0) -> AsyncIterator[Work]:
        """Lock, work, commit. Anything that goes wrong leaves the table as it was."""
        async with self.lock:
            if self.state.phase is Phase.CLOSED:
                raise TableError(No.CLOSED)
            if self.state.phase is Phase.FROZEN:
                raise TableError(No.FROZEN)
            work = self.work(actor, interaction)
            try:
                yield work
            except BaseException as error:
                self._restore(refused=isinstance(error, PokerError | TableError))
                raise
            await self.commit(work)

    def work(self, actor: int = 0, interaction: int = 0) -> Work:
        """A step that begins now."""
        record = self.record
        return Work(
            table=record.table,
            guild=record.guild,
            name=record.name,
            version=record.version,
            config=self.config,
            state=State.from_json(self.record.state),
            hand=self.hand,
            now=self.tools.now(),
            actor=actor,
            interaction=interaction,
        )

    # Committing

    async def commit(self, work: Work) -> None:
        """Store what has changed, if anything, and make it what everybody sees; under the lock.

        Being cancelled comes too late from here on.
        """
        change = self._change(work)
        cancelled = False
        if change:
            cancelled = await self._store(change)
        try:
            if change:
                self._adopt(work, change)
        finally:
            self._after(work)
        if cancelled:
            raise asyncio.CancelledError

    def _change(self, work: Work) -> Change | None:
        before = self.record
        work.state.mark = recovery.mark_of(work.hand)
        table = replace(
            before,
            config=work.config.to_json(),
            state=work.state.to_json(),
            is_open=work.is_open,
            version=before.version + 1,
        )
        nothing_moved = not (work.inputs or work.transfers or work.record or work.voided or work.notes)
        if nothing_moved and table == replace(before, version=table.version):
            return None
        return Change(
            table=table,
            expected=before.version,
            hand=playing.record(work, self.hand_record),
            inputs=tuple(work.inputs),
            transfers=tuple(work.transfers),
            results=tuple(work.results),
            outbox=tuple(work.outbox),
            seats=tuple(sorted(work.state.members.items())),
            notes=tuple(work.notes),
        )

    async def _store(self, change: Change) -> bool:
        """True if the caller was cancelled meanwhile."""
        try:
            return await _unbroken(self.tools.store.commit(change))
        except BaseException as error:
            self._restore(refused=False)
            match error:
                case AlreadyDone():
                    raise TableError(No.DONE) from error
                case NotEnough():
                    least = self.config.min_buy_in
                    raise TableError(No.BANKROLL, amount=error.needs, has=error.has, least=least) from error
                case Unavailable():
                    self._fail()
                    raise TableError(No.STORE) from error
            raise

    def _fail(self) -> None:
        """Play stands still until something can be stored again; everybody may know."""
        self.failing = True
        self.notify()

    def notify(self) -> None:
        """What is the matter with the house has changed, nothing else: a step that is being made is not shown yet."""
        self.shown = replace(self.shown, notice=notice(self))

    def _adopt(self, work: Work, change: Change) -> None:
        self.record, self.config, self.failing = change.table, work.config, False
        self.back = self.back and not (work.turned or work.record)
        self.state, self.hand = work.state, work.hand
        if work.record or work.hand is None:
            self.inputs = []
        self.inputs += work.inputs
        self.hand_record = None if work.hand is None else change.hand or self.hand_record
        self._take_stock()

    def _take_stock(self) -> None:
        """What may be read from now on."""
        self._catch_up()
        self._note_offers()
        self.shown = snapshot(self)

    def _catch_up(self) -> None:
        """Fold what happened into the public view; a new hand starts a new one."""
        hand, view = self.hand, self.view
        if hand is None or view is None or view.story[:1] != hand.log[:1] or len(view.story) > len(hand.log):
            self.view = seen(hand, None)
        else:
            view.take(hand.log[len(view.story) :])
        self.told = len(hand.log) if hand else 0

    def _note_offers(self) -> None:
        """A button is good for as long as the very offer stands that it was made from."""
        hand, before = self.hand, self.offers
        if hand is None or hand.over:
            self.offers, self.since = {}, {}
            return
        self.offers = {seat: hand.offer(seat) for seat in hand.order}
        self.since = {seat: self._offered_since(hand, seat, before.get(seat)) for seat in hand.waiting_on}

    def _offered_since(self, hand: Hand, seat: Seat, before: Offer | None) -> int:
        """Who has acted meanwhile has a new offer, also where it looks the same on the next street (RELIABILITY 28)."""
        since = self.since.get(seat, 0)
        acted = any(isinstance(entry, tuple) and entry[0] == seat for entry in hand.inputs[since:])
        return since if before == self.offers[seat] and not acted else len(hand.inputs)

    def _after(self, work: Work) -> None:
        """The commit stands."""

    def set_clock(self) -> None:
        """The state may have changed when something is due."""

    # Going back

    def _restore(self, *, refused: bool) -> None:
        """The hand as it was committed. A refusal by the rules has not changed it; after a fault it is not trusted."""
        if refused and (self.hand is None or len(self.hand.inputs) == len(self.inputs)):
            return
        try:
            self.hand = self._replayed()
        except Exception:
            log.exception("table %s cannot be read back and stops", self.table)
            self.freeze()

    def freeze(self) -> None:
        """Nothing may change any more; members are told so. Never stored: the next start checks again."""
        self.state.phase = Phase.FROZEN
        self.shown = snapshot(self)
        self.set_clock()

    def _replayed(self) -> Hand | None:
        """The hand from what was stored: the only recovery."""
        if self.hand_record is None:
            return None
        return replay(load_setup(self.hand_record.setup), [load_input(entry.text) for entry in self.inputs])


    def bring_back(self, record: HandRecord, inputs: Sequence[InputRecord]) -> None:
        """A hand that is over, to be looked at again. Raises ValueError when it cannot be replayed."""
        hand = replay(load_setup(record.setup), [load_input(entry.text) for entry in inputs])
        if hand.over:
            self.hand, self.hand_record, self.inputs = hand, record, list(inputs)
            self._take_stock()


async def _unbroken(coroutine: Coroutine[Any, Any, None]) -> bool:
    """Wait to the end even when cancelled: whether it was stored is never left unknown. True if cancelled meanwhile."""
    task = asyncio.create_task(coroutine)
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            cancelled = True
    task.result()
    return cancelled
