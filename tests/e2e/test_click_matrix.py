"""Every control of every public message, pressed by everybody, fresh, stale, twice: answered once, in his language."""

from dataclasses import dataclass

import pytest
from simcord.backend.models import Message
from simcord.results import InteractionResult

from cogs.ui.ids import TO_HAND, Do, parse
from demo import actors
from tests.e2e.club import Club, said

SWEDISH = ("å", "ä", "ö", "giv", "bord", "kort", "Inget", "marker")
TABLES = {
    "holdem": "1/2",
    "five_card_draw": "5/10 ante 1",
    "jacks_or_better": "5/10 ante 1",
    "stud7": "fl 5/10 ante 1 bring-in 2",
    "omaha8": "fl 2/4",
}


@dataclass(frozen=True, slots=True)
class Roles:
    """Who is who: the actor, another player, one who has folded or sits out, a guest, and the host, who plays too."""

    actor: str
    other: str
    folded: str
    stranger: str = "zoe"

    def everybody(self) -> dict[str, str]:
        return {"other": self.other, "folded": self.folded, "stranger": self.stranger, "actor": self.actor}


async def table(club: Club, game: str) -> Roles:
    for name in ("bo", "zoe"):
        club.member(name, "sv-SE")
    await club.deal("ann", "bo", "cy", "dan", game=game, stakes=TABLES[game])
    while Do.FOLD not in club.buttons():
        if not club.snapshot().waiting:  # nobody could open
            await club.advance(club.session().config.pause + 2)
        await _go_on(club)
    folded = club.actor()
    await club.press(folded, Do.FOLD)
    actor = club.actor()
    other = next(name for name in ("ann", "bo", "cy", "dan") if name not in (actor, folded))
    return Roles(actor, other, folded)


async def _go_on(club: Club) -> None:
    """A bet if the actor may, else whatever costs least."""
    for action in (Do.OPEN, Do.BET, Do.BRING_IN, Do.CHECK):
        if action in club.buttons() and not (await club.press(club.actor(), action)).ephemeral:
            return


def controls(message: Message) -> dict[Do, str]:
    found = {}
    for button in actors.buttons(message):
        press = parse(button.custom_id)
        assert press is not None
        if not button.disabled:
            found[press.action] = button.custom_id
    return found


def answered(club: Club, answer: InteractionResult) -> None:
    """Exactly one first answer: simcord refuses a second one with 40060, and none leaves it unacknowledged."""
    assert answer.acknowledged
    assert answer.followups == [] or len(answer.followups) <= 1


@pytest.mark.parametrize("game", TABLES)
async def test_a_felt_in_play(club: Club, game: str) -> None:
    roles = await table(club, game)
    felt = club.felt()
    for role, name in list(roles.everybody().items())[:-1]:
        for action, mark in controls(felt).items():
            version = club.snapshot().version
            answer = await club.replay(name, felt, mark)
            answered(club, answer)
            assert club.snapshot().version == version, (role, action)
            if action in TO_HAND:
                assert answer.ephemeral, (role, action)
                assert _speaks(club, name, said(answer)), (role, action, said(answer))


def _speaks(club: Club, name: str, text: str) -> bool:
    swedish = any(word in text for word in SWEDISH)
    return swedish == (name in ("bo", "zoe"))


@pytest.mark.parametrize("game", TABLES)
async def test_the_actors_own_presses_fresh_twice_and_stale(club: Club, game: str) -> None:
    roles = await table(club, game)
    felt, actor = club.felt(), roles.actor
    marks = controls(felt)
    private = [mark for action, mark in marks.items() if action not in TO_HAND]
    for mark in private:
        answered(club, await club.replay(actor, felt, mark))
    acting = next(mark for action, mark in marks.items() if action in (Do.CHECK, Do.CALL, Do.PAT, Do.BRING_IN))

    fresh = await club.replay(actor, felt, acting)
    answered(club, fresh)
    version = club.snapshot().version
    twice = await club.replay(actor, felt, acting)
    answered(club, twice)
    assert not twice.ephemeral
    club.time.time += 5
    for mark in marks.values():
        press = parse(mark)
        assert press is not None
        stale = await club.replay(actor, felt, mark)
        answered(club, stale)
        if press.action in TO_HAND:
            assert stale.ephemeral
            assert _speaks(club, actor, said(stale))
    assert club.snapshot().version == version


async def test_a_result(club: Club) -> None:
    await table(club, "holdem")
    await club.finish()
    felt = club.felt()
    for name in ("ann", "bo", "zoe"):
        for mark in controls(felt).values():
            answered(club, await club.replay(name, felt, mark))


async def test_a_lobby(club: Club) -> None:
    await club.open(host="ann")
    await club.sit("bo", "cy")
    lobby = club.felt()
    for name in ("ann", "bo", "zoe"):
        for action, mark in controls(lobby).items():
            if action is not Do.START:
                answered(club, await club.replay(name, lobby, mark))
    answered(club, await club.replay("zoe", lobby, controls(lobby)[Do.START]))
    assert not club.snapshot().hand


async def test_every_button_of_a_table_that_is_closed(club: Club) -> None:
    await club.deal("ann", "bo")
    felt, marks = club.felt(), controls(club.felt())
    await club.finish()
    await club.slash("ann", "table close")
    await club.until(lambda: any("is closed" in text for text in club.texts()))

    for mark in marks.values():
        answer = await club.replay("bo", felt, mark)
        answered(club, answer)
        assert answer.ephemeral
