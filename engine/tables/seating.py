"""Who sits where with how many chips: sitting down, standing up, topping up. Moves on a `Work`, or refusals."""

from __future__ import annotations

from engine.rules.facts import Chips, Seat
from engine.rules.pots import cut
from engine.tables.errors import No, TableError
from engine.tables.snapshot import Phase
from engine.tables.work import Work


def seat_of(work: Work, member: int) -> Seat:
    """The member's seat. Refuses somebody who has none."""
    if seat := work.state.seat_of(member):
        return seat
    raise TableError(No.NOT_SEATED)


def in_hand(work: Work, seat: Seat) -> bool:
    """Whether the seat was dealt into the running hand, folded or not."""
    return work.hand is not None and not work.hand.over and seat in work.hand.order


def sit(work: Work, member: int, seat: Seat | None, chips: Chips | None, bankroll: Chips) -> Seat:
    """Take a seat (any free one when None) with a buy-in within the table's limits, paid from the bankroll."""
    state, config = work.state, work.config
    if state.closing:
        raise TableError(No.CLOSING)
    if taken := state.seat_of(member):
        raise TableError(No.SEATED, seat=taken)
    free = state.table.free_seats()
    if not free:
        raise TableError(No.FULL, waiting=len(state.waitlist))
    place = _chosen(seat, free, config.seats)
    amount = buy_in(work, chips, bankroll)
    state.table.sit(place, amount)
    state.members[place] = member
    state.bank[place] = config.bank
    if member in state.waitlist:
        state.waitlist.remove(member)
    work.book("buy_in", {member: -amount})
    return place


def _chosen(seat: Seat | None, free: tuple[Seat, ...], seats: int) -> Seat:
    if seat is None:
        return free[0]
    if not 1 <= seat <= seats:
        raise TableError(No.NO_SUCH_SEAT, seat=seat, most=seats)
    if seat not in free:
        raise TableError(No.SEAT_TAKEN, seat=seat, free=free)
    return seat


def buy_in(work: Work, chips: Chips | None, bankroll: Chips) -> Chips:
    """The amount to sit down with: as asked, or the usual one cut to what the member has."""
    least, most = work.config.min_buy_in, work.config.max_buy_in
    amount = chips if chips is not None else max(min(work.config.buy_in, bankroll), least)
    if not least <= amount <= most:
        raise TableError(No.BUY_IN, amount=amount, least=least, most=most)
    if amount > bankroll:
        raise TableError(No.BANKROLL, amount=amount, has=bankroll, least=least)
    return amount


def leave(work: Work, member: int) -> bool:
    """Stand up. At once when not in a running hand (True), else when it is over; meanwhile the clock plays at once."""
    seat = seat_of(work, member)
    if not in_hand(work, seat):
        stand_up(work, seat)
        return True
    place = work.state.table.places[seat]
    if place.leaving:
        raise TableError(No.LEAVING)
    place.leaving = True
    work.state.away.add(seat)
    work.state.agreed.discard(seat)
    return False


def stand_up(work: Work, seat: Seat) -> None:
    """The seat is free and its chips are in the member's bankroll."""
    state = work.state
    member = state.members[seat]
    chips = state.table.stand_up(seat)
    del state.members[seat]
    for kept in (state.misses, state.bank, state.ahead):
        kept.pop(seat, None)
    state.away.discard(seat)
    state.until_big.discard(seat)
    state.void_votes.discard(seat)
    state.agreed.discard(seat)
    work.freed = True
    work.book("cash_out", {member: chips})


def sit_out(work: Work, member: int, *, at_big: bool = False) -> bool:
    """Not dealt in from the next hand on (True), or once one would post the big blind; a running hand is played on.

    In a game without a big blind both are the same.
    """
    seat, state = seat_of(work, member), work.state
    place = state.table.places[seat]
    if place.sitting_out:
        raise TableError(No.SITTING_OUT)
    later = at_big and len(work.config.games[state.game].stakes.blinds) > 1
    place.sitting_out = not later
    (state.until_big.add if later else state.until_big.discard)(seat)
    return not later


def sit_in(work: Work, member: int) -> None:
    """Dealt in again from the next hand on; also answers again in a running one."""
    seat = seat_of(work, member)
    place = work.state.table.places[seat]
    if not (place.sitting_out or place.leaving or seat in work.state.away | work.state.until_big):
        raise TableError(No.NOT_SITTING_OUT)
    if not place.stack and not place.queued and not in_hand(work, seat):
        raise TableError(No.BROKE, least=work.config.min_buy_in, most=work.config.max_buy_in)
    place.sitting_out = place.leaving = False
    work.state.away.discard(seat)
    work.state.until_big.discard(seat)
    work.state.misses.pop(seat, None)


def top_up(work: Work, member: int, chips: Chips | None, bankroll: Chips) -> Chips:
    """Chips from the bankroll onto the table, up to the highest buy-in; in a hand they wait for its end (S2-85)."""
    seat = seat_of(work, member)
    place = work.state.table.places[seat]
    held = place.queued + (work.hand.stack[seat] if work.hand and in_hand(work, seat) else place.stack)
    room = work.config.max_buy_in - held
    amount = chips if chips is not None else min(max(work.config.buy_in - held, 0), bankroll)
    least = max(work.config.min_buy_in - held, 1)
    if not least <= amount <= room:
        raise TableError(No.TOP_UP, amount=amount, least=least, most=max(room, 0), has=held)
    if amount > bankroll:
        raise TableError(No.BANKROLL, amount=amount, has=bankroll, least=least)
    place.queued += amount
    if not in_hand(work, seat):
        work.state.table.add_queued_at(seat)
    work.book("top_up", {member: -amount})
    return amount


def add_queued(work: Work) -> None:
    """Top-ups that waited for the end of the hand; what would then exceed the highest buy-in goes back (S2-85)."""
    state = work.state
    for seat, place in sorted(state.table.places.items()):
        if not place.queued:
            continue
        too_much = min(place.queued, max(0, place.stack + place.queued - work.config.max_buy_in))
        place.queued -= too_much
        state.table.add_queued_at(seat)
        work.book("top_up_back", {state.members[seat]: too_much})


def close(work: Work) -> bool:
    """Pay everybody and close; during a hand only when it is over (False)."""
    if work.hand is not None and not work.hand.over:
        work.state.closing = True
        return False
    share_carried_pot(work)
    for seat in sorted(work.state.table.places):
        stand_up(work, seat)
    work.state.phase = Phase.CLOSED
    work.state.waitlist.clear()
    work.state.next_hand_at = work.state.deadline = 0
    work.is_open = False
    return True


def share_carried_pot(work: Work) -> None:
    """A pot that nobody won goes back to those who may play for it, as evenly as possible, when a table closes.

    If they have all left it goes back to the house, which issued the chips.
    """
    table = work.state.table
    claimants = [seat for seat in sorted(table.places) if seat in table.carriers] or sorted(table.places)
    carried, table.carried = table.carried, 0
    if not claimants:
        work.book("unclaimed", to_house=carried)
        return
    for seat, chips in zip(claimants, cut(carried, len(claimants)), strict=True):
        table.places[seat].stack += chips
    work.book("carried_back")
