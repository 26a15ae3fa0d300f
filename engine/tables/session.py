"""One table in one channel: what members, the host and the clock may do, each as one step that is committed first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.rules.cards import Card
from engine.rules.facts import Chips, Seat
from engine.rules.floor import Ruling
from engine.rules.play import Action
from engine.rules.proof import proof_of
from engine.tables import floor, outage, playing, reading, recovery, seating
from engine.tables.clock import Bells, Clock
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.ports import Deed, Saved, Unavailable
from engine.tables.snapshot import Phase, Private, Snapshot
from engine.tables.steps import Steps
from engine.tables.tools import Tools
from engine.tables.voice import Saying, Voice
from engine.tables.work import Work

__all__ = ["TableSession", "Tools"]


class TableSession(Steps):
    """Every public coroutine is one step: it returns after the commit, or raises TableError, PokerError or StoreError.

    `member` is who wants it, `interaction` the Discord interaction by which he said so (0: none).
    """

    def __init__(self, saved: Saved, tools: Tools) -> None:
        super().__init__(saved, tools)
        self.voice = Voice(self.table)
        self.clock = Clock(tools, self.table, self.record.guild, Bells(self.tick, self.give_up, self.fresh_clock))

    # Reading

    def snapshot(self) -> Snapshot:
        """The table as anybody may see it."""
        return self.shown

    def private(self, member: int) -> Private:
        """The table as one member sees it: own cards and own offer if he is in the hand."""
        return reading.private(self, member)

    def proof(self, member: int) -> dict[str, Any]:
        """The member's own cards opened against the root of the running hand; empty when he has none in it."""
        seat = self.state.seat_of(member)
        dealt = self.hand is not None and self.state.dealt.get(seat) == member
        return proof_of(self.hand, seat) if self.hand and not self.hand.over and dealt else {}

    def note(self, name: str) -> int:
        """An id that the face keeps with the table; 0 for none."""
        return self.state.notes.get(name, 0)

    # Members

    async def sit(
        self, member: int, seat: Seat | None = None, chips: Chips | None = None, interaction: int = 0
    ) -> Seat:
        """Sit down; the first time on a server brings the opening bankroll. Roles and invitations are the caller's."""
        bankroll = await self._bankroll(member)
        async with self.step(member, interaction) as work:
            place = seating.sit(work, member, seat, chips, bankroll)
            playing.wake(work)
        return place

    async def leave(self, member: int, interaction: int = 0) -> bool:
        """Stand up now (True) or when the hand is over (False)."""
        async with self.step(member, interaction) as work:
            return self._leave(work, member)

    def _leave(self, work: Work, member: int) -> bool:
        """If it is his turn, the clock plays for him at once."""
        at_once = seating.leave(work, member)
        if work.hand is not None and not work.hand.over:
            playing.follow(work)
        playing.wake(work)
        return at_once

    async def sit_out(self, member: int, interaction: int = 0, *, at_big: bool = False) -> bool:
        """Not dealt in from the next hand on (True), or from his next big blind on (False)."""
        async with self.step(member, interaction) as work:
            at_once = seating.sit_out(work, member, at_big=at_big)
            playing.wake(work)
        return at_once

    async def sit_in(self, member: int, interaction: int = 0) -> None:
        """Dealt in again."""
        async with self.step(member, interaction) as work:
            seating.sit_in(work, member)
            playing.wake(work)

    async def top_up(self, member: int, chips: Chips | None = None, interaction: int = 0) -> Chips:
        """Chips from the bankroll onto the table, at once or after the hand."""
        bankroll = await self._bankroll(member)
        async with self.step(member, interaction) as work:
            amount = seating.top_up(work, member, chips, bankroll)
            playing.wake(work)
        return amount

    async def wait(self, member: int, interaction: int = 0) -> int:
        """Put the member on the waiting list; returns his place in it, from 1."""
        async with self.step(member, interaction) as work:
            return floor.wait(work, member)

    async def stop_waiting(self, member: int, interaction: int = 0) -> None:
        """Take the member off the waiting list."""
        async with self.step(member, interaction) as work:
            floor.stop_waiting(work, member)

    async def _bankroll(self, member: int) -> Chips:
        try:
            return await self.tools.store.ensure_bankroll(self.record.guild, member, self.tools.opening)
        except Unavailable as error:
            raise TableError(No.STORE) from error

    # Play

    async def start(self, member: int, interaction: int = 0) -> None:
        """Deal the first hand now, or the next one without waiting. Anyone seated may."""
        async with self.step(member, interaction) as work:
            seating.seat_of(work, member)
            if work.state.phase is Phase.HAND:
                raise TableError(No.HAND_RUNNING)
            if why := playing.STANDS_STILL.get(work.state.phase):
                raise TableError(why)
            await self._deal(work)

    async def _deal(self, work: Work) -> None:
        """Deal, or wait for players when a break leaves too few."""
        if self.draining:
            raise TableError(No.DRAINING)
        playing.break_at_big(work)
        if len(work.state.table.ready()) < 2 and work.state.phase is Phase.BETWEEN and not work.actor:
            playing.wake(work)
            return
        try:
            number = await self.tools.store.next_hand_number(self.table)
        except Unavailable as error:
            raise TableError(No.STORE) from error
        playing.deal(work, number, self.tools)

    async def act(
        self, member: int, action: Action, *, hand: int | None = None, version: int | None = None, interaction: int = 0
    ) -> None:
        """An action in the running hand. With `hand` and `version` of a button it must be for exactly this moment."""
        async with self.step(member, interaction) as work:
            self.check_fresh(hand, version, self.state.seat_of(member))
            playing.act(work, member, action)

    def check_fresh(self, hand: int | None, version: int | None, seat: Seat = 0) -> None:
        """Refuse a button of an earlier moment, unless the offer it was made from still stands for the seat."""
        now = len(self.hand.inputs) if self.hand else 0
        since = self.since.get(seat, now)
        if hand is not None and hand != self.state.hand:
            raise TableError(No.STALE)
        if version is not None and not since <= version <= now:
            raise TableError(No.STALE)

    async def decide_ahead(self, member: int, kind: str, hand: int) -> None:
        """Note a decision before one's turn (`check`, `fold`, `call`; empty: none), for this hand only."""
        async with self.step(member) as work:
            playing.decide_ahead(work, member, kind, hand)

    async def show_cards(self, member: int, cards: tuple[Card, ...], interaction: int = 0) -> None:
        """Show own cards after the hand: one, several or all."""
        async with self.step(member, interaction) as work:
            playing.show_cards(work, member, cards)

    async def choose_game(self, member: int, index: int, interaction: int = 0) -> None:
        """Dealer's choice: the next button names the next game, by its place in the table's list (from 0)."""
        async with self.step(member, interaction) as work:
            floor.choose_game(work, member, index, self.shown.chooser)

    async def vote_void(self, member: int, interaction: int = 0) -> int:
        """Want the hand void; it is when all who are still in want it. Returns how many votes are missing."""
        async with self.step(member, interaction) as work:
            return playing.vote_void(work, member)

    # After a long outage

    async def play_on(self, member: int, hand: int, interaction: int = 0) -> int:
        """Want the interrupted hand played on; it is when all who are in it want that. Answers still missing."""
        async with self.step(member, interaction) as work:
            self.check_fresh(hand, None)
            return outage.agree(work, member)

    async def refund(self, member: int, hand: int, interaction: int = 0) -> None:
        """Want the chips of the interrupted hand back: all get theirs at once."""
        async with self.step(member, interaction) as work:
            self.check_fresh(hand, None)
            outage.refund(work, member)

    # The host. `manages`: the server itself lets the member manage tables.

    async def close(self, member: int, interaction: int = 0, *, manages: bool = False) -> bool:
        """Pay everybody and close, now (True) or after the hand."""
        floor.only_host(self.record.host, member, manages=manages)
        if self.state.phase is Phase.FROZEN:
            return await recovery.close_by_the_books(self, member, interaction)
        async with self.step(member, interaction) as work:
            work.note(Deed.CLOSE)
            return seating.close(work)

    async def abandon(self) -> None:
        """The server is lost to us: the running hand is paid back, everybody is paid, the table closes."""
        if self.state.phase is Phase.FROZEN:
            await recovery.close_by_the_books(self)
            return
        async with self.step() as work:
            work.note(Deed.ABANDON)
            if work.hand is not None and not work.hand.over:
                playing.void(work)
            seating.close(work)

    async def pause(self, member: int, interaction: int = 0, *, manages: bool = False) -> None:
        """The clock stands still until the host goes on."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.pause(work, member)
        self.say(self.tools.delivery.redraw)

    async def resume(self, member: int, interaction: int = 0, *, manages: bool = False) -> None:
        """Go on with the time that was left."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.resume(work)
        self.say(self.tools.delivery.redraw)
        self.say(self.tools.delivery.turn)

    async def kick(
        self, member: int, whom: int, interaction: int = 0, *, manages: bool = False, reason: str = ""
    ) -> None:
        """Somebody stands up after the hand."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            work.note(Deed.KICK, str(whom), reason=reason)
            self._leave(work, whom)

    async def invite(self, member: int, whom: int, interaction: int = 0, *, manages: bool = False) -> None:
        """Let somebody sit down at a private table; also while a hand is played, for it changes no terms."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.invite(work, whom)

    async def void(self, member: int, interaction: int = 0, *, manages: bool = False) -> None:
        """Give everything back, after a long outage only (else the players vote)."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.void_after_outage(work)

    async def rule(self, member: int, ruling: Ruling, interaction: int = 0, *, manages: bool = False) -> None:
        """The host calls a dealing error. Raises PokerError when it does not fit the moment."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.rule(work, ruling)
        self.say(self.tools.delivery.redraw)

    async def change_config(
        self, member: int, change: Callable[[TableConfig], TableConfig], interaction: int = 0, *, manages: bool = False
    ) -> None:
        """New house rules or clock, from the next hand on. `change` makes the new terms of those that hold by then."""
        floor.only_host(self.record.host, member, manages=manages)
        async with self.step(member, interaction) as work:
            floor.reconfigure(work, change(work.config))

    async def remember(self, **notes: int) -> None:
        """Keep ids for the face (of a message, say) with the table."""
        async with self.step() as work:
            work.state.notes.update(notes)

    # The clock

    def set_clock(self) -> None:
        """Sleep until the next thing that happens by itself."""
        self.clock.set(self._due())

    def _due(self) -> float:
        match self.state.phase:
            case Phase.HAND | Phase.ASKED:
                return self.state.deadline
            case Phase.BETWEEN if not self.draining:
                return self.state.next_hand_at
            case _:
                return 0

    async def tick(self, due: float) -> None:
        """The time is up: play for who does not answer, or deal the next hand. Nothing if something else was first.

        After a failure of the store nobody loses by the time he could not answer in.
        """
        if self.failing:
            await self.fresh_clock()
            return
        async with self.step() as work:
            if due != self._due():
                return
            if work.state.phase is Phase.HAND:
                playing.run_out(work)
            elif work.state.phase is Phase.ASKED:
                outage.expire(work)
            elif len(work.state.table.ready()) > 1:
                await self._deal(work)
            else:
                playing.wake(work)
        if self.state.phase is not Phase.CLOSED and not work.record:
            self.say(self.tools.delivery.redraw)

    async def fresh_clock(self, *, asks: bool = True) -> None:
        """After a stop or an outage: nobody loses chips to it, and after a long one the players are asked.

        asks False: no time has passed, only the clock on the wall was set.
        """
        async with self.step() as work:
            outage.go_on(work, asks=asks)
        self.clock.owes = False
        self.say(self.tools.delivery.redraw)

    def _fail(self) -> None:
        """Play stands still, and the table says so."""
        if not self.failing:
            super()._fail()
            self.say(self.tools.delivery.redraw)

    async def give_up(self) -> None:
        """This hand cannot go on: pay it back, or stop the table."""
        await recovery.give_up(self)
        self.say(self.tools.delivery.redraw)

    async def stop(self) -> None:
        """Stop the clock and let what is being said be said."""
        self.clock.held = True
        self.clock.stop()
        async with self.lock:  # a step that runs comes to its end
            pass
        await self.voice.finish(5)

    # Speaking

    def say(self, what: Saying) -> None:
        """Speak in order, in the background."""
        self.voice.say(what)

    def _after(self, work: Work) -> None:
        """The commit stands: set the clock and speak."""
        delivery = self.tools.delivery
        self.set_clock()
        if self.state.phase is Phase.CLOSED:
            self.say(delivery.closed)
        elif work.record:
            self.say(delivery.new_hand)
        elif work.turned:
            self.say(delivery.turn)
        if work.freed and self.state.waitlist:
            first = self.state.waitlist[0]
            self.say(lambda table: delivery.seat_free(table, first))
