"""What a table is told after a restored backup."""

from __future__ import annotations

from discord import ui

from cogs.ui.face import Face
from cogs.ui.layout import lines, plain
from cogs.ui.lobby import duration
from data.epochs import Epoch


def restored_note(epoch: Epoch, face: Face, *, refunded: bool) -> ui.LayoutView:
    """From when to when everything is lost, and what became of the hand that ran at the first of these moments."""
    span = {"since": f"<t:{int(epoch.made)}:f>", "until": f"<t:{int(epoch.at)}:f>"}
    gap = duration(face, epoch.at - epoch.made)
    hand = face.say("restored-refunded") if refunded else ""
    return plain(lines(f"**{face.say('restored-head')}**", face.say("restored-gap", gap=gap, **span), hand))
