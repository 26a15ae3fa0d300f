"""Chips off the tables: everybody may see them, nobody gives them away, and each of them has a line in the books."""

import itertools
import re
from datetime import UTC, datetime

import discord
import pytest
from simcord import interactions as sim_interactions
from simcord.actors import MemberActor

from cogs.ui.ids import Do
from demo import actors
from tests.e2e import raw
from tests.e2e.club import Club, said

DAY, HOUR = 86_400, 3600
NUMBERS = itertools.count(1)


def boss(club: Club) -> MemberActor:
    """A member who manages the server, known to the test as `boss`."""
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    club._members["boss"] = club.guild.add_member(club.env.create_user("boss"), roles=[role])
    return club._members["boss"]


async def broke(club: Club, name: str, left: int = 500) -> None:
    """A host took nearly everything back."""
    store, member = club.bot.desk.store, club.member(name).id
    await store.ensure_bankroll(club.guild.id, member, club.bot.desk.opening)
    has = (await store.purse(club.guild.id, member)).bankroll
    await store.grant(club.guild.id, member, left - has, actor=1, reason="test", interaction=next(NUMBERS))


async def bankroll(club: Club, name: str) -> int:
    return (await club.bot.desk.store.purse(club.guild.id, club.member(name).id)).bankroll


async def test_the_first_look_brings_the_first_chips(club: Club) -> None:
    answer = await club.slash("ann", "bankroll")

    assert "10,000 chips off the tables" in said(answer)
    assert answer.response is not None
    assert answer.response.ephemeral
    assert Do.RELOAD not in club.buttons(answer.response)


async def test_chips_on_tables_stand_apart_and_others_may_look(club: Club) -> None:
    await club.deal("ann", "bo")

    own = said(await club.slash("ann", "bankroll"))
    other = said(await club.slash("cy", "bankroll", member=club.member("bo")))

    assert "9,800 chips off the tables" in own
    assert re.search(r"19[89] chips in stacks", own)
    assert "Bankroll of bo" in other
    assert await bankroll(club, "cy") == 0


async def test_looking_at_others_opens_no_account(club: Club) -> None:
    await club.slash("ann", "bankroll", member=club.member("bo"))

    assert await bankroll(club, "bo") == 0


# Free chips


async def test_free_chips_are_for_who_has_next_to_none(club: Club) -> None:
    assert "fewer than 1,000" in said(await club.slash("ann", "bank reload"))
    await broke(club, "ann")

    page = await club.slash("ann", "bankroll")
    assert page.response is not None
    told = said(await club.press("ann", Do.RELOAD, page.response))

    assert "2,000 free chips are yours. You have 2,500" in told
    assert await bankroll(club, "ann") == 2500


async def test_free_chips_come_once_a_day_and_never_within_20_hours(club: Club) -> None:
    """RELIABILITY 78: the UTC day and 20 hours, on the days when clocks change in Europe, too."""
    for begin in ("2026-03-28T23:30:00", "2026-10-24T22:30:00"):
        club.time.time = max(club.time.time, datetime.fromisoformat(begin).replace(tzinfo=UTC).timestamp())
        await broke(club, "ann")
        assert "free chips are yours" in said(await club.slash("ann", "bank reload"))
        await broke(club, "ann")
        for later in (1, 18, 1 - 1 / 60):
            club.time.time += later * HOUR
            assert "You had free chips already" in said(await club.slash("ann", "bank reload"))
        club.time.time += HOUR
        assert "free chips are yours" in said(await club.slash("ann", "bank reload"))
        club.time.time += DAY


async def test_parallel_claims_pay_once(club: Club) -> None:
    """RELIABILITY 99: whoever presses five times at once gets one reload."""
    await broke(club, "ann")
    leaf = next(leaf for leaf in raw.leaves(club) if leaf.path == "bank reload")

    for _ in range(5):
        _, payload = sim_interactions.base_payload(
            club.env.backend, type=raw.COMMAND, channel_id=club.channel.id, guild_id=club.guild.id,
            user_id=club.member("ann").id, data=raw._data(club, "ann", leaf, {}),
        )
        club.env.backend.emit("INTERACTION_CREATE", payload)
    await club.until(lambda: len([each for each in club.messages("ann") if "chips" in actors.public_text(each)]) == 5)

    assert await bankroll(club, "ann") == 2500


async def test_free_chips_wait_while_chips_lie_in_a_pot(club: Club) -> None:
    """All-in is not broke: what lies in the middle may come back."""
    await broke(club, "ann", 150)
    await club.open(host="bo")
    await club.sit("ann", buy_in="100")
    await club.sit("bo")
    await club.press("bo", Do.START)
    await club.until(lambda: club.snapshot().waiting)

    assert "You are in a hand" in said(await club.slash("ann", "bank reload"))
    assert await bankroll(club, "ann") == 50


# Grants


async def test_a_grant_is_public_has_a_reason_and_is_written_down(club: Club) -> None:
    boss(club)

    answer = await club.slash("boss", "bank grant", member=club.member("bo"), chips=500, reason="won the raffle")

    assert answer.response is not None
    assert not answer.response.ephemeral
    assert "boss grants bo 500 chips: won the raffle. Bankroll now 10,500" in said(answer)
    note = (await club.bot.desk.store.audit_log(club.guild.id))[0].note
    assert (note.action, note.target, note.reason) == ("grant", str(club.member("bo").id), "won the raffle")
    history = said(await club.slash("bo", "bank history"))
    assert "+500 · granted · by boss · won the raffle · then 10,500" in history


async def test_a_reason_cannot_dress_up_or_ping(club: Club) -> None:
    boss(club)

    await club.slash("boss", "bank grant", member=club.member("bo"), chips=5, reason="**@everyone** <@1> # x")

    text = "\n".join(actors.texts(club.messages()[-1]))
    assert r"\*\*\@everyone\*\*" in text
    assert club.messages()[-1].mention_everyone is False


@pytest.mark.parametrize(("who", "whom"), [("bo", "cy"), ("bo", "bo"), ("ann", "ann")])
async def test_members_and_hosts_for_themselves_get_no_grants(club: Club, who: str, whom: str) -> None:
    """B73: no gifts. Ann hosts the table here: she may grant others, and not herself."""
    await club.open(host="ann")

    told = said(await club.slash(who, "bank grant", member=club.member(whom), chips=5000, reason="please"))

    assert "Only the host" in told
    assert await bankroll(club, whom) == 0


async def test_the_host_of_the_table_may_grant_others(club: Club) -> None:
    await club.open(host="ann")

    await club.slash("ann", "bank grant", member=club.member("bo"), chips=5000, reason="first evening")

    assert await bankroll(club, "bo") == 15_000


async def test_more_than_there_is_cannot_be_taken_back(club: Club) -> None:
    boss(club)

    refused = said(await club.slash("boss", "bank grant", member=club.member("bo"), chips=-10_001, reason="mistake"))
    taken = said(await club.slash("boss", "bank grant", member=club.member("bo"), chips=-400, reason="mistake"))

    assert "not enough chips" in refused
    assert "takes 400 chips back from bo" in taken
    assert await bankroll(club, "bo") == 9600


# History and ledger


async def test_history_pages_lead_back_to_the_first_chips(club: Club) -> None:
    boss(club)
    for number in range(1, 25):
        await club.slash("boss", "bank grant", member=club.member("bo"), chips=number, reason=f"gift {number}")

    page = await club.slash("bo", "bank history")
    found = re.findall(r"gift (\d+)", said(page))
    for _ in range(2):
        assert page.response is not None
        page = await club.press("bo", Do.HISTORY, page.response)
        found += re.findall(r"gift (\d+)", said(page))

    assert [int(number) for number in found] == list(range(24, 0, -1))
    assert "first chips · then 10,000" in said(page)
    assert page.response is not None
    assert [button.label for button in actors.buttons(page.response)] == ["Newest"]


async def test_the_ledger_says_what_the_table_has_meant(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    during = said(await club.slash("dan", "table ledger"))
    await club.finish()
    after = said(await club.slash("dan", "table ledger"))

    assert "A hand is being played" in during
    assert "A hand is being played" not in after
    found = re.findall(r"^\w+ ([+\u2212]?\d+) · bought in 200", after, re.MULTILINE)
    nets = [int(net.replace("\u2212", "-")) for net in found]
    assert (len(nets), sum(nets)) == (3, 0)
    assert after.count("on the table") == 3


async def test_the_ledger_is_posted_when_the_table_closes(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()

    await club.slash("ann", "table close")
    await club.until(lambda: "is closed" in actors.public_text(club.messages()[-1]))

    text = actors.public_text(club.messages()[-1])
    assert text.count("bought in 200") == 2
    assert "cashed out" in text
    assert "on the table" not in text
    assert "Account of" in said(await club.slash("bo", "table ledger"))


async def test_in_swedish(club: Club) -> None:
    club.member("åsa", "sv-SE")

    assert "10\u00a0000 marker utanför borden" in said(await club.slash("åsa", "bankroll"))
    assert "första markerna" in said(await club.slash("åsa", "bank history"))
