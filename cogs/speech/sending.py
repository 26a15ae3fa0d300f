"""Calls to Discord outside interactions: capped in time, tried once more where that does no harm, and never in vain."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

import aiohttp
import discord

from cogs.speech.gate import Gate, Need
from cogs.speech.verdicts import NotNow, Then, Verdict, verdict
from cogs.ui.drawing import marks
from data.recent import Recent

T = TypeVar("T")

UNAVAILABLE = 503  # the one server error that discord.py does not try again

PROBE = 10.0
"""Seconds at least between two tries to get into a channel that is shut."""

NOBODY = discord.AllowedMentions.none()


class Sending:
    """Messages by ids alone: nothing has to be cached or fetched.

    shut: channels that nothing gets into, and when that was found out (UTC seconds); not a call goes there until
    somebody takes them out (RELIABILITY 45). barred: is told of each.
    """

    def __init__(self, client: discord.Client, gate: Gate, barred: Callable[[int, Verdict], None]) -> None:
        self._client, self._gate, self._barred = client, gate, barred
        self.shut: Recent[int, float] = Recent()

    @property
    def is_busy(self) -> bool:
        """Whether so much is sent that what can wait had better wait."""
        return self._gate.pace.is_busy

    async def post(
        self, guild: int, channel: int, what: discord.ui.LayoutView | str, nonce: str,
        mentioned: Sequence[int] = (), need: Need = Need.TURN,
    ) -> int:
        """Post a drawing or plain text; returns its id. Of members only the `mentioned` are notified.

        The same nonce within a few minutes gives the first message again, even if it was deleted meanwhile.
        """
        place = self._place(guild, channel)
        users = [discord.Object(each) for each in mentioned]
        mentions = discord.AllowedMentions(users=users) if users else NOBODY
        if isinstance(what, str):
            send = lambda: place.send(what, nonce=nonce, allowed_mentions=mentions)  # noqa: E731 - two of a kind
        else:
            send = lambda: place.send(view=what, nonce=nonce, allowed_mentions=mentions)  # noqa: E731
        message = await self._through(guild, channel, need, send, is_post=True)
        return message.id

    async def edit(
        self, guild: int, channel: int, message: int, view: discord.ui.LayoutView, need: Need = Need.TURN
    ) -> None:
        """Replace what a message shows."""
        place = self._place(guild, channel).get_partial_message(message)
        await self._through(guild, channel, need, lambda: place.edit(view=view, allowed_mentions=NOBODY))

    async def delete(self, guild: int, channel: int, message: int) -> None:
        """Delete a message; one that is gone already is as good."""
        place = self._place(guild, channel).get_partial_message(message)
        try:
            await self._through(guild, channel, Need.EXTRA, place.delete)
        except discord.NotFound:
            return

    async def look(self, guild: int, channel: int, message: int) -> frozenset[str]:
        """The custom_ids of the controls that a message really shows."""
        place = self._place(guild, channel).get_partial_message(message)
        self._check(channel, Need.EXTRA)
        found = await self._calling(Need.EXTRA, place.fetch)
        return marks([part.to_dict() for part in found.components])

    async def look_on(self, guild: int, channel: int, message: int) -> frozenset[str]:
        """The custom_ids on a message and on ours of the hundred from it on: one call."""
        place = self._place(guild, channel)
        self._check(channel, Need.TURN)
        since = discord.Object(message - 1)
        found = await self._calling(Need.TURN, lambda: _listed(place.history(limit=100, after=since)))
        own = [each for each in found if self._client.user and each.author.id == self._client.user.id]
        return marks([part.to_dict() for each in own for part in each.components])

    async def ask(self, call: Callable[[], Awaitable[T]]) -> T:
        """Anything else that play depends on: who somebody is, whether a server is still there."""
        self._gate.check(Need.TURN)
        return await self._calling(Need.TURN, call)

    async def open_private(self, member: int) -> int:
        """The channel of a member's private messages."""
        self._gate.check(Need.CARDS)
        channel = await self._calling(Need.CARDS, lambda: self._client.create_dm(discord.Object(member)))
        return channel.id

    def _place(self, guild: int, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, guild_id=guild or None)

    def _check(self, channel: int, need: Need) -> None:
        if channel in self.shut:
            raise NotNow(PROBE)
        self._gate.check(need)

    async def _through(
        self, guild: int, channel: int, need: Need, call: Callable[[], Awaitable[T]], *, is_post: bool = False
    ) -> T:
        self._check(channel, need)
        try:
            return await self._calling(need, call)
        except discord.HTTPException as error:
            found = verdict(error)
            is_locked = is_post and found.then is Then.ANEW and bool(found.word)  # a new message would have opened it
            if guild and (is_locked or found.then in (Then.SHUT, Then.GONE)):
                self.shut[channel] = self._gate.now()
                self._barred(channel, found)
            raise

    async def _calling(self, need: Need, call: Callable[[], Awaitable[T]]) -> T:
        """Await a call that may be repeated."""
        try:
            return await self._once(need, call)
        except discord.HTTPException as error:
            if error.status != UNAVAILABLE:
                raise
        except ConnectionResetError:
            pass
        return await self._once(need, call)

    async def _once(self, need: Need, call: Callable[[], Awaitable[T]]) -> T:
        await self._gate.room(need)
        async with self._gate.patience():
            try:
                return await call()
            except aiohttp.ClientConnectionError as error:  # discord.py lets these through
                raise ConnectionResetError(type(error).__name__) from error
            except discord.RateLimited as error:
                raise NotNow(error.retry_after) from error


async def _listed(messages: AsyncIterator[discord.Message]) -> list[discord.Message]:
    return [message async for message in messages]
