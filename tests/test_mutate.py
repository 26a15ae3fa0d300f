"""How survivors are counted: capitals in SQL mean nothing, and what was not tried was not noticed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import mutate

DIFF = """--- data/ledger.py
+++ data/ledger.py
@@ -1,4 +1,4 @@
 async def f(db):
-    return {before}
+    return {after}
"""


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [("'SELECT 1'", "'select 1'", False), ("a > b", "a >= b", True), ("None", "''", True)],
)
def test_only_capitals_mean_nothing(before: str, after: str, counts: bool) -> None:
    assert bool(mutate.changed(DIFF.format(before=before, after=after))) is counts


def test_what_was_not_run_survived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0: the tests passed, 1: they failed, 36: they never ended, 33: none came past it, None: not tried."""
    shown: Any = SimpleNamespace(stdout=DIFF.format(before="1", after="2"))
    monkeypatch.setattr(mutate, "mutmut", lambda *_: shown)
    (tmp_path / "mutants").mkdir()
    ends = {"a": 0, "b": 1, "c": 36, "d": 33, "e": None}
    (tmp_path / "mutants/x.py.meta").write_text(json.dumps({"exit_code_by_key": ends}))

    (found,) = mutate.read(tmp_path, ["x.py"])

    assert (found.noticed, sorted(found.survived), found.percent) == (2, ["a", "d", "e"], 40)
    assert found.percent < mutate.FLOOR


def test_every_module_and_test_is_there() -> None:
    assert [name for name in (*mutate.MODULES, *mutate.TESTS) if not (mutate.ROOT / name).exists()] == []
