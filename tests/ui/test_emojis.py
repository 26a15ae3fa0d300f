"""The pictures are small, the same each time, and can be drawn on a machine without our fonts."""

import io

import pytest
from PIL import Image

from cogs.ui import draw_emojis
from cogs.ui.cards import EMOJI_NAMES, Emojis, text_form
from cogs.ui.draw_emojis import drawn
from engine.rules.cards import BACK, parse_cards
from tests.ui.deals import EMOJIS


def test_fifty_nine_pictures_of_128_pixels_within_the_limit() -> None:
    pictures = drawn()
    assert tuple(pictures) == EMOJI_NAMES
    assert len(set(pictures.values())) == len(EMOJI_NAMES) == 59
    for data in pictures.values():
        assert Image.open(io.BytesIO(data)).size == (128, 128)
        assert len(data) < 20 * 1024


def test_drawn_twice_they_are_the_same_bytes() -> None:
    assert draw_emojis._png(draw_emojis._chip) == draw_emojis._png(draw_emojis._chip)


def test_without_the_fonts_the_ranks_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_emojis, "FONTS", {False: "no-such-font.ttf", True: "no-such-font.ttf"})
    pictures = drawn()
    assert len(set(pictures.values())) == 59


def test_names_are_what_a_screen_reader_says() -> None:
    assert {"A_spades", "10_hearts", "K_diamonds", "to_act"} <= set(EMOJI_NAMES)
    assert all(2 <= len(name) <= 32 for name in EMOJI_NAMES)


def test_one_missing_emoji_makes_all_cards_text() -> None:
    cards = parse_cards("As Td")
    partly = Emojis({name: mark for name, mark in EMOJIS.by_name.items() if name != "chip"})
    assert EMOJIS.cards(cards).count("<:") == 2
    assert partly.cards(cards) == text_form(cards) == "`A♠\ufe0e 10♦\ufe0e`"
    assert partly.icon("card_back") is None
    assert partly.mark("to_act") == "→"
    assert EMOJIS.cards([BACK]) == EMOJIS.by_name["card_back"]
