"""What happened, one sentence an event. Events that say nothing new to people give no sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.ui.cards import text_form
from cogs.ui.face import Face
from engine.rules.cards import BACK
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
    Verb,
    Voided,
    Voted,
    Withdrawn,
)
from engine.rules.facts import Seat
from engine.rules.stakes import PostKind

Names = Mapping[Seat, str]
_MOST_BOARD = 3  # a flop; more cards taken back were dealt by mistake


def sentences(face: Face, names: Names, story: Sequence[Event]) -> list[str]:
    """The sentences of a story, oldest first."""
    opening = _openings(story)
    return [text for place, event in enumerate(story) if (text := sentence(face, names, event, opens=place in opening))]


def recent(face: Face, names: Names, story: Sequence[Event], most: int) -> list[str]:
    """The last actions and announcements, without posts and cards, which the felt shows itself."""
    shown = [event for event in story if not isinstance(event, Posted | Dealt | BoardDealt | Shared | Awarded | Ended | Opened)]
    opened = {id(story[place]) for place in _openings(story)}
    texts = (sentence(face, names, event, opens=id(event) in opened) for event in reversed(shown))
    found = [text for text, _ in zip((text for text in texts if text), range(most), strict=False)]
    return found[::-1]


def _openings(story: Sequence[Event]) -> set[int]:
    """Places of bets that opened the pot in jacks to open."""
    return {place - 1 for place, event in enumerate(story) if isinstance(event, Opened) and place}


def sentence(face: Face, names: Names, event: Event, *, opens: bool = False) -> str:
    """One event in words; empty for those that people need not read."""
    match event:
        case Acted():
            return _acted(face, names, event, opens=opens)
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


def _acted(face: Face, names: Names, event: Acted, *, opens: bool) -> str:
    name = names[event.seat]
    if event.verb in (Verb.FOLD, Verb.CHECK):
        return face.say(f"log-{event.verb}", name=name)
    if event.verb is Verb.CALL:
        return face.say("log-allin-call" if event.all_in else "log-call", name=name, amount=event.paid)
    if event.all_in:
        return face.say("log-allin", name=name, amount=event.to)
    return face.say("log-open" if opens else f"log-{event.verb}", name=name, amount=event.to)


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
            return face.say("log-proved", name=name, cards=text_form(cards)) if valid else face.say("log-unproved", name=name)


def _table(
    face: Face, names: Names, event: BoardDealt | Shared | RunsAgreed | BoardTakenBack | Reshuffled | Replaced | Voided
) -> str:
    match event:
        case BoardDealt(run, cards):
            return face.say("log-board-run", n=run + 1, cards=text_form(cards)) if run else face.say("log-board", cards=text_form(cards))
        case Shared(cards):
            return face.say("log-shared", cards=text_form(cards))
        case RunsAgreed(times):
            return face.say("log-runs", n=times)
        case BoardTakenBack(_, cards):
            return face.say("log-ruling-flop" if len(cards) > _MOST_BOARD else "log-ruling-back", cards=text_form(cards))
        case Reshuffled(_, ruling):
            return face.say("log-ruling-shuffle" if ruling else "log-reshuffled")
        case Replaced(seat, taken, exposed, _):
            if exposed:
                return face.say("log-ruling-exposed", name=names[seat], cards=text_form(taken))
            return face.say("log-ruling-extra", name=names[seat])
        case Voided():
            return face.say("log-void")

