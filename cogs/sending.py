"""Calls to Discord outside interactions: capped in time, tried once more where that does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

T = TypeVar("T")

PATIENCE = 10
"""Seconds a call may take; discord.py alone would wait five minutes."""

UNAVAILABLE = 503  # the one server error that discord.py does not try again
MESSAGE_GONE = 10008
CHANNEL_GONE = 10003
GONE_CHANNEL = {
    CHANNEL_GONE: "deleted", 50001: "hidden", 50013: "forbidden", 50083: "archived", 160005: "archived"
}
"""Discord's codes for a channel that we cannot write in, with the word in the sentence about it."""

NOBODY = discord.AllowedMentions.none()


class Sending:
    """Messages by ids alone: nothing has to be cached or fetched."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def post(
        self, guild: int, channel: int, what: discord.ui.LayoutView | str, nonce: str, mentioned: int = 0
    ) -> int:
        """Post a drawing or plain text; returns its id. The same nonce soon after gives the first message again."""
        place = self._place(guild, channel)
        mentions = discord.AllowedMentions(users=[discord.Object(mentioned)]) if mentioned else NOBODY
        if isinstance(what, str):
            message = await calling(lambda: place.send(what, nonce=nonce, allowed_mentions=mentions))
        else:
            message = await calling(lambda: place.send(view=what, nonce=nonce, allowed_mentions=mentions))
        return message.id

    async def edit(self, guild: int, channel: int, message: int, view: discord.ui.LayoutView) -> None:
        """Replace what a message shows."""
        place = self._place(guild, channel).get_partial_message(message)
        await calling(lambda: place.edit(view=view, allowed_mentions=NOBODY))

    async def delete(self, guild: int, channel: int, message: int) -> None:
        """Delete a message; one that is gone already is as good."""
        place = self._place(guild, channel).get_partial_message(message)
        try:
            await calling(place.delete)
        except discord.NotFound:
            return

    async def open_private(self, member: int) -> int:
        """The channel of a member's private messages."""
        channel = await calling(lambda: self._client.create_dm(discord.Object(member)))
        return channel.id

    def _place(self, guild: int, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, guild_id=guild or None)


async def calling(call: Callable[[], Awaitable[T]]) -> T:
    """Await a call that may be repeated."""
    try:
        return await _once(call)
    except discord.HTTPException as error:
        if error.status != UNAVAILABLE:
            raise
    except ConnectionResetError:
        pass
    return await _once(call)


async def _once(call: Callable[[], Awaitable[T]]) -> T:
    async with asyncio.timeout(PATIENCE):
        try:
            return await call()
        except aiohttp.ClientConnectionError as error:  # discord.py lets these through
            raise ConnectionResetError(type(error).__name__) from error
