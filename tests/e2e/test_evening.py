"""An evening from the opening of a table to its close."""

from cogs.ui.ids import Do
from tests.e2e.club import Club


async def test_a_hand_is_dealt_played_and_told(club: Club) -> None:
    await club.deal("ann", "bo", "cy")
    assert "Pot 3" in club.text()

    await club.finish()

    assert "wins" in club.text()
    assert Do.SITOUT in club.buttons()
