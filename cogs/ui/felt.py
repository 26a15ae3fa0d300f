"""The public message of a table in every phase: a pure function of the snapshot and a face."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.ui.buttons import felt_rows
from cogs.ui.cards import text_form
from cogs.ui.face import Face
from cogs.ui.games import head, sealed, steps
from cogs.ui.layout import LINE, Block, Edge, fitted, lines, message, small
from cogs.ui.lobby import lobby_blocks
from cogs.ui.log import recent
from cogs.ui.notice import notice
from cogs.ui.result import result
from cogs.ui.seats import Seats, seat_names
from cogs.ui.turn import turn_block
from cogs.ui.words import capital, listed
from engine.rules.cards import BACK, Cards
from engine.rules.facts import Seat
from engine.rules.pots import Pot
from engine.rules.view import View
from engine.tables.snapshot import Phase, Snapshot

LOG = 6  # actions in the log at most
SIDE_POTS, POT_NAMES = 3, 4
BOARD = 5
_STREETS = (("flop", 0, 3), ("turn", 3, 4), ("river", 4, 5))

NO_POT_NAMES, NO_SHOWS, NO_FOLDED_MARKS = LOG + 1, LOG + 2, LOG + 3
"""What is dropped, step by step, when a felt would grow too long: after the log these."""


def felt(snapshot: Snapshot, face: Face) -> ui.LayoutView:
    """The table's message: lobby before the first hand, the hand in play, its result after it."""
    view = snapshot.view
    if view is None or snapshot.phase is Phase.LOBBY:
        return message(Edge.PLAY, lobby_blocks(snapshot, face))
    if view.over:
        return result(snapshot, view, face)
    return message(Edge.PLAY, fitted(lambda step: _blocks(snapshot, view, face, step), NO_FOLDED_MARKS))


def _blocks(snapshot: Snapshot, view: View, face: Face, step: int) -> Sequence[Block]:
    names = seat_names(snapshot, face)
    seats = Seats(snapshot, view, face, names, shows=step < NO_SHOWS, folded_marks=step < NO_FOLDED_MARKS)
    last = recent(face, names, view.story, LOG - min(step, LOG))
    log = small(face.say("felt-last", actions=", ".join(last))) if last else ""
    return [
        middle(snapshot, view, face, names if step < NO_POT_NAMES else {}),
        LINE,
        *seats.blocks(),
        LINE,
        lines(log, notice(snapshot, face), turn_block(snapshot, face)),
        *felt_rows(snapshot, face),
    ]


def middle(snapshot: Snapshot, view: View, face: Face, names: dict[Seat, str]) -> str:
    """What lies in the middle: the board or the pot in the largest letters."""
    top = small(head(face, snapshot.game, snapshot.number) + sealed(view, face))
    pot = face.say("felt-pot", pot=view.pot)
    if snapshot.game.variant.has_board:
        return lines(top, *boards(view, face), f"## {pot}", side_pots(view, face, names))
    chip = face.emojis.mark("chip")
    course = small(steps(face, snapshot.game, view.street))
    shared = f"{face.say('felt-shared')} {face.emojis.cards(view.shared)}" if view.shared else ""
    large = f"# {chip} {pot}".replace("  ", " ")
    return lines(top, course, large, _carried(snapshot, view, face), shared, side_pots(view, face, names))


def _carried(snapshot: Snapshot, view: View, face: Face) -> str:
    if not view.carried:
        return ""
    if not snapshot.redeals:
        return small(face.say("felt-carried-odd", amount=view.carried))
    return small(face.say("felt-carried", amount=view.carried, n=snapshot.redeals))


def boards(view: View, face: Face) -> list[str]:
    """The board in large cards with backs for those to come, its text form below; each run if there are several."""
    if len(view.boards) == 1:
        return _board(view.board, face, _streets(view, face))
    runs = ((board, face.say("felt-board-run", n=run)) for run, board in enumerate(view.boards, 1))
    return [line for board, words in runs for line in _board(board, face, words)]


def _board(board: Cards, face: Face, words: str) -> list[str]:
    if not face.emojis.complete:
        return [f"# {text_form(board)}" if board else "", small(words)]
    whole = board + (BACK,) * (BOARD - len(board))
    text = words if "`" in words else f"{words} {text_form(board)}".rstrip()
    return [f"# {face.emojis.cards(whole)}", small(text)]


def _streets(view: View, face: Face) -> str:
    """Which card came on which street; the cards themselves only where emojis do not say it already in text."""
    if not view.board:
        return face.say("street-preflop")
    dealt = [(name, view.board[first:last]) for name, first, last in _STREETS if len(view.board) > first]
    if not face.emojis.complete:
        return capital(face.say(f"street-{dealt[-1][0]}"))
    return " ".join(f"{face.say(f'street-{name}')} {text_form(cards)}" for name, cards in dealt)


def side_pots(view: View, face: Face, names: dict[Seat, str]) -> str:
    """Main and side pots with who can win them; nothing while there is only one. Without names: amounts alone."""
    if len(view.pots) < 2:
        return ""
    shown = [_pot(face, place, pot, view, names) for place, pot in enumerate(view.pots[: SIDE_POTS + 1])]
    hidden = len(view.pots) - len(shown)
    return lines(*shown, face.say("list-more", n=hidden) if hidden else "")


def _pot(face: Face, place: int, pot: Pot, view: View, names: dict[Seat, str]) -> str:
    amount = f"**{face.number(pot.amount)}**"
    text = face.say("felt-pot-side", n=place, amount=amount) if place else face.say("felt-pot-main", amount=amount)
    if not names:
        return text
    if set(pot.contenders) >= set(view.live):
        return f"{text}, {face.say('felt-pot-all', n=len(view.live))}"
    return f"{text}, {listed(face.language, [names[seat] for seat in pot.contenders], POT_NAMES)}"


def text_of(view: ui.LayoutView) -> str:
    """The words of a message, for logs and tests: texts and labels in order."""
    parts: list[str] = []
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            parts.append(item.content)
        elif isinstance(item, ui.Separator):
            parts.append("---")
        elif isinstance(item, ui.DynamicItem):
            parts.append(_control(item.item))
    return "\n".join(parts)


def _control(item: object) -> str:
    if isinstance(item, ui.Button):
        return f"[{item.label}]" if not item.disabled else f"({item.label})"
    options = item.options if isinstance(item, ui.Select) else []
    return "<" + " | ".join(f"{'*' if option.default else ''}{option.label}" for option in options) + ">"
