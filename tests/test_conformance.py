"""The conformance hands, one test a file, and the runner itself: it must notice what a vector gets wrong."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.play import problems
from tests.conformance.vectors import files, read

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "tests" / "vectors"
VECTORS = sorted(files([HERE]))


@pytest.mark.parametrize("file", VECTORS, ids=lambda file: file.stem)
def test_the_engine_answers_as_the_vectors_say(file: Path) -> None:
    vectors = read(file)

    assert vectors
    assert {vector["id"]: found for vector in vectors if (found := problems(vector))} == {}


Edit = Callable[[dict[str, Any]], None]


def _last(vector: dict[str, Any]) -> dict[str, Any]:
    return vector["hands"][-1]["expect"]


def _step(vector: dict[str, Any], number: int) -> dict[str, Any]:
    return vector["hands"][0]["steps"][number]


WRONG: list[tuple[str, str, Edit]] = [
    ("nl-06-side-pot-30-80-200-a", "stacks", lambda v: _last(v)["stacks"].update(A=0)),
    ("nl-11-uncalled-bet-returned", "uncalled", lambda v: _last(v).update(uncalled={})),
    ("nl-06-side-pot-30-80-200-a", "pots", lambda v: _last(v)["pots"][1].update(eligible=["A", "B", "C"])),
    ("nl-06-side-pot-30-80-200-a", "board", lambda v: _last(v)["board"].reverse()),
    ("nl-06-side-pot-30-80-200-a", "must_show", lambda v: _last(v)["showdown"].update(must_show=["A"])),
    ("nl-06-side-pot-30-80-200-a", "button_next", lambda v: _last(v).update(button_next="C")),
    ("holdem-16-board-declared", "first_to_show", lambda v: _last(v)["showdown"].update(first_to_show="B")),
    ("jacks-08-false-opener-showdown", "showdown", lambda v: _last(v)["showdown"]["hands"].pop("Ola")),
    ("jacks-07-splitting-openers", "opener_proof", lambda v: _last(v).pop("opener_proof")),
    ("jacks-10-false-opener-all-fold", "reason", lambda v: v["hands"][0]["expect"].pop("reason")),
    ("jacks-10-false-opener-all-fold", "carry_over", lambda v: v["hands"][0]["expect"].update(carry_over=8)),
    ("floor-01-first-card-exposed", "misdeal", lambda v: v["hands"][0]["expect"].pop("misdeal")),
    ("stud-02-open-pair-option", "legal", lambda v: _step(v, 2)["expect"]["legal"]["bet"].pop("options")),
    ("stud-02-open-pair-option", "legal", lambda v: _step(v, 2)["expect"]["legal"].update(call=1)),
    ("stud-02-open-pair-option", "next", lambda v: _step(v, 1)["expect"].update(next="B")),
    ("stud-02-open-pair-option", "error", lambda v: _step(v, 3)["expect"].update(error="raise_cap")),
    ("stud-02-open-pair-option", "error", lambda v: _step(v, 1).update(action="check")),
    ("stud-02-open-pair-option", "pot", lambda v: v["hands"][0]["start"].update(pot=4)),
    ("stud-02-open-pair-option", "unsupported", lambda v: v.update(game="guts")),
    ("stud-02-open-pair-option", "unsupported", lambda v: v["house_rules"].update(wild_cards=4)),
]


@pytest.mark.parametrize(("name", "what", "edit"), WRONG)
def test_a_wrong_vector_fails_and_says_where(name: str, what: str, edit: Edit) -> None:
    vector = json.loads((HERE / "public" / f"{name}.json").read_text(encoding="utf-8"))
    wrong = copy.deepcopy(vector)
    edit(wrong)

    assert problems(vector) == []
    assert what in problems(wrong)[0]


def test_several_boards_are_dealt_and_paid() -> None:
    """An all-in before the flop is run twice: A wins the first board, B the second; each street has its burn."""
    first, second = ["Ah", "9c", "5d", "3s", "2h"], ["Kh", "8c", "6d", "4s", "7h"]
    burned = ["Tc", "Td", "Th", "Ts", "Jc", "Jd"]
    cards = ["As", "Ks", "Ad", "Kd"]
    for board, burns in ((first, burned[:3]), (second, burned[3:])):
        cards += [burns[0], *board[:3], burns[1], board[3], burns[2], board[4]]
    vector = {
        "id": "runs",
        "game": "holdem",
        "limit": "no",
        "stakes": {"ante": 0, "blinds": [1, 2], "min_bet": 2},
        "house_rules": {"burn": True},
        "seats": [{"name": "A", "stack": 100}, {"name": "B", "stack": 100}],
        "button": "B",
        "hands": [
            {
                "cards": cards,
                "start": {"next": "B", "pot": 3},
                "runouts": {"count": 2, "boards": [first, second]},
                "steps": [
                    {"actor": "B", "action": "all_in", "expect": {"next": "A"}},
                    {"actor": "A", "action": "call", "expect": {"next": None}},
                ],
                "expect": {
                    "stacks": {"A": 100, "B": 100},
                    "carry_over": 0,
                    "pots": [{"amount": 200, "eligible": ["A", "B"], "winners": {"A": 100, "B": 100}}],
                },
            }
        ],
    }

    assert problems(vector) == []


def _run(*paths: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance", *map(str, paths)],
        cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_the_command_counts_and_succeeds() -> None:
    code, lines = _run(HERE / "public" / "jacks-01-opener-first-after-draw.json", HERE / "real" / "historic.json")

    assert (code, lines[-1]) == (0, "4 passed, 0 failed")
    assert "jacks_or_better: 1 passed, 0 failed" in lines


def test_the_command_names_what_failed(tmp_path: Path) -> None:
    vector = json.loads((HERE / "public" / "nl-17-string-bet.json").read_text(encoding="utf-8"))
    wrong = copy.deepcopy(vector) | {"id": "wrong", "button": "nobody"}
    (tmp_path / "both.json").write_text(json.dumps([vector, wrong]), encoding="utf-8")
    (tmp_path / "lines.jsonl").write_text(f"{json.dumps(vector)}\n{json.dumps(vector)}\n", encoding="utf-8")
    (tmp_path / "other.json").write_text('{"name": "not a vector"}', encoding="utf-8")

    code, lines = _run(tmp_path)

    assert (code, lines[-1]) == (1, "3 passed, 1 failed")
    assert lines[0].startswith("wrong: ")
