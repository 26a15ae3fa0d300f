"""Who won from whom: for hosts, who alone can tell a friend's bad luck from a second account (RELIABILITY 98)."""

from __future__ import annotations

from cogs.desk import Desk, Interaction, guild_of
from cogs.people import learn_names
from cogs.ui.flow import LINES, flow_page
from data.flow import flags
from data.newcomers import DAY, born

DAYS = 30
"""How far back is looked; and how young an account is that one looks at twice."""


async def show_flow(desk: Desk, interaction: Interaction) -> None:
    """What went from whom to whom, and winners of half a new member's chips or more, most of it from one place."""
    await desk.answers.wait(interaction)
    guild, since = guild_of(interaction), desk.now() - DAYS * DAY
    found = await desk.store.flows(guild, since)
    pointed = flags(found, max(1, desk.opening // 2), lambda member: born(member) > since)
    shown = found[:LINES]
    named = {flag.winner for flag in pointed} | {flag.source for flag in pointed}
    await learn_names(desk, guild, named | {member for flow in shown for member in (flow.loser, flow.winner)})
    await desk.answer(interaction, flow_page(found, pointed, DAYS, desk.face(interaction)))
