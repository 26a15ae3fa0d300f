"""Leaderboards, figures, charts and seasons, as members ask for them."""

import io
import json
import struct
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from simcord.results import ResponseMessage

from cogs.ui import chart
from cogs.ui.board import GRAPH, Asked
from cogs.ui.ids import Do, parse
from data.hands import write_results
from data.leaderboard import Limits, Measure
from data.periods import Period
from demo import actors
from engine.rules.cards import parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.tables.ports import PlayerResult
from tests.e2e.club import Club, said
from tests.e2e.files import files
from tests.e2e.test_bank import boss

NAMES = ("ann", "bo", "cy", "dan", "eve", "finn", "gun", "hal", "ida", "jon", "kim", "lea")
DAY = 86_400
CARDS = "AsAh7d7cKd"
BEST = {"ranking": "high", "value": CATALOGUE["holdem"].pays[0].ranking.value(parse_cards(CARDS)), "cards": CARDS}


async def played(club: Club, days: int = 3) -> None:
    """Every day one hand of each member with the next two, the first of `NAMES` winning most."""
    store, guild = club.bot.desk.store, club.guild.id
    await store.set_limits(guild, Limits(1, 2), 1, 1)
    for name in NAMES:
        await store.ensure_bankroll(guild, club.member(name).id, 10_000)
    number = 0
    for _ in range(days):
        async with store.db.atomic() as db:
            await db.all("INSERT OR IGNORE INTO tables VALUES (31, ?, 9, 1, 'x', '{}', '{}', 0, 1, 1.0, 2.0)", guild)
            for place in range(len(NAMES)):
                number += 1
                row = (number, guild, number, club.time.time, club.time.time)
                await db.all("INSERT INTO hands VALUES (?, 31, ?, ?, 'holdem', '', 'ended', 1, 0.0, '{}', ?, ?)", *row)
                await write_results(db, results(club, number, place), club.time.time)
        club.time.time += DAY


def results(club: Club, hand: int, place: int) -> list[PlayerResult]:
    """Three sit in, each wins or loses by where his name stands."""
    trio = [(place + step) % len(NAMES) for step in range(3)]
    facts = {"vpip": 1, "bets": 2, "calls": 1, "later": 1, "showdown": 1, "won_there": 1, **BEST}
    return [
        PlayerResult(
            hand, club.guild.id, club.member(NAMES[at]).id, seat, "holdem", 60 - 10 * at, 10, 70, 2, 2,
            json.dumps(facts if at == 0 else {"vpip": 0}),
        )
        for seat, at in enumerate(trio, 1)
    ]


def shown(club: Club, name: str) -> str:
    """The last page that this member sees."""
    return actors.public_text(club.messages(name)[-1])


def page(club: Club, name: str) -> ResponseMessage:
    return actors.holder(club.env, club.messages(name)[-1])


def ranks(text: str) -> list[str]:
    """Names in the order of the board."""
    return [name for line in text.splitlines() for name in line.split() if name in NAMES and "behind" not in line]


async def test_the_board_ranks_by_chips_won_and_always_says_where_one_stands(club: Club) -> None:
    await played(club)

    await club.slash("lea", "leaderboard")

    text = shown(club, "lea")
    assert ranks(text) == list(NAMES[:10])
    assert "Leaderboard · all time" in text
    assert "Chips won · 36 hands · 12 players" in text
    assert "🥇 ann +540" in text
    assert "You are number 12 of 12" in text
    assert "−450 · 90 behind kim" in text


async def test_pages_turn_in_place_and_lead_to_oneself(club: Club) -> None:
    await played(club)
    await club.slash("lea", "leaderboard")
    count = len(club.messages("lea"))

    await club.press("lea", Do.NEXT, page(club, "lea"))
    assert ranks(shown(club, "lea")) == ["kim", "lea"]
    assert Do.NEXT not in club.buttons(page(club, "lea"))
    await club.press("lea", Do.PREVIOUS, page(club, "lea"))
    assert ranks(shown(club, "lea"))[0] == "ann"
    await club.press("lea", Do.MINE, page(club, "lea"))
    assert ranks(shown(club, "lea")) == ["kim", "lea"]

    assert len(club.messages("lea")) == count


@pytest.mark.parametrize(
    ("by", "first"),
    [
        ("hands", "🥇 ann 9"),
        ("rate", "🥇 ann +3,000.0 bb/100"),
        ("pot", "🥇 ann 70"),
        ("best", "🥇 ann two pair, aces and sevens"),
        ("showdowns", "🥇 ann 9"),
    ],
)
async def test_the_measure_is_chosen_in_place(club: Club, by: str, first: str) -> None:
    await played(club)
    await club.slash("ann", "leaderboard", period="all")

    await club.choose("ann", page(club, "ann"), [by])

    assert first in shown(club, "ann")


async def test_who_has_played_little_is_told_what_is_missing(club: Club) -> None:
    await played(club, days=1)
    await club.bot.desk.store.set_limits(club.guild.id, Limits(20, 9), 1, 1)

    await club.slash("ann", "leaderboard")
    few = shown(club, "ann")
    await club.slash("zoe", "leaderboard")

    assert "Nobody is ranked here yet" in few
    assert "3 of 20 hands, 4 of 9 different opponents" in few
    assert "You have not played" in shown(club, "zoe")


async def test_a_period_counts_from_its_beginning(club: Club) -> None:
    await played(club)
    club.time.time -= DAY

    await club.slash("ann", "leaderboard", period="today")

    assert "Leaderboard · today" in shown(club, "ann")
    assert "🥇 ann +180" in shown(club, "ann")


async def test_every_board_finds_its_way_back_from_its_buttons() -> None:
    every = [Asked(period, by, game) for period in Period for by in Measure for game in ("", *CATALOGUE)]

    assert [Asked.decoded(asked.code) for asked in every] == every
    assert len({asked.code for asked in every}) == len(every)
    assert Asked.decoded(10**9).game == ""


async def test_a_board_of_long_foreign_names_fits(club: Club) -> None:
    for name in NAMES:
        club.bot.desk.call(club.guild.id, club.member(name).id, "**@everyone** ||" + "W" * 32)
    await played(club)

    await club.slash("lea", "leaderboard")

    assert "@everyone" in shown(club, "lea")
    assert club.messages("lea")[-1].mention_everyone is False


# Charts


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


async def test_under_the_board_is_the_chart_of_ones_own_chips(club: Club) -> None:
    await played(club)

    await club.slash("ann", "leaderboard")

    assert size(files(club, "ann")[GRAPH]) == (880, 440)
    alts = [item.get("description") for part in club.messages("ann")[-1].components for item in gallery(part)]
    assert alts == ["Line chart of your chips over 3 evenings, from 10,180 to 10,540, lowest 10,180."]
    assert "Your chips, last 3 evenings" in shown(club, "ann")


def gallery(part: dict[str, object]) -> list[dict[str, str]]:
    items = part.get("items") if part.get("type") == 12 else None
    inner = [item for child in part.get("components", []) for item in gallery(child)]  # type: ignore[attr-defined]
    return [*(items or []), *inner]  # type: ignore[misc]


@pytest.mark.parametrize("over", ["bankroll", "hands", "days"])
async def test_charts_of_several_members(club: Club, over: str) -> None:
    await played(club)

    await club.slash("ann", "graph", over=over, second=club.member("lea"), third=club.member("zoe"))

    assert size(files(club, "ann")[GRAPH]) == (880, 440)
    alt = " ".join(item["description"] for part in club.messages("ann")[-1].components for item in gallery(part))
    assert alt.count("Line chart") == 2


async def test_without_matplotlib_everything_else_works(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(club)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    await club.slash("ann", "graph")
    assert "must install matplotlib" in shown(club, "ann")
    await club.slash("ann", "leaderboard")

    assert "🥇 ann" in shown(club, "ann")
    assert not club.messages("ann")[-1].attachments


async def test_a_chart_without_play_is_refused(club: Club) -> None:
    await club.slash("ann", "graph", over="hands")

    assert "nothing to draw" in shown(club, "ann")


def test_a_chart_reads_on_its_own_panel_and_is_drawn_once() -> None:
    """UI 4.9: own panel colour, a gold line, and lighter marks for free chips."""
    line = chart.Line("", tuple((place, 1000 + (place * 37) % 90) for place in range(1, 20)), (7,))
    drawing = chart.Chart((line,), 1000, "start", "evening", ",")

    picture = chart.drawn(drawing)
    colours = {colour for _, colour in Image.open(io.BytesIO(picture)).convert("RGB").getcolors(10**6) or []}

    assert {(0x26, 0x28, 0x2E), (0xF0, 0xB1, 0x32), (255, 255, 255)} <= colours
    assert chart.drawn(replace(drawing)) is picture
    assert chart.drawn(replace(drawing, start=900)) != picture


def test_a_long_line_keeps_its_ends_and_extremes() -> None:
    points = tuple((place, (place * 7919) % 5003) for place in range(10_000))

    kept = chart.thinned(points)

    assert len(kept) <= chart.MOST_POINTS + 4
    assert {points[0], points[-1], min(points, key=lambda p: p[1]), max(points, key=lambda p: p[1])} <= set(kept)
    assert sorted(kept) == list(kept)


# Figures


async def test_figures_of_a_real_hand(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    await club.finish()

    texts = [said(await club.slash("dan", "stats", member=club.member(name))) for name in ("ann", "bo", "cy")]

    assert all("in 1 hand," in text for text in texts)
    assert sum("Best hand: " in text for text in texts) >= 1
    assert sum("won 100%" in text for text in texts) >= 1
    assert "No hands in this period" in said(await club.slash("dan", "stats"))
    assert "No hands" in said(await club.slash("ann", "stats", game="razz"))


async def test_figures_say_what_play_was_like(club: Club) -> None:
    await played(club)

    text = said(await club.slash("ann", "stats"))

    assert "+540 in 9 hands, +3,000.0 bb/100" in text
    assert "by choice 100%, raised in the first round 0%" in text
    assert "for each call: 2.0" in text
    assert "to showdown 100%; of those, won 100%" in text
    assert "Biggest pot won 70, most lost in a hand 0" in text
    assert "two pair, aces and sevens" in text
    assert "Played most: Hold'em" in text


# Seasons


async def test_a_season_is_started_ranked_closed_and_kept(club: Club) -> None:
    boss(club)
    await played(club, days=1)
    assert "The season Autumn has begun" in said(await club.slash("boss", "season start", title="Autumn"))
    assert "A season runs already" in said(await club.slash("boss", "season start", title="Winter"))
    await club.slash("ann", "leaderboard")
    assert "Leaderboard · Autumn" in shown(club, "ann")
    assert "Nobody is ranked" in shown(club, "ann")
    await results_now(club)

    closed = await club.slash("boss", "season close")
    assert closed.response is not None
    assert not closed.response.ephemeral
    assert "Final standing · Autumn\n🥇 ann +60" in said(closed)
    assert "No season runs" in said(await club.slash("boss", "season close"))
    await results_now(club)

    assert "won by ann" in said(await club.slash("lea", "season list"))
    assert "🥇 ann +60" in said(await club.slash("lea", "season standing", number=1))
    assert "No such season" in said(await club.slash("lea", "season standing", number=2))
    log = [entry.note.action for entry in await club.bot.desk.store.audit_log(club.guild.id)]
    assert log[:2] == ["season_close", "season_start"]


async def results_now(club: Club) -> None:
    """One more hand of the first three."""
    store = club.bot.desk.store
    club.time.time += 1
    number = 1000 + int(club.time.time) % 100_000
    async with store.db.atomic() as db:
        row = (number, club.guild.id, number, club.time.time, club.time.time)
        await db.all("INSERT INTO hands VALUES (?, 31, ?, ?, 'holdem', '', 'ended', 1, 0.0, '{}', ?, ?)", *row)
        await write_results(db, results(club, number, 0), club.time.time)
    club.time.time += 1


@pytest.mark.parametrize("command", ["season start", "season close", "season limits"])
async def test_seasons_are_the_hosts(club: Club, command: str) -> None:
    none = {"least_hands": 0, "least_opponents": 0}
    options: dict[str, Any] = {"season start": {"title": "x"}, "season limits": none}

    assert "Only the host" in said(await club.slash("ann", command, **options.get(command, {})))
    assert await club.bot.desk.store.seasons(club.guild.id) == []
    assert await club.bot.desk.store.limits(club.guild.id) == Limits()


async def test_who_is_ranked_can_be_settled(club: Club) -> None:
    boss(club)
    await played(club, days=1)

    await club.slash("boss", "season limits", least_hands=3, least_opponents=0)
    await club.slash("ann", "leaderboard")

    assert "Ranked from 3 hands and 0 different opponents on" in shown(club, "ann")


async def test_in_swedish(club: Club) -> None:
    club.member("ann", "sv-SE")
    await played(club)

    await club.slash("ann", "leaderboard", by="rate")

    text = shown(club, "ann")
    assert "Topplista · sedan början" in text
    assert "Vunna stora mörkar per 100 givar · 36 givar · 12 spelare" in text
    assert "🥇 ann +3\u00a0000,0 bb/100" in text
    assert "Du är nummer 1 av 12" in text
    assert all(parse(button.custom_id) for button in actors.buttons(page(club, "ann")))
