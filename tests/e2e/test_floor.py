"""The host as floor person, with limits; every use of it stands in a log that nobody can change."""

from typing import Any

import discord
import pytest

from cogs.ui.ids import Do
from data.store import SqliteStore
from engine.rules.events import Voided
from engine.tables.ports import Deed, Note, Unavailable
from engine.tables.snapshot import Phase
from tests.e2e.club import Club, said


async def lines(club: Club) -> list[tuple[str, int, str]]:
    """Action, actor and target of each line of the log, oldest first."""
    found = await club.bot.desk.store.audit_log(club.guild.id)
    return [(entry.note.action, entry.note.actor, entry.note.target) for entry in reversed(found)]


async def actions(club: Club) -> list[str]:
    """What the log says was done, oldest first."""
    found = await club.bot.desk.store.audit_log(club.guild.id)
    return [entry.note.action for entry in reversed(found)]


async def test_the_host_stops_the_clock_and_goes_on(club: Club) -> None:
    await club.deal("ann", "bo")
    deadline = club.snapshot().deadline

    await club.slash("ann", "floor pause")
    paused = club.snapshot()
    await club.advance(600)
    await club.slash("ann", "floor resume")

    assert (paused.phase, club.snapshot().phase) == (Phase.PAUSED, Phase.HAND)
    assert club.snapshot().deadline >= deadline + 600 - 1
    assert await actions(club) == ["pause", "resume"]


@pytest.mark.parametrize("command", ["pause", "resume", "misdeal", "log"])
async def test_others_may_not_and_that_they_tried_is_written_down(club: Club, command: str) -> None:
    await club.deal("ann", "bo")

    told = said(await club.slash("bo", f"floor {command}"))

    assert "Only the host" in told
    assert club.snapshot().phase is Phase.HAND
    ((action, actor, target),) = await lines(club)
    assert (action, actor, target) == ("refused", club.member("bo").id, f"floor {command}")


async def test_every_refused_use_of_a_hosts_power_is_written_down(club: Club) -> None:
    """Whatever command it is, and nothing but that it was tried: no reason and nobody's name."""
    await club.deal("ann", "bo")
    commands: dict[str, dict[str, Any]] = {
        "floor kick": {"player": club.member("ann"), "reason": "revenge"}, "floor early": {"street": "flop"},
        "floor exposed": {"player": club.member("ann"), "card": 1}, "house set": {"rule": "max_runs", "value": "2"},
        "house preset": {"rules": "classic"}, "table close": {}, "table invite": {"member": club.member("dan")},
        "bank grant": {"member": club.member("bo"), "chips": 5, "reason": "for me"}, "season start": {"title": "Mine"},
    }
    for command, options in commands.items():
        assert "Only the host" in said(await club.slash("bo", command, **options)), command
        await club.advance(2)

    assert await lines(club) == [("refused", club.member("bo").id, command) for command in commands]
    found = await club.bot.desk.store.audit_log(club.guild.id)
    assert {(entry.note.before, entry.note.after, entry.note.reason) for entry in found} == {("", "", "")}
    assert await club.bot.desk.store.audit_broken(club.guild.id) == 0
    club.member("ann", "sv-SE")
    await club.advance(10)
    log = said(await club.slash("ann", "floor log"))
    assert "försökte utan att få: · /floor avvisa" in log
    assert "/husregler ändra" in log


async def test_who_manages_the_server_may_what_the_host_may_under_his_own_name(club: Club) -> None:
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    club._members["boss"] = club.guild.add_member(club.env.create_user("boss"), roles=[role])
    boss = club.member("boss").id
    await club.deal("ann", "bo")

    await club.slash("boss", "floor pause")
    await club.advance(2)
    assert "Paused by boss" in club.text()
    await club.slash("boss", "floor resume")
    await club.slash("boss", "table invite", member=club.member("dan"))
    await club.slash("boss", "table close")

    invited = str(club.member("dan").id)
    assert await lines(club) == [
        ("pause", boss, ""), ("resume", boss, ""), ("invite", boss, invited), ("close", boss, ""),
    ]


async def test_who_is_sent_away_leaves_after_the_hand_with_his_chips(club: Club) -> None:
    await club.deal("ann", "bo", "cy")

    await club.slash("ann", "floor kick", player=club.member("cy"), reason="late")
    assert club.snapshot().seat_of(club.member("cy").id)
    await club.finish()

    assert not club.snapshot().seat_of(club.member("cy").id)
    purse = await club.bot.desk.store.purse(club.guild.id, club.member("cy").id)
    assert (purse.on_tables, purse.bankroll > 9000) == (0, True)
    log = said(await club.slash("ann", "floor log"))
    assert "sent away" in log
    assert "late" in log


async def test_a_hand_is_given_up_when_all_in_it_agree(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    stacks = [sitter.stack for sitter in club.snapshot().sitters]
    await club.press(club.actor(), Do.CALL)

    asked = said(await club.slash("bo", "floor void"))
    question = club.messages()[-1]
    assert "2 more players" in asked
    await club.press("cy", Do.VOID, question)
    assert club.snapshot().phase is Phase.HAND
    await club.press("ann", Do.VOID, question)

    view = club.snapshot().view
    assert view is not None
    assert any(isinstance(event, Voided) for event in view.story)
    assert sum(seat.stack for seat in view.seats.values()) >= sum(stacks)
    assert any("Every chip is back" in text for text in club.texts())
    assert await actions(club) == ["void"]


async def test_the_host_alone_cannot_give_a_hand_up(club: Club) -> None:
    await club.deal("ann", "bo")

    told = said(await club.slash("ann", "floor void"))

    assert "One more player" in told
    assert club.snapshot().phase is Phase.HAND


async def test_a_vote_is_for_its_own_hand(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.slash("ann", "floor void")
    question = club.messages()[-1]
    await club.slash(club.actor(), "fold")
    await club.slash("ann", "start")
    await club.until(lambda: club.snapshot().waiting)

    assert "moved on" in said(await club.press("bo", Do.VOID, question))
    assert club.snapshot().phase is Phase.HAND


async def test_a_stranger_has_no_vote(club: Club) -> None:
    await club.deal("ann", "bo")

    assert "not at this table" in said(await club.slash("dan", "floor void"))


# Dealing errors


async def test_the_software_dealer_makes_no_errors_to_rule_on(club: Club) -> None:
    await club.deal("ann", "bo")

    assert "No dealing errors here" in said(await club.slash("ann", "floor misdeal"))
    assert club.snapshot().phase is Phase.HAND


async def human_table(club: Club, *names: str) -> None:
    await club.open("holdem", "1/2")
    for rule, value in (("dealer", "human"), ("dealer_errors", "0")):
        await club.slash("ann", "house set", rule=rule, value=value)
    await club.sit(*names)
    await club.press("ann", Do.START)
    await club.until(lambda: club.snapshot().waiting)


async def test_a_misdeal_gives_everything_back(club: Club) -> None:
    await human_table(club, "ann", "bo")

    await club.slash("ann", "floor misdeal")

    view = club.snapshot().view
    assert view is not None
    assert {seat.stack for seat in view.seats.values()} == {seat.start for seat in view.seats.values()}
    await club.advance(2)
    assert "Hand void" in club.text()
    assert (await actions(club))[-1] == "misdeal"


async def test_after_an_action_the_hand_is_played(club: Club) -> None:
    await human_table(club, "ann", "bo")
    await club.press(club.actor(), Do.CALL)

    assert "Too late" in said(await club.slash("ann", "floor misdeal"))
    assert club.snapshot().phase is Phase.HAND


async def test_an_exposed_card_is_replaced_and_announced(club: Club) -> None:
    await human_table(club, "ann", "bo", "cy")
    session = club.session()
    assert session.hand is not None
    last = session.hand.order[-1]
    before = session.hand.down[last]
    members = [club.member(name) for name in ("ann", "bo", "cy")]
    player = next(member for member in members if session.state.seat_of(member.id) == last)

    await club.slash("ann", "floor exposed", player=player, card=2)

    assert session.hand.down[last][0] == before[0]
    assert session.hand.down[last][1] != before[1]
    await club.advance(2)
    assert "was exposed and is replaced" in club.text()


async def test_a_flop_turned_early_is_dealt_again(club: Club) -> None:
    await human_table(club, "ann", "bo")

    await club.slash("ann", "floor early", street="flop")
    wrong = said(await club.slash("ann", "floor early", street="river"))

    assert "cannot be done now" in wrong
    await club.advance(2)
    assert "was turned too early and is taken back" in club.text()
    await club.finish()
    view = club.snapshot().view
    assert view is not None
    assert len(view.board) == 5


# The log


async def test_the_log_is_turned_page_by_page(club: Club) -> None:
    await club.open()
    for runs in ("2", "3", "1", "4") * 4 + ("2", "3", "1"):
        await club.slash("ann", "house set", rule="max_runs", value=runs)

    answer = await club.slash("ann", "floor log")
    assert answer.response is not None
    newest = said(answer)
    older = said(await club.press("ann", Do.LOG, answer.response))

    assert newest.count("changed a house rule") == 10
    assert older.count("changed a house rule") == 9


async def test_what_concerns_all_servers_stands_in_each_log(club: Club) -> None:
    """That the bot started here; of another server's acts nothing."""
    await club.open()
    await club.bot.desk.store.audit(Note(club.guild.id + 1, 5, Deed.GRANT, "", "", "SECRET"))
    await club.bot.desk.store.audit(Note(0, 0, Deed.ERASE, "", "", "SECRET"))

    log = said(await club.slash("ann", "floor log"))

    assert "the house: started" in log
    assert "SECRET" not in log
    club.member("ann", "sv-SE")
    assert "huset: startade" in said(await club.slash("ann", "floor log"))


async def test_start_and_stop_are_written_down(club: Club) -> None:
    await club.bot.close()
    club.bot.store = None

    store = await SqliteStore.open(club.database)

    assert [entry.note.action for entry in await store.audit_log(0)] == ["stop", "start"]
    assert await store.audit_broken(0) == 0
    await store.close()


async def test_a_full_disk_keeps_nobody_from_starting_or_stopping(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_: object) -> None:
        raise Unavailable("database or disk is full")

    monkeypatch.setattr(SqliteStore, "audit", full)
    await club.restart()
    await club.bot.close()
    club.bot.store = None

    assert [record.getMessage() for record in caplog.records if "is not in the audit log" in record.getMessage()] == [
        "the start is not in the audit log: database or disk is full",
        "the stop is not in the audit log: database or disk is full",
    ]
