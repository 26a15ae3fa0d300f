"""House players: members who play by the public buttons and their own private answers, and know nothing else.

Their skill is small: mostly check or call, now and then a raise or a fold, keep the pairs in a draw.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from simcord.actors import MemberActor
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from demo import actors
from demo.actors import Button

PREFIX = "pk1:"
AGGRESSIVE = ("raise", "bet", "complete", "open", "half", "pot")
CALM = ("check", "call", "bring_in", "complete", "pat", "reveal", "declare", "decline", "muck", "run", "fold")
PLAY = {*AGGRESSIVE, *CALM, "form", "draw"}
GREEN = 3  # Discord's number for the style of check and call
RANKS = "23456789TJQKA"
WORDS = {"ten": "T", "10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
CAUTIOUS, BOLD = 0.12, 0.18  # how often a bet is answered with a fold, how often the blue button is pressed


@dataclass(frozen=True, slots=True)
class Spot:
    """A button's custom_id taken apart: which table, hand and state it belongs to, and what it does."""

    table: str
    hand: str
    version: str
    action: str
    amount: str

    @classmethod
    def of(cls, custom_id: str) -> Self | None:
        """Read a custom_id; None: not a game button."""
        parts = custom_id.split(":", 4)
        if len(parts) < 5 or not custom_id.startswith(PREFIX):
            return None
        action, _, amount = parts[4].partition(".")
        return cls(parts[1], parts[2], parts[3], action, amount)


def game_buttons(message: Message | ResponseMessage) -> dict[str, tuple[Button, Spot]]:
    """The enabled game buttons of a message by action, the first of each. A call that takes all chips is a call."""
    found: dict[str, tuple[Button, Spot]] = {}
    for button in actors.buttons(message):
        spot = Spot.of(button.custom_id)
        if spot is not None and not button.disabled:
            is_call = spot.action == "allin" and button.style == GREEN
            found.setdefault("call" if is_call else spot.action, (button, spot))
    return found


def latest(messages: Iterable[Message]) -> Message | None:
    """The newest public message with game buttons: the felt, or before the first hand the lobby."""
    return next((each for each in reversed(list(messages)) if game_buttons(each) and not each.is_ephemeral), None)


def is_over(felt: Message) -> bool:
    """Whether this felt shows a finished hand: it offers neither play nor a look at one's cards any more."""
    return not (PLAY | {"cards"}) & game_buttons(felt).keys()


def turn_is(felt: Message, name: str) -> bool:
    """Whether the felt's question, the last heading of third rank, names this player."""
    questions = [line for line in actors.texts(felt) if line.startswith("### ")]
    return bool(questions) and name in actors.plain(questions[-1])


class HousePlayer:
    """One simulated member at the table."""

    def __init__(self, member: MemberActor, channel: ChannelHandle, rng: random.Random, pause: float = 0.0) -> None:
        self.member = member
        self._env = member._env
        self._channel = channel
        self._rng = rng
        self._pause = pause  # seconds of thought, at most
        self._refused: set[tuple[str, str, str]] = set()  # (hand, version, action) the dealer said no to
        self._hand = ""  # the last one this player looked for himself in
        self._moved = ("", "")  # (hand, version) this player has acted on, whatever the felt still shows

    @property
    def name(self) -> str:
        """As it stands on the felt."""
        return self.member.name

    def felt(self) -> Message | None:
        """The message this player looks at."""
        return latest(actors.seen(self._env, self._channel.id))

    async def step(self) -> bool:
        """Look at the felt and act if it is this player's turn. True: something was pressed."""
        felt = self.felt()
        if felt is not None:
            await self._return(felt)
        if felt is None or not turn_is(felt, self.name) or is_over(felt):
            return False
        choice = self._choose(game_buttons(felt))
        if choice is None:
            return False
        if self._pause:
            await asyncio.sleep(self._rng.uniform(0.4, 1.0) * self._pause)
        button, spot = choice
        answer = await self.press(felt, button)
        if answer is None:
            return False
        if await self._settle(answer, spot):
            self._moved = (spot.hand, spot.version)
        else:
            self._refused.add((spot.hand, spot.version, spot.action))
        return True

    async def _return(self, felt: Message) -> None:
        """Look once a hand whether one is dealt in: names of who plays are bold."""
        hand = next((spot.hand for _, spot in game_buttons(felt).values()), "")
        if hand == self._hand or is_over(felt):
            return
        self._hand = hand
        if not any(f"**{self.name}**" in line for line in actors.texts(felt)):
            await self.come_back()

    async def come_back(self) -> None:
        """Buy chips again and sit in, whichever was missing; the bot refuses the rest."""
        for command in ("rebuy", "sitin"):
            with suppress(SetupError, BackendError):
                await self.member.slash(self._channel, command)

    async def press(self, message: Message, button: Button) -> InteractionResult | None:
        """Press a button; None: it went away before the finger came down."""
        try:
            return await self.member.click(actors.holder(self._env, message), custom_id=button.custom_id)
        except (SetupError, BackendError):
            return None

    async def join(self, lobby: Message) -> bool:
        """Take a seat by the lobby's button and the form it opens, if any."""
        buttons = game_buttons(lobby)
        if "join" not in buttons:
            return False
        answer = await self.press(lobby, buttons["join"][0])
        if answer is not None and answer.modal is not None:
            answer = await self.member.submit_modal(answer, actors.filled(answer))
        return answer is not None and answer.acknowledged

    def _choose(self, offered: dict[str, tuple[Button, Spot]]) -> tuple[Button, Spot] | None:
        open_to_us = {
            action: (button, spot)
            for action, (button, spot) in offered.items()
            if (spot.hand, spot.version, action) not in self._refused and (spot.hand, spot.version) != self._moved
        }
        for action in self._wishes(open_to_us.keys()):
            if action in open_to_us:
                return open_to_us[action]
        return None

    def _wishes(self, actions: Iterable[str]) -> list[str]:
        """Give actions in order of liking; the first that is offered is taken."""
        if "draw" in actions:
            return ["draw", "pat"]
        luck = self._rng.random()
        if luck < CAUTIOUS and "check" not in actions:
            return ["fold", *CALM]
        if luck > 1 - BOLD:
            return [*AGGRESSIVE, *CALM]
        return [*CALM, *AGGRESSIVE]

    async def _settle(self, answer: InteractionResult, spot: Spot) -> bool:
        """Deal with a private answer. False: the dealer refused."""
        panel = answer.response
        if panel is None or not panel.ephemeral:
            return True
        if spot.action == "draw":
            return await self._draw(panel)
        return await self._confirm(panel)

    async def _confirm(self, panel: ResponseMessage) -> bool:
        """Say yes to the question "All-in for 400?". Any other private answer is a refusal."""
        question = game_buttons(panel).get("allin_yes")
        return question is not None and await self.press(panel._message, question[0]) is not None

    async def _draw(self, panel: ResponseMessage) -> bool:
        """Choose discards in the panel and confirm, or stand pat."""
        menus = [menu for menu in actors.selects(panel) if not menu.get("disabled")]
        discards = next((menu for menu in menus if menu["custom_id"].endswith("discards")), None)
        wanted = to_throw(discards) if discards else []
        if discards and wanted:
            answer = await self.member.select(panel, wanted, custom_id=discards["custom_id"])
            panel = answer.response or panel
        buttons = game_buttons(panel)
        choice = buttons.get("throw" if wanted else "pat") or buttons.get("throw") or buttons.get("pat")
        if choice is None:
            return False
        return await self.press(panel._message, choice[0]) is not None


def to_throw(menu: dict[str, Any]) -> list[str]:
    """Values to choose in a discard select: the cards without a partner, lowest first, at most three of them.

    A hand without a pair keeps its two highest cards; five cards that all have partners stand pat, unless the game
    asks for a number of discards.
    """
    ranks = {option["value"]: rank_of(option) for option in menu.get("options", ())}
    counts = Counter(ranks.values())
    order = sorted(ranks, key=lambda value: (counts[ranks[value]], ranks[value]))
    singles = sum(1 for value in order if counts[ranks[value]] == 1)
    wanted = max(min(3, singles), menu.get("min_values", 1))
    return order[: min(wanted, menu.get("max_values", 1))]


def rank_of(option: dict[str, Any]) -> int:
    """A card's rank, 0 to 12, from its value ("Jh") or its name ("Jack of hearts"); -1: unreadable."""
    value = str(option["value"])
    if len(value) == 2 and value[0] in RANKS and value[1] in "cdhs":
        return RANKS.index(value[0])
    word = option.get("label", "").split(" ")[0].lower()
    return RANKS.find(WORDS.get(word, word.upper()) or "?")
