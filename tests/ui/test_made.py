"""Hands in words: what they are called in both languages, and which side card is named."""

import pytest

from cogs.ui.made import card_words, holding_words, made_words, with_kicker
from engine.rules.cards import Card, parse_cards
from engine.rules.lowball import ACE_FIVE, BADUGI, DEUCE_SEVEN, EIGHT_LOW
from engine.rules.ranking import HIGH, SHORT_HIGH, Ranking
from engine.rules.steps import Share


@pytest.mark.parametrize(("ranking", "cards", "english", "swedish"), [
    (HIGH, "As Kd 9c 7h 2s", "ace high", "ess högst"),
    (HIGH, "Js Jd 9c 7h 2s", "pair of jacks", "par i knektar"),
    (HIGH, "As Ad 7c 7h 2s", "two pair, aces and sevens", "två par, ess och sjuor"),
    (HIGH, "6s 6d 6c 7h 2s", "three sixes", "triss i sexor"),
    (HIGH, "As 2d 3c 4h 5s", "straight to the five", "stege till femman"),
    (HIGH, "As Kd Qc Jh Ts", "straight to the ace", "stege till esset"),
    (HIGH, "Qs 9s 7s 4s 2s", "flush, queen high", "färg, dam högst"),
    (HIGH, "Ks Kd Kc 5h 5s", "kings full of fives", "kåk, kungar med femmor"),
    (HIGH, "Ts Td Tc Th 5s", "four tens", "fyrtal i tior"),
    (HIGH, "9s 8s 7s 6s 5s", "straight flush to the nine", "färgstege till nian"),
    (HIGH, "As Ks Qs Js Ts", "royal flush", "royal flush"),
    (SHORT_HIGH, "As 6d 7c 8h 9s", "straight to the nine", "stege till nian"),
    (EIGHT_LOW, "As 2d 3c 4h 7s", "7-4-3-2-A", "7-4-3-2-A"),
    (ACE_FIVE, "Ts 2d 3c 4h 7s", "10-7-4-3-2", "10-7-4-3-2"),
    (ACE_FIVE, "Ts Td", "pair of tens", "par i tior"),
    (DEUCE_SEVEN, "7s 5d 4c 3h 2s", "7-5-4-3-2", "7-5-4-3-2"),
    (BADUGI, "8s 4d 3c Ah", "badugi 8-4-3-A", "badugi 8-4-3-A"),
    (BADUGI, "8s 4s 3c Ah", "3 cards, 4-3-A", "3 kort, 4-3-A"),
])
def test_names_of_hands(ranking: Ranking, cards: str, english: str, swedish: str) -> None:
    value = ranking.value(parse_cards(cards))
    assert value is not None
    assert made_words("en", ranking, ranking.read(value)) == english
    assert made_words("sv", ranking, ranking.read(value)) == swedish


@pytest.mark.parametrize(("mine", "theirs", "words"), [
    ("Ks Kd Ac 7h 2s", "Kh Kc Qc 7h 2s", "pair of kings, ace kicker"),
    ("Ks Kd Ac 9h 2s", "Kh Kc Ac 7h 2s", "pair of kings, nine kicker"),
    ("Ks Kd 7c 7h 9s", "Kh Kc 7c 7h 2s", "two pair, kings and sevens, nine kicker"),
    ("Ks Kd 7c 7h 9s", "Kh Kc 6c 6h 2s", "two pair, kings and sevens"),
    ("As Kd 9c 7h 3s", "Ah Kc 9c 7d 2s", "ace high, three kicker"),
    ("Ks Kd Ac 7h 2s", "Qh Qc Jc 7h 2s", "pair of kings"),
])
def test_the_kicker_named_is_the_one_that_decides(mine: str, theirs: str, words: str) -> None:
    made, other = (HIGH.read(HIGH.value(parse_cards(cards))) for cards in (mine, theirs))
    assert with_kicker("en", HIGH, made, other) == words


@pytest.mark.parametrize(("own", "board", "hole", "words"), [
    ("Ks Qs", "7s 2s 4d", None, "king high, four to a flush"),
    ("9d 8c", "7s 6s 2d", None, "nine high, four to a straight"),
    ("As 2c", "3s 4s Kd", None, "ace high, four to a straight"),
    ("Ks Kd", "7s 2s 4d", None, "pair of kings, seven kicker"),
    ("As Ks Qs 2d", "7s 3d 4h", 2, "ace high"),  # three of one's own are of no use
    ("As Ks Qh 2d", "7s 3s 4h", 2, "ace high, four to a flush"),
    ("Ah Kd", "", None, "ace high"),
])
def test_what_is_still_missing(own: str, board: str, hole: int | None, words: str) -> None:
    share = Share(HIGH, hole)
    assert holding_words("en", share, parse_cards(own), parse_cards(board), more_to_come=True) == words


def test_nothing_is_missing_when_nothing_comes() -> None:
    words = holding_words("en", Share(HIGH), parse_cards("Ks Qs"), parse_cards("7s 2s 4d 9h 3c"), more_to_come=False)
    assert words == "king high"


def test_a_low_that_does_not_qualify_has_no_words() -> None:
    own, board = parse_cards("As 2s 9d 9h"), parse_cards("Ks Qs 3d")
    assert holding_words("en", Share(EIGHT_LOW, 2), own, board, more_to_come=True) is None


def test_cards_by_name() -> None:
    assert card_words("en", Card("Jh")) == "Jack of hearts"
    assert card_words("en", Card("Ts")) == "10 of spades"
    assert card_words("sv", Card("Qs")) == "Spader dam"
