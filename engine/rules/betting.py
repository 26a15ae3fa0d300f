"""A betting round.

Nobody keeps a list of who is to act: a seat owes an answer while it has not acted or not matched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.cards import Cards
from engine.rules.events import Acted, Gathered, Opened, Reason, Verb
from engine.rules.facts import Chips, Seat
from engine.rules.house import MinRaise, OpenerCheck, OpenPair, ShortAllIn
from engine.rules.limits import TOTALS
from engine.rules.openers import qualifies
from engine.rules.opens import first_to_act
from engine.rules.play import Action, BettingOffer, BetTo, BringIn, Call, Check, Code, Fold
from engine.rules.stakes import Limit
from engine.rules.steps import Bet, Opens, Size

if TYPE_CHECKING:
    from engine.rules.hand import Hand


class Betting:
    """One round of betting. All amounts are totals of this round, in chips.

    level: what must be matched, nominally. full: the last level that counted as a full bet. base: what a raise builds
    on (the level, but nothing under a bring-in). raise_by: the last full increment. bets: full bets and raises made, a
    blind included. cap: the most of these, None without one. capped: it was reached with three or more in. unseen: what
    short or missing blinds lack, for the pot limit. doubled: somebody bet double over an open pair. forced: the seat
    that must bring in. Rules of the house that every offer asks for are looked up once.
    """

    __slots__ = (
        "acted", "aggressor", "base", "bets", "cap", "capped", "checked", "double", "doubled", "first", "fixed",
        "forced", "full", "hand", "level", "next", "plain", "raise_by", "step", "totals", "unit", "unseen", "waiting",
    )

    def __init__(self, hand: Hand, step: Bet) -> None:
        stakes = hand.stakes
        self.hand = hand
        self.step = step
        self.unit = hand.stakes.unit(big=step.size is Size.BIG)
        self.totals = TOTALS[stakes.limit]
        self.fixed = stakes.limit is Limit.FIXED
        self.cap = _cap(hand) if self.fixed or stakes.limit is Limit.SPREAD else None
        self.plain = not step.pair_option and not step.openers
        self.double = hand.house.min_raise is MinRaise.DOUBLE
        self.first = self.next = first_to_act(hand, step.opens)
        first = not hand.bet_once
        hand.bet_once = True
        self.level = self.full = self.base = hand.live_posts() if first else 0
        self.unseen = hand.missing_blinds() - hand.shared_antes if first and stakes.limit is Limit.POT else 0
        self.bets = 1 if self.level else 0
        self.raise_by = max(self.level, self.unit)
        self.capped = False
        self.acted: set[Seat] = set()
        self.checked: set[Seat] = set()
        self.aggressor: Seat | None = None
        self.doubled = False
        self.forced: Seat | None = None
        self.waiting: tuple[Seat, ...] = ()
        if stakes.bring_in and step.opens in (Opens.LOW_CARD, Opens.HIGH_CARD):
            self._ask_bring_in()
        self.refresh()

    # Who is to act

    def refresh(self) -> None:
        """Look clockwise from `next` for a seat that owes an answer."""
        hand = self.hand
        seat = self.next
        lonely = hand.able < 2
        for _ in hand.order:
            if (
                seat in hand.live
                and hand.stack[seat]
                and (seat not in self.acted or hand.bet[seat] < self.level)
                and not (lonely and self._nobody_put_in_more(seat))
            ):
                self.waiting = (seat,)
                return
            seat = hand.after[seat]
        self.waiting = ()

    def _nobody_put_in_more(self, seat: Seat) -> bool:
        """A seat whose opponents are all all-in acts only if one of them has put in more than he has this round."""
        bet = self.hand.bet
        return all(bet[other] <= bet[seat] for other in self.hand.live)

    def _ask_bring_in(self) -> None:
        """The low card must bring in; all-in for the ante nobody does, and the next seat faces it (ruling 17)."""
        if self.hand.stack[self.first]:
            self.forced = self.first
        else:
            self._bring_in()

    def _bring_in(self) -> None:
        """The amount to match, no bet yet: it is completed, not raised. One as large as a bet is a bet."""
        self.level = self.hand.stakes.bring_in
        if self.level >= self.unit:
            self.full = self.base = self.level
            self.bets = 1

    def _may_double(self, seat: Seat) -> bool:
        """On fourth street who shows a pair, or anybody while somebody does (S2-63 to S2-65)."""
        if not self.step.pair_option:
            return False
        anybody = self.hand.house.open_pair is OpenPair.ANY
        return any(_is_paired(self.hand.up[other]) for other in (self.hand.live if anybody else (seat,)))

    # What a seat may do

    def offer(self, seat: Seat) -> BettingOffer:
        """Calls, bets and what is barred."""
        hand, level = self.hand, self.level
        bet, stack = hand.bet[seat], hand.stack[seat]
        total, owed = bet + stack, level - bet
        barred = self._barred(seat, total, owed)
        legal = None if barred and barred is not Code.NOT_QUALIFIED else self.totals(self, seat, total)
        return BettingOffer(
            seat,
            min(owed, stack) if owed > 0 else None,
            None if barred else legal,
            level == 0,
            barred,
            min(hand.stakes.bring_in, stack) if seat == self.forced else None,
            total,
            self.fixed,
            hand.opening is not None and hand.may_confess(seat),
            self.step.openers and hand.opening is None,
            level > 0 and self.base == 0,
            legal if barred else None,
        )

    def _barred(self, seat: Seat, total: Chips, owed: Chips) -> Code | None:
        """Why the seat may not bet or raise, the plainest reason first."""
        hand = self.hand
        if total <= (self.hand.stakes.bring_in if seat == self.forced else self.level):
            return Code.NOT_ENOUGH_CHIPS
        if hand.able < 2:  # the seat itself has chips, nobody else has
            return Code.NOBODY_TO_CALL
        if seat in self.acted and not self._reopened(owed):
            return Code.NOT_REOPENED
        if self._is_capped():
            return Code.RAISE_CAP
        if seat in self.checked and self.level and not hand.house.check_raise:
            return Code.NO_CHECK_RAISE
        if self.step.openers and hand.opening is None and not self._may_open(seat):
            return Code.NOT_QUALIFIED
        return None

    def _reopened(self, owed: Chips) -> bool:
        """A full raise since the seat acted, short ones adding up (TDA-47A); in fixed limit half a bet (TDA-47B)."""
        if not self.fixed:
            return owed >= self.raise_by
        whole = self.hand.house.fl_allin_reopen is ShortAllIn.FULL
        return owed >= self.unit if whole else 2 * owed >= self.unit

    def _is_capped(self) -> bool:
        if self.cap is None or self.bets < self.cap:
            return False
        return self.capped or len(self.hand.live) > 2 or not self.hand.house.heads_up_uncapped

    def _may_open(self, seat: Seat) -> bool:
        house = self.hand.house
        return house.opener_check is OpenerCheck.HONOR or qualifies(self.hand.down[seat], house.openers_minimum)

    def units(self, seat: Seat) -> tuple[Chips, ...]:
        """Sizes of a full bet on top of the last one: one, or a choice of two."""
        if self.plain:
            return (self.unit,)
        if self.step.openers and self.hand.opening is None and self.hand.house.open_for_raise:
            return self.unit, 2 * self.unit
        if self.doubled:
            return (self.hand.stakes.big_bet,)
        if self._may_double(seat):
            return self.unit, self.hand.stakes.big_bet
        return (self.unit,)

    # What a seat does

    def apply(self, seat: Seat, action: Action) -> None:
        """Fold, check, call, bet or bring in."""
        hand = self.hand
        match action:
            case Call():
                self._put_in(seat, Verb.CALL, min(self.level, hand.bet[seat] + hand.stack[seat]))
                if self.step.openers and hand.opening:
                    hand.opening.callers.add(seat)
            case Check():
                self._check(seat)
            case BetTo():
                self._bet_to(seat, action.to)
            case Fold():
                hand.fold(seat)
                self._say(seat, Verb.FOLD, hand.bet[seat], 0)
            case BringIn():
                self._bring_in()
                self._put_in(seat, Verb.BRING_IN, min(self.level, hand.stack[seat]))
        self.forced = None
        self.acted.add(seat)
        self.next = hand.after[seat]
        self.refresh()

    def _check(self, seat: Seat) -> None:
        self.checked.add(seat)
        if self.step.openers and self.hand.opening is None:
            self.hand.passed.add(seat)
        self._say(seat, Verb.CHECK, self.hand.bet[seat], 0)

    def _bet_to(self, seat: Seat, to: Chips) -> None:
        verb = Verb.BET if self.level == 0 else Verb.RAISE if self.base else Verb.COMPLETE
        opens_pot = self.step.openers and self.hand.opening is None
        if self.fixed:
            self._count_fixed(seat, to)
        else:
            self._count(to)
        self.level = self.base = max(self.level, to)
        self.aggressor = seat
        self._put_in(seat, verb, to)
        if opens_pot:
            self.hand.open_pot(seat, to)
            self.hand.tell(Opened(seat, to, self.hand.down[seat]))
        elif self.hand.opening and self.step.openers and seat != self.hand.opening.seat:
            self.hand.opening.raised = True
        if self.hand.first_bettor is None:
            self.hand.first_bettor = seat

    def _count_fixed(self, seat: Seat, to: Chips) -> None:
        """Whether the bet counts: a short all-in from half a bet on, or only when full (ruling 37)."""
        units = self.units(seat)
        above = to - self.full
        whole = self.hand.house.fl_allin_counts is ShortAllIn.FULL
        if above < units[0] and (whole or 2 * above < units[0]):
            return
        opening_twice = self.step.openers and self.hand.opening is None and above >= 2 * self.unit
        self.bets += 2 if opening_twice else 1
        self.full = to
        if self._may_double(seat) and above >= self.hand.stakes.big_bet:
            self.doubled = True
            self.unit = self.hand.stakes.big_bet
        self._note_cap()

    def _count(self, to: Chips) -> None:
        if to - self.base >= self.raise_by:
            self.bets += 1
            self.raise_by = to - self.base
            self._note_cap()

    def _note_cap(self) -> None:
        if self.cap is not None and self.bets >= self.cap and len(self.hand.live) > 2:
            self.capped = True

    def _put_in(self, seat: Seat, verb: Verb, to: Chips) -> None:
        paid = to - self.hand.bet[seat]
        self.hand.pay(seat, paid)
        self._say(seat, verb, to, paid)

    def _say(self, seat: Seat, verb: Verb, to: Chips, paid: Chips) -> None:
        hand = self.hand
        hand.tell(Acted(seat, verb, to, paid, not hand.stack[seat]))

    # The end of the round

    def lower(self) -> None:
        """Bets were taken back: the highest that is left must be matched (S0-51)."""
        self.level = self.base = max(self.hand.bet)
        self.full = min(self.full, self.level)

    def close(self) -> None:
        """The deal is passed in, or uncalled chips go back and the bets into the middle."""
        hand = self.hand
        hand.last_round = self
        if self._passed_in():
            hand.carry_over(Reason.PASSED_IN)
            return
        if hand.round_had_bets() and not hand.sole_false_opener():
            hand.return_uncalled()
        if hand.round_had_bets():
            hand.clear_bets()
            hand.tell(Gathered(hand.pots()))

    def _passed_in(self) -> bool:
        """Everybody checked the first round; a live all-in seat would lose its claim unseen and bars it (ruling 31)."""
        hand = self.hand
        return (
            self.step.may_pass_in
            and self.level == 0
            and len(hand.live) > 1
            and all(hand.stack[seat] for seat in hand.live)
        )


def _is_paired(cards: Cards) -> bool:
    return len({card[0] for card in cards}) < len(cards)


def _cap(hand: Hand) -> int | None:
    """Bets and raises in one round: the first bet and the raises of the house (S1-19, S0-66)."""
    most = hand.house.max_raises
    return None if most is None else most + 1
