"""Line charts as PNG: one panel colour of its own, so that it reads on dark and light, and large text for phones.

Drawn by matplotlib, which is slow to load and to draw: call `drawn` in a thread. The same chart is drawn once.
"""

from __future__ import annotations

import importlib.util
import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT, DPI = 8.8, 4.4, 100  # 880 x 440
TEXT = 29 * 72 / DPI  # points: 29 pixels, which are 9 on a phone
PANEL, GRID, DIM, BRIGHT, GOLD = "#26282E", "#3A3D45", "#A8ACB5", "#FFFFFF", "#F0B132"
LINES = ((GOLD, "-"), ("#5DADEC", "--"), ("#7BD88F", "-."))
"""Colour and dashes of each line, so that colour is never the only difference."""

MOST_POINTS = 400
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Line:
    """What one line goes through: (place on the axis, chips); `marks`: places with free chips. Name: may be empty."""

    name: str
    points: tuple[tuple[int, int], ...]
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """One to three lines, where they started from in chips, and the words on the axes. `gap`: between thousands."""

    lines: tuple[Line, ...]
    start: int
    start_word: str
    unit: str
    gap: str


def can_draw() -> bool:
    """Whether matplotlib is installed; everything else works without it."""
    return importlib.util.find_spec("matplotlib") is not None


def thinned(points: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """At most so many points, among them the first, the last, the lowest and the highest."""
    if len(points) <= MOST_POINTS:
        return points
    step = -(-len(points) // MOST_POINTS)
    extremes = {0, len(points) - 1, _lowest(points), max(range(len(points)), key=lambda place: points[place][1])}
    return tuple(point for place, point in enumerate(points) if place % step == 0 or place in extremes)


@lru_cache(maxsize=64)
def drawn(chart: Chart) -> bytes:
    """The PNG. Raises ImportError without matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 -- slow, and may be missing
    from matplotlib.figure import Figure  # noqa: PLC0415 -- same

    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor=PANEL)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.19, 0.2, 0.58, 0.74), facecolor=PANEL)
    _frame(axes, chart)
    for line, (colour, dashes) in zip(chart.lines, LINES, strict=False):
        _draw(axes, line, colour, dashes)
    if len(chart.lines) == 1:
        _lone(axes, chart.lines[0], chart)
    _name_ends(axes, chart)
    file = io.BytesIO()
    canvas.print_png(file)
    return file.getvalue()


def _frame(axes: Axes, chart: Chart) -> None:
    """Three lines across, whole places below, the dashed start."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415 -- same

    axes.yaxis.set_major_locator(MaxNLocator(nbins=3, integer=True))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=4, integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda chips, _: _number(chips, chart.gap)))
    axes.tick_params(colors=DIM, labelsize=TEXT, length=0, pad=6)
    axes.grid(axis="y", color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(GRID)
    axes.set_xlabel(chart.unit, color=DIM, fontsize=TEXT, labelpad=0)
    axes.axhline(chart.start, color=DIM, linewidth=1.2, dashes=(6, 5), zorder=1)
    lows = [chips for line in chart.lines for _, chips in line.points] + [chart.start]
    room = max((max(lows) - min(lows)) * 0.22, 2)
    axes.set_ylim(min(lows) - room, max(lows) + room)


def _draw(axes: Axes, line: Line, colour: str, dashes: str) -> None:
    places, chips = zip(*line.points, strict=True)
    axes.plot(places, chips, color=colour, linestyle=dashes, linewidth=3, solid_capstyle="round", zorder=3)
    axes.plot(places[-1:], chips[-1:], "o", color=colour, markersize=9, zorder=4, clip_on=False)
    marked = [(place, amount) for place, amount in line.points if place in line.marks]
    if marked:
        axes.plot(*zip(*marked, strict=True), "D", color=BRIGHT, markeredgecolor=PANEL, markersize=9, zorder=6)


def _lone(axes: Axes, line: Line, chart: Chart) -> None:
    """One line alone has room for its lowest value, its surface, and what the dashed line is."""
    places, chips = zip(*line.points, strict=True)
    axes.fill_between(places, chips, chart.start, color=GOLD, alpha=0.15, linewidth=0, zorder=2)
    lowest = _lowest(line.points)
    if lowest not in (0, len(chips) - 1):
        where = (places[lowest], chips[lowest])
        axes.plot(*where, "o", color=PANEL, markeredgecolor=GOLD, markeredgewidth=2.5, markersize=9, zorder=4)
        _write(axes, _number(chips[lowest], chart.gap), where, (0, -14), ha="center", va="top")
    if chart.start_word and chips[-1] != chart.start:
        side = "top" if chips[-1] > chart.start else "bottom"
        word = f"{_number(chart.start, chart.gap)} {chart.start_word}"
        _write(axes, word, (places[-1], chart.start), (0, -5 if side == "top" else 5), ha="right", va=side, color=DIM)


def _name_ends(axes: Axes, chart: Chart) -> None:
    """Each line's last value, and whose it is, to the right of it; moved apart where they would overlap."""
    low, high = axes.get_ylim()
    step = (high - low) * 0.11 * (2 if len(chart.lines) > 1 else 1)
    ends = sorted((line.points[-1][1], place) for place, line in enumerate(chart.lines))
    at = float("-inf")
    for chips, place in ends:
        at = min(max(chips, at + step), high)
        line, colour = chart.lines[place], LINES[place][0]
        words = f"{line.name}\n{_number(chips, chart.gap)}" if line.name else _number(chips, chart.gap)
        last = max(each.points[-1][0] for each in chart.lines)
        size = TEXT if line.name else TEXT * 1.25
        shade = colour if line.name else BRIGHT
        _write(axes, words, (last, at), (14, 0), ha="left", va="center", color=shade, fontsize=size, fontweight="bold")


def _write(axes: Axes, text: str, where: tuple[float, float], offset: tuple[int, int], **look: str | float) -> None:
    free: dict[str, Any] = {"annotation_clip": False, "parse_math": False, "zorder": 5}
    axes.annotate(
        text, where, xytext=offset, textcoords="offset points", **{**free, "color": BRIGHT, "fontsize": TEXT, **look}
    )


def _number(chips: float, gap: str) -> str:
    text = f"{abs(round(chips)):,}".replace(",", gap)
    return MINUS + text if chips <= -0.5 else text


def _lowest(points: tuple[tuple[int, int], ...]) -> int:
    return min(range(len(points)), key=lambda place: points[place][1])
