"""The scripted evening behind `make screenshots`, without the browser."""

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from demo import actors, scenes
from demo.camera import small
from demo.clock import StillClock
from demo.evening import Evening, stacked
from demo.screenshots import LOCALES, product


class Album:
    """What would have been on the pictures, as words."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.pictures: dict[str, str] = {}

    async def shoot(self, screen: str, viewer: str = "", **_: Any) -> None:
        member = self.evening.member(viewer).id if viewer else None
        self.pictures[screen] = actors.public_text(
            actors.seen(self.evening.env, self.evening.channel.id, member)[-1]
        )


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_scene_comes_to_the_end_that_its_cards_and_actions_mean(tmp_path: Path, locale: str) -> None:
    async with Evening(product, tmp_path / "evening.sqlite3", locale) as evening:
        album = Album(evening)
        await scenes.two_pots(evening, album)  # type: ignore[arg-type]

    expected = {"en-US": "Lisa wins 387, Maja 360", "sv-SE": "Lisa vinner 387, Maja 360"}
    assert album.pictures["result-two-pots"].startswith(expected[locale])


def test_a_stacked_deck_gives_each_seat_its_cards_and_the_board() -> None:
    deck = stacked("holdem", ("As Ad", "Kh Kd"), "2c 3c 4c 5d 6d")

    assert deck[:4] == ("As", "Kh", "Ad", "Kd")
    assert (deck[5:8], deck[9], deck[11]) == (("2c", "3c", "4c"), "5d", "6d")  # after a burned card each
    assert len(set(deck)) == len(deck)


async def test_the_still_clock_wakes_in_order_and_only_who_is_due() -> None:
    clock, woken = StillClock(100.0), []

    async def sleeper(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((seconds, clock.now()))

    tasks = [asyncio.create_task(sleeper(seconds)) for seconds in (5, 2, 60)]
    await asyncio.sleep(0)
    for _ in range(4):
        clock.ring(110.0)
        await asyncio.sleep(0)

    assert woken == [(2, 102.0), (5, 105.0)]
    assert clock.now() == 110.0
    tasks[2].cancel()


def test_a_picture_of_few_colours_is_not_changed_by_making_it_small() -> None:
    image = Image.new("RGB", (64, 64), (49, 51, 56))
    image.paste((20, 87, 217), (8, 8, 40, 40))
    raw = io.BytesIO()
    image.save(raw, "PNG", compress_level=0)

    made = small(raw.getvalue())

    assert len(made) < len(raw.getvalue())
    assert Image.open(io.BytesIO(made)).convert("RGB").tobytes() == image.tobytes()
