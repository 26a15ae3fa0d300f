"""A slow button clicked once more for safety (RELIABILITY 28; hippich/Bitcoin-Poker-Room#45).

There the second click answered a decision of which its owner knew nothing, and all his chips were in.
"""

from __future__ import annotations

import pytest

from cogs.ui.ids import Do
from tests.e2e.club import Club

OTHER = {"ann": "bo", "bo": "ann"}


@pytest.mark.parametrize("seconds", [0.4, 30.0])
@pytest.mark.parametrize("first", [Do.CALL, Do.RAISE])
async def test_a_second_click_after_a_re_raise_is_not_an_answer_to_it(
    club: Club, first: Do, seconds: float
) -> None:
    """The same member is to act again, and the old button means the old decision, soon after it or much later."""
    await club.deal("ann", "bo")
    actor, felt = club.actor(), club.felt()
    mark = club.buttons()[first]
    await club.press(actor, first)
    assert club.actor() == OTHER[actor]
    asked = await club.slash(OTHER[actor], "allin")
    assert asked.response is not None
    await club.press(OTHER[actor], Do.ALLIN_YES, asked.response)
    assert club.actor() == actor
    before, told = club.snapshot(), club.whispers(actor)
    club.time.time += seconds

    answer = await club.replay(actor, felt, mark)

    assert answer.acknowledged
    assert club.snapshot() == before
    assert club.actor() == actor
    words = club.whispers(actor)[len(told) :]
    assert len(words) == (seconds > 2), "soon after it, it is the same click; later he wonders"
    view = before.view
    assert view is not None
    assert all(view.seats[seat].stack > 0 for seat in before.waiting)


@pytest.mark.parametrize("order", ["felt first", "click first"])
async def test_a_click_on_the_new_button_is_one(club: Club, order: str) -> None:
    """What is refused above is the old button alone: who has seen the raise can call it."""
    await club.deal("ann", "bo")
    actor, felt, mark = club.actor(), club.felt(), club.buttons()[Do.CALL]
    await club.press(actor, Do.CALL)
    await club.press(OTHER[actor], Do.RAISE)
    if order == "click first":
        await club.replay(actor, felt, mark)
    await club.press(actor, Do.CALL)

    view = club.snapshot().view
    assert view is not None
    assert view.street == "flop"
