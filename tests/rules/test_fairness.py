"""The sealed deck: shown cards hold against the root, changed ones do not, and nothing else is opened."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.rules.cards import FULL_DECK
from engine.rules.fairness import commitment, faults, main, opened

SECRET = bytes(range(32))
DECKS = (FULL_DECK, FULL_DECK[::-1])
ROOT = commitment("hand7", SECRET, DECKS)


def proof() -> dict[str, Any]:
    return opened("hand7", SECRET, DECKS, {"As": (0, "board"), "Kd": (1, "seat 3"), "2c": (0, "seat 1")})


def test_an_honest_proof_holds_against_the_published_root() -> None:
    assert faults(proof(), ROOT) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("card", "Ah"), ("place", 3), ("deck", 1), ("salt", "00" * 16)],
)
def test_a_changed_card_is_named(name: str, value: object) -> None:
    false = proof()
    false["cards"][0][name] = value

    assert any("board" in fault for fault in faults(false, ROOT))


def test_a_root_of_another_deal_is_refused() -> None:
    other = commitment("hand7", SECRET, (FULL_DECK[::-1], FULL_DECK))

    assert faults(proof(), other) == ["the root is not the one that was published"]


def test_every_changed_character_of_the_export_is_noticed() -> None:
    text = json.dumps(proof())
    meaning = json.loads(text)
    for place in range(0, len(text), 7):
        changed = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        try:
            false = json.loads(changed)
        except ValueError:
            continue
        if false != meaning:
            assert faults(false, ROOT), changed[place - 10 : place + 10]


def test_a_place_cannot_be_opened_as_two_cards() -> None:
    double = proof()
    double["cards"].append(copy.deepcopy(double["cards"][0]))

    assert "one place is opened twice" in faults(double, ROOT)


def test_the_proof_opens_nothing_but_the_cards_it_names() -> None:
    text = json.dumps(proof())

    assert not [card for card in FULL_DECK if f'"{card}"' in text and card not in ("As", "Kd", "2c")]
    assert SECRET.hex() not in text


def test_the_checker_runs_alone_and_names_the_false_card(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(proof()))
    bad.write_text(json.dumps(proof()).replace('"As"', '"Ac"'))

    def check(path: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "engine.rules.fairness", str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert check(good).returncode == 0
    refused = check(bad)
    assert refused.returncode == 1
    assert "Ac" in refused.stdout


def test_a_file_that_is_no_proof_is_refused(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("{}")

    assert main([str(nothing)]) == 1
    assert main([]) == 2
