"""Games ready to be opened: what `/table open` offers while a member types."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.rules.facts import Chips
from engine.tables.config import Game
from engine.tables.stud_table import STUD_TABLE
from engine.tables.terms import default_buy_in, default_seats, game_of

MOST_FOUND = 25
"""Discord shows no more suggestions."""


@dataclass(frozen=True, slots=True)
class Preset:
    """One choice. key: its identity, never shown. games: played in turn. mix: name of a mix, empty for a single game.

    usual: chips to sit down with when the source names them, else 0.
    """

    key: str
    games: tuple[Game, ...]
    mix: str = ""
    usual: Chips = 0

    @property
    def buy_in(self) -> tuple[Chips, Chips, Chips]:
        """(least, usual, most) in chips."""
        least, usual, most = default_buy_in(*self.games)
        return least, self.usual or usual, most


    @property
    def seats(self) -> int:
        """Seats for which the deck is enough in each game."""
        return min(default_seats(game.variant, game.house) for game in self.games)


def _single(key: str, game: str, stakes: str, usual: Chips = 0) -> Preset:
    return Preset(key, (game_of(game, stakes),), usual=usual)


def _mix(key: str, games: dict[str, str]) -> Preset:
    return Preset(key, tuple(game_of(game, stakes) for game, stakes in games.items()), mix=key)


def _stud_rows() -> Iterator[Preset]:
    """Every line of the table, a chip for a whole or, where that leaves parts, for a hundredth (S2-42 to S2-55).

    The first line in hundredths is the last one in wholes, so there is one preset less than lines.
    """
    rows = dict.fromkeys(row.in_chips() or row for row in STUD_TABLE)
    for row in sorted(rows, key=lambda row: row.small_bet):
        stakes = f"fl {row.small_bet}/{row.big_bet} ante {row.ante} bring-in {row.bring_in}"
        yield _single(f"stud7-{row.small_bet}-{row.big_bet}", "stud7", stakes)


_HORSE = dict.fromkeys(("holdem", "omaha8", "razz", "stud7", "stud8"), "fl 4/8")
_MIXED_DRAW = dict.fromkeys(("five_card_draw", "deuce_seven_triple", "deuce_seven_single", "badugi"), "fl 10/20")
_OF_THE_TEXTS = dict.fromkeys(("jacks_or_better", "five_card_draw", "holdem", "omaha8", "stud7"), "fl 10/20")

PRESETS: tuple[Preset, ...] = (
    _single("morkpoker-5-10", "five_card_draw", "fl 5/10 ante 1", usual=200),
    _single("jacks-10-20", "jacks_or_better", "fl 10/20 ante 2"),
    _single("holdem-1-2", "holdem", "nl 1/2"),
    _single("holdem-5-10", "holdem", "nl 5/10"),
    _single("holdem-2-4-fixed", "holdem", "fl 2-4", usual=100),
    _single("omaha-1-2", "omaha", "pl 1/2"),
    _single("omaha8-2-4", "omaha8", "fl 2/4"),
    _single("stud7-5-10", "stud7", "fl 5/10"),
    _single("stud8-5-10", "stud8", "fl 5/10"),
    _single("razz-5-10", "razz", "fl 5/10"),
    _single("triple-10-20", "deuce_seven_triple", "fl 10/20"),
    _single("single-5-10", "deuce_seven_single", "nl 5/10"),
    _single("badugi-10-20", "badugi", "fl 10/20"),
    _single("short-1-2", "short_deck", "nl ante 1 button 2"),
    _single("pineapple-1-2", "crazy_pineapple", "nl 1/2"),
    _single("omaha5-1-2", "omaha5", "pl 1/2"),
    _mix("horse", _HORSE),
    _mix("mixed-draw", _MIXED_DRAW),
    _mix("of-the-texts", _OF_THE_TEXTS),
    *(row for row in _stud_rows() if row.key != "stud7-5-10"),
)
"""The usual ones first, then the other lines of the stud table."""

BY_KEY: dict[str, Preset] = {preset.key: preset for preset in PRESETS}


def find_presets(query: str, words: Callable[[Preset], str]) -> tuple[Preset, ...]:
    """At most 25 presets in whose words (as the member reads them) each word of the query begins some word.

    Case and accents do not matter. Those whose words begin with the whole query come first; an empty query finds all.
    """
    wanted = _plain(query)
    found = [(preset, _plain(words(preset))) for preset in PRESETS]
    fitting = [(preset, text) for preset, text in found if _fits(wanted, text)]
    fitting.sort(key=lambda pair: not pair[1].startswith(wanted))
    return tuple(preset for preset, _ in fitting[:MOST_FOUND])


def _fits(wanted: str, text: str) -> bool:
    have = text.split()
    return all(any(word.startswith(part) for word in have) for part in wanted.split())


def _plain(text: str) -> str:
    """For comparison: lower case, no accents, a space for everything else that is no letter or digit."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join("".join(sign if sign.isalnum() else " " for sign in kept).split())
