"""How much one member may ask for: words for clicks, and tables (RELIABILITY 103, 104)."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from simcord.results import InteractionResult

from cogs import quotas
from cogs.quotas import BURST, COOLDOWN, MANY, OF_GUILD, OF_HOST, PER, Bucket, Openings
from cogs.ui.ids import Do, custom_id
from engine.rules.play import BettingOffer, ThrowOffer
from engine.tables.errors import No, TableError
from tests.e2e import raw
from tests.e2e.club import Club, said

WORDS, WAIT = 4, 6
"""Kinds of first answers: a message, and silence."""


class Watch:
    """A clock."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at


# Words


def test_five_at_once_and_one_more_each_second() -> None:
    watch = Watch()
    bucket = Bucket(watch.now)
    assert [bucket.take(1) for _ in range(7)] == [True] * 5 + [False] * 2
    assert bucket.take(2)
    watch.at += 0.99
    assert not bucket.take(1)
    watch.at += 0.02
    assert [bucket.take(1), bucket.take(1)] == [True, False]
    watch.at += 3600
    assert [bucket.take(1) for _ in range(6)] == [True] * 5 + [False]
    watch.at -= 7200  # the clock was set back
    assert not bucket.take(1)


def test_who_has_asked_for_nothing_lately_is_forgotten() -> None:
    watch = Watch()
    bucket = Bucket(watch.now)
    for member in range(5 * MANY):
        watch.at += 1
        assert bucket.take(member)
    assert len(bucket._left) <= MANY


def first_answers(club: Club, since: int) -> list[int]:
    """Kinds of first answers."""
    calls = club.env.http_requests[since:]
    return [call.json["type"] for call in calls if call.path.endswith("/callback") and isinstance(call.json, dict)]


def follow_ups(club: Club, since: int) -> int:
    return sum(call.method == "POST" and "/webhooks/" in call.path for call in club.env.http_requests[since:])


async def test_ten_members_click_ten_times_a_second(club: Club) -> None:
    """Report discord-api-docs#7243: bots were shut out for follow-ups to spammed buttons."""
    seconds, rate = 20, 10
    names = [f"m{number}" for number in range(10)]
    await club.deal(*names[:4])
    rng, felt = random.Random(3), club.felt()
    shown, since, words = club.snapshot(), len(club.env.http_requests), Counter[str]()
    kinds = (Do.CALL, Do.FOLD, Do.CARDS, Do.STORY, Do.RULES, Do.LEAVE, Do.ALLIN, Do.TOPUP, Do.SITIN)
    controls = [custom_id(shown.table, shown.hand, 10**6, action, 6) for action in kinds]
    controls += ["pk9:old", custom_id(shown.table, 7, 0, Do.CHECK)]

    for _ in range(seconds * rate):
        for name in names:
            answer = await raw.press(club, name, felt, rng.choice(controls), breath=0)
            assert answer.acknowledged
            words[name] += bool(answer.ephemeral or answer.modal)
        club.time.time += 1 / rate

    assert len(first_answers(club, since)) == seconds * rate * len(names)
    most = BURST + seconds * BURST / PER
    assert all(most - 2 <= count <= most for count in words.values()), words
    assert follow_ups(club, since) == 0
    assert set(first_answers(club, since)) <= {WORDS, WAIT, 9}
    assert club.snapshot().version == shown.version


async def test_no_follow_ups_either_when_every_answer_is_late(club: Club) -> None:
    """7243: all are told to wait, and are refused afterwards: in words a few times, then in silence."""
    await club.deal("ann", "bo", "cy")
    club.member("zoe")
    felt, since, shown = club.felt(), len(club.env.http_requests), club.snapshot()
    actor = club.actor()
    others = [name for name in ("ann", "bo", "cy", "zoe") if name != actor]
    control = club.buttons()[Do.CALL].replace(f":{Do.CALL}", f":{Do.SITIN}")
    async with club.session().lock:
        clicks = [
            asyncio.create_task(raw.press(club, name, felt, control, breath=0)) for name in others for _ in range(30)
        ]
        while not all(click.done() for click in clicks):
            club.time.ring(club.time.time + 2)
            await asyncio.sleep(0.001)
    await club.settle()

    assert first_answers(club, since) == [WAIT] * 90
    assert follow_ups(club, since) == BURST * len(others)
    assert club.snapshot() == shown


@pytest.mark.parametrize("game", ["holdem", "five_card_draw"])
async def test_however_quick_a_player_is_what_he_may_do_is_done(club: Club, game: str) -> None:
    """103: two play whole hands in no time at all, and press much besides."""
    await club.deal("ann", "bo", game=game, stakes={"holdem": "1/2", "five_card_draw": "5/10 ante 1"}[game], pause=0)
    clock, played = club.time.time, 0
    while played < 25:
        if not club.snapshot().waiting:
            await raw.press(club, "ann", club.felt(), _drawn(club, Do.START), breath=0)
            await club.until(lambda: club.snapshot().waiting)
        actor, felt = club.actor(), club.felt()
        for _ in range(8):  # far more than he has words for
            await raw.press(club, actor, felt, _drawn(club, Do.STORY), breath=0)
        if isinstance(offer := club.snapshot().offer, BettingOffer) and offer.bet_to:
            assert (await raw.press(club, actor, felt, _drawn(club, Do.FORM), breath=0)).modal
        calm = [Do.PAT] if isinstance(offer, ThrowOffer) else [Do.CHECK, Do.CALL]
        before = (club.snapshot().hand, club.snapshot().version)
        for action in calm:
            await raw.press(club, actor, felt, _drawn(club, action), breath=0)
            await club.settle()
            if (club.snapshot().hand, club.snapshot().version) != before:
                break
        else:
            raise AssertionError(f"neither of {calm} was done")
        played += 1
    assert club.time.time < clock + 5


def _drawn(club: Club, action: Do) -> str:
    shown = club.snapshot()
    return custom_id(shown.table, shown.hand, shown.version, action)


# Tables


def test_a_table_that_does_not_open_costs_nothing() -> None:
    openings = Openings(Watch().now)
    with pytest.raises(ValueError), openings.one_more(1, 2, []):  # noqa: PT011
        raise ValueError
    with openings.one_more(1, 2, []):
        pass


def test_two_wishes_at_the_same_moment_are_one_table() -> None:
    """104: the second comes while the first is being opened."""
    openings = Openings(Watch().now)
    with openings.one_more(1, 2, []):
        with pytest.raises(TableError) as second, openings.one_more(1, 2, []):
            pass
        with openings.one_more(1, 3, []), openings.one_more(9, 2, []):
            pass
    assert second.value.code is No.TOO_SOON


def test_tables_that_are_being_opened_count() -> None:
    openings, members = Openings(Watch().now), iter(range(10, 10 + 2 * OF_GUILD))

    def open_all(left: int) -> Iterator[TableError]:
        try:
            with openings.one_more(1, next(members), [1] * 3):
                yield from open_all(left - 1)
        except TableError as error:
            yield error

    [error] = open_all(OF_GUILD)
    assert (error.code, error.facts) == (No.TOO_MANY_HERE, {"most": OF_GUILD})


async def opened(club: Club, name: str, channel: str) -> InteractionResult:
    club.channel = club.guild.create_text_channel(channel)
    return await club.slash(name, "table open", game="holdem", stakes="1/2")


@pytest.mark.parametrize(
    ("locale", "few", "soon", "many"),
    [
        ("en-US", "You host 2 tables here already", "You have just opened a table", "There are 3 open tables"),
        ("sv-SE", "Du är värd för 2 bord", "Du har nyss öppnat ett bord", "Det finns redan 3 öppna bord"),
    ],
)
async def test_tables_of_one_host_and_of_a_server_have_an_end(
    club: Club, monkeypatch: pytest.MonkeyPatch, locale: str, few: str, soon: str, many: str
) -> None:
    """104: a friendly sentence, and nothing is opened, no thread either."""
    assert (OF_HOST, OF_GUILD) == (5, 50)
    monkeypatch.setattr(quotas, "OF_HOST", 2)
    monkeypatch.setattr(quotas, "OF_GUILD", 3)
    for name in ("ann", "bo"):
        club.member(name, locale)
    tables = club.bot.desk.tables.sessions

    await opened(club, "ann", "a")
    assert soon in said(await opened(club, "ann", "b"))
    assert len(tables) == 1
    await club.advance(COOLDOWN - 1)
    assert soon in said(await club.slash("ann", "table open", game="holdem", thread=True))
    assert [channel for channel in club.env.backend.channels.values() if channel.type == 11] == []
    await club.advance(1)
    await opened(club, "ann", "c")
    await club.advance(COOLDOWN)
    answer = await opened(club, "ann", "d")
    assert answer.ephemeral
    assert few in said(answer)
    await opened(club, "bo", "e")
    await club.advance(COOLDOWN)
    assert many in said(await opened(club, "bo", "f"))
    assert len(tables) == 3

    await next(iter(tables.values())).close(0)
    await club.settle()
    await club.slash("bo", "table open", game="holdem", stakes="1/2")
    assert len(club.bot.desk.tables.at(club.guild.id)) == 3


async def test_a_wish_that_was_refused_does_not_make_one_wait(club: Club) -> None:
    """104: the cooldown is for tables, not for typing errors."""
    for _ in range(3):
        assert "do not understand" in said(await club.slash("ann", "table open", game="holdem", stakes="five"))
    await club.open()
