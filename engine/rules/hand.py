"""One hand of poker: actions in, events out.

Law: `act` either returns events or raises a PokerError and leaves the hand as it was, because nothing is written before
`refusal` has answered. The hand knows no clock, no network and no randomness; deck orders come in from outside.
Lists are indexed by seat number; `order` is the ring of seats dealt in, the button last.
"""

from __future__ import annotations

from engine.rules import floor
from engine.rules.betting import Betting
from engine.rules.cards import Cards
from engine.rules.dealing import run_step
from engine.rules.events import Burned, Ended, Event, Posted, Reason, Returned, Shown, Started
from engine.rules.facts import Chips, Seat
from engine.rules.house import Showdown
from engine.rules.openers import Opening, confessed, false_opener, qualifies
from engine.rules.phases import Phase, RunVote, Showing
from engine.rules.play import Action, Offer, ShowFalseOpeners, WaitOffer, refusal
from engine.rules.pots import Pot, layers
from engine.rules.settle import first_to_show, settle
from engine.rules.setup import Setup
from engine.rules.stakes import FOR_ALL, LIVE_POSTS, PostKind
from engine.rules.steps import Bet, Board, Deal, Discard, Draw, Misflop, Script, Void
from engine.rules.stock import Stock

Input = tuple[Seat, Action] | floor.Ruling
"""What a hand is replayed from: a seat's action, or a ruling of the floor."""


class Hand:
    """A hand in play. Read-only for everybody but its own phases; what people may see goes through `seen_by`."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.variant, self.house, self.stakes = setup.variant, setup.house, setup.stakes
        self.order = setup.order
        self.after = dict(zip(self.order, (*self.order[1:], self.order[0]), strict=True))
        places = max(self.order) + 1
        self.stack: list[Chips] = [0] * places
        self.bet: list[Chips] = [0] * places
        self.put_in: list[Chips] = [0] * places
        self.down: list[Cards] = [()] * places
        self.up: list[Cards] = [()] * places
        for seat, chips in zip(self.order, setup.stacks, strict=True):
            self.stack[seat] = chips
        self.live: list[Seat] = list(self.order)
        self.able = sum(1 for chips in setup.stacks if chips)
        self.pot: Chips = setup.carried  # everything in the middle, bets of this round included
        self.dead: Chips = setup.carried  # the part of it that nobody put in as his own
        self.shared_antes: Chips = 0
        self.carry: Chips = 0
        self.boards: list[Cards] = [()]
        self.shared: Cards = ()
        self.log: list[Event] = []
        self.tell = self.log.append  # something has happened
        self.stock = Stock(setup.decks, self.tell)
        self.script: Script = floor.script_of(setup)
        self.pc = 0
        self.phase: Phase | None = None
        self.bet_once = False
        self.last_round: Betting | None = None
        self.first_bettor: Seat | None = None
        self.opening: Opening | None = None
        self.passed: set[Seat] = set()
        self.tabled: set[Seat] = set()
        self.over = False
        self.reason: Reason | None = None
        self.inputs: list[Input] = []
        self._offer: Offer | None = None

    # From outside

    def begin(self) -> tuple[Event, ...]:
        """Post, deal, and go on until somebody must answer."""
        setup = self.setup
        self.tell(Started(setup.variant.key, setup.button, setup.order, setup.stacks, setup.carried, setup.commitment))
        self._advance()
        return tuple(self.log)

    @property
    def waiting_on(self) -> tuple[Seat, ...]:
        """Who owes an answer, in order: one seat when betting, several when they may answer in any order."""
        return self.phase.waiting if self.phase else ()

    def offer(self, seat: Seat) -> Offer:
        """What a seat may do now. A question; changes nothing."""
        phase = self.phase
        if phase is None or seat not in phase.waiting:
            return WaitOffer(seat, self.waiting_on, self.may_confess(seat))
        kept = self._offer
        if kept is None or kept.seat != seat:
            kept = self._offer = phase.offer(seat)
        return kept

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Do it and return what happened. Raises PokerError when the offer bars it; then nothing has changed."""
        offer = self._offer
        if offer is None or offer.seat != seat:
            offer = self.offer(seat)
        if error := refusal(offer, action):
            raise error
        mark = len(self.log)
        self.inputs.append((seat, action))
        self._offer = None
        phase = self.phase
        if isinstance(action, ShowFalseOpeners):
            self._confess()
        elif phase:
            phase.apply(seat, action)
            if phase.waiting and phase is self.phase:
                return tuple(self.log[mark:])
        self._advance()
        return tuple(self.log[mark:])

    def rule(self, ruling: floor.Ruling) -> tuple[Event, ...]:
        """A ruling of the floor on a dealing error. Raises PokerError when it does not fit the moment."""
        if error := floor.refusal_of(self, ruling):
            raise error
        mark = len(self.log)
        self.inputs.append(ruling)
        self._offer = None
        floor.apply(self, ruling)
        self._advance()
        return tuple(self.log[mark:])

    # The loop

    def _advance(self) -> None:
        while not self.over:
            phase = self.phase
            if phase is None:
                self._next_step()
            elif phase.waiting:
                return
            else:
                self.phase = None
                phase.close()

    def _next_step(self) -> None:
        if len(self.live) == 1:
            settle(self)
        elif self._betting_is_over() and self._before_the_last_cards():
            return
        elif self.pc < len(self.script):
            step = self.script[self.pc]
            self.pc += 1
            run_step(self, step)
        elif self.house.showdown is Showdown.MANUAL and not self.must_table():
            self.phase = Showing(self, first_to_show(self))
        else:
            settle(self)

    def _betting_is_over(self) -> bool:
        """Nobody can bet against anybody any more, nobody exchanges or throws cards either, and nothing is void."""
        if self.able > 1 or not self.bet_once:
            return False
        return not any(isinstance(step, Draw | Discard | Void) for step in self.script[self.pc :])

    def _before_the_last_cards(self) -> bool:
        """Table all hands once, and ask how many boards are wanted. True when there is an answer to wait for."""
        if self.tabled or not self.must_table():
            return False
        for seat in self.live:
            self.table(seat)
        if (most := self._most_runs()) > 1:
            self.phase = RunVote(self, most)
        return self.phase is not None

    def _most_runs(self) -> int:
        """How many boards the house allows and the stub is enough for."""
        boards = [step for step in self.script[self.pc :] if isinstance(step, Board)]
        need = sum(step.cards + step.burn for step in boards)
        plain = all(isinstance(step, Board | Bet) for step in self.script[self.pc :])
        return min(self.house.max_runs, len(self.stock) // need) if need and plain else 1

    def must_table(self) -> bool:
        """Everybody shows as soon as one live player is all-in and the betting is over (S4-12, ruling 26)."""
        return self.house.table_all_in_hands and not all(self.stack[seat] for seat in self.live)

    def run_times(self, times: int) -> None:
        """The rest of the script once for each board."""
        if times == 1:
            return
        self.boards = [self.boards[0]] * times
        rest = [step for step in self.script[self.pc :] if isinstance(step, Board)]
        for run in range(times):
            for step in rest:
                run_step(self, step, run)
        self.pc = len(self.script)

    # What phases and rulings do to a hand

    def clockwise_after(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats dealt in, clockwise."""
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[:place]

    def pay(self, seat: Seat, amount: Chips) -> None:
        """Chips from a stack into the middle, as a bet of this round."""
        if not amount:
            return
        self.stack[seat] -= amount
        self.bet[seat] += amount
        self.put_in[seat] += amount
        self.pot += amount
        if not self.stack[seat]:
            self.able -= 1

    def give_back(self, seat: Seat, amount: Chips) -> None:
        """Chips of this round's bet back into the stack."""
        if not self.stack[seat] and seat in self.live:
            self.able += 1
        self.stack[seat] += amount
        self.bet[seat] -= amount
        self.put_in[seat] -= amount
        self.pot -= amount

    def award(self, seat: Seat, amount: Chips) -> None:
        """Chips from the middle to a winner."""
        self.stack[seat] += amount
        self.pot -= amount

    def fold(self, seat: Seat) -> None:
        """Out of the hand; the cards go to the muck."""
        self.live.remove(seat)
        if self.stack[seat]:
            self.able -= 1
        self.stock.muck.extend(self.down[seat] + self.up[seat])

    def burn(self, step: Deal | Board | Draw | Misflop) -> None:
        """The top card goes face down to the muck, if the step says so (S2-13)."""
        if step.burn:
            cards = self.stock.take(1)
            self.stock.muck.extend(cards)
            self.tell(Burned(cards))

    def table(self, seat: Seat) -> None:
        """Turn up the cards that are still hidden."""
        self.tabled.add(seat)
        self.tell(Shown(seat, self.down[seat]))

    def post(self, seat: Seat, kind: PostKind, nominal: Chips) -> None:
        """Put in a forced bet, all of a short stack. Only blinds and live posts are a bet of the first round."""
        amount = min(nominal, self.stack[seat])
        self.pay(seat, amount)
        live = kind in LIVE_POSTS
        if not live:
            self.bet[seat] -= amount
        if kind in FOR_ALL:
            self.put_in[seat] -= amount
            self.dead += amount
        if kind is PostKind.SHARED_ANTE:
            self.shared_antes += amount
        self.tell(Posted(seat, kind, amount, live))

    def live_posts(self) -> Chips:
        """The level of the first round: the largest nominal live post, however short it was paid (ruling 14)."""
        return max((due.amount for due in self.setup.dues if due.kind in LIVE_POSTS), default=0)

    def missing_blinds(self) -> Chips:
        """What short and missing blinds lack; the pot-limit maximum before the flop counts it (ruling 14)."""
        live = [due for due in self.setup.dues if due.kind in LIVE_POSTS]
        lacking = sum(due.amount for due in live) - sum(self.bet[seat] for seat in self.order)
        no_small = len(self.stakes.blinds) > 1 and all(due.kind is not PostKind.SMALL_BLIND for due in live)
        return lacking + (self.stakes.blinds[0] if no_small else 0)

    def round_had_bets(self) -> bool:
        """Whether there is anything in front of the seats."""
        return any(self.bet)

    def clear_bets(self) -> None:
        """What is in front of the seats is in the middle now."""
        self.bet = [0] * len(self.bet)

    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots as they stand."""
        return layers(self.put_in, self.live, self.dead)

    def return_uncalled(self) -> None:
        """The part of the highest bet that goes beyond the second highest total comes back, never an ante (S2-86)."""
        totals = sorted(self.put_in[seat] for seat in self.order)
        top = max(self.order, key=self.put_in.__getitem__)
        uncalled = min(self.bet[top], totals[-1] - totals[-2])
        if uncalled > 0:
            self.give_back(top, uncalled)
            self.tell(Returned(top, uncalled))

    def open_pot(self, seat: Seat, to: Chips) -> None:
        """The seat is the opener of the hand (S0-12), or takes the opening over (S0-52)."""
        held = self.down[seat]
        self.opening = Opening(seat, to, held, qualifies(held, self.house.openers_minimum))
        self.first_bettor = seat

    def may_confess(self, seat: Seat) -> bool:
        """Whether the seat opened without openers, is not found out yet and may still say so (S0-48)."""
        return not self.over and false_opener(self) == seat

    def keeps_aside(self, seat: Seat) -> bool:
        """The opener's discards lie apart to prove the opening (S0-39, S1-28)."""
        return self.opening is not None and self.opening.seat == seat

    def sole_false_opener(self) -> bool:
        """Everybody else folded to somebody who opened without openers: the pot stays (S0-63)."""
        return self.live == [false_opener(self)]

    def carry_over(self, reason: Reason) -> None:
        """Nobody wins; everything in the middle stays for the next deal."""
        self.carry = self.pot
        self.end(reason)

    def end(self, reason: Reason | None = None) -> None:
        """The hand is over. `reason`: why nobody won."""
        self.over, self.reason = True, reason
        self.phase = self.last_round = None  # no ring of references: a finished hand goes as soon as nobody wants it
        self.tell(Ended(tuple(self.stack[seat] for seat in self.order), self.carry, reason))

    def _confess(self) -> None:
        phase = self.phase
        if self.opening and phase:
            confessed(self, self.opening, phase if isinstance(phase, Betting) and phase.step.openers else None)
            phase.refresh()


def replay(setup: Setup, inputs: list[Input]) -> Hand:
    """The hand again from its setup and inputs: the only recovery."""
    hand = Hand(setup)
    hand.begin()
    for entry in inputs:
        if isinstance(entry, tuple):
            hand.act(*entry)
        else:
            hand.rule(entry)
    return hand

