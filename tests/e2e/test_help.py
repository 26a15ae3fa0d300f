"""Help, rules, exercises, one's own data: private pages that change nothing (save when asked to forget)."""

import json
import re
from dataclasses import fields

import pytest

from cogs.ui import practice
from cogs.ui.face import Face
from cogs.ui.felt import text_of
from cogs.ui.help import EXAMPLES
from cogs.ui.ids import Do
from cogs.ui.rulebook import TOPICS
from demo import actors
from engine.rules.catalogue import CATALOGUE
from engine.rules.house import HouseRules
from engine.rules.ranking import HIGH
from tests.e2e.club import Club, said
from tests.e2e.files import files


async def test_help_tells_tasks_and_leads_to_the_rules_of_each_game(club: Club) -> None:
    answer = await club.slash("ann", "help")
    assert answer.response is not None

    menu = actors.selects(answer.response)[0]
    assert [option["value"] for option in menu["options"]] == list(CATALOGUE)
    assert "Sit down" in said(answer)

    page = await club.choose("ann", answer.response, ["razz"])
    assert "Razz" in said(page)
    assert "the lowest hand" in said(page)


def test_the_examples_are_what_they_are_called() -> None:
    assert {HIGH.read(HIGH.value(cards) or 0).category for cards in EXAMPLES.values()} == set(EXAMPLES)
    for category, cards in EXAMPLES.items():
        assert HIGH.read(HIGH.value(cards) or 0).category is category
    values = [HIGH.value(cards) or 0 for cards in EXAMPLES.values()]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("game", CATALOGUE)
async def test_rules_of_each_game_can_be_read_in_both_languages(club: Club, game: str) -> None:
    club.member("åsa", "sv-SE")

    for name, word in (("ann", "House rules"), ("åsa", "Husregler")):
        text = said(await club.slash(name, "rules", game=game))

        assert word in text
        assert "I have no words" not in text
        assert "saknar ord" not in text
        assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) >= 5


@pytest.mark.parametrize("topic", TOPICS)
async def test_each_topic_can_be_read_in_both_languages(club: Club, topic: str) -> None:
    club.member("åsa", "sv-SE")

    for name in ("ann", "åsa"):
        answer = await club.slash(name, "rules", topic=topic)

        assert "no words" not in said(answer)
        assert "saknar ord" not in said(answer)
        assert "{" not in said(answer)


def test_every_house_rule_stands_under_a_topic() -> None:
    told = {field for topic in TOPICS.values() for field in topic.fields}

    assert told == {each.name for each in fields(HouseRules)}


async def test_rules_are_those_of_the_table_here(club: Club) -> None:
    await club.open("jacks_or_better", "10/20")
    await club.slash("ann", "house set", rule="openers_minimum", value="Q")

    page = said(await club.slash("ann", "rules"))
    topic = said(await club.slash("ann", "rules", topic="jacks"))

    assert "pair of queens" in page
    assert "pair of queens" in topic
    assert "At this table" in topic


async def test_an_unknown_game_is_refused(club: Club) -> None:
    assert "do not know the game" in said(await club.slash("ann", "rules", game="bridge"))


# Exercises


def test_the_exercises_of_the_source_have_their_answers() -> None:
    """30/80/200 and 20/50/50 (S4-15, S4-27)."""
    assert practice.side_pots(practice.FIRST).answers == (90, 100, 120)
    assert practice.side_pots(practice.SECOND).answers == (60, 60, 0)


def test_every_exercise_adds_up_and_fits_a_form() -> None:
    for exercise in map(practice.side_pots, range(3, 1000)):
        assert sum(exercise.answers) == sum(exercise.stacks)
        assert 2 <= len(exercise.answers) <= 5
        assert all(exercise.folded not in pot.contenders for pot in exercise.pots)


async def test_side_pots_are_asked_and_checked(club: Club) -> None:
    answer = await club.slash("ann", "practice")
    assert answer.response is not None
    form = await club.press("ann", Do.POTS_ANSWER, answer.response)
    values = dict(zip(actors.filled(form), ("90", "100", "120"), strict=True))

    wrong = said(await club.member("ann").submit_modal(form, dict.fromkeys(values, "90")))
    form = await club.press("ann", Do.POTS_ANSWER, answer.response)
    again = dict(zip(actors.filled(form), values.values(), strict=True))
    right = said(await club.member("ann").submit_modal(form, again))

    assert "1 of 3 correct" in wrong
    assert "All correct" in right
    assert "A 20" in said(await club.press("ann", Do.POTS, answer.response))


async def test_a_word_instead_of_an_amount_is_refused(club: Club) -> None:
    answer = await club.slash("ann", "practice")
    assert answer.response is not None
    form = await club.press("ann", Do.POTS_ANSWER, answer.response)

    told = await club.member("ann").submit_modal(form, dict.fromkeys(actors.filled(form), "lots"))

    assert "do not understand" in said(told)


async def test_what_wins_is_asked_and_answered(club: Club) -> None:
    answer = await club.slash("ann", "practice", exercise="wins")
    assert answer.response is not None
    buttons = actors.buttons(answer.response)
    assert [button.label for button in buttons] == ["A wins", "B wins", "C wins", "Split pot"]

    told = said(await club.press("ann", Do.QUIZ_ANSWER, answer.response))

    assert told.startswith(("Right", "Not quite"))
    assert "wins." in told or "split" in told


def test_exactly_one_answer_of_a_quiz_is_right() -> None:
    for quiz in map(practice.what_wins, range(300)):
        answers = (1, 2, 3, practice.SPLIT)
        right = [text_of(practice.quiz_solution(quiz, chosen, Face(), 1)).startswith("## Right") for chosen in answers]

        assert sum(right) == 1
        assert right[3] == (len(quiz.winners) > 1)


# One's own data


async def test_about_says_what_the_seal_proves_and_what_not(club: Club) -> None:
    text = said(await club.slash("ann", "about"))

    assert "no card was changed" in text
    assert "does not prove that the shuffle was fair" in text
    assert "worth money" in text


async def test_own_data_comes_as_a_file(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()

    await club.slash("ann", "privacy show")

    held = json.loads(files(club, "ann")["knekt-data.json"])
    assert held["member"] == str(club.member("ann").id)
    assert len(held["hands"]) == 1
    assert str(club.member("bo").id) not in json.dumps(held)


async def test_forgetting_is_asked_once_more_and_waits_for_the_table(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    ask = await club.slash("bo", "privacy delete")
    assert ask.response is not None
    assert "Not yet" in said(await club.press("bo", Do.FORGET, ask.response))

    await club.slash("ann", "table close")
    ask = await club.slash("bo", "privacy delete")
    assert ask.response is not None
    done = await club.press("bo", Do.FORGET, ask.response)

    assert "forgotten" in said(done)
    assert (await club.bot.desk.store.held(club.guild.id, club.member("bo").id))["hands"] == []


async def test_the_first_seat_on_a_server_brings_a_few_words_once(club: Club) -> None:
    await club.open()
    before = club.whispers("ann")
    await club.sit("ann")
    first = club.whispers("ann")
    await club.slash("ann", "leave")
    await club.sit("ann")

    assert not any("Welcome to the table" in text for text in before)
    assert sum("Welcome to the table" in text for text in first) == 1
    assert sum("Welcome to the table" in text for text in club.whispers("ann")) == 1
