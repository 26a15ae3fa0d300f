"""What beats what. Every test is one rule; boards and holdings are the smallest that show it."""

import copy
import pickle
from itertools import pairwise

import pytest

from engine.rules.cards import Cards, parse_cards
from engine.rules.lowball import ACE_FIVE, BADUGI, DEUCE_SEVEN, EIGHT_LOW, low_up_cards
from engine.rules.ranking import HIGH, SHORT_HIGH, Category, Made, Ranking, up_cards

RANKINGS = (HIGH, SHORT_HIGH, EIGHT_LOW, ACE_FIVE, DEUCE_SEVEN, BADUGI)


def value(ranking: Ranking, cards: str, board: str = "", hole: int | None = None) -> int:
    found = ranking.of(parse_cards(cards), parse_cards(board), hole)
    assert found is not None
    return found


def made(ranking: Ranking, cards: str, board: str = "", hole: int | None = None) -> Made:
    return ranking.read(value(ranking, cards, board, hole))


def best(ranking: Ranking, cards: str, board: str = "", hole: int | None = None) -> str:
    return " ".join(ranking.best_cards(parse_cards(cards), parse_cards(board), hole))


def falls(ranking: Ranking, hands: str, board: str = "", hole: int | None = None) -> bool:
    """Each hand of a list, parted by `>` or `=`, beats or ties the next."""
    words = hands.replace(">", " > ").replace("=", " = ").split()
    values = [value(ranking, word, board, hole) for word in words[::2]]
    signs = [">" if one > other else "=" if one == other else "<" for one, other in pairwise(values)]
    return signs == words[1::2]


# --- The high hand


FALLING = (
    ("AsKsQsJsTs", Category.STRAIGHT_FLUSH, "AKQJT"),
    ("5h4h3h2hAh", Category.STRAIGHT_FLUSH, "5432A"),
    ("AsAhAdAcKs", Category.QUADS, "AAAAK"),
    ("2s2h2d2c3s", Category.QUADS, "22223"),
    ("AsAhAdKcKs", Category.FULL_HOUSE, "AAAKK"),
    ("2s2h2d3c3s", Category.FULL_HOUSE, "22233"),
    ("AsKsQsJs9s", Category.FLUSH, "AKQJ9"),
    ("7d5d4d3d2d", Category.FLUSH, "75432"),
    ("AsKhQsJsTs", Category.STRAIGHT, "AKQJT"),
    ("5s4h3s2sAs", Category.STRAIGHT, "5432A"),
    ("AsAhAdKcQs", Category.TRIPS, "AAAKQ"),
    ("2s2h2d4c3s", Category.TRIPS, "22243"),
    ("AsAhKdKcQs", Category.TWO_PAIR, "AAKKQ"),
    ("3s3h2d2c4s", Category.TWO_PAIR, "33224"),
    ("AsAhKdQcJs", Category.PAIR, "AAKQJ"),
    ("2s2h5d4c3s", Category.PAIR, "22543"),
    ("AsKhQdJc9s", Category.HIGH_CARD, "AKQJ9"),
    ("7s5h4d3c2s", Category.HIGH_CARD, "75432"),
)


@pytest.mark.parametrize(("cards", "category", "ranks"), FALLING)
def test_a_hand_has_the_category_and_the_ranks_that_decide(cards: str, category: Category, ranks: str) -> None:
    assert Made(category, ranks) == made(HIGH, cards)


def test_hands_rank_from_straight_flush_to_high_card() -> None:
    """S2-75."""
    assert falls(HIGH, " > ".join(cards for cards, _, _ in FALLING))


def test_suits_never_break_a_tie() -> None:
    assert falls(HIGH, "AsKsQsJs9s = AcKcQcJc9c")
    assert falls(HIGH, "AsKhQdJc9s = AcKdQhJs9c")


def test_the_wheel_is_a_straight() -> None:
    """PEERS B41."""
    assert falls(HIGH, "5cKh > AcKd", board="As2h3d4c9s")
    assert falls(HIGH, "Ad9s > 7c7h", board="2d3d4d5d6c")


def test_a_straight_does_not_go_round_the_corner() -> None:
    assert Category.HIGH_CARD is made(HIGH, "QsKhAd2c3s").category


def test_two_times_three_of_a_kind_make_the_higher_full_house() -> None:
    """PEERS B42."""
    assert falls(HIGH, "KdKh > AcAd", board="8s8h8dKc2s")
    assert Made(Category.FULL_HOUSE, "KKK88") == made(HIGH, "KdKh", "8s8h8dKc2s")


def test_a_full_house_takes_the_higher_of_two_pairs() -> None:
    """PEERS B43."""
    assert falls(HIGH, "AcAs > Kc2h", board="7s7h7d3c3s")


def test_of_three_pairs_the_two_highest_count() -> None:
    """PEERS B43; the third pair is a kicker at most."""
    assert falls(HIGH, "KcKd > Ac3h", board="2s2h5d5c9s")
    assert Made(Category.TWO_PAIR, "KK554") == made(HIGH, "KcKd5s5d4c4d2h")


def test_the_highest_straight_of_a_longer_row_counts() -> None:
    """PEERS B45."""
    assert falls(HIGH, "Tc2h > AcKd", board="5s6h7d8c9s")
    assert Made(Category.STRAIGHT, "65432") == made(HIGH, "As2h3d4c5s6h9c")


def test_a_sixth_card_breaks_no_tie() -> None:
    """PEERS B46."""
    assert falls(HIGH, "8c5d = 8h2d", board="AsJd3hQc3s")
    assert falls(HIGH, "AcAd = KcKd = 2c2d", board="4s5h6d7c8s")


def test_a_flush_counts_its_five_highest_cards() -> None:
    assert Made(Category.FLUSH, "AJ972") == made(HIGH, "Ah2h", "7h9hJhKcKd")
    assert falls(HIGH, "Th2c > 8h3c > Ac3s", board="4h7h9hJhQh")


def test_a_flush_does_not_hide_a_better_hand_beside_it() -> None:
    assert Category.FULL_HOUSE is made(HIGH, "KdKc", "KhAh9h9d2h5h").category
    assert Made(Category.STRAIGHT_FLUSH, "98765") == made(HIGH, "9h8h", "7h6h5hAhTc")


def test_a_straight_and_a_flush_of_different_cards_are_no_straight_flush() -> None:
    assert Made(Category.FLUSH, "K8765") == made(HIGH, "Kh9d", "8h7h6h5hAc")


def test_fewer_than_five_cards_make_what_they_make() -> None:
    assert Made(Category.PAIR, "JJA") == made(HIGH, "JsAdJh")
    assert Made(Category.TWO_PAIR, "AAKK") == made(HIGH, "KsAdKhAc")
    assert Made(Category.HIGH_CARD, "A") == made(HIGH, "As")


def test_four_cards_are_no_straight_and_no_flush() -> None:
    assert Made(Category.HIGH_CARD, "KQJT") == made(HIGH, "KsQsJsTs")


def test_categories_know_their_word() -> None:
    assert ["high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush"] == [
        category.word for category in Category
    ]


# --- The cards that make it


@pytest.mark.parametrize(
    ("cards", "board", "read"),
    [
        ("8cJs", "5dJhAc3s2d", "Js Jh Ac 8c 5d"),
        ("As9h", "2d3c4s5hKd", "5h 4s 3c 2d As"),
        ("9d8h", "Td7cJsAcAd", "Js Td 9d 8h 7c"),
        ("KsKh", "8s8h8dKc2s", "Ks Kh Kc 8s 8h"),
        ("2h7h", "9hKhAhAsAd", "Ah Kh 9h 7h 2h"),
        ("Kc", "AdAs", "As Ad Kc"),
    ],
)
def test_best_cards_are_read_made_part_first(cards: str, board: str, read: str) -> None:
    assert read == best(HIGH, cards, board)


def test_of_equal_cards_the_highest_suits_are_shown() -> None:
    assert "As Kd Qh Js Th" == best(HIGH, "AcTh", "AsKdQhJsTd")


def test_best_cards_of_omaha_are_two_and_three() -> None:
    assert "Ks Kh Qh Jc 9c" == best(HIGH, "KdKhKsAd", "2d5cQhJc9c", hole=2)


# --- Omaha


def test_with_one_heart_in_hand_there_is_no_flush_on_four_hearts() -> None:
    """S2-27."""
    assert Made(Category.STRAIGHT, "JT987") == made(HIGH, "AhTs8c2d", "Jh9h7h3hKs", hole=2)
    assert Category.FLUSH is made(HIGH, "AhTh8c2d", "Jh9h7h3hKs", hole=2).category


@pytest.mark.parametrize(
    ("two", "top"),
    [
        ("6s5d", "9"),
        ("7c8d", "J"),
        ("8c9d", "J"),
        ("9cTd", "J"),
        ("TcJd", "J"),
        ("Jc7d", "J"),
        ("QcJd", "Q"),
        ("QcTd", "Q"),
        ("Qc9d", "Q"),
        ("Qc8d", "Q"),
        ("KsQd", "K"),
    ],
)
def test_which_straight_two_cards_make_on_seven_to_jack(two: str, top: str) -> None:
    """S2-28."""
    found = made(HIGH, two + "2h2s", "7s8h9cTdJh", hole=2)

    assert (Category.STRAIGHT, top) == (found.category, found.ranks[0])


def test_nobody_has_quads_on_quads() -> None:
    """S2-29: on K-K-K-K-9 aces are best in Omaha; in hold'em the ace plays as a kicker."""
    board = "KsKhKdKc9s"

    assert Made(Category.FULL_HOUSE, "KKKAA") == made(HIGH, "AsAd3c2h", board, hole=2)
    assert falls(HIGH, "AsAd3c2h > QsQd3c2h > 9h9dAcQh", board, hole=2)
    assert falls(HIGH, "As2d > QsQd", board)


def test_the_case_king_is_quads_whatever_the_side_card() -> None:
    """S2-30."""
    assert falls(HIGH, "Kc2d3h4s > AsAd3h4s > 7s7dQcJc", "KsKhKd7hAc", hole=2)


def test_exactly_two_of_the_hand_play_in_omaha() -> None:
    """S2-33, S2-74, PEERS B48."""
    assert falls(HIGH, "QsQc7d5d > KdKhKsAd", "2d5hQhJs9c", hole=2)
    assert Made(Category.PAIR, "KKQJ9") == made(HIGH, "KdKhKsAd", "2d5cQhJs9c", hole=2)
    assert falls(HIGH, "8s8d5h6h > AhKsKdQs", "2h7h9hJh3c", hole=2)


def test_a_straight_flush_needs_two_of_the_hand_as_well() -> None:
    assert Made(Category.STRAIGHT_FLUSH, "98765") == made(HIGH, "9h8hAhKc", "7h6h5hAcKd", hole=2)
    assert Made(Category.FLUSH, "A9876") == made(HIGH, "9hAh2c2d", "7h6h5h8hKd", hole=2)


def test_an_omaha_hand_counts_as_far_as_the_board_goes() -> None:
    assert Made(Category.PAIR, "AA") == made(HIGH, "AsAdAhKc", hole=2)
    assert Made(Category.TRIPS, "AAA") == made(HIGH, "AsAdKhKc", "Ah", hole=2)
    assert "As Ah Ad" == best(HIGH, "AsAdKhKc", "Ah", hole=2)
    assert EIGHT_LOW.of(parse_cards("As2d3h4c"), parse_cards("5h6h"), 2) is None


# --- Eight or better


def test_a_low_needs_three_low_board_cards() -> None:
    """S2-37, S2-32."""
    assert EIGHT_LOW.of(parse_cards("As2d3h4c"), parse_cards("5h6h9sKdKc"), 2) is None
    assert Made(None, "6532A") == made(EIGHT_LOW, "As2d3h4c", "5h6h3sKdKc", hole=2)


def test_a_low_needs_exactly_two_of_the_hand() -> None:
    """S2-34: an ace and a king make no low, however low the board."""
    assert EIGHT_LOW.of(parse_cards("AsKdKhQc"), parse_cards("2h3h4s5d7c"), 2) is None
    assert Made(None, "8432A") == made(EIGHT_LOW, "As8dKhQc", "2h3h4s5d7c", hole=2)


def test_a_paired_hole_card_is_no_second_low_card() -> None:
    assert EIGHT_LOW.of(parse_cards("As2dKhQc"), parse_cards("2h3h4sJdKc"), 2) is None


def test_the_low_may_use_another_pair_of_hole_cards_than_the_high() -> None:
    """S2-34."""
    cards, board = "As2dKhKc", "Kd3h4s7dQc"

    assert "Kh Kd Kc Qc 7d" == best(HIGH, cards, board, hole=2)
    assert "7d 4s 3h 2d As" == best(EIGHT_LOW, cards, board, hole=2)


def test_low_cards_are_eight_or_lower_without_a_pair() -> None:
    """S2-35."""
    assert EIGHT_LOW.value(parse_cards("9s4d3h2cAs")) is None
    assert EIGHT_LOW.value(parse_cards("8s8d3h2cAs")) is None
    assert EIGHT_LOW.value(parse_cards("4d3h2cAs")) is None
    assert "8s 4d 3h 2c As" == best(EIGHT_LOW, "8s8d4d3h2cAsKc")
    assert "5s 4d 3h 2c As" == best(EIGHT_LOW, "8s7d5s4d3h2cAs")
    assert "" == best(EIGHT_LOW, "9s4d3h2cAs")


def test_straights_and_flushes_do_not_spoil_a_low() -> None:
    """S2-35, S2-36: the best low is the wheel, the worst 8-7-6-5-4."""
    assert Made(None, "5432A") == made(EIGHT_LOW, "5s4s3s2sAs")
    assert falls(EIGHT_LOW, "5s4s3s2sAs > 6s4d3h2cAs > 8s7d6h5c3s > 8s7s6s5s4s")


def test_lows_compare_from_the_highest_card_down() -> None:
    """S2-38."""
    assert falls(EIGHT_LOW, "7s6d5h4c3s > 8s4d3h2cAs > 8s5d3h2cAs > 8s5d4h2cAs > 8s5d4h3cAs")
    assert falls(EIGHT_LOW, "7s6d5h4c2s > 7s6d5h4c3s")


# --- Ace to five, deuce to seven, badugi


def test_razz_counts_the_ace_low_and_ignores_straights_and_flushes() -> None:
    assert falls(ACE_FIVE, "5s4s3s2sAs > 6s4d3h2cAs > 9s4d3h2cAs > Ks4d3h2cAs > KsQdJhTc9s")


def test_pairs_count_against_a_razz_hand() -> None:
    assert falls(ACE_FIVE, "KsQdJhTc9s > AsAd4h3c2s > KsKd3h2cAs > 2s2dAhAcKs > AsAdAh3c2s > AsAdAhAc2s")


@pytest.mark.parametrize(
    ("seven", "expected"),
    [
        ("KsKd5h4c3s2dAh", Made(None, "5432A")),
        ("KsKd4h4c3s2dAh", Made(None, "K432A")),
        ("4d4h4c3s3d2dAh", Made(Category.PAIR, "3342A")),
        ("3d3h2c2s2dAdAh", Made(Category.TWO_PAIR, "22AA3")),
        ("2d2h2c2sAsAdAh", Made(Category.FULL_HOUSE, "AAA22")),
    ],
)
def test_the_lowest_five_of_seven_play_in_razz(seven: str, expected: Made) -> None:
    assert expected == made(ACE_FIVE, seven)


def test_deuce_to_seven_is_the_worst_high_hand() -> None:
    assert falls(
        DEUCE_SEVEN,
        "7s5d4h3c2s > 8s5d4h3c2s > Ks5d4h3c2s > As5d4h3c2s > 2s2d5h4c3s > 3s3d2h2c4s > 2s2d2h4c3s > 6s5d4h3c2s"
        "> 7s5s4s3s2s > 2s2d2h3c3s > 2s2d2h2c3s > 6s5s4s3s2s",
    )


def test_ace_to_five_is_no_straight_in_deuce_to_seven() -> None:
    """PEERS B55: ace high, beats any pair, loses to king high."""
    assert Made(None, "A5432") == made(DEUCE_SEVEN, "As2d3h4c5s")
    assert Made(Category.FLUSH, "A5432") == made(DEUCE_SEVEN, "As2s3s4s5s")
    assert falls(DEUCE_SEVEN, "KsQdJhTc8s > As2d3h4c5s > 2s2d5h4c3s")


def test_deuce_to_seven_names_what_spoils_it() -> None:
    assert Made(None, "75432") == made(DEUCE_SEVEN, "7s5d4h3c2s")
    assert Made(Category.PAIR, "22543") == made(DEUCE_SEVEN, "2s2d5h4c3s")
    assert Made(Category.STRAIGHT, "65432") == made(DEUCE_SEVEN, "6s5d4h3c2s")


def test_the_lowest_five_of_seven_play_in_deuce_to_seven() -> None:
    assert "8s 5h 4c 3s 2h" == best(DEUCE_SEVEN, "8s6d5h4c3s2d2h")


def test_a_badugi_is_four_ranks_of_four_suits() -> None:
    assert Made(None, "432A") == made(BADUGI, "As2d3h4c")
    assert Made(None, "32A") == made(BADUGI, "As2d3h4h")
    assert Made(None, "A") == made(BADUGI, "As2s3s4s")
    assert Made(None, "K") == made(BADUGI, "KsKdKhKc")


def test_more_badugi_cards_beat_fewer_then_the_lower_ones() -> None:
    assert falls(BADUGI, "As2d3h4c > As2d3h5c > KsQdJhTc > As2d3h3c > Ks2d3hKd > As2s2d2h > KsKdQsQd > AsKs4s3s")


def test_a_badugi_keeps_the_lowest_cards_that_go_together() -> None:
    assert "3c 2h As" == best(BADUGI, "AsAd3c2h")
    assert "4c 3d 2s" == best(BADUGI, "2s3s4c3d")
    assert "As" == best(BADUGI, "AsKs")


# --- Short deck


def test_with_the_short_deck_a_flush_beats_a_full_house() -> None:
    assert falls(
        SHORT_HIGH,
        "9s8s7s6sAs > 6s6d6h6c7s > Js9s8s7s6s > AsAdAhKcKs > 9s8d7h6cAs > AsAdAhKcQs > AsAdKhKcQs > AsAdKhQcJs",
    )


def test_with_the_short_deck_the_ace_stands_below_the_six() -> None:
    assert Made(Category.STRAIGHT, "9876A") == made(SHORT_HIGH, "As6d7h8c9s")
    assert Made(Category.STRAIGHT, "AKQJT") == made(SHORT_HIGH, "AsKdQhJcTs6d")
    assert falls(SHORT_HIGH, "Ts9d8h7c6s > As6d7h8c9s > AsAdAhKcQs")
    assert "9s 8c 7h 6d As" == best(SHORT_HIGH, "As6d", "7h8c9sKdKh")


def test_with_the_full_deck_ace_to_nine_is_no_straight() -> None:
    assert Category.HIGH_CARD is made(HIGH, "As6d7h8c9s").category


# --- Boards of up cards


def showing(cards: str) -> int:
    return up_cards(parse_cards(cards))


def showing_low(cards: str) -> int:
    return low_up_cards(parse_cards(cards))


def test_up_cards_compare_shape_before_ranks() -> None:
    """Tens and sevens beat a pair of jacks, and small trips beat both."""
    assert showing("2s2d2hAc") > showing("TsTd7h7c") > showing("JsJdAhKc") > showing("AsKdQhJc")


def test_straights_and_flushes_do_not_count_among_up_cards() -> None:
    assert showing("2s2d3h4c") > showing("AsKsQsJs")
    assert showing("9s8s7s6s") == showing("9s8d7h6c")


def test_suits_do_not_count_among_up_cards() -> None:
    assert showing("AsKd") == showing("AcKh")


def test_kickers_decide_between_equal_up_pairs() -> None:
    assert showing("9s9dAh") > showing("9h9cKh") > showing("8h8cAd")


def test_the_lowest_up_cards_speak_first_in_razz() -> None:
    """Ace low, pairs bad, the highest card first."""
    assert showing_low("As2d3h4c") > showing_low("As2d3h5c") > showing_low("5s4d3h2c") > showing_low("KsQdJhTc")
    assert showing_low("KsQdJhTc") > showing_low("AsAd2h3c") > showing_low("2s2d3h4c") > showing_low("AsAd2h2c")
    assert showing_low("As") > showing_low("2s") > showing_low("Ks")


# --- Common to all


@pytest.mark.parametrize("ranking", RANKINGS, ids=repr)
def test_there_is_one_of_each_ranking(ranking: Ranking) -> None:
    assert copy.deepcopy(ranking) is ranking
    assert pickle.loads(pickle.dumps(ranking)) is ranking  # noqa: S301 - our own bytes
    assert repr(ranking) == ranking.name.upper()


def test_lows_say_that_they_are_lows() -> None:
    assert [HIGH, SHORT_HIGH] == [ranking for ranking in RANKINGS if not ranking.is_low]


@pytest.mark.parametrize("ranking", RANKINGS, ids=repr)
def test_the_order_of_cards_does_not_matter(ranking: Ranking) -> None:
    cards: Cards = parse_cards("8s6d7hAc9s8d7c")

    assert ranking.value(cards) == ranking.value(cards[::-1]) == ranking.value(tuple(sorted(cards)))
