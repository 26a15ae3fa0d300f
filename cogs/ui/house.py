"""House rules in plain words: one sentence for each field and value of the HouseRules type."""

from __future__ import annotations

from dataclasses import fields

from discord import ui

from cogs.ui.face import Face
from cogs.ui.games import terms
from cogs.ui.layout import LINE, Block, Edge, lines, message, small
from cogs.ui.words import has
from engine.rules.house import Dealer, HouseRules, OpenerCheck, RoundCheck
from engine.rules.stakes import Limit
from engine.rules.variants import Variant
from engine.tables.config import Game

_ALWAYS = {"odd_chip", "showdown", "table_all_in_hands", "dealer", "newcomers"}
_LIMITED = {"max_raises", "heads_up_uncapped"}  # fixed and spread limit
_FIXED = {"fl_allin_reopen", "fl_allin_counts"}
_UNLIMITED = {"min_raise", "nl_naming"}  # pot and no limit
_DRAW = {"draws", "max_draw", "seven_handed_max_two", "first_after_draw", "round_check", "big_bet_from_round"}
_OPENERS = {
    *("openers_minimum", "opener_check", "false_opener_extra_bets", "open_for_raise"),
    *("split_announcement", "reante_limit"),
}


def rule_line(face: Face, field: str, value: object) -> str:
    """What one house rule says, as a sentence."""
    if value is None:
        return face.say(f"house-{field}-none")
    if isinstance(value, bool):
        return face.say(f"house-{field}-{'yes' if value else 'no'}")
    if isinstance(value, int):
        zero = not value and has(f"house-{field}-zero")
        return face.say(f"house-{field}-zero") if zero else face.say(f"house-{field}-n", n=value)
    if field == "openers_minimum":
        return face.say("house-openers_minimum-rank", rank=face.say(f"rank-{value}-many"))
    return face.say(f"house-{field}-{value}")


def rule_name(face: Face, field: str) -> str:
    """What a house rule is about, for lists and autocomplete."""
    return face.say(f"house-{field}")


def concerns(variant: Variant, limit: Limit, field: str) -> bool:
    """Whether a house rule means anything in this game."""
    groups = (
        (_ALWAYS, True),
        (_LIMITED, limit in (Limit.FIXED, Limit.SPREAD)),
        (_FIXED, limit is Limit.FIXED),
        (_UNLIMITED, limit in (Limit.POT, Limit.NO)),
        (_DRAW, variant.has_draw),
        (_OPENERS, variant.has_openers),
        ({"open_pair"}, variant.has_up_cards and limit is Limit.FIXED),
        ({"burn"}, not variant.has_draw),
        ({"max_runs"}, variant.has_board),
        ({"four_card_flop"}, variant.has_board),
        ({"hilo_identical"}, variant.is_hilo),
        ({"check_raise", "dead_button", "dealer_errors"}, True),
    )
    return any(field in names and true for names, true in groups)


def changed(game: Game) -> list[str]:
    """Fields in which the table differs from the game's own rules."""
    usual, house = game.variant.house, game.house
    return [each.name for each in fields(HouseRules) if getattr(house, each.name) != getattr(usual, each.name)]


def lobby_rules(face: Face, game: Game) -> list[str]:
    """The rules people argue about in this game, then each one that differs from the usual."""
    said, named = _argued(face, game)
    rest = [rule_line(face, field, getattr(game.house, field)) for field in changed(game) if field not in named]
    return said + rest


def _argued(face: Face, game: Game) -> tuple[list[str], set[str]]:
    house, variant, limit = game.house, game.variant, game.stakes.limit
    said: dict[str, str] = {}
    if variant.has_draw:
        said["max_draw"] = face.say("lobby-rule-draw", n=house.max_draw, times=house.draws)
    if limit in (Limit.FIXED, Limit.SPREAD) and house.max_raises is not None:
        free = "yes" if house.heads_up_uncapped else "no"
        said["max_raises"] = face.say("lobby-rule-raises", n=house.max_raises, free=free)
    if variant.has_openers:
        key = "lobby-rule-openers" if house.opener_check is OpenerCheck.ENFORCE else "lobby-rule-openers-honor"
        said["openers_minimum"] = face.say(key, rank=face.say(f"rank-{house.openers_minimum}-many"))
    if variant.has_draw and house.round_check is RoundCheck.REDEAL:
        said["round_check"] = face.say("lobby-rule-passed")
    for field in ("open_pair", "hilo_identical", "min_raise", "showdown"):
        if concerns(variant, limit, field) and len(said) < 3:
            said[field] = rule_line(face, field, getattr(house, field))
    return list(said.values()), {*said, "heads_up_uncapped", "opener_check", "draws"}


def rules_page(game: Game, face: Face) -> ui.LayoutView:
    """All house rules that mean something in the game; those the table changed are bold."""
    different = changed(game)
    shown = [each.name for each in fields(HouseRules) if concerns(game.variant, game.stakes.limit, each.name)]
    if game.house.dealer is Dealer.SOFTWARE:  # it makes no errors to be counted
        shown.remove("dealer_errors")
    said = [(field, rule_line(face, field, getattr(game.house, field))) for field in shown]
    blocks: list[Block] = [
        lines(f"## {face.say('lobby-rules')}", small(terms(face, game))),
        LINE,
        lines(*(f"- **{text}**" if field in different else f"- {text}" for field, text in said)),
        small(face.say("house-bold")) if different else "",
    ]
    return message(Edge.PRIVATE, blocks)
