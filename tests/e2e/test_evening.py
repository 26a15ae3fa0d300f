"""An evening from the opening of a table to its close."""

from cogs.ui.ids import Do
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said


async def test_a_hand_is_dealt_played_and_told(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    assert "Pot 3" in club.text()

    await club.finish()

    assert "wins" in club.text()
    assert Do.SITOUT in club.buttons()


async def test_the_next_hand_comes_by_itself_on_a_message_of_its_own(club: Club) -> None:
    await club.deal("ann", "bo")
    first = club.felt().id
    await club.finish()

    await club.advance(club.session().config.pause)

    assert club.felt().id != first
    assert club.snapshot().number == 2


async def test_the_lobby_becomes_one_line_when_the_first_hand_is_dealt(club: Club) -> None:
    await club.open()
    lobby = club.felt().id
    await club.sit("ann", "bo")
    await club.press("ann", Do.START)

    message = next(message for message in club.messages() if message.id == lobby)

    assert club.buttons(message) == {}
    assert club.felt().id != lobby


async def test_sitting_down_by_the_form(club: Club) -> None:
    await club.open("holdem", "1/2")

    form = await club.press("ann", Do.JOIN)
    await club.submit("ann", form, amount="150")

    assert [(sitter.member, sitter.stack) for sitter in club.snapshot().sitters] == [(club.member("ann").id, 150)]
    assert "ann 150" in club.text()


async def test_a_buy_in_outside_the_limits_is_refused_with_them(club: Club) -> None:
    await club.open("holdem", "1/2")

    answer = await club.slash("ann", "join", buy_in="7")

    assert "80 to 400" in said(answer)
    assert club.snapshot().sitters == ()


async def test_closing_pays_everybody_and_tells_the_evening(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    won = {sitter.member: sitter.stack for sitter in club.snapshot().sitters}
    store = club.bot.desk.store

    await club.slash("ann", "table close")
    await club.until(lambda: any("is closed" in text for text in club.texts()))

    for name in ("ann", "bo"):
        member = club.member(name).id
        assert (await store.purse(club.guild.id, member)).bankroll == 10_000 - 200 + won[member]


async def test_closing_in_a_hand_waits_for_its_end(club: Club) -> None:
    await club.deal("ann", "bo")

    answer = await club.slash("ann", "table close")

    assert "when this hand is over" in said(answer)
    await club.finish()
    await club.until(lambda: any("is closed" in text for text in club.texts()))


async def test_only_the_host_closes(club: Club) -> None:
    await club.open(host="ann")

    assert "Only the host" in said(await club.slash("bo", "table close"))


async def test_leaving_sitting_out_and_coming_back(club: Club) -> None:
    await club.open()
    await club.sit("ann", "bo")

    assert "sit out" in said(await club.slash("bo", "sitout"))
    assert "sitting out already" in said(await club.slash("bo", "sitout"))
    assert "Welcome back" in said(await club.slash("bo", "sitin"))
    assert "You have left" in said(await club.slash("bo", "leave"))
    assert "not at this table" in said(await club.slash("bo", "leave"))


async def test_leaving_by_the_button_is_asked_once_more(club: Club) -> None:
    await club.open()
    await club.sit("ann")

    question = await club.press("ann", Do.LEAVE)
    assert question.response is not None
    assert question.ephemeral
    await club.press("ann", Do.LEAVE_YES, question.response)

    assert club.snapshot().sitters == ()


async def test_a_rebuy_within_the_limits(club: Club) -> None:
    await club.open("holdem", "1/2")
    await club.sit("ann", buy_in="100")

    assert "100 chips added" in said(await club.slash("ann", "rebuy"))
    assert "may add" in said(await club.slash("ann", "rebuy", amount="900"))


async def test_a_full_table_has_a_waiting_list(club: Club) -> None:
    await club.open(seats=2)
    await club.sit("ann", "bo")

    assert "number 1 on the waiting list" in said(await club.slash("cy", "join"))
    await club.slash("bo", "leave")

    await club.until(lambda: any(f"<@{club.member('cy').id}>" in message.content for message in club.messages()))


async def test_a_private_table_is_for_the_invited(club: Club) -> None:
    await club.open(private=True)

    assert "by invitation" in said(await club.slash("bo", "join"))
    await club.slash("ann", "table invite", member=club.member("bo"))

    await club.sit("bo")


async def test_one_table_a_channel(club: Club) -> None:
    await club.open()

    assert "has a table already" in said(await club.slash("bo", "table open", game="holdem", stakes="1/2"))


async def test_the_table_can_be_shown_again_below(club: Club) -> None:
    await club.deal("ann", "bo")
    before = club.felt().id

    await club.slash("bo", "table show")

    assert club.felt().id != before
    await club.press(club.actor(), Do.CALL)
    assert "calls" in club.text()


async def test_stakes_that_make_no_sense_are_refused_with_the_reason(club: Club) -> None:
    answer = await club.slash("ann", "table open", game="holdem", stakes="5 kr")

    assert "currency" in said(answer)
    assert not club.bot.desk.tables.sessions


async def test_presets_are_suggested_while_typing(club: Club) -> None:
    choices = await club.member("ann").autocomplete(club.channel, "table open", "game", "jack")

    assert "jacks-10-20" in [choice["value"] for choice in choices]
    await club.open("jacks-10-20", "")


async def test_a_table_in_a_thread_of_its_own(club: Club) -> None:
    answer = await club.slash("ann", "table open", game="holdem", thread=True)

    assert "<#" in said(answer)
    assert club.session().record.channel != club.channel.id


async def test_nobody_sits_in_a_hand_that_is_paused(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.session().pause(club.member("ann").id)
    await club.advance(2)

    answer = await club.slash(club.waiting(), "call")

    assert "paused" in said(answer)
    assert club.snapshot().phase is Phase.PAUSED
