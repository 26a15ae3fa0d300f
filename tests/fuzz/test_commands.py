"""Every command, form and select with what nobody should send: always an answer, never a fault, never a chip moved.

RELIABILITY 65 to 72 and 75. The club's own end adds: no error in the log, the books right, every REST body valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cogs.ui.ids import Do
from demo import actors
from tests.e2e import raw
from tests.e2e.club import Club, said
from tests.e2e.raw import Leaf
from tests.fuzz.hostile import NOT_AMOUNTS, TEXTS, WHOLES, live_mentions

AMOUNTS = {("join", "buy_in"), ("rebuy", "amount"), ("bet", "amount"), ("raise", "amount")}
FITTING = {"game": "holdem", "rule": "cap", "value": "3", "street": "flop", "rules": "casino"}
"""Values for the options that a command needs beside the one that is tried."""

WHO = ("ann", "bo", "mallory")


async def chips(club: Club) -> dict[str, int]:
    """Every pile of every member, and all chips there are."""
    store = club.bot.store
    assert store is not None
    guild, opening = club.guild.id, club.bot.opening
    found = {name: await store.ensure_bankroll(guild, club.member(name).id, opening) for name in WHO}
    found |= {f"stack {sitter.member}": sitter.stack for sitter in club.snapshot().sitters}
    return found | {"total": await store.total(guild)}


def tried(leaf: Leaf, option: dict[str, Any]) -> tuple[Any, ...]:
    """Hostile values of an option's kind; none for those that only name a member."""
    if (leaf.path, option["name"]) in AMOUNTS:
        return NOT_AMOUNTS
    return {raw.TEXT: TEXTS, raw.WHOLE: WHOLES}.get(option["type"], ())


def fitting(leaf: Leaf, but: str) -> dict[str, Any]:
    """What else the command needs."""
    others = {option["name"]: option for option in leaf.options if option.get("required") and option["name"] != but}
    return {name: _fitting(option) for name, option in others.items()}


def _fitting(option: dict[str, Any]) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == raw.USER:
        return "bo"
    return 1 if option["type"] == raw.WHOLE else FITTING.get(option["name"], "5")


def calls(leaf: Leaf) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every hostile use of a command. An optional amount that is empty is as good as left out, so that is none."""
    for option in leaf.options:
        for value in tried(leaf, option):
            if value or option.get("required"):
                yield option["name"], {**fitting(leaf, option["name"]), option["name"]: value}


async def test_every_option_of_every_command(club: Club) -> None:
    """By somebody who has no seat and no rights: nothing that he types moves a chip or raises a fault."""
    await club.deal("ann", "bo")
    before, since = await chips(club), len(club.env.http_requests)
    count = 0

    for leaf in list(raw.leaves(club)):
        for option, values in calls(leaf):
            answer = await raw.command(club, "mallory", leaf, values)
            assert answer.acknowledged, (leaf.path, option, values)
            assert "Number for the host" not in said(answer), (leaf.path, option, values)
            count += 1

    assert count > 500
    assert await chips(club) == before
    assert live_mentions(club.env.http_requests[since:]) == []
    print(f"{count} hostile commands")


@pytest.mark.parametrize("name", ["rebuy", "bet", "raise", "draw", "join"])
async def test_amounts_and_cards_of_the_player_to_act(club: Club, name: str) -> None:
    """The one who may act, in either language."""
    club.member("ann", "sv-SE")
    await club.deal("ann", "bo")
    leaf = next(leaf for leaf in raw.leaves(club) if leaf.path == name)
    before, version = await chips(club), club.snapshot().version

    for _, values in calls(leaf):
        answer = await raw.command(club, club.actor(), leaf, values)
        assert answer.acknowledged, values

    assert await chips(club) == before
    assert club.snapshot().version == version


async def test_what_the_host_may_change_is_refused_or_harmless(club: Club) -> None:
    """The host between hands: house rules, floor, opening. The table may end up different, the chips may not."""
    await club.open(host="ann")
    await club.sit("ann", "bo")
    before, since = await chips(club), len(club.env.http_requests)

    for leaf in raw.leaves(club):
        if leaf.path.split()[0] in {"house", "floor", "table"}:
            for option, values in calls(leaf):
                answer = await raw.command(club, "ann", leaf, values)
                assert answer.acknowledged, (leaf.path, option, values)
                assert "Number for the host" not in said(answer), (leaf.path, option, values)

    assert (await chips(club))["total"] == before["total"]
    assert live_mentions(club.env.http_requests[since:]) == []


async def test_a_table_name_is_escaped_wherever_it_stands(club: Club) -> None:
    """RELIABILITY 71: a name that breaks out of markdown."""
    leaf = next(leaf for leaf in raw.leaves(club) if leaf.path == "table open")
    await raw.command(club, "ann", leaf, {"game": "holdem", "name": "```@everyone <@&1> **x** [y](http://z)"})
    await club.sit("ann", "bo")
    await club.slash("ann", "floor log")
    await club.slash("ann", "table close")
    await club.settle()

    assert live_mentions(club.env.http_requests) == []
    shown = "\n".join(line for message in club.messages("ann") for line in actors.texts(message))
    assert not [bad for bad in ("```", "<@&1>", "**x**", "[y](", "http://z") if bad in shown]


async def test_what_is_typed_while_suggestions_are_shown(club: Club) -> None:
    """RELIABILITY 38: an answer each time, at most 25 suggestions, none too long."""
    await club.deal("ann", "bo")
    count = 0
    for leaf in raw.leaves(club):
        for option in leaf.options:
            for typed in TEXTS if option.get("autocomplete") else ():
                answer = await raw.autocomplete(club, "mallory", leaf, option["name"], typed)
                assert answer.autocomplete_choices is not None, (leaf.path, typed)
                assert len(answer.autocomplete_choices) <= 25
                assert all(1 <= len(each["name"]) <= 100 for each in answer.autocomplete_choices)
                count += 1
    assert count > 50


@pytest.mark.parametrize("form", [Do.FORM, Do.TOPUP, Do.JOIN])
async def test_every_field_of_every_form(club: Club, form: Do) -> None:
    """The form itself limits length; a client of one's own does not."""
    await club.deal("ann", "bo")
    who = {Do.FORM: club.actor(), Do.TOPUP: "ann", Do.JOIN: "mallory"}[form]
    before, version = await chips(club), club.snapshot().version
    mark = club.buttons()[Do.CALL].replace(":call", f":{form}")

    for typed in NOT_AMOUNTS:
        shown = await raw.press(club, who, club.felt(), mark)
        assert shown.modal, typed
        answer = await raw.submit(club, who, shown, typed)
        assert answer.acknowledged, typed
        assert "Number for the host" not in said(answer), typed

    assert await chips(club) == before
    assert club.snapshot().version == version


async def test_exercises_take_whatever_is_typed(club: Club) -> None:
    answer = await club.slash("ann", "practice", exercise="pots")
    assert answer.response is not None
    for typed in NOT_AMOUNTS:
        club.time.time += raw.BREATH
        shown = await club.press("ann", Do.POTS_ANSWER, answer.response)
        back = await raw.submit(club, "ann", shown, typed)
        assert back.acknowledged
        assert "Number for the host" not in said(back)


@pytest.mark.parametrize("value", ["", "-1", "none", "99", "1e9", "\u0663", "9" * 400, "@everyone", "x" * 4000])
@pytest.mark.parametrize("action", [Do.AHEAD, Do.DISCARDS, Do.SHOWN, Do.NEXT_GAME, Do.PICK, Do.TOPIC, Do.GAME_RULES])
async def test_every_select_with_a_value_that_it_never_offered(club: Club, action: Do, value: str) -> None:
    await club.deal("ann", "bo")
    before = await chips(club)
    mark = club.buttons()[Do.CALL].replace(":call", f":{action}")

    for values in ([value], [], [value] * 30):
        answer = await raw.press(club, club.actor(), club.felt(), mark, values)
        assert answer.acknowledged, values
        assert "Number for the host" not in said(answer), values

    assert await chips(club) == before


@pytest.mark.parametrize("value", [0, 1, 10**12 + 1, 10**18 - 1, 99999999999999999999])
async def test_every_button_with_a_number_that_it_never_had(club: Club, value: int) -> None:
    await club.deal("ann", "bo")
    total, felt = (await chips(club))["total"], club.felt()
    drawn = club.buttons()[Do.CARDS]
    for action in Do:
        mark = drawn.replace(f":{Do.CARDS}", f":{action}.{value}")
        answer = await raw.press(club, "bo", felt, mark)
        assert answer.acknowledged, action
        assert "Number for the host" not in said(answer), action
    assert (await chips(club))["total"] == total
