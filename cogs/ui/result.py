"""The last edit of a felt: who won which pot with which five cards and why, what was shown, what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.ui.awards import Awards, played, together
from cogs.ui.cards import text_form
from cogs.ui.face import TURN_NAME, Face
from cogs.ui.games import head, terms
from cogs.ui.ids import Do, masked
from cogs.ui.layout import BLUE, GREEN, GREY, LINE, Block, Desk, Edge, Row, fitted, lines, message, small
from cogs.ui.lobby import game_choice, players_missing, waiting_list
from cogs.ui.made import made_words
from cogs.ui.notice import notice
from cogs.ui.seats import seat_names
from cogs.ui.turn import moment, turn_block
from cogs.ui.words import signed
from engine.rules.cards import Cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Declared, OpenersProved, Reason, Returned
from engine.rules.facts import Chips, Seat
from engine.rules.view import SeatView, View
from engine.tables.snapshot import Notice, Phase, Private, Snapshot

FULL_BLOCKS = 6
"""Pots explained in full at most; each step of shortening explains one less."""


def result(snapshot: Snapshot, view: View, face: Face) -> ui.LayoutView:
    """A finished hand."""
    return message(Edge.RESULT, fitted(lambda step: _blocks(snapshot, view, face, step), FULL_BLOCKS))


def _blocks(snapshot: Snapshot, view: View, face: Face, step: int) -> Sequence[Block]:
    coming = lines(notice(snapshot, face), _next(snapshot, face))
    return [*told(snapshot, view, face, step), LINE, coming, *_rows(snapshot, face)]


def told(snapshot: Snapshot, view: View, face: Face, step: int) -> list[Block]:
    """What happened, without what comes next; each step leaves one pot more unexplained."""
    names = seat_names(snapshot, face)
    awards = Awards(view, face, names, FULL_BLOCKS - step, together(view.awards))
    top = small(head(face, played(snapshot, view), snapshot.number))
    return [
        lines(f"## {_headline(view, face, names)}", top, *_boards(view, face)),
        LINE,
        *awards.blocks(),
        lines(*_notes(view, face, names)),
        LINE,
        lines(*_nets(view, face, names), *_shows(snapshot, face, names, pictures=not step)),
    ]


def _headline(view: View, face: Face, names: dict[Seat, str]) -> str:
    if view.reason:
        return face.say(f"result-{view.reason}")
    won = sorted((seat for seat in view.seats.values() if seat.won), key=lambda seat: -seat.won)
    match won:
        case [one]:
            return face.say("result-wins", name=names[one.seat], amount=one.won)
        case [one, two]:
            return face.say("result-two", a=names[one.seat], x=one.won, b=names[two.seat], y=two.won)
        case [_, _, _] if all(len(award.wins) == len(won) for award in view.awards):
            shares = ", ".join(face.say("result-part", name=names[seat.seat], amount=seat.won) for seat in won)
            return face.say("result-split", n=len(won), shares=shares)
        case [one, *others]:
            return face.say("result-more", name=names[one.seat], amount=one.won, n=len(others))
        case _:
            return face.say("result-uncontested")


def _boards(view: View, face: Face) -> list[str]:
    shown = [board for board in view.boards if board]
    found: list[str] = []
    for board in shown:
        found.append(f"# {face.emojis.cards(board)}")
        found.append(small(text_form(board)) if face.emojis.complete else "")
    if view.shared:
        found.append(f"{face.say('felt-shared')} {face.emojis.cards(view.shared)}")
    return found


def _notes(view: View, face: Face, names: dict[Seat, str]) -> list[str]:
    """What else decided the hand: openers, uncalled bets, chips that stay."""
    notes = _proof(view, face, names)
    declared = [names[event.seat] for event in view.story if isinstance(event, Declared)]
    notes += [small(face.say("result-board", name=name)) for name in declared]
    returned: dict[Seat, Chips] = {}
    for event in view.story:
        if isinstance(event, Returned):
            returned[event.seat] = returned.get(event.seat, 0) + event.amount
    notes += [small(face.say("result-returned", amount=amount, name=names[seat])) for seat, amount in returned.items()]
    return [*notes, _carried(view, face)]


def _carried(view: View, face: Face) -> str:
    if view.reason is Reason.MISDEAL:
        return face.say("result-back")
    if not view.carry:
        return ""
    if view.reason:
        return face.say("result-stays", amount=view.carry)
    return small(face.say("result-left", amount=view.carry))


def _proof(view: View, face: Face, names: dict[Seat, str]) -> list[str]:
    proved = view.proved
    if proved is None or not proved.public:
        return []
    if not proved.valid:
        return [face.say("result-openers-false", name=names[proved.seat])]
    cards = face.emojis.cards(proved.cards)
    shown = face.say("result-openers", name=names[proved.seat], cards=cards, what=_what(proved, view, face))
    aside = small(face.say("result-openers-split", card=face.emojis.cards(proved.aside))) if proved.aside else ""
    return [shown, aside]


def _what(proved: OpenersProved, view: View, face: Face) -> str:
    ranking = CATALOGUE[view.variant].pays[0].ranking
    value = ranking.value(proved.cards)
    return made_words(face.language, ranking, ranking.read(value)) if value is not None else ""


def _nets(view: View, face: Face, names: dict[Seat, str]) -> list[str]:
    """Each hand that got to the end with its gain or loss; those who folded, or nobody asked to show, in one line."""
    seats = [view.seats[seat] for seat in sorted(view.order)]
    ended = [seat for seat in seats if seat.live or seat.mucked]
    stayed = [seat for seat in ended if not view.reason or seat.shown]
    quiet = [_brief(seat, face, names) for seat in ended if seat not in stayed]
    folded = [_brief(seat, face, names) for seat in seats if seat not in ended]
    gone = f"{face.emojis.mark('folded')} {face.say('result-folded', names=', '.join(folded))}" if folded else ""
    return [*(_net(seat, face, names) for seat in stayed), small(", ".join(quiet)), small(gone)]


def _shows(snapshot: Snapshot, face: Face, names: dict[Seat, str], *, pictures: bool) -> list[str]:
    """What players showed of their own will after the hand; as text alone where there is no room."""

    def drawn(cards: Cards) -> str:
        text = text_form(cards)
        return f"{face.emojis.cards(cards)} {text}" if pictures and face.emojis.complete else text

    shown = sorted(snapshot.shown_after.items())
    return [face.say("result-shows", name=names[seat], cards=drawn(cards)) for seat, cards in shown]


def _brief(seat: SeatView, face: Face, names: dict[Seat, str]) -> str:
    return f"{names[seat.seat]} {signed(face.language, seat.net)}" if seat.net else names[seat.seat]


def _net(seat: SeatView, face: Face, names: dict[Seat, str]) -> str:
    cards = face.emojis.cards(seat.down + seat.up) if face.emojis.complete or seat.shown or seat.up else ""
    mucked = f" · {face.say('result-mucked')}" if seat.mucked else ""
    return f"{cards} **{names[seat.seat]}** {signed(face.language, seat.net)}{mucked}".lstrip()


def _next(snapshot: Snapshot, face: Face) -> str:
    if snapshot.phase is Phase.CLOSED:
        return face.say("felt-closed")
    if snapshot.phase in (Phase.PAUSED, Phase.FROZEN):
        return turn_block(snapshot, face)
    if snapshot.notice is Notice.UPDATE:
        return small(waiting_list(snapshot, face))
    if snapshot.next_hand_at:
        when = face.say("result-next", when=moment(snapshot.next_hand_at))
    else:
        missing = players_missing(snapshot)
        when = face.say("result-waiting", n=missing) if missing else face.say("lobby-start")
    return lines(f"### {when}", _next_game(snapshot, face), small(waiting_list(snapshot, face)))


def _next_game(snapshot: Snapshot, face: Face) -> str:
    """Where games change: which one comes, or who says so."""
    if len(snapshot.config.games) < 2 or snapshot.phase is Phase.CLOSED:
        return ""
    if snapshot.chooser:
        return small(face.say("result-chooser", name=face.seats(snapshot, TURN_NAME)[snapshot.chooser]))
    return small(face.say("result-next-game", game=terms(face, snapshot.game)))


def _rows(snapshot: Snapshot, face: Face) -> list[Row]:
    """For whoever presses: show, top up, pause; the whole hand, leave. Start or join where the table waits."""
    desk = Desk(snapshot, face)
    whole = desk.button(Do.STORY, "btn-history")
    if snapshot.phase in (Phase.CLOSED, Phase.FROZEN):
        return [[whole]]
    show, top_up = desk.button(Do.SHOW, "btn-show-cards"), desk.button(Do.TOPUP, "btn-topup")
    first = [show, top_up, desk.button(Do.SITOUT, "btn-sitout")]
    second = [whole, desk.button(Do.LEAVE, "btn-leave")]
    choice = game_choice(desk)
    if snapshot.next_hand_at or snapshot.phase is Phase.PAUSED:
        return [*choice, first, second]
    waiting = [desk.button(Do.JOIN, "btn-join", GREEN), desk.button(Do.SITIN, "btn-sitin")]
    start = [desk.button(Do.START, "btn-start", BLUE)] if not players_missing(snapshot) else []
    return [*choice, first, second, [*waiting, *start]]


def show_choice(private: Private, face: Face, chosen: Sequence[str] = ()) -> ui.LayoutView:
    """The private question after a hand: which of the cards that are still hidden to show the table."""
    view = private.view
    held = view.seats[private.seat].down if view and not view.seats[private.seat].shown else ()
    hidden = tuple(card for card in held if card not in private.snapshot.shown_after.get(private.seat, ()))
    if view is None or not hidden:
        return message(Edge.PRIVATE, [face.say("show-nothing")])
    desk = Desk(private.snapshot, face)
    picked = [card for card in hidden if card in chosen]
    mask = masked([held.index(card) for card in picked])
    partly = 0 < len(picked) < len(hidden)
    some = [desk.button(Do.SHOW_SOME, "btn-show-some", GREEN, mask, n=len(picked))] if partly else []
    whole = masked([held.index(card) for card in hidden])
    every = desk.button(Do.SHOW_SOME, "btn-show-all", GREY if some else GREEN, whole)
    text = small(text_form(hidden)) if face.emojis.complete else ""
    return message(Edge.PRIVATE, [
        lines(f"# {face.emojis.cards(hidden)}", text, f"**{face.say('show-ask')}**"),
        [desk.cards(Do.SHOWN, "show-place", hidden, picked, lambda _: "", 0, len(hidden))],
        [*some, every, desk.button(Do.SHOW_NONE, "btn-show-none")],
    ])
