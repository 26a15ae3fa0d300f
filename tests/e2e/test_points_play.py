"""What must work at a table, points 1 to 5: felt, acting, private cards, being told, the story of the hand."""

import pytest

from cogs.speech.pings import GRACE
from cogs.ui.ids import Do
from demo import actors
from engine.rules.catalogue import CATALOGUE
from engine.rules.play import ThrowOffer
from tests.e2e.club import Club, said


async def play_out(club: Club) -> None:
    """To the end of the hand at the least cost; who must throw a card throws the first."""
    while club.snapshot().waiting:
        offer = club.snapshot().offer
        if isinstance(offer, ThrowOffer) and offer.least:
            await club.slash(club.actor(), "draw", cards=" ".join(str(place + 1) for place in range(offer.least)))
            await club.advance(2)
        else:
            await club.finish_one()


def held(club: Club, name: str) -> tuple[str, ...]:
    private = club.session().private(club.member(name).id)
    assert private.view is not None
    return private.view.seats[private.seat].down


# 1. The felt


@pytest.mark.parametrize("game", CATALOGUE)
async def test_point_1_every_game_is_drawn_from_the_deal_to_the_result(club: Club, game: str) -> None:
    await club.deal("ann", "bo", "cy", game=game, stakes="")
    view = club.snapshot().view
    assert view is not None
    assert f"sealed {view.commitment[:8]}" in club.text()
    assert Do.CARDS in club.buttons()

    await play_out(club)
    await club.advance(2)

    assert Do.STORY in club.buttons()
    assert not {Do.FOLD, Do.CALL, Do.CHECK} & club.buttons().keys()


async def test_point_1_cards_are_text_while_the_emojis_are_missing(club: Club) -> None:
    club.env.inject_error("POST", "/applications/*/emojis", status=500, code=0, message="x", times=None)
    club.env.backend.application_emojis.clear()
    await club.restart()

    await club.deal("ann", "bo")

    assert "<:" not in "\n".join(actors.texts(club.felt()))
    assert "→" in club.text()


# 2. Acting


async def heads_up(club: Club) -> tuple[str, str]:
    """A deep and a short stack, the short one facing more than it has."""
    await club.open()
    await club.sit("ann", buy_in="400")
    await club.sit("bo", buy_in="80")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)
    while club.actor() != "ann":
        await club.press("bo", Do.CALL)
    await club.slash("ann", "raise", amount="120")
    await club.advance(2)
    assert club.actor() == "bo"
    return "ann", "bo"


async def test_point_2_a_call_that_empties_the_stack_asks_once_more(club: Club) -> None:
    _, short = await heads_up(club)
    label = next(button.label for button in actors.buttons(club.felt()) if "all-in" in button.label)
    assert label.startswith("Call ")
    assert label.endswith("…")
    assert Do.CALL not in club.buttons()

    by_button, by_command = await club.press(short, Do.ALLIN), await club.slash(short, "call")

    for question in (by_button, by_command):
        assert "All-in for 80?" in said(question)
        assert club.actor() == short
    assert by_command.response is not None
    await club.press(short, Do.ALLIN_YES, by_command.response)
    assert not club.snapshot().waiting


async def test_point_2_an_amount_that_is_the_whole_stack_asks_once_more(club: Club) -> None:
    await club.deal("ann", "bo")
    actor = club.actor()

    by_form = await club.submit(actor, await club.press(actor, Do.FORM), amount="max")
    by_command = await club.slash(actor, "raise", amount="200")

    assert "All-in for 200?" in said(by_form)
    assert "All-in for 200?" in said(by_command)
    assert club.actor() == actor


async def test_point_2_a_pot_that_is_the_whole_stack_stands_on_the_all_in_button_alone(club: Club) -> None:
    await club.open("omaha", "1/2", least=6, buy_in=7, most=400)
    await club.sit("ann", "bo", "cy", buy_in="7")
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)

    assert Do.POT not in club.buttons()  # the pot is 7, and so is the stack
    actor = club.actor()
    question = await club.slash(actor, "raise", amount="pot")

    assert "All-in for 7?" in said(question)
    assert club.actor() == actor


@pytest.mark.parametrize("label", ["Call 2", "Raise to 4", "Fold"])
async def test_point_2_a_button_sends_exactly_what_it_says(club: Club, label: str) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    seat = club.snapshot().waiting[0]
    button = next(button for button in actors.buttons(club.felt()) if button.label == label)

    await club.replay(actor, club.felt(), button.custom_id)

    view = club.snapshot().view
    assert view is not None
    assert (view.seats[seat].bet, view.seats[seat].live) == {
        "Call 2": (2, True), "Raise to 4": (4, True), "Fold": (0, False)
    }[label]


async def test_point_2_a_decision_ahead_is_dropped_when_the_price_changes_and_when_the_hand_ends(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor, later = club.actor(), _next_to_act(club)
    panel = await club.press(later, Do.CARDS)
    assert panel.response is not None
    await club.choose(later, panel.response, ["call"])
    assert club.session().private(club.member(later).id).ahead == "call"

    await club.slash(actor, "raise", amount="10")
    assert club.session().private(club.member(later).id).ahead == ""
    assert club.actor() == later  # he must say so himself

    last = next(name for name in ("ann", "bo", "cy") if name not in (actor, later))
    panel = await club.press(last, Do.CARDS)
    assert panel.response is not None
    await club.choose(last, panel.response, ["fold"])
    await club.slash(later, "fold")
    assert not club.snapshot().waiting
    await club.advance(club.session().config.pause + 2)
    assert club.session().state.ahead == {}


def _next_to_act(club: Club) -> str:
    view, seat = club.snapshot().view, club.snapshot().waiting[0]
    assert view is not None
    order = list(view.order)
    after = order[(order.index(seat) + 1) % len(order)]
    who = club.snapshot().member_at(after)
    return next(name for name in ("ann", "bo", "cy") if club.member(name).id == who)


# 3. Private cards


async def test_point_3_one_panel_a_member_with_cards_as_he_likes_them(club: Club) -> None:
    await club.slash("bo", "settings", look="text")
    await club.deal("ann", "bo")

    drawn, written = await club.press("ann", Do.CARDS), await club.press("bo", Do.CARDS)

    assert drawn.response is not None
    assert written.response is not None
    assert "<:" in "\n".join(actors.texts(drawn.response))
    assert "<:" not in "\n".join(actors.texts(written.response))
    await club.press("ann", Do.CARDS)
    await club.settle()
    assert len([text for text in club.whispers("ann") if "Hand 1" in text]) == 1


async def test_point_3_messages_come_in_the_members_language_and_one_a_hand(club: Club) -> None:
    club.member("bo", "sv-SE")
    await club.deal("ann", "bo")
    await club.until(lambda: club.private("ann") and club.private("bo"))

    assert [text.splitlines()[0].startswith("Hand 1") for text in club.private("ann")] == [True]
    assert [text.splitlines()[0].startswith("Giv 1") for text in club.private("bo")] == [True]
    view = club.snapshot().view
    assert view is not None
    assert view.commitment in club.private("bo")[0]


async def test_point_3_settings_outlive_a_restart_and_can_be_read(club: Club) -> None:
    await club.slash("bo", "settings", my_cards="button", ping="none", look="text")
    await club.restart()

    answer = said(await club.slash("bo", "settings"))

    assert "under My cards only" in answer
    assert "Nobody tells you" in answer
    assert "shown as text" in answer
    assert "private message each hand" in said(await club.slash("ann", "settings"))


# 4. Being told it is your turn


async def test_point_4_cards_by_button_and_turns_by_message(club: Club) -> None:
    for name in ("ann", "bo"):
        await club.slash(name, "settings", my_cards="button", ping="dm")
    await club.deal("ann", "bo")
    actor = club.actor()

    await club.advance(GRACE)

    (text,) = club.private(actor)
    assert "your turn" in text
    assert all(suit not in text for suit in "♠♥♦♣")


async def test_point_4_who_cannot_be_written_to_is_mentioned_in_the_channel(club: Club) -> None:
    for name in ("ann", "bo"):
        club.env.inject_error("POST", f"/channels/{club.member(name).user.dm_channel.id}/messages", status=403,
                              code=50007, message="x", times=None)
        await club.slash(name, "settings", ping="dm")
    await club.deal("ann", "bo")
    actor = club.actor()
    await club.settle()

    await club.advance(GRACE)

    assert [message.content.split()[0] for message in club.messages() if message.content.startswith("<@")] == [
        club.member(actor).mention
    ]


async def test_point_4_after_a_pause_who_is_to_act_is_told_again_and_once(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.advance(GRACE)
    await club.slash("ann", "floor pause")
    await club.advance(100)
    await club.slash("ann", "floor resume")

    await club.advance(GRACE)

    assert len([message for message in club.messages() if message.content.startswith("<@")]) == 1


# 5. The story of the hand


async def test_point_5_the_result_counts_down_and_offers_everything(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.finish()

    assert "wins" in club.text() or "Split" in club.text()
    assert "Next hand shortly" in club.text()
    assert {Do.SHOW, Do.TOPUP, Do.SITOUT, Do.STORY, Do.LEAVE} <= club.buttons().keys()


async def test_point_5_one_card_alone_can_be_shown(club: Club) -> None:
    await club.deal("ann", "bo")
    loser = club.actor()
    cards = held(club, loser)
    await club.press(loser, Do.FOLD)
    question = await club.press(loser, Do.SHOW)
    assert question.response is not None

    await club.choose(loser, question.response, [cards[1]])
    await club.press(loser, Do.SHOW_SOME, question.response)
    await club.advance(2)

    assert list(club.snapshot().shown_after.values()) == [(cards[1],)]


async def test_point_5_the_whole_hand_names_the_seal_in_full(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    view = club.snapshot().view
    assert view is not None

    assert view.commitment in said(await club.press("zoe", Do.STORY))
