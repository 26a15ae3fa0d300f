"""What other people's poker programs got wrong, by their public reports, in six games (RELIABILITY section 7)."""

from __future__ import annotations

from random import Random

import pytest

from engine.rules.catalogue import CATALOGUE
from engine.rules.hand import Hand
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    Fold,
    Offer,
    OpenersOffer,
    ThrowOffer,
    WaitOffer,
    time_out,
)
from engine.rules.setup import Setup
from engine.rules.stakes import Stakes, dues
from tests.rules.invariants import Witness
from tests.rules.strategies import shuffled
from tests.tables.house import terms

SIX = ("five_card_draw", "jacks_or_better", "holdem", "omaha", "omaha8", "stud7")


def dealt(game: str, seed: int, *stacks: int) -> Hand:
    """A hand at the game's usual stakes, seat 1 first after the button."""
    variant, agreed = CATALOGUE[game], stakes_of(game)
    order = tuple(range(1, len(stacks) + 1))
    decks = tuple(shuffled(Random(seed + deck), variant.deck) for deck in range(2))
    hand = Hand(
        Setup(
            variant=variant,
            house=variant.house,
            stakes=agreed,
            order=order,
            stacks=stacks,
            dues=dues(agreed, order),
            decks=decks,
        )
    )
    hand.begin()
    return hand


def stakes_of(game: str) -> Stakes:
    return terms(game).games[0].stakes


def unit_of(game: str) -> int:
    agreed = stakes_of(game)
    return max(agreed.small_bet, agreed.min_bet, *agreed.spread, *agreed.blinds)


def pushing(offer: Offer) -> Action:
    """All the chips that the limit lets in."""
    if isinstance(offer, BettingOffer) and offer.bet_to:
        return BetTo(offer.bet_to[-1])
    return going_along(offer)


def going_along(offer: Offer) -> Action:
    if isinstance(offer, BettingOffer):
        if offer.bring_in is not None:
            return BringIn()
        return Check() if offer.call is None else Call()
    return time_out(offer)


def pushed_and_folded(game: str, seed: int) -> tuple[Hand, list[int]] | None:
    """Seat 1 bets until it is all-in, whereupon all others fold; None when it never came to that (no openers)."""
    start = [unit_of(game) * (seed % 3 + 1) + seed % 2, 5_000, 5_000]
    hand = dealt(game, seed, *start)
    folded = False
    while not hand.over:
        seat = hand.waiting_on[0]
        offer = hand.offer(seat)
        if seat == 1:
            hand.act(seat, pushing(offer))
        elif not hand.stack[1] and isinstance(offer, BettingOffer) and offer.call:
            folded = True
            hand.act(seat, Fold())
        else:
            hand.act(seat, going_along(offer))
    return (hand, start) if folded and hand.live == [1] else None


@pytest.mark.parametrize("game", SIX)
def test_who_is_all_in_and_not_called_wins_what_the_others_put_in(game: str) -> None:
    """CharlieHess/slack-poker-bot#23: the opponents folded to an all-in, and the winner lost his stack."""
    played = [found for seed in range(60) if (found := pushed_and_folded(game, seed))]

    assert len(played) > 10
    for hand, start in played:
        lost = [before - hand.stack[seat] for seat, before in enumerate(start, start=1)]
        assert lost[0] < 0
        assert sum(lost) == 0
        assert all(0 <= chips < 5_000 for chips in lost[1:])
        assert hand.stack[1] > start[0]


def small(game: str) -> list[int]:
    """Stacks that the posts of the game eat up, whole or nearly."""
    agreed = stakes_of(game)
    posts = {1, agreed.ante, agreed.bring_in, *agreed.blinds}
    return sorted(posts | {post + 1 for post in posts if post} - {0})


@pytest.mark.parametrize("game", SIX)
@pytest.mark.parametrize("players", [2, 3])
def test_a_post_that_takes_the_whole_stack_does_not_stop_the_hand(game: str, players: int) -> None:
    """CharlieHess/slack-poker-bot#36: a blind put a player all-in, and the round never ended."""
    count = 0
    for stack in filter(None, small(game)):
        for poor in range(players + 1):  # one of the seats, or all of them
            stacks = [stack if poor in (place, players) else 200 for place in range(players)]
            for along in (going_along, time_out):
                hand = dealt(game, 100 * stack + poor, *stacks)
                finish(hand, along)
                assert sum(hand.stack) + hand.carry == sum(stacks)
                count += 1
    assert count >= 12


def finish(hand: Hand, answer: object) -> None:
    """Every answer brings it on; who has nothing left is never asked for chips."""
    witness = Witness(hand)
    for _ in range(60):
        witness.check()
        if hand.over:
            return
        seat = hand.waiting_on[0]
        offer = hand.offer(seat)
        assert not isinstance(offer, WaitOffer)
        if not hand.stack[seat]:
            assert isinstance(offer, ThrowOffer | OpenersOffer) or not isinstance(offer, BettingOffer)
        assert callable(answer)
        hand.act(seat, answer(offer))
    raise AssertionError("the round never ends")
