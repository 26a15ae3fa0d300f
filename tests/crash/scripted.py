"""Scripted hands that are killed at every SQL statement (RELIABILITY T1).

A kill leaves the files as they are at that moment. So one life is enough to see all its kills: its files are
photographed whenever SQLite begins a statement, and each picture that differs from those before is brought back to
life, looked at, and played to its end. `killed` does the same with real processes and SIGKILL, one for each kill.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.rules.play import Action, Check, PokerError
from engine.rules.transcript import load_input
from engine.tables.errors import TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.crash.counts import Counts, alive, chips_off, doubled
from tests.rules.strategies import Player
from tests.tables.house import HOST, NOON, Room, terms

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
"""A scripted hand by name: its game, and the seed that brings side pots, all-ins, splits and reshuffles."""

MEMBERS = (101, 102, 103, 104)
STACKS = (35, 90, 200, 60)

Script = list[tuple[int, Action]]
Picture = dict[str, bytes]
"""The files of a database by name, as they lie on the disk at one moment."""


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


# The hand


def staged(name: str, folder: Path) -> Scene:
    """The scene, played once without a kill."""
    scene = Scene(name, folder / "stage", [])
    scene.folder.mkdir(parents=True)
    asyncio.run(_prepare(scene))
    asyncio.run(_invent(scene, _copied(scene, folder / "reference")))
    return scene


async def _prepare(scene: Scene) -> None:
    """Four players with uneven stacks, about to be dealt to."""
    async with alive(scene.folder / "knekt.db", scene.seed) as room:
        session = await room.open(terms(SCENARIOS[scene.name][0]))
        for member, chips in zip(MEMBERS, STACKS, strict=True):
            await session.sit(member, None, chips)


async def _invent(scene: Scene, path: Path) -> None:
    """Play it once, to have the script and the result."""
    async with alive(path, scene.seed) as room, _counted(room) as count:
        [session] = await room.tables.recover()
        player = _chosen(scene.name, random.Random(scene.seed))
        await session.start(MEMBERS[0])
        while session.state.phase is Phase.HAND:
            assert session.hand is not None
            seat = session.hand.waiting_on[0]
            action = player(session.hand.offer(seat))
            scene.script.append((session.state.members[seat], action))
            await session.act(*scene.script[-1])
        assert session.hand_record is not None
        scene.setup, scene.statements = session.hand_record.setup, count()
        scene.reference = await _close_and_count(room, session)


def _chosen(name: str, rng: random.Random) -> Callable[[object], Action]:
    if name == "passed in":
        return lambda _: Check()
    return Player(rng)  # type: ignore[return-value]


async def _close_and_count(room: Room, session: TableSession) -> tuple[int, ...]:
    await session.close(HOST)
    return tuple([await room.bankroll(member) for member in MEMBERS])


async def _play(scene: Scene, session: TableSession) -> None:
    """Go on with the script where the table stands."""
    if session.state.phase is Phase.LOBBY:
        await session.start(MEMBERS[0])
    while session.state.phase is Phase.HAND:
        await session.act(*scene.script[len(session.inputs)])


async def _live(scene: Scene, room: Room) -> None:
    """A life of the house: start, take play up, and go on to the end of the hand."""
    [session] = await room.tables.recover()
    await room.tables.go_on()
    await _play(scene, session)


async def _judge(scene: Scene, path: Path, counts: Counts) -> None:
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
            await _play(scene, session)
        except (TableError, PokerError):
            counts.lost += 1
        counts.doubled += await doubled(room)
        result = await _close_and_count(room, session)
        counts.off += sum(abs(mine - his) for mine, his in zip(result, scene.reference, strict=True))
        counts.off += await chips_off(room)
        counts.hands += 1


def _copied(scene: Scene, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.folder, folder)
    return folder / "knekt.db"


@asynccontextmanager
async def _counted(room: Room, then: Callable[[int], None] = lambda _: None) -> AsyncIterator[Callable[[], int]]:
    """Count the statements that SQLite begins; `then` is called at each, in SQLite's own thread."""
    count = 0

    def begun(_: str) -> None:
        nonlocal count
        count += 1
        then(count)

    await room.store.db.connection.set_trace_callback(begun)
    yield lambda: count
    await room.store.db.connection.set_trace_callback(None)  # type: ignore[arg-type]


# Kills as photographs

Life = Callable[[Scene, Room], Coroutine[Any, Any, None]]

LATER = 5.0
"""Seconds after the first kill when the house starts again: the clocks that it then sets are written down."""


@dataclass(slots=True)
class Album:
    """Photographs without doubles. taken: moments photographed in all, each of them a kill."""

    path: Path
    pictures: list[Picture] = field(default_factory=list)
    taken: int = 0

    def take(self, _: int = 0) -> None:
        """The files as a kill at this moment leaves them."""
        self.taken += 1
        picture = {file.name: file.read_bytes() for file in self.path.parent.iterdir()}
        if picture not in self.pictures[-1:]:
            self.pictures.append(picture)


def photographed(scene: Scene, folder: Path) -> Counts:
    """Kills at every statement of the hand, and for each of them at every statement of the start after it."""
    counts = Counts()
    first = asyncio.run(_photographs(scene, _copied(scene, folder / "life"), _live))
    counts.kills += first.taken
    for picture in first.pictures:
        again = _developed(picture, folder / "again")
        second = asyncio.run(_photographs(scene, again, _start, NOON + LATER))
        counts.kills += second.taken
        for each in [picture, *(other for other in second.pictures if other != picture)]:
            asyncio.run(_judge(scene, _developed(each, folder / "judged"), counts))
    return counts


async def _start(_: Scene, room: Room) -> None:
    """Only the start of a life: reading back, checking, and setting the clocks."""
    await room.tables.recover()
    await room.tables.go_on()


async def _photographs(scene: Scene, path: Path, life: Life, at: float = NOON) -> Album:
    album = Album(path)
    async with alive(path, scene.seed, at) as room:
        album.take()
        async with _counted(room, album.take):
            await life(scene, room)
        album.take()
    return album


def _developed(picture: Picture, folder: Path) -> Path:
    """The files of a photograph in a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in picture.items():
        (folder / name).write_bytes(content)
    return folder / "knekt.db"


# Real kills


def killed(scene: Scene, points: Iterable[int], folder: Path, *, twice: bool = False) -> Counts:
    """Kill a process at each of these statements; `twice`: and again somewhere in the life after it."""
    counts, rng = Counts(), random.Random(scene.seed)
    for point in points:
        path = _copied(scene, folder / "life")
        counts.kills += not _forked(_play_and_die(scene, path, point))
        if twice:
            again = rng.randint(1, max(1, scene.statements - point))
            counts.kills += not _forked(_play_and_die(scene, path, again))
        asyncio.run(_judge(scene, path, counts))
    return counts


async def _play_and_die(scene: Scene, path: Path, kill_at: int) -> None:
    """The scripted hand in a process that kills itself when SQLite begins its n-th statement."""

    def die(count: int) -> None:
        if count == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    async with alive(path, scene.seed) as room, _counted(room, die):
        await _live(scene, room)


def _forked(life: Coroutine[Any, Any, None]) -> bool:
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
