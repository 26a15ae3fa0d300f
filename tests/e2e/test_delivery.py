"""What the bot says by itself: felt, cards in private, pings, and what happens when Discord says no."""

import pytest

from cogs.speech.pings import GRACE
from cogs.ui.ids import Do
from demo import actors
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def cards(club: Club, name: str) -> list[str]:
    private = club.session().private(club.member(name).id)
    assert private.view is not None
    return [f"{card[0].replace('T', '10')}{SUITS[card[1]]}" for card in private.view.seats[private.seat].down]


def pings(club: Club) -> list[str]:
    return [message.content for message in club.messages() if message.content.startswith("<@")]


async def test_each_player_gets_his_own_cards_in_one_private_message(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.until(lambda: all(club.private(name) for name in ("ann", "bo", "cy")))

    for name in ("ann", "bo", "cy"):
        (text,) = club.private(name)
        first, second = text.splitlines()[:2]
        assert all(card in second for card in cards(club, name))
        assert not any(sign in first for sign in SUITS.values())


async def test_no_card_of_a_hand_in_play_is_public(club: Club) -> None:
    await club.deal("ann", "bo", "cy")

    for name in ("ann", "bo", "cy"):
        for card in cards(club, name):
            assert all(card not in text for text in club.texts())


async def test_closed_messages_hold_up_no_hand_and_are_told_once(club: Club) -> None:
    channel = club.member("bo").user.dm_channel
    club.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, message="x", times=None)
    await club.deal("ann", "bo")
    await club.until(lambda: club.private("ann"))
    await club.settle()

    hints = []
    for _ in range(2):
        await club.press("bo", Do.CARDS)
        hints += [text for text in club.whispers("bo") if "private messages" in text]

    assert len(set(hints)) == 1
    assert hints.count(hints[0]) == 2  # the same one message, seen twice
    await club.finish()
    assert "wins" in club.text() or "Split" in club.text()


async def test_cards_by_button_only(club: Club) -> None:
    assert "under My cards" in said(await club.slash("bo", "settings", my_cards="button"))

    await club.deal("ann", "bo")
    await club.until(lambda: club.private("ann"))

    assert club.private("bo") == []
    assert cards(club, "bo")[0] in said(await club.press("bo", Do.CARDS))


async def test_who_does_not_act_is_pinged_and_the_ping_goes_when_he_has(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    actor = club.actor()
    assert pings(club) == []

    await club.advance(GRACE)
    assert [text.split()[0] for text in pings(club)] == [club.member(actor).mention]

    await club.press(actor, Do.CALL)
    await club.until(lambda: not pings(club))


async def test_at_half_time_the_ping_is_sent_once_more_and_stands_alone(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.advance(GRACE)
    (first,) = [message.id for message in club.messages() if message.content]

    await club.advance(club.session().config.clock / 2)

    (second,) = [message.id for message in club.messages() if message.content]
    assert second != first


async def test_no_ping_for_who_wants_none(club: Club) -> None:
    for name in ("ann", "bo"):
        await club.slash(name, "settings", ping="none")
    await club.deal("ann", "bo")

    await club.advance(GRACE * 2)

    assert pings(club) == []


async def test_a_ping_in_private(club: Club) -> None:
    for name in ("ann", "bo"):
        await club.slash(name, "settings", ping="dm")
    await club.deal("ann", "bo")
    actor = club.actor()
    await club.until(lambda: club.private(actor))

    await club.advance(GRACE)

    assert pings(club) == []
    assert any("your turn" in text for text in club.private(actor))


async def test_time_runs_out_and_the_felt_shows_it(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)

    await club.advance(club.session().config.clock + 2)

    assert "folded" in club.text()


async def test_a_deleted_felt_is_posted_again(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    gone = club.felt().id
    club.env.backend.delete_message(club.channel.id, gone)

    await club.advance(club.session().config.clock + 2)

    assert club.felt().id != gone
    assert "folded" in club.text()


@pytest.mark.parametrize(("code", "words"), [(50013, "may not write"), (50001, "cannot see")])
async def test_a_channel_that_is_closed_to_the_bot_pauses_the_table(club: Club, code: int, words: str) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    path = f"/channels/{club.channel.id}/messages/{club.felt().id}"
    club.env.inject_error("PATCH", path, status=403, code=code, message="x", times=None)

    await club.advance(club.session().config.clock + 2)
    assert club.snapshot().phase is Phase.PAUSED

    await club.press("ann", Do.CARDS)
    assert any(words in text for text in club.whispers("ann"))


async def test_a_server_error_is_tried_once_more(club: Club) -> None:
    await club.deal("ann", "bo", "cy", time_bank=0)
    path = f"/channels/{club.channel.id}/messages/{club.felt().id}"
    club.env.inject_error("PATCH", path, status=503, code=0, message="x", times=1)

    await club.advance(club.session().config.clock + 2)

    assert "folded" in club.text()


async def test_an_answer_that_is_lost_is_mended(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    club.env.inject_error("POST", "/interactions/*", status=404, code=10062, message="Unknown interaction", times=1)

    await club.press(club.actor(), Do.CALL)
    assert "calls 2" not in club.text()
    await club.advance(2)

    assert "calls 2" in club.text()


async def test_a_six_handed_hand_of_twelve_decisions_costs_at_most_ten_calls(club: Club) -> None:
    names = ("ann", "bo", "cy", "dan", "eve", "fay")
    await club.open(host="ann", seats=6)
    await club.sit(*names)
    await club.advance(5)
    since = len(club.env.http_requests)
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting and all(club.private(name) for name in names))

    plan = [Do.CALL, Do.CALL, Do.CALL, Do.FOLD, Do.CALL, Do.CHECK]  # before the flop
    plan += [Do.CHECK, Do.BET, Do.FOLD, Do.FOLD, Do.FOLD, Do.FOLD]
    for action in plan:
        await club.advance(3)
        have = club.buttons()
        await club.press(club.actor(), action if action in have else Do.FOLD)
    await club.advance(3)

    calls = club.calls(since)
    print("\n".join(calls))
    assert club.snapshot().version == len(plan)
    assert club.snapshot().phase is Phase.BETWEEN
    assert len(calls) <= 10


async def test_an_exception_in_a_handler_is_answered_with_a_number(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.deal("ann", "bo")
    before = club.snapshot().version

    secret = "As" + "Kd"

    async def broken(*_: object) -> None:
        raise RuntimeError(secret)

    club.expected_errors = ["fault"]
    club.bot.desk.handlers[Do.CARDS] = broken
    answer = await club.press("ann", Do.CARDS)

    assert "Number for the host" in said(answer)
    assert secret not in caplog.text
    assert "fault" in caplog.text
    assert club.snapshot().version == before


async def test_emojis_are_uploaded_once(club: Club) -> None:
    club.env.backend.application_emojis.clear()
    await club.restart()
    await club.until(lambda: club.bot.desk.emojis.complete)
    made = [call for call in club.calls() if call.startswith("POST") and call.endswith("/emojis")]
    assert len(made) == 59

    await club.restart()
    await club.until(lambda: club.bot.desk.emojis.complete)

    assert len([call for call in club.calls() if call.startswith("POST") and call.endswith("/emojis")]) == 59


async def test_commands_are_told_to_discord_only_when_they_changed(club: Club) -> None:
    def told() -> int:
        return len([call for call in club.calls() if call.startswith("PUT") and call.endswith("/commands")])

    assert told() == 1
    await club.restart()
    assert told() == 1


def test_names_for_suits_are_the_ones_of_the_demo() -> None:
    assert set(SUITS.values()) == set(actors.SUITS.values())


async def test_nothing_is_kept_of_a_table_that_is_closed(club: Club) -> None:
    for _ in range(2):
        await club.deal("ann", "bo")
        await club.press(club.actor(), Do.FOLD)
        await club.slash("ann", "table close")
        await club.advance(60)

    assert club.bot.desk.speaker._sheets == {}
