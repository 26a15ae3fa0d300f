"""Each member is answered in his own language; the table speaks its own."""

from cogs.ui.ids import Do
from tests.e2e.club import Club, said


async def test_a_swedish_member_at_an_english_table(club: Club) -> None:
    club.member("bo", "sv-SE")
    await club.deal("ann", "bo", "cy")

    assert "Pot 3" in club.text()
    assert "Giv 1" in said(await club.press("bo", Do.CARDS))
    assert "Du har redan" in said(await club.slash("bo", "join")) or "plats" in said(await club.slash("bo", "join"))


async def test_a_swedish_table(club: Club) -> None:
    club.member("bo", "en-US")
    await club.deal("ann", "bo", "cy", language="sv")

    assert "Pott 3" in club.text()
    assert "Hand 1" in said(await club.press("bo", Do.CARDS))


async def test_amounts_in_the_members_own_way_of_writing(club: Club) -> None:
    club.member("bo", "sv-SE")
    await club.open("holdem", "100/200", "ann")

    await club.slash("bo", "join", buy_in="9 000")

    assert [sitter.stack for sitter in club.snapshot().sitters] == [9000]


async def test_commands_have_swedish_names_and_descriptions(club: Club) -> None:
    await club.settle()
    commands = next(entry.json for entry in club.env.http_requests if entry.method == "PUT" and entry.json)
    by_name = {command["name"]: command for command in commands}

    assert by_name["fold"]["name_localizations"]["sv-SE"] == "lägg"
    assert by_name["fold"]["name_localizations"].keys() == {"sv-SE", "en-US", "en-GB"}
    assert "hand" in by_name["fold"]["description_localizations"]["sv-SE"]
    for command in commands:
        for each in (command, *command.get("options", ())):
            assert each["description_localizations"].keys() == {"sv-SE", "en-US", "en-GB"}, each["name"]
