"""Results made again from the stored hands. Figures are only ever sums of what was played, so they can be.

How a hand is played again is not known here; whoever asks brings it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from data import hands
from data.seal import Seal
from data.statements import Statements
from engine.tables.ports import HandRecord, InputRecord, PlayerResult

Recount = Callable[[HandRecord, Sequence[InputRecord], int], Sequence[PlayerResult]]
"""A hand that is over, its inputs and its guild -> what it meant for each member."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Hands that were played again, those of them whose results had been others, and those whose cards are not kept."""

    hands: int
    changed: int
    skipped: int


_OVER = "SELECT id, guild, ended, setup <> '' AS is_kept FROM hands WHERE status = 'ended' ORDER BY ended, id"
_KNOWN = """
    SELECT hand, guild, member, seat, game, net, put_in, won, big_blind, opponents, facts FROM results
    WHERE hand = ? ORDER BY seat
"""
_REFRESH = (
    "DELETE FROM sums",
    "INSERT INTO sums SELECT * FROM summed",
    "DELETE FROM opponents",
    "INSERT INTO opponents SELECT * FROM met",
)


async def rebuild(db: Statements, seal: Seal, recount: Recount) -> Rebuilt:
    """Replace every result that is not what its hand says, and all sums; to be run as one transaction.

    Hands whose cards were dropped after their time keep the results they have. Raises Corrupt.
    """
    over = await db.all(_OVER)
    changed = 0
    for row in over:
        if row["is_kept"]:
            changed += await _again(db, seal, row["id"], row["guild"], row["ended"], recount)
    await refresh(db)
    kept = sum(row["is_kept"] for row in over)
    return Rebuilt(kept, changed, len(over) - kept)


async def refresh(db: Statements) -> None:
    """Sum all results again."""
    for sql in _REFRESH:
        await db.all(sql)


async def _again(db: Statements, seal: Seal, hand: int, guild: int, ended: float, recount: Recount) -> bool:
    found = await hands.read_hand(db, seal, hand)
    assert found is not None  # noqa: S101 -- it was listed in this transaction
    results = sorted(recount(*found, guild), key=lambda result: result.seat)
    if _rows(results) == [tuple(row) for row in await db.all(_KNOWN, hand)]:
        return False
    await db.all("DELETE FROM results WHERE hand = ?", hand)
    await hands.write_results(db, results, ended)
    return True


def _rows(results: Iterable[PlayerResult]) -> list[tuple[object, ...]]:
    return [
        (
            *(result.hand, result.guild, result.member, result.seat, result.game, result.net, result.put_in),
            *(result.won, result.big_blind, result.opponents, result.facts),
        )
        for result in results
    ]
