"""A table as others may see it: the public picture, and the one for a member's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.facts import Seat
from engine.rules.hand import Hand
from engine.rules.play import offer_seen_by
from engine.rules.view import View
from engine.tables.snapshot import Notice, Private, Sitter, Snapshot

if TYPE_CHECKING:
    from engine.tables.steps import Steps


def seen(hand: Hand | None, viewer: Seat | None, events: int | None = None) -> View | None:
    """A hand as a seat (None: a spectator) sees it, or so many events of it."""
    return View(viewer).take(hand.log[:events]) if hand else None


def snapshot(table: Steps) -> Snapshot:
    """The table as anybody may see it, as of now: only to be taken when a commit stands."""
    state, record, hand = table.state, table.record, table.hand
    waiting = hand.waiting_on if hand else ()
    return Snapshot(
        table=record.table,
        guild=record.guild,
        channel=record.channel,
        host=record.host,
        name=record.name,
        config=table.config,
        phase=state.phase,
        version=len(hand.inputs) if hand else 0,
        hand=state.hand,
        number=state.number,
        game=table.config.games[state.game],
        sitters=tuple(_sitter(table, seat) for seat in sorted(state.table.places)),
        button=state.table.button,
        carried=state.table.carried,
        redeals=state.table.redeals,
        view=table.view,
        waiting=waiting,
        offer=offer_seen_by(hand.offer(waiting[0]), None) if hand and waiting else None,
        deadline=state.deadline,
        next_hand_at=state.next_hand_at,
        shown_at=state.shown_at,
        paused_by=state.paused_by,
        waitlist=tuple(state.waitlist),
        dealt=dict(state.dealt),
        shown_after={seat: tuple(cards) for seat, cards in state.shown_after.items()},
        closing=state.closing,
        void_votes=tuple(sorted(state.void_votes)),
        voided=state.voided,
        chooser=_chooser(table),
        on_bank=state.bank_from > 0,
        agreed=tuple(sorted(state.agreed)),
        notice=notice(table),
    )


def notice(table: Steps) -> Notice:
    """What is the matter with the house, the gravest first."""
    for is_so, found in (
        (table.behind, Notice.BEHIND),
        (table.failing, Notice.STUCK),
        (table.draining, Notice.UPDATE),
        (table.back, Notice.BACK),
    ):
        if is_so:
            return found
    return Notice.NONE


def _sitter(table: Steps, seat: Seat) -> Sitter:
    state, hand = table.state, table.hand
    place = state.table.places[seat]
    in_hand = hand is not None and not hand.over and seat in hand.order
    stack = hand.stack[seat] if hand and in_hand else place.stack
    away = place.sitting_out or seat in state.away
    bank, until_big = state.bank.get(seat, 0), seat in state.until_big
    return Sitter(seat, state.members[seat], stack, place.queued, away, place.leaving, bank, until_big)


def _chooser(table: Steps) -> Seat:
    """Dealer's choice: the seat with the next button, which names the game; 0 when nobody may."""
    state = table.state
    ready = state.table.ready()
    if not table.config.dealers_choice or _runs(table) or state.table.carried or len(ready) < 2:
        return 0
    game = table.config.games[state.game]
    return state.table.next_button(game.house, game.stakes)


def _runs(table: Steps) -> bool:
    return table.hand is not None and not table.hand.over


def private(table: Steps, member: int) -> Private:
    """The table as one member sees it: own cards and own offer if he was dealt in.

    A seat that somebody else had when the hand was dealt shows nothing of it.
    """
    state, hand = table.state, table.hand
    seat = state.seat_of(member)
    if not seat or hand is None or state.dealt.get(seat) != member:
        return Private(table.shown, seat, None, None)
    ahead = state.ahead.get(seat)
    view = seen(hand, seat, table.told)
    return Private(table.shown, seat, view, table.offers.get(seat), ahead.kind if ahead else "")
