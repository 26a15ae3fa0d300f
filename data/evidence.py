"""What the books know of one hand beside its cards: when each input came, and which chips moved (RELIABILITY 106).

Texts of inputs and their hashes stay here: they name cards that were thrown away, and a hash of so little can be
guessed.
"""

from __future__ import annotations

from typing import Any

from data.statements import Statements

_HAND = "SELECT id, table_id, number, game, status, version, started, ended FROM hands WHERE id = ?"
_TIMES = "SELECT place, at FROM inputs WHERE hand = ? ORDER BY place"
_MOVES = """
    SELECT t.id, t.at, t.key, t.reason, a.kind, a.member, p.chips
    FROM hands h JOIN accounts a ON a.table_id = h.table_id AND a.kind IN ('stack', 'pot')
    JOIN postings p ON p.account_id = a.id JOIN transfers t ON t.id = p.transfer_id
    WHERE h.id = ? AND t.reason IN ('play', 'refund') AND t.at BETWEEN h.started AND coalesce(h.ended, 1e18)
    ORDER BY t.id, a.kind, a.member
"""


async def of_hand(db: Statements, hand: int) -> dict[str, Any]:
    """Times in UTC seconds, chips that came to an account (negative: left it); plain JSON data, empty for no hand."""
    row = await db.one(_HAND, hand)
    if row is None:
        return {}
    times = [dict(each) for each in await db.all(_TIMES, hand)]
    ledger: dict[int, dict[str, Any]] = {}
    for move in await db.all(_MOVES, hand):
        entry = {"at": move["at"], "key": move["key"], "reason": move["reason"], "moves": []}
        moved = {"account": move["kind"], "member": str(move["member"] or ""), "chips": move["chips"]}
        ledger.setdefault(move["id"], entry)["moves"].append(moved)
    told = {**dict(row), "id": str(row["id"]), "table_id": str(row["table_id"])}
    return {**told, "inputs": times, "ledger": [*ledger.values()]}
