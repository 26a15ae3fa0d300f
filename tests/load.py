"""A full house (RELIABILITY T11): `python -m tests.load --tables 200 --minutes 10`.

The real bot in a process of its own; the simulated Discord, with its limits on calls, and all members are here. They
think as long as people do, so the calls a second are those of a real night. Prints the figures and ends with 1 if one
is over its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from data.store import SqliteStore
from demo.env import WireEnv
from demo.house import HousePlayer
from demo.limits import Limits
from demo.wire import Wire
from tests.crash import process
from tests.figures import lines, over

GAMES = {"holdem": "1/2", "jacks_or_better": "10/20", "omaha8": "2/4", "stud7": "5/10", "badugi": "10/20"}
SEATS, AT_A_SERVER = 5, 5
THINKING = (3.0, 9.0)
"""Seconds that a member takes for a decision, between."""

PATIENCE = 30.0
"""Seconds that a start or an end may take."""

LIMITS = {
    "calls a second": 25.0,
    "calls refused (429)": 0,
    "acknowledged within, ms (99 %)": 300.0,
    "never acknowledged": 0,
    "errors in the log": 0,
    "servers with chips off": 0,
}


@dataclass(slots=True)
class Place:
    """A table: its channel, who opened it, and who plays at it."""

    game: str
    channel: ChannelHandle
    members: list[MemberActor]
    players: list[HousePlayer]


@dataclass(slots=True)
class Answers:
    """When members asked, by interaction; and how long each waited, in ms."""

    wire: Wire
    asked: dict[str, float] = field(default_factory=dict)

    def note(self, event: str, payload: Mapping[str, Any]) -> None:
        """What the gateway sends."""
        if event == "INTERACTION_CREATE":
            self.asked[str(payload["id"])] = time.monotonic()

    def waits(self) -> Iterator[float]:
        """Of those that were acknowledged."""
        for call in self.wire.calls:
            if call.path.startswith("/interactions/") and call.status < 300:
                yield (call.at - self.asked[call.path.split("/")[2]]) * 1000


@dataclass(slots=True)
class House:
    """All tables on one night. think: seconds for a decision, between."""

    env: WireEnv
    wire: Wire
    places: list[Place]
    rng: random.Random
    think: tuple[float, float]
    acted: int = 0

    async def open(self) -> None:
        """Everybody comes, a few tables at a time, as on an evening."""
        for begin in range(0, len(self.places), AT_A_SERVER):
            await asyncio.gather(*(self._sit_down(place) for place in self.places[begin : begin + AT_A_SERVER]))

    async def _sit_down(self, place: Place) -> None:
        await place.members[0].slash(place.channel, "table open", game=place.game, stakes=GAMES[place.game])
        for member in place.members:
            await member.slash(place.channel, "join")
        await place.members[0].slash(place.channel, "start")

    async def play(self, seconds: float) -> None:
        """At all tables, so long."""
        playing = [asyncio.create_task(self._play(place)) for place in self.places]
        await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in playing:
            task.cancel()
        for ended in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    async def _play(self, place: Place) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(*self.think))
            for player in place.players:
                if await player.step():
                    self.acted += 1
                    break


async def full_house(
    tables: int, seconds: float, folder: Path, *, think: tuple[float, float] = THINKING, seed: int = 1
) -> dict[str, float]:
    """Fill the house, play so many seconds, and give the figures by name."""
    database, log = folder / "knekt.db", folder / "log"
    async with _house(tables, think, seed) as house:
        wire = house.wire
        answers = Answers(wire)
        house.env.backend.subscribers.append(answers.note)
        bot = process.process(wire.rest_url, wire.socket_url, database, log)
        bot.start()
        assert await house.env.until(lambda: wire.gateway.identified == 1, PATIENCE)
        await house.open()
        wire.limits, before, begun = Limits(), len(wire.calls), time.monotonic()
        await house.play(seconds)
        took = time.monotonic() - begun
        limits, calls = wire.limits, wire.calls[before:]
        await asyncio.sleep(1)
        bot.terminate()
        await asyncio.to_thread(bot.join, PATIENCE)
        assert bot.exitcode == 0, log.read_text("utf-8")
        waits = sorted(answers.waits())
        busiest = Counter(int(call.at) for call in calls if not call.path.startswith("/interactions/"))
        store = await SqliteStore.open(database)
        try:
            async with store.db.reading() as db:
                hands = await db.number("SELECT count(*) FROM hands WHERE status = 'ended'")
            wrong = await store.check_books()
        finally:
            await store.close()
    return {
        "tables": tables,
        "hands": hands,
        "actions": house.acted,
        "calls a second": round(limits.counted / took, 1),
        "calls in the busiest second": max(busiest.values()),
        "calls refused (429)": limits.refused,
        "acknowledged within, ms (half)": round(waits[len(waits) // 2], 1),
        "acknowledged within, ms (99 %)": round(waits[int(len(waits) * 0.99)], 1),
        "never acknowledged": len(answers.asked) - len(waits),
        "errors in the log": len([line for line in log.read_text("utf-8").splitlines() if "ERROR" in line]),
        "servers with chips off": len(wrong),
    }


@contextlib.asynccontextmanager
async def _house(tables: int, think: tuple[float, float], seed: int) -> AsyncIterator[House]:
    env, rng = WireEnv(), random.Random(seed)
    await env.start()
    async with Wire(env) as wire:
        guilds = [env.create_guild(f"Club {number}") for number in range(-(-tables // AT_A_SERVER))]
        places = []
        for number in range(tables):
            guild = guilds[number // AT_A_SERVER]
            channel = guild.create_text_channel(f"poker-{number % AT_A_SERVER}")
            members = [guild.add_member(env.create_user(f"friend{number}x{seat}")) for seat in range(SEATS)]
            players = [HousePlayer(member, channel, random.Random(rng.random())) for member in members]
            places.append(Place(list(GAMES)[number % len(GAMES)], channel, members, players))
        yield House(env, wire, places, rng, think)
    await env.shutdown()
    wire.check()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    process.prepare()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(full_house(options.tables, 60 * options.minutes, Path(folder), seed=options.seed))
    print(*lines(found, LIMITS), sep="\n")
    return 1 if over(found, LIMITS) else 0


if __name__ == "__main__":
    sys.exit(main())
