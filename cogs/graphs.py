"""From lines of figures to a chart and its words; drawing takes its time, so it is done in a thread, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cogs.desk import Desk
from cogs.ui.board import Graph
from cogs.ui.chart import Chart, Line, can_draw, drawn, thinned
from cogs.ui.face import Face
from cogs.ui.names import plain_name
from cogs.ui.words import number
from data.leaderboard import Query
from data.stats import Point

EVENINGS = 20
"""Days with play that the chart under a leaderboard shows."""

NAME = 9
_drawing = asyncio.Lock()


async def bankroll_graph(
    desk: Desk, guild: int, member: int, face: Face, most: int = EVENINGS
) -> tuple[bytes, Graph] | None:
    """All chips of a member over the last evenings; None when there is nothing to show, or no matplotlib."""
    points = (await desk.store.worth_line(guild, member))[-most:]
    if len(points) < 2 or not can_draw():
        return None
    line = evenings("", points)
    picture = await draw(Chart((line,), points[0].chips, face.say("chart-start"), face.say("chart-evening"), gap(face)))
    return picture, Graph(face.say("top-graph", n=len(points)), alt("top-graph-alt", line, face))


def evenings(name: str, points: Sequence[Point]) -> Line:
    """Points as the first, second, third ... evening."""
    marks = tuple(place for place, point in enumerate(points, 1) if point.reload)
    return Line(name, thinned(tuple((place, point.chips) for place, point in enumerate(points, 1))), marks)


def hands(name: str, points: Sequence[Point]) -> Line:
    """Net results hand by hand, from nothing."""
    return Line(name, thinned(((0, 0), *((point.at, point.chips) for point in points))))


def days(name: str, points: Sequence[Point], first: int) -> Line:
    """Net results by day; before the first day it was nothing."""
    return Line(name, thinned(((0, 0), *((point.at - first + 1, point.chips) for point in points))))


def alt(key: str, line: Line, face: Face) -> str:
    """The chart in words."""
    chips = [amount for _, amount in line.points]
    facts = {"from": chips[0], "to": chips[-1], "low": min(chips)}
    told = {name: number(face.language, amount) for name, amount in facts.items()}
    return face.say(key, n=line.points[-1][0], **told)


async def draw(chart: Chart) -> bytes:
    """The picture, from memory if it was drawn before. Raises ImportError without matplotlib."""
    async with _drawing:
        return await asyncio.to_thread(drawn, chart)


def gap(face: Face) -> str:
    """What stands between thousands."""
    return number(face.language, 1000)[1]


def label(face: Face, member: int) -> str:
    """A name that fits beside its line."""
    return plain_name(face.names.get(member) or face.say("member-unknown"), NAME)


async def net_lines(desk: Desk, query: Query, members: Sequence[int], face: Face, *, by_day: bool) -> tuple[Line, ...]:
    """A line of net results for each member who has played."""
    found = {member: await desk.store.net_line(query, member, by_day=by_day) for member in members}
    found = {member: points for member, points in found.items() if points}
    if not by_day:
        return tuple(hands(_label(face, member, members), points) for member, points in found.items())
    first = min((points[0].at for points in found.values()), default=0)
    return tuple(days(_label(face, member, members), points, first) for member, points in found.items())


async def worth_lines(desk: Desk, guild: int, members: Sequence[int], face: Face) -> tuple[Line, ...]:
    """A line of all chips for each member who has had any."""
    found = [(member, await desk.store.worth_line(guild, member)) for member in members]
    return tuple(evenings(_label(face, member, members), points) for member, points in found if points)


def _label(face: Face, member: int, members: Sequence[int]) -> str:
    return label(face, member) if len(members) > 1 else ""
