"""The one error handler: every refusal is a private sentence that says what is legal; a real fault gets a short id.

Nothing else may catch errors of commands, buttons and forms. No card and no member's text ever reaches the log.
"""

from __future__ import annotations

import logging
import secrets
import traceback
from typing import Any

import discord
from discord import app_commands

from cogs.desk import Desk, Interaction, guild_of
from cogs.translate import Outdated, is_public
from cogs.ui.layout import plain
from cogs.ui.questions import try_again
from cogs.ui.refusals import refused
from data.errors import TooYoung
from engine.rules.play import BettingOffer, Code, PokerError
from engine.tables.amounts import AmountError
from engine.tables.errors import No, TableError
from engine.tables.ports import AlreadyDone, Deed, Note, NotEnough, Stale, StoreError
from engine.tables.session import TableSession
from engine.tables.snapshot import Private
from engine.tables.stakes_text import TermsError

log = logging.getLogger(__name__)

Refused = PokerError | TableError | AmountError | TermsError | StoreError
"""What is answered with a sentence of its own; in all these cases nothing has changed."""


OUTDATED = (
    Outdated, app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError
)
"""A command in the form that an older version of this bot told Discord."""

AMOUNTS = (Code.TOO_SMALL, Code.TOO_LARGE, Code.NOT_ENOUGH_CHIPS)
"""Refused amounts, which the form can mend."""


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with refusals as answers."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Before a command: who it is, and how he likes to be answered."""
        desk: Desk = interaction.client.desk
        if interaction.type is discord.InteractionType.application_command:
            desk.promise(interaction, public=is_public(interaction.command))
            try:
                await desk.meet(interaction)
            except Exception as error:  # noqa: BLE001 - answered here, for the library would only log it
                await answer(desk, interaction, error)
                return False
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """A command was refused or failed."""
        await answer(interaction.client.desk, interaction, error)


async def answer(
    desk: Desk, interaction: Interaction, error: Exception, session: TableSession | None = None, *,
    wordless: bool = False,
) -> None:
    """Tell the member why not, or nothing if the answer is to be wordless. Never raises."""
    try:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            await desk.answers.suggest(interaction, [])
        elif wordless:
            _mark(cause)
            await desk.answers.wait(interaction)
        else:
            await _tell(desk, interaction, cause, session)
        if isinstance(cause, TableError) and cause.code is No.NOT_HOST:
            await _write_down(desk, interaction)
    except Exception as failed:  # noqa: BLE001 - there is nobody left to tell
        log.error("could not answer an error: %s\n%s", type(failed).__name__, _places(failed))  # noqa: TRY400


async def _tell(desk: Desk, interaction: Interaction, error: Exception, session: TableSession | None) -> None:
    if mark := _mark(error):
        await desk.tell(interaction, "fault", id=mark)
    elif isinstance(error, Refused):
        await desk.answer(interaction, worded(desk, interaction, error, session))
    elif isinstance(error, OUTDATED):
        await desk.tell(interaction, "command-outdated")
    else:
        await desk.tell(interaction, "fault-not-allowed")


async def _write_down(desk: Desk, interaction: Interaction) -> None:
    """Who reaches for a host's power without having it stands in the log of the floor (RELIABILITY 5)."""
    if interaction.command is None:
        return
    tried, member = interaction.command.qualified_name, interaction.user.id
    try:
        await desk.store.audit(Note(guild_of(interaction), member, Deed.REFUSED, tried, interaction=interaction.id))
    except StoreError:
        log.warning("a refusal could not be written down")


def _mark(error: Exception) -> str:
    """Empty for a refusal. What should not happen gets an id: it joins what the member says to what the log says."""
    if isinstance(error, (Refused, app_commands.CheckFailure, *OUTDATED)):
        return ""
    mark = secrets.token_hex(3)
    log.error("fault %s: %s\n%s", mark, type(error).__name__, _places(error))
    return mark


def _places(error: BaseException) -> str:
    """Where it happened. Not the message of the error: it could quote cards."""
    return "".join(traceback.format_tb(error.__traceback__))


def worded(
    desk: Desk, interaction: Interaction, error: Refused, session: TableSession | None = None
) -> discord.ui.LayoutView:
    """A refusal as the member reads it; after a refused amount with the way back to the form."""
    face = desk.face(interaction)
    if isinstance(error, TooYoung):
        return plain(face.say("newcomers-young", when=f"<t:{int(error.until) + 1}:R>"))
    if isinstance(error, StoreError):
        return plain(face.say(f"store-{_store_word(error)}"))
    session = session or _here(desk, interaction)
    if session is None:
        return plain(refused(error, face))
    private = session.private(interaction.user.id)
    text = refused(error, face, private.snapshot, private.offer)
    return try_again(private.snapshot, face, text) if _may_retry(error, private) else plain(text)


def _may_retry(error: Exception, private: Private) -> bool:
    offer = private.offer
    may_bet = isinstance(offer, BettingOffer) and offer.bet_to is not None and not offer.fixed
    return may_bet and (isinstance(error, AmountError) or (isinstance(error, PokerError) and error.code in AMOUNTS))


def _here(desk: Desk, interaction: Interaction) -> TableSession | None:
    try:
        return desk.here(interaction)
    except TableError:
        return None


def _store_word(error: StoreError) -> str:
    match error:
        case AlreadyDone():
            return "done"
        case Stale():
            return "stale"
        case NotEnough():
            return "not-enough"
        case _:
            return "unavailable"

