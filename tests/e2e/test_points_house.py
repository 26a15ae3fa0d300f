"""What must work around a table, points 6 to 9: lobby, time, two languages, help. And what keeps the bot alive."""

import asyncio
import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import discord
import pytest
from simcord.components import walk_components

from cogs.desk import SLOW
from cogs.process import client
from cogs.process.handles import held
from cogs.process.health import EVERY
from cogs.process.line import LOST
from cogs.quotas import BURST, COOLDOWN, PER
from cogs.speech.pings import GRACE
from cogs.ui.controls import Control
from cogs.ui.ids import Do
from cogs.ui.words import LOCALES
from demo import actors
from engine.tables.ports import Account, AccountKind, Change
from engine.tables.snapshot import Phase
from tests.e2e import raw
from tests.e2e.club import Club, said

DAY = 24 * 3600


# 6. Lobby


async def test_point_6_presets_are_found_as_the_member_reads_them(club: Club) -> None:
    club.member("bo", "sv-SE")
    for name, typed, key in (("ann", "five-card draw 5/10", "morkpoker-5-10"), ("bo", "mörkpoker", "morkpoker-5-10"),
                             ("bo", "knekt", "jacks-10-20"), ("ann", "hold'em", "holdem-1-2")):
        choices = await club.member(name).autocomplete(club.channel, "table open", "game", typed)
        assert key in [choice["value"] for choice in choices], typed


async def test_point_6_a_seat_of_ones_choice(club: Club) -> None:
    await club.open(seats=6)
    await club.slash("ann", "join", seat=4)

    assert [sitter.seat for sitter in club.snapshot().sitters] == [4]
    assert "taken" in said(await club.slash("bo", "join", seat=4))
    form = await club.press("bo", Do.JOIN)
    assert form.modal is not None
    (seats,) = [part for part in walk_components(form.modal["components"]) if part.get("options")]
    assert [option["value"] for option in seats["options"]] == ["0", "1", "2", "3", "5", "6"]


async def test_point_6_the_waiting_list_is_shown_told_and_left(club: Club) -> None:
    await club.open(seats=2)
    await club.sit("ann", "bo")
    await club.slash("cy", "join")
    assert "number 2" in said(await club.press("dan", Do.JOIN))
    await club.advance(2)
    assert "On the waiting list: cy, dan" in club.text()

    assert "off the waiting list" in said(await club.slash("cy", "leave"))
    await club.advance(2)
    assert "On the waiting list: dan" in club.text()
    await club.slash("bo", "leave")

    await club.until(lambda: any(club.member("dan").mention in message.content for message in club.messages()))


async def test_point_6_a_private_table_by_role(club: Club) -> None:
    regulars = club.guild.create_role("regulars")
    friend = club.guild.add_member(club.env.create_user("friend"), roles=[regulars])
    await club.open(role=regulars)

    assert "by invitation" in said(await club.slash("bo", "join"))
    await friend.slash(club.channel, "join")
    await club.settle()

    assert club.snapshot().seat_of(friend.id)


async def test_point_6_several_tables_on_a_server_and_one_in_a_thread_of_its_own(club: Club) -> None:
    await club.open()
    await club.advance(COOLDOWN)
    await club.member("ann").slash(club.channel, "table open", game="omaha", thread=True, name="Omaha night")
    await club.settle()
    places = {session.record.channel: session.record.name for session in club.bot.desk.tables.at(club.guild.id)}
    (thread,) = places.keys() - {club.channel.id}
    await club.until(lambda: actors.seen(club.env, thread))

    assert places[thread] == "Omaha night"
    assert "Omaha night" in actors.public_text(actors.seen(club.env, thread)[-1])
    assert "table already" in said(await club.slash("bo", "table open", game="holdem"))


async def test_point_6_no_thread_is_made_for_a_table_that_cannot_be_opened(club: Club) -> None:
    answer = await club.slash("ann", "table open", game="five_card_draw", seats=10, thread=True)

    assert "do not fit together" in said(answer)
    assert not [call for call in club.calls() if call.endswith("/threads")]


@pytest.mark.parametrize(("denied", "thread", "locale", "words"), [
    ({"embed_links": False}, False, "en-US", ["Embed Links"]),
    ({"send_messages": False, "read_message_history": False}, False, "sv-SE",
     ["Skicka meddelanden", "Läs meddelandehistorik"]),
    ({"create_public_threads": False, "send_messages_in_threads": False}, True, "en-US",
     ["Create Public Threads", "Send Messages in Threads"]),
])
async def test_point_6_missing_permissions_are_named_as_the_client_calls_them(
    club: Club, denied: dict[str, bool], thread: bool, locale: str, words: list[str]
) -> None:
    everyone = discord.PermissionOverwrite(**denied)
    closed = club.guild.create_text_channel("closed", overwrites={club.guild.default_role: everyone})
    answer = await club.member("ann", locale).slash(closed, "table open", game="holdem", thread=thread)
    await club.settle()

    assert all(word in said(answer) for word in words)
    assert not club.bot.desk.tables.sessions


async def test_point_6_the_next_button_chooses_the_game(club: Club) -> None:
    await club.open("of-the-texts", "", dealers_choice=True)
    await club.sit("ann", "bo", "cy")
    for _ in range(2):
        await _choose_and_play(club, "omaha8")
        await _choose_and_play(club, "stud7")


async def _choose_and_play(club: Club, key: str) -> None:
    """In the lobby and on a result alike: only the chooser's choice counts."""
    snapshot = club.snapshot()
    place = [game.key for game in snapshot.config.games].index(key)
    menu = actors.selects(club.felt())[0]
    who = {name: club.member(name).id for name in ("ann", "bo", "cy")}
    chooser = next(name for name, member in who.items() if member == snapshot.member_at(snapshot.chooser))
    other = next(name for name in who if name != chooser)
    felt = actors.holder(club.env, club.felt())
    refused = await club.member(other).select(felt, [str(place)], custom_id=menu["custom_id"])
    await club.settle()
    assert "not your choice" in said(refused)
    assert club.snapshot().game == snapshot.game

    await club.member(chooser).select(felt, [str(place)], custom_id=menu["custom_id"])
    await club.settle()
    assert club.snapshot().game.key == key
    hand = snapshot.hand
    await (club.slash(chooser, "start") if not hand else club.advance(club.session().config.pause + 2))
    await club.until(lambda: club.snapshot().hand != hand and club.snapshot().waiting)
    assert club.snapshot().view.variant == key  # type: ignore[union-attr]
    await club.advance(2)
    await club.finish()
    await club.advance(2)
    assert "has the button in the next hand and chooses the game" in club.text()


async def test_point_6_a_mixed_table_says_which_game_comes_next(club: Club) -> None:
    await club.open("horse", "")
    await club.sit("ann", "bo")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)
    await club.finish()

    assert "Next game: Hold'em" in club.text()


# 7. Time


async def test_point_7_clocks_are_suggested_in_words_and_any_number_of_seconds_is_taken(club: Club) -> None:
    choices = await club.member("ann").autocomplete(club.channel, "table open", "clock", "")
    assert [choice["value"] for choice in choices] == [15, 30, 60, 120, 3600, 12 * 3600, DAY]
    assert choices[-1]["name"] == "24 h"

    await club.open(clock=45)

    assert club.snapshot().config.clock == 45


async def test_point_7_a_slow_game_over_days_with_a_reminder_at_half_time(club: Club) -> None:
    await club.deal("ann", "bo", "cy", clock=DAY, time_bank=0)
    club.bot.health.stop()  # its minutes would make a long test of a long day
    actor = club.actor()
    await club.advance(GRACE)
    (first,) = [message.id for message in club.messages() if message.content.startswith("<@")]

    await club.advance(DAY / 2)
    (second,) = [message for message in club.messages() if message.content.startswith("<@")]
    assert second.id != first
    assert club.member(actor).mention in second.content
    assert club.actor() == actor

    await club.restart()  # a night later the bot is updated: nobody loses time by that
    club.bot.health.stop()
    await club.advance(DAY - GRACE)
    assert club.actor() == actor
    await club.advance(2 * GRACE)
    assert club.actor() != actor


async def test_point_7_the_time_bank_is_each_members_own_and_shown(club: Club) -> None:
    await club.deal("ann", "bo", clock=30, time_bank=60)
    actor = club.actor()
    assert "60 s left in your time bank" in said(await club.press(actor, Do.CARDS))

    await club.advance(32)

    assert "Time bank is running" in club.text()
    assert club.actor() == actor
    await club.advance(20)
    await club.press(actor, Do.CALL)
    banks = {sitter.member: sitter.bank for sitter in club.snapshot().sitters}
    assert 30 < banks.pop(club.member(actor).id) < 60
    assert list(banks.values()) == [60]


async def test_point_7_sitting_out_at_the_next_big_blind(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    table, game = club.session().state.table, club.snapshot().game
    await club.finish()
    table = club.session().state.table
    soon = club.snapshot().member_at(table.next_big(game.house, game.stakes))
    name = next(each for each in ("ann", "bo", "cy") if club.member(each).id == soon)

    assert "post the big blind" in said(await club.slash(name, "sitout", when="big"))
    await club.advance(club.session().config.pause + 2)

    assert soon not in club.session().state.dealt.values()
    assert "sitting out" in club.text()
    assert "Welcome back" in said(await club.slash(name, "sitin"))


async def test_point_7_two_time_outs_in_a_row_make_a_player_away(club: Club) -> None:
    await club.deal("ann", "bo", clock=30, time_bank=0, pause=5)
    for _ in range(4):
        await club.advance(40)

    assert any(sitter.sitting_out for sitter in club.snapshot().sitters)
    assert Do.SITIN in club.buttons()


# 8. Two languages, 9. Help


async def test_point_8_the_presser_is_answered_in_his_language_and_the_table_keeps_its_own(club: Club) -> None:
    club.member("bo", "sv-SE")
    await club.deal("ann", "bo", "cy", language="en")

    assert "Platser" not in club.text()
    assert "Dina inställningar" in said(await club.slash("bo", "settings"))
    assert "Din tur" in said(await club.press("bo", Do.CARDS)) or "Väntar" in said(await club.press("bo", Do.CARDS))
    assert sorted(path.name for path in (LOCALES / "en").iterdir()) == sorted(
        path.name for path in (LOCALES / "sv").iterdir()
    )


async def test_point_9_an_empty_state_says_what_to_do_next(club: Club) -> None:
    assert "/table open" in said(await club.slash("ann", "join"))
    await club.open()
    assert "take the first seat" in club.text()
    assert "/join" in said(await club.press("ann", Do.LEAVE))
    assert "What beats what" in said(await club.slash("zoe", "help"))


# What keeps it alive (RELIABILITY 26, 33, 40, 52)


async def test_without_discord_for_five_minutes_the_process_ends_to_be_started_anew(club: Club) -> None:
    club.expected_errors = ["no connection to Discord"]
    club.bot.dispatch("shard_disconnect", 0)
    await club.settle()
    await club.advance(LOST - EVERY)
    club.bot.dispatch("shard_disconnect", 0)  # tries that fail do not count anew
    await club.settle()
    assert not club.bot.ended.is_set()

    await club.advance(2 * EVERY)

    assert club.bot.ended.is_set()
    assert club.bot.exit_status == client.LOST == 1


async def test_a_connection_that_comes_back_in_time_ends_nothing(club: Club) -> None:
    club.bot.dispatch("shard_disconnect", 0)
    await club.settle()
    await club.advance(LOST - EVERY)
    club.bot.dispatch("shard_resumed", 0)
    await club.settle()

    await club.advance(3 * LOST)

    assert not club.bot.ended.is_set()
    assert club.bot.exit_status == 0


@contextmanager
def handles_limited(share: float) -> Iterator[None]:
    """The process may hold so many files and sockets that it holds this share of them now."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as some:
        for _ in range(100):  # so that what is left is enough for what goes on
            some.enter_context(Path(os.devnull).open("rb"))
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(held() / share), before[1]))
        some.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        yield


async def test_a_process_that_runs_out_of_handles_opens_no_new_table(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """84: those that are open go on."""
    club.expected_errors = ["alarm:"]
    await club.deal("ann", "bo", clock=DAY)
    with handles_limited(0.9):
        await club.advance(EVERY)
        assert "No new table just now" in said(await club.slash("bo", "table open", game="holdem", stakes="1/2"))
        await club.slash("bo", "table open", game="holdem", stakes="1/2", thread=True)
        assert not [call for call in club.calls() if "threads" in call], "none is made for nothing"
        await club.press(club.actor(), Do.CALL)
    with handles_limited(0.75):
        await club.advance(EVERY)
        assert club.bot.desk.tables.crowded
    await club.advance(EVERY)

    assert not club.bot.desk.tables.crowded
    assert caplog.text.count("files and sockets are open") == 2


async def test_forgotten_buttons_are_known_again_within_a_minute(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.deal("ann", "bo", clock=DAY)
    club.bot.remove_dynamic_items(Control)

    await club.advance(EVERY)

    assert "known again" in caplog.text
    await club.press(club.actor(), Do.CALL)
    assert "calls 1" in club.text() or "calls 2" in club.text()


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_slow_commit_is_answered_in_time_and_shown_when_it_is_done(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, by_command: bool
) -> None:
    await club.deal("ann", "bo", "cy")
    await club.advance(2)
    store, actor, written = club.bot.desk.store, club.actor(), asyncio.Event()
    commit = store.commit

    async def slow(change: Change) -> None:
        await written.wait()
        await commit(change)

    monkeypatch.setattr(store, "commit", slow)
    leaf = next(each for each in raw.leaves(club) if each.path == "call")
    sent = raw.command(club, actor, leaf, {}) if by_command else raw.press(
        club, actor, club.felt(), club.buttons()[Do.CALL], breath=0)
    sending = asyncio.create_task(sent)
    await asyncio.sleep(0.1)
    assert not sending.done()
    too_long = club.time.now() + SLOW
    while club.time.ring(too_long):  # noqa: ASYNC110 -- it rings the clock of the test
        await asyncio.sleep(0)
    answer = await sending  # long before anything is stored
    assert answer.acknowledged
    assert "calls 2" not in club.text()

    written.set()
    await club.advance(3)

    assert "calls 2" in club.text()
    assert ("Done" in "".join(club.whispers(actor))) == by_command


async def test_a_server_that_sends_the_bot_away_gets_its_chips_back_without_a_word(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.slash(club.actor(), "raise", amount="50")
    await club.advance(2)
    store, guild, members = club.bot.desk.store, club.guild.id, [club.member(name).id for name in ("ann", "bo", "cy")]
    club.env.backend.remove_guild(guild)
    await club.until(lambda: not club.bot.desk.tables.at(guild))
    since = len(club.env.http_requests)
    await club.advance(60)

    assert [await store.balance(Account(AccountKind.BANKROLL, guild, member)) for member in members] == [10_000] * 3
    assert club.calls(since) == []


async def test_every_button_that_still_stands_is_answered_after_a_restart(club: Club) -> None:
    await club.deal("ann", "bo")
    felt, marks = club.felt(), club.buttons()
    await club.restart()
    for mark in (*marks.values(), "pk1:zzzz:zzzz:0:fold", "pk1:0:0:0:quiz", "pk0:1"):
        answer = await club.replay("zoe", felt, mark)
        assert answer.acknowledged, mark
        assert answer.ephemeral, mark
        await club.advance(PER / BURST)  # nobody gets more words than that
    assert club.snapshot().phase is Phase.HAND
