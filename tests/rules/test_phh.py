"""Hands as PHH text: read back to the same events, and read by PokerKit where the format has a name for the game."""

from __future__ import annotations

import tomllib
import warnings
from random import Random

import pokerkit
import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.events import seen_by
from engine.rules.floor import Misdealt
from engine.rules.hand import Hand, replay
from engine.rules.phh import CODES, archived, read, written
from tests.rules.invariants import cards_in, text
from tests.rules.strategies import a_ruling, a_setup, answers
from tests.rules.test_differential import GAMES, Duel, Game

SAID_BY_BOTH = {**GAMES, "badugi6": Game("badugi", GAMES["td6"].limit, 6, pokerkit.FixedLimitBadugi.create_state)}
DIFFERENT_CHIPS = {"odd chips", "low card all-in for the ante", "a low qualifies for one pot and not for another"}
"""Named differences of the two programs, not of the text."""


def a_finished_hand(rng: Random, game: str) -> Hand:
    hand = Hand(a_setup(rng, CATALOGUE[game]))
    hand.begin()
    say = answers(rng, hand.order)
    while not hand.over:
        ruling = a_ruling(rng, hand)
        if isinstance(ruling, Misdealt):
            hand.rule(ruling)
        else:
            hand.act(*say(hand))
    return hand


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_hand_read_back_is_the_same_hand(game: str) -> None:
    for run in range(60):
        hand = a_finished_hand(Random(f"{game}:{run}"), game)
        again = replay(*read(archived(hand)))
        assert text(again.log) == text(hand.log)
        fields = tomllib.loads(archived(hand))
        assert fields["finishing_stacks"] == [hand.stack[seat] for seat in hand.order]
        assert ("variant" in fields) != ("_game" in fields)


def test_games_without_a_code_do_not_borrow_one() -> None:
    for game in ("five_card_draw", "jacks_or_better", "omaha5", "crazy_pineapple"):
        fields = tomllib.loads(archived(a_finished_hand(Random(game), game)))
        assert fields["_game"] == game
        assert "variant" not in fields


def test_what_the_format_cannot_say_has_no_code_either() -> None:
    for run in range(200):
        hand = a_finished_hand(Random(f"beyond:{run}"), "holdem")
        if len(hand.boards) > 1 or hand.setup.carried or hand.setup.deal_error:
            assert "variant" not in tomllib.loads(archived(hand))


def test_an_export_names_no_card_that_the_viewer_did_not_see() -> None:
    for run in range(100):
        hand = a_finished_hand(Random(f"seen:{run}"), "holdem")
        story = [seen_by(event, None) for event in hand.log]
        fields = tomllib.loads(written(hand.setup, story, {}))
        said = "".join(map(_cards_of, fields["actions"]))
        named = {said[place : place + 2] for place in range(0, len(said), 2)}
        assert named - {"??"} <= set().union(*map(cards_in, story))
        assert not {"_setup", "_inputs"} & set(fields)


def _cards_of(action: str) -> str:
    return action.rsplit(maxsplit=1)[-1] if action.startswith("d d") or " sm " in action else ""


def test_anything_else_is_refused() -> None:
    for wrong in ("", "variant = 'NT'", "_setup = '{}'\n_inputs = []", "no toml"):
        with pytest.raises(ValueError, match=r"."):
            read(wrong)


@pytest.mark.parametrize("name", [name for name, game in SAID_BY_BOTH.items() if (game.key, game.limit) in CODES])
def test_pokerkit_reads_it_and_comes_to_the_same_stacks(name: str) -> None:
    read_by_it = 0
    for run in range(24):
        duel = Duel(SAID_BY_BOTH[name], Random(f"phh:{run}"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            duel.play()
            if set(duel.named) & DIFFERENT_CHIPS:
                continue
            (*_, last) = pokerkit.HandHistory.loads(archived(duel.hand))
        assert not last.status
        assert list(last.stacks) == [duel.hand.stack[seat] for seat in duel.hand.order]
        read_by_it += 1
    assert read_by_it >= 10
