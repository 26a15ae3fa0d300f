"""What a finished hand meant for each member: the row that leaderboards and statistics are made of."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.rules.cards import Cards
from engine.rules.events import Acted, Awarded, Drew, Event, Mucked, Opened, Shown, StreetOpened, Verb, Voided
from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand
from engine.tables.ports import PlayerResult
from engine.tables.state import State

VOLUNTARY = (Verb.CALL, Verb.BET, Verb.RAISE, Verb.COMPLETE)
"""Chips put in by choice. Blinds, antes, straddles and the bring-in are not (B86)."""

AGGRESSIVE = (Verb.BET, Verb.RAISE, Verb.COMPLETE)


def player_results(hand: Hand, hand_id: int, guild: int, members: Mapping[Seat, int]) -> list[PlayerResult]:
    """One row per seat dealt in, for the member who sat there. A misdeal is no hand and leaves none."""
    if any(isinstance(event, Voided) for event in hand.log):
        return []
    return [
        _result(hand, hand_id, guild, members[seat], seat, start)
        for seat, start in zip(hand.order, hand.setup.stacks, strict=True)
    ]


def _result(hand: Hand, hand_id: int, guild: int, member: int, seat: Seat, start: Chips) -> PlayerResult:
    won = sum(win.chips for event in hand.log if isinstance(event, Awarded) for win in event.wins if win.seat == seat)
    net = hand.stack[seat] - start
    return PlayerResult(
        hand=hand_id,
        guild=guild,
        member=member,
        seat=seat,
        game=hand.variant.key,
        net=net,
        put_in=won - net,
        won=won,
        big_blind=max(hand.stakes.big_blind, 1),
        opponents=len(hand.order) - 1,
        facts=json.dumps(facts(hand, seat), sort_keys=True),
    )


def facts(hand: Hand, seat: Seat) -> dict[str, object]:
    """What statistics count, for one seat.

    vpip, pfr: put chips in by choice, raised, in the first round. bets, calls: aggressive and passive acts. showdown,
    won_there: reached it, took chips there. ranking, value, cards: of the hand that won. opened, split: in jacks to
    open. later: the hand went on after the first round, with the seat in it.
    """
    first, whole = _acts(hand.log, seat)
    turned_up = any(isinstance(event, Shown | Mucked) for event in hand.log)
    showdown = turned_up and len(hand.live) > 1 and seat in hand.live
    won = any(win.seat == seat and win.chips for event in hand.log if isinstance(event, Awarded) for win in event.wins)
    return {
        "vpip": int(any(verb in VOLUNTARY for verb in first)),
        "pfr": int(any(verb in AGGRESSIVE for verb in first)),
        "bets": sum(verb in AGGRESSIVE for verb in whole),
        "calls": sum(verb is Verb.CALL for verb in whole),
        "folded": int(Verb.FOLD in whole),
        "later": int(Verb.FOLD not in first and (showdown or _rounds(hand.log) > 1)),
        "showdown": int(showdown),
        "won_there": int(showdown and won),
        "opened": int(any(isinstance(event, Opened) and event.seat == seat for event in hand.log)),
        "split": int(any(isinstance(event, Drew) and event.seat == seat and event.splits for event in hand.log)),
        **(_best(hand, seat) if showdown else {}),
    }


def _acts(log: list[Event], seat: Seat) -> tuple[list[Verb], list[Verb]]:
    """What the seat did in the first round, and in the whole hand."""
    rounds = 0
    first: list[Verb] = []
    whole: list[Verb] = []
    for event in log:
        if isinstance(event, StreetOpened):
            rounds += 1
        elif isinstance(event, Acted) and event.seat == seat:
            whole.append(event.verb)
            if rounds == 1:
                first.append(event.verb)
    return first, whole


def _rounds(log: list[Event]) -> int:
    return sum(isinstance(event, StreetOpened) for event in log)


def _best(hand: Hand, seat: Seat) -> dict[str, object]:
    """The hand that won its share by the game's first ranking: it was shown, so no secret is kept."""
    share = hand.variant.pays[0]
    own = hand.down[seat] + hand.up[seat]
    won = [board + hand.shared for board in _boards_won(hand, seat)]
    values = [(share.ranking.of(own, board, share.hole) or 0, board) for board in won]
    if not values:
        return {}
    value, board = max(values)
    cards = share.ranking.best_cards(own, board, share.hole)
    return {"ranking": share.ranking.name, "value": value, "cards": "".join(cards)}


def _boards_won(hand: Hand, seat: Seat) -> list[Cards]:
    """The boards on which the seat took chips by the game's first ranking."""
    decided = [event for event in hand.log if isinstance(event, Awarded) and event.share == 0]
    return [hand.boards[event.run] for event in decided if any(win.seat == seat and win.chips for win in event.wins)]


def result_text(hand: Hand, state: State) -> str:
    """A short account of a finished hand for lists: who was in, who won what, and what was shown of one's own will.

    The last is nowhere else: it is no part of the hand that is replayed.
    """
    won: dict[Seat, Chips] = {}
    for event in hand.log:
        if isinstance(event, Awarded):
            for win in event.wins:
                won[win.seat] = won.get(win.seat, 0) + win.chips
    told: dict[str, object] = {
        "members": {str(seat): state.dealt[seat] for seat in hand.order},
        "won": {str(seat): chips for seat, chips in won.items() if chips},
        "carry": hand.carry,
    }
    if state.shown_after:
        told["shown"] = {str(seat): cards for seat, cards in state.shown_after.items()}
    return json.dumps(told, sort_keys=True)
