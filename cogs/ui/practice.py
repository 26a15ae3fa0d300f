"""Exercises: how side pots are made (S4-27), and which of three hands wins.

Each has a number from which it comes again, so that nothing about it need be kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from cogs.ui.cards import text_form
from cogs.ui.face import Face
from cogs.ui.games import game_name
from cogs.ui.ids import Do
from cogs.ui.layout import BLUE, GREEN, GREY, LINE, Block, Edge, lines, message, small
from cogs.ui.made import with_kicker
from cogs.ui.pages import Links
from cogs.ui.words import capital, listed
from engine.rules.cards import FULL_DECK, Cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Chips
from engine.rules.pots import Pot, layers

NAMES = "ABCDE"
FIRST, SECOND = 1, 2
TEXTBOOK: dict[int, tuple[Chips, ...]] = {FIRST: (30, 80, 200), SECOND: (20, 50, 50)}
"""The two exercises of the source, which everybody gets first."""


def _dice(number: int, what: str) -> int:
    """A number that follows from the exercise's own: exercises are training, nothing is dealt with this."""
    return int.from_bytes(hashlib.sha256(f"{number}:{what}".encode()).digest()[:8], "big")


# Side pots


@dataclass(frozen=True, slots=True)
class SidePots:
    """Everybody is all-in with these stacks, players A, B, C ...; `folded` has put his in and given up (-1: nobody)."""

    number: int
    stacks: tuple[Chips, ...]
    folded: int = -1

    @property
    def back(self) -> tuple[int, Chips]:
        """Who gets back what nobody called, and how much."""
        ordered = sorted(self.stacks)
        most = max(range(len(self.stacks)), key=self.stacks.__getitem__)
        return most, ordered[-1] - ordered[-2]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots; seats count from 0."""
        most, back = self.back
        put_in = [chips - back if place == most else chips for place, chips in enumerate(self.stacks)]
        return layers(put_in, [place for place in range(len(put_in)) if place != self.folded], 0)

    @property
    def answers(self) -> tuple[Chips, ...]:
        """The pots, then what goes back: what the form asks for."""
        return (*(pot.amount for pot in self.pots), self.back[1])


def side_pots(number: int) -> SidePots:
    """An exercise: the two of the source, then others without end, with three to five players."""
    if number in TEXTBOOK:
        return SidePots(number, TEXTBOOK[number])
    players = 3 + _dice(number, "players") % 3
    stacks = [10 * (1 + _dice(number, f"stack {place}") % 20) for place in range(players)]
    most = max(range(players), key=stacks.__getitem__)
    gives_up = _dice(number, "folded") % (2 * players)
    folded = gives_up if players > 3 and gives_up < players and gives_up != most else -1
    made = SidePots(number, tuple(stacks), folded)
    return made if len(made.pots) <= 4 else SidePots(number, tuple(stacks[:3]))


def pots_page(exercise: SidePots, face: Face) -> ui.LayoutView:
    """The stacks, and a button to answer."""
    links = Links(face, exercise.number)
    return message(Edge.PRIVATE, [
        f"## {face.say('practice-pots')}",
        lines(face.say("practice-pots-ask"), *_stacks(exercise, face)),
        [links.button(Do.POTS_ANSWER, "btn-answer", GREEN), Links(face).button(Do.QUIZ, "btn-quiz")],
    ])


def _stacks(exercise: SidePots, face: Face) -> list[str]:
    def line(place: int, chips: Chips) -> str:
        key = "practice-folded" if place == exercise.folded else "practice-stack"
        return face.say(key, name=NAMES[place], amount=chips)

    return [line(place, chips) for place, chips in enumerate(exercise.stacks)]


def pot_name(place: int, face: Face) -> str:
    """What a pot is called: the first is the main pot, -1 what goes back."""
    if place < 0:
        return face.say("practice-back")
    return face.say("result-side", n=place) if place else face.say("result-main")


def solution_page(exercise: SidePots, typed: Sequence[Chips], face: Face, following: int) -> ui.LayoutView:
    """Each answer beside the right one, with how it is worked out; `following`: the number of the next exercise."""
    right = sum(mine == theirs for mine, theirs in zip(typed, exercise.answers, strict=True))
    whole = right == len(typed)
    verdict = face.say("practice-all-right") if whole else face.say("practice-some-right", n=right, all=len(typed))
    blocks: list[Block] = [
        lines(f"## {verdict}", *_stacks(exercise, face)),
        LINE,
        lines(*(_pot_line(place, pot, typed[place], exercise, face) for place, pot in enumerate(exercise.pots))),
        _back_line(exercise, typed[-1], face),
        small(face.say("practice-sum", sum=sum(exercise.answers))),
    ]
    again = [] if whole else [Links(face, exercise.number).button(Do.POTS_ANSWER, "btn-try")]
    return message(Edge.PRIVATE, [*blocks, [*again, Links(face, following).button(Do.POTS, "btn-another", BLUE)]])


def _mark(face: Face, mine: Chips, right: Chips) -> str:
    return "✓" if mine == right else f"✗ {face.say('practice-not', amount=mine)}"


def _pot_line(place: int, pot: Pot, mine: Chips, exercise: SidePots, face: Face) -> str:
    names = listed(face.language, [NAMES[seat] for seat in pot.contenders])
    told = face.say("practice-pot", pot=pot_name(place, face), amount=pot.amount, names=names)
    return f"{told} {_mark(face, mine, pot.amount)}"


def _back_line(exercise: SidePots, mine: Chips, face: Face) -> str:
    place, back = exercise.back
    told = face.say("practice-returned", amount=back, name=NAMES[place]) if back else face.say("practice-returned-none")
    return f"{told} {_mark(face, mine, back)}"


# What wins?


@dataclass(frozen=True, slots=True)
class WhatWins:
    """Three hands on a board."""

    number: int
    game: str
    hands: tuple[Cards, ...]
    board: Cards

    @property
    def values(self) -> list[int]:
        """What each hand is worth."""
        share = CATALOGUE[self.game].pays[0]
        return [share.ranking.of(hand, self.board, share.hole) or 0 for hand in self.hands]

    @property
    def winners(self) -> list[int]:
        """The places of the best hands: several when they are equal."""
        best = max(self.values)
        return [place for place, value in enumerate(self.values) if value == best]


def what_wins(number: int) -> WhatWins:
    """A deal that follows from its number, hold'em or Omaha."""
    deck = sorted(FULL_DECK, key=lambda card: _dice(number, card))
    game, size = ("omaha", 4) if _dice(number, "game") % 3 == 0 else ("holdem", 2)
    hands = tuple(tuple(deck[5 + place * size : 5 + (place + 1) * size]) for place in range(3))
    return WhatWins(number, game, hands, tuple(deck[:5]))


SPLIT = 9
"""The answer that the best hands share the pot."""


def quiz_page(quiz: WhatWins, face: Face) -> ui.LayoutView:
    """Board and hands, and a button for each."""
    links = Links(face, quiz.number)
    answers = [links.button(Do.QUIZ_ANSWER, "btn-hand", value=place + 1, name=NAMES[place]) for place in range(3)]
    return message(Edge.PRIVATE, [
        lines(f"## {face.say('practice-wins')}", small(game_name(face, quiz.game))),
        *_table(quiz, face, made=False),
        answers,
        [links.button(Do.QUIZ_ANSWER, "btn-split", value=SPLIT)],
    ])


def quiz_solution(quiz: WhatWins, chosen: int, face: Face, following: int) -> ui.LayoutView:
    """Right or not, and what each hand makes."""
    names = listed(face.language, [NAMES[place] for place in quiz.winners])
    right = chosen == (SPLIT if len(quiz.winners) > 1 else quiz.winners[0] + 1)
    verdict = face.say("practice-yes" if right else "practice-no")
    key = "practice-split-between" if len(quiz.winners) > 1 else "practice-winner"
    another = Links(face, following).button(Do.QUIZ, "btn-another", BLUE)
    return message(Edge.PRIVATE, [
        lines(f"## {verdict}", face.say(key, names=names)),
        *_table(quiz, face, made=True),
        [another, Links(face, FIRST).button(Do.POTS, "btn-pots", GREY)],
    ])


def _table(quiz: WhatWins, face: Face, *, made: bool) -> list[str]:
    def cards(some: Cards) -> str:
        return face.emojis.cards(some) if face.emojis.complete else text_form(some)

    makes = [_makes(quiz, place, face) if made else "" for place in range(len(quiz.hands))]
    hands = (f"**{name}** {cards(hand)}{words}" for name, hand, words in zip(NAMES, quiz.hands, makes, strict=False))
    return [f"# {cards(quiz.board)}", lines(*hands)]


def _makes(quiz: WhatWins, place: int, face: Face) -> str:
    ranking = CATALOGUE[quiz.game].pays[0].ranking
    values = quiz.values
    mine = ranking.read(values[place])
    rival = max((value for other, value in enumerate(values) if other != place), default=0)
    words = with_kicker(face.language, ranking, mine, ranking.read(rival))
    return f" · {capital(words)}"
