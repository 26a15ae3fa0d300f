"""How fast the leaderboard answers: `python -m tests.bench_board` fills a store and says the slowest of several askings.

Ends with 1 if any board of 100,000 hands and 500 members takes more than 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from data.hands import write_results
from data.leaderboard import Measure, Query
from data.periods import Period
from data.stats import figures
from data.store import SqliteStore
from tests.data.club import GUILD, TABLE, Clock, change, result

LIMIT_MS = 50
YEAR = 365 * 86_400
GAMES = ("holdem", "omaha", "five_card_draw", "jacks_or_better", "stud7")


async def filled(store: SqliteStore, hands: int, members: int, begun: float) -> None:
    """Six-handed hands all over a year, written as the store writes them, triggers and all."""
    rng = random.Random(5)
    await store.commit(change(1, seats=()))
    facts = json.dumps({"ranking": "high", "value": 0, "won_there": 1, "vpip": 1, "pfr": 0, "bets": 1, "calls": 2})
    async with store.db.atomic() as db:
        for number in range(1, hands + 1):
            game, at = rng.choice(GAMES), begun + YEAR * number / hands
            row = (number, TABLE, GUILD, number, game, "x", "ended", 0, 0.0, "{}", at, at)
            await db.many("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [row])
            first = rng.randrange(members)
            seats = [(first + step * step) % members + 1000 for step in range(6)]
            nets = [rng.randrange(-50, 50) for _ in seats[1:]]
            strong = facts.replace('"value": 0', f'"value": {rng.randrange(10**6)}')
            dealt = [
                result(member, net, hand_id=number, seat=seat, game=game)
                for seat, (member, net) in enumerate(zip(dict.fromkeys(seats), [-sum(nets), *nets], strict=False), 1)
            ]
            await write_results(db, [replace(each, facts=strong if each.net > 0 else "{}") for each in dealt], at)


async def measured(store: SqliteStore, clock: Clock, tries: int = 5) -> dict[str, float]:
    """The slowest of `tries` askings, in milliseconds, by what was asked."""
    found: dict[str, float] = {}
    middle = replace(Query(GUILD), since=clock.now - YEAR + 12_345)
    queries = {f"{period}": await store.query(GUILD, period) for period in Period} | {"mid-day": middle}
    queries |= {f"all by {by}": Query(GUILD, by) for by in Measure}
    queries["all, one game"] = Query(GUILD, game="omaha")
    for name, query in queries.items():
        times = []
        for _ in range(tries):
            began = time.perf_counter()
            board = await store.leaderboard(query, viewer=1001)
            times.append((time.perf_counter() - began) * 1000)
        found[f"{name} ({board.players} ranked)"] = max(times)
    began = time.perf_counter()
    async with store.db.reading() as db:
        await figures(db, Query(GUILD), 1001)
    found["figures of one member"] = (time.perf_counter() - began) * 1000
    return found


async def bench(hands: int, members: int) -> int:
    """Fill, ask, print."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "knekt.db", clock)
        try:
            await filled(store, hands, members, clock.now - YEAR)
            times = await measured(store, clock)
        finally:
            await store.close()
    for name, milliseconds in times.items():
        print(f"{milliseconds:7.1f} ms  {name}")
    print(f"{hands} hands, {members} members: slowest {max(times.values()):.1f} ms, allowed {LIMIT_MS} ms")
    return int(max(times.values()) > LIMIT_MS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--members", type=int, default=500)
    args = parser.parse_args()
    sys.exit(asyncio.run(bench(args.hands, args.members)))
