"""Kills: at a sample of the SQL statements of scripted hands, and of a real process (all of it: `make nightly`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import crash

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as POSIX does")

POINTS = 4
"""Kills in each scripted hand."""


@pytest.mark.parametrize("name", crash.SCENARIOS)
def test_a_kill_at_any_statement_loses_nothing(tmp_path: Path, name: str) -> None:
    scene = crash.staged(name, tmp_path)
    stride = scene.statements // POINTS
    first = len(name) % stride + 1  # other places in each game
    counts = crash.matrix(scene, range(first, scene.statements, stride), tmp_path, twice=len(name) % 2 == 0)
    assert counts.kills >= POINTS - 1
    assert counts.clean, counts


def test_random_kills_of_the_process_lose_nothing(tmp_path: Path) -> None:
    counts = crash.random_kills(3, 1, tmp_path)
    assert counts.kills == 3
    assert counts.hands > 0
    assert counts.clean, counts


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_a_kill_at_every_statement_loses_nothing() -> None:
    assert crash.every_statement(1)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_two_thousand_random_kills_lose_nothing(tmp_path: Path) -> None:
    counts = crash.random_kills(2_000, 2, tmp_path)
    print(counts)
    assert counts.clean, counts
