"""RELIABILITY 90, 91, 97: whatever fails, and however it is worded, the log names no card.

Every error here quotes cards, as a library or a slip of ours may. The same is done once with the net and once without.
"""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sqlite3
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import bot
from cogs import faults
from cogs.process import discretion
from cogs.ui.ids import Do
from engine.rules.cards import parse_cards
from engine.rules.play import Code, PokerError
from engine.rules.transcript import dump_input, load_input, load_setup
from engine.tables.clock import RETRY
from tests.e2e.club import Club
from tests.e2e.leaks import cards_in

HELD = ("Ah", "Kd")
WORDS = f"{HELD!r} {''.join(HELD)} A\N{BLACK HEART SUIT} K\N{BLACK DIAMOND SUIT}"


def fails(*_: object) -> None:
    """One error that led to another, both in so many words."""
    try:
        dict[str, int]()[HELD[0]]
    except KeyError as error:
        raise ValueError(WORDS) from error


async def breaks(*_: object) -> None:
    fails()


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What goes to the console, set up as the program does, with the net."""
    written, root = io.StringIO(), logging.getLogger()
    before = root.level
    monkeypatch.setattr(root, "handlers", [*root.handlers, logging.StreamHandler(written)])
    for owner, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    known = {id(handler): list(handler.filters) for handler in root.handlers}
    bot.set_up_logging(logging.INFO)
    yield written
    for handler in root.handlers:
        handler.filters = known.get(id(handler), [])
    root.setLevel(before)


def without_net() -> None:
    for handler in logging.getLogger().handlers:
        handler.filters = []


# Where things fail


async def clock(club: Club) -> None:
    alarm, state = club.session().clock, club.session().state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alarm, "_bells", replace(alarm._bells, ring=breaks))
        await club.advance((state.deadline or state.next_hand_at) - club.time.time + 1)
    await club.advance(RETRY)


async def recovery(club: Club) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.tables.manager.recovery.verify", breaks)
        await club.restart()


async def a_hand_that_cannot_be_read(club: Club) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.tables.steps.load_setup", fails)
        await club.restart()
    await club.advance(60)
    assert club.snapshot().waiting


async def voice(club: Club) -> None:
    club.session().say(breaks)
    await club.settle()


async def background(club: Club) -> None:
    await asyncio.gather(club.bot.desk.speaker.background(breaks()))


async def in_a_sentence(club: Club) -> None:
    async def unsent() -> None:
        raise ConnectionResetError(WORDS)

    await asyncio.gather(club.bot.desk.speaker.background(unsent()))


async def event(club: Club) -> None:
    try:
        fails()
    except ValueError:
        await discord.Client.on_error(club.bot, "on_resumed")


async def view(club: Club) -> None:
    button: Any = discord.ui.Button(label=WORDS)
    try:
        fails()
    except ValueError as error:
        await discord.ui.View().on_error(SimpleNamespace(), error, button)  # type: ignore[arg-type]


async def task(club: Club) -> None:
    lost = asyncio.create_task(breaks())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del lost
    gc.collect()


async def callback(club: Club) -> None:
    asyncio.get_running_loop().call_soon(fails, HELD)
    await asyncio.sleep(0)


async def main(club: Club) -> None:
    try:
        fails()
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)


async def thread(club: Club) -> None:
    gone = threading.Thread(target=fails)
    gone.start()
    gone.join()


async def destructor(club: Club) -> None:
    class Fragile:
        def __del__(self) -> None:
            fails()

    Fragile()


PLACES: list[Callable[[Club], Awaitable[None]]] = [
    clock, recovery, a_hand_that_cannot_be_read, voice, background, in_a_sentence, event, view,
    task, callback, main, thread, destructor,
]  # fmt: skip

PROVOKED = [
    *("table", "could not", "something", "Ignoring", "Task exception", "Exception in callback", "the program ended"),
    *("a thread", "an error that"),
]


@pytest.mark.parametrize("place", PLACES)
async def test_no_error_brings_cards_into_the_log(
    club: Club, log: io.StringIO, place: Callable[[Club], Awaitable[None]]
) -> None:
    """Type and place of the error and of what led to it, and not one card. Without the net the search finds them."""
    club.expected_errors = PROVOKED
    await club.deal("ann", "bo")
    log.truncate(log.seek(0))

    await place(club)

    told = log.getvalue()
    assert cards_in(told) == set(), told
    if place is in_a_sentence:
        assert "not said: ConnectionResetError" in told
    else:
        assert "in fails" in told
        assert told.index("KeyError") < told.index("led to") < told.index("ValueError")

    without_net()
    await place(club)

    assert cards_in(log.getvalue()) == set(HELD)


@pytest.mark.parametrize("answered", [True, False])
async def test_a_handler_names_none_by_itself(
    club: Club, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    """There the first net is the error handler, which writes only where it was, also when it fails itself."""
    club.expected_errors = ["fault", "could not"]
    await club.deal("ann", "bo")
    without_net()
    club.bot.desk.handlers[Do.CARDS] = breaks
    if not answered:
        monkeypatch.setattr(faults, "_tell", breaks)

    await club.press("ann", Do.CARDS)

    assert "ValueError" in log.getvalue()
    assert cards_in(log.getvalue()) == set()


# What a record keeps


def written(log: io.StringIO, name: str, *said: Any) -> str:
    log.truncate(log.seek(0))
    logging.getLogger(name).error(*said)
    return log.getvalue().strip()


def test_codes_stay_for_whoever_runs_it(log: io.StringIO) -> None:
    """Why a message was not sent or a backup not made is known by the code alone."""
    response: Any = SimpleNamespace(status=403, reason="Forbidden")
    closed = discord.Forbidden(response, {"code": 50007, "message": WORDS})
    full = OSError(28, WORDS)
    caused = ValueError(WORDS)
    caused.__cause__ = full
    assert written(log, "cogs", "not sent: %s", closed) == "not sent: Forbidden 403 50007"
    assert written(log, "cogs", "no backup: %s", caused) == "no backup: ValueError from OSError ENOSPC"
    assert written(log, "cogs", "refused: %r", PokerError(Code.NOT_YOUR_TURN)) == "refused: 'PokerError not_your_turn'"
    with sqlite3.connect(":memory:") as db, pytest.raises(sqlite3.Error) as found:
        db.execute("SELECT * FROM nowhere")
    assert written(log, "data", "%s", found.value) == "OperationalError SQLITE_ERROR"
    db.close()


def test_text_and_numbers_stay_and_objects_do_not(log: io.StringIO) -> None:
    assert written(log, "discord", "%s %d %.1f %s", "shard", 3, 0.5, None) == "shard 3 0.5 None"
    assert written(log, "discord", "view %r item %s", SimpleNamespace(x=WORDS), [ValueError(WORDS)]) == (
        "view '<SimpleNamespace>' item ['ValueError']"
    )
    assert written(log, "x", "%(what)s", {"what": ValueError(WORDS)}) == "ValueError"
    assert written(log, "x", ValueError(WORDS)) == "ValueError"
    assert written(log, "x", "nothing to add") == "nothing to add"


def test_a_ring_of_errors_ends() -> None:
    first, second = ValueError(WORDS), KeyError(HELD[0])
    first.__cause__, second.__cause__ = second, first
    assert discretion.told(first) == "KeyError\nled to\nValueError"


# No error of the rules quotes a card in the first place


WRONG = [
    '[1,"throw","AhKdXx"]', '[1,"AhKd"]', '["AhKd"]', '{"AhKd":1}', '[1,"throw","AhKd",1,2,3]',
    '[1,"bet_to","AhKd",1,2]', '[1,["AhKd"]]', '["AhKd', '[1,"run_times","AhKd",5,5]',
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_a_stored_input_that_is_wrong_is_not_quoted(text: str) -> None:
    """It may be a throw, and the error goes to the log on a live hand."""
    with pytest.raises(ValueError, match=r".") as found:
        load_input(text)
    assert quoted(found.value) == set()


@pytest.mark.parametrize(
    "change",
    [
        '"decks":["AhKd??x"]', '"decks":[["Ah","Kd"]]', '"dues":[["AhKd",1]]',
        '"dues":[[1,"AhKd",5]]', '"game":"AhKd"', '"house":{"AhKd":1}', '"house":"AhKd"', '"stakes":{"limit":"AhKd"}',
        '"deal_error":{"AhKd":1,"exposed":[]}', '"knekt":"AhKd"', '"x":AhKd',
    ],
)  # fmt: skip
def test_a_stored_deck_that_is_wrong_is_not_quoted(change: str) -> None:
    whole = {
        "knekt": "1", "game": '"holdem"', "stakes": '{"limit":"no"}', "order": "[1,2]", "stacks": "[9,9]", "dues": "[]",
        "decks": '["AhKd"]',
    }  # fmt: skip
    name, _, value = change.partition(":")
    whole[name.strip('"')] = value
    text = "{" + ",".join(f'"{key}":{given}' for key, given in whole.items()) + "}"
    with pytest.raises(ValueError, match=r".") as found:
        load_setup(text)
    assert quoted(found.value) == set()


def test_text_that_is_no_cards_is_not_quoted() -> None:
    with pytest.raises(ValueError, match="not cards") as found:
        parse_cards("AhKd and")
    assert quoted(found.value) == set()
    assert dump_input(load_input('[1,"throw","AhKd"]')) == '[1,"throw","AhKd"]'


def quoted(error: BaseException) -> set[str]:
    """Cards in what Python itself would print of an error, and in what it carries along."""
    shown = "".join(traceback.format_exception(error)[-1:]) + repr(error.args) + repr(vars(error))
    chain = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return {str(card) for card in cards_in(shown)} | (quoted(chain) if chain else set())
