"""Free chips for accounts of some age, where a server asks for it; and who won of whom, for hosts (RELIABILITY 98)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.ui.ids import Do
from data.newcomers import DAY, born
from tests.e2e.club import Club, said
from tests.e2e.test_bank import bankroll, boss


async def ask_for(club: Club, account: int, membership: int) -> str:
    return said(await club.slash("boss", "bank newcomers", account_days=account, member_days=membership))


def be(club: Club, name: str, *, account: float, membership: float) -> None:
    """The moment at which the member's account is so many days old; he came to the server so many days ago."""
    member = club.member(name)
    club.time.time = born(member.id) + account * DAY
    joined = datetime.fromtimestamp(club.time.time - membership * DAY, UTC)
    club.env.backend.guilds[club.guild.id].members[member.id].joined_at = joined.isoformat()


async def test_a_friend_of_an_hour_plays_at_once_where_nothing_is_asked_for(club: Club) -> None:
    """The usual server: somebody's friend made an account at midnight to play along."""
    be(club, "ann", account=0.04, membership=0.01)
    await club.open(host="ann")

    await club.sit("ann")

    assert await bankroll(club, "ann") == 9800


@pytest.mark.parametrize(
    ("account", "membership", "young"),
    [(29.9, 29, True), (0.5, 0.5, True), (31, 2.9, True), (30, 3, False), (400, 4, False)],
)
async def test_who_is_too_young_is_told_so_wherever_he_asks(
    club: Club, account: float, membership: float, young: bool
) -> None:
    boss(club)
    await ask_for(club, 30, 3)
    be(club, "ann", account=account, membership=membership)
    await club.open(host="ann")

    told = [
        said(await club.slash("ann", "join")),
        said(await club.slash("ann", "bankroll")),
        said(await club.slash("ann", "bank reload")),
        said(await club.press("ann", Do.JOIN)),
    ]

    assert ["a little older" in text for text in told] == [young] * 4
    assert await club.bot.desk.store.total(club.guild.id) == (0 if young else 10_000)


async def test_age_comes_by_waiting(club: Club) -> None:
    boss(club)
    await ask_for(club, 30, 0)
    be(club, "ann", account=29, membership=1)
    await club.slash("ann", "bankroll")

    club.time.time += DAY

    assert "10,000 chips off the tables" in said(await club.slash("ann", "bankroll"))


async def test_a_grant_is_for_everybody_and_buys_no_first_chips(club: Club) -> None:
    """A host who knows the newcomer lets him play; what the account's age is for stays shut."""
    boss(club)
    await ask_for(club, 30, 3)
    be(club, "bo", account=1, membership=1)

    granted = said(await club.slash("boss", "bank grant", member=club.member("bo"), chips=500, reason="a friend"))
    await club.open(host="bo")
    await club.sit("bo")
    refused = said(await club.slash("bo", "bank reload"))

    assert "Bankroll now 500" in granted
    assert await bankroll(club, "bo") == 300
    assert "a little older" in refused
    assert await club.bot.desk.store.total(club.guild.id) == 500


async def test_who_had_his_chips_keeps_them(club: Club) -> None:
    boss(club)
    be(club, "ann", account=1, membership=1)
    await club.slash("ann", "bankroll")

    await ask_for(club, 30, 3)

    assert "10,000 chips off the tables" in said(await club.slash("ann", "bankroll"))


async def test_only_who_manages_the_server_may_ask_for_it_and_it_is_written_down(club: Club) -> None:
    boss(club)
    await club.open(host="ann")

    refused = said(await club.slash("ann", "bank newcomers", account_days=30, member_days=3))
    kept = await ask_for(club, 30, 3)

    assert "Only the host" in refused
    assert "30 days or more" in kept
    notes = [line.note for line in await club.bot.desk.store.audit_log(club.guild.id)]
    noted = [(note.actor, note.before, note.after) for note in notes if note.action == "newcomers"]
    assert noted == [(club.member("boss").id, "0 d, 0 d", "30 d, 3 d")]
    assert "changed who gets free chips · 0 d, 0 d → 30 d, 3 d" in said(await club.slash("boss", "floor log"))


# Who won from whom


async def played(club: Club, *nets: dict[str, int]) -> None:
    """Hands that are over, by what each member won or lost."""
    store, guild = club.bot.desk.store, club.guild.id
    async with store.db.atomic() as db:
        await db.all("INSERT INTO tables VALUES (5, ?, 1, 1, 'x', '{}', '{}', 0, 1, 0, 0)", guild)
        for number, hand in enumerate(nets, start=1):
            row = (number, guild, number, club.time.time)
            await db.all("INSERT INTO hands VALUES (?1, 5, ?2, ?3, 'holdem', '', 'ended', 1, 0, '', ?4, ?4)", *row)
            for seat, (name, net) in enumerate(hand.items(), start=1):
                member = club.member(name).id
                await db.all(
                    "INSERT INTO results VALUES (?, ?, ?, ?, 'holdem', ?, 1, 1, 2, 1, '{}', ?)",
                    *(number, guild, member, seat, net, club.time.time),
                )


async def test_hosts_see_who_won_of_whom_and_whom_to_look_at(club: Club) -> None:
    boss(club)
    await played(club, {"ann": 6100, "bo": -6000, "cy": -100}, {"dan": 300, "bo": -300}, {"cy": 20, "ann": -20})

    page = said(await club.slash("boss", "bank flow"))

    assert "⚑ ann: 99 % of 6,080 chips won came from bo" in page
    assert page.count("⚑") == 1
    assert [line for line in page.splitlines() if "→" in line] == [
        "bo → ann 6,000 · 1 hand", "bo → dan 300 · 1 hand", "cy → ann 80 · 2 hands"
    ]


async def test_young_accounts_are_counted_together(club: Club) -> None:
    """Five of them lose to one: none of them lost most of it, all of them together did."""
    boss(club)
    for name in ("a", "b", "c", "d", "e", "main"):
        club.member(name)
    be(club, "main", account=10, membership=10)
    await played(club, *({"main": 5000, name: -5000} for name in "abcde"))

    page = said(await club.slash("boss", "bank flow"))

    assert "⚑ main: 100 % of 25,000 chips won came from accounts that are only a few weeks old" in page


async def test_others_do_not_see_it(club: Club) -> None:
    assert "Only the host" in said(await club.slash("ann", "bank flow"))


async def test_nothing_to_see(club: Club) -> None:
    boss(club)

    assert "Nobody has lost chips" in said(await club.slash("boss", "bank flow"))
