"""The amount grammar and the quick sizes (PEERS B24, B25, B27, B28, B30; RELIABILITY 65 to 69)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.catalogue import HOLDEM
from engine.rules.hand import Hand
from engine.rules.play import BettingOffer, BetTo, Call, Fold
from engine.rules.setup import Setup, completed
from engine.rules.stakes import dues
from engine.tables.amounts import MOST_AMOUNT, AmountCode, AmountError, Sizes, parse_amount, sizes
from engine.tables.terms import parse_stakes

NBSP, NARROW, MINUS, RTL, ZERO_WIDTH = "\u00a0", "\u202f", "\u2212", "\u202e", "\u200b"


def refused(text: str, locale: str = "en", legal: Sizes | None = None) -> AmountError:
    with pytest.raises(AmountError) as caught:
        parse_amount(text, locale, legal)
    return caught.value


@pytest.mark.parametrize(
    ("text", "english", "swedish"),
    [
        ("1200", 1200, 1200),
        ("1 200", 1200, 1200),
        (f"1{NBSP}200", 1200, 1200),
        (f"12{NARROW}500{NARROW}000", 12_500_000, 12_500_000),
        ("1,200", 1200, AmountCode.AMBIGUOUS),
        ("1.200", AmountCode.AMBIGUOUS, AmountCode.AMBIGUOUS),
        ("1,20", AmountCode.AMBIGUOUS, AmountCode.NOT_WHOLE),
        ("1.20", AmountCode.NOT_WHOLE, AmountCode.AMBIGUOUS),
        ("1,2000", AmountCode.AMBIGUOUS, AmountCode.NOT_WHOLE),
        ("12 50", AmountCode.AMBIGUOUS, AmountCode.AMBIGUOUS),
        ("1,234 567", AmountCode.AMBIGUOUS, AmountCode.AMBIGUOUS),
        ("1,234,567", 1_234_567, AmountCode.AMBIGUOUS),
        ("1.2k", 1200, AmountCode.AMBIGUOUS),
        ("12,5k", AmountCode.AMBIGUOUS, 12_500),
        ("1,200k", 1_200_000, 1200),
        ("1k", 1000, 1000),
        ("2m", 2_000_000, 2_000_000),
        ("2M", 2_000_000, 2_000_000),
        ("12 500k", 12_500_000, 12_500_000),
        ("0.5k", 500, AmountCode.AMBIGUOUS),
        ("2.01k", 2010, AmountCode.AMBIGUOUS),
        ("2,010000k", AmountCode.AMBIGUOUS, 2010),
        ("1.2345k", AmountCode.NOT_WHOLE, AmountCode.AMBIGUOUS),
        ("1.234567m", 1_234_567, AmountCode.AMBIGUOUS),
        ("5.0", AmountCode.NOT_WHOLE, AmountCode.AMBIGUOUS),
        ("5,0", AmountCode.AMBIGUOUS, AmountCode.NOT_WHOLE),
    ],
)
def test_a_number_means_what_the_members_language_says(
    text: str, english: int | AmountCode, swedish: int | AmountCode
) -> None:
    for locale, meant in (("en-GB", english), ("en-US", english), ("de", english), ("sv-SE", swedish), ("sv", swedish)):
        if isinstance(meant, AmountCode):
            assert refused(text, locale).code is meant, locale
        else:
            assert parse_amount(text, locale) == meant, locale


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-8", f"{MINUS}8", "+5", " 7", "7 ", "1e9", "NaN", "nan", "inf", "Infinity", "0x10", "0b1", "1_000"),
        *("007", "00", "²", "10²", "①", "½2", "１２３", "٣٤", "१२", "1k2", "kk", "k", "1kk", "1 k", "1k ", "$5"),
        *("1/2", "5-10", "pot!", "all", "call 5", f"{RTL}12", f"1{ZERO_WIDTH}2", "12\n", "1\t200", "1\u2003200"),
        *("5 kr", "--5", "1'200", "\u212a", "5\u212a", "1,,200", ",5", ".5k", "5,", "5."),
    ],
)
@pytest.mark.parametrize("locale", ["en", "sv"])
def test_everything_else_is_refused(text: str, locale: str) -> None:
    assert refused(text, locale).code in (AmountCode.UNREADABLE, AmountCode.AMBIGUOUS)
    assert refused(text, locale).facts["text"] == text


@pytest.mark.parametrize(
    "text",
    [str(MOST_AMOUNT + 1), "1 000 000 000 001", "1000001m", "9" * 5000, "9" * 5000 + "m", "99999999999999999999"],
    ids=range(6),
)
def test_a_huge_number_is_refused_before_arithmetic(text: str) -> None:
    assert refused(text).code is AmountCode.TOO_LARGE


def test_the_largest_amount_passes() -> None:
    assert parse_amount(str(MOST_AMOUNT), "en") == parse_amount("1000000m", "sv") == MOST_AMOUNT


@pytest.mark.parametrize("text", ["0", "0k", "0.0k", "0.000k"])
def test_nothing_is_no_amount(text: str) -> None:
    assert refused(text).code is AmountCode.ZERO


@given(st.text(max_size=30), st.sampled_from(["en-US", "sv-SE", "", "ja"]))
def test_no_text_does_harm(text: str, locale: str) -> None:
    try:
        amount = parse_amount(text, locale, Sizes(range(4, 301), 20, 40, 300))
    except AmountError:
        return
    assert type(amount) is int
    assert 4 <= amount <= 300


@given(st.text(alphabet=f"0123456789kKmM., {NBSP}{NARROW}+-_½pothalvx", max_size=12), st.sampled_from(["en", "sv"]))
def test_no_nearly_good_text_does_harm(text: str, locale: str) -> None:
    try:
        amount = parse_amount(text, locale)
    except AmountError:
        return
    assert type(amount) is int
    assert 1 <= amount <= MOST_AMOUNT
    assert text.isascii() or set(text) & {NBSP, NARROW}


@pytest.mark.parametrize(("locale", "point"), [("en", "."), ("sv", ",")])
@pytest.mark.parametrize(("letter", "thousand"), [("k", 1_000), ("K", 1_000), ("m", 1_000_000)])
def test_hundredths_of_a_thousand_are_whole_chips(locale: str, point: str, letter: str, thousand: int) -> None:
    """Report dank-memer-suggestions-and-bugs#459: 2.01k was 2009.9999. All steps from 0.01k to 9.99k are exact."""
    for step in range(1, 1000):
        amount, written = step * thousand // 100, f"{step // 100}{point}{step % 100:02}"
        spellings = {written, f"{written}0", written.rstrip("0").rstrip(point) if step % 100 else str(step // 100)}
        for spelling in spellings:
            assert parse_amount(f"{spelling}{letter}", locale) == amount, spelling


@given(st.integers(1, MOST_AMOUNT))
def test_a_written_number_is_read_as_it_was_meant(amount: int) -> None:
    english = f"{amount:,}"

    assert parse_amount(english, "en-US") == amount
    for space in (" ", NBSP, NARROW):
        assert parse_amount(english.replace(",", space), "sv-SE") == amount
    assert parse_amount(str(amount), "sv-SE") == parse_amount(str(amount), "en-US") == amount


@given(st.integers(1, 10**8), st.sampled_from([("k", 3), ("m", 6)]))
def test_thousands_are_exact(amount: int, unit: tuple[str, int]) -> None:
    sign, zeros = unit
    whole, part = divmod(amount, 10**zeros)
    for locale, decimal in (("en", "."), ("sv", ",")):
        assert parse_amount(f"{whole}{decimal}{part:0{zeros}}{sign}", locale) == amount


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((word, 20) for word in ("min", "Min", "minst", "MIN ")),
        *((word, 65) for word in ("half", "halv", "½", "½ pot", "½ pott", " half  pot ", "halv pott", "halva potten")),
        *((word, 110) for word in ("pot", "pott", "potten", "POT", "pot ")),
        *((word, 1000) for word in ("max", "mest", "all-in", "allin", "All in")),
    ],
)
@pytest.mark.parametrize("locale", ["en-US", "sv-SE"])
def test_words_in_both_languages(text: str, meant: int, locale: str) -> None:
    assert parse_amount(text, locale, Sizes(range(20, 1001), 65, 110, 1000)) == meant


def test_words_need_a_bet() -> None:
    assert refused("pot").code is AmountCode.NO_SUCH_SIZE
    assert refused("half", legal=Sizes(range(20, 21))).code is AmountCode.NO_SUCH_SIZE
    assert parse_amount("max", "sv", Sizes(range(80, 401))) == 400


def test_the_range_is_told_with_every_refusal() -> None:
    legal = Sizes(range(20, 301), 40, 60, 300)

    for text in ("19", "301", "999", "0", "-8", "99999999999999", "hello"):
        facts = refused(text, legal=legal).facts
        assert (facts["least"], facts["most"]) == (20, 300)
    assert refused("999", legal=legal).facts["amount"] == 999
    assert refused("999", legal=legal).code is AmountCode.OUTSIDE


def test_pot_is_the_pot_and_all_in_is_all_in() -> None:
    """B30: with 30 in the middle and 1,000 behind, `pot` bets 30. In pot limit `all-in` is never quietly less."""
    no_limit = Sizes(range(2, 1001), 15, 30, 1000)
    pot_limit = Sizes(range(2, 31), 15, 30, 1000)

    assert parse_amount("pot", "en", no_limit) == 30
    assert refused("all-in", legal=pot_limit).code is AmountCode.OUTSIDE
    assert parse_amount("max", "en", pot_limit) == 30


def test_half_and_pot_are_clipped_to_what_is_legal() -> None:
    assert parse_amount("pot", "en", Sizes(range(20, 91), 55, 110, 90)) == 90
    assert parse_amount("half", "en", Sizes(range(80, 301), 55, 110, 300)) == 80


@pytest.mark.parametrize(
    ("legal", "quick"),
    [
        (Sizes(range(20, 1001), 65, 110, 1000), {"min": 20, "half": 65, "pot": 110}),
        (Sizes(range(20, 1001), 15, 20, 1000), {"min": 20}),  # half is too small, pot the same as the least
        (Sizes(range(20, 111), 65, 110, 110), {"min": 20, "half": 65}),  # the pot would be all-in
        (Sizes(range(15, 16), 65, 110, 15), {}),  # only all-in is left
        (Sizes(range(20, 41, 20), None, None, 500), {"min": 20}),
    ],
)
def test_quick_sizes_are_legal_and_different(legal: Sizes, quick: dict[str, int]) -> None:
    assert legal.quick() == quick


def begun(stakes: str, stack: int = 1000) -> Hand:
    """A four-handed hold'em hand at its first decision; seat 3 speaks first, seat 4 has the button."""
    agreed = parse_stakes(HOLDEM, stakes)
    order = (1, 2, 3, 4)
    deck = completed((), HOLDEM.deck)
    setup = Setup(
        variant=HOLDEM, house=HOLDEM.house, stakes=agreed, order=order, stacks=(stack,) * 4,
        dues=dues(agreed, order), decks=(deck,),
    )
    hand = Hand(setup)
    hand.begin()
    return hand


def sizes_of(hand: Hand, seat: int) -> Sizes:
    offer = hand.offer(seat)
    assert isinstance(offer, BettingOffer)
    found = sizes(offer, max(hand.bet), hand.pot)
    assert found is not None
    return found


def test_the_pot_counts_the_call_first() -> None:
    """S2-77: 1/2, a raise to 7 and then to 24; B25. In pot limit the whole pot is the most."""
    hand = begun("pl 1/2")

    assert (sizes_of(hand, 3).pot, sizes_of(hand, 3).most) == (7, 7)
    assert sizes_of(hand, 3).half == 4
    hand.act(3, BetTo(7))
    assert (sizes_of(hand, 4).pot, sizes_of(hand, 4).most) == (24, 24)
    assert sizes_of(hand, 4).least == 12
    hand.act(4, Fold())
    assert sizes_of(hand, 1).pot == sizes_of(hand, 1).most == 23  # one chip is in front of the seat already


def test_after_the_flop_an_opening_bet_is_the_pot() -> None:
    hand = begun("nl 5/10")
    hand.act(3, BetTo(30))
    hand.act(4, Fold())
    hand.act(1, Call())
    hand.act(2, Fold())

    found = sizes_of(hand, 1)

    assert (found.least, found.half, found.pot, found.most, found.all_in) == (10, 35, 70, 970, 970)


def test_a_raise_is_a_total() -> None:
    """B24: the amount typed is what stands in front of the seat."""
    hand = begun("nl 5/10")
    hand.act(3, BetTo(parse_amount("30", "en", sizes_of(hand, 3))))

    assert hand.bet[3] == 30
    assert hand.stack[3] == 970


def test_fixed_limit_has_no_pot_and_no_bet_no_sizes() -> None:
    fixed = begun("fl 2/4")

    assert sizes_of(fixed, 3) == Sizes(range(4, 5), all_in=1000)
    assert refused("pot", legal=sizes_of(fixed, 3)).code is AmountCode.NO_SUCH_SIZE

    short = begun("nl 5/10", stack=10)
    offer = short.offer(3)
    assert isinstance(offer, BettingOffer)
    assert sizes(offer, 10, short.pot) is None
