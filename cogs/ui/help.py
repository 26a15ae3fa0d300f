"""Help by task, what beats what, and what this bot is."""

from __future__ import annotations

from discord import ui

from cogs.ui.cards import text_form
from cogs.ui.face import Face
from cogs.ui.games import game_name
from cogs.ui.ids import Do
from cogs.ui.layout import LINE, Edge, lines, message, small
from cogs.ui.pages import Links
from engine.rules.cards import Cards, parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.ranking import Category

_TASKS = ("start", "cards", "act", "break", "money", "hands")
EXAMPLES: dict[Category, Cards] = {
    Category.STRAIGHT_FLUSH: parse_cards("9h8h7h6h5h"),
    Category.QUADS: parse_cards("QsQhQdQc4s"),
    Category.FULL_HOUSE: parse_cards("JcJdJs5h5c"),
    Category.FLUSH: parse_cards("AdTd8d6d3d"),
    Category.STRAIGHT: parse_cards("8s7d6h5c4s"),
    Category.TRIPS: parse_cards("7c7s7hKd2s"),
    Category.TWO_PAIR: parse_cards("AsAh9d9cJs"),
    Category.PAIR: parse_cards("KdKcQs8h4d"),
    Category.HIGH_CARD: parse_cards("AcJs9d6h3c"),
}
"""Five cards of each category, highest first: a test checks that the ranking agrees."""


def help_page(face: Face) -> ui.LayoutView:
    """What one wants to do and how, what beats what, and the rules of each game behind a select."""
    games = [(key, game_name(face, key), face.say(f"help-game-{key}")) for key in CATALOGUE]
    return message(Edge.PRIVATE, [
        lines(f"## {face.say('help-head')}", small(face.say("help-sub"))),
        lines(*(face.say(f"help-{task}") for task in _TASKS)),
        LINE,
        lines(f"**{face.say('help-beats')}**", *ranking_rows(face)),
        [Links(face).choices(Do.GAME_RULES, "help-select", games)],
    ])


def ranking_rows(face: Face) -> list[str]:
    """The nine categories, best first, each with an example."""
    return [f"{_cards(face, cards)} {face.say(f'category-{category.word}')}" for category, cards in EXAMPLES.items()]


def _cards(face: Face, cards: Cards) -> str:
    return face.emojis.cards(cards) if face.emojis.complete else text_form(cards)


def about_page(face: Face, version: str, started: float) -> ui.LayoutView:
    """What this is, what it keeps, and what the sealed deck proves and what it does not."""
    since = face.say("about-since", when=f"<t:{int(started)}:R>")
    return message(Edge.PRIVATE, [
        lines(f"## {face.say('about-head', version=version)}", small(since)),
        face.say("about-play", games=len(CATALOGUE)),
        LINE,
        lines(f"**{face.say('about-deck')}**", face.say("proof-means"), small(face.say("proof-not"))),
        LINE,
        lines(f"**{face.say('about-kept')}**", face.say("about-data")),
    ])
