"""Random play over every game, limit, house rule, ruling and dealing error: the invariants of the rules engine."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rules.cards import Card
from engine.rules.catalogue import CATALOGUE
from engine.rules.hand import Hand
from engine.rules.play import PokerError
from engine.rules.transcript import dump_input, dump_setup, load_input, load_setup
from tests.rules.invariants import Witness, fingerprint, hides_down_cards, refused_without_a_trace, replays
from tests.rules.strategies import Says, a_ruling, a_setup, answers, anything, is_legal

MOST_INPUTS = 600
RUNS = 300


def play_and_check(rng: Random, game: str) -> Hand:
    """One hand to its end, every invariant after every step."""
    hand = Hand(a_setup(rng, CATALOGUE[game]))
    hand.begin()
    witness = Witness(hand)
    witness.check()
    say = answers(rng, hand.order)
    while not hand.over:
        assert len(hand.inputs) < MOST_INPUTS, "this line of play does not end"
        if rng.random() < 0.1:
            probe(rng, hand)
        if rng.random() < 0.04:
            look_behind(rng, hand, witness)
        step(rng, hand, say)
        witness.check()
    probe(rng, hand)
    replays(hand)
    return hand


def step(rng: Random, hand: Hand, say: Says) -> None:
    ruling = a_ruling(rng, hand)
    mark = len(hand.log)
    if ruling is not None:
        before = fingerprint(hand)
        try:
            assert hand.rule(ruling) == tuple(hand.log[mark:])
            return
        except PokerError:
            assert fingerprint(hand) == before
    seat, action = say(hand)
    assert is_legal(hand.offer(seat), action)
    assert hand.act(seat, action) == tuple(hand.log[mark:])


def probe(rng: Random, hand: Hand) -> None:
    """What the offer does not allow is refused without a trace; what it allows is accepted (by a twin of the hand)."""
    for _ in range(3):
        seat = rng.choice((*hand.waiting_on, *hand.order))
        action = anything(rng, hand, seat)
        if not is_legal(hand.offer(seat), action):
            refused_without_a_trace(hand, seat, action)


def look_behind(rng: Random, hand: Hand, witness: Witness) -> None:
    unseen = [card for card in hand.variant.deck if card not in witness.public]
    mixed = list(unseen)
    rng.shuffle(mixed)
    hides_down_cards(hand, dict(zip(unseen, map(Card, mixed), strict=True)))


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_line_of_play_keeps_the_invariants(game: str) -> None:
    for run in range(RUNS):
        seed = f"{game}:{run}"
        try:
            play_and_check(Random(seed), game)
        except Exception as error:
            error.add_note(f"replay with play_and_check(Random({seed!r}), {game!r})")
            raise


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", CATALOGUE)
def test_every_line_of_play_keeps_the_invariants_for_long(game: str) -> None:
    for run in range(RUNS, 21 * RUNS):
        play_and_check(Random(f"{game}:{run}"), game)


@pytest.mark.timeout(600)  # a failure takes long to shrink
@pytest.mark.parametrize("game", CATALOGUE)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(rng=st.randoms(use_true_random=False))
def test_the_invariants_hold_where_hypothesis_looks(game: str, rng: Random) -> None:
    play_and_check(rng, game)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(game=st.sampled_from(sorted(CATALOGUE)), rng=st.randoms(use_true_random=False))
def test_setups_survive_as_text(game: str, rng: Random) -> None:
    setup = a_setup(rng, CATALOGUE[game])
    line = dump_setup(setup)
    assert load_setup(line) == setup
    assert "\n" not in line


@pytest.mark.parametrize("line", ["{}", "[1]", '{"knekt":2}', '{"knekt":1,"game":"holdem"}', "no"])
def test_a_text_of_another_version_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_setup(line)


@pytest.mark.parametrize("line", ["[]", "3", '[1,"x"]', '[1,"fold",2]', '[1,"bet_to"]', "no"])
def test_an_input_that_nobody_wrote_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_input(line)


def test_inputs_read_like_a_protocol() -> None:
    hand = play_and_check(Random("protocol"), "holdem")
    assert [load_input(dump_input(entry)) for entry in hand.inputs] == hand.inputs
    assert dump_input((3, load_input('[3,"bet_to",60]')[1])) == '[3,"bet_to",60]'  # type: ignore[index]
