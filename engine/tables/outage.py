"""Play is taken up again after a stop of any kind; after a long one, if all in the hand want it (RELIABILITY 3, 64).

A short stop changes nothing but the clock: answers that were given stay given, to this question too. After a long one
nobody may be there any more, so all are asked, and asked anew; who says nothing gets his chips back.
"""

from __future__ import annotations

from engine.rules.facts import Seat
from engine.rules.hand import Hand
from engine.rules.odds import streets_to_come
from engine.tables import playing
from engine.tables.errors import No, TableError
from engine.tables.ports import Deed
from engine.tables.snapshot import STREET_SECONDS, Phase
from engine.tables.work import Work

LONG = 30 * 60
"""Seconds by which the clock may be overdue and the hand still goes on by itself. Only an outage makes it overdue."""

ANSWER = 5 * 60
"""Seconds to answer in; at a table where a turn is longer, as long as a turn."""


def go_on(work: Work, *, asks: bool = True) -> None:
    """Nobody has lost time by the stop: who is to act has all of his again, and a hand that is due is dealt.

    asks False: only the clock on the wall was set, so nobody is asked anything.
    """
    state = work.state
    _mend_times(work, asks=asks)
    if state.phase not in (Phase.HAND, Phase.ASKED):
        state.next_hand_at = work.now + work.config.pause if state.next_hand_at else 0
        return
    if asks and work.now - state.deadline > LONG:
        state.phase = Phase.ASKED
        state.agreed.clear()
        work.turned = True
    asked = state.phase is Phase.ASKED
    state.deadline, state.bank_from = work.now + (_patience(work) if asked else work.config.clock), 0


def _mend_times(work: Work, *, asks: bool) -> None:
    """A clock that was set back leaves no time that is too far off, nor less than a whole turn after a pause."""
    state = work.state
    longest = STREET_SECONDS * streets_to_come(work.hand.log) if work.hand and asks else 0
    if state.shown_at > work.now + longest:
        state.shown_at = work.now
    if state.phase is Phase.PAUSED and not asks:
        state.time_left = state.bank_from = 0


def _patience(work: Work) -> float:
    return max(ANSWER, work.config.clock)


def agree(work: Work, member: int) -> int:
    """A player wants the hand played on; when all who are in it do, it is, with the same cards. Answers still missing.

    Who answers is there again. Who has left the table cannot want that.
    """
    hand, seat = _asked(work, member)
    state = work.state
    if state.table.places[seat].leaving:
        raise TableError(No.LEAVING)
    state.agreed.add(seat)
    state.away.discard(seat)
    state.misses.pop(seat, None)
    missing = set(hand.live) - state.agreed
    if not missing:
        state.agreed.clear()
        state.phase = Phase.HAND
        work.turned = True
        playing.follow(work)
    return len(missing)


def refund(work: Work, member: int) -> None:
    """One of the players does not want to go on: every chip goes back at once."""
    _asked(work, member)
    _void(work)


def expire(work: Work) -> None:
    """Not everybody has agreed in time."""
    _void(work)


def _asked(work: Work, member: int) -> tuple[Hand, Seat]:
    """The hand and the member's seat in it. Refuses who is not asked, and everybody when nothing is asked."""
    if work.state.phase is not Phase.ASKED:
        raise TableError(No.STALE)
    hand, seat = playing.running(work, member)
    if seat not in hand.live:
        raise TableError(No.NOT_ASKED)
    return hand, seat


def _void(work: Work) -> None:
    work.note(Deed.REFUND, str(work.state.number))
    playing.void(work)
