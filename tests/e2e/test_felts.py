"""The table's message: deleted, old, moved, overtaken, or shown by Discord as it was before."""

import copy

import pytest
from simcord.backend.models import Message

from cogs.speech.sheets import FRESH, GAP, LOOK, REPOST
from cogs.ui.face import Face
from cogs.ui.felt import felt
from cogs.ui.ids import Do
from demo import actors
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said


def message(club: Club, number: int) -> Message:
    return next(each for each in club.messages() if each.id == number)


def to_felt(club: Club, method: str, since: int) -> list[str]:
    """Calls about messages of the channel."""
    return [call for call in club.calls(since) if call.startswith(f"{method} /channels/{club.channel.id}/messages")]


def felts_posted(club: Club, since: int) -> list[str]:
    """The nonces of new felts."""
    posts = [entry for entry in club.env.http_requests[since:] if entry.method == "POST"]
    nonces = [str((entry.json or {}).get("nonce")) for entry in posts]
    return [nonce for nonce in nonces if nonce.startswith("f")]


def delete_felt(club: Club) -> int:
    gone = club.felt().id
    club.env.backend.delete_message(club.channel.id, gone)
    return gone


# A newer message takes its place: row 29


async def test_shown_again_the_felt_leaves_no_buttons_behind(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    old = club.felt()

    await club.slash("bo", "table show")
    await club.advance(GAP)

    assert club.felt().id != old.id
    assert actors.buttons(message(club, old.id)) == []
    assert f"/{club.felt().id})" in actors.public_text(message(club, old.id))
    await club.press(club.actor(), Do.CALL)
    assert "calls 2" in club.text()


async def test_a_lobby_shown_again_leaves_no_buttons_behind(club: Club) -> None:
    await club.open()
    old = club.felt()

    await club.slash("ann", "table show")
    await club.advance(GAP)

    assert actors.buttons(message(club, old.id)) == []
    assert [each.id for each in club.messages() if actors.buttons(each)] == [club.felt().id]


async def test_a_new_hand_takes_the_buttons_off_the_last_result(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    await club.advance(GAP)
    result, text = club.felt(), actors.public_text(club.felt(), with_buttons=False)

    await club.advance(club.session().config.pause + GAP)

    assert club.snapshot().number == 2
    assert actors.buttons(message(club, result.id)) == []
    assert actors.public_text(message(club, result.id)) == text


async def test_the_result_of_an_all_in_stays_when_the_next_hand_comes_early(club: Club) -> None:
    await club.open()
    await club.sit("ann", "bo", "cy")
    await _all_in(club)
    old = club.felt().id
    for name in ("ann", "bo", "cy"):
        await club.slash(name, "rebuy")
    await club.slash("ann", "start")
    await club.until(lambda: club.felt().id != old)
    await club.advance(GAP)

    left = message(club, old)
    assert "wins" in actors.public_text(left) or "Split" in actors.public_text(left)
    assert actors.buttons(left) == []


async def test_the_story_of_an_all_in_whose_message_is_gone_harms_nobody(club: Club) -> None:
    """Fault C: the next hand has its felt all the same."""
    await club.open()
    await club.sit("ann", "bo", "cy")
    await _all_in(club)
    gone = delete_felt(club)
    for name in ("ann", "bo", "cy"):
        await club.slash(name, "rebuy")

    await club.slash("ann", "start")
    await club.advance(GAP)

    assert club.snapshot().phase is Phase.HAND
    assert club.felt().id != gone
    await club.press(club.actor(), Do.CALL)
    assert club.snapshot().version == 1


async def test_of_two_messages_the_newer_is_the_felt(club: Club) -> None:
    """Who is quick sits down before the answer that opened the table is known to have arrived."""
    await club.deal("ann", "bo", "cy")
    session, felt_id, speaker = club.session(), club.felt().id, club.bot.desk.speaker
    older = min(each.id for each in club.messages())
    assert older < felt_id

    await speaker.moved(session, older, session.snapshot(), felt(session.snapshot(), Face()))
    await club.advance(GAP)

    assert session.note("felt") == felt_id
    assert f"/{felt_id})" in actors.public_text(message(club, older))


async def _all_in(club: Club) -> None:
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)
    while club.snapshot().waiting:
        actor = club.actor()
        question = await club.press(actor, Do.ALLIN)
        assert question.response is not None, said(question)
        await club.press(actor, Do.ALLIN_YES, question.response)
        await club.advance(1.5)


# Deleted: row 42


async def test_who_deletes_again_and_again_gets_one_felt_in_ten_seconds(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.advance(REPOST)
    since, number = len(club.env.http_requests), 12

    for _ in range(number):
        if felts := [each for each in club.messages() if actors.buttons(each)]:
            club.env.backend.delete_message(club.channel.id, felts[-1].id)
        await club.slash(club.actor(), "call" if club.snapshot().version < 2 else "check")
        await club.advance(REPOST / 4)

    assert len(felts_posted(club, since)) == number / 4 + 1  # at 0, 10, 20 and 30 seconds
    await club.advance(REPOST + LOOK)
    assert club.felt().id == club.session().note("felt")


async def test_two_deletions_within_ten_seconds_are_one_new_felt(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.advance(REPOST)
    delete_felt(club)
    await club.slash(club.actor(), "call")
    await club.advance(GAP)
    second = delete_felt(club)
    await club.slash(club.actor(), "call")

    await club.advance(REPOST - 2 * GAP)
    assert not [each for each in club.messages() if actors.buttons(each)]
    await club.advance(3 * GAP)

    assert club.felt().id != second
    assert "calls 2" in club.text()


async def test_a_felt_that_is_deleted_while_a_player_thinks_is_missed_by_itself(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    gone = delete_felt(club)

    await club.advance(LOOK + 2 * GAP)

    assert club.felt().id != gone
    assert club.snapshot().version == 0


# Old: row 57


async def test_after_three_quarters_of_an_hour_the_hand_goes_on_in_a_new_message(club: Club) -> None:
    await club.deal("ann", "bo", "cy", clock=3600, time_bank=0)
    old = club.felt()
    await club.advance(FRESH - 60)
    await club.press(club.actor(), Do.CALL)
    assert club.felt().id == old.id

    await club.advance(120)
    await club.press(club.actor(), Do.CALL)
    await club.advance(GAP)

    assert club.felt().id != old.id
    assert actors.buttons(message(club, old.id)) == []
    assert club.snapshot().version == 2
    await club.press(club.actor(), Do.CHECK)
    assert "Flop" in club.text()


async def test_a_hand_of_seventy_minutes_meets_no_limit_of_edits(club: Club) -> None:
    """discord-api-docs 4413: Discord counts edits of messages older than an hour."""
    await club.deal("ann", "bo", "cy", clock=3600, time_bank=0)
    for _ in range(7):
        await club.advance(600)
        age = club.time.time - club.session().note("felt_at")
        since = len(club.env.http_requests)
        await club.press(club.actor(), Do.CALL if club.snapshot().version < 2 else Do.CHECK)
        await club.advance(GAP)
        edits = [call for call in to_felt(club, "PATCH", since) if call.endswith(str(club.felt().id))]
        assert age < 3600 or not edits

    assert club.snapshot().version == 7
    assert len({each.id for each in club.messages() if actors.buttons(each)}) == 1


async def test_too_many_edits_of_an_old_message_lead_to_a_new_one(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.advance(REPOST)
    old = club.felt().id
    path = f"/channels/{club.channel.id}/messages/{old}"
    club.env.inject_error("PATCH", path, status=400, code=30046, message="x", times=None)
    since = len(club.env.http_requests)

    await club.slash(club.actor(), "call")
    await club.advance(60)

    assert club.felt().id != old
    assert "calls 2" in club.text()
    tries = [call for call in to_felt(club, "PATCH", since) if call.endswith(str(old))]
    assert len(tries) == 2  # the edit, and the farewell to the old message


# What Discord shows: row 41


async def test_a_state_that_discord_shows_again_is_seen_and_mended_once(club: Club) -> None:
    """discord-api-docs 8102: the message goes back to what it was by itself."""
    await club.deal("ann", "bo", "cy")
    felt, old = club.felt(), copy.deepcopy(club.felt().components)
    await club.press(club.actor(), Do.CALL)
    await club.advance(GAP)
    felt.components = old
    assert "calls 2" not in club.text()
    since = len(club.env.http_requests)

    await club.advance(LOOK + GAP)
    assert "calls 2" in club.text()
    await club.advance(LOOK * 1.5)

    assert len(to_felt(club, "PATCH", since)) == 1
    assert len(to_felt(club, "GET", since)) == 1


async def test_nobody_looks_while_players_act(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    since = len(club.env.http_requests)

    for action in (Do.CALL, Do.CALL, Do.CHECK, Do.CHECK, Do.CHECK):
        await club.advance(8)
        await club.press(club.actor(), action)

    assert to_felt(club, "GET", since) == []


@pytest.mark.parametrize("action", [Do.CALL, Do.CARDS])
async def test_a_press_on_an_older_state_brings_the_felt_back(club: Club, action: Do) -> None:
    """Every press tells what Discord shows: whoever presses refreshes."""
    await club.deal("ann", "bo", "cy")
    felt, old = club.felt(), copy.deepcopy(club.felt().components)
    first = club.actor()
    await club.press(first, Do.CALL)
    await club.advance(2 * GAP)
    felt.components = old
    version = club.snapshot().version

    await club.press(first, action)
    await club.advance(GAP)

    assert club.snapshot().version == version
    assert "calls 2" in club.text()


async def test_a_look_that_is_refused_stops_nothing(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    path = f"/channels/{club.channel.id}/messages/{club.felt().id}"
    club.env.inject_error("GET", path, status=403, code=50001, message="x", times=None)

    await club.advance(LOOK + GAP)
    await club.press(club.actor(), Do.CALL)

    assert club.snapshot().phase is Phase.HAND
    assert "calls 2" in club.text()
