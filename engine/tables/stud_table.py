"""The table of stud stakes: what ante and bring-in go with which bets (S2-42 to S2-55)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.facts import Chips


@dataclass(frozen=True, slots=True)
class StudRow:
    """One line of the table, in hundredths, for the three smallest have parts of a whole."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int

    def in_chips(self) -> StudRow | None:
        """The line with a chip for a whole; None where that leaves parts of a chip."""
        whole = StudRow(self.ante // 100, self.bring_in // 100, self.small_bet // 100, self.big_bet // 100)
        return None if self.ante % 100 or self.bring_in % 100 else whole


STUD_TABLE: tuple[StudRow, ...] = (
    StudRow(25, 50, 100, 200),
    StudRow(50, 75, 200, 400),
    StudRow(75, 125, 300, 600),
    StudRow(100, 200, 400, 800),
    StudRow(100, 200, 500, 1000),
    StudRow(100, 200, 600, 1200),
    StudRow(200, 300, 800, 1600),
    StudRow(200, 400, 1000, 2000),
    StudRow(300, 600, 1500, 3000),
    StudRow(500, 1000, 2000, 4000),
    StudRow(500, 1500, 3000, 6000),
    StudRow(1000, 2000, 5000, 10000),
    StudRow(2500, 5000, 7500, 15000),
    StudRow(2500, 5000, 10000, 20000),
)
"""All lines in hundredths."""

_READINGS = (*STUD_TABLE, *filter(None, map(StudRow.in_chips, STUD_TABLE)))
_BY_BETS = {(row.small_bet, row.big_bet): row for row in _READINGS}


def stud_posts(small_bet: Chips, big_bet: Chips) -> tuple[Chips, Chips]:
    """(ante, bring-in) in chips that go with the bets.

    From the table, with a chip for a whole or for a hundredth; between its lines a fifth and two fifths of the small
    bet, as most lines have it.
    """
    row = _BY_BETS.get((small_bet, big_bet))
    if row is not None:
        return row.ante, row.bring_in
    return max(1, part(small_bet, 1, 5)), max(1, part(small_bet, 2, 5))


def part(amount: Chips, numerator: int, denominator: int) -> Chips:
    """A fraction of the amount in whole chips, rounded half up."""
    return (2 * amount * numerator + denominator) // (2 * denominator)
