"""Answers to interactions: lost, late, doubled, hanging, or in place of one an exception (RELIABILITY 17, 33 to 39)."""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from simcord.results import InteractionResult

from cogs import answers as door
from cogs.answers import ALARM, LIFE, TAKEN, TOO_LATE, WINDOW, Answers
from cogs.desk import Desk, Interaction
from cogs.translate import suggests
from cogs.ui.ids import Do, Press
from cogs.ui.layout import plain
from demo.wire import Fault
from tests.e2e import raw
from tests.e2e.club import Club, said
from tests.e2e.stage import Stage

COGS = Path(__file__).parents[2] / "cogs"
FAULT = "Number for the host"
DEFERRED = 6  # "wait", without a word


class Line:
    """An interaction without a Discord behind it: each call can be held up or fail, and is written down."""

    def __init__(self, *, answered: bool = False) -> None:
        self.extras: dict[str, Any] = {}
        self.type = discord.InteractionType.component
        self.done, self.calls = answered, list[str]()
        self.held: asyncio.Event | None = None
        self.error: Exception | None = None
        self.response = SimpleNamespace(
            is_done=lambda: self.done,
            send_message=self._first("send_message"), edit_message=self._first("edit_message"),
            defer=self._first("defer"), send_modal=self._first("send_modal"), autocomplete=self._first("autocomplete"),
        )
        self.followup = SimpleNamespace(send=self._later("followup"))
        self.edit_original_response = self._later("edit_original_response")
        self.delete_original_response = self._later("delete_original_response")

    def _first(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*_: object, **__: object) -> Any:
            found = await self._call(name)
            self.done = True
            return found

        return call

    def _later(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*_: object, **__: object) -> Any:
            return await self._call(name)

        return call

    async def _call(self, name: str) -> Any:
        self.calls.append(name)
        if self.held:
            await self.held.wait()
        if self.error:
            raise self.error
        return SimpleNamespace(id=5, message_id=5)

    @property
    def interaction(self) -> Interaction:
        return cast("Interaction", self)


class Watch:
    """A clock."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at


def refused(status: int, code: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="x")
    return discord.HTTPException(cast("Any", response), {"code": code, "message": "x"})


VIEW = plain("x")
WAYS: dict[str, Callable[[Answers, Interaction], Awaitable[object]]] = {
    "message": lambda answers, line: answers.message(line, VIEW),
    "edit": lambda answers, line: answers.edit(line, VIEW),
    "wait": lambda answers, line: answers.wait(line),
    "form": lambda answers, line: answers.form(line, cast("Any", None)),
    "file": lambda answers, line: answers.file(line, "x", cast("Any", None)),
    "suggest": lambda answers, line: answers.suggest(line, []),
    "withdraw": lambda answers, line: answers.withdraw(line),
}


# One door


def test_every_answer_goes_through_the_one_door() -> None:
    """37: so no call is without its cap, and none can be forgotten in the count."""
    ways = {"response", "followup", "edit_original_response", "delete_original_response", "original_response"}
    found = [
        f"{path.name}:{node.lineno}"
        for path in COGS.rglob("*.py")
        if path.name != "answers.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ways and "interaction" in ast.unparse(node.value)
    ]
    assert found == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("answered", [False, True])
async def test_an_answer_that_hangs_is_given_up(way: str, answered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """37: after ten seconds; then others may be tried."""
    assert door.PATIENCE == 10
    monkeypatch.setattr(door, "PATIENCE", 0.02)
    line, answers = Line(answered=answered), Answers(Watch().now)
    line.held = asyncio.Event()

    async with asyncio.timeout(2):
        took = await WAYS[way](answers, line.interaction)
    assert not took or (way == "wait" and answered)

    line.held = None
    async with asyncio.timeout(2):
        assert await answers.message(line.interaction, VIEW)


async def test_an_answer_waits_for_the_one_that_is_on_its_way() -> None:
    """Told to wait and done at the same moment: the second is a follow-up, never a second first answer."""
    line, answers = Line(), Answers(Watch().now)
    line.held = asyncio.Event()
    waiting = asyncio.create_task(answers.wait(line.interaction))
    await asyncio.sleep(0)
    told = asyncio.create_task(answers.message(line.interaction, VIEW))
    for _ in range(5):
        await asyncio.sleep(0)
    assert line.calls == ["defer"]

    line.held.set()
    assert (await waiting, await told) == (True, 5)
    assert line.calls == ["defer", "followup"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "error", [refused(400, TAKEN), refused(404, TOO_LATE), refused(503, 0), ConnectionResetError(), TimeoutError()]
)
async def test_an_answer_that_is_lost_is_no_error(way: str, error: Exception) -> None:
    """33, 34, 37: what was done stands."""
    line, answers = Line(), Answers(Watch().now)
    line.error = error

    assert not await WAYS[way](answers, line.interaction)

    assert answers.recently == (getattr(error, "code", 0) in (TAKEN, TOO_LATE))


async def test_who_was_answered_by_somebody_else_gets_follow_ups_and_who_came_too_late_nothing() -> None:
    """34: after 40060 no second first answer; after 10062 no call at all."""
    for code, calls in ((TAKEN, ["send_message", "followup"]), (TOO_LATE, ["send_message"])):
        line, answers = Line(), Answers(Watch().now)
        line.error = refused(404, code)
        await answers.message(line.interaction, VIEW)
        line.error = None
        await answers.message(line.interaction, VIEW)
        assert line.calls == calls


async def test_a_bad_body_is_a_fault_of_ours() -> None:
    line, answers = Line(), Answers(Watch().now)
    line.error = refused(400, 50035)
    with pytest.raises(discord.HTTPException):
        await answers.message(line.interaction, VIEW)


# 34: answered before


async def test_a_second_first_answer_is_counted_and_harms_nobody(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """34: discord.py itself refuses it."""
    await club.deal("ann", "bo")

    async def twice(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
        await interaction.response.defer()
        assert not await desk.answers.form(interaction, discord.ui.Modal(title="x"))

    with monkeypatch.context() as patch:
        patch.setitem(club.bot.desk.handlers, Do.RULES, twice)
        answer = await raw.press(club, "ann", club.felt(), mark(club, Do.RULES))

    assert answer.acknowledged
    assert answer.followups == []
    assert club.bot.desk.answers.recently == 1


@pytest.mark.parametrize("action", [Do.CARDS, Do.FORM, Do.CALL, Do.STORY, Do.LEAVE, Do.SITOUT])
async def test_a_press_that_somebody_else_has_answered(club: Club, action: Do) -> None:
    """34: no error, no words about one, and the next press works."""
    await club.deal("ann", "bo", "cy")
    club.env.inject_error("POST", "/interactions/*", status=400, code=TAKEN, message="x", times=1)

    since = len(club.env.http_requests)
    control = mark(club, action)
    await club.replay(club.actor(), club.felt(), control)

    assert club.bot.desk.answers.recently == 1
    assert FAULT not in str([call.json for call in club.env.http_requests[since:]])
    assert (await club.press(club.actor(), Do.CARDS)).ephemeral


# 17: another instance


async def test_many_lost_answers_raise_the_alarm_once(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """17: two programs with one token answer the same presses. The count is there for whoever looks after the bot."""
    await club.deal("ann", "bo")
    club.expected_errors = ["another instance answers"]
    desk, felt = club.bot.desk, club.felt()

    def alarms() -> int:
        return sum(record.getMessage().startswith("another instance") for record in caplog.get_records("call"))

    async def lose(times: int) -> None:
        for _ in range(times):
            club.env.inject_error("POST", "/interactions/*", status=400, code=TAKEN, message="x", times=1)
            club.time.time += 1
            await club.replay("ann", felt, mark(club, Do.RULES))

    await lose(ALARM - 1)
    assert (desk.answers.recently, alarms()) == (ALARM - 1, 0)
    await lose(ALARM)
    assert alarms() == 1
    club.time.time += WINDOW
    assert desk.answers.recently == 0
    await lose(ALARM)
    assert alarms() == 2


# 35: tokens of a quarter of an hour


async def told_to_wait(club: Club, press: Coroutine[Any, Any, InteractionResult]) -> None:
    """The press cannot be done at once, so its first answer is that it takes a while."""
    pressing = asyncio.create_task(press)
    while not pressing.done():
        club.time.ring(club.time.time + 2)
        await asyncio.sleep(0.001)
    assert (await pressing).acknowledged
    assert club.env.http_requests[-1].json == {"type": DEFERRED}


@pytest.mark.parametrize("age", [LIFE - 60, LIFE + 60])
async def test_a_panel_goes_for_the_next_one_while_its_token_lives(club: Club, age: float) -> None:
    """35: afterwards it stays where it is, and nothing is sent on a dead token."""
    await club.deal("ann", "bo", clock=3600)
    await club.press("ann", Do.CARDS)
    since = len(club.env.http_requests)

    await club.advance(age)
    answer = await club.press("ann", Do.CARDS)

    deleted = [call for call in club.env.http_requests[since:] if call.method == "DELETE"]
    assert answer.ephemeral
    assert len([call for call in deleted if "/webhooks/" in call.path]) == (1 if age < LIFE else 0)


async def test_a_step_that_ends_after_a_quarter_of_an_hour_is_shown_by_the_channel(club: Club) -> None:
    """35: the store hung that long; what was pressed counts, and no follow-up or edit is tried on the old token."""
    await club.deal("ann", "bo", "cy", clock=3600)
    actor, felt, version = club.actor(), club.felt(), club.snapshot().version
    async with club.session().lock:
        await told_to_wait(club, raw.press(club, actor, felt, mark(club, Do.CALL)))
        since = len(club.env.http_requests)
        club.time.time += LIFE + 10
    await club.until(lambda: club.snapshot().version == version + 1)
    await club.advance(3)

    assert "calls 2" in club.text()
    assert [call for call in club.env.http_requests[since:] if "/webhooks/" in call.path] == []


@pytest.mark.parametrize("age", [10, LIFE + 10])
async def test_words_on_a_dead_token_are_not_sent_and_wait_for_the_next_press(club: Club, age: float) -> None:
    """35: what the member should know, and what was ready too late to tell him."""
    await club.deal("ann", "bo", "cy", clock=3600)
    felt, actor = club.felt(), club.actor()
    other = next(name for name in ("ann", "bo", "cy") if name != actor)
    member = club.member(other).id
    async with club.session().lock:
        await told_to_wait(club, raw.press(club, other, felt, mark(club, Do.SITOUT)))
        club.bot.desk.whispers[member] = ("dm-closed", {})
        since = len(club.env.http_requests)
        club.time.time += age
    await club.settle()
    sent = [call for call in club.env.http_requests[since:] if "/webhooks/" in call.path]
    assert (len(sent), member in club.bot.desk.whispers) == ((0, True) if age > LIFE else (1, False))

    await club.press(other, Do.CARDS)
    assert any("private messages from this server are closed" in text for text in club.whispers(other))
    assert member not in club.bot.desk.whispers


# 37: a line that hangs


async def test_a_felt_whose_answer_hangs_is_mended_by_an_edit(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """37: the answer takes longer than anybody waits; the channel's own edit does not."""
    monkeypatch.setattr(door, "PATIENCE", 0.3)
    before, actor = stage.version(), stage.actor()
    stage.wire.plant(Fault("/interactions/*", "POST", delay=6))

    pressing = asyncio.create_task(stage.press(actor, Do.CALL))
    assert await stage.env.until(lambda: stage.version() == before + 1)
    await stage.until("calls", 4)
    await pressing
    await stage.finish()


# 38: suggestions


def suggesting(club: Club) -> list[tuple[raw.Leaf, str]]:
    found = [(leaf, str(option["name"])) for leaf in raw.leaves(club) for option in leaf.options
             if option.get("autocomplete")]  # fmt: skip
    assert len(found) >= 5
    return found


async def test_where_there_is_no_table_something_or_nothing_is_suggested(club: Club) -> None:
    """38: never an exception."""
    counts = {}
    for leaf, option in suggesting(club):
        answer = await raw.autocomplete(club, "ann", leaf, option, "")
        assert answer.autocomplete_choices is not None, (leaf.path, option)
        counts[leaf.path, option] = len(answer.autocomplete_choices)
    assert counts["house set", "rule"] == counts["house set", "value"] == 0
    assert counts["table open", "game"] == 25


async def test_suggestions_that_fail_are_an_empty_list(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """38: the error is ours to read; who types sees an empty list, at once."""
    await club.deal("ann", "bo")

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Desk, "face", broken)
    for leaf, option in suggesting(club):
        answer = await raw.autocomplete(club, "ann", leaf, option, "1")
        assert answer.autocomplete_choices == [], (leaf.path, option)


async def test_suggestions_for_a_command_that_is_no_more(club: Club) -> None:
    """38: an old client asks; it gets an empty list and no words."""
    leaf, option = suggesting(club)[0]
    old = raw.Leaf("gone", {**leaf.root, "name": "gone"}, leaf.nesting, leaf.options)
    answer = await raw.autocomplete(club, "ann", old, option, "x")
    assert answer.autocomplete_choices == []


def every_suggestion(tree: app_commands.CommandTree[Any]) -> list[Callable[..., Awaitable[Any]]]:
    made = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
    return [option.autocomplete for each in made for option in each._params.values() if callable(option.autocomplete)]


def test_every_suggestion_goes_through_the_one_mechanism(club: Club) -> None:
    found = every_suggestion(club.bot.tree)
    assert len(found) >= 5
    for body in found:
        assert body.__code__.co_filename.endswith("translate.py"), body  # type: ignore[attr-defined]


class Slow(commands.Cog):
    """A cog whose suggestions take their time."""

    def __init__(self, seconds: float, answers: Answers) -> None:
        self.seconds, self.desk = seconds, SimpleNamespace(answers=answers)

    @app_commands.command(name="slow", description="x")
    async def slow(self, interaction: discord.Interaction[Any], option: str) -> None:
        """Nothing."""

    @suggests(slow, "option")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[Any]]:
        """One thing, at last."""
        await asyncio.sleep(self.seconds)
        return [app_commands.Choice(name=typed, value=typed)]


@pytest.mark.parametrize(("seconds", "found"), [(0, 1), (30, 0)])
async def test_suggestions_that_take_longer_than_a_second_are_an_empty_list(seconds: float, found: int) -> None:
    """38."""
    line, begun = Line(), asyncio.get_running_loop().time()
    answers = Answers(Watch().now)
    choices = await Slow(seconds, answers).suggest(line.interaction, "x")
    assert (len(choices), line.calls) == (found, ["autocomplete"])
    assert asyncio.get_running_loop().time() - begun < 1.5


async def test_suggestions_that_come_too_late_are_not_tried_again(club: Club) -> None:
    """38: discord.py would, and write an error into the log."""
    leaf, option = suggesting(club)[0]
    club.env.inject_error("POST", "/interactions/*", status=404, code=TOO_LATE, message="x", times=1)
    since = len(club.env.http_requests)
    asking = asyncio.create_task(raw.autocomplete(club, "ann", leaf, option, "1"))
    await club.until(lambda: len(club.env.http_requests) > since)
    await asyncio.sleep(0.05)
    assert len(club.env.http_requests) == since + 1
    asking.cancel()


# 39: an exception in every handler


async def broken(*_: object, **__: object) -> None:
    raise RuntimeError("As Kd: broken")


def mark(club: Club, action: Do) -> str:
    return club.buttons()[Do.CARDS].replace(f":{Do.CARDS}", f":{action}")


def told(club: Club, answer: InteractionResult, what: object) -> None:
    assert answer.acknowledged, what
    assert FAULT in said(answer), what
    assert "As" not in said(answer), what


async def test_every_press_whose_handler_fails(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """39: an id for the host, the table as it was, and the next press works."""
    await club.deal("ann", "bo")
    club.expected_errors = ["fault"]
    actor, felt, record = club.actor(), club.felt(), club.session().record
    with monkeypatch.context() as patch:
        patch.setattr("cogs.presses.act", broken)
        for known in club.bot.desk.handlers:
            patch.setitem(club.bot.desk.handlers, known, broken)
        for action in Do:
            values = ["0"] if action in {Do.AHEAD, Do.NEXT_GAME, Do.MEASURE, Do.GAME_RULES, Do.TOPIC, Do.PICK} else None
            answer = await raw.press(club, actor, felt, mark(club, action), values, offered=["0"])
            told(club, answer, action)
    assert club.session().record == record
    await club.press(actor, Do.CALL)
    assert club.snapshot().version == 1


async def test_every_command_whose_body_fails(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """39."""
    await club.deal("ann", "bo")
    club.expected_errors = ["fault"]
    club.expected_raised = (RuntimeError,)
    record = club.session().record
    made = [each for each in club.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    for each in made:
        monkeypatch.setattr(each, "_callback", broken)
    leaves = list(raw.leaves(club))
    assert len(leaves) == len(made) > 40
    for leaf in leaves:
        given = {option["name"]: _fitting(option) for option in leaf.options if option.get("required")}
        told(club, await raw.command(club, "ann", leaf, given), leaf.path)
    assert club.session().record == record


def _fitting(option: dict[str, Any]) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    whole = max(1, int(option.get("min_value", 1)))
    return {raw.USER: "bo", raw.WHOLE: whole}.get(option["type"], "abc")


@pytest.mark.parametrize("form", [Do.FORM, Do.TOPUP, Do.JOIN, Do.POTS_ANSWER])
async def test_every_form_whose_answer_fails(club: Club, monkeypatch: pytest.MonkeyPatch, form: Do) -> None:
    """39: what was typed is not lost either."""
    await club.deal("ann", "bo")
    club.expected_errors = ["fault"]
    who = {Do.FORM: club.actor(), Do.JOIN: "cy"}.get(form, "ann")
    record, felt = club.session().record, club.felt()
    shown = await raw.press(club, who, felt, mark(club, form))
    assert shown.modal

    def fails(*_: object) -> None:
        raise RuntimeError("As Kd: broken")

    with monkeypatch.context() as patch:
        for place in ("cogs.forms", "cogs.help"):
            patch.setattr(sys.modules[place], "parse_amount", fails)
        told(club, await raw.submit(club, who, shown, "77"), form)
    assert club.session().record == record
    again = await raw.press(club, who, felt, mark(club, form))
    assert form is Do.POTS_ANSWER or "77" in str(again.modal)


async def test_a_member_who_cannot_be_met(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """39: what comes before every handler may fail as well: of presses, commands and forms."""
    await club.deal("ann", "bo")
    club.expected_errors = ["fault"]
    record, felt = club.session().record, club.felt()
    form = await raw.press(club, club.actor(), felt, mark(club, Do.FORM))
    leaf = next(leaf for leaf in raw.leaves(club) if leaf.path == "fold")
    with monkeypatch.context() as patch:
        patch.setattr(Desk, "meet", broken)
        for action in (Do.CALL, Do.CARDS, Do.FORM):
            told(club, await raw.press(club, club.actor(), felt, mark(club, action)), action)
        told(club, await raw.command(club, club.actor(), leaf, {}), "command")
        told(club, await raw.submit(club, club.actor(), form, "8"), "form")
    assert club.session().record == record


async def test_a_control_of_another_version_when_all_fails(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """39: the catch-all may fail too."""
    await club.deal("ann", "bo")
    club.expected_errors = ["fault"]

    async def fails(desk: Desk, interaction: Interaction, key: str, **args: object) -> bool:
        if key == "press-unknown":
            raise RuntimeError("As Kd: broken")
        return await desk.answer(interaction, plain(f"{FAULT} {args['id']}"))

    monkeypatch.setattr(Desk, "tell", fails)
    told(club, await raw.press(club, "ann", club.felt(), "pk9:old"), "unknown")
