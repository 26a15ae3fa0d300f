"""`python bot.py --demo`: the real bot on a simulated Discord, with house players.

The bot is started by its production path; only the address it talks to is another one. With a browser one person
plays against the house; without, the house plays by itself and the public log is printed.
"""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import webbrowser
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.backend.models import Message

from demo import actors
from demo.env import WireEnv
from demo.house import HousePlayer, Spot, game_buttons, is_over, latest
from demo.options import DemoSettings
from demo.page import Page
from demo.tidy import Tidy
from demo.wire import Wire
from demo.world import World

THINKING = 2.5  # seconds a house player thinks at most, when a person watches
READY_SECONDS = 30.0
BROKE_SECONDS = 8.0  # no new hand for so long: somebody has to buy chips again
STALLED_SECONDS = 60.0  # nothing happened for so long although the house plays alone


@dataclass(frozen=True, slots=True)
class Product:
    """What the demo needs to know of the bot: how it is made, and how many chips its store holds for members."""

    make_bot: Callable[[Path], discord.Client]  # (database file) -> the bot as it runs live
    total_chips: Callable[[discord.Client, int], Awaitable[int]]  # (bot, guild) -> chips


async def main(settings: DemoSettings, product: Product) -> int:
    """Run the demo to its end. Exit status: 0 if all chips are still there and nobody broke anything."""
    async with AsyncExitStack() as stack:
        database = settings.database
        if database is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="knekt-demo-"))
            database = Path(folder) / "demo.sqlite3"
        demo = Demo(settings, product, database)
        stack.push_async_callback(demo.stop)
        await demo.start()
        return await demo.run()


class Demo:
    """The world, the wire, the bot and the players of one run."""

    def __init__(self, settings: DemoSettings, product: Product, database: Path) -> None:
        self.settings = settings
        self._product = product
        self.env = WireEnv()
        kept = database.with_suffix(".world.json") if settings.database else None
        self.world = World(self.env, settings.players, settings.locale, kept)
        self.wire = Wire(self.env)
        self.bot = product.make_bot(database)
        self.log = Log()
        self._tidy = Tidy(self.wire)
        self._running: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        rng = random.Random(settings.seed)
        pause = THINKING if settings.browser else 0.0
        self.house = [
            HousePlayer(member, self.world.channel, random.Random(rng.random()), pause) for member in self.world.house
        ]

    async def start(self) -> None:
        """Start the wire and then the bot, as `bot.py` does with a token."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, self._ended.set)
        await self.env.start()
        await self.wire.start()
        self.env.attach(self.bot)
        self._running = asyncio.create_task(self.bot.start("offline"))
        self._running.add_done_callback(lambda _: self._ended.set())
        await self.env.until(lambda: self.bot.is_ready() or self._ended.is_set(), READY_SECONDS)

    async def stop(self) -> None:
        """Close the bot and the world, and say what broke, if anything."""
        await self.bot.close()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        await self.wire.stop()
        await self.env.shutdown()

    async def run(self) -> int:
        """Open the table and let the players play."""
        if self._running is not None and self._running.done():
            self._running.result()  # raises what ended the bot
        await self._seat()
        return await (self._with_browser() if self.settings.browser else self._by_itself())

    # Setting up.

    def felt(self) -> Message | None:
        """The newest message with game buttons."""
        return latest(self._public())

    def _public(self) -> list[Message]:
        return actors.seen(self.env, self.world.channel.id)

    async def _seat(self) -> None:
        if self.felt() is not None:
            print("The table is still there: the game goes on.")
            self.log.skip(self._public())
            return
        host = self.world.you
        answer = await host.slash(self.world.channel, "table open", **self._wish("table open"))
        if not await self.env.until(self.felt):
            raise RuntimeError(f"/table open gave no table: {_said(answer)}")
        for player in self.house:
            lobby = self.felt()
            if lobby is None or not await player.join(lobby):
                raise RuntimeError(f"{player.name} found no seat")

    def _wish(self, command: str) -> dict[str, Any]:
        """Options for a command: the game asked for, and the first choice for all else it insists on."""
        root, *path = command.split()
        node = self.env.backend.commands[None][(root, 1)]
        for word in path:
            node = next(option for option in node["options"] if option["name"] == word)
        known = {"game": self.settings.game, "stakes": "5/10"}
        return {
            option["name"]: known.get(option["name"], _first_choice(option))
            for option in node.get("options", ())
            if option["name"] == "game" or option.get("required")
        }

    # Playing.

    async def _with_browser(self) -> int:
        async with Page(self.env, self.world.channel, self.world.you, self.settings.locale) as page:
            await page.start(self.settings.port)
            print("This is a simulated Discord. Nothing leaves this computer.")
            if page.port != self.settings.port:
                print(f"Port {self.settings.port} is taken; {page.port} is free.")
            print(f"Your table: {page.url}")
            print("Press Sit down and then Start. Ctrl-C ends the demo.", flush=True)
            await asyncio.to_thread(webbrowser.open, page.url)
            while not self._ended.is_set():
                await self._round()
        print("\nThe demo is over.")
        return self._verdict()

    async def _by_itself(self) -> int:
        before = await self._chips()
        stalled = not await self._play()
        self.log.look(self._public(), last=True)
        after = await self._chips()
        if stalled:
            print("Nothing happens any more.")
        print(f"Total chips before {before}, after {after}: {'equal' if before == after else 'NOT EQUAL'}")
        return 1 if stalled or before != after else self._verdict()

    async def _play(self) -> bool:
        """Play until enough hands are over. False: it came to a standstill."""
        idle, time = 0.0, asyncio.get_running_loop().time
        seen = time()
        while not self._ended.is_set() and self.log.hands < self.settings.hands:
            if await self._round() or await self._go_on():
                seen = time()
            self.log.look(self._public())
            idle, before = time() - seen, idle
            if before < BROKE_SECONDS <= idle:
                for player in self.house:
                    await player.come_back()
            if idle > STALLED_SECONDS:
                return False
        return True

    async def _round(self) -> bool:
        """Each house player looks once; then wait for something to happen. True: somebody acted."""
        acted = False
        for player in self.house:
            acted = await player.step() or acted
        self._tidy.step()
        if not acted:
            await self.env.until(lambda: False, 0.1)
        return acted

    async def _go_on(self) -> bool:
        """Start the first hand, or the next one before its time."""
        felt = self.felt()
        if felt is None or not is_over(felt):
            return False
        buttons = game_buttons(felt)
        for action in ("start", "next"):
            if action in buttons:
                return await self.house[0].press(felt, buttons[action][0]) is not None
        return False

    async def _chips(self) -> int:
        return await self._product.total_chips(self.bot, self.world.guild.id)

    def _verdict(self) -> int:
        for gap in self.wire.gaps:
            print(f"The simulation could not serve: {gap}")
        return 1 if self.wire.gaps else 0


class Log:
    """The public log: the last text of the lobby and of each hand's felt, each once."""

    def __init__(self) -> None:
        self._hands: dict[int, str] = {}  # message -> the hand on it, "" for the lobby
        self._over: set[str] = set()
        self._written: set[int] = set()

    @property
    def hands(self) -> int:
        """Hands that are over."""
        return len(self._over)

    def skip(self, messages: Iterable[Message]) -> None:
        """Leave out what stands there already and is over."""
        self._written |= {message.id for message in messages if self._is_game(message) and is_over(message)}

    def look(self, messages: Iterable[Message], *, last: bool = False) -> None:
        """Print every message a newer one has followed; with `last` the newest as well."""
        games = [message for message in messages if self._is_game(message) and message.id not in self._written]
        for place, message in enumerate(games):
            superseded = place < len(games) - 1
            if self._hands[message.id] and (superseded or is_over(message)):
                self._over.add(self._hands[message.id])
            if superseded or last:
                self._written.add(message.id)
                print(actors.public_text(message, with_buttons=False), end="\n\n", flush=True)

    def _is_game(self, message: Message) -> bool:
        """Whether the message is or was a lobby or a felt; its buttons may be gone by now."""
        spots = [Spot.of(button.custom_id) for button in actors.buttons(message)]
        hands = [spot.hand for spot in spots if spot is not None]
        if hands:
            self._hands[message.id] = next((hand for hand in hands if hand.strip("0")), "")
        return message.id in self._hands


def _first_choice(option: dict[str, Any]) -> Any:
    choices = option.get("choices") or [{"value": option.get("min_value", "")}]
    return choices[0]["value"]


def _said(answer: Any) -> str:
    return actors.public_text(answer.response) if answer.response is not None else "no answer"
