"""Questions and forms before something that counts, and the line that tells a player it is his turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.ui.buttons import sizes_now
from cogs.ui.face import Face
from cogs.ui.ids import Do
from cogs.ui.layout import RED, Desk, Edge, message
from cogs.ui.turn import moment
from engine.rules.facts import Chips
from engine.rules.play import BettingOffer, ThrowOffer
from engine.tables.snapshot import Snapshot

Sent = Callable[[discord.Interaction[Any], dict[str, str]], Awaitable[None]]
"""What is told of a submitted form: the new interaction, and what was typed or chosen by field name."""

AMOUNT, SEAT = "amount", "seat"
ANY_SEAT = "0"
_TITLE, _LABEL, _ABOUT, _TYPED = 45, 45, 100, 12


class Form(ui.Modal):
    """A form whose answer goes to `sent`; what it means is decided there."""

    def __init__(self, title: str, sent: Sent) -> None:
        super().__init__(title=title[:_TITLE], timeout=900)
        self.sent = sent
        self.inputs: dict[str, ui.TextInput[Any] | ui.Select[Any]] = {}

    def ask(self, name: str, label: str, about: str, typed: str) -> None:
        """A line to type an amount into, filled already."""
        self.inputs[name] = ui.TextInput(default=typed[:_TYPED], max_length=_TYPED)
        self.add_item(ui.Label(text=label[:_LABEL], description=about[:_ABOUT], component=self.inputs[name]))

    def choose(self, name: str, label: str, options: list[discord.SelectOption]) -> None:
        """A list to choose one from."""
        self.inputs[name] = ui.Select(options=options)
        self.add_item(ui.Label(text=label[:_LABEL], component=self.inputs[name]))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Hand over what was typed."""
        await self.sent(interaction, {name: _answer(item) for name, item in self.inputs.items()})


def _answer(item: ui.TextInput[Any] | ui.Select[Any]) -> str:
    """What was typed or chosen; the first option where nothing was."""
    if isinstance(item, ui.TextInput):
        return item.value
    return item.values[0] if item.values else item.options[0].value


def amount_form(snapshot: Snapshot, offer: BettingOffer, face: Face, sent: Sent, typed: str = "") -> Form:
    """How much to bet or raise to. Filled with the least, so that a hasty Submit is the cheapest mistake."""
    found = sizes_now(snapshot, offer)
    if found is None:
        raise ValueError("no bet is legal")
    kind = "bet" if offer.opening else "raise"
    form = Form(face.say(f"{kind}-title", no=snapshot.number), sent)
    about = face.say("raise-desc-short", min=found.least, max=found.most)
    if found.half is not None and found.pot is not None:
        half, pot = found.clipped(found.half), found.clipped(found.pot)
        about = face.say("raise-desc", min=found.least, max=found.most, half=half, pot=pot)
    form.ask(AMOUNT, face.say(f"{kind}-label"), about, typed or str(found.least))
    form.add_item(ui.TextDisplay(f"-# {face.say('raise-hint')}"))
    return form


def join_form(snapshot: Snapshot, bankroll: Chips, face: Face, sent: Sent, typed: str = "") -> Form:
    """Buy-in, filled with what was typed before, the usual amount or what the member has, and a seat."""
    config = snapshot.config
    form = Form(face.say("join-title"), sent)
    usual = max(min(config.buy_in, bankroll), config.min_buy_in)
    about = face.say("join-amount-desc", min=config.min_buy_in, max=config.max_buy_in, bank=bankroll)
    form.ask(AMOUNT, face.say("join-amount"), about, typed or str(usual))
    taken = {sitter.seat for sitter in snapshot.sitters}
    free = [seat for seat in range(1, config.seats + 1) if seat not in taken]
    options = [discord.SelectOption(label=face.say("join-seat-any"), value=ANY_SEAT, default=True)]
    options += [discord.SelectOption(label=face.say("join-seat-n", n=seat), value=str(seat)) for seat in free]
    form.choose(SEAT, face.say("join-seat"), options)
    return form


def top_up_form(
    snapshot: Snapshot, member: int, bankroll: Chips, face: Face, sent: Sent, typed: str = ""
) -> Form:
    """How many chips to add, filled with what was typed before or is missing to the usual buy-in."""
    config = snapshot.config
    held = next((sitter.stack + sitter.queued for sitter in snapshot.sitters if sitter.member == member), 0)
    least, most = max(config.min_buy_in - held, 1), max(config.max_buy_in - held, 0)
    form = Form(face.say("topup-title"), sent)
    about = face.say("topup-amount-desc", min=least, max=most, bank=bankroll)
    usual = min(max(config.buy_in - held, least), max(bankroll, least))
    form.ask(AMOUNT, face.say("topup-amount"), about, typed or str(usual))
    return form


def allin_question(snapshot: Snapshot, face: Face, total: Chips) -> ui.LayoutView:
    """Asked in private before a stack goes in."""
    desk = Desk(snapshot, face)
    yes = desk.button(Do.ALLIN_YES, "btn-allin-yes", RED, total, amount=total)
    ask = f"**{face.say('allin-ask', amount=total)}**"
    return message(Edge.PRIVATE, [ask, [yes, desk.button(Do.NO, "btn-allin-no")]])


def leave_question(snapshot: Snapshot, face: Face, member: int) -> ui.LayoutView:
    """Asked in private before somebody stands up."""
    desk = Desk(snapshot, face)
    sitter = next(sitter for sitter in snapshot.sitters if sitter.member == member)
    view = snapshot.view
    playing = view is not None and not view.over and sitter.seat in view.live
    ask = face.say("leave-ask-hand") if playing else face.say("leave-ask", amount=sitter.stack + sitter.queued)
    yes = desk.button(Do.LEAVE_YES, "btn-leave-yes", RED)
    return message(Edge.PRIVATE, [f"**{ask}**", [yes, desk.button(Do.NO, "btn-no")]])


def try_again(snapshot: Snapshot, face: Face, refusal: str) -> ui.LayoutView:
    """A refused amount, with the way back to the form."""
    return message(Edge.PRIVATE, [refusal, [Desk(snapshot, face).button(Do.FORM, "btn-try")]])


def asking(snapshot: Snapshot, face: Face, members: Sequence[int]) -> str:
    """Whether an interrupted hand goes on, for those who have not answered."""
    mentions = " ".join(f"<@{member}>" for member in members)
    return face.say("ping-asked", mentions=mentions, no=snapshot.number, when=moment(snapshot.deadline))


def ping(snapshot: Snapshot, face: Face) -> str:
    """Mention, price, pot and clock in one line. All of it is public; cards never stand on a lock screen."""
    when = moment(snapshot.deadline)
    mention = f"<@{snapshot.member_at(snapshot.waiting[0])}>"
    match snapshot.offer:
        case BettingOffer(bring_in=None, call=int(call)) if snapshot.view is not None:
            return face.say("ping", mention=mention, amount=call, pot=snapshot.view.pot, when=when)
        case BettingOffer(bring_in=None, call=None, to_open=False):
            return face.say("ping-check", mention=mention, when=when)
        case ThrowOffer(least=0):
            return face.say("ping-draw", mention=mention, when=when)
        case _:
            return face.say("ping-other", mention=mention, when=when)
