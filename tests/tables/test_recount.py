"""Three hundred random hands over all games: tables, books and statistics agree with another recount."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

import pytest

from data.leaderboard import Limits, Measure, Query
from data.stats import Figures
from engine.rules.cards import parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Acted, Awarded, Opened, StreetOpened, Verb
from engine.rules.view import View
from engine.tables.recount import recount
from engine.tables.session import TableSession
from engine.tables.snapshot import Snapshot
from tests.tables.house import GUILD, OPENING, Room, a_room, terms

HANDS = 300
MEMBERS = (101, 102, 103, 104, 105)
STAKE = 150


@dataclass
class Tally:
    """What one member did, counted from what everybody saw and from stacks before and after, and not from results."""

    hands: Counter[str] = field(default_factory=Counter)
    net: int = 0
    mbb: int = 0
    vpip: int = 0
    pfr: int = 0
    bets: int = 0
    calls: int = 0
    won: int = 0
    lost: int = 0
    opened: int = 0
    showdowns: int = 0


def seen_stacks(snapshot: Snapshot) -> dict[int, int]:
    return {sitter.member: sitter.stack + sitter.queued for sitter in snapshot.sitters}


def story(view: View, kind: type) -> Iterator[Any]:
    return (event for event in view.story if isinstance(event, kind))


def first_round(view: View) -> list[Acted]:
    """What was done before the second street began."""
    streets, found = 0, []
    for event in view.story:
        streets += isinstance(event, StreetOpened)
        if isinstance(event, Acted) and streets == 1:
            found.append(event)
    return found


def count(tallies: dict[int, Tally], before: dict[int, int], snapshot: Snapshot) -> None:
    """Add a hand that is over, as a spectator saw it."""
    view, after = snapshot.view, seen_stacks(snapshot)
    assert view is not None
    winners = Counter[int]()
    for award in story(view, Awarded):
        for win in award.wins:
            winners[win.seat] += win.chips
    for seat, member in snapshot.dealt.items():
        tally, net = tallies[member], after[member] - before[member]
        acts = [event.verb for event in story(view, Acted) if event.seat == seat]
        early = {event.verb for event in first_round(view) if event.seat == seat}
        tally.hands[snapshot.game.key] += 1
        tally.net += net
        tally.mbb += round(net * 1000 / snapshot.game.stakes.big_blind)
        tally.vpip += bool(early & {Verb.CALL, Verb.BET, Verb.RAISE, Verb.COMPLETE})
        tally.pfr += bool(early & {Verb.BET, Verb.RAISE, Verb.COMPLETE})
        tally.bets += sum(verb in (Verb.BET, Verb.RAISE, Verb.COMPLETE) for verb in acts)
        tally.calls += acts.count(Verb.CALL)
        tally.won, tally.lost = max(tally.won, winners[seat]), max(tally.lost, -net)
        tally.opened += any(event.seat == seat for event in story(view, Opened))
        contested = [award for award in story(view, Awarded) if award.share >= 0]
        tally.showdowns += any(win.seat == seat and win.chips for award in contested for win in award.wins)


async def refill(room: Room, session: TableSession) -> None:
    for sitter in session.snapshot().sitters:
        if sitter.stack + sitter.queued < STAKE // 3:
            await session.top_up(sitter.member, STAKE - sitter.stack - sitter.queued)


async def play(room: Room, hands: int, tallies: dict[int, Tally]) -> None:
    """The same members at a table of each game in turn."""
    async with room.store.db.reading() as db:
        await db.all("PRAGMA synchronous = OFF")  # what is tested is counting, not the disk
    for game in CATALOGUE:
        session = await room.open(terms(game, seats=max(len(MEMBERS), 5)), *MEMBERS, chips=STAKE)
        for _ in range(-(-hands // len(CATALOGUE))):
            await refill(room, session)
            before = seen_stacks(session.snapshot())
            await room.hand(session)
            room.time.pass_by(3600)
            if session.snapshot().dealt and not session.state.voided:
                count(tallies, before, session.snapshot())
        for member in MEMBERS:
            await session.leave(member)


def compare(tally: Tally, figures: Figures) -> None:
    assert sum(tally.hands.values()) == figures.hands
    assert (tally.net, tally.mbb) == (figures.net, figures.mbb)
    assert (tally.vpip, tally.pfr, tally.bets, tally.calls) == (figures.vpip, figures.pfr, figures.bets, figures.calls)
    assert (tally.won, tally.lost, tally.opened) == (figures.pot, figures.loss, figures.opened)
    assert figures.vpip >= figures.pfr > 0
    assert figures.hands > figures.later >= figures.showdowns >= figures.won_there > 0
    assert tally.showdowns == figures.won_there


async def results(room: Room) -> list[tuple[Any, ...]]:
    async with room.store.db.reading() as db:
        tables = ("results", "sums", "opponents")
        return [tuple(row) for table in tables for row in await db.all(f"SELECT * FROM {table}")]


@pytest.mark.slow
async def test_everything_agrees_with_an_independent_recount(tmp_path: Path) -> None:
    tallies: dict[int, Tally] = defaultdict(Tally)
    async with a_room(tmp_path, seed=8) as room:
        await play(room, HANDS, tallies)

        assert sum(sum(tally.hands.values()) for tally in tallies.values()) >= HANDS * 2
        for member, tally in tallies.items():
            compare(tally, await room.store.figures(Query(GUILD), member))
            for game, hands in tally.hands.items():
                assert (await room.store.figures(Query(GUILD, game=game), member)).hands == hands
        await compare_books(room, tallies)
        await compare_boards(room, tallies)
        await compare_best(room)
        await compare_rebuilt(room)


async def compare_books(room: Room, tallies: dict[int, Tally]) -> None:
    """Everybody has what he was given plus what he won; what was lost by nobody's gain lies in carried pots."""
    lying = 0
    for member, tally in tallies.items():
        assert await room.worth(member) == OPENING + tally.net
        lying -= tally.net
        line = await room.store.worth_line(GUILD, member)
        assert line[-1].chips == OPENING + tally.net
        assert (await room.store.net_line(Query(GUILD), member, by_day=False))[-1].chips == tally.net
        assert (await room.store.net_line(Query(GUILD), member, by_day=True))[-1].chips == tally.net
    async with room.store.db.reading() as db:
        assert lying == await db.number("SELECT sum(balance) FROM accounts WHERE kind = 'pot'")
    assert await room.store.check_books() == ()


async def compare_boards(room: Room, tallies: dict[int, Tally]) -> None:
    await room.store.set_limits(GUILD, Limits(1, 1), 101, 1)
    values = {
        Measure.NET: {member: tally.net for member, tally in tallies.items()},
        Measure.HANDS: {member: sum(tally.hands.values()) for member, tally in tallies.items()},
        Measure.POT: {member: tally.won for member, tally in tallies.items()},
        Measure.SHOWDOWNS: {member: tally.showdowns for member, tally in tallies.items()},
    }
    for by, expected in values.items():
        board = await room.store.leaderboard(Query(GUILD, by))
        assert {place.member: place.value for place in board.places} == expected
        assert [place.value for place in board.places] == sorted(expected.values(), reverse=True)


async def compare_best(room: Room) -> None:
    """The cards that are kept with a hand make the value that is kept with it."""
    async with room.store.db.reading() as db:
        rows = await db.all("SELECT game, facts FROM results WHERE json_extract(facts, '$.value') IS NOT NULL")
    games = Counter(row["game"] for row in rows)
    for row in rows:
        facts = json.loads(row["facts"])
        ranking = CATALOGUE[row["game"]].pays[0].ranking
        assert (ranking.name, ranking.value(parse_cards(facts["cards"]))) == (facts["ranking"], facts["value"])
        assert facts["won_there"] == 1
    assert len(games) >= len(CATALOGUE) - 1


async def compare_rebuilt(room: Room) -> None:
    """From setups and inputs alone the same rows come again, whatever had become of them."""
    before = await results(room)
    untouched = await room.store.rebuild_results(recount)
    assert (untouched.changed, untouched.skipped, await results(room)) == (0, 0, before)

    async with room.store.db.atomic() as db:
        await db.all("UPDATE results SET net = net + 7, facts = '{}' WHERE member = 102")
        await db.all("DELETE FROM results WHERE member = 103")
        await db.all("DELETE FROM sums WHERE member = 104")
    assert await room.store.check_books() != ()
    again = await room.store.rebuild_results(recount)

    assert again.changed > 0
    assert astuple(again)[0] == untouched.hands
    assert await results(room) == before
