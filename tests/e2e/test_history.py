"""Finished hands: everybody sees his own cards and what was shown, and nothing else, in every way of looking."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from cogs.ui.cards import text_form
from cogs.ui.ids import Do
from demo import actors
from engine.rules.cards import Card
from tests.e2e.club import Club, said
from tests.e2e.files import unpacked


def written(card: Card) -> str:
    """A card as the text cards show it."""
    return actors.plain(text_form([card]))


async def folded_hand(club: Club, *names: str) -> dict[str, tuple[Card, ...]]:
    """A hand in which all fold to the last; the cards of each member."""
    await club.deal(*names)
    session = club.session()
    assert session.hand is not None
    down = {name: session.hand.down[session.state.seat_of(club.member(name).id)] for name in names}
    while club.snapshot().waiting:
        await club.press(club.actor(), Do.FOLD)
    return down


async def test_a_running_hand_is_not_shown(club: Club) -> None:
    await club.deal("ann", "bo")

    for command in ("show", "replay", "export", "verify"):
        assert "Hand 1 is still being played" in said(await club.slash("ann", f"hand {command}"))
        assert "still being played" in said(await club.slash("ann", f"hand {command}", number=1))


async def test_everybody_sees_his_own_cards_and_nobody_elses(club: Club) -> None:
    down = await folded_hand(club, "ann", "bo", "cy")

    for viewer in (*down, "dan"):
        text = said(await club.slash(viewer, "hand show"))
        for owner, cards in down.items():
            assert all((written(card) in text) == (owner == viewer) for card in cards), (viewer, owner)


async def test_no_way_of_looking_shows_a_mucked_card_not_even_to_the_host(club: Club) -> None:
    down = await folded_hand(club, "ann", "bo", "cy")
    secret = [written(card) for name in ("bo", "cy") for card in down[name]]
    answer = await club.slash("ann", "hand show")
    assert answer.response is not None
    ways = (Do.PAST_STORY, Do.VERIFY, Do.EXPORT, Do.REPLAY)
    seen = [said(answer), *[said(await club.press("ann", way, answer.response)) for way in ways]]
    files = unpacked(club, "ann")

    everything = "\n".join([*seen, *files.values()])

    assert not [card for card in secret if card in everything]
    assert not [card for name in ("bo", "cy") for card in down[name] if f'"{card}"' in everything]


async def test_what_was_shown_is_seen_by_all(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    session = club.session()
    assert session.hand is not None
    shown = session.hand.tabled

    text = said(await club.slash("dan", "hand show", number=1))

    assert shown
    assert all(written(card) in text for seat in shown for card in session.hand.down[seat])


async def shown_one(club: Club) -> tuple[dict[str, tuple[Card, ...]], str, Card]:
    """All fold to the last; who folded first then shows his second card: all cards, his name, and that card."""
    await club.deal("ann", "bo", "cy")
    session = club.session()
    assert session.hand is not None
    down = {name: session.hand.down[session.state.seat_of(club.member(name).id)] for name in ("ann", "bo", "cy")}
    shower = club.actor()
    while club.snapshot().waiting:
        await club.press(club.actor(), Do.FOLD)
    question = await club.press(shower, Do.SHOW)
    assert question.response is not None
    await club.choose(shower, question.response, [down[shower][1]])
    await club.press(shower, Do.SHOW_SOME, question.response)
    await club.advance(2)
    return down, shower, down[shower][1]


async def everything_about(club: Club, viewer: str) -> dict[str, str]:
    """Every way in which a member can look at hand 1."""
    page = await club.slash(viewer, "hand show", number=1)
    assert page.response is not None
    replay = await club.slash(viewer, "hand replay", number=1)
    assert replay.response is not None
    last = next(button for button in actors.buttons(replay.response) if "Result" in button.label)
    await club.member(viewer).click(replay.response, custom_id=last.custom_id)
    await club.advance(6)
    seen = {"page": said(page), "replay": said(replay)}
    for way in (Do.PAST_STORY, Do.VERIFY):
        seen[way] = said(await club.press(viewer, way, page.response))
    await club.slash(viewer, "hand export", number=1)
    return {**seen, **unpacked(club, viewer)}


async def test_a_card_shown_after_the_hand_stands_on_the_felt(club: Club) -> None:
    down, shower, card = await shown_one(club)

    assert f"{shower} shows" in club.text()
    assert written(card) in club.text()
    assert not [each for cards in down.values() for each in cards if each != card and written(each) in club.text()]


async def test_a_card_shown_after_the_hand_is_in_its_history_for_everybody_and_alone(club: Club) -> None:
    """After a restart, with the next hand on the table: this card, and of the others only the viewer's own."""
    down, shower, card = await shown_one(club)
    await club.restart()
    await club.advance(club.session().config.pause + 2)
    assert club.snapshot().number == 2

    for viewer in ("ann", "bo", "cy", "dan"):
        seen = await everything_about(club, viewer)
        own = down.get(viewer, ())
        secret = {each for cards in down.values() for each in cards} - {card, *own}
        for way in ("page", "replay", Do.PAST_STORY, "hand-001.txt"):
            assert written(card) in seen[way], (viewer, way)
        player = 1 + tomllib.loads(seen["hand-001.phh"])["players"].index(shower)
        assert json.loads(tomllib.loads(seen["hand-001.phh"])["_shown_after"]) == {f"p{player}": card}
        everything = "\n".join(seen.values())
        assert not [each for each in secret if written(each) in everything or f'"{each}"' in everything], viewer
        assert viewer == shower or f'"card": "{card}"' not in everything  # nor where it lay in the deck


async def test_a_hand_after_which_nobody_showed_anything_says_so_of_nobody(club: Club) -> None:
    await folded_hand(club, "ann", "bo")

    seen = await everything_about(club, "ann")

    assert "_shown_after" not in seen["hand-001.phh"]
    assert "After the hand" not in seen["hand-001.txt"]


async def test_who_has_shown_one_card_is_asked_about_the_others_only(club: Club) -> None:
    down, shower, card = await shown_one(club)
    other = next(each for each in down[shower] if each != card)

    question = await club.press(shower, Do.SHOW)
    assert question.response is not None
    assert [option["value"] for option in actors.selects(question.response)[0]["options"]] == [other]
    await club.press(shower, Do.SHOW_SOME, question.response)

    assert club.snapshot().shown_after == {club.snapshot().seat_of(club.member(shower).id): down[shower]}
    assert "seen already" in said(await club.press(shower, Do.SHOW))


async def test_an_unknown_number_is_refused(club: Club) -> None:
    await folded_hand(club, "ann", "bo")

    assert "no such hand" in said(await club.slash("ann", "hand show", number=7))


async def test_without_a_table_there_is_nothing_to_look_back_on(club: Club) -> None:
    assert "no table here" in said(await club.slash("ann", "hand list"))


async def test_hands_can_be_listed_and_picked_also_after_the_table_has_closed(club: Club) -> None:
    await folded_hand(club, "ann", "bo")
    await club.slash("ann", "table close")

    answer = await club.slash("bo", "hand list")
    assert answer.response is not None
    menu = actors.selects(answer.response)[0]
    assert [option["label"] for option in menu["options"]] == ["1 · Hold'em"]

    page = await club.choose("bo", answer.response, [menu["options"][0]["value"]])
    assert "wins" in said(page)


async def test_an_open_table_without_hands_says_so(club: Club) -> None:
    await club.open()

    assert "No hand has been finished here yet" in said(await club.slash("ann", "hand list"))


async def test_the_replay_goes_step_by_step_to_the_result_and_back(club: Club) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    answer = await club.slash("ann", "hand replay")
    assert answer.response is not None
    text, steps = said(answer), []
    assert "Step 1 of" in text
    while forward := [b.custom_id for b in actors.buttons(answer.response) if b.label == "On ›" and not b.disabled]:
        await club.member("ann").click(answer.response, custom_id=forward[0])
        await club.settle()
        steps.append(actors.public_text(answer.response))

    assert len(steps) > 8
    assert "wins" in steps[-1]
    assert "wins" not in steps[0]
    pots = [step for step in steps if "Pot" in step]
    assert pots
    start = next(b.custom_id for b in actors.buttons(answer.response) if "Start" in b.label)
    await club.member("ann").click(answer.response, custom_id=start)
    assert actors.public_text(answer.response) == text


async def test_each_game_can_be_shown_and_replayed(club: Club) -> None:
    await club.open("of-the-texts", "")
    await club.sit("ann", "bo")
    games = []
    for number in range(1, 4):
        await club.slash("ann", "start")
        await club.until(lambda: club.snapshot().waiting)
        games.append(club.snapshot().game.key)
        await club.finish()
        assert f"hand {number}" in said(await club.slash("bo", "hand show")).lower()
        answer = await club.slash("bo", "hand replay")
        assert answer.response is not None
        last = next(b.custom_id for b in actors.buttons(answer.response) if "Result" in b.label)
        assert "Step" in said(await club.member("bo").click(answer.response, custom_id=last))

    assert games


async def test_a_hand_of_another_server_is_not_shown(club: Club) -> None:
    await folded_hand(club, "ann", "bo")
    answer = await club.slash("ann", "hand show")
    assert answer.response is not None
    other = club.env.create_guild("Elsewhere")
    channel = other.create_text_channel("poker")
    eve = other.add_member(club.env.create_user("eve"))

    told = await eve.slash(channel, "hand list")

    assert "no table here" in said(told)


# Proof


def checked(file: Path, text: str) -> tuple[int, str]:
    """What the checker says of a file, with nothing but Python."""
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "engine.rules.fairness", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


async def test_an_exported_hand_verifies_without_the_bot(club: Club, tmp_path: Path) -> None:
    await club.deal("ann", "bo")
    await club.finish()
    assert "It holds" in said(await club.slash("bo", "hand verify"))

    await club.slash("bo", "hand export")
    files = unpacked(club, "bo")

    assert sorted(files) == ["hand-001.json", "hand-001.phh", "hand-001.txt"]
    for name in ("hand-001.phh", "hand-001.txt"):
        text = files[name]
        card = json.loads(text[text.index('{"cards"') :].splitlines()[0].rstrip("'"))["cards"][0]
        salt = card["salt"]
        changed = salt[:-1] + ("0" if salt[-1] != "0" else "1")
        assert checked(tmp_path / name, text)[0] == 0
        code, told = checked(tmp_path / name, text.replace(salt, changed))
        assert code == 1
        assert card["card"] in told


async def test_the_phh_is_toml_and_keeps_what_the_viewer_does_not_know(club: Club) -> None:
    down = await folded_hand(club, "ann", "bo", "cy")
    await club.slash("bo", "hand export")

    text = unpacked(club, "bo")["hand-001.phh"]
    hand = tomllib.loads(text)

    assert (hand["variant"], hand["blinds_or_straddles"], hand["min_bet"]) == ("NT", [1, 2, 0], 2)
    assert sum(hand["finishing_stacks"]) == sum(hand["starting_stacks"])
    dealt = [action for action in hand["actions"] if action.startswith("d dh")]
    place = hand["players"].index("bo") + 1
    assert sorted(action.split()[-1] for action in dealt) == sorted(["????", "????", "".join(down["bo"])])
    assert f"d dh p{place} {''.join(down['bo'])}" in dealt


async def test_the_whole_evening_is_one_packet(club: Club) -> None:
    await folded_hand(club, "ann", "bo")
    await club.slash("ann", "start")
    await club.until(lambda: club.snapshot().waiting)
    await club.press(club.actor(), Do.FOLD)

    await club.slash("ann", "hand export", what="evening")

    names = unpacked(club, "ann")
    assert {"hand-001.txt", "hand-002.txt"} <= set(names)
