"""Presses about one's own seat and the next deal: start, pause, come back, leave, name the game."""

from __future__ import annotations

from cogs.desk import Desk, Interaction
from cogs.ui.ids import Press
from cogs.ui.layout import plain
from cogs.ui.questions import leave_question
from cogs.ui.words import language_of, say
from engine.tables.errors import No, TableError


async def choose_game(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Dealer's choice: the next game, by its place in the table's list."""
    session = desk.session(press)
    await session.choose_game(interaction.user.id, int(values[0]), interaction.id)
    await desk.speaker.shown(interaction, session)


async def start(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Deal now. The felt of the new hand is a new message; this one is what it was."""
    await desk.session(press).start(interaction.user.id, interaction.id)
    await desk.answers.wait(interaction)


async def sit_out(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Not dealt in from the next hand on."""
    session = desk.session(press)
    await session.sit_out(interaction.user.id, interaction.id)
    await desk.speaker.shown(interaction, session)


async def sit_in(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Dealt in again."""
    session = desk.session(press)
    await session.sit_in(interaction.user.id, interaction.id)
    await desk.speaker.shown(interaction, session)


async def ask_leave(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Leaving with a stack is asked once more."""
    private = desk.session(press).private(interaction.user.id)
    if not private.seat:
        raise TableError(No.NOT_SEATED)
    await desk.answer(interaction, leave_question(private.snapshot, desk.face(interaction), interaction.user.id))


async def leave(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Stand up, now or after the hand."""
    session = desk.session(press)
    at_once = await session.leave(interaction.user.id, interaction.id)
    text = say(language_of(interaction.locale), "left" if at_once else "leaving")
    await desk.edit(interaction, plain(text))
    session.say(desk.speaker.redraw)
