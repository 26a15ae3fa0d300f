"""`python -m tests.bench`: times PokerKit, for each game and policy. Ends with 1 when something is below its floor."""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from random import Random

from tests.bench.games import POLICIES, WORKS, Work, play_ours, play_theirs

Play = Callable[[Work, int, str, Random], None]
MORE = 10  # we play so many times the hands, so that both are timed long enough


def speed(play: Play, work: Work, hands: int, policy: str, seed: int) -> float:
    """Hands per second of processor time."""
    rng = Random(seed)
    random.seed(seed)
    gc.collect()
    start = time.process_time()
    play(work, hands, policy, rng)
    return hands / (time.process_time() - start)


def compared(work: Work, policy: str, hands: int, repetitions: int) -> tuple[float, float, float]:
    """Their speed, ours, and the median of the ratios, each pair measured in the same repetition."""
    play_theirs(work, 2, policy, Random(0))
    play_ours(work, 200, policy, Random(0))
    pairs = [
        (speed(play_theirs, work, hands, policy, seed), speed(play_ours, work, hands * MORE, policy, seed))
        for seed in range(repetitions)
    ]
    theirs, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    return theirs, ours, statistics.median(our / their for their, our in pairs)


def verdict(ratio: float, floor: float, goal: float, stretch: float) -> str:
    if ratio < floor:
        return "BELOW THE FLOOR"
    if ratio < goal:
        return "below the goal"
    return "stretch" if ratio >= stretch else "goal"


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument(
        "--hands", type=int, default=40, help="PokerKit's hands per repetition; ours are ten times as many"
    )
    options.add_argument("--repetitions", type=int, default=3)
    options.add_argument("--only", default="", help="part of a game's name")
    asked = options.parse_args()
    warnings.simplefilter("ignore")
    print(f"{'game':<24}{'policy':<8}{'PokerKit/s':>11}{'ours/s':>9}{'times':>8}{'floor':>7}{'goal':>6}  verdict")
    worst = 0
    for work in (each for each in WORKS if asked.only in each.name):
        for place, policy in enumerate(POLICIES):
            theirs, ours, ratio = compared(work, policy, asked.hands, asked.repetitions)
            floor, goal = work.floor[place], work.goal[place]
            said = verdict(ratio, floor, goal, work.stretch[place])
            worst = max(worst, ratio < floor)
            print(
                f"{work.name:<24}{policy:<8}{theirs:>11.0f}{ours:>9.0f}{ratio:>8.1f}{floor:>7.0f}{goal:>6.0f}  {said}",
                flush=True,
            )
    return worst


if __name__ == "__main__":
    sys.exit(main())
