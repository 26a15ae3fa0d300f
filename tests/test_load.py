"""A small full house in the test run; two hundred tables in `make nightly`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crash import process
from tests.figures import over
from tests.load import LIMITS, full_house

BUSY = {"acknowledged within, ms (99 %)"}
"""What beside other tests says more of the machine than of the bot; `make nightly` measures it alone."""

LATEST = 3000.0
"""Milliseconds after which Discord takes no answer any more."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the process is ended as POSIX does")
async def test_eight_tables_of_people_in_a_hurry(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    process.prepare()
    found = await full_house(8, 10, tmp_path, think=(0.5, 2.0))
    record_property("full house", ", ".join(f"{name} {value:g}" for name, value in found.items()))

    assert over(found, LIMITS).keys() <= BUSY
    assert max(found[name] for name in BUSY) < LATEST
    assert found["actions"] > 30


def test_each_figure_over_its_limit_is_named() -> None:
    good = dict.fromkeys(LIMITS, 0.0)
    assert over(good, LIMITS) == {}
    assert [over(good | {name: most + 1}, LIMITS) for name, most in LIMITS.items()] == [
        {name: most + 1} for name, most in LIMITS.items()
    ]
