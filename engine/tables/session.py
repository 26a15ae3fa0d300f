"""One table in one channel: a lock, a clock, and steps that are committed before anybody hears of them.

A step works on the state in memory; when it is refused or cannot be stored, state and hand are read again from what was
committed last, so a failed step leaves no trace.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand, replay
from engine.rules.play import Action, Offer, offer_seen_by
from engine.rules.transcript import load_input, load_setup
from engine.rules.view import View
from engine.tables import floor, playing, seating
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.ports import (
    AlreadyDone,
    Change,
    Delivery,
    Saved,
    Store,
    Unavailable,
)
from engine.tables.snapshot import Phase, Private, Sitter, Snapshot
from engine.tables.state import Ahead, State
from engine.tables.work import Work

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a session needs from outside; all of it is replaced in tests.

    now: UTC seconds. sleep: waits so many seconds. new_id: a random hand id. opening: first bankroll of a member, in chips.
    new_secret: what a deck is sealed with, as hexadecimal text (empty: not sealed).
    """

    store: Store
    delivery: Delivery
    now: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    shuffles: playing.Shuffles
    new_id: Callable[[], int]
    opening: Chips
    new_secret: Callable[[], str] = str


class TableSession:
    """Every public coroutine is one step: it returns after the commit, or raises TableError, PokerError or StoreError."""

    def __init__(self, saved: Saved, tools: Tools) -> None:
        self.tools = tools
        self.lock = asyncio.Lock()
        self.record = saved.table
        self.config = TableConfig.from_json(saved.table.config)
        self.state = State.from_json(saved.table.state)
        self.hand_record = saved.hand
        self.inputs = list(saved.inputs)
        self.hand = self._replayed()
        self.view = _seen(self.hand, None)
        self._alarm: asyncio.Task[None] | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._to_say: asyncio.Queue[Callable[[int], Awaitable[None]]] = asyncio.Queue()

    @property
    def table(self) -> int:
        return self.record.table

    # Reading

    def snapshot(self) -> Snapshot:
        """The table as anybody may see it."""
        state, record = self.state, self.record
        waiting = self.hand.waiting_on if self.hand and not self.hand.over else ()
        offer: Offer | None = None
        if self.hand and waiting:
            offer = offer_seen_by(self.hand.offer(waiting[0]), None)
        return Snapshot(
            record.table, record.guild, record.channel, record.host, record.name, self.config, state.phase,
            len(self.hand.inputs) if self.hand else 0, state.hand, state.number, self.config.games[state.game],
            tuple(self._sitter(seat) for seat in sorted(state.table.places)),
            state.table.button, state.table.carried, state.table.redeals, self.view, waiting, offer,
            state.deadline, state.next_hand_at, state.paused_by, tuple(state.waitlist),
        )

    def _sitter(self, seat: Seat) -> Sitter:
        state = self.state
        place = state.table.places[seat]
        playing_now = self.hand is not None and not self.hand.over and seat in self.hand.order
        stack = self.hand.stack[seat] if self.hand and playing_now else place.stack
        away = place.sitting_out or seat in state.away
        return Sitter(seat, state.members[seat], stack, place.queued, away, place.leaving, state.bank.get(seat, 0))

    def private(self, member: int) -> Private:
        """The table as one member sees it: own cards and own offer if he is in the hand."""
        seat = self.state.seat_of(member)
        ahead = self.state.ahead.get(seat)
        if not seat or self.hand is None or seat not in self.hand.order:
            return Private(self.snapshot(), seat, None, None)
        offer = None if self.hand.over else self.hand.offer(seat)
        return Private(self.snapshot(), seat, _seen(self.hand, seat), offer, ahead.kind if ahead else "")

    def note(self, name: str) -> int:
        """An id that the face keeps with the table; 0 for none."""
        return self.state.notes.get(name, 0)

    # Steps

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
                await self._commit(work)
            except BaseException:
                self._restore()
                raise
        self._after(work)

    def work(self, actor: int = 0, interaction: int = 0) -> Work:
        record = self.record
        return Work(
            record.table, record.guild, record.version, self.config, self.state, self.hand, self.tools.now(), actor, interaction
        )

    async def _commit(self, work: Work) -> None:
        table = replace(
            self.record, config=work.config.to_json(), state=work.state.to_json(), is_open=work.is_open, version=self.record.version + 1
        )
        kept = playing.record(work, self.hand_record)
        change = Change(
            table, self.record.version, kept, tuple(work.inputs), tuple(work.transfers), tuple(work.results),
            tuple(work.outbox), tuple(sorted(work.state.members.items())),
        )
        try:
            await self.tools.store.commit(change)
        except AlreadyDone as error:
            raise TableError(No.DONE) from error
        except Unavailable as error:
            raise TableError(No.STORE) from error
        if work.record:
            self.inputs = []
        self.record, self.config, self.hand, self.hand_record = table, work.config, work.hand, kept
        self.inputs += work.inputs
        self._catch_up()

    def _catch_up(self) -> None:
        """Fold what happened into the public view; a new hand starts a new one."""
        if self.hand is None:
            self.view = None
        elif self.view is None or self.view.story[:1] != self.hand.log[:1] or len(self.view.story) > len(self.hand.log):
            self.view = _seen(self.hand, None)
        else:
            self.view.take(self.hand.log[len(self.view.story) :])

    def _restore(self) -> None:
        self.state = State.from_json(self.record.state)
        stored = [entry.text for entry in self.inputs]
        if self.hand is not None and len(self.hand.inputs) != len(stored):
            self.hand = self._replayed()

    def _replayed(self) -> Hand | None:
        """The hand from what was stored: the only recovery."""
        if self.hand_record is None:
            return None
        return replay(load_setup(self.hand_record.setup), [load_input(entry.text) for entry in self.inputs])

    def _after(self, work: Work) -> None:
        """The commit stands: set the clock and speak."""
        self.set_clock()
        if self.state.phase is Phase.CLOSED:
            self.say(self.tools.delivery.closed)
        elif work.record:
            self.say(self.tools.delivery.new_hand)
        elif work.turned:
            self.say(self.tools.delivery.turn)

    def say(self, what: Callable[[int], Awaitable[None]]) -> None:
        """Speak in order, in the background: nobody waits for Discord under a lock."""
        self._to_say.put_nowait(what)
        if self._speaking is None or self._speaking.done():
            self._speaking = asyncio.create_task(self._speak())

    async def _speak(self) -> None:
        while not self._to_say.empty():
            what = self._to_say.get_nowait()
            try:
                await what(self.table)
            except Exception:
                log.exception("could not speak for table %s", self.table)

    # Members

    async def sit(self, member: int, seat: Seat | None = None, chips: Chips | None = None, interaction: int = 0) -> Seat:
        """Sit down; the first time on a server brings the opening bankroll."""
        bankroll = await self._bankroll(member)
        async with self.step(member, interaction) as work:
            place = seating.sit(work, member, seat, chips, bankroll)
            self._wake(work)
        return place

    async def leave(self, member: int, interaction: int = 0) -> bool:
        """Stand up now (True) or when the hand is over (False)."""
        async with self.step(member, interaction) as work:
            at_once = seating.leave(work, member)
            self._if_playing(work)
        return at_once

    async def sit_out(self, member: int, interaction: int = 0) -> None:
        """Not dealt in from the next hand on."""
        async with self.step(member, interaction) as work:
            seating.sit_out(work, member)
            self._wake(work)

    async def sit_in(self, member: int, interaction: int = 0) -> None:
        """Dealt in again."""
        async with self.step(member, interaction) as work:
            seating.sit_in(work, member)
            self._wake(work)

    async def top_up(self, member: int, chips: Chips | None = None, interaction: int = 0) -> Chips:
        """Chips from the bankroll onto the table, at once or after the hand."""
        bankroll = await self._bankroll(member)
        async with self.step(member, interaction) as work:
            amount = seating.top_up(work, member, chips, bankroll)
            self._wake(work)
        return amount

    async def wait(self, member: int, interaction: int = 0) -> int:
        """Put the member on the waiting list; returns his place in it, from 1."""
        async with self.step(member, interaction) as work:
            return floor.wait(work, member)

    async def _bankroll(self, member: int) -> Chips:
        return await self.tools.store.ensure_bankroll(self.record.guild, member, self.tools.opening)

    # Play

    async def start(self, member: int, interaction: int = 0) -> None:
        """Deal the first hand now, or the next one without waiting. Anyone seated may."""
        async with self.step(member, interaction) as work:
            seating.seat_of(work, member)
            if work.state.phase is Phase.HAND:
                raise TableError(No.HAND_RUNNING)
            if work.state.phase is Phase.PAUSED:
                raise TableError(No.PAUSED)
            await self._deal(work)

    async def _deal(self, work: Work) -> None:
        number = await self.tools.store.next_hand_number(self.table)
        playing.deal(work, self.tools.new_id(), number, self.tools.shuffles, self.tools.new_secret())

    async def act(
        self, member: int, action: Action, *, hand: int | None = None, version: int | None = None, interaction: int = 0
    ) -> None:
        """An action in the running hand. With `hand` and `version` of a button it must be for exactly this moment."""
        async with self.step(member, interaction) as work:
            self.check_fresh(hand, version)
            playing.act(work, member, action)

    def check_fresh(self, hand: int | None, version: int | None) -> None:
        """Refuse a button of an earlier moment."""
        now = len(self.hand.inputs) if self.hand else 0
        if hand is not None and hand != self.state.hand or version is not None and version != now:
            raise TableError(No.STALE)

    async def decide_ahead(self, member: int, kind: str, hand: int) -> None:
        """Note a decision before one's turn (`check`, `fold`, `call`; empty: none), for this hand only."""
        async with self.step(member) as work:
            seat = seating.seat_of(work, member)
            if hand != work.state.hand or not seating.in_hand(work, seat) or work.hand is None or seat not in work.hand.live:
                raise TableError(No.STALE)
            work.state.ahead.pop(seat, None)
            if kind:
                level = max(work.hand.bet[other] for other in work.hand.order)
                price = min(level - work.hand.bet[seat], work.hand.stack[seat])
                work.state.ahead[seat] = Ahead(kind, price, hand)
                playing.follow(work)

    # The host

    async def close(self, member: int, interaction: int = 0) -> bool:
        """Pay everybody and close, now (True) or after the hand."""
        async with self.step(member, interaction) as work:
            floor.only_host(work, self.record.host, member)
            return seating.close(work)

    async def pause(self, member: int, interaction: int = 0) -> None:
        """The clock stands still until the host goes on."""
        async with self.step(member, interaction) as work:
            floor.only_host(work, self.record.host, member)
            floor.pause(work, member)
        self.say(self.tools.delivery.redraw)

    async def resume(self, member: int, interaction: int = 0) -> None:
        """Go on with the time that was left."""
        async with self.step(member, interaction) as work:
            floor.only_host(work, self.record.host, member)
            floor.resume(work)
        self.say(self.tools.delivery.redraw)

    async def kick(self, member: int, whom: int, interaction: int = 0) -> None:
        """Somebody stands up after the hand."""
        async with self.step(member, interaction) as work:
            floor.only_host(work, self.record.host, member)
            seating.leave(work, whom)
            self._if_playing(work)

    async def change_config(self, member: int, config: TableConfig, interaction: int = 0) -> None:
        """New house rules or clock, from the next hand on."""
        async with self.step(member, interaction) as work:
            floor.only_host(work, self.record.host, member)
            floor.reconfigure(work, config)

    async def remember(self, name: str, value: int) -> None:
        """Keep an id for the face (a message, say) with the table."""
        async with self.step() as work:
            work.state.notes[name] = value

    # The clock

    def set_clock(self) -> None:
        """Sleep until the next thing that happens by itself."""
        if self._alarm and self._alarm is not asyncio.current_task():
            self._alarm.cancel()
        self._alarm = None
        due = self._due()
        if due:
            self._alarm = asyncio.create_task(self._ring(due))

    def _due(self) -> float:
        return self.state.deadline if self.state.phase is Phase.HAND else self.state.next_hand_at

    async def _ring(self, due: float) -> None:
        await self.tools.sleep(max(0.0, due - self.tools.now()))
        try:
            await self.tick(due)
        except (TableError, Unavailable):
            log.warning("table %s could not go on by itself, trying again", self.table)
            await self.tools.sleep(5)
            self.set_clock()
        except Exception:
            log.exception("table %s stopped", self.table)

    async def tick(self, due: float) -> None:
        """The time is up: play for who does not answer, or deal the next hand. Nothing if something else was first."""
        if due != self._due():
            return
        async with self.step() as work:
            if due != self._due():
                return
            if work.state.phase is Phase.HAND:
                playing.run_out(work)
            elif len(work.state.table.ready()) > 1:
                await self._deal(work)
            else:
                work.state.next_hand_at = 0
        if self.state.phase is not Phase.CLOSED:
            self.say(self.tools.delivery.redraw)

    async def fresh_clock(self) -> None:
        """After a stop or an outage: the acting player has his full time again (nobody loses chips to an outage)."""
        async with self.step() as work:
            state = work.state
            if state.phase is Phase.HAND:
                state.deadline, state.bank_from = work.now + self.config.clock, 0
            elif state.next_hand_at:
                state.next_hand_at = work.now + self.config.pause
        self.say(self.tools.delivery.redraw)

    def _wake(self, work: Work) -> None:
        """Between hands: the next one is due when two are ready, and not when they are not."""
        state = work.state
        if state.phase is Phase.BETWEEN:
            ready = len(state.table.ready()) > 1
            state.next_hand_at = (state.next_hand_at or work.now + self.config.pause) if ready else 0

    def _if_playing(self, work: Work) -> None:
        """Somebody left in the hand: if it is his turn, the clock plays for him at once."""
        if work.hand is not None and not work.hand.over:
            playing.follow(work)
        else:
            self._wake(work)

    async def stop(self) -> None:
        """Stop the clock and let what is being said be said."""
        if self._alarm:
            self._alarm.cancel()
        if self._speaking:
            await asyncio.wait([self._speaking], timeout=5)


def _seen(hand: Hand | None, viewer: Seat | None) -> View | None:
    return View(viewer).take(hand.log) if hand else None


