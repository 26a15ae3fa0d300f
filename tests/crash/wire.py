"""Random kills of the real bot while members press its live buttons (RELIABILITY T2).

The simulated Discord and the members live here and go on; the bot is another process, killed with SIGKILL or SIGTERM
at a random moment: while it starts, at one of its calls to Discord, or while a hand is played. What it leaves on the
disk is looked at each time, then the next bot takes it up. Members see only what Discord shows them.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.ui.ids import parse
from demo import actors
from demo.env import WireEnv
from demo.house import HousePlayer, is_over
from demo.wire import Wire
from engine.tables.playing import ENDED, LIVE
from engine.tables.ports import InputRecord
from engine.tables.snapshot import Phase
from tests.crash import process
from tests.crash.counts import Counts, alive, chips_off, doubled
from tests.crash.process import OPENING
from tests.tables.house import Room

GAMES = {
    "holdem": "1/2", "jacks_or_better": "10/20", "omaha8": "2/4", "stud7": "5/10", "deuce_seven_triple": "10/20",
    "crazy_pineapple": "1/2",
}  # fmt: skip
TABLES = 3
NAMES = ("ann", "bo", "cy", "di")
CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")

PATIENCE = 20.0
"""Seconds that a start, an action or the end of a process may take, however busy the machine is."""


@dataclass(slots=True)
class Club:
    """Friends at some tables on one server. acted: presses that the bot has answered in this life."""

    env: WireEnv
    wire: Wire
    guild: int
    channels: list[ChannelHandle]
    members: dict[str, MemberActor]
    players: dict[int, list[HousePlayer]]
    rng: random.Random
    acted: int = 0
    felts: dict[int, set[int]] = field(default_factory=dict)  # the messages on which each hand was played

    async def open(self, games: list[str]) -> None:
        """A table in each channel, each with a host of its own and everybody at it."""
        for host, channel, game in zip(NAMES, self.channels, games, strict=False):
            await self.members[host].slash(channel, "table open", game=game, stakes=GAMES[game], pause=600)
            for member in self.members.values():
                await member.slash(channel, "join")
        await self.env.until(lambda: len(self.env.backend.dm_channels) >= len(self.members))
        for channel in self.channels:
            await self.members["ann"].slash(channel, "start")

    async def play(self, *, deal: bool = True) -> None:
        """All tables at once, until somebody ends it; without `deal` only what is being played."""
        await asyncio.gather(*(self._table(channel, deal=deal) for channel in self.channels))

    async def _table(self, channel: ChannelHandle, *, deal: bool) -> None:
        idle = 0
        while True:
            acted = False
            for player in self.players[channel.id]:
                if await player.step():
                    self.acted, acted = self.acted + 1, True
                    self.env.stir()
            idle = 0 if acted or (deal and await self._next(channel)) else idle + 1
            if idle and deal and idle % 50 == 0:
                for player in self.players[channel.id]:  # broke, or sent out by the clock
                    await player.come_back()
            if idle:
                await self.env.until(lambda: False, 0.02)

    async def _next(self, channel: ChannelHandle) -> bool:
        """Somebody asks for the next hand."""
        felt = self.players[channel.id][0].felt()
        if felt is None or not is_over(felt):
            return False
        answer = await self.members["ann"].slash(channel, "start")
        return answer.acknowledged

    async def cards(self) -> dict[tuple[int, str], list[str]]:
        """The cards that each member is shown as his own, by channel and name."""
        told = {}
        for channel in self.channels:
            for name, member in self.members.items():
                answer = await member.slash(channel, "cards")
                told[channel.id, name] = CARD.findall(actors.public_text(answer.response)) if answer.response else []
        return told

    def note_felts(self) -> None:
        """Note which message shows which hand."""
        for channel in self.channels:
            for message in actors.seen(self.env, channel.id):
                for button in actors.buttons(message):
                    press = parse(button.custom_id)
                    if press is not None and press.hand:
                        self.felts.setdefault(press.hand, set()).add(message.id)

    def card_messages(self, member: int) -> int:
        """How many hands the bot has sent a member in private."""
        return len(self.env.backend.messages.get(self.env.backend.dm_channels.get(member, 0), {}))

    async def close(self) -> None:
        """Everybody goes home, after the hand where one is played."""
        for host, channel in zip(NAMES, self.channels, strict=False):
            await self.members[host].slash(channel, "table close")

    def is_closed(self) -> bool:
        """Whether the last word was said at every table: what the evening meant for everybody."""
        bodies = (call.body for call in self.wire.calls if call.method == "POST" and isinstance(call.body, dict))
        ends = {body["nonce"] for body in bodies if str(body.get("nonce", "")).endswith("-end")}
        return len(ends) == len(self.channels)


class House:
    """The bot's lives, one process after the other, on one database."""

    def __init__(self, club: Club, folder: Path) -> None:
        self.club, self.folder = club, folder
        self.database, self.log = folder / "life" / "knekt.db", folder / "log"
        self._process: ForkServerProcess | None = None
        self._logins = 0

    def start(self) -> None:
        """A new process; it has not said anything to Discord yet."""
        wire = self.club.wire
        self._logins, self.club.acted = wire.gateway.identified, 0
        self._process = process.process(wire.rest_url, wire.socket_url, self.database, self.log)
        self._process.start()

    @property
    def is_there(self) -> bool:
        """Whether it has logged in; from then on members can use it."""
        return self.club.wire.gateway.identified > self._logins

    async def end(self, number: signal.Signals) -> None:
        """Kill it, and see that it died by that, or of its own will when it was asked to."""
        assert self._process is not None
        asked = number is signal.SIGTERM
        legal = {-number, 0} if asked and not self.is_there else {0 if asked else -number}
        (self._process.terminate if asked else self._process.kill)()
        await asyncio.to_thread(self._process.join, PATIENCE)
        if self._process.exitcode not in legal:
            raise RuntimeError(f"it ended with {self._process.exitcode}: {self.said()}")

    def said(self) -> str:
        """All that was logged and printed as a warning or worse, in all lives."""
        return self.log.read_text("utf-8") if self.log.exists() else ""


@dataclass(slots=True)
class Seen:
    """What lay on the disk at the last look: the hands that were played, with what was dealt and done."""

    live: dict[int, tuple[str, tuple[str, ...]]] = field(default_factory=dict)


async def random_kills(kills: int, seed: int, folder: Path) -> Counts:
    """Kill, look, start; at the end every hand is played out and everybody is paid."""
    counts, seen, ways = Counts(), Seen(), Counter[str]()
    async with _club(seed) as club:
        house = House(club, folder)
        house.database.parent.mkdir(parents=True)
        house.start()
        await _until(club, lambda: house.is_there, house)
        await club.open(club.rng.sample(list(GAMES), TABLES))
        for _ in range(kills):
            ways[await _until_a_moment(club, house, counts)] += 1
            counts.kills += 1
            await _look(house, seen, counts)
            house.start()
        await _finish(club, house, counts)
        counts.more = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
        if "Traceback" in house.said():
            raise RuntimeError(house.said())
    return counts


async def _until_a_moment(club: Club, house: House, counts: Counts) -> str:
    """Let the bot live until a random moment, and end it there. How that was."""
    rng, calls = club.rng, len(club.wire.calls)
    way = rng.choice(("at the start", "at a call", "in play", "in play"))
    number = rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
    playing = asyncio.create_task(_play_when_there(club, house))
    if way == "at the start":
        await asyncio.sleep(rng.uniform(0, 0.3))
    elif way == "at a call":
        wanted = calls + rng.randint(1, 60)
        await _until(club, lambda: len(club.wire.calls) >= wanted, house)
    else:
        wanted = rng.randint(1, 12)
        await _until(club, lambda: club.acted >= wanted, house)
        await asyncio.sleep(rng.uniform(0, 0.02))
    quiet = way == "in play" and rng.random() < 0.3
    if quiet:
        await _stopped(playing)
        await _same_cards(club, house, counts, number)
    else:
        await house.end(number)
        await _stopped(playing)
    club.note_felts()
    return f"{way} by {number.name}"


async def _play_when_there(club: Club, house: House) -> None:
    await club.env.until(lambda: house.is_there, PATIENCE)
    await club.play()


async def _same_cards(club: Club, house: House, counts: Counts, number: signal.Signals) -> None:
    """Everybody looks at his cards, the bot is killed and starts again, and everybody looks once more."""
    await asyncio.sleep(0.2)  # for a press that was under way
    before = await club.cards()
    await house.end(number)
    house.start()
    await _until(club, lambda: house.is_there, house)
    after = await club.cards()
    counts.lost += sum(after[who] != cards for who, cards in before.items())
    await house.end(signal.SIGKILL)


async def _stopped(task: asyncio.Task[None]) -> None:
    """A press whose answer will never come is left alone. Raises what went wrong."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _until(club: Club, ready: Callable[[], bool], house: House) -> None:
    if not await club.env.until(ready, PATIENCE):
        raise RuntimeError(f"nothing happens any more: {house.said()}")


@contextlib.asynccontextmanager
async def _club(seed: int) -> AsyncIterator[Club]:
    env, rng = WireEnv(), random.Random(seed)
    await env.start()
    async with Wire(env) as wire:
        guild = env.create_guild("Club")
        channels = [guild.create_text_channel(f"poker-{number}") for number in range(TABLES)]
        members = {name: guild.add_member(env.create_user(name)) for name in NAMES}
        players = {
            channel.id: [HousePlayer(member, channel, random.Random(rng.random())) for member in members.values()]
            for channel in channels
        }
        yield Club(env, wire, guild.id, channels, members, players, rng)
    await env.shutdown()
    wire.check()


# What a kill leaves


async def _look(house: House, seen: Seen, counts: Counts) -> None:
    """A start finds each hand as it was and all chips; what was played before goes on or came to its end."""
    async with _copy(house) as room:
        live = {saved.hand.hand: saved for saved in await room.store.open_tables() if saved.hand}
        for hand, (setup, inputs) in seen.live.items():
            found = await room.store.hand(hand)
            went_on = found is not None and found[0].status in (LIVE, ENDED) and found[0].setup == setup
            counts.lost += not (found and went_on and _texts(found[1])[: len(inputs)] == inputs)
        seen.live = {
            hand: (saved.hand.setup, tuple(entry.text for entry in saved.inputs))
            for hand, saved in live.items()
            if saved.hand
        }
        await room.tables.recover()
        for saved in live.values():
            session = room.tables.get(saved.table.table)
            same = session.state.phase in (Phase.HAND, Phase.PAUSED) and tuple(session.inputs) == saved.inputs
            counts.resumed += same
            counts.lost += not same
        counts.off += await chips_off(room, house.club.guild, OPENING)
        counts.doubled += await doubled(room, house.club.guild)


def _texts(inputs: Iterable[InputRecord]) -> tuple[str, ...]:
    return tuple(entry.text for entry in inputs)


@contextlib.asynccontextmanager
async def _copy(house: House) -> AsyncIterator[Room]:
    """The files as the dead process left them, opened elsewhere so that looking changes nothing."""
    copy = house.folder / "look"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(house.database.parent, copy)
    async with alive(copy / house.database.name, 1, time.time()) as room:
        yield room


async def _finish(club: Club, house: House, counts: Counts) -> None:
    """The last life: every hand is played out, everybody is paid.

    Each hand was shown in one message, and its players got their cards in one message each, or in none where the hand
    was over before they could be sent.
    """
    await _until(club, lambda: house.is_there, house)
    await club.close()
    playing = asyncio.create_task(club.play(deal=False))
    await _until(club, club.is_closed, house)
    await _stopped(playing)
    club.note_felts()
    counts.lost += sum(len(messages) > 1 for messages in club.felts.values())
    await house.end(signal.SIGTERM)
    async with _copy(house) as room:
        await room.tables.recover()
        counts.off += await chips_off(room, club.guild, OPENING) + len(room.tables.at(club.guild))
        counts.doubled += await doubled(room, club.guild)
        async with room.store.db.reading() as db:
            rows = await db.all("SELECT member, count(*) AS hands FROM results GROUP BY member")
            counts.lost += sum(max(0, club.card_messages(row["member"]) - row["hands"]) for row in rows)
            counts.hands = await db.number("SELECT count(*) FROM hands WHERE status = 'ended'")
            counts.lost += await db.number("SELECT count(*) FROM hands WHERE status <> 'ended'")
