"""The turn block: whose turn it is and what it costs, and under it the clock with what happens at zero."""

from __future__ import annotations

from cogs.ui.face import TURN_NAME, Face
from cogs.ui.layout import lines, small
from cogs.ui.words import Value, listed
from engine.rules.facts import Seat
from engine.rules.play import BettingOffer, Code, Offer, OpenersOffer, RunOffer, ShowOffer, ThrowOffer, WaitOffer
from engine.tables.snapshot import Notice, Phase, Snapshot

MOST_NAMES = 4


def turn_block(snapshot: Snapshot, face: Face) -> str:
    """The question that stands right above the buttons."""
    if snapshot.phase is Phase.PAUSED:
        return f"### {face.say('felt-paused', name=face.member(snapshot.paused_by, TURN_NAME))}"
    if snapshot.phase is Phase.FROZEN:
        return f"### {face.say('felt-behind' if snapshot.notice is Notice.BEHIND else 'felt-frozen')}"
    if snapshot.phase is Phase.ASKED:
        return _asked(snapshot, face)
    if snapshot.offer is None or not snapshot.waiting:
        return small(face.say("felt-dealing"))
    mark = face.emojis.mark("to_act")
    return lines(f"### {mark} {question(snapshot, snapshot.offer, face)}", _clock(snapshot, snapshot.offer, face))


def _asked(snapshot: Snapshot, face: Face) -> str:
    """After a long outage: whether the hand goes on, who has agreed, and when the chips go back."""
    names = face.seats(snapshot, TURN_NAME)
    told = (("agreed", snapshot.agreed), ("missing", snapshot.unanswered))
    return lines(
        f"### {face.say('felt-asked')}",
        *(
            face.say(f"felt-asked-{key}", names=listed(face.language, [names[seat] for seat in seats]))
            for key, seats in told if seats
        ),
        small(face.say("felt-asked-rule", when=moment(snapshot.deadline))),
    )


def question(snapshot: Snapshot, offer: Offer, face: Face) -> str:
    """Who owes which answer, in one line."""
    names = face.seats(snapshot, TURN_NAME)
    name = names[snapshot.waiting[0]]
    match offer:
        case BettingOffer():
            key, amount = _betting(offer)
            return face.say(key, name=name, **amount)
        case ThrowOffer(least=0):
            return face.say("felt-turn-draw", name=name, n=offer.most)
        case ThrowOffer():
            return face.say("felt-turn-discard", n=offer.least, names=_waiting(snapshot, names, face))
        case RunOffer():
            return face.say("felt-turn-runs", names=_waiting(snapshot, names, face))
        case ShowOffer():
            return face.say("felt-turn-show", name=name)
        case OpenersOffer() | WaitOffer():
            return face.say("felt-turn-claim", name=name)


def _waiting(snapshot: Snapshot, names: dict[Seat, str], face: Face) -> str:
    return listed(face.language, [names[seat] for seat in snapshot.waiting], MOST_NAMES)


def _betting(offer: BettingOffer) -> tuple[str, dict[str, Value]]:
    if offer.bring_in is not None:
        return "felt-turn-bring-in", {"amount": offer.bring_in}
    if offer.call is not None:
        return "felt-turn-capped" if offer.barred is Code.RAISE_CAP else "felt-turn-call", {"amount": offer.call}
    if offer.to_open:
        return "felt-turn-first", {}
    if offer.bet_to is None:
        return "felt-turn-check", {}
    return "felt-turn-open" if offer.opening else "felt-turn-option", {}


def _clock(snapshot: Snapshot, offer: Offer, face: Face) -> str:
    """Counts down in the client, in each reader's own language; no edit is needed."""
    if not snapshot.deadline or snapshot.notice is Notice.STUCK:
        return ""
    default = face.say(f"default-{default_of(offer)}")
    key = "felt-clock-bank" if snapshot.on_bank else "felt-clock"
    return small(face.say(key, when=moment(snapshot.deadline), default=default))


def moment(time: float) -> str:
    """A time that counts down by itself: in 24 seconds."""
    return f"<t:{int(time)}:R>"


def default_of(offer: Offer) -> str:
    """The word for what the clock does when nobody answers."""
    match offer:
        case BettingOffer(bring_in=None, call=None, to_open=True):
            return "pass"
        case BettingOffer(bring_in=None, call=None):
            return "check"
        case BettingOffer(bring_in=None):
            return "fold"
        case BettingOffer():
            return "bring-in"
        case ThrowOffer(least=0):
            return "pat"
        case ThrowOffer():
            return "discard"
        case ShowOffer():
            return "show"
        case RunOffer():
            return "once"
        case OpenersOffer() | WaitOffer():
            return "decline"
