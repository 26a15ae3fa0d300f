"""Cards in private when Discord does not take them: tried again, given up, and never twice."""

import pytest

from cogs.speech.mail import AGAIN
from cogs.ui.ids import Do
from engine.tables.ports import Unavailable
from engine.tables.snapshot import Phase
from tests.e2e.club import Club

MINUTE = 60
SIX = ("ann", "bo", "cy", "dan", "eve", "fay")


def refuse(club: Club, name: str, status: int, code: int = 0, times: int | None = None) -> None:
    """Every private message to this member fails."""
    path = f"/channels/{club.member(name).user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=status, code=code, message="x", times=times)


def tries(club: Club, name: str) -> int:
    path = f"/channels/{club.member(name).user.dm_channel.id}/messages"
    return club.calls().count(f"POST {path}")


async def waiting(club: Club) -> list[int]:
    """Whose cards are still in the outbox."""
    return [row.member for row in await club.bot.desk.store.pending(club.session().table)]


# The outbox: row 4


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_what_discord_does_not_take_is_sent_again(club: Club, status: int) -> None:
    refuse(club, "bo", status, times=2)  # the first try, and its repeat where there is one
    await club.deal("ann", "bo", "cy")
    await club.until(lambda: club.private("ann") and club.private("cy"))
    await club.settle()
    assert (await waiting(club), club.private("bo")) == ([club.member("bo").id], [])

    await club.advance(AGAIN * 3)

    assert await waiting(club) == []
    assert [len(club.private(name)) for name in ("ann", "bo", "cy")] == [1, 1, 1]


async def test_it_is_tried_again_until_the_hand_is_another(club: Club) -> None:
    refuse(club, "bo", 500)
    await club.deal("ann", "bo", "cy", pause=600)
    await club.advance(30)
    assert 2 <= tries(club, "bo") <= 4
    await club.finish()
    before = tries(club, "bo")

    await club.advance(120)

    assert await waiting(club) == []
    assert tries(club, "bo") == before


async def test_a_stop_in_the_middle_loses_no_cards(club: Club) -> None:
    """Fault B: what was not sent is sent after the start, to each player once."""
    refuse(club, "bo", 500)
    refuse(club, "cy", 500)
    await club.deal("ann", "bo", "cy")
    await club.until(lambda: club.private("ann"))
    club.env.backend.faults.clear()

    await club.restart()
    await club.advance(AGAIN)

    assert [len(club.private(name)) for name in ("ann", "bo", "cy")] == [1, 1, 1]
    assert await waiting(club) == []


async def test_the_line_coming_back_twice_sends_nothing_twice(club: Club) -> None:
    refuse(club, "bo", 500, times=1)
    await club.deal("ann", "bo")
    await club.until(lambda: club.private("ann"))
    for _ in range(2):
        await club.bot.desk.speaker.new_hand(club.session().table)

    await club.advance(AGAIN * 4)

    assert len(club.private("bo")) == 1
    assert tries(club, "bo") == 2


# Closed: rows 47 and 50


async def test_one_closed_door_slows_no_six_handed_hand_and_is_knocked_at_once(club: Club) -> None:
    """discord-10man 88: the match hung on one player."""
    refuse(club, "bo", 403, 50007)
    await club.open(host="ann", seats=6)
    await club.sit(*SIX)
    before = club.time.time
    await club.press("ann", Do.START)
    await club.until(lambda: all(club.private(name) for name in SIX if name != "bo"))
    assert club.time.time == before  # nobody has waited for anybody

    for _ in range(2):
        await club.finish()
        await club.advance(club.session().config.pause + 2)

    assert club.snapshot().number == 3
    assert [len(club.private(name)) for name in SIX] == [3, 0, 3, 3, 3, 3]
    assert tries(club, "bo") == 1
    await club.press("bo", Do.CARDS)
    assert any("private messages" in text for text in club.whispers("bo"))


async def test_who_sits_down_anew_is_written_to_anew(club: Club) -> None:
    refuse(club, "bo", 403, 50007, times=1)
    await club.deal("ann", "bo", "cy")
    await club.settle()
    await club.slash("bo", "leave")
    await club.finish()
    await club.sit("bo")

    await club.advance(club.session().config.pause + 2)

    assert club.snapshot().number >= 2
    assert len(club.private("bo")) == 1


async def test_a_private_ping_that_is_refused_closes_the_door_too(club: Club) -> None:
    for name in ("ann", "bo"):
        await club.slash(name, "settings", ping="dm", my_cards="button")
    await club.deal("ann", "bo")
    actor = club.actor()
    refuse(club, actor, 403, 50007)

    await club.advance(club.session().config.clock - 1)

    assert tries(club, actor) == 1
    settings = await club.bot.desk.store.member_settings(club.guild.id, club.member(actor).id)
    assert not settings.get("dm")


# Opened too fast: row 48


@pytest.mark.parametrize(
    ("locale", "words"), [("en-US", "try again in a minute"), ("sv-SE", "försöker igen om en minut")]
)
async def test_channels_that_are_opened_too_fast_are_opened_a_minute_later(
    club: Club, locale: str, words: str
) -> None:
    club.member("bo", locale)
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=40003, message="x", times=1)
    await club.open()
    await club.sit("bo", "ann")
    opened = club.calls().count("POST /users/@me/channels")
    await club.press("ann", Do.START)
    await club.until(lambda: club.private("ann"))
    assert club.private("bo") == []
    await club.press("bo", Do.CARDS)
    assert any(words in text for text in club.whispers("bo"))

    await club.advance(MINUTE - 5)
    assert club.calls().count("POST /users/@me/channels") == opened
    await club.advance(10)
    assert club.calls().count("POST /users/@me/channels") == opened + 1
    await club.slash("ann", "fold") if club.actor() == "ann" else await club.slash("bo", "fold")
    await club.advance(club.session().config.pause + 2)

    assert len(club.private("bo")) == 1


async def test_cards_that_come_too_fast_come_a_minute_later(club: Club) -> None:
    refuse(club, "bo", 403, 40003, times=1)
    await club.deal("ann", "bo", "cy", clock=300)
    await club.advance(MINUTE - 5)
    assert (tries(club, "bo"), club.private("bo")) == (1, [])

    await club.advance(10)

    assert len(club.private("bo")) == 1


# Gone: row 49


@pytest.mark.parametrize("code", [50278, 10013])
async def test_who_is_on_no_server_with_us_any_more_stands_up_after_the_hand(club: Club, code: int) -> None:
    refuse(club, "bo", 403 if code == 50278 else 404, code)
    await club.open()
    await club.sit("ann", "bo", "cy")
    bo = club.member("bo").id
    club.guild.remove_member(club.member("bo"))
    await club.press("ann", Do.START)
    await club.until(lambda: next(each for each in club.snapshot().sitters if each.member == bo).leaving)
    assert club.snapshot().phase is Phase.HAND

    while club.snapshot().phase is Phase.HAND:
        assert club.actor() != "bo"  # the clock plays for him at once
        await club.finish_one()
    await club.advance(2)

    assert not club.snapshot().seat_of(bo)
    purse = await club.bot.desk.store.purse(club.guild.id, bo)
    assert purse.on_tables == 0
    assert tries(club, "bo") == 1


async def test_a_note_that_could_not_be_stored_keeps_no_cards_from_anybody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4, 9: the store refuses once to note that ann has hers; bo's, which Discord did not take, still come."""
    refuse(club, "bo", 500, times=2)
    store, calls = club.bot.desk.store, list[str]()
    spoken = store.spoken

    async def once_refused(nonce: str) -> None:
        calls.append(nonce)
        if len(calls) == 1:
            raise Unavailable("locked")
        await spoken(nonce)

    monkeypatch.setattr(store, "spoken", once_refused)
    await club.deal("ann", "bo", "cy")
    await club.until(lambda: club.private("ann") and club.private("cy"))
    await club.advance(AGAIN * 6)

    assert await waiting(club) == []
    told = [set(club.private(name)) for name in ("ann", "bo", "cy")]  # this simulation does not know nonces
    assert [len(texts) for texts in told] == [1, 1, 1]
