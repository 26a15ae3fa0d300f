"""Every control of a table × everybody × every state × {fresh, twice, stale}: answered once, in his language.

RELIABILITY T7, rows 28 to 32. Who has no seat changes nothing and learns nothing, whatever he presses; who has one and
is not to act changes nothing in the hand. The ids are made here, so that also those are pressed that the felt does not
show at that moment.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from simcord.backend.models import Message
from simcord.results import InteractionResult

from cogs.ui.ids import TO_HAND, Do, custom_id, parse
from demo import actors
from engine.rules.play import ThrowOffer
from engine.tables.snapshot import Phase
from tests.e2e import raw
from tests.e2e.club import Club, said
from tests.e2e.leaks import leaked

SWEDISH = ("å", "ä", "ö", "giv", "bord", "kort", "Inget", "marker")
TABLES = {
    "holdem": "1/2",
    "five_card_draw": "5/10 ante 1",
    "jacks_or_better": "5/10 ante 1",
    "stud7": "fl 5/10 ante 1 bring-in 2",
    "omaha8": "fl 2/4",
}
PLAYERS = ("ann", "bo", "cy", "dan")
HOST, SPECTATOR, STRANGER = "hana", "sue", "zoe"
"""The host has no seat. The spectator has played a hand and left; nobody has ever heard of the stranger."""

OUTSIDE = (HOST, SPECTATOR, STRANGER)

ON_TABLES = (*list(Do)[: list(Do).index(Do.PREVIOUS)], Do.VOID, Do.LOG, Do.PAST, Do.NO)
"""What a table's own messages may hold."""

MOVING = {
    Do.AHEAD, Do.SHOW_SOME, Do.START, Do.LEAVE_YES, Do.SITOUT, Do.SITIN, Do.NEXT_GAME, Do.VOID, Do.PLAY_ON, Do.REFUND,
}
"""What whoever has a seat may do also when it is not his turn."""

CHOSEN = {Do.AHEAD: "none", Do.DISCARDS: "0", Do.SHOWN: "0", Do.NEXT_GAME: "0"}
"""What is chosen in selects."""

NUMBERS = {Do.THROW: 1, Do.SPLITS: 1, Do.SHOW_SOME: 1, Do.RUN: 2}
AMOUNTS = {Do.BET, Do.RAISE, Do.OPEN, Do.COMPLETE, Do.HALF, Do.POT, Do.ALLIN, Do.ALLIN_YES}
AMOUNT = 6
"""The value of ids that have one: a mask, times, or an amount."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What controls are drawn for, and the hand before. Also of a table that is closed and forgotten."""

    table: int
    hand: int
    version: int
    before: int

    def mark(self, action: Do) -> str:
        number = NUMBERS.get(action, AMOUNT if action in AMOUNTS else 0)
        return custom_id(self.table, self.hand, self.version, action, number)


@dataclass(frozen=True, slots=True)
class Roles:
    """Who is who in the hand. In states without a hand these are just three who have a seat.

    was: the last moment of a table that is closed.
    """

    actor: str
    other: str
    folded: str
    was: Moment | None = None

    def named(self) -> Iterator[tuple[str, str]]:
        yield from (("stranger", STRANGER), ("spectator", SPECTATOR), ("host", HOST))
        yield from (("folded", self.folded), ("other", self.other), ("actor", self.actor))


# States


async def seated(club: Club, game: str = "holdem", **options: object) -> None:
    """The host's table with four players, and the first hand over, in which the spectator sat with them."""
    for name in ("bo", STRANGER):
        club.member(name, "sv-SE")
    await club.open(game, TABLES.get(game, ""), HOST, seats=5, time_bank=0, **options)
    await club.sit(*PLAYERS, SPECTATOR)
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting and club.buttons())
    await fold_out(club)
    await club.slash(SPECTATOR, "leave")
    assert not club.snapshot().seat_of(club.member(SPECTATOR).id)


async def fold_out(club: Club) -> None:
    while club.snapshot().waiting:
        await press_first(club, Do.FOLD, Do.CHECK, Do.BRING_IN, Do.PAT, Do.CALL, Do.MUCK)


async def press_first(club: Club, *wanted: Do) -> None:
    """The first of these that the felt offers and the actor may do."""
    version = club.snapshot().version
    for action in wanted:
        if action in club.buttons():
            await club.press(club.actor(), action)
            if club.snapshot().version != version:
                return
    raise AssertionError("nothing of it was possible")


async def next_hand(club: Club) -> None:
    await club.advance(club.session().config.pause + 2)
    await club.until(lambda: club.snapshot().waiting)


async def betting(club: Club, game: str) -> Roles:
    """Somebody has folded, somebody is to act."""
    await seated(club, game)
    await next_hand(club)
    while Do.FOLD not in club.buttons():
        if not club.snapshot().waiting:  # nobody could open
            await next_hand(club)
        else:
            await press_first(club, Do.OPEN, Do.BET, Do.BRING_IN, Do.CHECK)
    return await with_folded(club)


async def with_folded(club: Club) -> Roles:
    folded = club.actor()
    await club.press(folded, Do.FOLD)
    actor = club.actor()
    other = next(name for name in PLAYERS if name not in (actor, folded))
    return Roles(actor, other, folded)


async def drawing(club: Club) -> Roles:
    roles = await betting(club, "five_card_draw")
    while not isinstance(club.snapshot().offer, ThrowOffer):
        await press_first(club, Do.CALL, Do.CHECK)
    others = [name for name in PLAYERS if name not in (club.actor(), roles.folded)]
    return Roles(club.actor(), others[0], roles.folded)


async def paused(club: Club) -> Roles:
    roles = await betting(club, "holdem")
    await club.slash(HOST, "floor pause")
    assert club.snapshot().phase is Phase.PAUSED
    return roles


async def asked(club: Club) -> Roles:
    """After an outage of hours: whether the hand goes on."""
    roles = await betting(club, "holdem")
    club.time.time += 4 * 3600
    await club.restart()
    assert club.snapshot().phase is Phase.ASKED
    return roles


async def result(club: Club) -> Roles:
    roles = await betting(club, "holdem")
    await club.finish()
    assert club.snapshot().phase is Phase.BETWEEN
    return roles


async def choosing(club: Club) -> Roles:
    """Dealer's choice: the next button names the game."""
    await seated(club, "horse", dealers_choice=True)
    assert club.snapshot().chooser
    chooser = club.snapshot().member_at(club.snapshot().chooser)
    name = next(each for each in PLAYERS if club.member(each).id == chooser)
    others = [each for each in PLAYERS if each != name]
    return Roles(name, others[0], others[1])


async def turning(club: Club) -> Roles:
    """All are all-in, and the board is being turned up."""
    roles = await betting(club, "holdem")
    while club.snapshot().waiting:
        await club.advance(2)
        question = await club.press(club.actor(), Do.ALLIN)
        assert question.response is not None
        await club.press(club.actor(), Do.ALLIN_YES, question.response)
    assert club.snapshot().shown_at > club.time.time
    return roles


async def lobby(club: Club) -> Roles:
    for name in ("bo", STRANGER):
        club.member(name, "sv-SE")
    await club.open(host=HOST)
    await club.sit(SPECTATOR, *PLAYERS)
    await club.slash(SPECTATOR, "leave")
    return Roles(*PLAYERS[:3])


async def frozen(club: Club) -> Roles:
    roles = await betting(club, "holdem")
    club.session().freeze()
    return roles


async def closed(club: Club) -> Roles:
    roles = await betting(club, "holdem")
    was = await moment(club)
    await club.finish()
    await club.slash(HOST, "table close")
    await club.until(lambda: any("is closed" in text for text in club.texts()))
    return replace(roles, was=was)


STATES: dict[str, Callable[[Club], Awaitable[Roles]]] = {
    **{f"betting {game}": lambda club, game=game: betting(club, game) for game in TABLES},  # type: ignore[misc]
    **{each.__name__: each for each in (
        drawing, paused, asked, result, choosing, turning, lobby, frozen, closed,
    )},
}  # fmt: skip


# Pressing


async def moment(club: Club) -> Moment:
    now = club.snapshot()
    hands = [record.hand for record in await club.bot.desk.store.hands_of(table=now.table)]
    return Moment(now.table, now.hand, now.version, next((hand for hand in reversed(hands) if hand != now.hand), 7))


async def press(club: Club, name: str, felt: Message, control: str) -> InteractionResult:
    press = parse(control)
    assert press is not None
    chosen = CHOSEN.get(press.action)
    values = None if chosen is None else [chosen]
    return await raw.press(club, name, felt, control, values, offered=values or ())


async def all_of(club: Club, name: str, felt: Message, now: Moment, action: Do) -> list[InteractionResult]:
    """Fresh, the same once more, and two that are stale: of an earlier moment and of another hand."""
    moments = (now, now, replace(now, version=max(now.version - 1, 0)), replace(now, hand=now.before))
    return [await press(club, name, felt, each.mark(action)) for each in moments]


def answered(club: Club, answers: list[InteractionResult], what: object) -> None:
    """Each was answered, and no answer was lost: a second first answer would be, to 40060."""
    for answer in answers:
        assert answer.acknowledged, what
        assert len(answer.followups) <= 1, what
        assert "Number for the host" not in said(answer), what
        assert "Nummer till värden" not in said(answer), what
    assert not club.bot.desk.answers.lost, what


def speaks(name: str, text: str) -> bool:
    swedish = any(word in text for word in SWEDISH)
    return swedish == (name in ("bo", STRANGER))


def versions(club: Club) -> tuple[int, int]:
    """Of the table, which is stored, and of the hand."""
    sessions = list(club.bot.desk.tables.sessions.values())
    return (sessions[0].record.version, sessions[0].snapshot().version) if sessions else (0, 0)


@pytest.mark.parametrize("state", STATES)
async def test_everybody_presses_everything(club: Club, state: str) -> None:
    roles = await STATES[state](club)
    await club.advance(3 if state != "turning" else 0)
    felt = club.messages()[-1] if state == "closed" else club.felt()
    before, now = versions(club), roles.was or await moment(club)
    known: dict[str, list[str]] = {name: [] for name in OUTSIDE}

    for role, name in roles.named():
        for action in ON_TABLES:
            if name not in OUTSIDE and (action in MOVING or (role == "actor" and action in TO_HAND)):
                continue
            answers = await all_of(club, name, felt, now, action)
            answered(club, answers, (role, action))
            if action in TO_HAND:
                assert [answer.ephemeral for answer in answers] == [True] * 4, (role, action)
                assert all(speaks(name, said(answer)) for answer in answers), (role, action, list(map(said, answers)))
            if name in OUTSIDE:
                assert versions(club) == before, (role, action)
                known[name] += map(said, answers if action is not Do.PAST else ())
    assert versions(club)[1] == before[1]

    for session in club.bot.desk.tables.sessions.values():
        for name, texts in known.items():
            dealt = [seat for seat, member in session.state.dealt.items() if member == club.member(name).id]
            assert session.hand is None or leaked(session.hand, dealt[0] if dealt else None, texts) == set(), name
    for role, name in list(roles.named())[3:]:  # what moves the table comes last
        for action in [*sorted(MOVING - {Do.LEAVE_YES}), Do.LEAVE_YES]:
            answered(club, await all_of(club, name, felt, now, action), (role, action))
    await club.settle()


# The actor


def controls(message: Message) -> dict[Do, str]:
    found = {}
    for button in actors.buttons(message):
        press = parse(button.custom_id)
        assert press is not None
        if not button.disabled:
            found[press.action] = button.custom_id
    return found


@pytest.mark.parametrize("game", TABLES)
async def test_the_actors_own_presses_fresh_twice_and_stale(club: Club, game: str) -> None:
    roles = await betting(club, game)
    felt, actor = club.felt(), roles.actor
    marks = controls(felt)
    for action in marks.keys() - TO_HAND:
        answered(club, [await press(club, actor, felt, marks[action])], action)
    acting = next(mark for action, mark in marks.items() if action in (Do.CHECK, Do.CALL, Do.PAT, Do.BRING_IN))
    before = club.snapshot().version
    now = await moment(club)
    for action in sorted(TO_HAND):
        old = await press(club, actor, felt, replace(now, hand=now.before).mark(action))
        answered(club, [old], action)
        assert (old.ephemeral, speaks(actor, said(old)), club.snapshot().version) == (True, True, before), action

    fresh = await press(club, actor, felt, acting)
    version = club.snapshot().version
    assert version == before + 1
    twice = await press(club, actor, felt, acting)
    answered(club, [fresh, twice], acting)
    assert not twice.ephemeral
    club.time.time += 5
    for control in marks.values():
        pressed = parse(control)
        assert pressed is not None
        stale = await press(club, actor, felt, control)
        answered(club, [stale], pressed)
        if pressed.action in TO_HAND:
            assert stale.ephemeral
            assert speaks(actor, said(stale))
    assert club.snapshot().version == version
