"""The course of play on a `Work`: the next hand, actions and what follows from them at once, the end of a hand."""

from __future__ import annotations

from collections.abc import Callable

from engine.rules.cards import Cards
from engine.rules.facts import Seat
from engine.rules.floor import TurnedEarly
from engine.rules.hand import Hand
from engine.rules.mishaps import early_turn, mishap
from engine.rules.play import (
    Action,
    BettingOffer,
    Call,
    Check,
    Code,
    Fold,
    Offer,
    PokerError,
    ShowFalseOpeners,
    WaitOffer,
    refusal,
    time_out,
)
from engine.rules.transcript import dump_setup
from engine.tables.errors import No, TableError
from engine.tables.ports import HandRecord, Outbox
from engine.tables.results import player_results, result_text
from engine.tables.seating import close, stand_up
from engine.tables.snapshot import Phase
from engine.tables.work import Work

AWAY_AFTER = 2
"""Time-outs in a row after which a seat is away: the clock plays for it at once, and it is not dealt in again."""

Shuffles = Callable[[Cards], tuple[Cards, ...]]
"""Deck orders for one hand: the deal, a few for reshuffles, and a last one that only decides a human dealer's errors."""


def deal(work: Work, hand_id: int, number: int, shuffles: Shuffles, secret: str) -> None:
    """Deal the next hand. Refuses when fewer than two seats are ready."""
    state, config = work.state, work.config
    if len(state.table.ready()) < 2:
        raise TableError(No.NEED_TWO)
    game = config.games[state.game]
    decks = shuffles(game.variant.deck)
    error = mishap(game.variant, game.house, decks[-1], len(state.table.ready()))
    setup = state.table.deal(
        game.variant, game.house, game.stakes, decks, error, name=f"{hand_id:x}", secret=secret
    )
    state.hand, state.number, state.phase, state.next_hand_at = hand_id, number, Phase.HAND, 0
    state.ahead.clear()
    work.hand = Hand(setup)
    work.hand.begin()
    work.record = HandRecord(hand_id, work.table, number, game.key, dump_setup(setup), "live", 0, 0)
    work.outbox += [
        Outbox(f"h{hand_id:x}-{seat}", work.table, hand_id, "cards", state.members[seat]) for seat in setup.order
    ]
    work.turned = True
    follow(work)


def act(work: Work, member: int, action: Action) -> None:
    """A member's action. Raises PokerError or TableError when it is not allowed."""
    seat = work.state.seat_of(member)
    hand = work.hand
    if not seat:
        raise TableError(No.NOT_SEATED)
    if hand is None or hand.over:
        raise TableError(No.NO_HAND)
    if seat not in hand.order:
        raise TableError(No.NOT_IN_HAND)
    if work.state.phase is Phase.PAUSED:
        raise TableError(No.PAUSED)
    _honest(hand, seat, action)
    work.play(seat, action)
    _answered(work, seat)
    follow(work)


def _honest(hand: Hand, seat: Seat, action: Action) -> None:
    """A refusal for want of a turn says that before it says anything about the action."""
    offer = hand.offer(seat)
    if isinstance(offer, WaitOffer) and not isinstance(action, ShowFalseOpeners):
        raise PokerError(Code.NOT_YOUR_TURN if offer.turn else Code.HAND_OVER, turn=offer.turn)


def _answered(work: Work, seat: Seat) -> None:
    """The seat is there: it is not away any more, and what it used of its time bank is gone."""
    state = work.state
    state.misses.pop(seat, None)
    if not state.table.places[seat].leaving:
        state.away.discard(seat)
    _use_bank(work, seat)


def _use_bank(work: Work, seat: Seat) -> None:
    state = work.state
    if state.bank_from:
        state.bank[seat] = max(0.0, state.bank.get(seat, 0) - (work.now - state.bank_from))
        state.bank_from = 0


def run_out(work: Work) -> None:
    """The time of everybody who is waited for is up: the time bank first, then the harmless default of each offer."""
    hand, state = work.hand, work.state
    assert hand is not None
    if len(hand.waiting_on) == 1 and not state.bank_from and state.bank.get(hand.waiting_on[0], 0) >= 1:
        state.bank_from, state.deadline = work.now, work.now + state.bank[hand.waiting_on[0]]
        return
    for seat in hand.waiting_on:
        if seat in hand.waiting_on and not hand.over:
            _use_bank(work, seat)
            work.play(seat, time_out(hand.offer(seat)))
            _missed(work, seat)
    follow(work)


def _missed(work: Work, seat: Seat) -> None:
    state = work.state
    state.misses[seat] = state.misses.get(seat, 0) + 1
    if state.misses[seat] >= AWAY_AFTER:
        state.away.add(seat)
        state.table.places[seat].sitting_out = True


def follow(work: Work) -> None:
    """What follows from a step without anybody's doing: decisions made ahead, seats that are away, the end of the hand."""
    hand = work.hand
    assert hand is not None
    while not hand.over and (entry := _by_itself(work, hand)):
        work.play(*entry)
    work.book("play")
    if hand.over:
        finish(work)
    elif work.turned:
        work.state.bank_from = 0
        work.state.deadline = work.now + work.config.clock if work.state.phase is Phase.HAND else 0


def _by_itself(work: Work, hand: Hand) -> tuple[Seat, Action] | None:
    """The next action that needs nobody: of a seat that is away, or decided ahead."""
    early = early_turn(hand)
    if early:
        work.rule(TurnedEarly(early))
        return None if hand.over else _by_itself(work, hand)
    for seat in hand.waiting_on:
        offer = hand.offer(seat)
        if seat in work.state.away:
            return seat, time_out(offer)
        if decided := _decided(work, seat, offer):
            return seat, decided
    return None


def _decided(work: Work, seat: Seat, offer: Offer) -> Action | None:
    """A decision made ahead, dropped when its price has changed (issue 4, point 2)."""
    ahead = work.state.ahead.pop(seat, None)
    if ahead is None or ahead.hand != work.state.hand or not isinstance(offer, BettingOffer):
        return None
    price = offer.call or 0
    action: Action | None = None
    match ahead.kind:
        case "fold":
            action = Fold() if price else Check()
        case "check":
            action = None if price else Check()
        case "call":
            action = Call() if price and price == ahead.price else None
    return action if action and refusal(offer, action) is None else None


def finish(work: Work) -> None:
    """Take the result, pay who leaves, and set the time of the next hand."""
    hand, state, config = work.hand, work.state, work.config
    assert hand is not None
    state.table.finish(hand)
    work.results += player_results(work, hand)
    work.book("play")
    state.phase, state.deadline, state.bank_from = Phase.BETWEEN, 0, 0
    state.ahead.clear()
    _next_game(work)
    for seat in state.table.add_queued():
        state.away.discard(seat)
    for seat, place in sorted(state.table.places.items()):
        if place.leaving:
            stand_up(work, seat)
    work.turned = True
    if state.closing:
        close(work)
    else:
        state.next_hand_at = work.now + config.pause if len(state.table.ready()) > 1 else 0


def _next_game(work: Work) -> None:
    """Rotate the mix after so many hands; a carried pot keeps its game until it is won."""
    state, config = work.state, work.config
    state.game_hands += 1
    if state.table.carried or len(config.games) == 1 or config.dealers_choice:
        return
    if state.game_hands >= config.hands_each:
        state.game, state.game_hands = (state.game + 1) % len(config.games), 0


def record(work: Work, before: HandRecord | None) -> HandRecord | None:
    """The row of the running or just finished hand as this step leaves it."""
    kept = work.record or before
    hand = work.hand
    if kept is None or hand is None:
        return None
    return HandRecord(
        kept.hand, kept.table, kept.number, kept.game, kept.setup,
        "ended" if hand.over else "live",
        len(hand.inputs),
        work.state.deadline,
        result_text(hand, work.state) if hand.over else "",
    )
