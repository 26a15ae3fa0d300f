"""Who won from whom, as a private page."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.layout import LINE, Edge, lines, message, small
from data.flow import Flag, Flow

LINES = 12
FLAGS = 5


def flow_page(found: Sequence[Flow], pointed: Sequence[Flag], days: int, face: Face) -> ui.LayoutView:
    """Whom to look at first, then the pairs, most chips first."""
    head = lines(f"## {face.say('flow-head')}", small(face.say("flow-sub", days=days)))
    if not found:
        return message(Edge.PRIVATE, [head, face.say("flow-none")])
    marks = lines(*(_flag(flag, face) for flag in pointed[:FLAGS])) or face.say("flow-clear")
    more = len(found) - LINES
    rest = small(face.say("list-more", n=more)) if more > 0 else ""
    pairs = lines(*(_flow(flow, face) for flow in found[:LINES]))
    return message(Edge.PRIVATE, [head, marks, small(face.say("flow-means")) if pointed else "", LINE, pairs, rest])


def _flag(flag: Flag, face: Face) -> str:
    source = face.member(flag.source, BOARD_NAME) if flag.source else face.say("flow-young")
    name = face.member(flag.winner, BOARD_NAME)
    return face.say("flow-flag", name=name, percent=flag.percent, amount=flag.chips, source=source)


def _flow(flow: Flow, face: Face) -> str:
    """`**Bo** → **Anna** 240 · 31 hands`."""
    loser, winner = (face.member(member, BOARD_NAME) for member in (flow.loser, flow.winner))
    return f"**{loser}** → **{winner}** {face.number(flow.chips)} · {face.say('flow-hands', n=flow.hands)}"
