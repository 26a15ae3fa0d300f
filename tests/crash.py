"""Killing the house in the middle of its work, and looking at what is left (RELIABILITY T1, T2).

`python -m tests.crash --kills 50` plays at several tables in a process of its own, kills it at random moments with
SIGKILL or SIGTERM, starts it again on the same file, and counts what went wrong. `--matrix 1` kills scripted hands at
every SQL statement instead, in forks.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.rules.play import Action, Check, PokerError
from engine.rules.transcript import load_input
from engine.tables.errors import No, TableError
from engine.tables.manager import TableManager
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.rules.strategies import Player
from tests.tables.house import CHANNEL, GUILD, HOST, OPENING, Room, terms

ROOT = Path(__file__).resolve().parent.parent
MEMBERS = (101, 102, 103, 104)

SCENARIOS: dict[str, tuple[str, int]] = {
    "five_card_draw": ("five_card_draw", 16),
    "jacks_or_better": ("jacks_or_better", 44),
    "passed in": ("jacks_or_better", 1),
    "holdem": ("holdem", 44),
    "omaha": ("omaha", 40),
    "omaha8": ("omaha8", 47),
    "stud7": ("stud7", 24),
    "omaha5": ("omaha5", 36),
    "stud8": ("stud8", 24),
    "razz": ("razz", 24),
    "deuce_seven_triple": ("deuce_seven_triple", 47),
    "deuce_seven_single": ("deuce_seven_single", 44),
    "badugi": ("badugi", 25),
    "short_deck": ("short_deck", 9),
    "crazy_pineapple": ("crazy_pineapple", 44),
}
"""A scripted hand by name: its game, and the seed that brings side pots, all-ins and splits."""


@dataclass(slots=True)
class Counts:
    """What a run found. `off`: chips that are not where they must be; `lost`: hands that did not go on as they were."""

    kills: int = 0
    hands: int = 0
    resumed: int = 0
    off: int = 0
    lost: int = 0
    doubled: int = 0

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, hands {self.hands}, resumed in mid-hand {self.resumed}, "
            f"chips off {self.off}, hands lost {self.lost}, double payouts {self.doubled}"
        )

    @property
    def clean(self) -> bool:
        return not (self.off or self.lost or self.doubled)


@asynccontextmanager
async def alive(path: Path, seed: int) -> AsyncIterator[Room]:
    """One life of the house. The same seed deals the same cards."""
    room = await Room.enter(path, seed=seed)
    room.tools = replace(room.tools, new_secret=lambda: "5e" * 32)
    room.tables = TableManager(room.tools)
    try:
        yield room
    finally:
        await room.leave()


# Checks


async def chips_off(room: Room) -> int:
    """Chips that the books have too many or too few, in themselves and against the tables."""
    off = abs(await room.total() - OPENING * await members_known(room)) + len(await room.store.check_books())
    for session in room.tables.at(GUILD):
        for account, chips in session.work().mark.items():
            off += abs(await room.store.balance(account) - chips)
    return off


async def members_known(room: Room) -> int:
    async with room.store.db.reading() as db:
        return await db.number("SELECT count(*) FROM transfers WHERE reason = 'open'")


async def doubled(room: Room) -> int:
    """Members whose chips are not their opening plus the net of all their hands, less what they have in a live one."""
    async with room.store.db.reading() as db:
        rows = await db.all("SELECT member, sum(net) AS net FROM results GROUP BY member")
    net = {row["member"]: row["net"] for row in rows}
    in_play: dict[int, int] = {}
    for session in room.tables.at(GUILD):
        hand = session.hand
        if hand and not hand.over:
            for seat, chips in zip(hand.order, hand.setup.stacks, strict=True):
                member = session.state.dealt[seat]
                in_play[member] = in_play.get(member, 0) + chips - hand.stack[seat]
    wrong = 0
    for member in MEMBERS:
        expected = OPENING + net.get(member, 0) - in_play.get(member, 0)
        wrong += await room.worth(member) != expected
    return wrong


# Random kills of a real process

GAMES = ("holdem", "jacks_or_better", "omaha8", "stud7", "deuce_seven_triple", "crazy_pineapple")


async def house(path: Path, seed: int) -> None:
    """The process that is killed: reads its tables back, repeats the last click of each, and plays on until it ends."""
    async with alive(path, seed) as room:
        await room.tables.recover()
        for game, channel in zip(GAMES, range(CHANNEL, CHANNEL + len(GAMES)), strict=True):
            try:
                session = room.tables.here(channel)
            except TableError:
                session = await room.tables.open(GUILD, channel, HOST, game, terms(game))
            for member in MEMBERS:
                if not session.snapshot().seat_of(member):
                    await session.sit(member)
            await click_again(session)
        ended = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
        print("ready", flush=True)
        play = asyncio.create_task(evening(room))
        await asyncio.wait([play, asyncio.create_task(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
        play.cancel()
        await asyncio.gather(play, return_exceptions=True)
        await room.tables.stop()


async def click_again(session: TableSession) -> None:
    """The last interaction before the kill is delivered once more: it must not act twice."""
    last = next((entry.interaction for entry in reversed(session.inputs) if entry.interaction), 0)
    hand, version = session.hand, session.record.version
    if not last or hand is None or hand.over:
        return
    seat = hand.waiting_on[0]
    try:
        await session.act(session.state.members[seat], Player(random.Random(1))(hand.offer(seat)), interaction=last)
    except TableError as error:
        if error.code is No.DONE and session.record.version == version:
            return
    print("double", flush=True)


async def evening(room: Room) -> None:
    """All tables in turn, a step at a time."""
    while True:
        for session in list(room.tables.sessions.values()):
            await a_step(room, session)


async def a_step(room: Room, session: TableSession) -> None:
    state = session.state
    if state.phase is Phase.HAND:
        await room.move(session)
    elif len(state.table.ready()) > 1:
        await session.start(MEMBERS[0])
    else:
        for sitter in session.snapshot().sitters:
            if not sitter.stack:
                await top_up(session, sitter.member)


async def top_up(session: TableSession, member: int) -> None:
    try:
        await session.top_up(member)
    except TableError:  # nothing left to buy with: somebody else pays his next hand
        await session.top_up(member, 1)


def random_kills(kills: int, seed: int, folder: Path) -> Counts:
    """Kill, start, and count; at the end every hand is played out and every table closed."""
    rng, counts, path = random.Random(seed), Counts(), folder / "knekt.db"
    for life in range(1, kills + 1):
        counts.doubled += run_and_kill(path, life, rng)
        counts.kills += 1
        asyncio.run(look(path, counts))
    asyncio.run(finish(path, counts))
    return counts


def run_and_kill(path: Path, seed: int, rng: random.Random) -> int:
    """One life of the house; how many clicks acted twice."""
    command = [sys.executable, "-m", "tests.crash", "--house", str(path), "--seed", str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        while lines[-1] and lines[-1] != "ready\n":
            lines.append(process.stdout.readline())
        time.sleep(rng.uniform(0, 0.6))
        process.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
        process.wait(timeout=30)
    if lines[-1] != "ready\n":
        raise RuntimeError(f"the house did not open: {lines}")
    return lines.count("double\n")


async def look(path: Path, counts: Counts) -> None:
    """What a start finds: each live hand goes on with its own cards and inputs, and all chips are there."""
    async with alive(path, 10**9) as room:  # no life of the house has the same chance
        live = [saved for saved in await room.store.open_tables() if saved.hand]
        await room.tables.recover()
        for saved in live:
            session = room.tables.get(saved.table.table)
            same = session.state.phase is Phase.HAND and tuple(session.inputs) == saved.inputs
            counts.resumed += same
            counts.lost += not same
        counts.off += await chips_off(room)
        counts.doubled += await doubled(room)


async def finish(path: Path, counts: Counts) -> None:
    """The last start: play every hand to its end and pay everybody."""
    async with alive(path, 10**9 + 1) as room:
        await room.tables.recover()
        for session in room.tables.at(GUILD):
            if session.state.phase is Phase.HAND:
                await room.play_out(session)
        counts.doubled += await doubled(room)
        for session in room.tables.at(GUILD):
            await session.close(HOST)
        counts.off += await chips_off(room)
        counts.off += abs(sum([await room.bankroll(member) for member in MEMBERS]) - OPENING * len(MEMBERS))
        async with room.store.db.reading() as db:
            counts.hands = await db.number("SELECT count(*) FROM hands")
            counts.lost += await db.number("SELECT count(*) FROM hands WHERE status = 'void' AND version = 0")


# A kill at every statement of a scripted hand

STACKS = (35, 90, 200, 60)

Script = list[tuple[int, Action]]


@dataclass(slots=True)
class Scene:
    """A hand that is played the same way every time. reference: bankrolls at its end when nobody kills anybody."""

    name: str
    folder: Path
    script: Script
    setup: str = ""
    reference: tuple[int, ...] = ()
    statements: int = 0

    @property
    def seed(self) -> int:
        return SCENARIOS[self.name][1]


async def prepare(scene: Scene) -> None:
    """Four players with uneven stacks, about to be dealt to."""
    async with alive(scene.folder / "knekt.db", scene.seed) as room:
        session = await room.open(terms(SCENARIOS[scene.name][0]))
        for member, chips in zip(MEMBERS, STACKS, strict=True):
            await session.sit(member, None, chips)


async def invent(scene: Scene, path: Path) -> None:
    """Play it once, to have the script and the result."""
    async with alive(path, scene.seed) as room:
        [session] = await room.tables.recover()
        player = chosen(scene.name, random.Random(scene.seed))
        await session.start(MEMBERS[0])
        while session.state.phase is Phase.HAND:
            assert session.hand is not None
            seat = session.hand.waiting_on[0]
            action = player(session.hand.offer(seat))
            scene.script.append((session.state.members[seat], action))
            await session.act(*scene.script[-1])
        assert session.hand_record is not None
        scene.setup = session.hand_record.setup
        scene.reference = await close_and_count(room, session)


def chosen(name: str, rng: random.Random) -> Callable[[object], Action]:
    if name == "passed in":
        return lambda _: Check()
    return Player(rng)  # type: ignore[return-value]


async def close_and_count(room: Room, session: TableSession) -> tuple[int, ...]:
    await session.close(HOST)
    return tuple([await room.bankroll(member) for member in MEMBERS])


async def play(scene: Scene, session: TableSession) -> None:
    """Go on with the script where the table stands."""
    if session.state.phase is Phase.LOBBY:
        await session.start(MEMBERS[0])
    while session.state.phase is Phase.HAND:
        await session.act(*scene.script[len(session.inputs)])


async def play_and_die(scene: Scene, path: Path, kill_at: int) -> None:
    """The scripted hand in a process that kills itself when SQLite starts its n-th statement."""
    async with alive(path, scene.seed) as room:
        count = 0

        def die(_: str) -> None:
            nonlocal count
            count += 1
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        await room.store.db.connection.set_trace_callback(die)
        [session] = await room.tables.recover()
        await play(scene, session)
        await room.store.db.connection.set_trace_callback(None)  # type: ignore[arg-type]
    (path.parent / "statements").write_text(str(count))


def forked(life: Coroutine[Any, Any, None]) -> bool:
    """Run a life in a process of its own; True if it came to its natural end."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            asyncio.run(life)
            status = 0
        finally:
            os._exit(status)
    life.close()
    ended = os.waitpid(child, 0)[1]
    if os.WIFEXITED(ended) and os.WEXITSTATUS(ended) != 0:
        raise RuntimeError("a life ended with an error of its own")
    return os.WIFEXITED(ended)


async def judge(scene: Scene, path: Path, counts: Counts) -> None:
    """After the kills: the same cards, the script fits on, the result is the one of a night without kills."""
    async with alive(path, scene.seed) as room:
        [session] = await room.tables.recover()
        counts.off += await chips_off(room)
        if session.hand_record and session.state.phase is Phase.HAND:
            script = [(session.state.seat_of(member), action) for member, action in scene.script]
            stored = [load_input(entry.text) for entry in session.inputs]
            counts.lost += session.hand_record.setup != scene.setup or stored != script[: len(stored)]
            counts.resumed += 1
        counts.lost += session.snapshot().voided != 0
        try:
            await play(scene, session)
        except (TableError, PokerError):
            counts.lost += 1
        counts.doubled += await doubled(room)
        result = await close_and_count(room, session)
        counts.off += sum(abs(mine - his) for mine, his in zip(result, scene.reference, strict=True))
        counts.off += await chips_off(room)
        counts.hands += 1


def staged(name: str, folder: Path) -> Scene:
    """The scene, played once without a kill."""
    scene = Scene(name, folder / "stage", [])
    scene.folder.mkdir(parents=True)
    asyncio.run(prepare(scene))
    asyncio.run(invent(scene, copied(scene, folder / "reference")))
    path = copied(scene, folder / "count")
    assert forked(play_and_die(scene, path, 0))
    scene.statements = int((path.parent / "statements").read_text())
    return scene


def copied(scene: Scene, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.folder, folder)
    return folder / "knekt.db"


def matrix(scene: Scene, points: Iterable[int], folder: Path, *, twice: bool = False) -> Counts:
    """Kill at each of the points; `twice`: and again somewhere in the life after it."""
    counts, rng = Counts(), random.Random(scene.seed)
    for point in points:
        path = copied(scene, folder / "life")
        counts.kills += not forked(play_and_die(scene, path, point))
        if twice:
            again = rng.randint(1, max(1, scene.statements - point))
            counts.kills += not forked(play_and_die(scene, path, again))
        asyncio.run(judge(scene, path, counts))
    return counts


def every_statement(stride: int) -> bool:
    """The whole matrix, or each `stride`-th point of it."""
    clean = True
    for name in SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            scene = staged(name, Path(folder))
            for twice in (False, True):
                counts = matrix(scene, range(1, scene.statements + 1, stride), Path(folder), twice=twice)
                print(f"{name:24} {'twice' if twice else 'once':6} {counts}", flush=True)
                clean = clean and counts.clean
    return clean


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50, help="random kills of a real process")
    parser.add_argument("--matrix", type=int, metavar="STRIDE", default=0, help="kill at every STRIDE-th SQL statement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--house", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.house:
        asyncio.run(house(options.house, options.seed))
        return 0
    if options.matrix:
        return 0 if every_statement(options.matrix) else 1
    with tempfile.TemporaryDirectory() as folder:
        counts = random_kills(options.kills, options.seed, Path(folder))
    print(counts)
    return 0 if counts.clean else 1


if __name__ == "__main__":
    sys.exit(main())
