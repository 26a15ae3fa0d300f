"""Power loss (T3): a log that is cut anywhere, or has a flipped byte, opens as a moment that was; nothing in between.

The file is checkpointed first and the log then grows undisturbed: SQLite syncs the log before it moves pages into the
file, so a log that is cut while the file already has its pages cannot happen.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from data.errors import Corrupt
from engine.tables.errors import TableError
from engine.tables.ports import StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.tables.house import Room, a_room, terms

WAL_HEADER, FRAME = 32, 24 + 4096
GAMES = ("jacks_or_better", "holdem")
PLAYERS = (101, 102, 103, 104)
CUTS, FLIPS = 400, 300


@dataclass(frozen=True)
class Disk:
    """What lies on the disk when the power goes."""

    folder: Path
    wal: bytes
    issued: int
    inputs: int

    @cached_property
    def files(self) -> dict[str, bytes]:
        """All that lies there, by name."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def after(self, folder: Path, wal: bytes, name: str = "knekt.db") -> Path:
        """The files as they are found, with this much or this version of the log, and nothing of the time before."""
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for each, stored in {**self.files, f"{name}-wal": wal}.items():
            (folder / each).write_bytes(stored)
        return folder / name

    def flipped(self, rng: random.Random) -> bytes:
        """The log with one bit of one byte turned."""
        wal = bytearray(self.wal)
        wal[rng.randrange(len(wal))] ^= 1 << rng.randrange(8)
        return bytes(wal)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Disk:
    """An evening at two tables, cut off in the middle of a hand at each."""
    return asyncio.run(_evening(tmp_path_factory.mktemp("power")))


async def _evening(path: Path) -> Disk:
    async with a_room(path, seed=11) as room:
        sessions = [await room.open(terms(game), *PLAYERS) for game in GAMES]
        async with room.store.db.reading() as db:
            await db.all("PRAGMA wal_checkpoint(TRUNCATE)")
            await db.all("PRAGMA wal_autocheckpoint = 0")
        for session in sessions:
            await room.hand(session)
            for member in PLAYERS:
                await _topped_up(session, member)
            await session.start(PLAYERS[0])
            await room.move(session)
        return await _copied(room, path)


async def _topped_up(session: TableSession, member: int) -> None:
    with suppress(TableError):  # who has enough may not
        await session.top_up(member)


async def _copied(room: Room, path: Path) -> Disk:
    folder = path / "disk"
    shutil.copytree(path, folder, ignore=shutil.ignore_patterns("disk"))
    async with room.store.db.reading() as db:
        inputs = await db.number("SELECT count(*) FROM inputs")
    return Disk(folder, (folder / "knekt.db-wal").read_bytes(), await room.total(), inputs)


async def found(path: Path) -> tuple[int, int]:
    """Start on these files: books and tables must agree. How many inputs and chips survived."""
    room = await Room.enter(path)
    try:
        assert await room.store.check_books() == ()
        await room.tables.recover()
        assert all(session.state.phase is not Phase.FROZEN for session in room.tables.sessions.values())
        await room.check()
        async with room.store.db.reading() as db:
            inputs = await db.number("SELECT count(*) FROM inputs")
        return inputs, await room.total()
    finally:
        await room.leave()


async def test_the_whole_log_brings_back_every_answered_action(disk: Disk, tmp_path: Path) -> None:
    assert await found(disk.after(tmp_path / "it", disk.wal)) == (disk.inputs, disk.issued)


def borders(disk: Disk) -> list[int]:
    """Where a frame of the log ends, from none to all."""
    return list(range(WAL_HEADER, len(disk.wal) + 1, FRAME))


async def nothing_is_off(disk: Disk, path: Path, logs: Iterable[bytes]) -> list[int]:
    """Start on each of these logs: never a chip too many or too few. How many inputs survived in each."""
    survived = []
    for log in logs:
        inputs, issued = await found(disk.after(path / "it", log))
        assert (inputs <= disk.inputs, issued) == (True, disk.issued)
        survived.append(inputs)
    return survived


async def test_a_log_cut_between_frames_is_an_earlier_moment(disk: Disk, tmp_path: Path) -> None:
    """Every frame border: what survives only grows with the log, and never a chip is off."""
    survived = await nothing_is_off(disk, tmp_path, (disk.wal[:border] for border in borders(disk)))

    assert survived == sorted(survived)
    assert survived[0] < survived[-1] == disk.inputs
    print(f"{len(survived)} cuts between frames, 0 chips off")


async def test_a_log_cut_anywhere_is_an_earlier_moment(disk: Disk, tmp_path: Path) -> None:
    """RELIABILITY 7, T3: with those at the borders more than 500 cuts; each brings back the last whole frame."""
    assert len(borders(disk)) + CUTS > 500
    cuts = random.Random(5).sample(range(len(disk.wal)), CUTS)
    await nothing_is_off(disk, tmp_path, (disk.wal[:cut] for cut in cuts))


async def test_a_flipped_byte_in_the_log_ends_it_there(disk: Disk, tmp_path: Path) -> None:
    """Check sums end the log at the damaged frame; what came before is whole."""
    rng = random.Random(7)
    survived = await nothing_is_off(disk, tmp_path, (disk.flipped(rng) for _ in range(FLIPS)))
    assert min(survived) < disk.inputs, "no flip did any harm: were they made?"


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(8))
async def test_cuts_and_flips_for_long(disk: Disk, tmp_path: Path, part: int) -> None:
    """A cut at every byte of every frame's header, and many elsewhere, where one is like another; many flips."""
    rng = random.Random(part)
    heads = [border + place for border in borders(disk)[part:-1:8] for place in range(25)]
    cuts = [*heads, *rng.sample(range(len(disk.wal)), 1500)]
    await nothing_is_off(disk, tmp_path, (disk.wal[:cut] for cut in cuts))
    await nothing_is_off(disk, tmp_path, (disk.flipped(rng) for _ in range(1500)))
    print(f"{len(cuts)} cuts and 1500 flips, 0 chips off")


async def test_a_flipped_byte_in_the_file_is_refused_or_does_no_harm(disk: Disk, tmp_path: Path) -> None:
    """A damaged page is refused at the start, damaged words stop one table: nothing is served from it unseen."""
    rng = random.Random(8)
    outcomes = {"refused": 0, "opened": 0}
    for _ in range(60):
        path = disk.after(tmp_path / "it", disk.wal)
        page = bytearray(path.read_bytes())
        page[rng.randrange(len(page))] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(page))
        outcomes[await _served(path)] += 1

    assert outcomes["opened"]


async def _served(path: Path) -> str:
    try:
        room = await Room.enter(path)
    except (Corrupt, StoreError):
        return "refused"
    try:
        await room.tables.recover()
        for session in room.tables.sessions.values():
            session.snapshot()
    except (Corrupt, StoreError):
        return "refused"
    finally:
        await room.leave()
    return "opened"


def test_the_parts_are_what_they_should_be(disk: Disk) -> None:
    """The log is long enough to be worth cutting, and the key lies beside the file."""
    assert (len(disk.wal) - WAL_HEADER) % FRAME == 0
    assert len(disk.wal) > 20 * FRAME
    assert (disk.folder / "knekt.db.key").exists()

