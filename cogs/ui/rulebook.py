"""The rules to read, made from what is played: the script of a game, its house rules, and a page for each topic.

Nothing here is a second truth: steps are told from the script as the table agreed on it, and what tables may differ in
is told from the house rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from discord import ui

from cogs.ui.face import Face
from cogs.ui.games import extras, game_name, limit_words
from cogs.ui.help import ranking_rows
from cogs.ui.house import changed, concerns, rule_line
from cogs.ui.ids import Do
from cogs.ui.layout import LINE, Block, Edge, lines, message, small
from cogs.ui.pages import Links
from cogs.ui.words import capital, listed
from engine.rules.cards import FULL_DECK
from engine.rules.conflicts import LEAST_SEATS, seat_limit
from engine.rules.house import FirstAfterDraw, HouseRules
from engine.rules.stakes import Limit, Stakes
from engine.rules.steps import Bet, Board, Deal, Discard, Draw, Opens, Post, Share, Size, Step
from engine.rules.variants import Variant, agreed
from engine.tables.config import Game
from engine.tables.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Topic:
    """What tables may differ in on a topic, and the game whose rules are told where none is played here."""

    game: str
    fields: tuple[str, ...] = ()


TOPICS: dict[str, Topic] = {
    "ranks": Topic("holdem"),
    "limits": Topic("holdem", ("max_raises", "heads_up_uncapped", "min_raise", "check_raise", "nl_naming")),
    "allin": Topic("holdem", ("fl_allin_reopen", "fl_allin_counts", "table_all_in_hands", "max_runs")),
    "odd": Topic("holdem", ("odd_chip",)),
    "jacks": Topic(
        "jacks_or_better", ("openers_minimum", "open_for_raise", "split_announcement", "round_check", "reante_limit")
    ),
    "false_openers": Topic("jacks_or_better", ("opener_check", "false_opener_extra_bets")),
    "stud": Topic("stud7", ("open_pair",)),
    "hilo": Topic("omaha8", ("hilo_identical",)),
    "draw": Topic(
        "five_card_draw", ("draws", "max_draw", "seven_handed_max_two", "first_after_draw", "big_bet_from_round")
    ),
    "showdown": Topic("holdem", ("showdown",)),
    "floor": Topic("holdem", ("burn", "dealer", "dealer_errors", "four_card_flop")),
    "table": Topic("holdem", ("dead_button", "newcomers")),
    "fairness": Topic("holdem"),
}
"""Every house rule stands under one topic; a test checks it."""


def usual_game(key: str) -> Game:
    """A game at its usual stakes, by its own house rules."""
    return next(preset.games[0] for preset in PRESETS if preset.games[0].key == key and not preset.mix)


# One game


def game_page(game: Game, face: Face, *, here: bool) -> ui.LayoutView:
    """How a hand of the game goes and by which house rules. `here`: as the table in this channel plays it."""
    variant, house = game.variant, game.house
    terms = f"{limit_words(face, game.stakes)}{extras(face, game.stakes)}"
    seats = face.say("rules-seats", least=LEAST_SEATS, most=seat_limit(variant, house))
    deck = "" if variant.deck == FULL_DECK else face.say("rules-deck", n=len(variant.deck))
    limits = [face.say(f"limit-word-{each}") for each in variant.limits]
    played = face.say("rules-limits", limits=listed(face.language, limits))
    return message(Edge.PRIVATE, [
        lines(f"## {game_name(face, game.key)}", small(face.say("rules-here" if here else "rules-usual", terms=terms))),
        lines(*(f"{number}. {step}" for number, step in enumerate(steps(game, face), 1))),
        small(" ".join(part for part in (seats, played, deck) if part)),
        LINE,
        lines(f"**{face.say('rules-house')}**", *house_lines(game, face)),
        [Links(face).choices(Do.TOPIC, "rules-select", topic_options(face))],
    ])


def house_lines(game: Game, face: Face) -> list[str]:
    """The house rules that mean something in this game; those that differ from its usual ones are bold."""
    different = changed(game)
    found = [each.name for each in fields(HouseRules) if concerns(game.variant, game.stakes.limit, each.name)]
    told = [(field, rule_line(face, field, getattr(game.house, field))) for field in found]
    return [f"- **{text}**" if field in different else f"- {text}" for field, text in told]


def steps(game: Game, face: Face) -> list[str]:
    """The script in sentences, as agreed at the table."""
    script = agreed(game.variant, game.house)
    told = (_step(step, game, face) for step in script)
    return [*(capital(text) for text in told if text), capital(_showdown(game.variant, face))]


def _step(step: Step, game: Game, face: Face) -> str:
    match step:
        case Post():
            return face.say("rules-post", posts=listed(face.language, list(_posts(game.stakes, face))))
        case Deal():
            return _burned(_deal(step, face), face, burn=step.burn)
        case Board(cards, burn):
            return _burned(face.say("rules-board", n=cards), face, burn=burn)
        case Draw(up_to=up_to, burn=burn):
            return _burned(face.say("rules-draw", n=up_to), face, burn=burn)
        case Discard(exactly):
            return face.say("rules-discard", n=exactly)
        case Bet():
            return _bet(step, game, face)
        case _:
            return ""


def _posts(stakes: Stakes, face: Face) -> Iterator[str]:
    if stakes.ante:
        yield face.say("rules-post-ante")
    if stakes.bb_ante or stakes.button_ante:
        yield face.say("rules-post-shared")
    if stakes.blinds:
        yield face.say("rules-post-blinds", n=len(stakes.blinds))
    if stakes.button_blind:
        yield face.say("rules-post-button")


def _deal(step: Deal, face: Face) -> str:
    if step.may_share:
        return face.say("rules-deal-share", n=step.down)
    kind = "both" if step.down and step.up else "up" if step.up else "down"
    return face.say(f"rules-deal-{kind}", down=step.down, up=step.up)


def _burned(text: str, face: Face, *, burn: bool) -> str:
    return face.say("rules-burned", what=text) if burn else text


def _bet(step: Bet, game: Game, face: Face) -> str:
    big = game.stakes.limit is Limit.FIXED and step.size is Size.BIG
    notes = {"rules-big": big, "rules-openers": step.openers, "rules-pass-in": step.may_pass_in}
    said = [face.say(f"rules-bet-{_first(step, game)}"), *(face.say(key) for key, holds in notes.items() if holds)]
    return "; ".join(said)


def _first(step: Bet, game: Game) -> str:
    """Who speaks first, where house rules or the lack of blinds decide it."""
    if step.opens is Opens.OPENER and game.house.first_after_draw is FirstAfterDraw.LEFT_OF_BUTTON:
        return Opens.LEFT_OF_BUTTON.value
    no_blinds = not (game.stakes.blinds or game.stakes.button_blind)
    return Opens.LEFT_OF_BUTTON.value if step.opens is Opens.AFTER_BLINDS and no_blinds else step.opens.value


def _showdown(variant: Variant, face: Face) -> str:
    hands = [_hand(share, face) for share in variant.pays]
    if variant.is_hilo:
        return face.say("rules-split", high=hands[0], low=hands[1])
    return face.say("rules-win", hand=hands[0])


def _hand(share: Share, face: Face) -> str:
    hand = face.say(f"rules-ranking-{share.ranking.name}")
    return hand if share.hole is None else face.say("rules-hole", hand=hand, n=share.hole, board=5 - share.hole)


# Topics


def topic_options(face: Face) -> list[tuple[str, str, str]]:
    """Value, title, description of each topic, for a select."""
    return [(key, face.say(f"topic-{key}"), "") for key in TOPICS]


def topic_page(key: str, face: Face, here: Game | None) -> ui.LayoutView:
    """What holds everywhere, then how this table (or the usual game) answers what tables differ in."""
    topic = TOPICS[key]
    game = _told_by(topic, here)
    answers = [f"- {rule_line(face, field, getattr(game.house, field))}" for field in topic.fields]
    name = game_name(face, game.key)
    title = face.say("topic-here", game=name) if game is here else face.say("topic-usual", game=name)
    return message(Edge.PRIVATE, [
        f"## {face.say(f'topic-{key}')}",
        lines(*ranking_rows(face)) if key == "ranks" else "",
        face.say(f"topic-{key}-text"),
        *_answers(title, answers),
        [Links(face).choices(Do.TOPIC, "rules-select", topic_options(face), key)],
    ])


def _answers(title: str, answers: list[str]) -> list[Block]:
    return [LINE, lines(f"**{title}**", *answers)] if answers else []


def _told_by(topic: Topic, here: Game | None) -> Game:
    """The table's own game where the topic concerns it."""
    limit = here.stakes.limit if here else Limit.NO
    if here and any(concerns(here.variant, limit, field) for field in topic.fields):
        return here
    return usual_game(topic.game)
