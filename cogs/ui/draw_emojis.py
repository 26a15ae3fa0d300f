"""Draws the 59 emojis: 52 cards in four colours and seven marks, 128 px, legible at 17 px on dark and light."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from functools import partial

from PIL import Image, ImageDraw, ImageFont

from cogs.ui.cards import EMOJI_NAMES, MARKS, card_name, rank_text
from engine.rules.cards import FULL_DECK, Card

SIZE, SCALE = 128, 4  # drawn four times as large and reduced
INK = {"s": "#111827", "h": "#CE1126", "d": "#1457D9", "c": "#067A3E"}
WHITE, EDGE, YELLOW, DARK, RED, BLUE, GREY = "#FFFFFF", "#475060", "#FBB829", "#111827", "#CE1126", "#2F5D8C", "#8A929E"
CARD = (11, 1, 117, 127)  # 106 x 126
RADIUS, EDGE_WIDTH = 17, 5
RANK_HIGH, SUIT_HIGH = 58, 50
RANK_WIDE = 88  # the 10 is drawn in a condensed face and must fit
FONTS = {False: "DejaVuSans-Bold.ttf", True: "DejaVuSansCondensed-Bold.ttf"}

Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Draw = Callable[[ImageDraw.ImageDraw], None]


def drawn() -> dict[str, bytes]:
    """All emojis as PNG by name."""
    pictures = {card_name(card): _png(partial(_card, card)) for card in FULL_DECK}
    pictures.update({name: _png(_DRAWN[name]) for name in MARKS})
    return {name: pictures[name] for name in EMOJI_NAMES}


def _png(draw: Draw) -> bytes:
    image = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE))
    draw(ImageDraw.Draw(image))
    out = io.BytesIO()
    image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _at(*numbers: float) -> list[float]:
    return [number * SCALE for number in numbers]


def _points(*points: Point) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]


def _blank(pen: ImageDraw.ImageDraw, fill: str | None = WHITE, edge: str = EDGE) -> None:
    pen.rounded_rectangle(_at(*CARD), RADIUS * SCALE, fill, edge, EDGE_WIDTH * SCALE)


# Cards


def _card(card: Card, pen: ImageDraw.ImageDraw) -> None:
    rank, suit = card[0], card[1]
    _blank(pen)
    _word(pen, rank_text(rank), (64, 10 + RANK_HIGH / 2), RANK_HIGH, INK[suit], RANK_WIDE)
    _SUITS[suit](pen, 64, 121 - SUIT_HIGH / 2, SUIT_HIGH, INK[suit])


def _word(pen: ImageDraw.ImageDraw, text: str, middle: Point, high: float, ink: str, wide: float) -> None:
    """Text whose ink is so many pixels high, and not wider than told, around a point."""
    font = _font(text, high * SCALE, wide * SCALE)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    x, y = middle[0] * SCALE - (left + right) / 2, middle[1] * SCALE - (top + bottom) / 2
    pen.text((x, y), text, ink, font)


def _font(text: str, high: float, wide: float) -> Font:
    narrow = len(text) > 1
    sample = _load(narrow, 100)
    left, top, right, bottom = sample.getbbox(text)
    size = min(high * 100 / (bottom - top), wide * 100 / (right - left))
    return _load(narrow, int(size))


def _load(narrow: bool, size: int) -> Font:
    """DejaVu where the machine has it, else the face that comes with Pillow."""
    try:
        return ImageFont.truetype(FONTS[narrow], size)
    except OSError:
        return ImageFont.load_default(size)


def _diamond(pen: ImageDraw.ImageDraw, x: float, y: float, high: float, ink: str) -> None:
    up, side = high / 2, high * 0.4
    pen.polygon(_points((x, y - up), (x + side, y), (x, y + up), (x - side, y)), ink)


def _lobes(pen: ImageDraw.ImageDraw, centres: tuple[Point, ...], radius: float, ink: str) -> None:
    for x, y in centres:
        pen.ellipse(_at(x - radius, y - radius, x + radius, y + radius), ink)


def _heart(pen: ImageDraw.ImageDraw, x: float, y: float, high: float, ink: str) -> None:
    pen.polygon(_points(*((x + dx * high, y + dy * high) for dx, dy in _heart_line())), ink)


def _heart_line() -> list[Point]:
    """The classic heart curve, one unit high."""
    angles = [math.tau * step / 72 for step in range(72)]
    return [(16 * math.sin(a) ** 3 / 30, (-_height(a) - 2.5) / 29) for a in angles]


def _height(a: float) -> float:
    return 13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)


def _spade(pen: ImageDraw.ImageDraw, x: float, y: float, high: float, ink: str) -> None:
    body = 0.82 * high
    pen.polygon(_points(*((x + dx * body, y - 0.09 * high - dy * body) for dx, dy in _heart_line())), ink)
    _stem(pen, x, y, high, ink)


def _club(pen: ImageDraw.ImageDraw, x: float, y: float, high: float, ink: str) -> None:
    radius = 0.235 * high
    centres = ((x, y - high / 2 + radius), (x - 0.25 * high, y + 0.1 * high), (x + 0.25 * high, y + 0.1 * high))
    _lobes(pen, centres, radius, ink)
    _lobes(pen, ((x, y),), 0.13 * high, ink)
    _stem(pen, x, y, high, ink)


def _stem(pen: ImageDraw.ImageDraw, x: float, y: float, high: float, ink: str) -> None:
    foot = y + high / 2
    pen.polygon(_points((x, y), (x + 0.2 * high, foot), (x - 0.2 * high, foot)), ink)


_SUITS = {"s": _spade, "h": _heart, "d": _diamond, "c": _club}


# Marks


def _back(pen: ImageDraw.ImageDraw) -> None:
    _blank(pen)
    pen.rounded_rectangle(_at(21, 11, 107, 117), 8 * SCALE, BLUE)
    for step in range(-96, 97, 16):
        for slope in (1, -1):
            _line_within(pen, step, slope)


def _line_within(pen: ImageDraw.ImageDraw, step: float, slope: int) -> None:
    """A stroke of the lattice, cut to the inner field."""
    top, bottom = 15, 113
    ends = [(64 + step + slope * (y - 64), y) for y in (top, bottom)]
    inside = [(min(max(x, 25), 103), y) for x, y in ends]
    clipped = [
        (x, y if x == end[0] else 64 + slope * (x - 64 - step)) for (x, y), end in zip(inside, ends, strict=True)
    ]
    if all(top <= y <= bottom for _, y in clipped):
        pen.line(_points(*clipped), "#8FB4D9", 3 * SCALE)


def _dealer(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse(_at(6, 6, 122, 122), WHITE, EDGE, EDGE_WIDTH * SCALE)
    pen.ellipse(_at(16, 16, 112, 112), None, "#B6BDC7", 3 * SCALE)
    _word(pen, "D", (64, 64), 56, DARK, 70)


def _chip(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse(_at(4, 4, 124, 124), RED, EDGE, 3 * SCALE)
    for turn in range(0, 360, 45):
        pen.pieslice(_at(6, 6, 122, 122), turn - 11, turn + 11, WHITE)
    pen.ellipse(_at(24, 24, 104, 104), WHITE)
    pen.ellipse(_at(30, 30, 98, 98), RED)
    _spade(pen, 64, 64, 44, WHITE)


def _to_act(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse(_at(4, 4, 124, 124), YELLOW, "#8A5A00", 4 * SCALE)
    pen.polygon(_points((48, 34), (98, 64), (48, 94)), DARK)


def _opener(pen: ImageDraw.ImageDraw) -> None:
    pen.rounded_rectangle(_at(4, 24, 124, 104), 14 * SCALE, YELLOW, "#8A5A00", 4 * SCALE)
    _word(pen, "JJ", (64, 64), 48, DARK, 80)


def _all_in(pen: ImageDraw.ImageDraw) -> None:
    pen.rounded_rectangle(_at(1, 24, 127, 104), 16 * SCALE, RED, "#7A0A17", 4 * SCALE)
    _word(pen, "ALL", (64, 64), 44, WHITE, 104)


def _folded(pen: ImageDraw.ImageDraw) -> None:
    pen.rounded_rectangle(_at(26, 8, 102, 120), 14 * SCALE, None, GREY, 7 * SCALE)
    pen.line(_points((42, 100), (86, 28)), GREY, 7 * SCALE)


_DRAWN: dict[str, Draw] = {
    "card_back": _back,
    "dealer_button": _dealer,
    "chip": _chip,
    "to_act": _to_act,
    "opener": _opener,
    "all_in": _all_in,
    "folded": _folded,
}
