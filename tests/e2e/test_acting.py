"""Buttons, commands and forms in a hand: what is done, and who is refused in which words."""

import pytest
from simcord.results import InteractionResult

from cogs.ui.ids import Do
from demo import actors
from tests.e2e import raw
from tests.e2e.club import Club, said


async def test_a_button_of_the_actor_redraws_the_felt_by_its_own_answer(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    since = len(club.env.http_requests)

    await club.press(club.actor(), Do.CALL)

    assert "calls 2" in club.text()
    assert club.calls(since) == []


async def test_who_is_not_to_act_is_told_whose_turn_it_is(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    other = next(name for name in ("ann", "bo", "cy") if name != actor)

    answer = await club.press(other, Do.CALL)

    assert answer.ephemeral
    assert f"{actor} is to act" in said(answer)


async def test_a_stranger_is_told_how_to_sit_down(club: Club) -> None:
    await club.deal("ann", "bo")

    answer = await club.press("dan", Do.CALL)

    assert "Sit down with /join" in said(answer)


async def test_a_stale_button_is_answered_and_counts_for_nothing(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    old, actor, felt = club.buttons()[Do.CALL], club.actor(), club.felt()
    await club.press(actor, Do.CALL)
    await club.advance(10)
    version = club.snapshot().version

    answer = await club.replay(actor, felt, old)

    assert "moved on" in said(answer)
    assert club.snapshot().version == version


async def test_a_double_click_is_silent(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    old, actor, felt = club.buttons()[Do.CALL], club.actor(), club.felt()
    await club.press(actor, Do.CALL)

    answer = await club.replay(actor, felt, old)

    assert answer.acknowledged
    assert answer.response is None or not answer.ephemeral


@pytest.mark.parametrize("mark", ["pk0:1:2:3:fold", "pk1:1:2:3:dance", "pk9:x"])
async def test_a_button_of_another_version_of_the_bot_is_answered(club: Club, mark: str) -> None:
    await club.deal("ann", "bo")

    answer = await club.replay("ann", club.felt(), mark)

    assert "out of date" in said(answer)


async def test_the_raise_form_is_filled_with_the_least_and_checked_again(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()

    form = await club.press(actor, Do.FORM)
    assert "4" in actors.filled(form).values()
    await club.submit(actor, form, amount="12")

    assert "raises to 12" in club.text()


async def test_a_refused_amount_keeps_what_was_typed_for_the_next_try(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()

    refusal = await club.submit(actor, await club.press(actor, Do.FORM), amount="3")
    assert "Legal: 4 to 200" in said(refusal)
    assert refusal.response is not None
    again = await club.press(actor, Do.FORM, refusal.response)

    assert "3" in actors.filled(again).values()
    await club.submit(actor, again, amount="pot")
    await club.advance(2)
    assert "raises to 7" in club.text()


async def test_a_form_that_comes_too_late_is_stale_and_what_was_typed_is_not_lost(club: Club) -> None:
    """RELIABILITY 36: it stands in the next form, once, and only there."""
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    form = await club.press(actor, Do.FORM)
    await club.press(actor, Do.CALL)
    await club.advance(3)
    version = club.snapshot().version

    answer = await club.submit(actor, form, amount="20")
    assert "moved on" in said(answer)
    assert club.snapshot().version == version

    while club.actor() != actor:
        await club.press(club.actor(), Do.CALL if Do.CALL in club.buttons() else Do.CHECK)
    await club.advance(3)
    again, then = await club.press(actor, Do.FORM), await club.press(actor, Do.FORM)
    assert list(actors.filled(again).values()) == ["20"]
    assert list(actors.filled(then).values()) != ["20"]


@pytest.mark.parametrize(("form", "who"), [(Do.TOPUP, "ann"), (Do.JOIN, "dan")])
async def test_a_refused_buy_in_stands_in_the_next_form_of_its_kind_alone(club: Club, form: Do, who: str) -> None:
    """RELIABILITY 36: forms are many, and what was typed into one means nothing in another."""
    await club.deal("ann", "bo", buy_in=200)
    felt, mark = club.felt(), club.buttons()[Do.CARDS]
    if club.actor() != "ann":
        await club.press(club.actor(), Do.CALL)

    async def ask(name: str, kind: Do) -> InteractionResult:
        return await raw.press(club, name, felt, mark.replace(f":{Do.CARDS}", f":{kind}"))

    shown = await ask(who, form)
    await raw.submit(club, who, shown, "77777")

    other = await ask("ann", Do.FORM)
    assert "77777" not in actors.filled(other).values()
    again, then = await ask(who, form), await ask(who, form)
    assert "77777" in actors.filled(again).values()
    assert "77777" not in actors.filled(then).values()


async def test_all_in_is_asked_once_more_in_private(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()

    question = await club.press(actor, Do.ALLIN)
    assert question.ephemeral
    assert "All-in for 200?" in said(question)
    assert club.actor() == actor
    assert question.response is not None
    await club.press(actor, Do.ALLIN_YES, question.response)
    await club.advance(2)

    assert "all-in 200" in club.text()


async def test_all_in_can_be_thought_better_of(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    question = await club.press(actor, Do.ALLIN)
    assert question.response is not None

    await club.press(actor, Do.NO, question.response)

    assert club.actor() == actor


async def test_every_command_of_a_hand(club: Club) -> None:
    await club.deal("ann", "bo", "cy")

    assert "Done" in said(await club.slash(club.actor(), "raise", amount="6"))
    assert "Done" in said(await club.slash(club.actor(), "call"))
    assert "Done" in said(await club.slash(club.actor(), "fold"))
    assert "Done" in said(await club.slash(club.actor(), "check"))
    assert "Done" in said(await club.slash(club.actor(), "bet", amount="half"))
    actor = club.actor()
    question = await club.slash(actor, "allin")
    assert "All-in for" in said(question)
    assert question.response is not None
    await club.press(actor, Do.ALLIN_YES, question.response)
    await club.advance(2)
    assert "all-in" in club.text()


async def test_commands_out_of_turn_and_with_wrong_amounts(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    other = next(name for name in ("ann", "bo", "cy") if name != actor)

    assert "Not your turn" in said(await club.slash(other, "raise", amount="10"))
    assert "Not your turn" in said(await club.slash(other, "allin"))
    assert "cannot be done now" in said(await club.slash(actor, "check"))
    assert "I do not understand" in said(await club.slash(actor, "raise", amount="a lot"))
    assert "cannot be done now" in said(await club.slash(actor, "draw", cards="1"))


async def test_a_command_where_there_is_no_table(club: Club) -> None:
    for command, options in {"fold": {}, "cards": {}, "join": {}, "raise": {"amount": "3"}, "start": {}}.items():
        assert "no table here" in said(await club.slash("ann", command, **options)), command


async def test_deciding_ahead_acts_when_the_turn_comes(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    order = club.session().state
    actor = club.actor()
    seats = {name: order.seat_of(club.member(name).id) for name in ("ann", "bo", "cy")}
    later = next(name for name in ("ann", "bo", "cy") if name != actor and seats[name] == club.small_blind())

    shown = await club.press(later, Do.CARDS)
    assert shown.response is not None
    await club.choose(later, shown.response, ["fold"])
    await club.press(actor, Do.CALL)

    assert "folded" in club.text().lower()


async def test_the_panel_shows_own_cards_to_their_owner_alone(club: Club) -> None:
    await club.deal("ann", "bo")

    answer = await club.press("ann", Do.CARDS)

    held = club.session().private(club.member("ann").id)
    assert held.view is not None
    assert answer.ephemeral
    for card in held.view.seats[held.seat].down:
        assert actors.SUITS[{"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}[card[1]]] in said(answer)
    assert "not at this table" in said(await club.press("dan", Do.CARDS))


async def test_the_story_of_the_hand(club: Club) -> None:
    await club.deal("ann", "bo")

    panel = await club.press("ann", Do.CARDS)
    assert panel.response is not None
    story = await club.press("ann", Do.STORY, panel.response)

    assert story.ephemeral
    assert "blind" in said(story)


async def test_showing_cards_after_the_hand(club: Club) -> None:
    await club.deal("ann", "bo")
    loser = club.actor()
    await club.press(loser, Do.FOLD)

    question = await club.press(loser, Do.SHOW)
    assert question.response is not None
    await club.press(loser, Do.SHOW_SOME, question.response)
    await club.advance(2)

    assert club.snapshot().shown_after.keys() == {club.snapshot().seat_of(club.member(loser).id)}


async def test_nothing_to_show_in_the_middle_of_a_hand(club: Club) -> None:
    await club.deal("ann", "bo")

    assert "nothing to show" in said(await club.slash("ann", "show"))


async def test_rules_of_the_table(club: Club) -> None:
    await club.open()

    answer = await club.press("dan", Do.RULES)

    assert answer.ephemeral
    assert "Hold'em" in said(answer)
