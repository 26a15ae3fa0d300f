"""Private messages: one with the cards per hand, unless the member wants the button only. No hand waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

from cogs.desk import LANGUAGE, LOOK, TEXT, Desk
from cogs.sending import Sending
from cogs.ui.panel import dm_cards
from engine.tables.ports import Outbox
from engine.tables.session import TableSession

log = logging.getLogger(__name__)

CLOSED = (50007, 50278, 40003, 10013)
"""Discord's codes for a member whom we cannot write to: closed, no common server, too many opened, gone."""

MESSAGE, BUTTON_ONLY = "dm", "button"
"""A member's setting `cards`."""

PING_PRIVATE = "dm"
"""One of the settings `ping`."""

async def open_channel(desk: Desk, sending: Sending, session: TableSession, member: int) -> None:
    """At sit-down, which is when the member asked for it: open the channel and keep its id."""
    guild = session.record.guild
    settings = await desk.store.member_settings(guild, member)
    needless = settings.get("cards") == BUTTON_ONLY and settings.get("ping") != PING_PRIVATE
    if needless or settings.get("dm"):
        return
    try:
        channel = await sending.open_private(member)
    except discord.HTTPException as error:
        await _closed(desk, session, member, error)
    else:
        await desk.store.set_member_setting(guild, member, "dm", channel)


async def deal_out(desk: Desk, sending: Sending, session: TableSession) -> None:
    """Send the cards that wait; what belongs to an earlier hand is given up."""
    waiting: Sequence[Outbox] = await desk.store.pending(session.table)
    await asyncio.gather(*(_deliver(desk, sending, session, row) for row in waiting))


async def _deliver(desk: Desk, sending: Sending, session: TableSession, row: Outbox) -> None:
    try:
        if row.kind == "cards" and row.hand == session.state.hand:
            await _send_cards(desk, sending, session, row)
    except (discord.HTTPException, TimeoutError, OSError) as error:
        log.warning("cards not sent: %s", error)
    finally:
        await desk.store.spoken(row.nonce)


async def _send_cards(desk: Desk, sending: Sending, session: TableSession, row: Outbox) -> None:
    guild = session.record.guild
    settings = await desk.store.member_settings(guild, row.member)
    channel = settings.get("dm")
    private = session.private(row.member)
    if settings.get("cards") == BUTTON_ONLY or not channel or private.view is None or private.view.over:
        return
    language = str(settings.get(LANGUAGE) or session.config.language)
    face = desk.member_face(guild, language, text=settings.get(LOOK) == TEXT)
    try:
        await sending.post(0, int(channel), dm_cards(private, face, felt_link(session)), row.nonce)
    except discord.HTTPException as error:
        await _closed(desk, session, row.member, error)


async def _closed(desk: Desk, session: TableSession, member: int, error: discord.HTTPException) -> None:
    """Closed messages: no more tries this session, and the member is told once, with his next press."""
    if error.code not in CLOSED:
        raise error
    await desk.store.set_member_setting(session.record.guild, member, "dm", None)
    desk.whispers[member] = ("dm-closed", {})


def felt_link(session: TableSession) -> str:
    """Where the felt stands."""
    record, message = session.record, session.note("felt")
    return f"https://discord.com/channels/{record.guild}/{record.channel}/{message or ''}".rstrip("/")
