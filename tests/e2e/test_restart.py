"""The process ends in the middle of a hand and starts again on the same database."""

from cogs.ui.ids import Do
from tests.e2e.club import Club


async def test_same_cards_same_actor_and_the_old_buttons_still_work(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.press(club.actor(), Do.CALL)
    before, actor, felt = club.snapshot(), club.actor(), club.felt().id
    held = club.session().private(club.member(actor).id).view

    await club.restart()

    assert club.actor() == actor
    assert club.snapshot().hand == before.hand
    again = club.session().private(club.member(actor).id).view
    assert held is not None
    assert again is not None
    assert [again.seats[seat].down for seat in again.order] == [held.seats[seat].down for seat in held.order]
    assert club.felt().id == felt
    await club.press(actor, Do.CALL)
    assert club.snapshot().version == before.version + 1
    assert {"ann", "bo", "cy"} <= set(club.text().replace("\n", " ").split())


async def test_the_clock_starts_anew_and_stands_still_meanwhile(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.advance(50)
    club.time.time += 1200

    await club.restart()

    assert club.snapshot().deadline == club.time.time + club.session().config.clock


async def test_between_hands_the_next_one_is_dealt(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()

    await club.restart()
    await club.advance(club.session().config.pause + 2)

    assert club.snapshot().number == 2


async def test_cards_are_not_sent_twice(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.until(lambda: club.private("ann") and club.private("bo"))

    await club.restart()
    await club.advance(3)

    assert len(club.private("ann")) == 1


async def test_a_form_from_before_the_restart_is_answered(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    form = await club.press(actor, Do.FORM)

    await club.restart()
    await club.submit(actor, form)
    await club.advance(2)

    assert any("out of date" in text for text in club.whispers(actor))
