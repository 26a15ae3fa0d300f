"""Who won which pot, or which half of it, with which five cards, and what they beat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cogs.ui.face import Face
from cogs.ui.layout import Block, lines, small
from cogs.ui.made import made_words, with_kicker
from engine.rules.cards import Cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Awarded, Win
from engine.rules.facts import Seat
from engine.rules.steps import Share
from engine.rules.variants import Variant
from engine.rules.view import SeatView, View
from engine.tables.config import Game
from engine.tables.snapshot import Snapshot

UNCONTESTED = -1
BRIEF_BLOCKS = 6  # pots beyond those in full that still get a line each


def played(snapshot: Snapshot, view: View) -> Game:
    """The game of a hand; after the last hand of a round the table is already at the next one."""
    return next((game for game in snapshot.config.games if game.key == view.variant), snapshot.game)


def together(awards: Iterable[Awarded]) -> tuple[Awarded, ...]:
    """What was won; all pots as one where the same seats win each of them in the same way."""
    won = tuple(award for award in awards if award.amount)
    pots: dict[int, list[Awarded]] = {}
    for award in won:
        pots.setdefault(award.pot, []).append(award)
    ways = {tuple((award.run, award.share, _winners(award)) for award in pot) for pot in pots.values()}
    return tuple(map(_sum, zip(*pots.values(), strict=True))) if len(ways) == 1 else won


def _winners(award: Awarded) -> tuple[Seat, ...]:
    return tuple(sorted(win.seat for win in award.wins))


def _sum(same: tuple[Awarded, ...]) -> Awarded:
    """One award for several pots; the main pot has the most contenders."""
    first = same[0]
    chips = {seat: [win for award in same for win in award.wins if win.seat == seat] for seat in _winners(first)}
    wins = tuple(
        Win(win.seat, sum(each.chips for each in chips[win.seat]), sum(each.odd for each in chips[win.seat]), win.value)
        for win in first.wins
    )
    return Awarded(first.pot, first.run, first.share, sum(award.amount for award in same), first.contenders, wins)


@dataclass(frozen=True, slots=True)
class Awards:
    """The awards of a hand in words, the first `full` of them explained, some more in one line each."""

    view: View
    face: Face
    names: dict[Seat, str]
    full: int
    awards: tuple[Awarded, ...]

    @property
    def variant(self) -> Variant:
        """The game of the hand."""
        return CATALOGUE[self.view.variant]

    def blocks(self) -> list[Block]:
        """One text for each award; nothing when nobody won."""
        awards = self.awards
        if len(awards) == 1 and awards[0].share == UNCONTESTED:
            return [self._uncontested()]
        shown = [self._full(award, alone=len(awards) == 1) for award in awards[: self.full]]
        rest = awards[self.full :]
        brief = [self._title(award) for award in rest[:BRIEF_BLOCKS]]
        hidden = len(rest) - len(brief)
        more = small(self.face.say("result-pots-more", n=hidden)) if hidden else ""
        return [*shown, lines(*brief, more), self._no_low(awards)]

    def _uncontested(self) -> str:
        quiet = self.view.proved is None or not self.view.proved.public
        return lines(self.face.say("result-uncontested"), small(self.face.say("result-no-show")) if quiet else "")

    def _no_low(self, awards: tuple[Awarded, ...]) -> str:
        compared = [award for award in awards if award.share != UNCONTESTED]
        missing = self.variant.is_hilo and compared and all(award.share == 0 for award in compared)
        return small(self.face.say("result-low-none")) if missing else ""

    def _full(self, award: Awarded, *, alone: bool) -> str:
        title = "" if alone and len(award.wins) == 1 else f"### {self._title(award)}"
        return lines(title, *self._cards(award), *self._odd(award), self._quartered(award))

    # Which pot, how much, to whom

    def _title(self, award: Awarded) -> str:
        face = self.face
        what, amount = self._what(award), award.amount
        paid = [win for win in award.wins if win.chips]
        if len(paid) == 1:
            return face.say("result-award", what=what, amount=amount, name=self.names[paid[0].seat])
        shares = ", ".join(face.say("result-part", name=self.names[win.seat], amount=win.chips) for win in paid)
        if what.endswith(":"):  # two numbers in a row read as one
            return f"{what} {shares}"
        return face.say("result-shares", what=what, amount=amount, shares=shares)

    def _what(self, award: Awarded) -> str:
        face = self.face
        several = any(other.pot for other in self.awards)
        what = self._side(award) if award.pot else face.say("result-main" if several else "result-pot")
        if self._is_half(award):
            half = face.say("result-low" if self.variant.pays[award.share].ranking.is_low else "result-high")
            what = face.say("result-of", half=half, pot=what[:1].lower() + what[1:]) if several else half
        return face.say("result-run", n=award.run + 1, what=what) if len(self.view.boards) > 1 else what

    def _side(self, award: Awarded) -> str:
        """The only side pot needs no number."""
        if max(other.pot for other in self.awards) == 1:
            return self.face.say("result-side")
        return self.face.say("result-side-n", n=award.pot)

    def _is_half(self, award: Awarded) -> bool:
        return any(self._is_other_half(award, other) for other in self.awards)

    def _is_other_half(self, award: Awarded, other: Awarded) -> bool:
        return (other.pot, other.run) == (award.pot, award.run) and other.share != award.share

    # With what

    def _cards(self, award: Awarded) -> list[str]:
        if award.share == UNCONTESTED or not award.wins:
            return []
        share, win = self.variant.pays[award.share], award.wins[0]
        if win.value is None:
            return []
        face, ranking, made = self.face, share.ranking, share.ranking.read(win.value)
        beaten = self._beaten(award, share)
        best = face.emojis.cards(self._best(self.view.seats[win.seat], award, share))
        if beaten is None:
            return [f"{best} {self._shared(award, made_words(face.language, ranking, made))}".lstrip()]
        loser, other = beaten[0], ranking.read(beaten[1])
        words, lost = (with_kicker(face.language, ranking, *pair) for pair in ((made, other), (other, made)))
        beats = face.say("result-beats", name=self.names[loser], what=lost)
        return [f"{best} {self._shared(award, words)}".lstrip(), small(beats)]

    def _shared(self, award: Awarded, words: str) -> str:
        if len(award.wins) == 1:
            return words
        return self.face.say("made-same" if len(award.wins) == 2 else "made-same-all", made=words)

    def _best(self, seat: SeatView, award: Awarded, share: Share) -> Cards:
        """The five cards, when they have all been seen."""
        if not seat.shown:
            return ()
        return share.ranking.best_cards(seat.down + seat.up, self._board(award), share.hole)

    def _board(self, award: Awarded) -> Cards:
        return self.view.boards[award.run] + self.view.shared

    def _beaten(self, award: Awarded, share: Share) -> tuple[Seat, int] | None:
        """The best of the shown hands that lost this pot."""
        won = {win.seat for win in award.wins}
        losers = [self.view.seats[seat] for seat in award.contenders if seat not in won]
        losers = [seat for seat in losers if seat.shown]
        values = [(share.ranking.of(seat.down + seat.up, self._board(award), share.hole), seat.seat) for seat in losers]
        read = [(value, seat) for value, seat in values if value is not None]
        if not read:
            return None
        value, seat = max(read)
        return seat, value

    # Odd chips, quarters

    def _odd(self, award: Awarded) -> list[str]:
        lucky = [win for win in award.wins if win.odd]
        if not lucky or len(award.wins) < 2:
            return []
        by_suit = self.variant.has_up_cards and not self.variant.pays[award.share].ranking.is_low
        names = ", ".join(self.names[win.seat] for win in lucky)
        if by_suit:
            return [small(self.face.say("result-odd-suit", name=names))]
        return [small(self.face.say("result-odd", n=len(lucky), name=names))]

    def _quartered(self, award: Awarded) -> str:
        """Two share one half and one of them has nothing of the other; said only where one pot is all there is."""
        several = any(other.pot or other.run for other in self.awards)
        if several or not self._is_half(award) or len(award.wins) != 2:
            return ""
        halves = (other for other in self.awards if self._is_other_half(award, other))
        others = {win.seat for other in halves for win in other.wins}
        quartered = [win for win in award.wins if win.seat not in others]
        return lines(*(small(self._quarter(win)) for win in quartered)) if others else ""

    def _quarter(self, win: Win) -> str:
        seat = self.view.seats[win.seat]
        return self.face.say("result-quartered", name=self.names[win.seat], amount=win.chips, paid=seat.put_in)
