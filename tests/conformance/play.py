"""Plays a vector at one `Table` and says where the engine and the vector part."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine.rules.events import Posted, Returned, RunsAgreed
from engine.rules.facts import Seat
from engine.rules.hand import Hand
from engine.rules.play import PokerError, RunOffer, RunTimes
from engine.rules.setup import Setup, completed
from engine.rules.stakes import LIVE_POSTS, dues
from engine.rules.table import Table
from tests.conformance import outcome, words

Spec = dict[str, Any]
DEALER = "dealer"


def problems(vector: Spec) -> list[str]:
    """Every difference, in order of play; empty when the engine answers as the vector says."""
    try:
        run = Run(vector)
        run.play()
    except words.UnsupportedError as error:
        return [f"unsupported: {error}"]
    except Exception as error:  # noqa: BLE001 - a crash is one failed vector, not the end of the run
        return [f"crash: {type(error).__name__}: {error}"]
    return run.problems


@dataclass
class Run:
    """One vector in play."""

    vector: Spec
    problems: list[str] = field(default_factory=list)
    place: str = ""

    def __post_init__(self) -> None:
        vector = self.vector
        self.variant = words.variant_of(vector)
        self.house = words.house_of(self.variant, vector.get("house_rules", {}))
        self.stakes = words.stakes_of(vector)
        self.seats: dict[str, Seat] = {seat["name"]: place for place, seat in enumerate(vector["seats"], start=1)}
        self.names: dict[Seat, str] = {place: name for name, place in self.seats.items()}
        self.table = Table(seats=len(self.seats))
        for seat in vector["seats"]:
            self.table.sit(self.seats[seat["name"]], seat["stack"])
        self.table.button, self.table.same_button = self.seats[vector["button"]], True

    def expect(self, what: str, wanted: Any, found: Any) -> None:
        if wanted != found:
            self.problems.append(f"{self.place}{what}: expected {wanted}, found {found}")

    def play(self) -> None:
        for number, spec in enumerate(self.vector["hands"], start=1):
            self.place = f"hand {number} "
            hand = Hand(self._setup(spec))
            hand.begin()
            self._vote(hand, spec)
            self._check_start(hand, spec.get("start", {}))
            for count, step in enumerate(spec["steps"], start=1):
                self.place = f"hand {number} step {count} ({step['actor']} {step['action']}) "
                if not self._step(hand, spec, step):
                    return
            self.place = f"hand {number} "
            if not hand.over:
                self.problems.append(f"{self.place}is not over, {self._next(hand)} is to act")
                return
            self._check_end(hand, spec)

    def _setup(self, spec: Spec) -> Setup:
        orders = (spec["cards"], *spec.get("reshuffles", ()))
        decks = tuple(completed(words.cards_of(names), self.variant.deck) for names in orders)
        house = replace(self.house, max_runs=spec["runouts"]["count"]) if "runouts" in spec else self.house
        error = words.deal_error_of(spec.get("deal_error"))
        setup = self.table.deal(self.variant, house, self.stakes, decks, error)
        if spec.get("dead_small_blind"):
            setup = replace(setup, dues=dues(self.stakes, setup.order, dead_small_blind=True))
        return setup

    # A step

    def _step(self, hand: Hand, spec: Spec, step: Spec) -> bool:
        """Play it and compare; False when the rest of the vector makes no sense any more."""
        wanted = step.get("expect", {})
        before = fingerprint(hand) if "error" in wanted else ""
        found = self._do(hand, step)
        self.expect("error", wanted.get("error"), found)
        if "error" in wanted:
            self.expect("state after a refusal", before, fingerprint(hand))
            return found is not None
        if found is not None:
            return False
        self._vote(hand, spec)
        self._check_turn(hand, wanted)
        return not self.problems

    def _do(self, hand: Hand, step: Spec) -> str | None:
        """None, or the error's name."""
        try:
            if step["actor"] == DEALER:
                hand.rule(words.ruling_of(step))
            else:
                seat = self.seats[step["actor"]]
                hand.act(seat, words.action_of(hand, seat, step))
        except PokerError as error:
            return words.error_of(error)
        return None

    def _vote(self, hand: Hand, spec: Spec) -> None:
        """Several boards: the record says how many; everybody agreed."""
        while hand.waiting_on and isinstance(hand.offer(hand.waiting_on[0]), RunOffer):
            hand.act(hand.waiting_on[0], RunTimes(spec["runouts"]["count"]))

    def _next(self, hand: Hand) -> str | None:
        return self.names[hand.waiting_on[0]] if hand.waiting_on else None

    def _check_turn(self, hand: Hand, wanted: Spec) -> None:
        if "next" in wanted:
            self.expect("next", wanted["next"], self._next(hand))
        if "legal" in wanted and hand.waiting_on:
            found = words.legal_of(hand, hand.offer(hand.waiting_on[0]))
            self.expect("legal", words.without_idle_fold(wanted["legal"]), words.without_idle_fold(found))

    # The two ends of a hand

    def _check_start(self, hand: Hand, wanted: Spec) -> None:
        if "button" in wanted:
            self.expect("button", wanted["button"], self.names[hand.setup.button])
        if "pot" in wanted:
            self.expect("pot", wanted["pot"], _posted_pot(hand))
        if "posted" in wanted:
            self.expect("posted", wanted["posted"], self._posted(hand))
        self._check_turn(hand, wanted)

    def _posted(self, hand: Hand) -> dict[str, int]:
        posts = [event for event in hand.log if isinstance(event, Posted) and event.kind in LIVE_POSTS]
        return {self.names[post.seat]: post.amount for post in posts}

    def _check_end(self, hand: Hand, spec: Spec) -> None:
        wanted = spec["expect"]
        self.table.finish(hand)
        self.expect("stacks", wanted["stacks"], {self.names[seat]: p.stack for seat, p in self.table.places.items()})
        self.expect("carry_over", wanted.get("carry_over", 0), self.table.carried)
        self.expect("reason", wanted.get("reason"), outcome.reason(hand))
        self.expect("misdeal", wanted.get("misdeal", False), outcome.misdeal(hand))
        self.expect("opener_proof", wanted.get("opener_proof"), outcome.proof(hand, self.names))
        if "pots" in wanted:
            pots = [pot | {"eligible": set(pot["eligible"])} for pot in wanted["pots"]]
            self.expect("pots", pots, outcome.pots(hand, self.names))
        if "uncalled" in wanted:
            self.expect("uncalled", wanted["uncalled"], outcome.uncalled(hand, self.names))
        if "board" in wanted:
            self.expect("board", wanted["board"], outcome.board(hand))
        if "button_next" in wanted:
            button = self.table.next_button(self.house, self.stakes)
            self.expect("button_next", wanted["button_next"], self.names[button])
        self._check_showdown(hand, wanted.get("showdown", {}))
        self._check_runs(hand, spec)

    def _check_showdown(self, hand: Hand, wanted: Spec) -> None:
        shown = outcome.shown(hand, self.names)
        if "hands" in wanted:
            self.expect("showdown", wanted["hands"], outcome.holdings(hand, self.names))
        if "must_show" in wanted:
            self.expect("must_show", set(wanted["must_show"]), set(shown))
        if "first_to_show" in wanted:
            self.expect("first_to_show", wanted["first_to_show"], shown[0] if shown else None)

    def _check_runs(self, hand: Hand, spec: Spec) -> None:
        if "runouts" not in spec:
            return
        wanted = spec["runouts"]
        agreed = [event.times for event in hand.log if isinstance(event, RunsAgreed)]
        self.expect("runs", [wanted["count"]], agreed)
        for given, dealt in zip(wanted.get("boards", ()), hand.boards, strict=False):
            self.expect("board of a run", list(given), list(dealt[len(dealt) - len(given) :]))


def _posted_pot(hand: Hand) -> int:
    """Everything in the middle; what there was to win when nobody can act and the hand is over by now."""
    if not hand.over:
        return hand.pot
    return hand.setup.carried + sum(
        event.amount if isinstance(event, Posted) else -event.amount
        for event in hand.log
        if isinstance(event, Posted | Returned)
    )


def fingerprint(hand: Hand) -> str:
    """Everything a refused action must leave alone."""
    seats = hand.order
    offers = [repr(hand.offer(seat)) for seat in seats]
    chips = [(hand.stack[seat], hand.bet[seat], hand.put_in[seat]) for seat in seats]
    cards = (hand.down, hand.up, hand.boards, hand.stock.peek(), hand.stock.muck, hand.stock.aside, hand.stock.out)
    return repr((len(hand.log), len(hand.inputs), hand.pc, hand.live, hand.waiting_on, hand.pot, chips, cards, offers))
