"""The course of play on a `Work`: the next hand, actions and what follows from them at once, the end of a hand."""

from __future__ import annotations

from dataclasses import replace

from engine.rules.cards import Card
from engine.rules.events import Voided
from engine.rules.facts import Chips, Seat
from engine.rules.floor import Misdealt, TurnedEarly
from engine.rules.hand import Hand
from engine.rules.mishaps import early_turn, mishap
from engine.rules.odds import streets_to_come
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
from engine.rules.setup import RULES, Setup
from engine.rules.transcript import dump_setup
from engine.tables.errors import No, TableError
from engine.tables.ports import Deed, HandRecord, Outbox
from engine.tables.results import player_results, result_text
from engine.tables.seating import add_queued, close, in_hand, seat_of, stand_up
from engine.tables.snapshot import STREET_SECONDS, Phase
from engine.tables.state import Ahead
from engine.tables.tools import Tools
from engine.tables.work import PLAY, Work

AWAY_AFTER = 2
"""Time-outs in a row after which a seat is away: the clock plays for it at once, and it is not dealt in again."""

LIVE, ENDED, VOID = "live", "ended", "void"
"""What becomes of a hand's row."""

STANDS_STILL = {Phase.PAUSED: No.PAUSED, Phase.ASKED: No.ASKED}
"""Phases in which a hand waits and nobody may act in it, with what he is told."""


# The next hand


def deal(work: Work, number: int, tools: Tools) -> None:
    """Deal the next hand, `number` for people. Refuses when fewer than two seats are ready."""
    state = work.state
    if len(state.table.ready()) < 2:
        raise TableError(No.NEED_TWO)
    hand_id = tools.new_id()
    setup = _setup(work, hand_id, tools)
    state.hand, state.number, state.phase, state.next_hand_at = hand_id, number, Phase.HAND, 0
    state.dealt = {seat: state.members[seat] for seat in setup.order}
    state.voided = state.bank_from = state.shown_at = 0
    for kept in (state.ahead, state.shown_after, state.void_votes):
        kept.clear()
    work.hand = Hand(setup)
    work.hand.begin()
    work.record = HandRecord(hand_id, work.table, number, setup.variant.key, dump_setup(setup), LIVE, 0, 0)
    work.outbox += [
        Outbox(f"h{hand_id:x}-{seat}", work.table, hand_id, "cards", member) for seat, member in state.dealt.items()
    ]
    work.turned = True
    follow(work)


def _setup(work: Work, hand_id: int, tools: Tools) -> Setup:
    """Cards, posts and a human dealer's error, with the deck sealed before anybody sees a card."""
    game = work.config.games[work.state.game]
    decks = tools.shuffles(game.variant.deck)
    setup = work.state.table.deal(game.variant, game.house, game.stakes, decks)
    error = mishap(game.variant, game.house, decks[-1], len(setup.order))
    return replace(setup, deal_error=error, name=f"{hand_id:x}", secret=tools.new_secret(), rules=RULES)


def break_at_big(work: Work) -> None:
    """Who wanted a break at his big blind has it now; the next one in turn may want the same."""
    state, game = work.state, work.config.games[work.state.game]
    while (seat := state.table.next_big(game.house, game.stakes)) in state.until_big:
        state.until_big.discard(seat)
        state.table.places[seat].sitting_out = True


def wake(work: Work) -> None:
    """Between hands: the next one is due when two are ready, and not when they are not."""
    state = work.state
    if state.phase is Phase.BETWEEN:
        ready = len(state.table.ready()) > 1
        due = max(work.now, state.shown_at) + work.config.pause
        state.next_hand_at = (state.next_hand_at or due) if ready else 0


# Acting


def act(work: Work, member: int, action: Action) -> None:
    """A member's action. Raises PokerError or TableError when it is not allowed."""
    hand, seat = running(work, member)
    if why := STANDS_STILL.get(work.state.phase):
        raise TableError(why)
    _honest(hand, seat, action)
    waiting = hand.waiting_on
    work.play(seat, action)
    if seat in waiting:
        _answered(work, seat)
    follow(work)


def running(work: Work, member: int) -> tuple[Hand, Seat]:
    """The running hand and the member's seat in it, folded or not. Refuses who has none."""
    seat = seat_of(work, member)
    if work.hand is None or work.hand.over:
        raise TableError(No.NO_HAND)
    if not in_hand(work, seat):
        raise TableError(No.NOT_IN_HAND)
    return work.hand, seat


def _honest(hand: Hand, seat: Seat, action: Action) -> None:
    """A refusal for want of a turn says that before it says anything about the action."""
    offer = hand.offer(seat)
    if isinstance(offer, WaitOffer) and not isinstance(action, ShowFalseOpeners):
        raise PokerError(Code.NOT_YOUR_TURN if offer.turn else Code.HAND_OVER, turn=offer.turn)


def _answered(work: Work, seat: Seat) -> None:
    """The seat is there: its time-outs are forgotten, and what it used of its time bank is gone."""
    work.state.misses.pop(seat, None)
    _use_bank(work, seat)


def _use_bank(work: Work, seat: Seat) -> None:
    state = work.state
    if state.bank_from:
        used = max(0.0, work.now - state.bank_from)  # a clock that was set back gives nobody time
        state.bank[seat] = max(0.0, state.bank.get(seat, 0) - used)
        state.bank_from = 0


def run_out(work: Work) -> None:
    """The time of everybody who is waited for is up: the time bank first, then the harmless default of each offer."""
    hand, state = work.hand, work.state
    assert hand is not None
    first = hand.waiting_on[0]
    if len(hand.waiting_on) == 1 and not state.bank_from and state.bank.get(first, 0) >= 1:
        state.bank_from, state.deadline = work.now, work.now + state.bank[first]
        return
    for seat in hand.waiting_on:
        if seat in hand.waiting_on:
            _use_bank(work, seat)
            _play_for(work, seat, time_out(hand.offer(seat)))
            _missed(work, seat)
    follow(work)


def _missed(work: Work, seat: Seat) -> None:
    state = work.state
    state.misses[seat] = state.misses.get(seat, 0) + 1
    if state.misses[seat] >= AWAY_AFTER:
        state.away.add(seat)
        state.table.places[seat].sitting_out = True


def _play_for(work: Work, seat: Seat, action: Action) -> None:
    """An action that the house takes for a seat; a refusal of it is a fault of the program, not of the member."""
    try:
        work.play(seat, action)
    except PokerError as error:
        raise RuntimeError(f"the house's own action was refused: {error.code}") from error


def follow(work: Work) -> None:
    """What follows from a step without anybody's doing: decisions made ahead, seats that are away, the end of the hand.

    While the table is paused, or its players are asked whether to go on, nothing does.
    """
    hand, state = work.hand, work.state
    assert hand is not None
    if state.phase is Phase.HAND:
        while not hand.over and (entry := _by_itself(work, hand)):
            _play_for(work, *entry)
    _drop_outdated(work, hand)
    work.book(PLAY)
    if hand.over:
        finish(work)
    elif work.turned and state.phase is Phase.HAND:
        state.bank_from, state.deadline = 0, work.now + work.config.clock


def _by_itself(work: Work, hand: Hand) -> tuple[Seat, Action] | None:
    """The next action that needs nobody: of a seat that is away, or decided ahead. A human dealer may err first."""
    if early := early_turn(hand):
        work.rule(TurnedEarly(early))
    for seat in hand.waiting_on:
        offer = hand.offer(seat)
        if seat in work.state.away:
            return seat, time_out(offer)
        if decided := _decided(work, seat, offer):
            return seat, decided
    return None


# Decisions made ahead


def decide_ahead(work: Work, member: int, kind: str, hand_id: int) -> None:
    """Note what a seat will do when its turn comes (`check`, `fold`, `call`; empty: nothing), for this hand only."""
    hand, seat = running(work, member)
    if work.state.phase is Phase.ASKED:
        raise TableError(No.ASKED)
    if hand_id != work.state.hand or seat not in hand.live or kind not in ("", "check", "fold", "call"):
        raise TableError(No.STALE)
    work.state.ahead.pop(seat, None)
    work.state.misses.pop(seat, None)
    if kind:
        work.state.ahead[seat] = Ahead(kind, _price(hand, seat), hand_id)
        follow(work)


def _price(hand: Hand, seat: Seat) -> Chips:
    """Chips that it takes to stay in."""
    return min(max(hand.bet) - hand.bet[seat], hand.stack[seat])


def _drop_outdated(work: Work, hand: Hand) -> None:
    """A decision made ahead is dropped when its price changes or the seat is out (issue 4, point 2)."""
    for seat, ahead in list(work.state.ahead.items()):
        if hand.over or seat not in hand.live or ahead.price != _price(hand, seat):
            del work.state.ahead[seat]


def _decided(work: Work, seat: Seat, offer: Offer) -> Action | None:
    """What the seat decided ahead, if it is still what it was decided for."""
    ahead = work.state.ahead.pop(seat, None)
    if ahead is None or not isinstance(offer, BettingOffer) or (offer.call or 0) != ahead.price:
        return None
    match ahead.kind:
        case "fold":
            action: Action = Fold() if offer.call else Check()
        case "check":
            action = Check()
        case _:
            action = Call()
    return action if refusal(offer, action) is None else None


# The end of a hand


def vote_void(work: Work, member: int) -> int:
    """A player of the hand wants it void; when all who are still in do, everything goes back. Votes still missing."""
    hand, seat = running(work, member)
    work.state.void_votes.add(seat)
    missing = set(hand.live) - work.state.void_votes
    if not missing:
        work.note(Deed.VOID, str(work.state.number), by=0)
        void(work)
    return len(missing)


def void(work: Work) -> None:
    """The hand is as if it had not been dealt: every chip put in goes back, also to who has folded."""
    work.rule(Misdealt())
    follow(work)


def finish(work: Work) -> None:
    """Take the result, pay who leaves, and set the time of the next hand."""
    assert work.hand is not None
    work.state.table.finish(work.hand)
    work.state.shown_at = work.now + STREET_SECONDS * streets_to_come(work.hand.log)
    work.results += player_results(work.hand, work.state.hand, work.guild, work.state.dealt)
    work.book(PLAY)
    _next_game(work)
    _end(work)


def give_up(work: Work) -> None:
    """Go back to where the hand began: the seats still have the stacks of then, and the button goes back (S3-4)."""
    table = work.state.table
    table.button, table.small, table.big, table.same_button = table.before
    work.state.voided = work.state.hand
    work.hand = None
    work.book("refund")
    _end(work)


def _end(work: Work) -> None:
    """The table between two hands: top-ups come, who wanted to leave goes."""
    state = work.state
    if state.phase is not Phase.PAUSED:
        state.phase = Phase.BETWEEN
    state.deadline = state.bank_from = 0
    for kept in (state.ahead, state.away, state.void_votes, state.agreed):
        kept.clear()
    add_queued(work)
    for seat, place in sorted(state.table.places.items()):
        if place.leaving:
            stand_up(work, seat)
    work.turned = True
    if state.closing:
        close(work)
    wake(work)


def _next_game(work: Work) -> None:
    """Rotate the mix after so many hands; a carried pot keeps its game until it is won."""
    state, config = work.state, work.config
    state.game_hands += 1
    if state.table.carried or len(config.games) == 1 or config.dealers_choice:
        return
    if state.game_hands >= config.hands_each:
        state.game, state.game_hands = (state.game + 1) % len(config.games), 0


def show_cards(work: Work, member: int, cards: tuple[Card, ...]) -> None:
    """Own cards shown of one's own will after the hand: one, several or all. Refuses what is not there or was shown."""
    state, hand = work.state, work.hand
    seat = seat_of(work, member)
    if hand is None:
        raise TableError(No.NO_HAND)
    if not hand.over:
        raise TableError(No.HAND_RUNNING)
    if state.dealt.get(seat) != member:
        raise TableError(No.NOT_IN_HAND)
    before = state.shown_after.get(seat, [])
    new = set(cards) - set(before)
    if not new or not new <= set(hand.down[seat]) or seat in hand.tabled:
        raise TableError(No.NOTHING_TO_SHOW)
    state.shown_after[seat] = [card for card in hand.down[seat] if card in new or card in before]


def record(work: Work, before: HandRecord | None) -> HandRecord | None:
    """The row of the running or just finished hand as this step leaves it; None when there is nothing to write."""
    if work.voided:
        return work.voided
    hand, kept = work.hand, work.record or before
    if hand is None or kept is None:
        return None
    if kept.status != LIVE:  # it is over, but for the cards that its players show of their own will
        told = result_text(hand, work.state) if work.state.shown_after else kept.result
        return replace(kept, result=told) if told != kept.result else None
    return replace(
        kept,
        status=_status(hand),
        version=len(hand.inputs),
        deadline=work.state.deadline,
        result=result_text(hand, work.state) if hand.over else "",
    )


def _status(hand: Hand) -> str:
    if not hand.over:
        return LIVE
    return VOID if any(isinstance(event, Voided) for event in hand.log) else ENDED
