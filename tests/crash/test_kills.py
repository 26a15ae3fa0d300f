"""Kills at every SQL statement of scripted hands (RELIABILITY T1; in processes of their own: `make nightly`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.crash import scripted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as POSIX does")


@pytest.mark.parametrize("name", scripted.SCENARIOS)
def test_a_kill_at_any_statement_loses_nothing(tmp_path: Path, name: str) -> None:
    scene = scripted.staged(name, tmp_path)
    counts = scripted.photographed(scene, tmp_path)

    assert counts.kills > scene.statements > 100
    assert counts.resumed > len(scene.script)
    assert counts.clean, counts


@pytest.mark.parametrize("name", ["jacks_or_better", "omaha8", "badugi"])
@pytest.mark.parametrize("twice", [False, True])
def test_a_killed_process_leaves_what_a_photograph_shows(tmp_path: Path, name: str, *, twice: bool) -> None:
    scene = scripted.staged(name, tmp_path)
    counts = scripted.killed(scene, range(7, scene.statements, scene.statements // 3), tmp_path, twice=twice)

    assert counts.kills >= 3
    assert counts.clean, counts
