"""Forms: filled with the cheapest choice, within Discord's lengths, and what is typed goes to whoever asked."""

import random
from typing import Any, cast

import discord
import pytest

from cogs.ui.controls import Control
from cogs.ui.ids import Do, Press, custom_id
from cogs.ui.questions import AMOUNT, SEAT, Form, amount_form, join_form, top_up_form
from engine.rules.play import BettingOffer
from tests.ui.deals import begun, face, game_for, snapshot_of
from tests.ui.test_screens import HOLDEM, flop


async def nobody(interaction: discord.Interaction[Any], typed: dict[str, str]) -> None:
    raise AssertionError("not sent")


def labels(form: Form) -> list[discord.ui.Label[Any]]:
    return [child for child in form.children if isinstance(child, discord.ui.Label)]


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_amount_form_is_filled_with_the_least(language: str) -> None:
    snapshot = snapshot_of(flop(), HOLDEM)
    assert isinstance(snapshot.offer, BettingOffer)
    form = amount_form(snapshot, snapshot.offer, face(language), nobody)
    assert cast("discord.ui.TextInput[Any]", form.inputs[AMOUNT]).default == "120"
    about = labels(form)[0].description or ""
    assert all(amount in about for amount in ("120", "970", "155", "250"))
    again = amount_form(snapshot, snapshot.offer, face(language), nobody, "soup")
    assert cast("discord.ui.TextInput[Any]", again.inputs[AMOUNT]).default == "soup"


@pytest.mark.parametrize("language", ["en", "sv"])
def test_forms_keep_discords_lengths(language: str) -> None:
    game = game_for("holdem", random.Random(2), 10_000_000)
    hand = begun(game, 6, random.Random(1), rich=999_999_999)
    snapshot = snapshot_of(hand, game)
    assert isinstance(snapshot.offer, BettingOffer)
    forms = [
        amount_form(snapshot, snapshot.offer, face(language), nobody),
        join_form(snapshot, 10**10, face(language), nobody),
        top_up_form(snapshot, 1001, 10**10, face(language), nobody),
    ]
    for form in forms:
        assert len(form.title) <= 45
        for label in labels(form):
            assert len(label.text) <= 45
            assert len(label.description or "") <= 100
        form.to_components()


def test_the_join_form_offers_free_seats_only() -> None:
    hand = begun(HOLDEM, 3, random.Random(1))
    snapshot = snapshot_of(hand, HOLDEM)
    form = join_form(snapshot, 50, face(), nobody)
    assert [option.value for option in cast("discord.ui.Select[Any]", form.inputs[SEAT]).options] == ["0"]
    assert cast("discord.ui.TextInput[Any]", form.inputs[AMOUNT]).default == "100"  # the least, though he has less


async def test_a_submitted_form_hands_over_what_was_typed() -> None:
    heard: list[dict[str, str]] = []

    async def sent(interaction: discord.Interaction[Any], typed: dict[str, str]) -> None:
        heard.append(typed)

    snapshot = snapshot_of(begun(HOLDEM, 2, random.Random(1)), HOLDEM)
    form = join_form(snapshot, 500, face(), sent)
    cast("discord.ui.TextInput[Any]", form.inputs[AMOUNT])._value = "250"
    await form.on_submit(cast("discord.Interaction[Any]", None))
    assert heard == [{AMOUNT: "250", SEAT: "0"}]


async def test_a_control_read_back_from_its_id_says_what_was_pressed() -> None:
    heard: list[tuple[Press, list[str]]] = []

    class Client:
        async def pressed(self, interaction: Any, press: Press, values: list[str]) -> None:
            heard.append((press, values))

    class Interaction:
        client = Client()

    mark = custom_id(5, 2**62, 9, Do.RAISE, 120)
    match = Control.__discord_ui_compiled_template__.fullmatch(mark)
    assert match is not None
    interaction = cast("discord.Interaction[Any]", Interaction())
    control = await Control.from_custom_id(interaction, discord.ui.Button(custom_id=mark), match)
    await control.callback(interaction)
    assert heard == [(Press(5, 2**62, 9, Do.RAISE, 120), [])]
