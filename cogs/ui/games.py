"""Games, limits and the steps of a hand in words."""

from __future__ import annotations

from cogs.ui.face import Face
from cogs.ui.layout import small
from engine.rules.house import HouseRules
from engine.rules.stakes import Limit, Stakes
from engine.rules.steps import Bet, Discard, Draw, Post
from engine.rules.variants import agreed
from engine.rules.view import View
from engine.tables.config import Game


def game_name(face: Face, key: str) -> str:
    """A game by its catalogue key."""
    return face.say(f"game-{key}")


def limit_words(face: Face, stakes: Stakes) -> str:
    """The betting structure with its amounts: `no limit 5/10`, `fixed limit 10/20`."""
    return face.say(f"limit-{stakes.limit}", stakes="/".join(face.number(amount) for amount in _amounts(stakes)))


def _amounts(stakes: Stakes) -> tuple[int, ...]:
    if stakes.limit is Limit.FIXED:
        return stakes.small_bet, stakes.big_bet or stakes.small_bet
    if stakes.limit is Limit.SPREAD:
        return stakes.spread
    return stakes.blinds or (stakes.button_blind or stakes.min_bet,)


def extras(face: Face, stakes: Stakes) -> str:
    """Forced bets that the limit does not name, each led by a dot."""
    posts = {"ante": stakes.ante, "bring-in": stakes.bring_in}
    posts |= {"ante-bb": stakes.bb_ante, "ante-button": stakes.button_ante}
    named = [face.say(key, amount=amount) for key, amount in posts.items() if amount]
    if stakes.blinds and stakes.limit in (Limit.FIXED, Limit.SPREAD):
        named.append(face.say("blinds", amounts="/".join(face.number(blind) for blind in stakes.blinds)))
    return "".join(f" · {text}" for text in named)


def head(face: Face, game: Game, number: int) -> str:
    """`Hold'em · no limit 5/10 · hand 118`."""
    hand = face.say("hand-no", no=number)
    return face.say("felt-head", game=game_name(face, game.key), limit=limit_words(face, game.stakes), hand=hand)


SEAL = 8  # digits of the root that are shown


def sealed(view: View, face: Face) -> str:
    """A mark of what was promised about the deck before the deal; the whole of it stands where `root` puts it."""
    return f" · {face.say('felt-sealed', mark=view.commitment[:SEAL])}" if view.commitment else ""


def root(view: View, face: Face) -> str:
    """All of what was promised, in a member's own messages: the felt is edited all the time, so its word alone is weak.

    Empty for a deck that was not sealed.
    """
    return small(face.say("story-sealed", root=f"`{view.commitment}`")) if view.commitment else ""


def terms(face: Face, game: Game) -> str:
    """`Seven-card stud · fixed limit 5/10 · ante 1 · bring-in 2`."""
    limit, extra = limit_words(face, game.stakes), extras(face, game.stakes)
    return face.say("lobby-terms", game=game_name(face, game.key), limit=limit, extra=extra)


def steps(face: Face, game: Game, street: str) -> str:
    """The course of a hand without a board, the present step bold."""
    first = "blinds" if game.stakes.blinds else "antes"
    names = [(first, "") for step in game.variant.script if isinstance(step, Post) and game.variant.has_draw]
    names += [(step, step) for step in _streets(game, game.house)]
    shown = (face.say(f"step-{name}") for name, _ in names)
    return " › ".join(f"**{text}**" if at == street else text for text, (_, at) in zip(shown, names, strict=True))


def _streets(game: Game, house: HouseRules) -> list[str]:
    return [step.street for step in agreed(game.variant, house) if isinstance(step, Bet | Draw | Discard)]
