"""Discord or the bot was away in mid-hand: it goes on by itself, or its players say whether (RELIABILITY 3, 64)."""

from __future__ import annotations

import pytest

from cogs.speech.pings import GRACE
from cogs.ui.ids import Do
from demo import actors
from engine.rules.events import Voided
from engine.tables.ports import Deed
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said

MINUTE = 60
GROUP = ("ann", "bo", "cy")


async def midway(club: Club) -> str:
    """A raise, a call, and one who folds: his name."""
    await club.deal(*GROUP)
    await club.press(club.actor(), Do.RAISE)
    await club.press(club.actor(), Do.CALL)
    folded = club.actor()
    await club.press(folded, Do.FOLD)
    await club.advance(2)
    return folded


async def outage(club: Club, minutes: float) -> None:
    """The process is gone for so long, counted from when the clock would have rung; then it starts again."""
    club.time.time += club.session().config.clock + minutes * MINUTE
    await club.restart()
    await club.until(lambda: club.snapshot().waiting)


async def asked(club: Club) -> tuple[str, str, str]:
    """The question stands on the felt: two who are asked, and the one who has folded."""
    folded = await midway(club)
    await outage(club, 31)
    await club.until(lambda: Do.PLAY_ON in club.buttons())
    first, second = (name for name in GROUP if name != folded)
    return first, second, folded


async def right(club: Club) -> None:
    """The books add up, and every chip of the three is somewhere."""
    store = club.bot.desk.store
    assert await store.check_books() == ()
    assert await store.total(club.guild.id) == 3 * club.bot.opening


def stacks(club: Club) -> list[int]:
    return [sitter.stack for sitter in club.snapshot().sitters]


def is_void(club: Club) -> bool:
    view = club.snapshot().view
    return view is not None and any(isinstance(event, Voided) for event in view.story)


async def deeds(club: Club) -> list[tuple[str, int]]:
    found = await club.bot.desk.store.audit_log(club.guild.id)
    return [(entry.note.action, entry.note.actor) for entry in reversed(found)]


async def test_after_29_minutes_the_hand_goes_on_by_itself(club: Club) -> None:
    await midway(club)
    actor, hand = club.actor(), club.snapshot().hand

    await outage(club, 29)

    assert (club.snapshot().phase, club.actor(), club.snapshot().hand) == (Phase.HAND, actor, hand)
    assert club.snapshot().deadline == club.time.time + club.session().config.clock
    assert Do.PLAY_ON not in club.buttons()
    await club.finish()
    assert not is_void(club)
    await right(club)


async def test_after_31_minutes_the_players_are_asked_on_the_felt(club: Club) -> None:
    first, second, folded = await asked(club)

    felt, buttons = club.text(), club.buttons()

    assert "Shall this hand go on?" in felt
    assert f"Not answered yet: {first}, {second}" in felt or f"Not answered yet: {second}, {first}" in felt
    assert "Every chip goes back shortly, or at once if somebody presses Refund" in felt
    assert club.snapshot().deadline == club.time.time + 5 * MINUTE
    assert buttons.keys() == {Do.PLAY_ON, Do.REFUND, Do.CARDS}
    assert folded in felt  # seats, pot and board stand there as ever
    await right(club)


async def test_all_agree_and_the_same_hand_goes_on(club: Club) -> None:
    await midway(club)
    actor, hand, felt = club.actor(), club.session().hand, club.felt().id
    assert hand is not None
    down = list(hand.down)
    await outage(club, 31)
    await club.until(lambda: Do.PLAY_ON in club.buttons())
    first, second = (name for name in GROUP if club.snapshot().seat_of(club.member(name).id) in hand.live)

    await club.press(first, Do.PLAY_ON)
    assert f"Want to play on: {first}" in club.text()
    assert f"Not answered yet: {second}" in club.text()
    await club.press(second, Do.PLAY_ON)

    again = club.session().hand
    assert again is not None
    assert (club.snapshot().phase, club.actor(), list(again.down)) == (Phase.HAND, actor, down)
    assert club.snapshot().deadline == club.time.time + club.session().config.clock
    assert (club.felt().id, Do.PLAY_ON in club.buttons()) == (felt, False)
    await club.finish()
    assert not is_void(club)
    assert await deeds(club) == []
    await right(club)


async def test_one_refund_ends_it_at_once(club: Club) -> None:
    first, second, _ = await asked(club)
    await club.press(first, Do.PLAY_ON)

    await club.press(second, Do.REFUND)

    assert is_void(club)
    assert stacks(club) == [200, 200, 200]
    assert await deeds(club) == [(Deed.REFUND, club.member(second).id)]
    await right(club)
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2


async def test_without_agreement_the_chips_go_back_after_five_minutes(club: Club) -> None:
    first, *_ = await asked(club)
    await club.press(first, Do.PLAY_ON)
    await club.advance(5 * MINUTE - 1)
    assert club.snapshot().phase is Phase.ASKED

    await club.advance(2)

    assert is_void(club)
    assert stacks(club) == [200, 200, 200]
    assert await deeds(club) == [(Deed.REFUND, 0)]
    await right(club)
    assert "Every chip is back" in club.text()


async def test_a_connection_that_was_away_for_long_asks_as_a_restart_does(club: Club) -> None:
    await midway(club)
    club.bot.dispatch("shard_disconnect", 0)
    await club.settle()
    club.time.time += 32 * MINUTE
    club.bot.dispatch("shard_resumed", 0)
    await club.advance(2)

    assert "Shall this hand go on?" in club.text()
    for name in GROUP:
        if Do.PLAY_ON in club.buttons():
            await club.press(name, Do.PLAY_ON)
    assert club.snapshot().phase is Phase.HAND
    await right(club)


async def test_a_restart_while_it_is_asked_asks_again(club: Club) -> None:
    first, second, _ = await asked(club)
    await club.press(first, Do.PLAY_ON)
    club.time.time += 60

    await club.restart()
    await club.advance(2)

    assert f"Want to play on: {first}" in club.text()
    assert club.snapshot().deadline >= club.time.time + 5 * MINUTE - 2
    await club.press(second, Do.PLAY_ON)
    assert club.snapshot().phase is Phase.HAND
    await right(club)


async def test_a_paused_table_is_not_asked(club: Club) -> None:
    await midway(club)
    await club.slash("ann", "floor pause")

    await outage(club, 300)

    assert club.snapshot().phase is Phase.PAUSED
    assert "Paused by" in club.text()


# Who presses what


@pytest.mark.parametrize("button", [Do.PLAY_ON, Do.REFUND])
async def test_others_are_told_in_private_why_not(club: Club, button: Do) -> None:
    club.member("zoe", "sv-SE")
    _, _, folded = await asked(club)

    stranger, out = await club.press("zoe", button), await club.press(folded, button)

    assert (stranger.ephemeral, out.ephemeral) == (True, True)
    assert "Du sitter inte vid bordet" in said(stranger)
    assert "You are out of this hand" in said(out)
    assert club.snapshot().phase is Phase.ASKED
    assert club.snapshot().agreed == ()


async def test_an_answer_to_a_question_of_the_past_is_stale(club: Club) -> None:
    first, second, _ = await asked(club)
    felt, marks = club.felt(), club.buttons()
    await club.press(first, Do.REFUND)
    club.time.time += 5

    for name, mark in ((second, marks[Do.PLAY_ON]), (first, marks[Do.REFUND])):
        answer = await club.replay(name, felt, mark)
        assert answer.ephemeral
        assert "moved on" in said(answer)
    await right(club)


async def test_the_second_click_of_a_nervous_finger_needs_no_words(club: Club) -> None:
    first, *_ = await asked(club)
    felt, mark = club.felt(), club.buttons()[Do.REFUND]
    await club.replay(first, felt, mark)

    twice = await club.replay(first, felt, mark)

    assert twice.acknowledged
    assert not twice.ephemeral
    assert stacks(club) == [200, 200, 200]


async def test_the_buttons_of_the_hand_do_nothing_while_it_is_asked(club: Club) -> None:
    await midway(club)
    felt, marks, actor = club.felt(), club.buttons(), club.actor()
    await outage(club, 31)
    version = club.snapshot().version

    for action, mark in marks.items():
        answer = await club.replay(actor, felt, mark)
        await club.advance(2)
        assert answer.ephemeral
        assert action is Do.CARDS or "The hand stands still" in said(answer), action
    for command, options in (("check", {}), ("fold", {}), ("allin", {}), ("raise", {"amount": "20"})):
        assert "The hand stands still" in said(await club.slash(actor, command, **options)), command
    assert "The hand stands still" in said(await club.slash("ann", "floor pause"))
    assert "Not while a hand" in said(await club.slash("ann", "house set", rule="max_runs", value="2"))
    assert (club.snapshot().version, club.snapshot().phase) == (version, Phase.ASKED)


async def test_ones_own_cards_are_there_and_nothing_can_be_decided_ahead(club: Club) -> None:
    first, second, _ = await asked(club)
    for name in (first, second):
        panel = await club.press(name, Do.CARDS)
        assert panel.ephemeral
        assert "Resume or Refund? Answer at the table." in said(panel)
        assert panel.response is not None
        assert actors.selects(panel.response) == []


async def test_leaving_works_and_counts_as_no_answer(club: Club) -> None:
    first, second, folded = await asked(club)
    await club.press(first, Do.PLAY_ON)

    await club.slash(first, "leave")
    await club.slash(folded, "leave")
    await club.advance(2)

    assert "Want to play on" not in club.text()
    assert "on your way already" in said(await club.press(first, Do.PLAY_ON))
    await club.press(second, Do.PLAY_ON)
    await club.advance(5 * MINUTE)
    assert is_void(club)
    assert [sitter.member for sitter in club.snapshot().sitters] == [club.member(second).id]
    await right(club)


async def test_the_host_may_void_it_meanwhile(club: Club) -> None:
    await asked(club)

    assert "Every chip is back" in said(await club.slash("ann", "floor void"))

    assert is_void(club)
    assert await deeds(club) == [(Deed.VOID, club.member("ann").id)]
    await club.advance(2)
    assert Do.PLAY_ON not in club.buttons()
    await right(club)


# Being told


async def test_who_is_asked_is_called_and_only_he(club: Club) -> None:
    first, second, folded = await asked(club)
    await club.press(second, Do.PLAY_ON)

    await club.advance(GRACE)

    (call,) = (message for message in club.messages() if "stood still for a long time: shall hand 1" in message.content)
    assert f"<@{club.member(first).id}>" in call.content
    assert not [name for name in (second, folded) if f"<@{club.member(name).id}>" in call.content]
    await club.press(first, Do.PLAY_ON)
    await club.advance(1)
    assert call.id not in [message.id for message in club.messages()]


async def test_who_wants_no_pings_is_not_called(club: Club) -> None:
    first, second, _ = await asked(club)
    await club.slash(first, "settings", ping="none")

    await club.advance(GRACE)

    (call,) = (message for message in club.messages() if "stood still for a long time: shall hand 1" in message.content)
    assert f"<@{club.member(first).id}>" not in call.content
    assert f"<@{club.member(second).id}>" in call.content


async def test_the_question_is_in_the_tables_language(club: Club) -> None:
    await club.deal("ann", "bo", language="sv")
    await outage(club, 31)
    await club.advance(GRACE + 1)

    assert "Ska given spelas vidare?" in club.text()
    labels = [button.label for button in actors.buttons(club.felt())]
    assert labels == ["Spela vidare", "Ge tillbaka", "Mina kort"]
    assert any("ska giv 1 spelas vidare?" in text for text in club.texts())
