"""A scripted poker evening on the simulated Discord: members by name, known cards, real buttons and commands."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Self

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Message, User
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from demo import actors
from demo.clock import StillClock
from demo.env import WireEnv
from demo.house import game_buttons, is_over, latest, turn_is
from demo.wire import Wire
from engine.rules.cards import Card, Cards, parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.setup import completed
from engine.rules.steps import Board, Deal

START = datetime(2030, 1, 4, 20, 30, tzinfo=UTC).timestamp()
QUIET_SECONDS = 0.06  # no call for so long: everything that was set going has been said
SETTLED_SECONDS = 0.2  # before the clock moves: what was decided has been written down as well
READY_SECONDS = 60.0  # for the start, in which all card emojis are drawn and uploaded
SHORT = 11  # letters of a name that stand on every felt
LONGEST_PAUSE = 30  # seconds between two hands
GAP = 1.5  # seconds after which a felt that changed twice is surely drawn again

MakeBot = Callable[[Path, StillClock, Callable[[Cards], tuple[Cards, ...]], Callable[[], int]], discord.Client]
"""(database file, clock, deck orders, new ids) -> the bot as it runs live."""


def stacked(game: str, held: Sequence[str], board: str = "", then: str = "") -> Cards:
    """The first cards of a deck that deals these holdings, the first one to the left of the button, and this board.

    `then`: cards after the deal, in order, for draws. What is not said comes from the rest of the deck.
    """
    left = [list(parse_cards(cards)) for cards in held]
    boards, after = list(parse_cards(board)), parse_cards(then)
    named = {*itertools.chain(*left), *boards, *after}
    spare = iter([card for card in CATALOGUE[game].deck if card not in named])
    deck: list[Card] = []
    for step in CATALOGUE[game].script:
        if isinstance(step, Deal | Board):
            deck += islice(spare, step.burn)
        if isinstance(step, Deal):
            for cards in left * (step.down + step.up):
                deck.append(cards.pop(0) if cards else next(spare))
        elif isinstance(step, Board):
            deck += [boards.pop(0) if boards else next(spare) for _ in range(step.cards)]
    return (*deck, *after)


class ShownTime:
    """The still clock in the form that the simulated Discord asks for."""

    elapsed = 0.0

    def __init__(self, clock: StillClock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        """Return the present instant, aware, UTC."""
        return datetime.fromtimestamp(self._clock.now(), UTC)

    def advance(self, seconds: float) -> None:
        """Nothing: the evening moves its clock itself."""


class Evening:
    """The world, the bot and the members of one language."""

    def __init__(self, make_bot: MakeBot, database: Path, locale: str) -> None:
        self.locale, self.language = locale, locale[:2]
        self.env = WireEnv()
        self.clock = StillClock(START)
        self.env.backend.clock = ShownTime(self.clock)  # type: ignore[assignment]
        self.env.backend.bot_user = User(self.env.backend.bot_user.id, "Knekt", bot=True)
        self.env.backend.users[self.env.backend.bot_user.id] = self.env.backend.bot_user
        self.wire = Wire(self.env)
        self.deck: Cards = ()
        ids: Iterator[int] = itertools.count(1000)
        self.bot = make_bot(database, self.clock, self._orders, lambda: next(ids))
        self.guild = self.env.create_guild("Poker club", preferred_locale=locale)
        self.channel: ChannelHandle = self.guild.create_text_channel("poker")
        self._members: dict[str, MemberActor] = {}
        self._seats: tuple[str, ...] = ()
        self._running: asyncio.Task[None] | None = None

    def _orders(self, deck: Cards) -> tuple[Cards, ...]:
        return (completed(self.deck, deck),) * 6

    async def __aenter__(self) -> Self:
        await self.env.start()
        await self.wire.start()
        self.env.attach(self.bot)
        self._running = asyncio.create_task(self.bot.start("offline"))
        if not await self.env.until(self._is_ready, READY_SECONDS):
            raise RuntimeError("the bot did not start")
        await self.quiet()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bot.close()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        await self.wire.stop()
        await self.env.shutdown()

    def _is_ready(self) -> bool:
        emojis = getattr(getattr(self.bot, "desk", None), "emojis", None)
        return self.bot.is_ready() and emojis is not None and emojis.complete

    # Time

    async def quiet(self, seconds: float = QUIET_SECONDS) -> None:
        """Wait until the bot has had nothing more to say for so long."""
        said = -1
        while said != len(self.wire.calls):
            said = len(self.wire.calls)
            await asyncio.sleep(seconds)

    async def pass_time(self, seconds: float) -> None:
        """Move the bot's clock on and let everything happen that is due."""
        end = self.clock.now() + seconds
        await self.quiet(SETTLED_SECONDS)
        while self.clock.ring(end):
            await self.quiet(SETTLED_SECONDS)

    async def outage(self, seconds: float) -> None:
        """Discord is away for so long, and then there again."""
        self.bot.dispatch("shard_disconnect", 0)
        await self.quiet(SETTLED_SECONDS)
        self.clock.leap(seconds)
        self.bot.dispatch("shard_resumed", 0)
        await self.quiet(SETTLED_SECONDS)
        await self.pass_time(GAP)

    # What is seen

    def felt(self) -> Message:
        """The table's message."""
        found = latest(actors.seen(self.env, self.channel.id))
        if found is None:
            raise RuntimeError("there is no table here")
        return found

    def actor(self) -> str:
        """Whose turn it is, by the felt, which cuts long names."""
        found = next((name for name in self._seats if turn_is(self.felt(), self._called(name))), "")
        if not found:
            raise RuntimeError(f"it is nobody's turn: {actors.public_text(self.felt())}")
        return found

    @staticmethod
    def _called(name: str) -> str:
        return name[:SHORT]

    # What is done

    def member(self, name: str) -> MemberActor:
        """A member of the server; made when first named."""
        if name not in self._members:
            self._members[name] = self.guild.add_member(self.env.create_user(name))
            actors.set_locale(self.env, self._members[name].id, self.locale)
        return self._members[name]

    async def command(self, name: str, words: str, /, **options: Any) -> InteractionResult:
        """A slash command in the channel of the table."""
        answer = await self.member(name).slash(self.channel, words, **options)
        await self.quiet()
        return answer

    async def open(self, channel: str, game: str, stacks: dict[str, int], **options: Any) -> None:
        """A table in a channel of its own; who comes first is the host, has seat 1 and the first button."""
        self.channel, self._seats = self.guild.create_text_channel(channel), tuple(stacks)
        host, *_ = stacks
        answer = await self.command(host, "table open", game=game, **options)
        if latest(actors.seen(self.env, self.channel.id)) is None:
            raise RuntimeError(said(answer))
        for seat, (name, chips) in enumerate(stacks.items(), 1):
            await self._seated(name, await self.command(name, "join", buy_in=str(chips), seat=seat))
        await self.pass_time(GAP)

    async def _seated(self, name: str, answer: InteractionResult) -> None:
        """Raise for a member whom the table did not take."""
        await self.pass_time(GAP)
        if self._called(name) not in actors.public_text(self.felt()):
            raise RuntimeError(f"{name}: {said(answer)}")

    async def deal(self, deck: Iterable[Card]) -> None:
        """Start the first hand with this deck."""
        self.deck = tuple(deck)
        before = self.felt().id
        await self.press(self._seats[0], "start")
        await self.env.until(lambda: self.felt().id != before)
        await self.quiet()

    async def next_hand(self, deck: Iterable[Card]) -> None:
        """Wait for the next hand, which is dealt from this deck."""
        self.deck = tuple(deck)
        before = self.felt().id
        for _ in range(LONGEST_PAUSE):
            await self.pass_time(1)
            if self.felt().id != before:
                return
        raise RuntimeError("there is no next hand")

    async def press(
        self, name: str, action: str, where: ResponseMessage | Message | None = None
    ) -> InteractionResult:
        """Press the felt's button for an action, or that of another message."""
        message = where or self.felt()
        found = game_buttons(message)
        if action not in found:
            raise RuntimeError(f"no {action} for {name}, only {', '.join(found)}")
        holder = message if isinstance(message, ResponseMessage) else actors.holder(self.env, message)
        answer = await self.member(name).click(holder, custom_id=found[action][0].custom_id)
        await self.quiet()
        return answer

    async def turn_on(self, name: str, page: ResponseMessage, place: int, times: int) -> None:
        """Press a private page's button in this place so many times."""
        for _ in range(times):
            button = actors.buttons(page)[place]
            await self.member(name).click(page, custom_id=button.custom_id)
            await self.quiet()

    async def play(self, *steps: str) -> None:
        """Each step is done by whoever is to act: `call`, `raise`, `allin`, `to 60`, `pat`, `throw 0 3`."""
        for step in steps:
            word, *rest = step.split()
            name = self.actor()
            if word == "to":
                await self.submit(name, await self.press(name, "form"), rest[0])
            elif word == "throw":
                await self.press(name, "throw", await self.choose(name, [int(place) for place in rest]))
                await self.pass_time(GAP)
            else:
                await self._confirmed(name, await self.press(name, word))

    async def play_out(self, *steps: str) -> None:
        """The same, and then everybody checks to the end of the hand."""
        await self.play(*steps)
        while not is_over(self.felt()):
            await self.play("check")

    async def submit(self, name: str, shown: InteractionResult, amount: str) -> InteractionResult:
        """Type an amount into a form and send it."""
        values = dict.fromkeys(actors.filled(shown), amount)
        answer = await self.member(name).submit_modal(shown, values)
        await self.quiet()
        return answer

    async def choose(self, name: str, places: Iterable[int]) -> ResponseMessage:
        """Open the discards and pick some by their place in the holding."""
        return await self._pick(name, shown_to(await self.press(name, "draw")), "discards", places)

    async def show(self, name: str, places: Iterable[int]) -> None:
        """After a hand: show the table some of one's cards, by their place."""
        page = await self._pick(name, shown_to(await self.press(name, "show")), "shown", places)
        await self.press(name, "show_some", page)
        await self.pass_time(GAP)

    async def _pick(self, name: str, page: ResponseMessage, menu_for: str, places: Iterable[int]) -> ResponseMessage:
        menu = next(menu for menu in actors.selects(page) if menu["custom_id"].endswith(menu_for))
        values = [menu["options"][place]["value"] for place in places]
        answer = await self.member(name).select(page, values, custom_id=menu["custom_id"])
        await self.quiet()
        return answer.response or page

    async def _confirmed(self, name: str, answer: InteractionResult) -> None:
        """All-in is asked once more; any other private answer is a refusal."""
        if not answer.ephemeral:
            return
        if "allin_yes" not in game_buttons(shown_to(answer)):
            raise RuntimeError(f"{name}: {said(answer)}")
        await self.press(name, "allin_yes", answer.response)
        await self.pass_time(GAP)


def shown_to(answer: InteractionResult) -> ResponseMessage:
    """The private message of an answer."""
    if answer.response is None:
        raise RuntimeError("no private answer")
    return answer.response


def said(answer: InteractionResult) -> str:
    """The words of an answer."""
    return actors.public_text(answer.response) if answer.response is not None else "no answer"
