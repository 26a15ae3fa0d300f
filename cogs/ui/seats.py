"""Seat lines: mark, name, stack and what the seat did last; a stud seat is two lines under its cards."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.ui.face import CROWD, CROWD_NAME, SEAT_NAME, Face
from cogs.ui.layout import Block, lines, small
from cogs.ui.made import made_words
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Acted, Posted, Verb
from engine.rules.facts import Seat
from engine.rules.view import SeatView, View
from engine.tables.snapshot import Sitter, Snapshot

_DONE = {
    Verb.CALL: "called",
    Verb.RAISE: "raised",
    Verb.COMPLETE: "completed",
    Verb.BRING_IN: "brought-in",
    Verb.BET: "bet",
}


@dataclass(frozen=True, slots=True)
class Seats:
    """All seat lines of one drawing. `shows`: say what up cards make; `folded_marks`: draw the sign of folded seats."""

    snapshot: Snapshot
    view: View
    face: Face
    names: dict[Seat, str]
    shows: bool = True
    folded_marks: bool = True

    def blocks(self) -> list[Block]:
        """One text for all, or one for each seat where cards lie face up."""
        seats = sorted(self.view.order)
        if CATALOGUE[self.view.variant].has_up_cards:
            return [*(self._stud(self.view.seats[seat]) for seat in seats), lines(*self._others())]
        return [lines(*(self._line(self.view.seats[seat]) for seat in seats), *self._others())]

    def _line(self, seat: SeatView) -> str:
        if not seat.live:
            return self._folded(seat)
        state = self._state(seat)
        text = f"{self._mark(seat)} **{self.names[seat.seat]}** {self._stack(seat)}".lstrip()
        shown = self.face.emojis.cards(seat.down) if seat.shown else ""
        return _joined(" · ", text, state, shown)

    def _stud(self, seat: SeatView) -> str:
        if not seat.live:
            return self._folded(seat)
        face = self.face
        arrow = face.emojis.mark("to_act") if seat.seat in self.snapshot.waiting else ""
        seen = seat.down + seat.up if seat.shown else seat.up
        heading = _joined(" ", face.emojis.cards(seen), arrow, self.names[seat.seat], self._stack(seat))
        return lines(f"### {heading}", _joined(" · ", self._state(seat), self._shown(seat)))

    def _shown(self, seat: SeatView) -> str:
        if not self.shows or not seat.up:
            return ""
        ranking = CATALOGUE[self.view.variant].pays[0].ranking
        value = ranking.value(seat.up)
        if value is None:
            return ""
        return self.face.say("seat-showing", what=made_words(self.face.language, ranking, ranking.read(value)))

    def _folded(self, seat: SeatView) -> str:
        sign = "opener" if seat.seat == self.view.opener else "folded"
        mark = self.face.emojis.mark(sign) if self.folded_marks else ""
        word = self.face.say("seat-dead" if seat.dead else "seat-mucked" if seat.mucked else "seat-folded")
        line = f"{mark} {self.names[seat.seat]} {self.face.number(seat.stack)} · {word}{self._button(seat)}"
        return small(line.lstrip())

    def _stack(self, seat: SeatView) -> str:
        return self.face.number(seat.stack) + self._button(seat)

    def _button(self, seat: SeatView) -> str:
        return f" {self.face.emojis.mark('dealer_button')}" if seat.seat == self.view.button else ""

    def _mark(self, seat: SeatView) -> str:
        """To act, all-in, opener, in the hand: the first that applies."""
        if seat.seat in self.snapshot.waiting:
            return self.face.emojis.mark("to_act")
        if seat.all_in:
            return self.face.emojis.mark("all_in")
        return self.face.emojis.mark("opener" if seat.seat == self.view.opener else "card_back")

    def _state(self, seat: SeatView) -> str:
        opener = self.face.say("seat-opener") if seat.seat == self.view.opener else ""
        return _joined(", ", opener, self._draws(seat), self._doing(seat))

    def _draws(self, seat: SeatView) -> str:
        if not seat.draws:
            return ""
        if seat.draws[-1] == 0 and len(seat.draws) == 1:
            return self.face.say("seat-pat")
        return self.face.say("seat-drew", n="-".join(map(str, seat.draws)))

    def _doing(self, seat: SeatView) -> str:
        if seat.seat in self.snapshot.waiting:
            return self.face.say("seat-to-act")
        if seat.all_in:
            return self._amount("seat-allin", seat.bet or seat.put_in)
        last = seat.last
        if isinstance(last, Posted):
            return self._amount(f"seat-posts-{last.kind}", seat.bet) if seat.bet else self._nothing(seat)
        if last is None or seat.last_street != self.view.street:
            return self._nothing(seat)
        return self._did(last)

    def _did(self, last: Acted) -> str:
        if last.verb is Verb.CHECK:
            return self.face.say("seat-passed" if self._before_opening() else "seat-checked")
        key = "opened" if self._is_opening(last) else _DONE[last.verb]
        return self._amount(f"seat-{key}", last.to)

    def _is_opening(self, last: Acted) -> bool:
        return last.verb is Verb.BET and last.seat == self.view.opener and self.view.street == "before"

    def _before_opening(self) -> bool:
        return CATALOGUE[self.view.variant].has_openers and self.view.street == "before"

    def _nothing(self, seat: SeatView) -> str:
        """Nothing yet on this street; who has drawn needs no more words."""
        drawn = self.view.street.startswith("draw") and self._has_drawn(seat)
        return "" if drawn or not self.snapshot.waiting else self.face.say("seat-waiting")

    def _has_drawn(self, seat: SeatView) -> bool:
        return len(seat.draws) == sum(street.startswith("draw") for street in self.view.streets)

    def _amount(self, key: str, amount: int) -> str:
        return self.face.say(key, amount=f"**{self.face.number(amount)}**")

    def _others(self) -> list[str]:
        """Who sits at the table but was not dealt in."""
        out = (sitter for sitter in self.snapshot.sitters if sitter.seat not in self.view.order)
        return [small(self._absent(sitter)) for sitter in out]

    def _absent(self, sitter: Sitter) -> str:
        return f"{self.names[sitter.seat]} {self.face.number(sitter.stack)} · {absence(self.face, sitter)}"


def _joined(between: str, *parts: str) -> str:
    return between.join(part for part in parts if part)


def absence(face: Face, sitter: Sitter) -> str:
    """Why a sitter has no cards."""
    if sitter.leaving:
        return face.say("seat-leaving")
    return face.say("seat-sitting-out" if sitter.sitting_out else "seat-next-hand")


def seat_names(snapshot: Snapshot, face: Face) -> dict[Seat, str]:
    """Names for seat lines: shorter at a crowded table."""
    crowd = len({*(sitter.seat for sitter in snapshot.sitters), *(snapshot.view.order if snapshot.view else ())})
    return face.seats(snapshot, CROWD_NAME if crowd >= CROWD else SEAT_NAME)
