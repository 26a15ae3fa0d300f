"""My cards: what one member alone sees, and where discards and decisions ahead are made. One panel per member."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from discord import ui

from cogs.ui.cards import text_form
from cogs.ui.face import TURN_NAME, Face
from cogs.ui.games import game_name, limit_words, root
from cogs.ui.ids import Do, masked
from cogs.ui.layout import GREEN, GREY, LINE, Block, Desk, Edge, Row, lines, message, small
from cogs.ui.made import holding_words, made_words, with_kicker
from cogs.ui.names import safe_name
from cogs.ui.words import capital
from engine.rules.cards import Card, Cards
from engine.rules.facts import Chips
from engine.rules.house import Announcement
from engine.rules.openers import qualifies
from engine.rules.play import BettingOffer, OpenersOffer, ShowOffer, ThrowOffer, WaitOffer
from engine.rules.ranking import HIGH, Category, Made
from engine.rules.view import SeatView, View
from engine.tables.snapshot import Phase, Private

TABLE_NAME = 40
BOARD = 5
_TOGETHER = {Category.PAIR, Category.TWO_PAIR, Category.TRIPS, Category.FULL_HOUSE, Category.QUADS}
_REPEATED = {2: "pair", 3: "trips", 4: "quads"}


def panel(private: Private, face: Face, chosen: Sequence[str] = ()) -> ui.LayoutView:
    """The private panel. `chosen`: cards picked in the discard select, as its values."""
    view = private.view
    if view is None or private.seat not in view.seats:
        return message(Edge.PRIVATE, [face.say("table-not_in_hand")])
    me = view.seats[private.seat]
    desk = Desk(private.snapshot, face)
    return message(Edge.PRIVATE, [
        own_cards(private, view, face),
        LINE,
        *_question(desk, private, view, me, [card for card in me.down if card in chosen]),
        *_confess(desk, private),
        [desk.button(Do.STORY, "btn-story"), *_proof_door(desk, view)],
        root(view, face),
    ])


def _proof_door(desk: Desk, view: View) -> Row:
    """One's own cards can be checked at once, not only when the hand is over."""
    return [desk.button(Do.VERIFY, "btn-verify")] if view.commitment else []


def own_cards(private: Private, view: View, face: Face) -> str:
    """Head, own cards large, text form, what they make."""
    snapshot, me = private.snapshot, view.seats[private.seat]
    game = snapshot.game
    limit = limit_words(face, game.stakes)
    top = small(face.say("panel-head", no=snapshot.number, game=game_name(face, game.key), limit=limit))
    held = me.down + me.up
    text = small(text_form(held)) if face.emojis.complete else ""
    made = _made(private, view, face) if held else []
    return lines(top, f"# {face.emojis.cards(held)}", text, *(f"### {each}" for each in made))


def _made(private: Private, view: View, face: Face) -> list[str]:
    """What the holding makes now, each half in hi-lo, each board when there are several."""
    if len(view.boards) > 1:
        return [
            face.say("panel-run", n=run, made=made)
            for run, board in enumerate(view.boards, 1)
            for made in _on_board(private, view, face, board)
        ]
    return _on_board(private, view, face, view.board)


def _on_board(private: Private, view: View, face: Face, board: Cards) -> list[str]:
    variant = private.snapshot.game.variant
    me = view.seats[private.seat]
    coming = not view.over and me.live and _more_to_come(private, view, me)
    own, shared = me.down + me.up, board + view.shared
    made = [holding_words(face.language, share, own, shared, more_to_come=coming) for share in variant.pays]
    if not variant.is_hilo:
        return [capital(words) for words in made if words]
    none = face.say("panel-made-nolow" if variant.has_board else "panel-made-nolow-stud")
    high, low = made
    return [face.say("panel-made-high", made=high or ""), face.say("panel-made-low", made=low) if low else none]


def _more_to_come(private: Private, view: View, me: SeatView) -> bool:
    variant, house = private.snapshot.game.variant, private.snapshot.game.house
    if variant.has_board:
        return len(view.board) < BOARD
    return len(me.draws) < house.draws if variant.has_draw else len(me.down + me.up + view.shared) < 7


def _question(desk: Desk, private: Private, view: View, me: SeatView, chosen: list[Card]) -> list[Block]:
    face, offer = desk.face, private.offer
    if view.over:
        return [face.say("panel-over")]
    if not me.live:
        return [face.say("panel-out")]
    if private.snapshot.phase is Phase.ASKED:
        return [face.say("panel-asked")]
    match offer:
        case BettingOffer():
            price = odds(offer.call, view.pot, face)
            return [lines(f"**{face.say('panel-yourturn')}**", *price, time_bank(private, face))]
        case ThrowOffer():
            return _throwing(desk, private, offer, chosen)
        case WaitOffer(turn=turn) if turn:
            return _waiting(desk, private, view, me)
        case ShowOffer(board=True):
            return [lines(f"**{face.say('panel-yourturn')}**", face.say("panel-show-board"))]
        case OpenersOffer(barred=barred):
            can = face.say("panel-claim-none") if barred else _can_open(me, face)
            return [lines(f"**{face.say('panel-yourturn')}**", can)]
        case _:
            return [f"**{face.say('panel-yourturn')}**"]


def _can_open(me: SeatView, face: Face) -> str:
    return face.say("panel-claim", what=made_words(face.language, HIGH, _high(me.down)))


def _high(cards: Cards) -> Made:
    return HIGH.read(HIGH.value(cards))


def odds(call: Chips | None, pot: Chips, face: Face) -> list[str]:
    """The price of a call as a sentence: how often it must win to pay."""
    if not call:
        return []
    times = max(2, round((pot + call) / call))
    percent = round(100 * call / (pot + call))
    return [face.say("panel-odds", call=call, pot=pot, times=times, percent=percent)]


def time_bank(private: Private, face: Face) -> str:
    """What is left of one's own time bank; it begins by itself when the clock is at zero."""
    sitters = private.snapshot.sitters
    left = next((sitter.bank for sitter in sitters if sitter.seat == private.seat), 0)
    return small(face.say("panel-bank", n=round(left))) if left >= 1 and not private.snapshot.on_bank else ""


# Deciding ahead


def _waiting(desk: Desk, private: Private, view: View, me: SeatView) -> list[Block]:
    """Whose turn it is, and what to do when one's own comes; only in a betting round and with chips left."""
    face, snapshot = desk.face, private.snapshot
    name = face.seats(snapshot, TURN_NAME)[snapshot.waiting[0]]
    if not isinstance(snapshot.offer, BettingOffer) or not me.stack:
        return [face.say("panel-wait-only", name=name)]
    price = min(max(seat.bet for seat in view.seats.values()) - me.bet, me.stack)
    calm, word = ("call", "panel-ahead-call") if price else ("check", "panel-ahead-check")
    options = [("none", face.say("panel-ahead-none"), ""), ("fold", face.say("panel-ahead-fold"), "")]
    options.append((calm, face.say(word, amount=price), ""))
    kept = private.ahead if private.ahead in (option[0] for option in options) else "none"
    return [
        face.say("panel-wait", name=name),
        [desk.choices(Do.AHEAD, options, kept)],
        small(face.say("panel-ahead")),
    ]


# Discarding


def _throwing(desk: Desk, private: Private, offer: ThrowOffer, chosen: list[Card]) -> list[Block]:
    """Choose, then confirm with the number: a discard cannot be taken back."""
    face = desk.face
    must = offer.least > 0
    title = face.say("panel-discard", n=offer.least) if must else face.say("panel-draw", n=offer.most)
    about = _about(private, offer.cards, face)
    place = "panel-discard-place" if must else "panel-draw-place"
    select = desk.cards(Do.DISCARDS, place, offer.cards, chosen, about, offer.least, offer.most)
    kept = tuple(card for card in offer.cards if card not in chosen)
    return [
        f"**{title}**",
        [select],
        _seen(private, offer, chosen, kept, face),
        *_warning(private, offer, kept, face),
        _confirm(desk, private, offer, chosen, kept),
    ]


def _seen(private: Private, offer: ThrowOffer, chosen: list[Card], kept: Cards, face: Face) -> str:
    if not chosen and offer.least:
        return ""
    if not chosen:
        return face.say("panel-draw-none", n=len(kept))
    name = face.seats(private.snapshot, TURN_NAME)[private.seat]
    sees = "" if offer.least else face.say("panel-draw-sees", name=name, n=len(chosen))
    return lines(face.say("panel-draw-keep", cards=face.emojis.cards(kept)), sees)


def _warning(private: Private, offer: ThrowOffer, kept: Cards, face: Face) -> list[str]:
    if not _splits(private, offer, kept):
        return []
    manual = private.snapshot.game.house.split_announcement is Announcement.MANUAL
    return [f"⚠️ {face.say('panel-draw-split-manual' if manual else 'panel-draw-split')}"]


def _splits(private: Private, offer: ThrowOffer, kept: Cards) -> bool:
    """Whether the opener would break the hand that opened (S0-37)."""
    minimum = private.snapshot.game.house.openers_minimum
    return offer.keeps_aside and qualifies(offer.cards, minimum) and not (kept and qualifies(kept, minimum))


def _confirm(desk: Desk, private: Private, offer: ThrowOffer, chosen: list[Card], kept: Cards) -> Row:
    mask, count = masked([offer.cards.index(card) for card in chosen]), len(chosen)
    if offer.least:
        return [desk.button(Do.THROW, "btn-throw", GREEN, mask, n=count)] if count == offer.least else []
    pat = desk.button(Do.PAT, "btn-pat", GREY if count else GREEN)
    if not count:
        return [pat]
    say_it = private.snapshot.game.house.split_announcement is Announcement.MANUAL and _splits(private, offer, kept)
    splits = [desk.button(Do.SPLITS, "btn-splits", GREEN, mask, n=count)] if say_it else []
    return [*splits, desk.button(Do.THROW, "btn-draw", GREY if splits else GREEN, mask, n=count), pat]


def _about(private: Private, cards: Cards, face: Face) -> Callable[[Card], str]:
    """Facts about each card, never advice: which part of the present hand it is."""
    share = private.snapshot.game.variant.pays[0]
    ranks = [card[0] for card in cards]
    if share.ranking.is_low:
        return lambda card: face.say("panel-draw-paired") if ranks.count(card[0]) > 1 else ""
    made = _high(cards)
    if len(cards) == BOARD and made.category not in _TOGETHER | {Category.HIGH_CARD}:
        whole = face.say("panel-part-hand", made=with_kicker(face.language, HIGH, made))
        return lambda _: face.say("panel-draw-part", what=whole)

    def about(card: Card) -> str:
        word = _REPEATED.get(ranks.count(card[0]))
        if word is None:
            return face.say("panel-draw-loose")
        return face.say("panel-draw-part", what=face.say(f"panel-part-{word}"))

    return about


def _confess(desk: Desk, private: Private) -> list[Block]:
    """Only a false opener sees this."""
    offer = private.offer if private.snapshot.phase is not Phase.ASKED else None
    if not isinstance(offer, BettingOffer | ThrowOffer | WaitOffer) or not offer.confess:
        return []
    return [small(desk.face.say("panel-no-openers")), [desk.button(Do.CONFESS, "btn-confess")]]


def dm_cards(private: Private, face: Face, link: str = "") -> str:
    """The one message per hand: a first line without cards for lock screens, cards in a spoiler, the way to the table.

    Empty for a member without cards.
    """
    snapshot, view = private.snapshot, private.view
    if view is None:
        return ""
    first = face.say("dm-cards", no=snapshot.number, table=safe_name(snapshot.name, TABLE_NAME))
    me = view.seats[private.seat]
    held = me.down + me.up
    shown = f"{text_form(held)} {face.emojis.cards(held)}" if face.emojis.complete else text_form(held)
    way = face.say("dm-felt", link=link) if link else ""
    return lines(first, f"||{shown}||", way, small(face.say("dm-hint")), root(view, face))
