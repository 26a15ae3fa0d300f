"""The script of the evening: one short scene for each group of screens worth a picture."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from demo.evening import GAP, Evening, shown_to, stacked
from demo.studio import Studio
from engine.rules.cards import Cards
from engine.rules.catalogue import CATALOGUE

Scene = Callable[[Evening, Studio], Awaitable[None]]

NAMES = {"en": "Thursday poker", "sv": "Torsdagspoker"}
RAISE = {"en": "Raise…", "sv": "Höj…"}
EVENINGS, HANDS = 5, 5
MINUTE, DAY = 60, 86_400  # seconds
LINES = (
    ("fold", "to 30", "fold", "fold", "call"),
    ("to 40", "fold", "call", "fold", "fold"),
    ("fold", "fold", "to 60", "call", "fold"),
)
"""How a hand of five begins; the rest of it is checked."""

SIXTY = {"en": "sixty", "sv": "sextio"}


async def lobby(evening: Evening, studio: Studio) -> None:
    """Three have sat down to jacks to open."""
    stacks = {"Maja": 200, "Olle": 200, "Petra": 150}
    options = {"stakes": "5/10 ante 1", "name": NAMES[evening.language], "seats": 6, "clock": 30, "least": 100}
    await evening.open("thursday", "jacks_or_better", stacks, **options)
    await studio.shoot("lobby")
    await evening.command("Maja", "house show")
    await studio.shoot("house-rules", "Maja")
    await evening.command("Maja", "help")
    await studio.shoot("help", "Maja")


async def holdem(evening: Evening, studio: Studio) -> None:
    """A flop with a bet and a call before it comes to Maja, and all that she may do and see."""
    stacks = {"Lisa": 562, "Maja": 970, "Erik": 1340, "Petra": 205, "Karl-Johan": 618, "Olle": 1270}
    name = NAMES[evening.language]
    await evening.open("holdem", "holdem", stacks, stakes="5/10", clock=30, least=100, most=2000, name=name)
    held = ("Ad Qs", "Tc 9c", "7h 2d", "Jd 4c", "Kc Kd", "As Ts")
    await evening.deal(stacked("holdem", held, "Ac Kh 7d 2c 9h"))
    await studio.shoot("dm-cards", "Maja", private=True)
    await evening.play("fold", "fold", "to 30", "call", "call", "call", "check", "check", "to 60")
    await evening.press("Maja", "call")
    await evening.play("call")
    await studio.shoot("felt-holdem")
    await studio.shoot_form("raise-form", "Maja", RAISE[evening.language])
    for amount in ("15", SIXTY[evening.language]):
        await evening.submit("Maja", await evening.press("Maja", "form"), amount)
    await studio.shoot("refusals", "Maja", last=3)
    await evening.press("Maja", "cards")
    await studio.shoot("cards-holdem", "Maja")
    await evening.press("Erik", "cards")
    await studio.shoot("cards-ahead", "Erik")
    await evening.press("Maja", "allin")
    await studio.shoot("all-in", "Maja")
    await evening.pass_time(6)
    await studio.shoot("ping")


async def ten_seats(evening: Evening, studio: Studio) -> None:
    """A full table with long names, two players all-in and two side pots."""
    stacks = {
        "Lisa": 2940, "Erik the Extraordinary": 2020, "Bartholomeus": 400, "Maja": 5850, "xX_RiverRat99_Xx": 3460,
        "Åsa": 1020, "Olle": 5070, "Petra": 1010, "Wilhelmina Charlotta": 6865, "Karl-Johan": 4100,
    }
    await evening.open("ten", "holdem", stacks, stakes="25/50", seats=10, most=20000, least=100, clock=45)
    await evening.deal(stacked("holdem", 10 * ("",), "Qh Jd 7s 2c 9h"))
    await evening.play("to 150", "call", "call", "call", "call", "call", "fold", "fold", "fold", "call")
    await evening.play("allin", "call", "fold", "allin", "call", "fold", "call", "call", "check", "to 1640")
    await studio.shoot("felt-ten-seats")


async def jacks(evening: Evening, studio: Studio) -> None:
    """Jacks to open after a passed-in deal: opening, draw, second round, proof."""
    stacks = {"Erik": 92, "Karl-Johan": 210, "Olle": 210, "Maja": 180, "Petra": 150, "Lisa": 242}
    options = {"stakes": "5/10 ante 1", "clock": 30, "least": 50}
    await evening.open("jacks", "jacks_or_better", stacks, **options)
    await evening.deal(stacked("jacks_or_better", 6 * ("",)))
    await evening.play(*6 * ["check"])
    await studio.shoot("result-passed-in")
    held = ("3h 6c 8c Td Ks", "Jh Jc As 8d 3c", "2s 5c 7c 9d Qh", "4h 5s 6s 7h 8h", "Tc Td 4s 9c 2h", "9h 9s Kh 4c 2d")
    await evening.next_hand(stacked("jacks_or_better", held, then="Ah Ac 5h"))
    await evening.press("Olle", "open")
    await studio.shoot("refusal-openers", "Olle")
    await evening.play("check")
    await studio.shoot("felt-draw-open")
    await evening.play("open", "fold", "call", "fold", "call", "call", "throw 0 1 2")
    await studio.shoot("felt-draw")
    await evening.choose("Maja", [3, 4])
    await studio.shoot("cards-discard", "Maja")
    await evening.play("throw 3 4", "pat", "throw 2 3 4")
    await studio.shoot("felt-draw-bet")
    await evening.play("bet", "fold", "fold", "fold")
    await studio.shoot("result-openers")


async def stud(evening: Evening, studio: Studio) -> None:
    """Fifth street with an open pair."""
    stacks = {"Maja": 670, "Olle": 426, "Petra": 304, "Lisa": 1048}
    await evening.open("stud", "stud7", stacks, stakes="5/10 ante 1 bring-in 2", clock=30, most=2000)
    held = ("Jc Qc Ah Jd Ts", "5h 8d 4c 6c Qh", "6s 6h 7d 7s 5c", "Ks 2c Kd 9s 9h")
    await evening.deal(stacked("stud7", held))
    await evening.play("bring_in", "call", "complete", "call", "call", "call")
    await evening.play("check", "check", "check", "check", "check", "bet", "fold", "call")
    await studio.shoot("felt-stud")


async def hilo(evening: Evening, studio: Studio) -> None:
    """Omaha hi-lo: one wins the high half and shares the low one, the other is quartered."""
    stacks = {"Erik": 400, "Petra": 400, "Maja": 400, "Olle": 400, "Lisa": 400}
    await evening.open("hilo", "omaha8", stacks, stakes="5/10", clock=30)
    held = ("Th Jh 6s 7s", "Ks Kc 3d 2d", "2h 3h Ad Jc", "Qs Qd 9c 9d", "Td 8h 6d 5c")
    await evening.deal(stacked("omaha8", held, "As 4d 8c Kh 9h"))
    await evening.play("call", "call", "call", "call", "check", "check", "bet", "call", "call", "fold", "fold", "bet")
    await evening.press("Olle", "cards")
    await studio.shoot("cards-hilo", "Olle")
    await evening.play("call", "call", "bet", "call", "call")
    await evening.pass_time(2)
    await studio.shoot("result-hilo")


async def two_pots(evening: Evening, studio: Studio) -> None:
    """A short all-in wins the main pot, a longer stack the side pot."""
    stacks = {"Karl-Johan": 618, "Erik": 1310, "Petra": 205, "Maja": 940, "Olle": 304, "Lisa": 124}
    await evening.open("pots", "holdem", stacks, stakes="5/10", clock=30, least=100, most=2000)
    held = ("7h 2d", "Jd 4c", "Kc Qc", "Qs Jh", "Ad Jc", "Tc 9c")
    await evening.deal(stacked("holdem", held, "As Kh 7d 7c 2s"))
    await evening.play("to 30", "call", "call", "fold", "fold", "fold", "to 40", "call", "call")
    await evening.play("check", "check", "allin", "call", "call", "to 220", "call")
    await evening.pass_time(2)
    await studio.shoot("result-two-pots")


async def runout(evening: Evening, studio: Studio) -> None:
    """Three all-in on the flop: chances street by street, and the hand again afterwards."""
    stacks = {"Karl-Johan": 618, "Erik": 1310, "Petra": 205, "Maja": 530, "Olle": 900, "Lisa": 360}
    await evening.open("runout", "holdem", stacks, stakes="5/10", clock=30, least=100, most=2000)
    held = ("7h 2d", "Jd 4c", "As Ad", "Qh Jh", "9c 8c", "Tc 5c")
    await evening.deal(stacked("holdem", held, "Kh 9h 2s 7c 3d"))
    await evening.play("to 30", "call", "call", "fold", "fold", "fold", "allin", "call", "call")
    await studio.shoot("runout")
    await evening.pass_time(30)
    replay = await evening.command("Maja", "hand replay", number=1)
    await evening.turn_on("Maja", shown_to(replay), 1, 7)
    await studio.shoot("hand-replay", "Maja")


async def outage(evening: Evening, studio: Studio) -> None:
    """Discord was away for forty minutes in the middle of a hand; and a card shown when nobody had asked for it."""
    stacks = {"Lisa": 562, "Maja": 370, "Erik": 1340, "Petra": 205}
    await evening.open("outage", "holdem", stacks, stakes="5/10", clock=30, least=100, most=2000)
    held = ("As Ad", "7h 2d", "Qh Jh", "9c 8c")
    await evening.deal(stacked("holdem", held, "Kh 9h 2s 7c 3d"))
    await evening.play("call", "to 30", "call", "fold", "call", "check", "to 60")
    await evening.outage(40 * MINUTE)
    await evening.press("Lisa", "play_on")
    await evening.pass_time(GAP)
    await studio.shoot("felt-asked")
    await evening.pass_time(6)
    await studio.shoot("ping-asked")
    await evening.press("Maja", "play_on")
    await evening.press("Petra", "play_on")
    await evening.play("fold", "fold")
    await evening.show("Maja", [1])
    await studio.shoot("result-shown")


async def leaderboard(evening: Evening, studio: Studio) -> None:
    """Five short evenings, a day apart, and where they leave everybody."""
    chance = random.Random(EVENINGS)  # the same cards each time
    stacks = dict.fromkeys(("Maja", "Olle", "Petra", "Lisa", "Erik"), 400)
    for number in range(EVENINGS):
        await evening.open(f"evening-{number + 1}", "holdem", stacks, stakes="5/10")
        await evening.deal(_shuffled(chance))
        for hand in range(HANDS):
            await evening.play_out(*LINES[(number + hand) % len(LINES)])
            if hand < HANDS - 1:
                await evening.next_hand(_shuffled(chance))
        await evening.command("Maja", "table close")
        evening.clock.leap(DAY)
    await evening.command("Maja", "leaderboard")
    await studio.shoot("leaderboard", "Maja")


def _shuffled(chance: random.Random) -> Cards:
    deck = CATALOGUE["holdem"].deck
    return tuple(chance.sample(deck, len(deck)))


SCENES: tuple[Scene, ...] = (leaderboard, lobby, holdem, ten_seats, jacks, stud, hilo, two_pots, runout, outage)
