"""The lobby: one look tells whether to sit down, and what is missing for the start."""

from __future__ import annotations

from discord import ui

from cogs.ui.face import SEAT_NAME, Face
from cogs.ui.games import game_name, terms
from cogs.ui.house import lobby_rules
from cogs.ui.ids import Do
from cogs.ui.layout import BLUE, GREEN, LINE, Block, Desk, Row, lines, plain, small
from cogs.ui.names import safe_name
from cogs.ui.notice import notice
from cogs.ui.seats import absence
from cogs.ui.turn import turn_block
from cogs.ui.words import listed
from engine.tables.snapshot import Phase, Sitter, Snapshot

MOST_RULES = 8
MOST_GAMES = 6
MOST_CHOICES = 25  # options of a select
MOST_WAITING = 6
TABLE_NAME = 40
MINUTE, HOUR = 60, 3600


def lobby_blocks(snapshot: Snapshot, face: Face) -> list[Block]:
    """Game, seats, house rules, what is missing, buttons."""
    chip = face.emojis.mark("chip")
    rules = lobby_rules(face, snapshot.game)[:MOST_RULES]
    blocks: list[Block] = [
        lines(f"## {chip} {safe_name(snapshot.name, TABLE_NAME)}".replace("  ", " "), *_terms(snapshot, face)),
        LINE,
        _seats(snapshot, face),
        LINE,
        lines(f"### {face.say('lobby-rules')}", *(f"- {rule}" for rule in rules)),
        small(face.say("lobby-clock", time=duration(face, snapshot.config.clock))),
        LINE,
    ]
    if snapshot.phase is Phase.CLOSED:
        return [*blocks, face.say("felt-closed")]
    if snapshot.phase is Phase.FROZEN:
        return [*blocks, turn_block(snapshot, face)]
    missing = lines(notice(snapshot, face), f"**{_missing(snapshot, face)}**", small(_price(snapshot, face)))
    return [*blocks, missing, *_rows(snapshot, face)]


def _terms(snapshot: Snapshot, face: Face) -> list[str]:
    config, first = snapshot.config, terms(face, snapshot.game)
    if len(config.games) == 1:
        return [first]
    games = listed(face.language, [game_name(face, each.key) for each in config.games], MOST_GAMES)
    if config.dealers_choice:
        return [first, small(face.say("lobby-choice", games=games))]
    return [first, small(face.say("lobby-mixed", n=len(config.games), hands=config.hands_each, games=games))]


def _seats(snapshot: Snapshot, face: Face) -> str:
    names = face.seats(snapshot, SEAT_NAME)
    taken = [sitter.seat for sitter in snapshot.sitters]
    free = [str(seat) for seat in range(1, snapshot.config.seats + 1) if seat not in taken]
    rest = face.say("lobby-free", seats=", ".join(free)) if free else face.say("lobby-full", n=len(snapshot.waitlist))
    return lines(
        f"### {face.say('lobby-seats', taken=len(taken), all=snapshot.config.seats)}",
        *(_sitter(snapshot, face, names[sitter.seat], sitter) for sitter in snapshot.sitters),
        "" if taken else face.say("lobby-empty"),
        small(rest),
        small(waiting_list(snapshot, face)),
        small(face.say("lobby-private")) if snapshot.config.private else "",
    )


def _sitter(snapshot: Snapshot, face: Face, name: str, sitter: Sitter) -> str:
    notes = [face.say("lobby-host")] if sitter.member == snapshot.host else []
    notes += [absence(face, sitter)] if sitter.sitting_out or sitter.leaving else []
    text = " · ".join((f"**{name}** {face.number(sitter.stack)}", *notes))
    return f"{face.emojis.mark('chip')} {text}".lstrip()


def players_missing(snapshot: Snapshot) -> int:
    """How many more players the next hand needs."""
    ready = sum(1 for sitter in snapshot.sitters if sitter.stack and not sitter.sitting_out and not sitter.leaving)
    return max(0, 2 - ready)


def _missing(snapshot: Snapshot, face: Face) -> str:
    missing = players_missing(snapshot)
    return face.say("lobby-start-one", n=missing) if missing else face.say("lobby-start")


def _price(snapshot: Snapshot, face: Face) -> str:
    config = snapshot.config
    price = face.say("lobby-buyin", min=config.min_buy_in, max=config.max_buy_in)
    return f"{price} {face.say('lobby-bank', bank=face.opening)}" if face.opening else price


def _rows(snapshot: Snapshot, face: Face) -> list[Block]:
    desk = Desk(snapshot, face)
    start = desk.button(Do.START, "btn-start", BLUE, off=bool(players_missing(snapshot)))
    return [
        *game_choice(desk),
        [desk.button(Do.JOIN, "btn-join", GREEN), start],
        [desk.button(Do.RULES, "btn-rules"), desk.button(Do.LEAVE, "btn-leave")],
    ]


def game_choice(desk: Desk) -> list[Row]:
    """Dealer's choice: the games of the table. It works for the next button only; others are told whose it is."""
    snapshot, face = desk.snapshot, desk.face
    if not snapshot.chooser:
        return []
    games = snapshot.config.games[:MOST_CHOICES]
    options = [(str(place), game_name(face, game.key), terms(face, game)) for place, game in enumerate(games)]
    return [[desk.choices(Do.NEXT_GAME, options, str(games.index(snapshot.game)))]]


def waiting_list(snapshot: Snapshot, face: Face) -> str:
    """Who waits for a seat, in order; empty for nobody."""
    names = [face.member(member, SEAT_NAME) for member in snapshot.waitlist]
    return face.say("lobby-waiting", names=listed(face.language, names, MOST_WAITING)) if names else ""


def lobby_started(snapshot: Snapshot, face: Face) -> ui.LayoutView:
    """What is left of the lobby once the first felt stands below it."""
    return plain(small(face.say("lobby-started", no=snapshot.number)))


def duration(face: Face, seconds: float) -> str:
    """A clock in the unit that people would use."""
    if seconds < 2 * MINUTE:
        return face.say("time-s", n=round(seconds))
    if seconds < 2 * HOUR:
        return face.say("time-m", n=round(seconds / MINUTE))
    return face.say("time-h", n=round(seconds / HOUR))
