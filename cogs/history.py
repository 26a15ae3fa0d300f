"""Finished hands: to look at, to step through, to take away as a file, to check. Each as the asker may know it."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from datetime import timedelta
from typing import Any

from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands, tasks

from cogs.desk import Bot, Desk, Interaction, channel_of, guild_of
from cogs.paging import send_file, turn_to
from cogs.people import learn_names
from cogs.translate import choice, command
from cogs.ui.evidence import hand_evidence
from cogs.ui.export import hand_phh, hand_text
from cogs.ui.face import Face
from cogs.ui.ids import Do, Press
from cogs.ui.past import list_page, past_page, past_story, proof_page, replay_page
from cogs.ui.words import say
from data.errors import Corrupt
from engine.tables.errors import No, TableError
from engine.tables.history import Forgotten, Past, members_of, read
from engine.tables.ports import HandRecord, InputRecord, TableRecord

WHAT = [choice("export-hand", "hand"), choice("export-evening", "evening")]
KEPT = timedelta(days=365)
"""How long cards and actions of a hand are kept; its results stay."""

MOST = 2000  # hands of an evening


@app_commands.guild_only()
class Hands(commands.GroupCog, group_name="hand", group_description=say("en", "cmd-hand")):
    """Hands of the table in this channel, or of the last one that was here."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def cog_load(self) -> None:
        """Old hands lose their cards, today and every day from now on."""
        self.tidy.start()

    async def cog_unload(self) -> None:
        """No more of that."""
        self.tidy.cancel()

    @tasks.loop(hours=24)
    async def tidy(self) -> None:
        """Forget the cards of hands that are older than a year."""
        await self.desk.store.forget_hands(self.desk.now() - KEPT.total_seconds())

    @command("hand-show", "number")
    async def show(self, interaction: Interaction, number: Range[int, 1] | None = None) -> None:
        """One hand, by default the last."""
        past, table, face = await numbered(self.desk, interaction, number)
        await self.desk.answer(interaction, past_page(past, table, interaction.user.id, face))

    @command("hand-list")
    async def list(self, interaction: Interaction) -> None:
        """The last hands."""
        table = await table_here(self.desk, interaction)
        hands = await self.desk.store.hands_of(table=table.table)
        members = {member for hand in hands for member in members_of(hand).values()}
        await learn_names(self.desk, table.guild, members)
        await self.desk.answer(interaction, list_page(hands, self.desk.face(interaction)))

    @command("hand-replay", "number")
    async def replay(self, interaction: Interaction, number: Range[int, 1] | None = None) -> None:
        """Step by step."""
        past, table, face = await numbered(self.desk, interaction, number)
        await self.desk.answer(interaction, replay_page(past, table, interaction.user.id, 0, face))

    @command("hand-export", "what", "number")
    @app_commands.choices(what=WHAT)
    async def export(self, interaction: Interaction, what: str = "hand", number: Range[int, 1] | None = None) -> None:
        """A hand, or all of this table, as a file."""
        if what == "evening":
            await send_evening(self.desk, interaction)
        else:
            await send_hand(self.desk, interaction, *await numbered(self.desk, interaction, number))

    @command("hand-verify", "number")
    async def verify(self, interaction: Interaction, number: Range[int, 1] | None = None) -> None:
        """Whether the cards lay where they were dealt from."""
        past, _, face = await numbered(self.desk, interaction, number)
        await self.desk.answer(interaction, proof_page(past, interaction.user.id, face))


# Reading


async def table_here(desk: Desk, interaction: Interaction) -> TableRecord:
    """The table of this channel, open or the last one. Refuses when there was none."""
    found = await desk.store.table_in(channel_of(interaction))
    table = await desk.store.table(found) if found else None
    if table is None:
        raise TableError(No.NO_TABLE)
    return table


async def numbered(desk: Desk, interaction: Interaction, number: int | None) -> tuple[Past, TableRecord, Face]:
    """A finished hand of the table here by its number; refuses one that is still played."""
    table = await table_here(desk, interaction)
    found = await desk.store.hand_numbered(table.table, number or 0)
    if found is None:
        raise TableError(No.NO_SUCH_HAND)
    hand, its_number, over = found
    if not over:
        raise TableError(No.HAND_NOT_OVER, number=its_number)
    return await opened(desk, interaction, hand, table)


async def pressed_hand(desk: Desk, interaction: Interaction, hand: int) -> tuple[Past, TableRecord, Face]:
    """The hand of a button, if it was played on this server in this channel, or the presser was in it."""
    record = await _stored(desk, hand)
    table = await desk.store.table(record[0].table)
    member = interaction.user.id
    if table is None or table.guild != guild_of(interaction):
        raise TableError(No.NO_SUCH_HAND)
    if table.channel != interaction.channel_id and member not in members_of(record[0]).values():
        raise TableError(No.NO_SUCH_HAND)
    return await opened(desk, interaction, hand, table)


async def opened(desk: Desk, interaction: Interaction, hand: int, table: TableRecord) -> tuple[Past, TableRecord, Face]:
    """The hand replayed, and everybody's names learnt."""
    desk.learn(interaction)
    record, inputs = await _stored(desk, hand)
    past = await asyncio.to_thread(_read, record, inputs)
    await learn_names(desk, table.guild, set(past.members.values()))
    return past, table, desk.face(interaction)


async def _stored(desk: Desk, hand: int) -> tuple[HandRecord, tuple[InputRecord, ...]]:
    try:
        found = await desk.store.hand(hand)
    except Corrupt as error:
        raise TableError(No.HAND_UNREADABLE) from error
    if found is None or found[0].status == "live":
        raise TableError(No.NO_SUCH_HAND)
    return found


def _read(record: HandRecord, inputs: tuple[InputRecord, ...]) -> Past:
    try:
        return read(record, inputs)
    except Forgotten as error:
        raise TableError(No.HAND_FORGOTTEN) from error
    except ValueError as error:
        raise TableError(No.HAND_GIVEN_UP if record.status == "void" else No.HAND_UNREADABLE) from error


# Presses


async def past(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """A hand as a whole; picked in a list, or one's button."""
    hand = int(values[0]) if values else press.hand
    found, table, face = await pressed_hand(desk, interaction, hand)
    await turn_to(desk, interaction, past_page(found, table, interaction.user.id, face))


async def step(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The step of the replay that the button names."""
    found, table, face = await pressed_hand(desk, interaction, press.hand)
    await turn_to(desk, interaction, replay_page(found, table, interaction.user.id, press.version, face))


async def tell(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The whole hand in sentences."""
    found, table, face = await pressed_hand(desk, interaction, press.hand)
    await desk.answer(interaction, past_story(found, table, interaction.user.id, face))


async def verify(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The proof of the sealed deck; while the hand is played, of one's own cards."""
    session = desk.tables.sessions.get(press.table)
    if session and session.state.hand == press.hand and (proof := session.proof(interaction.user.id)):
        await send_proof(desk, interaction, session.state.number, proof)
        return
    found, _, face = await pressed_hand(desk, interaction, press.hand)
    await desk.answer(interaction, proof_page(found, interaction.user.id, face))


async def export(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The hand as a file."""
    await send_hand(desk, interaction, *await pressed_hand(desk, interaction, press.hand))


# Files


async def send_proof(desk: Desk, interaction: Interaction, number: int, proof: dict[str, Any]) -> None:
    """One's own cards of the running hand, opened against the root that everybody has seen."""
    await desk.answers.wait(interaction, promised=True)
    await send_file(desk, interaction, "proof-own", f"hand-{number}-own.json", json.dumps(proof, indent=1).encode())


async def send_hand(desk: Desk, interaction: Interaction, found: Past, table: TableRecord, face: Face) -> None:
    """One hand: text, PHH and the evidence of the books in one packet."""
    await desk.answers.wait(interaction, promised=True)
    files = files_of(found, table, interaction.user.id, face)
    stored = await desk.store.evidence(found.record.hand)
    files[f"hand-{found.record.number:03}.json"] = hand_evidence(found, stored, interaction.user.id)
    packet = await asyncio.to_thread(packed, files)
    await send_file(desk, interaction, "export-done", f"hand-{found.record.number}.zip", packet)


async def send_evening(desk: Desk, interaction: Interaction) -> None:
    """Every finished hand of the table that can still be read."""
    table = await table_here(desk, interaction)
    await desk.answers.wait(interaction, promised=True)
    records = await desk.store.hands_of(table=table.table, limit=MOST)
    if not records:
        raise TableError(No.NO_SUCH_HAND)
    members = {member for record in records for member in members_of(record).values()}
    await learn_names(desk, table.guild, members)
    files: dict[str, str] = {}
    for record in reversed(records):
        _, inputs = await _stored(desk, record.hand)
        files |= await asyncio.to_thread(_files, record, inputs, table, interaction.user.id, desk.face(interaction))
    await send_file(desk, interaction, "export-done", "evening.zip", await asyncio.to_thread(packed, files))


def _files(
    record: HandRecord, inputs: tuple[InputRecord, ...], table: TableRecord, member: int, face: Face
) -> dict[str, str]:
    try:
        return files_of(_read(record, inputs), table, member, face)
    except TableError:
        return {}


def files_of(found: Past, table: TableRecord, member: int, face: Face) -> dict[str, str]:
    """A hand's files by name."""
    name = f"hand-{found.record.number:03}"
    return {
        f"{name}.txt": hand_text(found, table, member, face),
        f"{name}.phh": hand_phh(found, table, member, face),
    }


def packed(files: dict[str, str]) -> bytes:
    """Files as one packet."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packet:
        for name, text in files.items():
            packet.writestr(name, text)
    return made.getvalue()


HANDLERS = {
    Do.PAST: past, Do.PICK: past, Do.REPLAY: step, Do.PAST_STORY: tell, Do.VERIFY: verify, Do.EXPORT: export,
}


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    for action, handler in HANDLERS.items():
        bot.desk.on(action, handler)
    await bot.add_cog(Hands(bot.desk))
