"""Help by task, the rules to read, exercises, and what this bot is."""

from __future__ import annotations

import secrets

from discord import app_commands
from discord.ext import commands

from cogs import VERSION
from cogs.desk import Bot, Desk, Interaction
from cogs.forms import guarded
from cogs.opening import MOST_CHOICES
from cogs.paging import turn_to
from cogs.translate import choice, command, suggests
from cogs.ui import practice
from cogs.ui.games import game_name
from cogs.ui.help import about_page, help_page
from cogs.ui.ids import Do, Press
from cogs.ui.questions import Form
from cogs.ui.rulebook import TOPICS, game_page, topic_page, usual_game
from engine.rules.catalogue import CATALOGUE
from engine.rules.facts import Chips
from engine.tables.amounts import parse_amount
from engine.tables.config import Game
from engine.tables.errors import TableError
from engine.tables.stakes_text import TermsCode, TermsError

TOPIC_CHOICES = [choice(f"topic-{key}", key) for key in TOPICS]
EXERCISES = [choice("practice-pots", "pots"), choice("practice-wins", "wins")]
BIG = 60  # bits of an exercise's number


class Help(commands.Cog):
    """Everything here is private and changes nothing."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.started = desk.now()

    @command("help")
    async def help(self, interaction: Interaction) -> None:
        """What one wants to do, and how."""
        await self.desk.answer(interaction, help_page(self.desk.face(interaction)))

    @command("rules", "game", "topic")
    @app_commands.choices(topic=TOPIC_CHOICES)
    async def rules(self, interaction: Interaction, game: str = "", topic: str = "") -> None:
        """The rules of a game or on a topic; by default of the game that is played here."""
        face, here = self.desk.face(interaction), game_here(self.desk, interaction)
        if topic:
            await self.desk.answer(interaction, topic_page(topic, face, here))
        elif not game and here is None:
            await self.desk.answer(interaction, help_page(face))
        else:
            await show_game(self.desk, interaction, named_game(self.desk, interaction, game) if game else "")

    @suggests(rules, "game")
    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Games while the member types."""
        face = self.desk.face(interaction)
        names = {key: game_name(face, key) for key in CATALOGUE}
        fits = [key for key, name in names.items() if typed.casefold() in name.casefold()]
        return [app_commands.Choice(name=names[key], value=key) for key in fits[:MOST_CHOICES]]

    @command("practice", "exercise")
    @app_commands.choices(exercise=EXERCISES)
    async def practice(self, interaction: Interaction, exercise: str = "pots") -> None:
        """Side pots to work out, or hands to compare."""
        face, is_pots = self.desk.face(interaction), exercise == "pots"
        pots, wins = practice.side_pots(practice.FIRST), practice.what_wins(secrets.randbits(BIG))
        page = practice.pots_page(pots, face) if is_pots else practice.quiz_page(wins, face)
        await self.desk.answer(interaction, page)

    @command("about")
    async def about(self, interaction: Interaction) -> None:
        """What this is, what it keeps, what the sealed deck proves."""
        await self.desk.answer(interaction, about_page(self.desk.face(interaction), VERSION, self.started))


# Rules


def game_here(desk: Desk, interaction: Interaction) -> Game | None:
    """The game that is played in this channel, None where there is no table."""
    try:
        return desk.here(interaction).snapshot().game
    except TableError:
        return None


def named_game(desk: Desk, interaction: Interaction, text: str) -> str:
    """A game's key by what was typed or chosen. Raises TermsError."""
    face = desk.face(interaction)
    for key in CATALOGUE:
        if text.strip().casefold() in (key, game_name(face, key).casefold()):
            return key
    raise TermsError(TermsCode.UNKNOWN_GAME, key=text)


async def show_game(desk: Desk, interaction: Interaction, key: str) -> None:
    """The rules of a game: as this table plays it, if it does."""
    here = game_here(desk, interaction)
    is_here = here is not None and key in ("", here.key)
    game = here if here is not None and is_here else usual_game(key)
    await turn_to(desk, interaction, game_page(game, desk.face(interaction), here=is_here))


async def pick_game(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """A game was chosen in the help."""
    await show_game(desk, interaction, named_game(desk, interaction, values[0]))


async def pick_topic(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """A topic was chosen."""
    topic = values[0] if values[0] in TOPICS else next(iter(TOPICS))
    await turn_to(desk, interaction, topic_page(topic, desk.face(interaction), game_here(desk, interaction)))


# Exercises


async def show_pots(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """An exercise in side pots."""
    await turn_to(desk, interaction, practice.pots_page(practice.side_pots(press.hand), desk.face(interaction)))


async def ask_pots(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The form with a line for each pot and one for what goes back."""
    exercise, face = practice.side_pots(press.hand), desk.face(interaction)

    async def sent(answer: Interaction, typed: dict[str, str]) -> None:
        amounts = [_amount(text, str(answer.locale)) for text in typed.values()]
        await turn_to(desk, answer, practice.solution_page(exercise, amounts, face, _following(press.hand)))

    form = Form(face.say("practice-pots"), guarded(desk, sent, Do.POTS_ANSWER))
    for place in (*range(len(exercise.pots)), -1):
        form.ask(f"amount{place}", practice.pot_name(place, face), "", "")
    await desk.answers.form(interaction, form)


def _amount(text: str, locale: str) -> Chips:
    """Zero is an answer too: nothing goes back."""
    return 0 if text.strip() == "0" else parse_amount(text, locale)


def _following(number: int) -> int:
    return practice.SECOND if number == practice.FIRST else practice.SECOND + 1 + secrets.randbits(BIG)


async def show_quiz(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Which hand wins."""
    number = press.hand or secrets.randbits(BIG)
    await turn_to(desk, interaction, practice.quiz_page(practice.what_wins(number), desk.face(interaction)))


async def answer_quiz(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The answer and why."""
    quiz, face = practice.what_wins(press.hand), desk.face(interaction)
    await turn_to(desk, interaction, practice.quiz_solution(quiz, press.value, face, secrets.randbits(BIG)))


HANDLERS = {
    Do.GAME_RULES: pick_game, Do.TOPIC: pick_topic, Do.POTS: show_pots, Do.POTS_ANSWER: ask_pots, Do.QUIZ: show_quiz,
    Do.QUIZ_ANSWER: answer_quiz,
}


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    for action, handler in HANDLERS.items():
        bot.desk.on(action, handler)
    await bot.add_cog(Help(bot.desk))
