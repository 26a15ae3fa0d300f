"""What whoever runs the bot can have done instead of running it: look, back up, verify, restore, count again."""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data import doctor
from data.backup import restore, verify
from data.errors import Corrupt, Locked
from data.rebuild import Recount
from data.rotation import folder_of, made, moment
from data.store import SqliteStore
from engine.tables.ports import StoreError

FAILED = 1


@dataclass(frozen=True, slots=True)
class Tools:
    """What upkeep needs of the rest: how a hand is counted, and what is wrong with the language files."""

    recount: Recount
    languages: Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Told:
    """The exit status and what to print."""

    status: int
    lines: tuple[str, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command line; at most one of them."""
    group = parser.add_argument_group("upkeep", "Each does its work and ends; only for --backup may the bot run.")
    one = group.add_mutually_exclusive_group()
    one.add_argument("--doctor", action="store_true", help="say whether everything is right for a start")
    one.add_argument("--backup", type=Path, metavar="FILE", help="copy the database to a file, and verify the copy")
    one.add_argument("--verify", type=Path, metavar="FILE", help="say whether a backup may be trusted")
    one.add_argument("--restore", type=Path, metavar="FILE", help="put a backup in the place of the database")
    one.add_argument("--rebuild-stats", action="store_true", help="make all results again from the stored hands")


def wanted(args: argparse.Namespace) -> bool:
    """Whether one of these options was given."""
    return bool(args.doctor or args.backup or args.verify or args.restore or args.rebuild_stats)


async def run(args: argparse.Namespace, settings: Mapping[str, str], tools: Tools) -> Told:
    """Do what was asked for. Problems come as sentences and a status, not as errors."""
    database = Path(settings["KNEKT_DATABASE"])
    try:
        if args.doctor:
            return await _doctor(settings, tools)
        if args.verify:
            return _judged(args.verify, await verify(args.verify))
        if args.backup:
            return await _backup(database, args.backup)
        if args.restore:
            return await _restore(args.restore, database)
        return await _rebuild(database, tools.recount)
    except Locked:
        return Told(FAILED, (f"{database} is in use by a running Knekt. Stop it first.",))
    except Corrupt as error:
        return Told(FAILED, (f"Not trusted: {error}",))
    except StoreError as error:
        return Told(FAILED, (f"Could not be done: {error}",))


async def _doctor(settings: Mapping[str, str], tools: Tools) -> Told:
    found = await doctor.examine(settings, Path(".env"), tools.languages, time.time())
    width = max(len(finding.what) for finding in found)
    lines = tuple(f"{finding.what:<{width}}  {_verdict(finding)}" for finding in found)
    return Told(FAILED if any(finding.wrong for finding in found) else 0, lines)


def _verdict(finding: doctor.Finding) -> str:
    return finding.wrong or (f"right ({finding.note})" if finding.note else "right")


def _judged(path: Path, problems: Sequence[str]) -> Told:
    if problems:
        return Told(FAILED, (f"{path} is not to be trusted:", *problems))
    return Told(0, (f"{path} is whole, its books add up, and its hands are what was written.",))


async def _backup(database: Path, target: Path) -> Told:
    if not database.exists():
        return Told(FAILED, (f"There is no {database}.",))
    try:
        store = await SqliteStore.open(database)
    except Locked:
        return await _newest(database, target)
    try:
        await store.backup(target)
    finally:
        await store.close()
    return _judged(target, await verify(target))


async def _newest(database: Path, target: Path) -> Told:
    """A running bot has the database for itself, but makes backups; the newest of them is what can be had."""
    found = made(folder_of(database))
    if not found:
        return Told(FAILED, (f"{database} is in use by a Knekt that has made no backup yet. Try in 15 minutes.",))
    shutil.copyfile(found[0], target)
    target.chmod(0o600)
    judged = _judged(target, await verify(target))
    return Told(judged.status, (f"Knekt runs; this is its backup of {moment(found[0])}.", *judged.lines))


async def _restore(source: Path, database: Path) -> Told:
    aside = await restore(source, database)
    moved = (f"What was there before is now {aside}.",) if aside else ()
    hands = "Hands that were running in it are paid back at the next start."
    return Told(0, (f"{source} was verified and is now {database}.", *moved, hands))


async def _rebuild(database: Path, recount: Recount) -> Told:
    if not database.exists():
        return Told(FAILED, (f"There is no {database}.",))
    store = await SqliteStore.open(database)
    try:
        done = await store.rebuild_results(recount)
    finally:
        await store.close()
    skipped = (f"{done.skipped} hands keep what they had: their cards are no longer stored.",) if done.skipped else ()
    return Told(0, (f"{done.hands} hands counted again, {done.changed} of them had other results.", *skipped))
