"""The one door for answers to interactions: one after the other, capped in time, never on a dead token, and counted.

Discord takes one first answer within three seconds, and more for a quarter of an hour (DISCORD 4). What was done stands
whether or not its answer arrives, so an answer that is lost raises nothing. No other file calls Discord for an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that an answer may take (RELIABILITY 37); discord.py alone would wait five minutes."""

LIFE = 15 * 60
"""Seconds for which Discord takes answers to an interaction (RELIABILITY 35)."""

TOO_LATE, TAKEN = 10062, 40060
"""Discord's codes for an interaction that waited too long, and for one that somebody has answered."""

DEAD = (TOO_LATE, 10015, 50027)
MESSAGE_GONE = 10008
"""Codes of a token that is worth nothing any more, and of a pressed message that somebody has deleted."""

SERVER_ERROR = 500

UNSENT = (discord.HTTPException, discord.RateLimited, aiohttp.ClientConnectionError, OSError, TimeoutError)
"""What a call to Discord can fail with."""

WINDOW = 300.0
ALARM = 10
"""So many answers lost to somebody else or to time within so many seconds: two programs share the token, or this one
stands still for seconds (RELIABILITY 17)."""

_LOCK, _SEEN, _ANSWERED, _OVER = "lock", "seen", "answered", "over"
"""What is kept with an interaction, in its `extras`."""


@dataclass(slots=True)
class Answers:
    """Every method is one answer; true if Discord took it. Raises only what is a fault of ours, such as a bad body.

    now: UTC seconds. lost: when answers were too late or taken, within the last WINDOW.
    """

    now: Callable[[], float]
    lost: deque[float] = field(default_factory=deque)
    _alarmed: float = float("-inf")

    # What can be said

    async def message(self, interaction: Interaction, view: discord.ui.LayoutView, *, public: bool = False) -> int:
        """A new message, private unless said otherwise: its id, 0 if it was lost."""

        async def send() -> int:
            if self.is_answered(interaction):
                return (await interaction.followup.send(view=view, ephemeral=not public, wait=True)).id
            return int((await interaction.response.send_message(view=view, ephemeral=not public)).message_id or 0)

        return await self._give(interaction, send) or 0

    async def edit(
        self, interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> bool:
        """The pressed message, or the one that was promised, becomes this. `files` None: its files stay."""
        attached: Any = {} if files is None else {"attachments": files}

        async def send() -> bool:
            if self.is_answered(interaction):
                await interaction.edit_original_response(view=view, **attached)
            else:
                await interaction.response.edit_message(view=view, **attached)
            return True

        return await self._give(interaction, send) or False

    async def wait(self, interaction: Interaction, *, promised: bool = False, public: bool = False) -> bool:
        """Silence; for a command, or where one is promised, a message that is still to come, mostly a private one."""
        new = promised or interaction.type is discord.InteractionType.application_command

        async def send() -> bool:
            if not self.is_answered(interaction):
                await interaction.response.defer(ephemeral=new and not public, thinking=new)
            return True

        return await self._give(interaction, send) or False

    async def form(self, interaction: Interaction, form: discord.ui.Modal) -> bool:
        """A form to fill in: only as the first answer."""

        async def send() -> bool:
            await interaction.response.send_modal(form)
            return True

        return await self._give(interaction, send) or False

    async def file(self, interaction: Interaction, text: str, file: discord.File) -> bool:
        """A private file under a sentence, after the interaction was told to wait."""

        async def send() -> bool:
            await interaction.followup.send(text, file=file, ephemeral=True)
            return True

        return await self._give(interaction, send) or False

    async def suggest(self, interaction: Interaction, choices: Sequence[app_commands.Choice[Any]]) -> bool:
        """What could be typed on."""

        async def send() -> bool:
            await interaction.response.autocomplete(choices)
            return True

        return await self._give(interaction, send) or False

    async def withdraw(self, interaction: Interaction) -> bool:
        """The answer goes away."""

        async def send() -> bool:
            await interaction.delete_original_response()
            return True

        return await self._give(interaction, send) or False

    # How

    def seen(self, interaction: Interaction) -> None:
        """The interaction has come; from now on its token ages."""
        interaction.extras.setdefault(_SEEN, self.now())

    def is_seen(self, interaction: Interaction) -> bool:
        """Whether somebody here works on it."""
        return _SEEN in interaction.extras

    def is_answered(self, interaction: Interaction) -> bool:
        """Whether there was a first answer, by us or by somebody else."""
        return interaction.response.is_done() or _ANSWERED in interaction.extras

    def is_over(self, interaction: Interaction) -> bool:
        """Whether Discord takes no answer any more."""
        return _OVER in interaction.extras or self.now() - interaction.extras.get(_SEEN, self.now()) >= LIFE

    async def _give(self, interaction: Interaction, send: Callable[[], Awaitable[T]]) -> T | None:
        """One call at a time, so that a second answer knows of the first. None for one that was lost."""
        self.seen(interaction)
        async with interaction.extras.setdefault(_LOCK, asyncio.Lock()):
            if self.is_over(interaction):
                log.info("nobody can be answered any more")
                return None
            try:
                async with asyncio.timeout(PATIENCE):
                    return await send()
            except (*UNSENT, discord.InteractionResponded) as error:
                self._lose(interaction, error)
                return None

    def _lose(self, interaction: Interaction, error: Exception) -> None:
        """An answer did not arrive. Raises an error that is not about arriving."""
        if not is_lost(error):
            raise error
        code = TAKEN if isinstance(error, discord.InteractionResponded) else getattr(error, "code", 0)
        log.info("an answer was lost: %s %s", type(error).__name__, code)
        if code == TAKEN or code in DEAD:
            interaction.extras[_ANSWERED if code == TAKEN else _OVER] = True
        if code in (TAKEN, TOO_LATE):
            self._count()

    def _count(self) -> None:
        now = self.now()
        self.lost.append(now)
        if self.recently >= ALARM and now - self._alarmed >= WINDOW:
            self._alarmed = now
            log.error(
                "another instance answers, or this one stands still: %d answers lost within %d seconds",
                self.recently, WINDOW,
            )

    @property
    def recently(self) -> int:
        """How many answers were too late or taken within the last WINDOW."""
        while self.lost and self.lost[0] <= self.now() - WINDOW:
            self.lost.popleft()
        return len(self.lost)


def is_lost(error: BaseException) -> bool:
    """Whether only the call failed: by a broken line, a limit, Discord's own fault, or because it came too late."""
    if isinstance(error, discord.HTTPException):
        return error.code in (TAKEN, MESSAGE_GONE, *DEAD) or error.status >= SERVER_ERROR
    return isinstance(error, (*UNSENT, discord.InteractionResponded))
