"""A backup is restored while people look at a screen that is ahead of it (RELIABILITY 21)."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from cogs.process.client import World, make_bot, shuffles
from cogs.ui.ids import Do, parse
from data.backup import restore
from demo import actors
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said

GAP = 5 * 3600


async def backed_up(club: Club) -> Path:
    """In the middle of hand 1."""
    copy = club.database.with_name("copy.db")
    assert club.bot.store is not None
    await club.bot.store.backup(copy)
    return copy


async def restored(club: Club, copy: Path) -> None:
    """Whoever runs the bot stops it, restores, and starts it again; ids are random, so none comes twice."""
    old = club.bot
    await old.desk.tables.stop()
    await old.desk.speaker.stop()
    assert old.store is not None
    await old.store.close()
    await restore(copy, club.database, club.time.now)
    ids = itertools.count(9 * 10**15)
    world = World(club.time.now, club.time.sleep, shuffles(random.Random(8)), lambda: next(ids))
    await club.env.restart_bot(make_bot(club.database, world=world))
    await club.settle()


async def evening(club: Club, language: str = "en") -> dict[int, dict[Do, str]]:
    """Hand 1 is in the backup; it ends after that, and hand 2 is dealt. Buttons by hand number."""
    await club.deal("ann", "bo", "cy", language=language)
    await club.press(club.actor(), Do.CALL)
    copy = await backed_up(club)
    old = {1: club.buttons()}
    await club.finish()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2
    old[2] = club.buttons()
    club.time.time += GAP
    await restored(club, copy)
    return old


async def test_the_hand_is_paid_back_and_everybody_in_the_channel_is_told(club: Club) -> None:
    await evening(club)

    assert club.snapshot().phase is Phase.BETWEEN
    assert {sitter.stack for sitter in club.snapshot().sitters} == {200}
    [note] = [text for text in club.texts() if "back from a backup" in text]
    assert "(5 h)" in note
    assert "The hand that was being played then is void" in note
    assert await club.bot.desk.store.total(club.guild.id) == 30_000


async def test_the_note_is_in_the_language_of_the_table_and_names_both_moments(club: Club) -> None:
    await evening(club, "sv")

    [message] = [each for each in club.messages() if "säkerhetskopia" in actors.public_text(each)]
    raw = "\n".join(actors.texts(message))
    assert "Given som spelades då är struken" in raw
    assert f"<t:{int(club.time.time)}:f>" in raw
    assert raw.count("<t:") == 2


async def test_it_is_told_once(club: Club) -> None:
    await evening(club)

    await club.restart()
    await club.advance(5)

    assert len([text for text in club.texts() if "back from a backup" in text]) == 1


async def test_the_felt_comes_anew_and_lost_buttons_do_nothing(club: Club) -> None:
    """Neither of the hand that was paid back nor of one that never was; a member is told, and no chip moves."""
    old = await evening(club)
    felt, before = club.felt(), club.snapshot()
    assert felt.id not in {message.id for message in club.messages() if "Hand 2" in actors.public_text(message)}

    stale = [button for buttons in old.values() for button in buttons.values()]
    acting = [button for button in stale if (press := parse(button)) and press.action in (Do.CHECK, Do.CALL, Do.FOLD)]
    assert len(acting) >= 4
    for button in acting:
        for name in ("ann", "bo", "cy"):
            assert "Your press was not counted" in said(await club.replay(name, felt, button))

    assert club.snapshot() == before


async def test_play_goes_on_by_itself(club: Club) -> None:
    await evening(club)

    await club.advance(club.session().config.pause + 3)

    assert club.snapshot().phase is Phase.HAND
    await club.finish()
    assert club.snapshot().number == 2


async def test_hosts_read_of_it_in_the_log(club: Club) -> None:
    await evening(club)

    log = said(await club.slash("ann", "floor log"))

    assert "restored a backup" in log
    assert "copy.db" in log


async def test_a_table_between_hands_is_told_of_no_hand(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    copy = await backed_up(club)
    club.time.time += GAP

    await restored(club, copy)

    [note] = [text for text in club.texts() if "back from a backup" in text]
    assert "is void" not in note


@pytest.mark.parametrize("lost", [50013, 10003])
async def test_a_channel_that_is_closed_to_us_keeps_nothing_from_going_on(club: Club, lost: int) -> None:
    await club.deal("ann", "bo")
    copy = await backed_up(club)
    club.time.time += GAP
    status = 403 if lost == 50013 else 404
    club.env.inject_error("*", f"/channels/{club.channel.id}/*", status=status, code=lost, message="x", times=None)

    await restored(club, copy)

    assert await club.bot.desk.store.total(club.guild.id) == 20_000
