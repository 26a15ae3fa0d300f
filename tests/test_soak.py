"""A hundred hands of the long evening: `make nightly` plays five thousand."""

from __future__ import annotations

import asyncio
import contextlib
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.figures import over
from tests.soak import LIMITS, Sample, Watch, figures, slope, soak

SHORT = {"memory, kB a hand", "loop lag, ms (99.9 %)"}
"""What a short run on a busy machine cannot show."""


def a_short_evening() -> dict[str, float]:
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        return asyncio.run(soak(100, games=("holdem", "jacks_or_better", "omaha8", "stud7")))


@pytest.mark.nightly
@pytest.mark.timeout(400)
def test_a_hundred_hands_leave_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    """In a process of its own: what other tests have left in this one takes seconds to be looked through."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        found = process.submit(a_short_evening).result()
    with capsys.disabled():
        print(found)

    assert found["hands"] == 100
    assert {name: value for name, value in over(found, LIMITS).items() if name not in SHORT} == {}


def test_a_figure_over_its_limit_is_found() -> None:
    leaking = [Sample(hand, 100 + hand / 10, 900, 20, 1, 0.5) for hand in range(1000)]
    watch = Watch(leaking, [1.0] * 990 + [600.0] * 10, 300.0, 1)
    found = figures(watch, 1000, 2)

    assert over(found, LIMITS).keys() == LIMITS.keys() - {"open files", "log file, MB"}
    assert round(slope(leaking)) == 102  # a tenth of a megabyte a hand
