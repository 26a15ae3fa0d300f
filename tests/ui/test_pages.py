"""Private pages: finished hands of every game, rules, exercises, logs: within budget, silent on secrets."""

import itertools
import json
import random

import pytest

from cogs.ui import practice
from cogs.ui.export import hand_phh, hand_text
from cogs.ui.face import Face
from cogs.ui.felt import text_of
from cogs.ui.floorlog import LINES, log_page, void_page
from cogs.ui.help import about_page, help_page
from cogs.ui.past import list_page, past_page, past_story, proof_page, replay_page
from cogs.ui.rulebook import TOPICS, game_page, topic_page, usual_game
from data.audit import Logged
from engine.rules.cards import Card
from engine.rules.catalogue import CATALOGUE
from engine.rules.fairness import faults
from engine.rules.hand import Hand
from engine.rules.proof import open_cards
from engine.rules.setup import Setup
from engine.rules.stakes import dues
from engine.rules.transcript import dump_input, dump_setup
from engine.tables.config import TableConfig
from engine.tables.history import Forgotten, Past, read
from engine.tables.ports import Deed, HandRecord, InputRecord, Note, TableRecord
from tests.ui.deals import EMOJIS, HOSTILE, NICE, face, game_for, played
from tests.ui.test_drawing import assert_secret, check

FACES = [face(*choice) for choice in itertools.product(("en", "sv"), (NICE, HOSTILE), (EMOJIS, None))]
STRANGER = 5


def finished(key: str, seats: int, seed: int) -> tuple[Hand, HandRecord, tuple[InputRecord, ...], TableRecord]:
    """A random hand to its end, as it would be stored; member 1000 + n sits on seat n."""
    rng = random.Random(f"{key} {seats} {seed}")
    game = game_for(key, rng)
    order = tuple(range(1, seats + 1))
    decks = tuple(tuple(rng.sample(game.variant.deck, len(game.variant.deck))) for _ in range(3))
    stacks = tuple(rng.choice((400, 130, 45)) for _ in order)
    setup = Setup(
        variant=game.variant, house=game.house, stakes=game.stakes, order=order, stacks=stacks,
        dues=dues(game.stakes, order), decks=decks, name="a1", secret=f"{rng.randrange(2**128):032x}",
    )
    hand = Hand(setup)
    hand.begin()
    for _ in played(hand, rng):
        pass
    result = json.dumps({"members": {str(seat): 1000 + seat for seat in order}, "won": {"1": 50}})
    record = HandRecord(2**62, 9, 3, key, dump_setup(setup), "ended", len(hand.inputs), 0, result)
    inputs = tuple(InputRecord(2**62, place, dump_input(entry)) for place, entry in enumerate(hand.inputs))
    config = TableConfig(games=(game,), seats=seats)
    return hand, record, inputs, TableRecord(9, 1, 2, 1001, HOSTILE[0], config.to_json(), "{}", True, 1)


def secrets_of(hand: Hand, member: int) -> set[Card]:
    """Cards that this member may not know: what nobody showed and he was not dealt."""
    seat = member - 1000 if member > 1000 else None
    known = set(open_cards(hand, seat))
    for event in hand.log:
        own = seat is not None and getattr(event, "seat", 0) == seat
        for name in ("down", "up", "discarded", "received", "taken", "given", "cards", "aside"):
            value = getattr(event, name, ())
            public = name == "up" or type(event).__name__ in ("BoardDealt", "BoardTakenBack", "Shared", "OpenersProved")
            known |= set(value) if isinstance(value, tuple) and (own or public) else set()
    return set(hand.variant.deck) - known


@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_finished_hand_is_told_in_every_way_without_its_secrets(key: str, seats: int) -> None:
    for seed in range(2):
        hand, record, inputs, table = finished(key, seats, seed)
        past = read(record, inputs)
        for member, each in zip((1001, 1000 + seats, STRANGER), random.Random(seed).sample(FACES, 3), strict=True):
            hidden = secrets_of(hand, member)
            pages = [draw(past, table, member, each) for draw in (past_page, past_story)]
            pages.append(proof_page(past, member, each))
            steps = [0, *range(past.steps, 0, -max(1, past.steps // 6))]
            pages += [replay_page(past, table, member, step, each) for step in steps]
            for page in pages:
                assert_secret(check(page), hidden)
            exported = hand_text(past, table, member, each) + hand_phh(past, table, member, each)
            assert not [card for card in hidden if f'"{card}"' in exported or f"sm {card}" in exported]


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_replay_grows_step_by_step_to_the_whole_hand(key: str) -> None:
    hand, record, inputs, _ = finished(key, 4, 7)
    past = read(record, inputs)

    lengths = [len(past.view(1001, step).story) for step in range(past.steps + 1)]

    assert lengths == sorted(set(lengths))
    assert lengths[-1] == len(hand.log)
    assert not past.view(1001, 0).over
    assert past.view(1001, past.steps).over
    assert len(past.view(1001, 999).story) == len(hand.log)


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_proof_of_each_game_holds_for_everybody(key: str) -> None:
    _, record, inputs, _ = finished(key, 3, 1)
    past = read(record, inputs)

    for member in (1001, 1002, STRANGER):
        assert past.faults(member) == []
        proof = past.proof(member)
        for card in proof["cards"]:
            card["card"] = "As" if card["card"] != "As" else "Ks"
        assert len(faults(proof, past.root)) == len(proof["cards"])


def test_a_hand_that_is_not_over_or_not_kept_cannot_be_read() -> None:
    _, record, inputs, _ = finished("holdem", 3, 1)
    live = HandRecord(record.hand, 9, 3, "holdem", record.setup, "live", 0, 0)
    gone = HandRecord(record.hand, 9, 3, "holdem", "", "ended", 0, 0)

    with pytest.raises(ValueError, match="being played"):
        read(live, inputs)
    with pytest.raises(ValueError, match="does not come to its end"):
        read(record, inputs[:-1])
    with pytest.raises(Forgotten):
        read(gone, ())


def test_a_past_hand_keeps_the_rules_it_was_played_by() -> None:
    _, record, inputs, _ = finished("jacks_or_better", 3, 1)
    past: Past = read(record, inputs)

    assert past.game.house == past._hand.setup.house
    assert past.game.stakes == past._hand.setup.stakes


@pytest.mark.parametrize("each", FACES)
def test_help_rules_and_lists_fit(each: Face) -> None:
    _, record, _, _ = finished("holdem", 3, 1)
    records = [HandRecord(2**62 + n, 9, n, "jacks_or_better", "", "ended", 0, 0, record.result) for n in range(30)]
    note = Note(1, 2**60, Deed.HOUSE, "openers_minimum", "J" * 200, "*" * 200, "r" * 200)
    logged = [Logged(n, note, 1.8e9, "") for n in range(LINES + 1)]
    pages = [
        help_page(each), about_page(each, "1.2.3", 1.8e9), list_page(records, each), list_page([], each),
        log_page(logged, each), log_page([], each),
        void_page(9, 2**62, 3, 2, 1001, each), void_page(9, 1, 3, 0, 1001, each),
        *(game_page(usual_game(key), each, here=here) for key in CATALOGUE for here in (True, False)),
        *(topic_page(key, each, usual_game(game)) for key in TOPICS for game in ("holdem", "jacks_or_better", "stud8")),
        *(topic_page(key, each, None) for key in TOPICS),
    ]
    for page in pages:
        check(page)


@pytest.mark.parametrize("each", FACES)
@pytest.mark.parametrize("deed", Deed)
def test_the_log_words_every_act_in_every_language(each: Face, deed: Deed) -> None:
    """Who, what and the numbers; a word that only another version of the program knows stands as it is."""
    lines = [
        Note(1, 2**60, deed, str(2**60), "3", "5", "why"), Note(1, 0, deed, "12", "", "Friday"), Note(0, -7, deed),
        Note(1, 5, "unheard_of", "x" * 200, "y" * 200, "z" * 200, "r" * 200, 2**60),
    ]

    page = log_page([Logged(place, note, 1.8e9, "") for place, note in enumerate(lines)], each)
    first, second, third, unheard = (line for line in check(page).splitlines() if line.startswith("<t:"))

    said = each.say(f"audit-did-{deed}")
    assert (said in first, f"<@{2**60}>: " in first, f"<@{2**60}> · 3 → 5 · why" in first) == (True, True, True)
    assert each.say("audit-players" if deed is Deed.VOID else "audit-house") in second
    assert each.say("audit-gone") in third
    assert "unheard" in unheard


def test_the_log_calls_rules_and_commands_as_its_reader_does() -> None:
    lines = [
        Note(1, 5, Deed.HOUSE, "max_runs", "1", "2"), Note(1, 5, Deed.HOUSE, "clock", "60", "30"),
        Note(1, 5, Deed.REFUSED, "floor kick"), Note(1, 5, Deed.REFUSED, "floor *of old*"),
    ]
    logged = [Logged(place, note, 1.8e9, "") for place, note in enumerate(lines)]

    english, swedish = (text_of(log_page(logged, face(language))) for language in ("en", "sv"))

    assert "changed a house rule · Running it again · 1 → 2" in english
    assert "changed a house rule · clock · 60 → 30" in english
    assert "klocka · 60 → 30" in swedish
    assert "· /floor kick" in english
    assert "· /floor avvisa" in swedish
    assert "floor \\*of old\\*" in english


@pytest.mark.parametrize("each", FACES)
def test_exercises_fit(each: Face) -> None:
    for number in range(1, 60):
        pots, quiz = practice.side_pots(number), practice.what_wins(number)
        check(practice.pots_page(pots, each))
        check(practice.solution_page(pots, [5] * len(pots.answers), each, 2**60))
        check(practice.solution_page(pots, pots.answers, each, 2**60))
        check(practice.quiz_page(quiz, each))
        check(practice.quiz_solution(quiz, 1, each, 2**60))


def test_the_topic_speaks_of_the_table_where_it_concerns_it() -> None:
    jacks = usual_game("jacks_or_better")

    assert "At this table" in text_of(topic_page("jacks", FACES[0], jacks))
    assert "As usual" in text_of(topic_page("stud", FACES[0], jacks))
