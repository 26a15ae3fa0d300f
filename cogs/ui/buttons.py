"""The felt's buttons, always drawn from the public offer: they are the same whatever the actor holds."""

from __future__ import annotations

from cogs.ui.controls import Item
from cogs.ui.face import Face
from cogs.ui.ids import Do
from cogs.ui.layout import BLUE, GREEN, GREY, RED, ROW, Desk, Row, rows
from engine.rules.facts import Chips
from engine.rules.play import BettingOffer, Offer, OpenersOffer, RunOffer, ShowOffer, ThrowOffer, WaitOffer
from engine.rules.stakes import Limit
from engine.tables.amounts import Sizes, sizes
from engine.tables.snapshot import Phase, Snapshot


def felt_rows(snapshot: Snapshot, face: Face) -> list[Row]:
    """All rows of a felt in play: what one may do, sizes, own cards. After a long outage the answers to that."""
    desk = Desk(snapshot, face)
    offer = snapshot.offer
    if snapshot.phase is Phase.ASKED:
        answers = [desk.button(Do.PLAY_ON, "btn-play_on", GREEN), desk.button(Do.REFUND, "btn-refund", RED)]
        return [answers, [_cards(desk)]]
    if snapshot.phase is not Phase.HAND or offer is None:
        return [[_cards(desk)]]
    first = _answers(desk, offer)
    sizes = _sizes(desk, offer) if isinstance(offer, BettingOffer) else []
    upper = rows(first + sizes) if len(first + sizes) <= ROW else [*rows(first), *rows(sizes)]
    return [*upper, [_cards(desk), *_all_in(desk, offer)]]


def _cards(desk: Desk) -> Item:
    return desk.button(Do.CARDS, "btn-cards", icon="card_back")


def _answers(desk: Desk, offer: Offer) -> list[Item]:
    match offer:
        case BettingOffer():
            return [*_calm(desk, offer), *_least(desk, offer)]
        case ThrowOffer():
            choose = desk.button(Do.DRAW, "btn-choose", BLUE)
            return [choose] if offer.least else [choose, desk.button(Do.PAT, "btn-pat", GREEN)]
        case RunOffer():
            return [desk.button(Do.RUN, "btn-run", BLUE, times, n=times) for times in range(1, offer.most + 1)]
        case ShowOffer():
            return _showing(desk)
        case OpenersOffer() | WaitOffer():
            return [desk.button(Do.CLAIM, "btn-claim", BLUE), desk.button(Do.DECLINE, "btn-decline", GREEN)]


def _showing(desk: Desk) -> list[Item]:
    buttons = [desk.button(Do.REVEAL, "btn-reveal", GREEN), desk.button(Do.MUCK, "btn-muck", RED)]
    view = desk.snapshot.view
    return [*buttons, desk.button(Do.DECLARE, "btn-declare")] if view and view.board else buttons


def _calm(desk: Desk, offer: BettingOffer) -> list[Item]:
    """Fold, check, call; never a fold while checking is free."""
    if offer.bring_in is not None:
        return [desk.button(Do.BRING_IN, "btn-bring-in", GREEN, amount=offer.bring_in)]
    if offer.call is None:
        return [desk.button(Do.CHECK, "btn-pass" if offer.to_open else "btn-check", GREEN)]
    return [desk.button(Do.FOLD, "btn-fold", RED), _call(desk, offer, offer.call)]


def _call(desk: Desk, offer: BettingOffer, call: Chips) -> Item:
    """A call that empties the stack asks first, like any all-in."""
    if call == stack_of(desk.snapshot, offer):
        return desk.button(Do.ALLIN, "btn-call-allin", GREEN, offer.all_in_to, amount=call)
    return desk.button(Do.CALL, "btn-call", GREEN, amount=call)


def stack_of(snapshot: Snapshot, offer: BettingOffer) -> Chips:
    """What the actor has left."""
    return snapshot.view.seats[offer.seat].stack if snapshot.view else 0


def _least(desk: Desk, offer: BettingOffer) -> list[Item]:
    """The smallest bet or raise; in fixed limit each legal one. All of the stack is left to the all-in button."""
    if offer.bet_to is None:
        return []
    totals = list(offer.bet_to) if offer.fixed else [offer.bet_to[0]]
    action, key = bet_action(offer)
    return [desk.button(action, key, BLUE, to, amount=to) for to in totals if to != offer.all_in_to]


def bet_action(offer: BettingOffer) -> tuple[Do, str]:
    """What a bet is called at this moment."""
    if offer.to_open:
        return Do.OPEN, "btn-open"
    if offer.completing or offer.bring_in is not None:
        return Do.COMPLETE, "btn-complete"
    return (Do.BET, "btn-bet") if offer.opening else (Do.RAISE, "btn-raise")


def sizes_now(snapshot: Snapshot, offer: BettingOffer) -> Sizes | None:
    """What `min`, `half` and `pot` mean for the seat that is to act; None when it may not bet."""
    view = snapshot.view
    return sizes(offer, view.seats[offer.seat].bet + (offer.call or 0), view.pot) if view else None


def _sizes(desk: Desk, offer: BettingOffer) -> list[Item]:
    """Half pot, pot, and the form; sizes outside the range or shown already are left out, not greyed."""
    found = sizes_now(desk.snapshot, offer)
    if found is None or offer.fixed or len(found.legal) < 2:
        return []
    quick = {} if desk.snapshot.game.stakes.limit is Limit.SPREAD else found.quick()
    offered = [action for action in (Do.HALF, Do.POT) if action in quick]
    shown = [desk.button(action, f"btn-{action}", BLUE, quick[action], amount=quick[action]) for action in offered]
    return [*shown, desk.button(Do.FORM, _form_key(offer), BLUE)]


def _form_key(offer: BettingOffer) -> str:
    if offer.to_open:
        return "btn-open-other"
    return "btn-bet-other" if offer.opening and offer.bring_in is None else "btn-raise-other"


def _all_in(desk: Desk, offer: Offer) -> list[Item]:
    """Stands apart, and asks once more in private."""
    if not isinstance(offer, BettingOffer) or offer.bet_to is None or offer.all_in_to not in offer.bet_to:
        return []
    return [desk.button(Do.ALLIN, "btn-allin", GREY, offer.all_in_to, amount=offer.all_in_to)]
