"""The sealed deck as players meet it: the whole root in their own messages, and their own cards checked at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cogs.ui.ids import Do
from engine.rules.fairness import faults, main
from tests.e2e.club import Club, said
from tests.e2e.files import files

ROOT = re.compile(r"[0-9a-f]{64}")


@pytest.mark.parametrize("game", ["holdem", "omaha", "jacks_or_better"])
async def test_the_whole_root_stands_in_every_message_of_ones_own(club: Club, game: str) -> None:
    """RELIABILITY section 4, point 1: card message, panel and story; the felt has its beginning."""
    await club.deal("ann", "bo", game=game, stakes="10/20" if game == "jacks_or_better" else "1/2")
    view = club.snapshot().view
    assert view is not None
    panel = said(await club.press("bo", Do.CARDS))
    assert ROOT.findall(panel) == [view.commitment]
    for name in ("ann", "bo"):
        assert ROOT.findall(club.private(name)[-1]) == [view.commitment]
    assert view.commitment[:8] in club.text()
    assert view.commitment not in club.text()


async def test_own_cards_are_checked_while_the_hand_is_played(club: Club, tmp_path: Path) -> None:
    """Point 2: against the root of the card message, with nobody else's card in the file; so does who has folded."""
    await club.deal("ann", "bo", "cy")
    published = ROOT.findall(club.private("ann")[-1])[0]
    await club.press(folded := club.actor(), Do.FOLD)
    hand = club.session().hand
    assert hand is not None
    for name in ("ann", "bo", "cy"):
        panel = await club.press(name, Do.CARDS)
        assert panel.response is not None
        await club.press(name, Do.VERIFY, panel.response)
        ((name_of_file, stored),) = files(club, name).items()
        proof = json.loads(stored)
        assert name_of_file.endswith("-own.json")
        assert faults(proof, published) == []
        (tmp_path / name_of_file).write_bytes(stored)
        assert main([str(tmp_path / name_of_file), published]) == 0
        seat = club.snapshot().seat_of(club.member(name).id)
        assert {entry["card"] for entry in proof["cards"]} == set(hand.down[seat])
    assert folded in {"ann", "bo", "cy"}
