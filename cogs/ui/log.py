"""What happened, one sentence an event. Events that say nothing new to people give no sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from cogs.ui.cards import text_form
from cogs.ui.face import Face
from engine.rules.cards import BACK
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import (
    Acted,
    Answered,
    Asked,
    Awarded,
    BoardDealt,
    BoardTakenBack,
    Dealt,
    Declared,
    Drew,
    Ended,
    Event,
    GaveUp,
    HandDied,
    Mucked,
    Opened,
    OpenersProved,
    Posted,
    Replaced,
    Reshuffled,
    Returned,
    RunsAgreed,
    Shared,
    Shown,
    Started,
    Verb,
    Voided,
    Voted,
    Withdrawn,
)
from engine.rules.facts import Seat

Names = Mapping[Seat, str]
_ON_THE_FELT = Posted | Dealt | BoardDealt | Shared | Awarded | Ended | Opened
_MOST_BOARD = 3  # a flop; more cards taken back were dealt by mistake


def sentences(face: Face, names: Names, story: Sequence[Event]) -> list[str]:
    """The sentence of each event of a story, empty for those that have none."""
    called = _called(story)
    return [sentence(face, names, event, called.get(place, "")) for place, event in enumerate(story)]


def recent(face: Face, names: Names, story: Sequence[Event], most: int) -> list[str]:
    """The last actions and announcements, without posts and cards, which the felt shows itself."""
    called = _called(story)
    shown = ((place, event) for place, event in reversed(list(enumerate(story))) if not isinstance(event, _ON_THE_FELT))
    texts = (sentence(face, names, event, called.get(place, "")) for place, event in shown)
    return list(islice((text for text in texts if text), most))[::-1]


def _called(story: Sequence[Event]) -> dict[int, str]:
    """Places of bets and checks that jacks to open has its own words for: open, pass."""
    called: dict[int, str] = {}
    unopened = False
    for place, event in enumerate(story):
        match event:
            case Started(variant=variant):
                unopened = CATALOGUE[variant].has_openers
            case Opened():
                called[place - 1] = "open"
                unopened = False
            case Acted(verb=Verb.CHECK) if unopened:
                called[place] = "pass"
            case Drew():
                unopened = False
    return called


def sentence(face: Face, names: Names, event: Event, called: str = "") -> str:
    """One event in words, an action as `called` if told; empty for those that people need not read."""
    match event:
        case Acted():
            return _acted(face, names, event, called or event.verb)
        case Posted(seat, kind, amount):
            return face.say(f"log-posts-{kind}", name=names[seat], amount=amount) if amount else ""
        case Drew() | GaveUp() | Shown() | Mucked() | Declared() | Voted() | Dealt():
            return _holding(face, names, event)
        case Asked() | Answered() | HandDied() | OpenersProved():
            return _openers(face, names, event)
        case Returned(seat, amount):
            return face.say("log-returned", name=names[seat], amount=amount)
        case Withdrawn(seat, amount):
            return face.say("log-withdrawn", name=names[seat], amount=amount)
        case BoardDealt() | Shared() | RunsAgreed() | BoardTakenBack() | Reshuffled() | Replaced() | Voided():
            return _table(face, names, event)
        case Awarded(wins=wins):
            return ", ".join(face.say("log-wins", name=names[win.seat], amount=win.chips) for win in wins if win.chips)
        case Ended(carry=carry):
            return face.say("log-stays", amount=carry) if carry else ""
        case _:
            return ""


def _acted(face: Face, names: Names, event: Acted, called: str) -> str:
    name = names[event.seat]
    if event.verb in (Verb.FOLD, Verb.CHECK):
        return face.say(f"log-{called}", name=name)
    if event.verb is Verb.CALL:
        return face.say("log-allin-call" if event.all_in else "log-call", name=name, amount=event.paid)
    return face.say("log-allin" if event.all_in else f"log-{called}", name=name, amount=event.to)


def _holding(face: Face, names: Names, event: Drew | GaveUp | Shown | Mucked | Declared | Voted | Dealt) -> str:
    name = names[event.seat]
    match event:
        case Drew(_, discarded, _, splits):
            drew = face.say("log-draw", name=name, n=len(discarded)) if discarded else face.say("log-pat", name=name)
            return f"{drew}. {face.say('log-splits', name=name)}" if splits else drew
        case GaveUp(_, discarded):
            return face.say("log-discard", name=name, n=len(discarded))
        case Shown(_, down):
            return face.say("log-shown", name=name, cards=text_form(down))
        case Mucked():
            return face.say("log-mucked", name=name)
        case Declared():
            return face.say("log-declared", name=name)
        case Voted():
            return face.say("log-voted", name=name)
        case Dealt(_, down, up):
            seen = (*(card for card in down if card != BACK), *up)
            return face.say("log-up", name=name, cards=text_form(seen)) if seen else ""


def _openers(face: Face, names: Names, event: Asked | Answered | HandDied | OpenersProved) -> str:
    name = names[event.seat]
    match event:
        case Asked():
            return face.say("log-asked", name=name)
        case Answered(_, opens):
            return face.say("log-opens" if opens else "log-declines", name=name)
        case HandDied(_, reason):
            return face.say(f"log-dead-{reason}", name=name)
        case OpenersProved(_, valid, cards, _, public):
            if not public:
                return ""
            key = "log-proved" if valid else "log-unproved"
            return face.say(key, name=name, cards=text_form(cards))


_OnTheTable = BoardDealt | Shared | RunsAgreed | BoardTakenBack | Reshuffled | Replaced | Voided


def _table(face: Face, names: Names, event: _OnTheTable) -> str:
    match event:
        case BoardDealt(run, cards):
            return face.say("log-board-run" if run else "log-board", n=run + 1, cards=text_form(cards))
        case Shared(cards):
            return face.say("log-shared", cards=text_form(cards))
        case RunsAgreed(times):
            return face.say("log-runs", n=times)
        case BoardTakenBack(_, cards):
            key = "log-ruling-flop" if len(cards) > _MOST_BOARD else "log-ruling-back"
            return face.say(key, cards=text_form(cards))
        case Reshuffled(_, ruling):
            return face.say("log-ruling-shuffle" if ruling else "log-reshuffled")
        case Replaced(seat, taken, exposed, _):
            if exposed:
                return face.say("log-ruling-exposed", name=names[seat], cards=text_form(taken))
            return face.say("log-ruling-extra", name=names[seat])
        case Voided():
            return face.say("log-void")

