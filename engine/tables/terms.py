"""From what members type to a game with stakes: `5/10 ante 1` means something else in each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules.cards import FULL_DECK
from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import MOST_SEATS
from engine.rules.facts import Chips
from engine.rules.house import HouseRules, LimitNaming
from engine.rules.ranking import HIGH
from engine.rules.stakes import Limit, Stakes
from engine.rules.steps import Bet, Board, Deal, Draw, Opens
from engine.rules.variants import Variant, agreed
from engine.tables.config import Game
from engine.tables.stakes_text import Name, Said, TermsCode, TermsError, read_stakes
from engine.tables.stud_table import part, stud_posts

Amounts = dict[str, Any]
"""Fields of Stakes."""

_BIG_BET = (Limit.POT, Limit.NO)


def game_of(key: str, text: str, limit: Limit | None = None, overrides: Mapping[str, Any] | None = None) -> Game:
    """A game of the catalogue at the stakes typed, with a table's own house rules. Raises TermsError."""
    if key not in CATALOGUE:
        raise TermsError(TermsCode.UNKNOWN_GAME, key=key)
    changes = dict(overrides or {})
    naming = LimitNaming(changes.get("nl_naming", LimitNaming.BLINDS))
    return Game(key, parse_stakes(CATALOGUE[key], text, limit, naming), changes)


def parse_stakes(
    variant: Variant, text: str, limit: Limit | None = None, naming: LimitNaming = LimitNaming.BLINDS
) -> Stakes:
    """The stakes that the text means in this game, missing forced bets filled in by custom. Amounts in chips.

    Fixed and spread limit: X/Y are the bets (S1-58). Pot and no limit: X/Y are the blinds (S1-60, ruling 29), in short
    deck the ante and the button's blind; where blinds cannot be, or by the house rule `nl_naming` (S1-59), the smallest
    bets of the earlier and later rounds. limit: what was chosen beside the text; without any, the game's usual one.
    Raises TermsError; contradictions in what can be read are found by `conflicts`.
    """
    said = read_stakes(text)
    structure = _limit(variant, said, limit)
    if structure not in _BIG_BET:
        amounts = _limit_bets(variant, structure, said)
    elif said.plain and (naming is LimitNaming.LIMITS or not takes_blinds(variant)):
        amounts = _smallest_bets(variant, said)
    else:
        amounts = _from_posts(variant, structure, said)
    return Stakes(limit=structure, **amounts)


# The limit


def _limit(variant: Variant, said: Said, chosen: Limit | None) -> Limit:
    if said.limit and chosen and said.limit is not chosen:
        raise TermsError(TermsCode.SAID_TWICE, name="limit")
    limit = said.limit or chosen or _usual_limit(variant, said)
    if limit not in variant.limits:
        raise TermsError(TermsCode.LIMIT_NOT_PLAYED, limit=limit, played=variant.limits)
    return limit


def _usual_limit(variant: Variant, said: Said) -> Limit:
    """The game's first one; when only posts are named there are no bets to limit."""
    if said.plain or not said.numbers:
        return variant.limits[0]
    return next((limit for limit in variant.limits if limit in _BIG_BET), variant.limits[0])


# Bets


def _limit_bets(variant: Variant, limit: Limit, said: Said) -> Amounts:
    """Fixed and spread limit. In fixed limit three or four numbers are blinds, the last one the small bet (S1-42)."""
    bets = said.plain
    if Name.MIN_BET in said.numbers:
        raise TermsError(TermsCode.MIN_BET_IN_LIMIT, limit=limit)
    if limit is Limit.FIXED and len(bets) > 2 and takes_blinds(variant):
        return {"small_bet": bets[-1], "big_bet": 2 * bets[-1]} | _plain_blinds(said) | _named(said)
    low, high = _two(bets, limit)
    fields: Amounts = {"spread": (low, high)} if limit is Limit.SPREAD else {"small_bet": low, "big_bet": high}
    return fields | _posts(variant, said, low, high)


def _smallest_bets(variant: Variant, said: Said) -> Amounts:
    """Pot and no limit named by the smallest bets of the rounds (S1-59)."""
    bets = said.plain
    if len(bets) > 2:
        raise TermsError(TermsCode.HOW_MANY, name=Name.PLAIN, count=len(bets), least=1, most=2)
    later = bets[1] if len(bets) == 2 and bets[1] != bets[0] else 0
    return {"min_bet": bets[0], "big_bet": later} | _posts(variant, said, bets[0], later or 2 * bets[0])


def _from_posts(variant: Variant, limit: Limit, said: Said) -> Amounts:
    """Pot and no limit by the posts. Smallest bet: the largest live one (S4-1), or twice the bring-in, or the ante."""
    posts = _plain_posts(variant, said) | _named(said)
    live = max((*posts.get("blinds", ()), posts.get("button_blind", 0)))
    smallest = posts.get("min_bet") or live or 2 * posts.get("bring_in", 0) or posts.get("ante")
    if not smallest:
        raise TermsError(TermsCode.BETS_MISSING, limit=limit)
    return posts | {"min_bet": smallest}


def _plain_posts(variant: Variant, said: Said) -> Amounts:
    plain = said.plain
    if _is_short(variant) and len(plain) == 2 and Name.ANTE not in said.numbers:
        return {"ante": plain[0], "button_blind": plain[1]}
    return _plain_blinds(said) if plain else {}


def _plain_blinds(said: Said) -> Amounts:
    if Name.BLINDS in said.numbers:
        raise TermsError(TermsCode.SAID_TWICE, name=Name.BLINDS)
    return {"blinds": said.plain}


def _two(bets: tuple[Chips, ...], limit: Limit) -> tuple[Chips, Chips]:
    if not bets:
        raise TermsError(TermsCode.BETS_MISSING, limit=limit)
    if len(bets) != 2:
        raise TermsError(TermsCode.HOW_MANY, name=Name.PLAIN, count=len(bets), least=2, most=2)
    return bets[0], bets[1]


# Forced bets


def _posts(variant: Variant, said: Said, low: Chips, high: Chips) -> Amounts:
    """What custom forces at these bets, changed by what was said; blinds that are named come instead of the custom."""
    named = _named(said)
    if variant.has_up_cards:
        return _stud_posts(low, high, named)
    return named if "blinds" in named or "button_blind" in named else _customary(variant, low) | named


def _stud_posts(low: Chips, high: Chips, named: Amounts) -> Amounts:
    """A bring-in must leave something to complete."""
    if low < 2:
        raise TermsError(TermsCode.TOO_SMALL, least=2)
    ante, bring_in = stud_posts(low, high)
    return {"ante": ante, "bring_in": bring_in} | named


def _customary(variant: Variant, low: Chips) -> Amounts:
    """Draw for high: an ante of a fifth (S1-17). Short deck: ante and button blind. Else two blinds (S1-42)."""
    half = max(1, low // 2)
    if antes_by_custom(variant):
        return {"ante": max(1, part(low, 1, 5))}
    return {"ante": half, "button_blind": low} if _is_short(variant) else {"blinds": (half, low)}


def _named(said: Said) -> Amounts:
    return {
        name.value: numbers if name is Name.BLINDS else numbers[0]
        for name, numbers in said.numbers.items()
        if name is not Name.PLAIN
    }


# What a game's script tells about its customs


def takes_blinds(variant: Variant) -> bool:
    """Whether the first round starts after blinds; jacks to open and stud have none."""
    return any(isinstance(step, Bet) and step.opens is Opens.AFTER_BLINDS for step in variant.script)


def antes_by_custom(variant: Variant) -> bool:
    """Draw poker for high, with or without openers (S0-5, S1-3); draw for low has blinds."""
    return variant.has_draw and variant.pays[0].ranking is HIGH


def _is_short(variant: Variant) -> bool:
    return len(variant.deck) < len(FULL_DECK)


# Buy-ins and seats


def default_buy_in(*games: Game) -> tuple[Chips, Chips, Chips]:
    """(least, usual, most) chips to sit down with; with several games enough for the largest.

    Fixed and spread limit: 20, 25 and 50 big bets, so that the texts' own figures fit (S1-17: 200 at 5/10; S1-44: 100
    to 200 at 2-4). Pot and no limit: 40, 100 and 200 big blinds.
    """
    each = [_buy_in(game.stakes) for game in games]
    return max(low for low, _, _ in each), max(usual for _, usual, _ in each), max(high for _, _, high in each)


def _buy_in(stakes: Stakes) -> tuple[Chips, Chips, Chips]:
    if stakes.limit in _BIG_BET:
        unit = max(stakes.big_blind, stakes.min_bet)
        return 40 * unit, 100 * unit, 200 * unit
    unit = stakes.big_bet if stakes.limit is Limit.FIXED else stakes.spread[1]
    return 20 * unit, 25 * unit, 50 * unit


def default_seats(variant: Variant, house: HouseRules) -> int:
    """Seats when nobody says: as many as the deck serves without a reshuffle, ten at most (S1-22, S1-33, S1-37).

    `conflicts` allows more, for thrown cards can come back. Later draws are left to that; in stud the last card may be
    one for all.
    """
    script = agreed(variant, house)
    deals = [step for step in script if isinstance(step, Deal) and not step.may_share]
    draws = [step.up_to for step in script if isinstance(step, Draw)]
    each = sum(step.down + step.up for step in deals) + (draws[0] if draws else 0)
    once = sum(step.burn for step in deals) + sum(step.cards + step.burn for step in script if isinstance(step, Board))
    once += any(isinstance(step, Deal) and step.may_share for step in script)
    return min(MOST_SEATS, (len(variant.deck) - once) // each)
