"""A dispute about one hand (RELIABILITY 106): its file has what happened, when, which chips moved, and who dealt."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cogs import VERSION
from cogs.ui.ids import Do
from engine.rules.setup import RULES
from tests.e2e.club import Club, said
from tests.e2e.files import unpacked


async def evidence(club: Club, viewer: str, number: int = 1) -> dict[str, Any]:
    await club.slash(viewer, "hand export", number=number)
    return dict(json.loads(unpacked(club, viewer)[f"hand-{number:03}.json"]))


async def raised_and_folded(club: Club) -> list[float]:
    """The first raises to 20, the second calls, the third folds; on the flop a bet ends it. When each did so."""
    await club.deal("ann", "bo", "cy", most=500)
    assert "added" in said(await club.slash("cy", "rebuy", amount="100"))
    times = []
    for command in ("raise", "call", "fold", "bet", "fold"):
        club.time.time += 2.5
        times.append(club.time.time)
        amount = {"raise": "20", "bet": "30"}.get(command)
        await club.slash(club.actor(), command, **({"amount": amount} if amount else {}))
    assert not club.snapshot().waiting
    return times


async def test_it_says_what_happened_when_and_by_whom_it_was_dealt(club: Club) -> None:
    times = await raised_and_folded(club)

    told = await evidence(club, "ann")

    assert (told["program"], told["rules"]) == (VERSION, RULES)
    assert [entry["at"] for entry in told["hand"]["inputs"]] == times
    assert told["hand"]["status"] == "ended"
    assert told["hand"]["started"] < times[0] < told["hand"]["ended"] == times[-1]
    acted = [(event["verb"], event["to"]) for event in told["events"] if event["event"] == "Acted"]
    assert acted == [("raise", 20), ("call", 20), ("fold", 2), ("bet", 30), ("fold", 0)]
    assert told["commitment"] == told["proof"]["root"]
    assert set(told["seats"].values()) == {str(club.member(name).id) for name in ("ann", "bo", "cy")}


async def test_its_ledger_lines_are_those_of_the_hand_and_add_up(club: Club) -> None:
    """Neither a hand before or after it nor a purchase of chips in between is among them."""
    await raised_and_folded(club)
    await club.advance(club.session().config.pause + 2)
    await club.finish()

    lines = (await evidence(club, "ann"))["hand"]["ledger"]

    moves = [move for line in lines for move in line["moves"]]
    assert {line["reason"] for line in lines} == {"play"}
    assert sum(move["chips"] for move in moves) == 0
    members = {move["member"] for move in moves}
    by_member = {who: sum(move["chips"] for move in moves if move["member"] == who) for who in members}
    assert sorted(by_member.values()) == [-20, -2, 0, 22]
    assert by_member[""] == 0  # the pot is empty again


@pytest.mark.parametrize("viewer", ["ann", "bo", "cy", "dan"])
async def test_it_tells_no_card_that_its_reader_may_not_know(club: Club, viewer: str) -> None:
    """Nor a hash from which one could be guessed."""
    await raised_and_folded(club)
    session = club.session()
    assert session.hand is not None
    names = {club.member(name).id: name for name in ("ann", "bo", "cy")}
    down = {names[session.state.members[seat]]: session.hand.down[seat] for seat in session.hand.order}
    async with club.bot.desk.store.db.reading() as db:
        hashes = [row[0] for row in await db.all("SELECT hash FROM inputs")]

    text = json.dumps(await evidence(club, viewer))

    for name, cards in down.items():
        assert [f'"{card}"' in text for card in cards] == [name == viewer] * 2
    assert len(hashes) == 5
    assert not [each for each in hashes if each in text]


async def test_a_hand_that_is_played_has_none(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.press(club.actor(), Do.CALL)

    answer = await club.slash("ann", "hand export", number=1)

    assert not answer.response or not answer.response.attachments
