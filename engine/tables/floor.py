"""What the host may do, and the waiting list. Host power ends where a hand begins: settings change at its border."""

from __future__ import annotations

from dataclasses import replace

from engine.rules.conflicts import conflicts
from engine.rules.facts import Seat
from engine.rules.floor import Exposed, Misdealt, Ruling, TurnedEarly
from engine.rules.house import Dealer
from engine.tables import playing
from engine.tables.config import TableConfig
from engine.tables.errors import No, TableError
from engine.tables.house_text import differences
from engine.tables.ports import Deed
from engine.tables.snapshot import Phase
from engine.tables.work import Work

RULED = {Exposed: Deed.EXPOSED, Misdealt: Deed.MISDEAL, TurnedEarly: Deed.EARLY}


def only_host(host: int, member: int, *, manages: bool) -> None:
    """Refuse everybody but the host, whom the server lets manage tables, and the house itself (0)."""
    if member not in (host, 0) and not manages:
        raise TableError(No.NOT_HOST, member=host)


def pause(work: Work, member: int) -> None:
    """The clock stands still; nobody can act and no hand is dealt. A question to the players is not put off."""
    state = work.state
    if why := playing.STANDS_STILL.get(state.phase):
        raise TableError(why)
    work.note(Deed.PAUSE)
    due = state.deadline if state.phase is Phase.HAND else state.next_hand_at
    state.time_left = max(0.0, due - work.now) if due else 0
    state.phase, state.paused_by, state.paused_at = Phase.PAUSED, member, work.now
    state.deadline = state.next_hand_at = 0


def resume(work: Work) -> None:
    """On with the time that was left; who has left meanwhile acts at once."""
    state = work.state
    if state.phase is not Phase.PAUSED:
        raise TableError(No.NOT_PAUSED)
    work.note(Deed.RESUME)
    state.paused_by = 0
    if work.hand is not None and not work.hand.over:
        state.phase, state.deadline = Phase.HAND, work.now + (state.time_left or work.config.clock)
        state.bank_from += work.now - state.paused_at if state.bank_from else 0
        playing.follow(work)
    else:
        state.phase = Phase.BETWEEN if state.hand else Phase.LOBBY
        playing.wake(work)


def wait(work: Work, member: int) -> int:
    """Onto the waiting list of a full table; the place in it, from 1."""
    state = work.state
    if taken := state.seat_of(member):
        raise TableError(No.SEATED, seat=taken)
    if member not in state.waitlist:
        state.waitlist.append(member)
    return state.waitlist.index(member) + 1


def stop_waiting(work: Work, member: int) -> None:
    """Off the waiting list; nothing if he is not on it."""
    if member in work.state.waitlist:
        work.state.waitlist.remove(member)


def invite(work: Work, whom: int) -> None:
    """Whom the host lets in may sit down at a private table."""
    invited = dict.fromkeys((*work.config.invited, whom))
    work.config = replace(work.config, invited=tuple(invited))
    work.note(Deed.INVITE, str(whom))


def choose_game(work: Work, member: int, index: int, chooser: Seat) -> None:
    """Dealer's choice: the next button names the game, a place in the table's list, from 0. Only between hands."""
    state = work.state
    if work.hand is not None and not work.hand.over:
        raise TableError(No.HAND_RUNNING)
    if not chooser or state.seat_of(member) != chooser or not 0 <= index < len(work.config.games):
        raise TableError(No.NOT_YOUR_CHOICE, seat=chooser, member=state.members.get(chooser, 0))
    state.game = index


def void_after_outage(work: Work) -> None:
    """After a long interruption the host may give everything back (RELIABILITY 101); else nobody may alone."""
    if work.hand is None or work.hand.over:
        raise TableError(No.NO_HAND)
    if work.state.phase is not Phase.ASKED:
        raise TableError(No.NOT_YOUR_CHOICE)
    work.note(Deed.VOID, str(work.state.number))
    playing.void(work)


def rule(work: Work, ruling: Ruling) -> None:
    """A dealing error that the host calls (rows S3): only where a human dealer was agreed on, for it may void a hand.

    Once somebody has acted, only cards turned too early are ruled on (a hand with action is played, TDA-35).
    """
    hand = work.hand
    if hand is None or hand.over:
        raise TableError(No.NO_HAND)
    if work.state.phase is Phase.ASKED:
        raise TableError(No.ASKED)
    if hand.house.dealer is not Dealer.HUMAN:
        raise TableError(No.NO_DEALING_ERRORS)
    if not isinstance(ruling, TurnedEarly) and any(isinstance(entry, tuple) for entry in hand.inputs):
        raise TableError(No.TOO_LATE_TO_RULE)
    work.rule(ruling)
    work.note(RULED[type(ruling)], str(work.state.number))
    playing.follow(work)


def reconfigure(work: Work, config: TableConfig) -> None:
    """New terms from the next hand on, if they fit together and everybody keeps a seat."""
    if work.hand is not None and not work.hand.over:
        raise TableError(No.HAND_RUNNING)
    check_terms(config)
    carried = work.state.table.carried
    if carried and config.games[work.state.game % len(config.games)] != work.config.games[work.state.game]:
        raise TableError(No.HAND_RUNNING, carried=carried)
    for name, before, after in differences(work.config, config):
        work.note(Deed.HOUSE, name, before=before, after=after)
    work.config = config
    work.state.game %= len(config.games)
    work.state.table.seats = max(config.seats, *work.state.table.places, 2)


def check_terms(config: TableConfig) -> None:
    """Refuse games, stakes, house rules and seats that contradict each other, with all reasons at once."""
    found = [
        conflict
        for game in config.games
        for conflict in conflicts(game.variant, game.stakes, game.house, config.seats)
    ]
    if found:
        raise TableError(No.CONFLICTS, conflicts=tuple(found))
