"""Discord's moods: what is deleted, locked, gone, doubled or late, and how the hand goes on (RELIABILITY 27 to 57)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from cogs.speech.sheets import RETRY
from cogs.ui.ids import Do
from demo import actors
from engine.tables.snapshot import Phase
from tests.e2e import raw
from tests.e2e.club import Club, said

OPENING = 10_000


async def bankrolls(club: Club, *names: str) -> list[int]:
    store = club.bot.store
    assert store is not None
    return [await store.ensure_bankroll(club.guild.id, club.member(name).id, 0) for name in names]


# Places that go


async def test_a_deleted_channel_pays_everybody_and_tells_the_host(club: Club) -> None:
    """43: nobody can play there again, so the hand is paid back at once; the host hears of it elsewhere."""
    await club.deal("ann", "bo", "cy")
    await club.press(club.actor(), Do.CALL)
    other = club.guild.create_text_channel("elsewhere")

    club.env.backend.delete_channel(club.channel.id)
    await club.until(lambda: all(each.state.phase is Phase.CLOSED for each in club.bot.desk.tables.sessions.values()))

    assert await bankrolls(club, "ann", "bo", "cy") == [OPENING] * 3
    since = len(club.env.http_requests)
    await club.advance(120)
    assert [call for call in club.calls(since) if "/messages" in call and str(club.channel.id) in call] == []
    club.channel = other
    await club.slash("ann", "help")
    assert any("channel is gone" in text for text in club.whispers("ann"))
    await club.deal("ann", "bo")


async def test_a_channel_whose_end_was_missed_is_noticed_at_the_next_call(club: Club) -> None:
    """43: the bot was away when it happened; Discord answers 10003."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    club.env.inject_error("*", f"/channels/{club.channel.id}/*", status=404, code=10003, message="x", times=None)

    await club.advance(club.session().config.clock + 2)
    await club.until(lambda: all(each.state.phase is Phase.CLOSED for each in club.bot.desk.tables.sessions.values()))

    assert await bankrolls(club, "ann", "bo", "cy") == [OPENING] * 3


@pytest.mark.parametrize("code", [50083, 160005])
async def test_a_locked_thread_pauses_and_goes_on_when_it_is_open_again(club: Club, code: int) -> None:
    """44: nobody's clock runs while the thread is shut."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    club.env.inject_error("*", f"/channels/{club.channel.id}/*", status=400, code=code, message="x", times=None)
    await club.advance(club.session().config.clock + 2)
    assert club.snapshot().phase is Phase.PAUSED

    await club.advance(3600)
    assert club.snapshot().phase is Phase.PAUSED
    club.env.backend.faults.clear()
    await club.slash("ann", "floor resume")
    await club.advance(2)

    assert any("closed and locked" in text for text in club.whispers("ann"))
    assert club.snapshot().phase is Phase.HAND
    await club.finish()


async def test_being_removed_pays_everybody_and_says_nothing(club: Club) -> None:
    """52: every chip is back, and not one more call to that server."""
    await club.deal("ann", "bo", "cy")
    await club.press(club.actor(), Do.CALL)
    since = len(club.env.http_requests)

    club.env.backend.remove_guild(club.guild.id)
    await club.until(lambda: all(each.state.phase is Phase.CLOSED for each in club.bot.desk.tables.sessions.values()))
    await club.advance(120)

    assert await bankrolls(club, "ann", "bo", "cy") == [OPENING] * 3
    assert club.calls(since) == []


# People who go


@pytest.mark.parametrize("how", ["leaves", "is banned"])
async def test_who_is_gone_in_mid_hand_plays_by_the_clock_and_stands_up(club: Club, how: str) -> None:
    """49, 51: check if free, else fold; nobody waits longer than a turn, and the chips are in the bankroll."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    if club.actor() == "ann":  # the host stays
        await club.press("ann", Do.CALL)
    gone = club.actor()
    member = club.member(gone).id
    if how == "leaves":
        club.env.backend.remove_member(club.guild.id, member)
    else:
        club.env.backend.apply_ban(club.guild.id, member, None)

    await club.advance(club.session().config.clock + 2)
    assert club.actor() != gone
    for number in (1, 2):
        await play_without(club, gone, number)
        await club.advance(club.session().config.pause + 2)

    assert club.snapshot().number == 3
    view = club.snapshot().view
    assert view is not None
    assert club.snapshot().seat_of(member) not in view.order  # away after two turns missed: the others play on
    await club.slash("ann", "table close")
    await club.finish()
    assert sum(await bankrolls(club, "ann", "bo", "cy")) == 3 * OPENING


async def play_without(club: Club, gone: str, number: int) -> None:
    """Play a hand to its end; who is gone is waited for, one turn at a time."""
    while (club.snapshot().phase, club.snapshot().number) == (Phase.HAND, number):
        have = club.buttons()
        if club.actor() == gone:
            await club.advance(club.session().config.clock + 2)
        else:
            await club.press(club.actor(), next(action for action in (Do.CHECK, Do.CALL, Do.FOLD) if action in have))


async def test_who_is_timed_out_by_a_moderator_plays_by_the_clock_and_keeps_his_seat(club: Club) -> None:
    """55: Discord lets him press nothing; nobody waits longer than a turn, and afterwards he is dealt in again."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    if club.actor() == "ann":
        await club.press("ann", Do.CALL)
    silent = club.actor()
    member, stack = club.member(silent).id, club.member(silent)
    backend = club.env.backend
    until = (backend.clock.now() + timedelta(hours=1)).isoformat()
    backend.edit_member(club.guild.id, member, {"timed_out_until": until})
    may = backend.compute_permissions(club.guild.id, member, club.channel.id)
    assert not may & discord.Permissions.send_messages.flag

    await club.advance(club.session().config.clock + 2)
    assert club.actor() != silent
    await play_without(club, silent, 1)
    assert club.snapshot().seat_of(member)
    assert sum(sitter.stack for sitter in club.snapshot().sitters) == 600

    backend.edit_member(club.guild.id, member, {"timed_out_until": None})
    await stack.slash(club.channel, "sitin")
    await club.advance(club.session().config.pause + 2)
    view = club.snapshot().view
    assert view is not None
    assert club.snapshot().seat_of(member) in view.order
    await club.finish()


# Power that goes


def a_manager(club: Club, name: str) -> Callable[[], None]:
    """A member who manages the server but neither hosts nor plays. Returns how he loses that."""
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    club._members[name] = club.guild.add_member(club.env.create_user(name), roles=[role])
    member = club.member(name).id
    return lambda: club.env.backend.remove_member_role(club.guild.id, member, role.id)


async def test_who_manages_the_server_lets_others_in_as_the_host_does(club: Club) -> None:
    """54: also while a hand is played, and also at a table whose host is away."""
    a_manager(club, "boss")
    await club.deal("ann", "bo")
    await club.slash("ann", "table invite", member=club.member("bo"))
    config = club.session().config
    club.session().config = replace(config, private=True)
    assert "by invitation" in said(await club.slash("cy", "join"))

    assert "may sit down here" in said(await club.slash("boss", "table invite", member=club.member("cy")))
    assert club.snapshot().phase is Phase.HAND
    club.session().config = replace(club.session().config, private=True)
    assert "You have seat" in said(await club.slash("cy", "join"))
    assert "Only the host" in said(await club.slash("cy", "table invite", member=club.member("dan")))


async def test_who_loses_the_right_in_mid_hand_is_refused_and_the_game_goes_on(club: Club) -> None:
    """54: nothing of what he set going is undone, the hand is played on, and others with the right take over."""
    lose = a_manager(club, "boss")
    await club.deal("ann", "bo", "cy")
    await club.slash("boss", "floor pause")
    assert club.snapshot().phase is Phase.PAUSED
    await club.slash("boss", "floor resume")
    lose()

    before = club.session().record
    tried: dict[str, dict[str, Any]] = {
        "floor pause": {}, "floor kick": {"player": club.member("cy")}, "floor misdeal": {}, "table close": {},
        "floor early": {"street": "flop"}, "house preset": {"rules": "classic"},
        "table invite": {"member": club.member("dan")},
    }
    for command, options in tried.items():
        assert "Only the host" in said(await club.slash("boss", command, **options)), command
    assert (club.session().record, club.snapshot().phase) == (before, Phase.HAND)

    await club.press(club.actor(), Do.CALL)
    await club.slash("ann", "floor pause")
    assert club.snapshot().phase is Phase.PAUSED
    await club.slash("ann", "floor resume")
    await club.finish()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2


# Interactions


async def test_the_same_interaction_delivered_twice_acts_once(club: Club) -> None:
    """27: after a resume Discord may deliver what was delivered before."""
    await club.deal("ann", "bo", "cy")
    actor, felt, mark = club.actor(), club.felt(), club.buttons()[Do.CALL]
    before = club.snapshot()
    data = {"custom_id": mark, "component_type": 2, "id": 999}

    first = await raw.press(club, actor, felt, mark)
    await raw.again(club, actor, first, data)

    assert club.snapshot().version == before.version + 1
    await raw.again(club, actor, first, data)
    assert club.snapshot().version == before.version + 1
    await club.finish()


async def test_two_deliveries_at_the_same_moment_act_once(club: Club) -> None:
    """27: both are in the bot before either is done."""
    await club.deal("ann", "bo")
    before = club.snapshot().version
    mark = club.buttons()[Do.CALL]
    felt = club.felt()

    answers = await asyncio.gather(*(raw.press(club, club.actor(), felt, mark) for _ in range(5)))

    assert all(answer.acknowledged for answer in answers)
    await club.settle()
    assert club.snapshot().version == before + 1


async def test_an_answer_after_three_seconds_is_lost_but_the_action_stands(club: Club) -> None:
    """33: 10062 for the answer; the felt is mended by an edit."""
    await club.deal("ann", "bo", "cy")
    club.env.inject_error("POST", "/interactions/*", status=404, code=10062, message="Unknown interaction", times=1)
    before = club.snapshot().version

    await club.press(club.actor(), Do.CALL)
    assert club.snapshot().version == before + 1
    await club.advance(2)

    assert "calls 2" in club.text()
    await club.finish()


async def test_an_interaction_that_was_answered_before_is_no_fault(club: Club) -> None:
    """34: another copy of the bot, or our own first try that got through after all."""
    await club.deal("ann", "bo", "cy")
    club.env.inject_error("POST", "/interactions/*", status=400, code=40060, message="acknowledged", times=1)
    before = club.snapshot().version

    await club.press(club.actor(), Do.CALL)
    await club.advance(2)

    assert club.snapshot().version == before + 1
    assert "calls 2" in club.text()


@pytest.mark.parametrize("mark", ["pk1:1:1:1:nonsense", "pk9:1:1:1:fold", "pk", "pk1:" + "z" * 90])
async def test_an_id_of_another_version_is_answered(club: Club, mark: str) -> None:
    """B79: a message from before or after an update."""
    await club.deal("ann", "bo")
    before = club.snapshot()

    answer = await raw.press(club, "ann", club.felt(), mark)

    assert answer.acknowledged
    assert "out of date" in said(answer)
    assert club.snapshot().version == before.version


async def test_every_button_of_a_table_that_never_was(club: Club) -> None:
    """Restored from a backup: ids are random, so buttons of lost hands match nothing (21)."""
    await club.deal("ann", "bo")
    before, felt = club.snapshot().version, club.felt()
    drawn = club.buttons()[Do.CARDS].split(":")
    of_hand = (Do.FOLD, Do.CALL, Do.FORM, Do.STORY, Do.SHOW, Do.PAST)
    for part, actions in ((1, (*of_hand, Do.CARDS, Do.LEAVE_YES, Do.START, Do.SITOUT)), (2, of_hand)):
        strange = [*drawn]
        strange[part] = "7777777"
        for action in actions:
            strange[-1] = str(action)
            answer = await raw.press(club, "ann", felt, ":".join(strange))
            assert answer.acknowledged, (part, action)
    assert club.snapshot().version == before


@pytest.mark.parametrize("action", [Do.CALL, Do.CARDS, Do.STORY, Do.FORM, Do.RULES])
async def test_an_exception_in_any_handler_leaves_the_table_as_it_is(
    club: Club, monkeypatch: pytest.MonkeyPatch, action: Do
) -> None:
    """39: a number for the host, nothing changed, and the next press works."""
    await club.deal("ann", "bo")
    actor, before, mark = club.actor(), club.snapshot().version, club.buttons()[Do.CALL]
    club.expected_errors = ["fault"]

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("cogs.presses.act", broken)
        for known in club.bot.desk.handlers:
            patch.setitem(club.bot.desk.handlers, known, broken)
        answer = await raw.press(club, actor, club.felt(), mark.replace(f":{Do.CALL}", f":{action}"))
        assert "Number for the host" in said(answer)

    assert club.snapshot().version == before
    await club.press(actor, Do.CALL)
    assert club.snapshot().version == before + 1


# Calls that fail


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_felt_that_discord_does_not_take_is_sent_again(
    club: Club, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """62: the state stands, and the felt catches up by itself."""
    await club.deal("ann", "bo", "cy", time_bank=0, clock=600)
    path = f"/channels/{club.channel.id}/messages/{club.felt().id}"
    club.env.inject_error("PATCH", path, status=status, code=0, message="x", times=4)

    await club.advance(club.session().config.clock + 2)
    assert "folded" not in club.text()
    await club.advance(sum(RETRY * 2**failure for failure in range(4)))

    assert "folded" in club.text()
    await club.finish()


async def test_a_new_hand_is_dealt_though_no_private_message_goes_through(club: Club) -> None:
    """47, 48, 62: whatever private messages answer, the button has the cards and the hand goes on."""
    names = ("ann", "bo", "cy")
    for name, code, status in zip(names, (50007, 40003, 0), (403, 429, 500), strict=True):
        path = f"/channels/{club.member(name).user.dm_channel.id}/messages"
        club.env.inject_error("POST", path, status=status, code=code, message="x", times=None)
    await club.deal(*names)

    for name in names:
        answer = await club.press(name, Do.CARDS)
        assert answer.ephemeral
        assert any(sign in said(answer) for sign in actors.SUITS.values())
    await club.finish()
    assert club.snapshot().phase is Phase.BETWEEN


async def test_no_call_at_all_gets_through_for_a_while(club: Club) -> None:
    """58 to 62 at their worst: everything outside interactions fails for a hand; afterwards all is shown."""
    await club.deal("ann", "bo")
    for method in ("PATCH", "POST"):
        club.env.inject_error(method, "/channels/*", status=500, code=0, message="x", times=30)

    await club.finish()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2
    await club.advance(300)

    club.env.backend.faults.clear()
    await club.advance(60)
    assert f"hand {club.snapshot().number}" in club.text().lower()
