"""The leaderboard as a private page, the final standing of a season, and one member's figures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from discord import ui

from cogs.ui.cards import text_form
from cogs.ui.controls import Item
from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.games import game_name
from cogs.ui.ids import Do
from cogs.ui.layout import LINE, Block, Edge, Picture, lines, message, plain, small
from cogs.ui.made import made_words
from cogs.ui.names import safe_name
from cogs.ui.pages import Links
from cogs.ui.words import number, signed
from data.leaderboard import Board, Measure, Place
from data.periods import Period
from data.seasons import Season
from data.stats import Figures
from engine.rules.cards import parse_cards
from engine.rules.catalogue import CATALOGUE

PAGE = 10
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
TITLE = 40
MOST = 25  # places of a final standing that are shown
GRAPH = "graph.png"
_PERIODS, _MEASURES, _GAMES = tuple(Period), tuple(Measure), ("", *CATALOGUE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a leaderboard shows; it travels in the `hand` of its buttons as one number."""

    period: Period = Period.ALL
    by: Measure = Measure.NET
    game: str = ""

    @property
    def code(self) -> int:
        """The number, from 1."""
        place = _GAMES.index(self.game) * len(_MEASURES) + _MEASURES.index(self.by)
        return place * len(_PERIODS) + _PERIODS.index(self.period) + 1

    @classmethod
    def decoded(cls, code: int) -> Asked:
        """From the number of a button, also of one that another version drew."""
        rest, period = divmod(max(code - 1, 0), len(_PERIODS))
        game, by = divmod(rest, len(_MEASURES))
        return cls(_PERIODS[period], _MEASURES[by], _GAMES[game] if game < len(_GAMES) else "")


@dataclass(frozen=True, slots=True)
class Graph:
    """The picture under the own rank: its caption, and the same in words."""

    caption: str
    alt: str


# The leaderboard


def board_page(
    asked: Asked, board: Board, face: Face, *,
    page: int, season: str, best: Mapping[int, tuple[str, str]], graph: Graph | None,
) -> ui.LayoutView:
    """Ten places, the own one always; `best`: (game, facts) by member where hands are ranked."""
    rows = [_row(place, asked, best, face) for place in board.places]
    blocks: list[Block] = [
        _head(asked, board, season, face),
        LINE,
        lines(*rows) or face.say("top-empty"),
        LINE,
        _own(asked, board, best, face),
    ]
    if graph:
        blocks += [small(graph.caption), Picture(GRAPH, graph.alt)]
    return message(Edge.RESULT, [*blocks, [_measures(asked, face)], _turning(asked, board, page, face)])


def _head(asked: Asked, board: Board, season: str, face: Face) -> str:
    named = asked.period is Period.SEASON and season
    period = safe_name(season, TITLE) if named else face.say(f"period-{asked.period}")
    measure = face.say(f"top-m-{asked.by}")
    game = f"{game_name(face, asked.game)} · " if asked.game else ""
    counts = face.say("top-sub", hands=board.hands, players=board.players)
    least = face.say("top-least", hands=board.limits.hands, opponents=board.limits.opponents)
    return lines(f"## {face.say('top-head', season=period)}", small(f"{game}{measure} · {counts}"), small(least))


def _row(place: Place, asked: Asked, best: Mapping[int, tuple[str, str]], face: Face) -> str:
    rank = MEDALS.get(place.rank) or f"`{place.rank:>2}`"
    return f"{rank} **{face.member(place.member, BOARD_NAME)}** {_value(place, asked, best, face)}"


def _value(place: Place, asked: Asked, best: Mapping[int, tuple[str, str]], face: Face) -> str:
    if asked.by is Measure.BEST:
        return hand_words(best[place.member], face) if place.member in best else ""
    return amount(asked.by, place.value, face)


def amount(by: Measure, value: int, face: Face) -> str:
    """What a board ranks by, as the language writes it."""
    match by:
        case Measure.NET:
            return signed(face.language, value)
        case Measure.RATE:
            return face.say("top-rate", n=tenths(value, face))
        case _:
            return number(face.language, value)


def tenths(thousandths: int, face: Face) -> str:
    """`+12.3`, from thousandths."""
    whole, part = divmod(abs(thousandths) + 50, 1000)
    sign = signed(face.language, 1 if thousandths > 0 else -1)[0]
    text = f"{number(face.language, whole)}{face.say('decimal-point')}{part // 100}"
    return text if (whole, part // 100) == (0, 0) else sign + text


def hand_words(found: tuple[str, str], face: Face) -> str:
    """A stored hand with its cards: `two pair, aces and sevens` and the five."""
    game, text = found
    facts = json.loads(text)
    ranking = CATALOGUE[game].pays[0].ranking
    words = made_words(face.language, ranking, ranking.read(facts["value"]))
    cards = parse_cards(facts["cards"])
    return f"{words} {face.emojis.cards(cards) if face.emojis.complete else text_form(cards)}"


def _own(asked: Asked, board: Board, best: Mapping[int, tuple[str, str]], face: Face) -> str:
    if board.own is None:
        return face.say("top-not-yet", **_lack(board)) if board.had else face.say("top-not-played")
    value = _value(board.own, asked, best, face)
    rank = face.say("top-you", rank=board.own.rank, players=board.players)
    return lines(f"### {rank}", f"{value}{_gap(asked, board, board.own, face)}")


def _gap(asked: Asked, board: Board, own: Place, face: Face) -> str:
    """How far it is to the next place, a reason to play again."""
    if board.above is None or asked.by is Measure.BEST:
        return ""
    short = board.above.value - own.value
    behind = tenths(short, face).lstrip("+") if asked.by is Measure.RATE else number(face.language, short)
    return f" · {face.say('top-gap', amount=behind, name=face.member(board.above.member, BOARD_NAME))}"


def _lack(board: Board) -> dict[str, int]:
    assert board.had is not None  # noqa: S101 -- asked before
    return {
        "hands": board.had.hands, "least": board.limits.hands,
        "others": board.had.opponents, "fewest": board.limits.opponents,
    }


def _measures(asked: Asked, face: Face) -> Item:
    options = [(by.value, face.say(f"top-m-{by}"), "") for by in Measure]
    return Links(face, asked.code).choices(Do.MEASURE, "top-measure", options, asked.by)


def _turning(asked: Asked, board: Board, page: int, face: Face) -> list[Item]:
    links, last = Links(face, asked.code), max(0, (board.players - 1) // PAGE)
    return [
        links.button(Do.PREVIOUS, "btn-prev", value=max(page - 1, 0), off=page <= 0),
        links.button(Do.NEXT, "btn-next", value=page + 1, off=page >= last),
        links.button(Do.MINE, "btn-me", off=board.own is None),
    ]


# Seasons


def season_list(seasons: Sequence[Season], face: Face) -> ui.LayoutView:
    """The latest seasons, each with who won it."""
    if not seasons:
        return plain(face.say("season-none"))
    told = lines(*(_season_line(each, face) for each in seasons[:PAGE]))
    return message(Edge.RESULT, [f"## {face.say('season-list')}", told])


def _season_line(season: Season, face: Face) -> str:
    span = f"<t:{int(season.started)}:d> – " + (f"<t:{int(season.ended)}:d>" if season.ended else "")
    firsts = [face.member(place.member, BOARD_NAME) for place in season.places if place.rank == 1]
    nobody = face.say("season-runs" if season.ended is None else "season-nobody")
    won = face.say("season-won", name=", ".join(firsts)) if firsts else nobody
    return f"`{season.number:>2}` **{safe_name(season.name, TITLE)}** · {span} · {won}"


def standing(season: Season, face: Face, most: int = MOST) -> ui.LayoutView:
    """How a season ended."""
    rows = [_row(place, Asked(), {}, face) for place in season.places[:most]]
    head = f"## {face.say('season-final', name=safe_name(season.name, TITLE))}"
    return message(Edge.RESULT, [head, LINE, lines(*rows) or face.say("season-nobody")])


# One member's figures


def figures_page(
    figures: Figures, best: tuple[str, str] | None, name: str, asked: Asked, face: Face
) -> ui.LayoutView:
    """What a member's play adds up to."""
    game = game_name(face, asked.game) if asked.game else face.say("all-games")
    head = lines(f"## {face.say('stats-head', name=name)}", small(f"{game} · {face.say(f'period-{asked.period}')}"))
    if not figures.hands:
        return message(Edge.PRIVATE, [head, face.say("stats-none")])
    done, records = lines(*_figures(figures, face)), lines(*_records(figures, best, face))
    return message(Edge.PRIVATE, [head, LINE, done, LINE, records])


def _figures(figures: Figures, face: Face) -> Iterable[str]:
    rate = tenths(figures.mbb * 100 // figures.hands, face)
    net = signed(face.language, figures.net)
    yield face.say("stats-net", net=net, hands=figures.hands, rate=face.say("top-rate", n=rate))
    vpip, pfr = (_share(hands, figures.hands, face) for hands in (figures.vpip, figures.pfr))
    yield face.say("stats-in", vpip=vpip, pfr=pfr)
    yield face.say("stats-aggression", n=_ratio(figures, face))
    seen = _share(figures.showdowns, figures.later, face)
    yield face.say("stats-showdown", went=seen, won=_share(figures.won_there, figures.showdowns, face))
    if figures.opened:
        yield face.say("stats-openers", opened=figures.opened, split=figures.split)


def _records(figures: Figures, best: tuple[str, str] | None, face: Face) -> Iterable[str]:
    yield face.say("stats-pots", won=figures.pot, lost=figures.loss)
    if best:
        yield face.say("stats-best", hand=hand_words(best, face))
    yield face.say("stats-favourite", game=game_name(face, figures.favourite))


def _share(part: int, whole: int, face: Face) -> str:
    return face.say("percent", n=round(100 * part / whole)) if whole else "–"


def _ratio(figures: Figures, face: Face) -> str:
    """Bets and raises for each call."""
    return tenths(1000 * figures.bets // figures.calls, face).lstrip("+") if figures.calls else "–"
