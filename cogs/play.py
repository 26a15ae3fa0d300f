"""The commands of a hand, for who would rather type than press."""

from __future__ import annotations

from discord.ext import commands

from cogs import forms, presses
from cogs.desk import Bot, Desk, Interaction
from cogs.translate import command
from cogs.ui.buttons import stack_of
from cogs.ui.panel import panel
from cogs.ui.questions import allin_question
from cogs.ui.result import show_choice
from engine.rules.cards import Cards, parse_cards
from engine.rules.facts import Chips
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    Code,
    Fold,
    PokerError,
    Throw,
    ThrowOffer,
    refusal,
)
from engine.tables.errors import No, TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Private


class Play(commands.Cog):
    """Each command finds table and seat, calls the session and answers in private; the felt is redrawn for all."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Controls of another version of this bot are answered too."""
        await presses.unknown(self.desk, interaction)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, command: object) -> None:
        """Whatever was asked: what has waited for the member is told him now."""
        await self.desk.whisper(interaction)

    @command("fold")
    async def fold(self, interaction: Interaction) -> None:
        """Give the hand up."""
        await self._act(interaction, Fold())

    @command("check")
    async def check(self, interaction: Interaction) -> None:
        """Check, or pass before the opening."""
        await self._act(interaction, Check())

    @command("call")
    async def call(self, interaction: Interaction) -> None:
        """Call, which is asked once more when it empties the stack; in stud also the bring-in."""
        private = self._session(interaction).private(interaction.user.id)
        offer = private.offer
        if isinstance(offer, BettingOffer) and offer.call and offer.call == stack_of(private.snapshot, offer):
            await self._ask(interaction, private, offer.all_in_to)
            return
        forced = isinstance(offer, BettingOffer) and offer.bring_in is not None
        await self._act(interaction, BringIn() if forced else Call())

    @command("bet", "amount")
    async def bet(self, interaction: Interaction, amount: str) -> None:
        """Bet or open."""
        await self._bet(interaction, amount)

    @command("raise", "amount")
    async def raise_to(self, interaction: Interaction, amount: str) -> None:
        """Raise to a total."""
        await self._bet(interaction, amount)

    @command("allin")
    async def allin(self, interaction: Interaction) -> None:
        """Put in all of the stack, if that is legal; asked once more."""
        private = self._session(interaction).private(interaction.user.id)
        offer = private.offer
        if not isinstance(offer, BettingOffer):
            raise forms.no_bet(private)
        if refused := refusal(offer, presses.all_in(private, offer.all_in_to)):
            raise refused
        await self._ask(interaction, private, offer.all_in_to)

    @command("draw", "cards")
    async def draw(self, interaction: Interaction, cards: str = "") -> None:
        """Throw cards (`Jh 4c`, or places such as `1 3`); none stands pat."""
        private = self.desk.here(interaction).private(interaction.user.id)
        if not isinstance(private.offer, ThrowOffer):
            raise forms.no_bet(private)
        await self._act(interaction, Throw(named_cards(cards, private.offer.cards)))

    @command("cards")
    async def cards(self, interaction: Interaction) -> None:
        """One's own cards."""
        session, face = self._session(interaction), self.desk.face(interaction)
        private = session.private(interaction.user.id)
        if private.view is None:
            raise TableError(No.NOT_IN_HAND if private.seat else No.NOT_SEATED)
        await self.desk.panel(interaction, panel(private, face))

    @command("show")
    async def show(self, interaction: Interaction) -> None:
        """Choose which cards the table may see after a hand."""
        private = self._session(interaction).private(interaction.user.id)
        if private.view is None or not private.view.over:
            raise TableError(No.NOTHING_TO_SHOW)
        await self.desk.answer(interaction, show_choice(private, self.desk.face(interaction)))

    def _session(self, interaction: Interaction) -> TableSession:
        self.desk.learn(interaction)
        return self.desk.here(interaction)

    async def _bet(self, interaction: Interaction, amount: str) -> None:
        private = self._session(interaction).private(interaction.user.id)
        total = forms.amount_of(private, amount, str(interaction.locale))
        if total == forms.betting(private).all_in_to:
            await self._ask(interaction, private, total)
        else:
            await self._act(interaction, BetTo(total))

    async def _ask(self, interaction: Interaction, private: Private, total: Chips) -> None:
        """All-in is asked once more, however it was said."""
        forms.check_moving(private)
        await self.desk.answer(interaction, allin_question(private.snapshot, self.desk.face(interaction), total))

    async def _act(self, interaction: Interaction, action: Action) -> None:
        session = self._session(interaction)
        await session.act(interaction.user.id, action, interaction=interaction.id)
        session.say(self.desk.speaker.redraw)
        await self.desk.tell(interaction, "acted")
        await self.desk.whisper(interaction)


def named_cards(text: str, held: Cards) -> Cards:
    """Cards as a member names them: `Jh 4c`, or their places from 1. Raises PokerError for anything else."""
    parts = text.replace(",", " ").split()
    if parts and all(part.isascii() and part.isdigit() and len(part) == 1 for part in parts):
        places = [int(part) for part in parts]
        if not all(1 <= place <= len(held) for place in places):
            raise PokerError(Code.BAD_DISCARD)
        return tuple(held[place - 1] for place in places)
    try:
        return parse_cards(text)
    except ValueError as error:
        raise PokerError(Code.BAD_DISCARD) from error


async def setup(bot: Bot) -> None:
    """Called by discord.py."""
    presses.register(bot.desk)
    await bot.add_cog(Play(bot.desk))


