"""Random hands through the real engine, and the snapshots that a face draws from."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cogs.ui.cards import EMOJI_NAMES, Emojis
from cogs.ui.face import Face
from engine.rules.catalogue import CATALOGUE
from engine.rules.conflicts import seat_limit
from engine.rules.facts import Chips, Seat
from engine.rules.hand import Hand
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    Offer,
    OpenersOffer,
    RunOffer,
    RunTimes,
    Show,
    ShowOffer,
    Throw,
    ThrowOffer,
    WaitOffer,
    offer_seen_by,
    refusal,
)
from engine.rules.setup import Setup
from engine.rules.stakes import Limit, Stakes, dues
from engine.rules.view import View
from engine.tables.config import Game, TableConfig
from engine.tables.snapshot import Phase, Private, Sitter, Snapshot

EMOJIS = Emojis({name: f"<:{name}:{10**18 + place}>" for place, name in enumerate(EMOJI_NAMES)})
NICE = ("Maja", "Erik", "Petra", "Karl-Johan", "Olle", "Lisa", "Åsa", "Bo", "Cia", "Dag")
HOSTILE = (
    "*_~`|<>[]()#@:*_~`|<>[]()#@:*_~`", "\u202eevil\u202d", "Z" + "\u0301\u0335" * 40 + "algo", "@everyone <@1> #x", "",
    "👨‍👩‍👧‍👦" * 9, "שלום עולם שלום עולם", "**bold** __u__ ||spoiler||", "W" * 32, "\u200b\u200b\u3000\x00\n\n# head",
)


def stakes_for(game: str, unit: Chips, limit: Limit) -> Stakes:
    """Sensible stakes for a game, in units."""
    stud = game in ("stud7", "stud8", "razz")
    antes = stud or game == "jacks_or_better"
    return Stakes(
        limit=limit,
        ante=unit if antes else 0,
        bring_in=unit if stud else 0,
        blinds=() if antes else (unit, 2 * unit),
        small_bet=2 * unit,
        big_bet=4 * unit,
        min_bet=2 * unit,
        spread=(2 * unit, 8 * unit),
    )


def game_for(key: str, rng: random.Random, unit: Chips = 5, **overrides: object) -> Game:
    return Game(key, stakes_for(key, unit, rng.choice(CATALOGUE[key].limits)), dict(overrides))


def begun(game: Game, seats: int, rng: random.Random, *, rich: Chips = 400, carried: Chips = 0) -> Hand:
    """A hand just dealt to so many seats (fewer where the deck is too small)."""
    seats = min(seats, seat_limit(game.variant, game.house))
    order = tuple(range(1, seats + 1))
    decks = tuple(tuple(rng.sample(game.variant.deck, len(game.variant.deck))) for _ in range(3))
    stacks = tuple(rng.choice((rich, rich // 3, rich * 2, rich // 9 + 1)) for _ in order)
    hand = Hand(Setup(
        variant=game.variant, house=game.house, stakes=game.stakes, order=order, stacks=stacks,
        dues=dues(game.stakes, order), decks=decks, carried=carried,
    ))
    hand.begin()
    return hand


def played(hand: Hand, rng: random.Random, most: int = 400) -> Iterator[Seat]:
    """Play at random; after each action the seat that acted."""
    for _ in range(most):
        if hand.over:
            return
        seat = rng.choice(hand.waiting_on)
        hand.act(seat, chosen(hand.offer(seat), rng))
        yield seat
    raise AssertionError("a hand that never ends")


def chosen(offer: Offer, rng: random.Random) -> Action:
    """A legal action; folding is rare, so that hands get far."""
    match offer:
        case BettingOffer():
            return _bet(offer, rng)
        case ThrowOffer():
            return Throw(tuple(rng.sample(offer.cards, rng.randint(offer.least, offer.most))))
        case OpenersOffer():
            return DeclareOpen() if offer.barred is None and rng.random() < 0.5 else DeclineOpen()
        case ShowOffer():
            return rng.choice((Show(), Show(), Muck(), DeclareBoard()))
        case RunOffer():
            return RunTimes(rng.randint(1, offer.most))
        case WaitOffer():
            raise AssertionError("nobody to ask")


def _bet(offer: BettingOffer, rng: random.Random) -> Action:
    actions: list[Action] = [Fold(), BringIn(), *(action for _ in range(4) for action in (Call(), Check()))]
    if offer.bet_to:
        actions += [BetTo(rng.choice((offer.bet_to[0], offer.bet_to[-1], rng.choice(offer.bet_to)))) for _ in range(2)]
    return rng.choice([action for action in actions if refusal(offer, action) is None])


def snapshot_of(hand: Hand, game: Game, *, phase: Phase | None = None, redeals: int = 0, version: int = 7) -> Snapshot:
    """What the table manager would show of the hand."""
    seats = hand.order
    waiting = () if hand.over else hand.waiting_on
    config = TableConfig(games=(game,), seats=max(seats), min_buy_in=100, max_buy_in=400, buy_in=200, clock=30)
    sitters = tuple(Sitter(seat, 1000 + seat, hand.stack[seat], 0, False, False, 60) for seat in seats)
    return Snapshot(
        table=2**63 - 5, guild=1, channel=2, host=1001, name="Thursday poker", config=config,
        phase=phase or (Phase.BETWEEN if hand.over else Phase.HAND),
        version=version, hand=2**63 - 9, number=118, game=game, sitters=sitters,
        button=hand.setup.button, carried=0, redeals=redeals, view=View(None).take(hand.log),
        waiting=waiting, offer=offer_seen_by(hand.offer(waiting[0]), None) if waiting else None,
        deadline=0 if hand.over else 1_800_000_024, next_hand_at=1_800_000_012 if hand.over else 0, paused_by=1001,
        waitlist=(),
    )


def private_of(hand: Hand, snapshot: Snapshot, seat: Seat) -> Private:
    """What the member on that seat sees."""
    return Private(snapshot, seat, View(seat).take(hand.log), None if hand.over else hand.offer(seat))


def face(language: str = "en", names: tuple[str, ...] = NICE, emojis: Emojis | None = EMOJIS) -> Face:
    """A face with members 1001 to 1010."""
    called = {1001 + place: name for place, name in enumerate(names)}
    return Face(language, called, emojis or Emojis(), 1_800_000_000, 1000)


