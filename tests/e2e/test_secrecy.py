"""RELIABILITY T13: five hundred hands over all games, and every text that anybody gets is searched for foreign cards.

Most hands are played with the table manager, the real store and the renderers; some through the whole bot.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot
from cogs.history import files_of
from cogs.ui.cards import Emojis
from cogs.ui.face import Face
from cogs.ui.felt import felt
from cogs.ui.ids import Do, parse
from cogs.ui.panel import dm_cards, panel
from cogs.ui.past import past_page, past_story, proof_page, replay_page
from cogs.ui.questions import leave_question, ping
from cogs.ui.refusals import refused
from cogs.ui.result import show_choice
from cogs.ui.story import story
from data.seal import key_file
from demo import actors
from demo.options import DemoSettings
from demo.run import main
from engine.rules.hand import Hand
from engine.rules.play import Call, Check, Fold, PokerError, Throw
from engine.tables.errors import TableError
from engine.tables.history import read
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.demo.test_demo import product
from tests.e2e.club import Club
from tests.e2e.leaks import SIGN, cards_in, leaked, shown, stored_plainly
from tests.tables.house import GUILD, OPENING, PRESETS, Room, a_room, terms
from tests.ui.deals import EMOJIS

HANDS = int(os.environ.get("KNEKT_SECRET_HANDS", "504"))
LOOKS = 0.2
"""At how many of a hand's moments everything is drawn."""

BACKED_UP = 0.1
"""At how many of the looks at the disk a backup is taken and looked at too."""

MEMBERS = (101, 102, 103, 104)
FACES = [Face(language, {}, emojis, 1_800_000_000, 1000) for language in ("en", "sv") for emojis in (EMOJIS, Emojis())]
NONCE = re.compile(r"[0-9a-zA-Z:_-]{1,25}")


class Search:
    """Plays hands and looks at everything on the way."""

    def __init__(self, room: Room, rng: Random) -> None:
        self.room, self.rng = room, rng
        self.texts = self.hands = self.files = self.backups = 0

    async def play(self, session: TableSession) -> None:
        """One hand, searched at every step, and its history for everybody."""
        await session.start(MEMBERS[0])
        hand = session.hand
        assert hand is not None
        number = session.state.hand
        while session.state.phase is Phase.HAND:
            if self.rng.random() < (LOOKS if self.hands else 1):
                await self.moment(session, hand)
            await self.room.move(session)
        await self.moment(session, hand)
        await self.history(session, hand, number)
        self.hands += 1

    async def moment(self, session: TableSession, hand: Hand) -> None:
        """What a spectator sees now, what one of the members sees, and what lies on the disk."""
        face, member = self.rng.choice(FACES), self.rng.choice(MEMBERS)
        self.clean(hand, None, self.public(session, face))
        self.clean(hand, session.state.seat_of(member) or None, self.private(session, member, face))
        self.clean(hand, session.state.seat_of(member) or None, await self.errors(session, member, face))
        if not hand.over and self.rng.random() < (0.1 if self.hands else 0.5):
            length = 7 if self.hands else 3  # ended hands lie there in the open and are much alike
            assert not stored_plainly(hand, await self.disk(), length)
            self.files += 1
            if self.rng.random() < BACKED_UP or not self.backups:
                assert not stored_plainly(hand, await backed_up(self.room), length)
                self.backups += 1

    def clean(self, hand: Hand, viewer: int | None, texts: Iterator[str] | list[str]) -> None:
        found = list(texts)
        self.texts += len(found)
        assert leaked(hand, viewer, found) == set()

    def public(self, session: TableSession, face: Face) -> Iterator[str]:
        snapshot = session.snapshot()
        yield shown(felt(snapshot, face))
        yield shown(story(snapshot, snapshot.view, face))
        yield session.record.state
        yield session.record.config
        if snapshot.waiting and snapshot.phase is Phase.HAND:
            yield ping(snapshot, face)

    def private(self, session: TableSession, member: int, face: Face) -> Iterator[str]:
        private = session.private(member)
        if private.seat:
            yield shown(leave_question(private.snapshot, face, member))
        if private.view is None:
            return
        yield shown(panel(private, face))
        yield shown(dm_cards(private, face, "LINK"))
        yield json.dumps(session.proof(member))
        yield shown(story(private.snapshot, private.view, face))
        if private.view.over:
            yield shown(show_choice(private, face))

    async def errors(self, session: TableSession, member: int, face: Face) -> list[str]:
        """What a member is told who does what he may not."""
        if session.hand is None or session.state.seat_of(member) in session.hand.waiting_on:
            return []
        told = []
        foreign = tuple(session.hand.down[session.hand.waiting_on[0]][:1]) if session.hand.waiting_on else ()
        for action in (Fold(), Check(), Call(), Throw(foreign)):
            try:
                await session.act(member, action, interaction=next(self.room.interactions))
            except (PokerError, TableError) as error:
                private = session.private(member)
                told.append(refused(error, face, private.snapshot, private.offer))
                told.append(str(error))
        return told

    async def disk(self) -> bytes:
        files = (path for path in self.room.path.parent.iterdir() if path.name.startswith(self.room.path.name))
        return b"".join(path.read_bytes() for path in files)

    async def history(self, session: TableSession, hand: Hand, number: int) -> None:
        """Pages, replay and exports, for each player and for somebody who was not there."""
        found = await self.room.store.hand(number)
        assert found is not None
        past, face = read(*found), self.rng.choice(FACES)
        for member in (*self.rng.sample(MEMBERS, 2), 999):
            texts = [
                shown(past_page(past, session.record, member, face)),
                shown(past_story(past, session.record, member, face)),
                shown(proof_page(past, member, face)),
                shown(replay_page(past, session.record, member, self.rng.randrange(past.steps + 1), face)),
                *files_of(past, session.record, member, face).values(),
            ]
            self.clean(hand, past.seat_of(member) or None, texts)


async def backed_up(room: Room) -> bytes:
    """A backup that is taken now, in the middle of the hand (RELIABILITY 94)."""
    copy = room.path.with_name("copy.backup")
    await room.store.backup(copy)
    try:
        return copy.read_bytes()
    finally:
        copy.unlink()


async def searched(folder: Path, game: str, hands: int, seed: int = 5) -> Search:
    """So many hands of a game, with a table of four that never runs dry."""
    async with a_room(folder, seed) as room:
        search = Search(room, Random(seed))
        for member in MEMBERS:  # nobody goes home before the last hand
            await room.store.ensure_bankroll(GUILD, member, OPENING)
            await room.store.grant(
                GUILD, member, 50 * OPENING, actor=MEMBERS[0], reason="long", interaction=next(room.interactions)
            )
        while search.hands < hands:
            session = await room.open(terms(game, pause=600), *MEMBERS)
            for _ in range(min(4, hands - search.hands)):
                if session.state.phase is Phase.BETWEEN or session.hand is None:
                    if len([sitter for sitter in session.snapshot().sitters if sitter.stack > 0]) < 2:
                        break
                    await search.play(session)
            await session.close(101)
        return search


@pytest.mark.parametrize("game", PRESETS)
async def test_no_text_holds_a_foreign_card(tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str) -> None:
    """Fourteen games, 36 hands each: public screens, private ones, refusals, exports, the file while live, the log."""
    caplog.set_level(logging.INFO)
    search = await searched(tmp_path, game, HANDS // len(PRESETS))

    assert search.hands * len(PRESETS) >= HANDS
    assert search.texts > 12 * search.hands
    assert search.files > 3
    assert search.backups
    assert not SIGN.search(caplog.text)
    assert not re.search(r"'[2-9TJQKA][shdc]'", caplog.text)


# The search finds what is planted


@pytest.mark.parametrize("game", ["holdem", "jacks_or_better", "stud7"])
async def test_an_open_door_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr("engine.rules.view.seen_by", lambda event, viewer: event)
    with pytest.raises(AssertionError):
        await searched(tmp_path, game, 3)


async def test_a_deck_that_is_not_sealed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.seal.Seal.close", lambda self, owner, text: text)
    monkeypatch.setattr("data.seal.Seal.open", lambda self, owner, text: text)
    with pytest.raises(AssertionError):
        await searched(tmp_path, "holdem", 8)


@pytest.mark.parametrize("game", ["holdem", "jacks_or_better"])
@pytest.mark.parametrize("sealed", [True, False])
async def test_a_backup_in_the_middle_of_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sealed: bool
) -> None:
    """It holds the deck and what was thrown away as ciphertext, and not the key; without the seal it would be found."""
    if not sealed:
        monkeypatch.setattr("data.seal.Seal.close", lambda self, owner, text: text)
        monkeypatch.setattr("data.seal.Seal.open", lambda self, owner, text: text)
    async with a_room(tmp_path, 5) as room:
        session = await room.open(terms(game), *MEMBERS)
        await session.start(MEMBERS[0])
        for _ in range(3):
            await room.move(session)
        assert session.hand is not None
        assert not session.hand.over
        stored = await backed_up(room)

        assert stored_plainly(session.hand, stored, 3) is not sealed
        assert key_file(room.path).read_bytes() not in stored


@pytest.mark.parametrize("text", [
    "`K♥\ufe0e 10♠\ufe0e`", "<:K_hearts:1> <:10_spades:2>", "King of hearts, 10 of spades", "Hjärter kung, Spader 10",
    "d dh p1 KhTs", '{"Kh": 1, "Ts": 2}',
])  # fmt: skip
def test_cards_are_found_in_every_writing(text: str) -> None:
    assert {str(card) for card in cards_in(text)} == {"Kh", "Ts"}


def test_other_text_holds_no_card() -> None:
    assert cards_in("pk1:9Ks2A:Asx2d:9hQ:call.60 and 13d hands, h1f2c-felt, Tsar, 2024-11-3dx") == set()


# Through the whole bot


def read_by(club: Club, name: str | None) -> list[str]:
    """All that a member (None: a spectator) gets to read in channel and private messages, ids included."""
    stored = list(club.messages(name))
    if name:
        member = club.member(name)
        stored += actors.seen(club.env, member.user.dm_channel.id, member.id)
    return [f"{message.content} {message.components}" for message in stored]


@pytest.mark.parametrize("game", ["holdem", "omaha8", "jacks_or_better", "stud7"])
async def test_through_the_whole_bot(club: Club, game: str) -> None:
    """Everybody looks at his cards all the time; nobody, nor a spectator, reads another's."""
    names = ("ann", "bo", "cy")
    stakes = {"jacks_or_better": "fl 10/20 ante 5", "stud7": "fl 5/10 ante 1 bring-in 2"}.get(game, "1/2")
    await club.deal(*names, game=game, stakes=stakes)
    club.member("zoe")
    for _ in range(2):
        hand = club.session().hand
        assert hand is not None
        while club.snapshot().waiting:
            for name in names:
                await club.press(name, Do.CARDS)
            for reader in (None, "zoe", *names):
                seat = club.snapshot().seat_of(club.member(reader).id) if reader else 0
                assert leaked(hand, seat or None, read_by(club, reader)) == set(), reader
            have = club.buttons()
            calm = (Do.CHECK, Do.CALL, Do.PAT, Do.BRING_IN, Do.REVEAL, Do.FOLD)
            await club.press(club.actor(), next(action for action in calm if action in have))
        assert leaked(hand, None, read_by(club, None)) == set()
        if club.snapshot().phase is Phase.BETWEEN:
            return
    for request in club.env.http_requests:
        body: dict[str, Any] = request.json if isinstance(request.json, dict) else {}
        assert NONCE.fullmatch(str(body.get("nonce", "none")))


async def test_every_id_is_made_of_numbers(club: Club) -> None:
    """RELIABILITY 97: table, hand, version, action, value; there is no room for a card."""
    await club.deal("ann", "bo")
    await club.press("ann", Do.CARDS)
    marks = [button.custom_id for message in club.messages("ann") for button in actors.buttons(message)]
    assert len(marks) > 5
    assert all(parse(mark) for mark in marks)


async def test_the_log_at_its_loudest_names_no_card(caplog: pytest.LogCaptureFixture) -> None:
    """RELIABILITY 90: the real client over the wire, whose library logs whole messages if it is let."""
    loud = await logged(caplog, bot.TALKATIVE)
    assert len(loud) > 5
    assert not [line for line in loud if cards_in(line)]


async def test_the_library_left_alone_names_them(caplog: pytest.LogCaptureFixture) -> None:
    """Otherwise the test above would show nothing."""
    loud = await logged(caplog, ())
    assert [line for line in loud if SIGN.search(line.replace("\ufe0e", ""))]


async def logged(caplog: pytest.LogCaptureFixture, kept_quiet: tuple[str, ...]) -> list[str]:
    """What is logged at DEBUG while house players play a hand in the demo."""
    before = {name: logging.getLogger(name).level for name in bot.TALKATIVE}
    caplog.set_level(logging.DEBUG)
    for name in before:  # whatever another test has left behind
        logging.getLogger(name).setLevel(logging.INFO if name in kept_quiet else logging.DEBUG)
    try:
        assert await main(DemoSettings(browser=False, hands=1, seed=1), product()) == 0
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
    return [record.getMessage() for record in caplog.records if not record.name.startswith("tests")]
