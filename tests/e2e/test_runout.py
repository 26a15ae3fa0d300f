"""All-in hands are turned up street by street, with each hand's chance."""

import re

from cogs.ui.ids import Do
from demo import actors
from engine.tables.snapshot import STREET_SECONDS as STAGE
from tests.e2e.club import Club


async def all_in(club: Club, *names: str, is_open: bool = False) -> None:
    if is_open:
        await club.press(names[0], Do.START)
        await club.until(lambda: club.snapshot().waiting)
    else:
        await club.deal(*names)
    while club.snapshot().waiting:
        actor = club.actor()
        question = await club.press(actor, Do.ALLIN)
        assert question.response is not None
        await club.press(actor, Do.ALLIN_YES, question.response)
        await club.advance(1.5)


def percents(club: Club) -> list[int]:
    return [int(found) for found in re.findall(r"(\d+)%", club.text())]


async def test_one_stage_a_street_and_then_the_result(club: Club) -> None:
    await all_in(club, "ann", "bo", "cy")
    seen = []
    for _ in range(3):
        await club.until(lambda: "All-in" in club.text() and percents(club))
        assert sum(percents(club)) == 100
        assert "wins" not in club.text()
        seen.append(club.text())
        await club.advance(STAGE)

    assert len(set(seen)) == 3
    await club.until(lambda: "wins" in club.text() or "Split" in club.text())


async def test_the_next_hand_waits_for_the_end_of_the_story(club: Club) -> None:
    await club.open()
    await club.sit("ann", "bo", buy_in="400")
    await club.sit("cy", "dan", buy_in="80")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)
    hand = club.snapshot().hand
    while club.snapshot().waiting:
        have = club.buttons()
        actor = club.actor()
        if Do.ALLIN not in have:
            await club.press(actor, Do.FOLD)
            continue
        question = await club.press(actor, Do.ALLIN)
        assert question.response is not None
        await club.press(actor, Do.ALLIN_YES, question.response)
        await club.advance(0.5 if not club.snapshot().waiting else 2)

    await club.advance(3 * STAGE)

    assert club.snapshot().hand == hand
    await club.until(lambda: "wins" in club.text() or "Split" in club.text())


async def test_starting_the_next_hand_early_leaves_the_result_behind(club: Club) -> None:
    await club.open()
    await club.sit("ann", "bo", "cy")
    await all_in(club, "ann", "bo", "cy", is_open=True)
    message = club.felt().id
    await club.until(lambda: percents(club))
    await club.slash("ann", "rebuy")
    await club.slash("bo", "rebuy")
    await club.slash("cy", "rebuy")

    await club.slash("ann", "start")
    await club.until(lambda: club.felt().id != message)

    old = next(each for each in club.messages() if each.id == message)
    assert "wins" in actors.public_text(old) or "Split" in actors.public_text(old)


async def test_a_hand_without_cards_to_come_is_told_at_once(club: Club) -> None:
    await club.deal("ann", "bo")

    await club.press(club.actor(), Do.FOLD)

    assert "wins" in club.text()
