"""From what a member asks for to the terms of a table: presets while he types, and the full control behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import app_commands

from cogs.ui.face import Face
from cogs.ui.games import extras, game_name, limit_words
from cogs.ui.lobby import duration
from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Chips
from engine.rules.stakes import Limit
from engine.tables.config import Game, TableConfig
from engine.tables.presets import BY_KEY, PRESETS, Preset, find_presets
from engine.tables.stakes_text import TermsCode, TermsError
from engine.tables.terms import default_seats, game_of

MOST_CHOICES = 25
CHOICE = 100

NEEDED = ("view_channel", "send_messages", "embed_links", "read_message_history")
NEEDED_IN_THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "read_message_history")
NEEDED_FOR_THREAD = ("create_public_threads", *NEEDED_IN_THREAD)
"""Permissions without which no table can be dealt in a channel, in a thread, in a thread that must be made first."""

CLOCKS = (15, 30, 60, 120, 3600, 12 * 3600, 24 * 3600)
"""Clocks that are suggested, in seconds: quick, at a table, over a day."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the host asked for; None or empty: as usual. Amounts in chips, times in seconds."""

    game: str
    stakes: str = ""
    limit: str = ""
    seats: int | None = None
    buy_in: Chips | None = None
    least: Chips | None = None
    most: Chips | None = None
    clock: int | None = None
    pause: int | None = None
    bank: int | None = None
    language: str = "en"
    role: int = 0
    private: bool = False
    dealers_choice: bool = False


def terms(wish: Wish, face: Face) -> TableConfig:
    """The whole configuration. Raises TermsError; what does not fit together is found when the table opens."""
    preset = chosen(wish, face)
    least, usual, most = preset.buy_in
    usual = wish.buy_in or usual
    config = TableConfig(
        games=preset.games,
        seats=wish.seats or min(default_seats(game.variant, game.house) for game in preset.games),
        min_buy_in=wish.least or min(least, usual),
        buy_in=usual,
        max_buy_in=wish.most or max(most, usual),
        language=wish.language,
        private=wish.private or bool(wish.role),
        invited_role=wish.role,
        dealers_choice=wish.dealers_choice,
    )
    return replace(
        config,
        clock=config.clock if wish.clock is None else wish.clock,
        pause=config.pause if wish.pause is None else wish.pause,
        bank=config.bank if wish.bank is None else wish.bank,
    )


def chosen(wish: Wish, face: Face) -> Preset:
    """The preset or game that was asked for, by its key or as the member reads it; stakes that were typed win."""
    limit = _limit(wish.limit)
    preset = BY_KEY.get(wish.game)
    if preset and not wish.stakes and limit is None:
        return preset
    keys = [game.key for game in preset.games] if preset else [_key(wish.game, face)]
    if not wish.stakes and limit is None:
        return usual_preset(keys[0])
    stakes = wish.stakes or _usual_stakes(keys[0])
    games = tuple(game_of(key, stakes, limit) for key in keys)
    return Preset(wish.game, games, preset.mix if preset else "")


def _limit(text: str) -> Limit | None:
    """What a command of an older version offered may be none of ours."""
    if text and text not in list(Limit):
        raise TermsError(TermsCode.UNREADABLE, text=text)
    return Limit(text) if text else None


def usual_preset(key: str) -> Preset:
    """The first preset of a game."""
    return next(preset for preset in PRESETS if preset.games[0].key == key and not preset.mix)


def _usual_stakes(key: str) -> str:
    stakes = usual_preset(key).games[0].stakes
    return f"{stakes.small_bet or stakes.min_bet}/{stakes.big_bet or 2 * stakes.min_bet}"


def _key(text: str, face: Face) -> str:
    """A game by its key or by its name in the member's language."""
    wanted = text.strip().casefold()
    for key in CATALOGUE:
        if wanted in (key, game_name(face, key).casefold()):
            return key
    raise TermsError(TermsCode.UNKNOWN_GAME, key=text)


# While the member types


def suggestions(face: Face, typed: str) -> list[app_commands.Choice[str]]:
    """Presets and games that fit, as the member would read them. From memory, at most 25."""
    games = [
        app_commands.Choice(name=game_name(face, key)[:CHOICE], value=key)
        for key in CATALOGUE
        if typed and typed.casefold() in game_name(face, key).casefold()
    ]
    found = [
        app_commands.Choice(name=preset_words(face, preset)[:CHOICE], value=preset.key)
        for preset in find_presets(typed, lambda preset: preset_words(face, preset))
    ]
    return [*games, *found][:MOST_CHOICES]


def clocks(face: Face, typed: str) -> list[app_commands.Choice[int]]:
    """The usual clocks in words, and what was typed if it is a number."""
    own = [int(typed)] if typed.isdecimal() and CLOCKS[0] <= int(typed) <= CLOCKS[-1] else []
    return [app_commands.Choice(name=duration(face, each), value=each) for each in dict.fromkeys((*own, *CLOCKS))]


def preset_words(face: Face, preset: Preset) -> str:
    """`Five-card draw · fixed limit 5/10 · ante 1`; a mix by its name and games."""
    if preset.mix:
        return face.say("preset-mix", name=face.say(f"mix-{preset.mix}"), games=_names(face, preset.games))
    return table_words(face, preset.games[0])


def table_words(face: Face, game: Game) -> str:
    """A game with its stakes in one line, without markup."""
    return f"{game_name(face, game.key)} · {limit_words(face, game.stakes)}{extras(face, game.stakes)}"


def _names(face: Face, games: tuple[Game, ...]) -> str:
    return ", ".join(game_name(face, game.key) for game in games)


def missing_permissions(permissions: discord.Permissions, *, thread: bool, new_thread: bool = False) -> list[str]:
    """What the bot may not do in a channel although it must."""
    needed = NEEDED_FOR_THREAD if new_thread else NEEDED_IN_THREAD if thread else NEEDED
    return [name for name in needed if not getattr(permissions, name)]
