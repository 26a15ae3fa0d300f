"""Draw games: order, limits, decks that run out, several draws, and throwing a card in pineapple."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.cards import Card
from engine.rules.events import Burned, Drew, GaveUp, Reshuffled
from engine.rules.hand import Hand
from engine.rules.house import FirstAfterDraw, OpenerCheck, RoundCheck
from engine.rules.play import Code, Throw, ThrowOffer, time_out
from tests.rules.notation import Rules, alike, amounts, betting, deal, events, offer, play, refused, seat, state, turn

GAME = "five_card_draw fixed 5/10"
ANTE = {"ante": 1}


def draw(house: Rules | None = None, then: str = "", decks: tuple[str, ...] = (), **seats: Any) -> Hand:
    return deal(GAME, forced=ANTE, house=house, then=then, decks=decks, **seats)


def _up_to(hand: Hand, name: str) -> int:
    found = offer(hand, name)
    assert isinstance(found, ThrowOffer)
    return found.most


def _checked(hand: Hand) -> Hand:
    """The round before the draw, checked by everybody."""
    for place in hand.order:
        play(hand, f"{'ABCDEFGHIJ'[place - 1]} check")
    return hand


def test_the_draw_starts_left_of_the_button_and_new_cards_come_at_once() -> None:
    hand = _checked(draw(A="99 2c3c4c5c7d", B=99, C=99, then="AsAd"))
    play(hand, "A throw 5c 7d")

    assert (hand.down[seat("A")], turn(hand)) == (("2c", "3c", "4c", "As", "Ad"), "B")


def test_at_most_three_and_only_ones_own() -> None:
    hand = _checked(draw(A="99 2c3c4c5c7d", B="99 Ah", C=99))

    assert refused(hand, "A throw 2c 3c 4c 5c") is Code.TOO_MANY_DISCARDS
    assert refused(hand, "A throw Ah") is Code.BAD_DISCARD
    assert refused(hand, "A throw 2c 2c") is Code.BAD_DISCARD
    assert refused(hand, "A check") is Code.ILLEGAL_ACTION


def test_a_refused_discard_changes_nothing() -> None:
    """The same card twice: refused, and hand, turn and log are what they were (PokerKit loses the card)."""
    hand = _checked(draw(A="99 2c3c4c5c7d", B=99, C=99))
    before = state(hand)
    refused(hand, "A throw 2c 2c")

    assert state(hand) == before
    play(hand, "A throw 2c")


@pytest.mark.parametrize("most", [4, 5])
def test_four_or_five_cards_are_a_house_rule(most: int) -> None:
    assert _up_to(_checked(draw({"max_draw": most}, A=99, B=99)), "A") == most


def test_seven_players_may_draw_two() -> None:
    """Nobody folded in the first round (S1-24)."""
    assert _up_to(_checked(draw(**alike("ABCDEFG", 99))), "A") == 2


def test_seven_of_whom_one_folded_may_draw_three() -> None:
    hand = draw(**alike("ABCDEFG", 99))
    play(hand, "A bet 5, B call, C call, D call, E call, F call, G fold")

    assert _up_to(hand, "A") == 3


def test_a_dead_hand_counts_as_folded() -> None:
    """Seven in jacks to open; the false opener confesses after a raise: three cards (trap 10)."""
    seats = alike("ABCDEFG", 99)
    seats["A"] = "99 TsTh4c3d2h"
    hand = deal("jacks_or_better fixed 5/10", forced=ANTE, house={"opener_check": OpenerCheck.HONOR}, **seats)
    play(hand, "A bet 5, B raise 10, C call, D call, E call, F call, G call, A confess")

    assert _up_to(hand, "B") == 3


def test_two_may_be_switched_off_for_seven() -> None:
    assert _up_to(_checked(draw({"seven_handed_max_two": False}, **alike("ABCDEFG", 99))), "A") == 3


def test_the_limit_of_two_is_for_the_first_draw() -> None:
    hand = _checked(draw({"draws": 2}, **alike("ABCDEFG", 99)))
    play(hand, "A pat, B pat, C pat, D pat, E pat, F pat, G pat")
    _checked(hand)

    assert _up_to(hand, "A") == 3


# The deck runs out


def test_b59_what_others_threw_is_shuffled_in_never_the_own_discards() -> None:
    """Six players throw all five cards: the muck comes back, but to nobody his own (S1-23, ruling 11)."""
    seats = alike("ABCDEF", 99)
    hand = _checked(draw({"max_draw": 5, "seven_handed_max_two": False}, **seats))
    thrown: set[str] = set()
    for name in "ABCDEF":
        held = hand.down[seat(name)]
        play(hand, f"{name} throw {' '.join(held)}")
        last = events(hand, Drew)[-1]
        assert len(set(last.received)) == 5
        assert not set(last.received) & set(held)
        thrown |= set(held)

    assert len(events(hand, Reshuffled)) == 1
    everywhere = [card for place in hand.order for card in hand.down[place]] + hand.stock.muck + list(hand.stock.peek())
    assert sorted(everywhere) == sorted(hand.variant.deck)


def test_the_openers_pile_is_never_shuffled_in() -> None:
    """A opened and threw three; everybody draws until the muck is used: his cards stay aside (S1-28)."""
    hand = deal(
        "jacks_or_better fixed 5/10", forced=ANTE, house={"max_draw": 5, "seven_handed_max_two": False},
        A="99 JsJh2c3c4c", B=99, C=99, D=99, E=99, F=99,
    )
    play(hand, "A bet 5, B call, C call, D call, E call, F call, A throw 2c 3c 4c")
    for name in "BCDEF":
        play(hand, f"{name} throw {' '.join(hand.down[seat(name)])}")

    assert set(hand.stock.aside) == {"2c", "3c", "4c"}
    assert not {"2c", "3c", "4c"} & {card for event in events(hand, Reshuffled) for card in event.cards}


def test_a_burn_may_be_what_empties_the_stub() -> None:
    """Triple draw with burns, six players draw five each time: no card is lost, and none is there twice."""
    hand = deal(
        "deuce_seven_triple fixed 5/10", forced={"blinds": (2, 5)}, house={"burn": True}, **alike("ABCDEF", 999)
    )
    while not hand.over:
        asked = turn(hand)
        found = offer(hand, asked)
        if isinstance(found, ThrowOffer):
            play(hand, f"{asked} throw {' '.join(found.cards)}")
        else:
            play(hand, f"{asked} {'check' if betting(hand, asked).call is None else 'call'}")
        cards = [card for place in hand.order for card in hand.down[place]]
        cards += hand.stock.muck + list(hand.stock.peek())
        assert len(cards) == len(set(cards))

    assert len(events(hand, Burned)) == 3
    assert len(events(hand, Reshuffled)) > 3
    assert sum(hand.stack) == 6 * 999


# Rounds


def test_the_first_round_may_be_checked_and_played_on_or_dealt_again() -> None:
    assert turn(_checked(draw(A=99, B=99))) == "A"
    assert _checked(draw({"round_check": RoundCheck.REDEAL}, A=99, B=99)).carry == 2


@pytest.mark.parametrize(("rule", "first"), [(FirstAfterDraw.LEFT_OF_BUTTON, "A"), (FirstAfterDraw.OPENER, "B")])
def test_who_speaks_first_after_the_draw(rule: FirstAfterDraw, first: str) -> None:
    """B opened; A and C called (S1-32)."""
    hand = draw({"first_after_draw": rule}, A=99, B=99, C=99)
    play(hand, "A check, B bet 5, C call, A call, A pat, B pat, C pat")

    assert turn(hand) == first


@pytest.mark.parametrize(("draws", "sizes"), [(1, [5, 10]), (2, [5, 10, 10]), (3, [5, 5, 10, 10])])
def test_the_last_two_rounds_are_big(draws: int, sizes: list[int]) -> None:
    """One, two or three draws (S1-36, ruling 21)."""
    hand = draw({"draws": draws}, A=99, B=99)
    found = []
    for _ in range(draws):
        found.append((amounts(hand, "A") or (0, 0))[0])
        play(_checked(hand), "A pat, B pat")
    found.append((amounts(hand, "A") or (0, 0))[0])

    assert found == sizes


def test_three_doubling_blinds() -> None:
    """1, 2, 4: D speaks first and may raise to 8 (S1-34)."""
    hand = deal("five_card_draw no 1/2/4", A=99, B=99, C=99, D=99)

    assert (turn(hand), betting(hand, "D").call, amounts(hand, "D")) == ("D", 4, (8, 99))


def test_an_all_in_player_still_draws() -> None:
    """A is all-in and B has called: both exchange cards before anything is shown."""
    hand = play(draw(A="6", B=99), "A bet 5, B call")

    assert turn(hand) == "A"
    play(hand, "A pat, B pat")
    assert hand.over


def test_badugi_is_four_cards() -> None:
    hand = deal("badugi fixed 5/10", forced={"blinds": (2, 5)}, A=99, B=99, C=99)

    assert len(hand.down[seat("A")]) == 4
    play(hand, "C call, A call, B check")
    assert _up_to(hand, "A") == 4


# Pineapple


def test_in_pineapple_all_throw_one_card_in_any_order() -> None:
    """After the flop's betting; the last card must go before the turn comes."""
    hand = deal("crazy_pineapple no 1/2", A="99 AsAdAc", B="99 KsKdKc", C="99 QsQdQc", board="2h 7h 9h 3d 4d")
    play(hand, "C call, A call, B check, A check, B check, C check")

    assert turn(hand) == "ABC"
    assert refused(hand, "B pat") is Code.TOO_FEW_DISCARDS
    play(hand, "C throw Qc, A throw Ac")
    assert (turn(hand), len(hand.boards[0])) == ("B", 3)
    assert time_out(offer(hand, "B")) == Throw((Card("Kc"),))
    play(hand, "B throw Kc")
    assert (turn(hand), len(hand.boards[0]), len(events(hand, GaveUp))) == ("A", 4, 3)
