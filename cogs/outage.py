"""After a long outage: what who is in the interrupted hand answers to the question that stands on the felt."""

from __future__ import annotations

from cogs.desk import Acting, Desk, Interaction
from cogs.ui.ids import Press


async def play_on(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The hand shall go on."""
    session = desk.session(press)
    await session.play_on(interaction.user.id, press.hand, interaction.id)
    await _answered(desk, interaction, press)


async def refund(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Every chip shall go back."""
    session = desk.session(press)
    await session.refund(interaction.user.id, press.hand, interaction.id)
    await _answered(desk, interaction, press)


async def _answered(desk: Desk, interaction: Interaction, press: Press) -> None:
    desk.last_act[interaction.user.id] = Acting(press.hand, press.version, desk.now())
    await desk.speaker.shown(interaction, desk.session(press))
