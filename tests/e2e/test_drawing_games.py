"""Five-card draw and jacks to open, by buttons and by commands."""

from cogs.ui.ids import Do
from demo import actors
from engine.rules.play import ThrowOffer
from tests.e2e.club import Club, said


async def to_the_draw(club: Club) -> str:
    await club.deal("ann", "bo", game="five_card_draw", stakes="5/10 ante 1")
    while not isinstance(club.snapshot().offer, ThrowOffer):
        have = club.buttons()
        await club.press(club.actor(), Do.CHECK if Do.CHECK in have else Do.CALL)
    return club.actor()


async def test_discards_are_chosen_in_private_and_confirmed(club: Club) -> None:
    actor = await to_the_draw(club)
    before = held(club, actor)

    panel = await club.press(actor, Do.DRAW)
    assert panel.ephemeral
    assert panel.response is not None
    await club.choose(actor, panel.response, list(before[:2]))
    assert "draws **2**" in "\n".join(actors.texts(panel.response)) or "draws 2" in said(panel)
    await club.press(actor, Do.THROW, panel.response)
    await club.advance(2)

    assert "drew 2" in club.text()
    assert held(club, actor)[:3] == before[2:]


async def test_standing_pat_from_the_felt(club: Club) -> None:
    actor = await to_the_draw(club)
    before = held(club, actor)

    await club.press(actor, Do.PAT)

    assert held(club, actor) == before
    assert "stands pat" in club.text()


async def test_drawing_by_the_command(club: Club) -> None:
    actor = await to_the_draw(club)
    before = held(club, actor)

    assert "not in your hand" in said(await club.slash(actor, "draw", cards="9"))
    assert "not in your hand" in said(await club.slash(actor, "draw", cards="Zz"))
    assert "Done" in said(await club.slash(actor, "draw", cards="1 3"))

    assert held(club, actor)[:3] == (before[1], before[3], before[4])


async def test_opening_without_openers_is_refused_to_the_opener_alone(club: Club) -> None:
    await club.deal("ann", "bo", "cy", game="jacks_or_better", stakes="5/10 ante 1")
    public = club.text()
    answer = None
    for _ in range(3):
        assert Do.OPEN in club.buttons()
        answer = await club.press(club.actor(), Do.OPEN)
        if answer.ephemeral:
            break
        await club.finish()
        await club.advance(club.session().config.pause + 2)
        public = club.text()

    assert answer is not None
    assert "what it takes to open" in said(answer)
    assert club.text() == public


def held(club: Club, name: str) -> tuple[str, ...]:
    private = club.session().private(club.member(name).id)
    assert private.view is not None
    return private.view.seats[private.seat].down
