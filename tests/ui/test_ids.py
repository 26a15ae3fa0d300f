"""A control's id says exactly which moment it was drawn for, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.ids import OF_HAND, TO_HAND, Do, Press, custom_id, masked, parse, places_of

NUMBER = st.integers(0, 2**63 - 1)


@given(NUMBER, NUMBER, st.integers(0, 10_000), st.sampled_from(Do), st.integers(0, 10**18))
def test_what_is_written_is_read_back(table: int, hand: int, version: int, action: Do, value: int) -> None:
    mark = custom_id(table, hand, version, action, value)
    assert len(mark) <= 100
    assert parse(mark) == Press(table, hand, version, action, value)


@pytest.mark.parametrize("text", [
    "", "pk1", "pk1:1:2:3", "pk1:1:2:3:nothing", "pk2:1:2:3:fold", "pk1:1:2:3:fold.", "pk1:1:2:3:fold.x",
    "pk1:-1:2:3:no",
    "pk1:1:2:3:fold\n", " pk1:1:2:3:fold", "pk1:1:2:3:raise.-5", "pk1:1:2:3:raise.1e9",
    "pk1:" + "z" * 12 + ":2:3:fold",
])
def test_anything_else_is_none_of_ours(text: str) -> None:
    assert parse(text) is None


@given(st.sets(st.integers(0, 6)))
def test_masks_name_places(places: set[int]) -> None:
    assert places_of(masked(list(places))) == sorted(places)


def test_presses_that_act_are_those_before_the_form() -> None:
    assert {Do.FOLD, Do.RAISE, Do.THROW, Do.CONFESS} <= TO_HAND
    assert not {Do.FORM, Do.ALLIN, Do.CARDS, Do.JOIN} & TO_HAND
    assert TO_HAND < OF_HAND
