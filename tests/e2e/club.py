"""A poker evening on a simulated Discord, in process: members by name, the bot's own clock in the test's hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult, ResponseMessage

from cogs.process.client import KnektBot, World, make_bot, shuffles
from cogs.speech.delivery import GAP
from cogs.ui.ids import Do, parse
from demo import actors
from engine.tables.session import TableSession
from engine.tables.snapshot import Snapshot

PATIENCE = 5.0  # real seconds
START = 1_800_000_000.0


class FakeTime:
    """A clock that moves only when told to, for deadlines, pauses and pings."""

    def __init__(self) -> None:
        self.time = START
        self.env: simcord.Env | None = None
        self.starts = 0  # of bots, none of which has an id that another had
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.time + seconds, next(self._order), future))
        if self.env is not None and asyncio.current_task() in self.env._work.tasks:
            await self.env.external_wait(future, reason="the test's clock")  # the simulation waits for all else
        else:
            await future

    def ring(self, until: float) -> bool:
        """Wake the next sleeper that is due; False when there is none."""
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                self.time = max(self.time, at)
                future.set_result(None)
                return True
        return False


class Club:
    """A server with one channel, the bot, and members who are made when they are first named."""

    def __init__(self, env: simcord.Env, database: Path, time: FakeTime) -> None:
        self.env, self.database, self.time = env, database, time
        time.env = env
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("poker")
        self.expected_errors: list[str] = []  # beginnings of log records that this test provokes
        self.expected_raised: tuple[type[Exception], ...] = ()  # what it lets commands raise
        self._members: dict[str, MemberActor] = {}

    @property
    def bot(self) -> KnektBot:
        assert isinstance(self.env.bot, KnektBot)
        return self.env.bot

    def member(self, name: str, locale: str = "") -> MemberActor:
        if name not in self._members:
            self._members[name] = self.guild.add_member(self.env.create_user(name))
        if locale:
            actors.set_locale(self.env, self._members[name].id, locale)
        return self._members[name]

    # Time

    async def settle(self) -> None:
        """Let everything that was set going come to rest; the store works in a thread of its own."""
        said = -1
        while said != len(self.env.http_requests):
            said = len(self.env.http_requests)
            await self.env._settle_internal()
            await asyncio.sleep(0.002)

    async def until(self, happened: Callable[[], object]) -> None:
        end = asyncio.get_running_loop().time() + PATIENCE
        while not happened():
            assert asyncio.get_running_loop().time() < end, "it did not happen"
            await self.settle()

    async def advance(self, seconds: float) -> None:
        """Move the bot's clock on, waking who sleeps in order."""
        end = self.time.time + seconds
        await self.settle()
        while self.time.ring(end):
            await self.settle()
        self.time.time = end

    async def restart(self) -> None:
        """The process ends in the middle and starts again on the same database."""
        old = self.bot
        await old.desk.tables.stop()
        await old.desk.speaker.stop()
        assert old.store is not None
        await old.store.close()
        await self.env.restart_bot(new_bot(self.database, self.time))
        await self.settle()

    # What is seen

    def messages(self, viewer: str | None = None) -> list[Message]:
        return actors.seen(self.env, self.channel.id, self.member(viewer).id if viewer else None)

    def felt(self) -> Message:
        return next(message for message in reversed(self.messages()) if actors.buttons(message))

    def text(self) -> str:
        return actors.public_text(self.felt())

    def texts(self) -> list[str]:
        """All public messages as plain text."""
        return [actors.public_text(message) for message in self.messages()]

    def private(self, name: str) -> list[str]:
        """Texts of a member's private messages."""
        channel = self.member(name).user.dm_channel
        return [actors.public_text(message) for message in actors.seen(self.env, channel.id, self.member(name).id)]

    def whispers(self, name: str) -> list[str]:
        """Everything that only this member sees in the channel."""
        seen = self.messages(name)
        return [actors.public_text(message) for message in seen if message.is_ephemeral]

    def buttons(self, message: Message | ResponseMessage | None = None) -> dict[Do, str]:
        """custom_ids by action, the enabled ones of the felt unless another message is given."""
        found: dict[Do, str] = {}
        for button in actors.buttons(message or self.felt()):
            press = parse(button.custom_id)
            if press and not button.disabled:
                found.setdefault(press.action, button.custom_id)
        return found

    def session(self) -> TableSession:
        return next(iter(self.bot.desk.tables.sessions.values()))

    def snapshot(self) -> Snapshot:
        return self.session().snapshot()

    def actor(self) -> str:
        snapshot = self.snapshot()
        who = snapshot.member_at(snapshot.waiting[0])
        return next(name for name, member in self._members.items() if member.id == who)

    def waiting(self) -> str:
        """Who would be to act, also while the table is paused."""
        return self.actor()

    def small_blind(self) -> int:
        """The seat that posted the small blind."""
        view = self.snapshot().view
        assert view is not None
        return next(seat for seat in view.order if view.seats[seat].bet == 1)

    def calls(self, since: int = 0) -> list[str]:
        """Counted REST calls: all but those of interactions."""
        entries = self.env.http_requests[since:]
        calls = [f"{entry.method} {entry.path}" for entry in entries]
        return [call for call in calls if "/interactions/" not in call and "/webhooks/" not in call]

    # What is done

    async def slash(self, name: str, command: str, **options: Any) -> InteractionResult:
        answer = await self.member(name).slash(self.channel, command, **options)
        await self.settle()
        return answer

    async def press(self, name: str, action: Do, message: Message | ResponseMessage | None = None) -> InteractionResult:
        """Press the button of the felt, or of a private answer."""
        where = message or self.felt()
        holder = where if isinstance(where, ResponseMessage) else actors.holder(self.env, where)
        answer = await self.member(name).click(holder, custom_id=self.buttons(where)[action])
        await self.settle()
        return answer

    async def replay(self, name: str, message: Message, custom_id: str) -> InteractionResult:
        """Press a button that is not on the message any more, as an old client or a slow finger does."""
        shown = message.components
        button = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id, "id": 999}
        message.components = [{"type": 1, "id": 998, "components": [button]}]
        try:
            answer = await self.member(name).click(actors.holder(self.env, message), custom_id=custom_id)
        finally:
            if message.components[0].get("id") == 998:
                message.components = shown
        await self.settle()
        return answer

    async def choose(self, name: str, message: ResponseMessage, values: list[str]) -> InteractionResult:
        """Choose in the only select of a private answer."""
        menu = actors.selects(message)[0]
        answer = await self.member(name).select(message, values, custom_id=menu["custom_id"])
        await self.settle()
        return answer

    async def submit(self, name: str, shown: InteractionResult, **changes: str) -> InteractionResult:
        """Submit a form as filled in, text fields changed by `amount=`."""
        values = actors.filled(shown)
        for key, value in values.items():
            if isinstance(value, str) and "amount" in changes and not value.startswith("join"):
                values[key] = changes["amount"]
        answer = await self.member(name).submit_modal(shown, values)
        await self.settle()
        return answer

    async def open(self, game: str = "holdem", stakes: str = "1/2", host: str = "ann", **options: Any) -> None:
        answer = await self.slash(host, "table open", game=game, stakes=stakes, **options)
        assert self.bot.desk.tables.sessions, said(answer)

    async def sit(self, *names: str, **options: Any) -> None:
        for name in names:
            answer = await self.slash(name, "join", **options)
            assert self.snapshot().seat_of(self.member(name).id), said(answer)
        await self.advance(GAP)

    async def deal(self, *names: str, game: str = "holdem", stakes: str = "1/2", **options: Any) -> None:
        """Open a table, seat these members and deal the first hand."""
        await self.open(game, stakes, names[0], **options)
        await self.sit(*names)
        await self.press(names[0], Do.START)
        await self.until(lambda: self.snapshot().waiting and parse_hand(self.buttons()) == self.snapshot().hand)

    async def finish(self) -> None:
        """Play the hand to its end without a bet."""
        while self.snapshot().waiting:
            await self.finish_one()

    async def finish_one(self) -> None:
        """What costs least of what the felt offers."""
        have = self.buttons()
        calm = (Do.CHECK, Do.CALL, Do.PAT, Do.BRING_IN, Do.REVEAL, Do.DECLINE, Do.FOLD)
        await self.press(self.actor(), next(action for action in calm if action in have))


def parse_hand(buttons: dict[Do, str]) -> int:
    return max((press.hand for press in map(parse, buttons.values()) if press), default=0)


def said(answer: InteractionResult) -> str:
    return actors.public_text(answer.response) if answer.response is not None else "no answer"


def new_bot(database: Path, time: FakeTime, seed: int = 7) -> KnektBot:
    time.starts += 1
    ids: Iterator[int] = itertools.count(random.Random(f"{database} {time.starts}").randrange(10**12, 10**15))
    world = World(time.now, time.sleep, shuffles(random.Random(seed)), lambda: next(ids))
    return make_bot(database, world=world)
