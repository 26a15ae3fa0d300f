"""The soak's own rules: what grows is named. A short one runs here, the long one in `make nightly`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak import Sample, faults, soak

CALM = [Sample(hands, 90.0, 10, 12, 0, 4.0) for hands in range(1000, 11_000, 1000)]


def test_a_calm_life_has_no_faults() -> None:
    assert faults(CALM, 0.1, ["Control"]) == []


@pytest.mark.parametrize(
    ("grown", "word"),
    [
        (replace(CALM[-1], memory=120.0), "memory"),
        (replace(CALM[-1], tasks=40), "tasks"),
        (replace(CALM[-1], files=30), "files"),
        (replace(CALM[-1], views=9), "views"),
        (replace(CALM[-1], log=50.0), "log"),
    ],
)
def test_whatever_grows_is_named(grown: Sample, word: str) -> None:
    found = faults([*CALM[:-1], grown], 0.1, ["Control"])

    assert len(found) == 1
    assert word in found[0]


def test_a_slow_loop_and_a_lost_button_class_are_named() -> None:
    assert len(faults(CALM, 0.3, [])) == 2


async def test_a_few_hands_leave_nothing_behind(tmp_path: Path) -> None:
    samples, _, registry = await soak(tmp_path, 15)

    assert registry == ["Control"]
    assert samples[-1].views == 0
    assert samples[-1].tasks <= samples[0].tasks + 2
    assert samples[-1].files <= samples[0].files + 1
