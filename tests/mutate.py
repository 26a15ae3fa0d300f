"""Do the tests notice a changed line? `python -m tests.mutate`, with a floor for each module (RELIABILITY T15).

mutmut changes one thing at a time in a copy of this tree and runs the tests that come past it. What survives is shown:
a line that no test holds, or a change that means nothing, such as SQL in capitals, which is left out of the count.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FLOOR = 95.0
"""Percent of the changes in each module that the tests must notice."""

MODULES = ("engine/rules/pots.py", "engine/rules/betting.py", "data/ledger.py")
TESTS = (
    *(f"tests/rules/test_{name}.py" for name in ("pots", "told", "betting", "jacks", "stud", "draw", "showdown")),
    *(f"tests/rules/test_{name}.py" for name in ("table", "reports", "game_machines")),
    *("tests/test_conformance.py", "tests/data/test_ledger.py", "tests/data/test_ledger_borders.py"),
    *("tests/data/test_bank.py", "tests/data/test_store.py"),
)
NOT_COPIED = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "mutants", "*.db*")

NOTICED = {1, 3, 24, 36, 152, 255, -24}
"""How a run ends whose tests failed or never came to an end."""


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a module's changes. `survived`: their names and what was changed."""

    module: str
    noticed: int
    survived: dict[str, str]

    @property
    def percent(self) -> float:
        every = self.noticed + len(self.survived)
        return 100 * self.noticed / every if every else 0.0


def prepared(folder: Path, modules: Sequence[str]) -> Path:
    """A copy of the tree that says to mutmut what to do."""
    copy = folder / "knekt"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    parts = sorted({path.name for path in copy.iterdir() if path.is_dir() or path.suffix == ".py"} - {"docs"})
    lists = {
        "source_paths": modules, "only_mutate": modules, "also_copy": parts,
        "pytest_add_cli_args_test_selection": TESTS,
    }  # fmt: skip
    with (copy / "pyproject.toml").open("a", encoding="utf-8") as settings:
        settings.write("\n[tool.mutmut]\n")
        settings.writelines(f"{name} = {json.dumps(list(values))}\n" for name, values in lists.items())
    return copy


def mutmut(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What it says is wanted only where it fails; its progress is a line that never ends."""
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, encoding="utf-8", check=False)


def read(copy: Path, modules: Sequence[str]) -> Iterator[Found]:
    for module in modules:
        ends = json.loads((copy / f"mutants/{module}.meta").read_text(encoding="utf-8"))["exit_code_by_key"]
        noticed = sum(end in NOTICED for end in ends.values())
        shown = {name: changed(mutmut(copy, "show", name).stdout) for name, end in ends.items() if end not in NOTICED}
        yield Found(module, noticed, {name: text for name, text in shown.items() if text})


def changed(diff: str) -> str:
    """The lines before and after; empty when only capitals differ, which mean nothing to SQL."""
    lines = [line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
    before, after = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    return "" if lines and before.lower() == after.lower() else "\n".join(lines) or "not run"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("modules", nargs="*", default=MODULES, help="files of this tree, by default those with a floor")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="changes that are tried at once")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = prepared(Path(folder), args.modules)
        ran = mutmut(copy, "run", "--max-children", str(args.jobs))
        if ran.returncode or not all((copy / f"mutants/{module}.meta").exists() for module in args.modules):
            print(ran.stdout[-3000:], ran.stderr[-3000:], "mutmut did not run")
            return 2
        found = list(read(copy, args.modules))
    for each in found:
        for name, text in each.survived.items():
            print(f"{name}\n{text}")
    for each in found:
        print(f"{each.module:<28}{each.noticed} noticed, {len(each.survived)} not: {each.percent:.1f} %")
    return int(any(each.percent < FLOOR for each in found))


if __name__ == "__main__":
    sys.exit(main())
