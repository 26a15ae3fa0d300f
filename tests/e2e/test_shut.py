"""Channels that Discord does not let us into: no calls in vain, the table paused, the host told exactly why."""

import pytest

from cogs.speech.sending import PROBE
from cogs.speech.sheets import GAP, REPOST
from cogs.ui.ids import Do
from engine.tables.snapshot import Phase
from tests.e2e.club import Club

EXACTLY = [
    (50013, 403, "may not write", "får inte skriva"),
    (50001, 403, "cannot see", "ser inte"),
    (160005, 400, "closed and locked", "stängd och låst"),
    (20016, 429, "Slow mode", "Långsamt läge"),
    (200000, 400, "AutoMod", "AutoMod"),
    (50999, 403, "does not let me into", "släpper inte in mig"),
]
"""Code and status, and what the host reads in English and Swedish."""


def shut(club: Club, code: int = 50013, status: int = 403, method: str = "*") -> None:
    path = f"/channels/{club.channel.id}/messages*"
    club.env.inject_error(method, path, status=status, code=code, message="x", times=None)


def to_channel(club: Club, since: int) -> list[str]:
    return [call for call in club.calls(since) if f"/channels/{club.channel.id}/" in call]


async def lose(club: Club, code: int = 50013, status: int = 403) -> int:
    """The channel is shut while a hand is played; returns how many calls there were before."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    await club.advance(REPOST)
    since = len(club.env.http_requests)
    shut(club, code, status)
    await club.slash(club.actor(), "call")
    await club.advance(2 * GAP)
    assert club.snapshot().phase is Phase.PAUSED
    return since


@pytest.mark.parametrize(("code", "status", "english", "swedish"), EXACTLY)
async def test_the_host_is_told_exactly_why(club: Club, code: int, status: int, english: str, swedish: str) -> None:
    await lose(club, code, status)

    await club.press("ann", Do.CARDS)
    assert any(english in text for text in club.whispers("ann"))
    assert not any(english in text for text in club.whispers("bo"))

    club.env.backend.faults.clear()
    await club.advance(PROBE)
    await club.slash("ann", "floor resume")
    shut(club, code, status)
    await club.slash(club.actor(), "call" if club.snapshot().version < 2 else "check")
    await club.advance(2 * GAP)
    club.member("ann", "sv-SE")
    await club.press("ann", Do.CARDS)
    assert any(swedish in text for text in club.whispers("ann"))


async def test_where_we_may_not_write_not_a_call_is_made(club: Club) -> None:
    since = await lose(club)

    await club.advance(3600)

    assert len(to_channel(club, since)) == 1  # the one that found out


async def test_who_uses_the_bot_there_brings_one_try_in_ten_seconds(club: Club) -> None:
    since = await lose(club)
    await club.advance(60)

    for _ in range(9):
        await club.press("bo", Do.CARDS)
        await club.advance(1)

    assert len(to_channel(club, since)) == 2
    await club.advance(60)
    assert len(to_channel(club, since)) == 3  # the last press is not forgotten


async def test_when_permissions_change_the_felt_is_there_again(club: Club) -> None:
    since = await lose(club)
    await club.advance(60)
    club.env.backend.faults.clear()

    club.env.backend.edit_channel(club.channel.id, {"topic": "poker"})
    await club.advance(GAP)

    assert len(to_channel(club, since)) == 2
    assert "calls 2" in club.text()
    assert club.snapshot().phase is Phase.PAUSED  # the host says when it goes on
    await club.slash("ann", "floor resume")
    await club.press(club.actor(), Do.CALL)
    assert club.snapshot().version == 2


async def test_a_new_role_counts_as_a_change_too(club: Club) -> None:
    await lose(club)
    await club.advance(60)
    club.env.backend.faults.clear()

    role = club.guild.default_role
    club.env.backend.edit_role(club.guild.id, role.id, {"name": role.name})
    await club.advance(GAP)

    assert "calls 2" in club.text()


async def test_a_ping_that_is_refused_is_found_out_about_once(club: Club) -> None:
    """Edits may still be allowed where new messages are not."""
    await club.deal("ann", "bo", "cy", time_bank=0)
    await club.advance(GAP)
    since = len(club.env.http_requests)
    shut(club, method="POST")

    await club.advance(3600)

    assert club.snapshot().phase is Phase.PAUSED
    assert len(to_channel(club, since)) == 1
    await club.press("ann", Do.CARDS)
    assert any("may not write" in text for text in club.whispers("ann"))


# Threads: row 44


async def test_a_thread_that_was_archived_is_opened_by_the_next_message(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    old = club.felt().id
    path = f"/channels/{club.channel.id}/messages/{old}"
    club.env.inject_error("PATCH", path, status=400, code=50083, message="Thread is archived", times=1)

    await club.advance(REPOST)
    await club.slash(club.actor(), "call")
    await club.advance(2 * GAP)

    assert club.snapshot().phase is Phase.HAND
    assert club.felt().id != old
    assert "calls 2" in club.text()
    await club.press(club.actor(), Do.CALL)
    assert club.snapshot().version == 2


async def test_a_thread_that_is_locked_pauses_the_table(club: Club) -> None:
    since = await lose(club, 50083, 400)

    await club.advance(3600)

    assert len(to_channel(club, since)) == 2  # the edit, and the message that would have opened it
    await club.press("ann", Do.CARDS)
    assert any("closed and locked" in text for text in club.whispers("ann"))
