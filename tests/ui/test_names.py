"""Names are chosen by strangers: whatever they are, a line stays one line and says what it says."""

import pytest

from cogs.ui.names import distinct, plain_name, safe_name
from tests.ui.deals import HOSTILE


def test_names_are_cut_to_visible_characters() -> None:
    assert safe_name("Maximilian-Alexander", 14) == "Maximilian-Al…"
    assert safe_name("Anna Maria Karin", 11) == "Anna Maria…"  # no space before the dots
    assert safe_name("Åsa", 14) == "Åsa"


def test_markdown_and_mentions_are_escaped() -> None:
    assert safe_name("*a*_b_", 14) == r"\*a\*\_b\_"
    assert safe_name("<@123>", 14) == r"\<\@123\>"


def test_marks_piled_on_a_letter_are_thinned_out() -> None:
    assert len(plain_name("Z" + "\u0301\u0335" * 40 + "a", 14)) <= 4


def test_controls_and_direction_marks_are_gone() -> None:
    assert plain_name("\u202eevil\u202d\x00\n\u200b", 14) == "evil"
    assert plain_name("a\n\n# b", 14) == "a # b"


def test_writing_from_the_right_is_isolated() -> None:
    assert safe_name("שלום", 14) == "\u2068שלום\u2069"
    assert "\u2068" not in safe_name("Maja", 14)


def test_joined_pictures_count_as_one_and_are_not_cut_apart() -> None:
    family = "👨‍👩‍👧‍👦"
    assert plain_name(family * 3, 14) == family * 3
    assert plain_name(family * 9, 3) == family * 2 + "…"


def test_a_name_of_nothing_is_a_question_mark() -> None:
    assert plain_name("\u200b \u2060", 14) == "?"
    assert plain_name("\u0301\t\u200d", 14) == "?"  # marks that have nothing to stand on, and a space between
    assert plain_name("\u200d Bo", 14) == "Bo"


def test_names_that_look_the_same_carry_the_seat() -> None:
    assert distinct({1: "Maja", 2: "Maja", 3: "Bo"}, 14) == {1: "Maja (1)", 2: "Maja (2)", 3: "Bo"}
    cut = distinct({1: "Maximilian Ek Olsson", 10: "Maximilian Ek Persson"}, 14)
    assert len(set(cut.values())) == 2


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("width", [12, 14, 16, 18])
def test_no_name_is_longer_than_its_room(name: str, width: int) -> None:
    shown = safe_name(name, width)
    assert "\n" not in shown
    assert 1 <= len(shown) <= 2 * width + 2 or "👨" in shown or "\u0301" in shown
