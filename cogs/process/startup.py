"""What happens once at the start: a line in the log, commands told, emojis uploaded, play taken up again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.desk import UNSENT, Desk
from cogs.people import learn_names, unknown
from cogs.translate import FluentTranslator
from cogs.ui.cards import EMOJI_NAMES, Emojis
from cogs.ui.draw_emojis import drawn
from cogs.welcome import see_off
from data.store import SqliteStore
from engine.tables.ports import Deed, Note, StoreError
from engine.tables.session import TableSession

log = logging.getLogger(__name__)

AGAIN = 600.0
"""Seconds between two tries to tell the commands."""

NAMES = 2.0
"""Seconds that play waits for names at the most; they come later then."""


async def write_down(store: SqliteStore, deed: Deed, version: str) -> None:
    """That this process starts or stops, for every server's log. A disk that is full keeps it from neither."""
    try:
        await store.audit(Note(0, 0, deed, after=version))
    except StoreError as error:
        log.warning("the %s is not in the audit log: %s", deed, error)


async def sync_commands(tree: app_commands.CommandTree[Any], database: Path, guild: int) -> bool:
    """Tell Discord the commands, only when they differ from what was told last (it allows 200 a day).

    False: Discord does not take them just now; members still see those of the version before.
    """
    test_guild = discord.Object(guild) if guild else None
    if test_guild:
        tree.copy_global_to(guild=test_guild)
    translator = FluentTranslator()
    await tree.set_translator(translator)
    said = [await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=test_guild)]
    mark = hashlib.sha256(json.dumps([tree.client.application_id, guild, said], sort_keys=True).encode()).hexdigest()
    kept = _beside(database, "commands")
    if not said:
        raise RuntimeError("no commands are loaded: telling Discord so would take them from everybody")
    if kept.exists() and not _differs(kept, mark):
        return True
    try:
        await tree.sync(guild=test_guild)
    except UNSENT as error:
        log.warning("alarm: the commands are not told to Discord (%s); it is tried again", type(error).__name__)
        return False
    _remember(kept, mark)
    return True


async def sync_later(
    tree: app_commands.CommandTree[Any], database: Path, guild: int, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Again and again, until Discord takes them."""
    await sleep(AGAIN)
    while not await sync_commands(tree, database, guild):
        await sleep(AGAIN)


async def take_up(desk: Desk, session: TableSession, reaches: Callable[[int], bool]) -> None:
    """Names for the seats, full time for who is to act, what was not yet said, and the felt as it is now.

    Who has left the server meanwhile stands up. `reaches`: whether members of a server can act, still.
    """
    names = desk.speaker.background(_meet_again(desk, session))
    await asyncio.wait([names], timeout=NAMES)
    if reaches(session.record.guild):
        await desk.tables.take_up(session)
        session.say(desk.speaker.new_hand)
    if not names.done():
        names.add_done_callback(lambda _: session.say(desk.speaker.redraw))


async def _meet_again(desk: Desk, session: TableSession) -> None:
    guild, seated = session.record.guild, session.state.members.values()
    await learn_names(desk, guild, [session.record.host])
    await see_off(desk, session, unknown(desk, guild, seated))


async def known_emojis(desk: Desk) -> None:
    """The card emojis that are on Discord already, so that what is drawn first after a start has them."""
    try:
        there = {emoji.name: str(emoji) for emoji in await desk.client.fetch_application_emojis()}
    except UNSENT:
        log.warning("the card emojis are not known yet")
    else:
        desk.emojis = Emojis({name: there[name] for name in EMOJI_NAMES if name in there})


async def emojis(desk: Desk, database: Path) -> None:
    """Upload the card emojis that are missing or drawn differently now; text cards until all are there.

    Screen readers read an emoji's name, so the hash of what was uploaded is kept beside the database, not in the name.
    """
    pictures = await asyncio.to_thread(drawn)
    mark = hashlib.sha256(b"".join(pictures[name] for name in EMOJI_NAMES)).hexdigest()
    redraw = _differs(_beside(database, "emojis"), mark)
    if redraw:
        desk.emojis = Emojis()
    try:
        there = await _uploaded(desk.client, pictures, redraw=redraw)
    except UNSENT:
        log.warning("the card emojis are not complete; cards are shown as text")
        return
    _remember(_beside(database, "emojis"), mark)
    desk.emojis = Emojis({name: str(there[name]) for name in EMOJI_NAMES})
    for session in list(desk.tables.sessions.values()):
        session.say(desk.speaker.redraw)


async def _uploaded(client: discord.Client, pictures: Mapping[str, bytes], *, redraw: bool) -> dict[str, discord.Emoji]:
    """All emojis by name, as they are on Discord in the end."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    for name in EMOJI_NAMES:
        if redraw and name in there:
            await there.pop(name).delete()
        if name not in there:
            there[name] = await client.create_application_emoji(name=name, image=pictures[name])
    return there


def _beside(database: Path, name: str) -> Path:
    return database.with_name(f"{database.name}.{name}")


def _differs(kept: Path, mark: str) -> bool:
    """Whether something else was told to Discord last; without a memory what is there is taken as right."""
    return kept.exists() and kept.read_text(encoding="ascii") != mark


def _remember(kept: Path, mark: str) -> None:
    """Forgetting it costs some calls at the next start, no more."""
    try:
        kept.write_text(mark, encoding="ascii")
    except OSError as error:
        log.warning("%s cannot be written: %s", kept, error)
