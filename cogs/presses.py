"""Every press of a button or select: who answers it, and how it becomes an action. A click is refused or it is done.

The order for what acts in the hand: find the table, let the session compare hand and version, and only after its commit
let the interaction's own answer redraw what was pressed.
"""

from __future__ import annotations

import discord

from cogs import faults, forms, outage, seat_presses
from cogs.desk import Acting, Desk, Interaction
from cogs.ui.house import rules_page
from cogs.ui.ids import ONE_OF_SEVERAL, TO_HAND, Do, Press, parse, places_of
from cogs.ui.layout import plain
from cogs.ui.panel import panel
from cogs.ui.questions import allin_question
from cogs.ui.result import show_choice
from cogs.ui.story import story
from cogs.ui.words import language_of, say
from engine.rules.cards import Cards
from engine.rules.play import (
    Action,
    BettingOffer,
    BetTo,
    BringIn,
    Call,
    Check,
    DeclareBoard,
    DeclareOpen,
    DeclineOpen,
    Fold,
    Muck,
    RunTimes,
    Show,
    ShowFalseOpeners,
    Throw,
    ThrowOffer,
)
from engine.tables.errors import No, TableError
from engine.tables.snapshot import Private

TWICE = 2.0
"""Seconds in which the same press of the same member is a double click."""

OURS = "pk"
"""How every control's id of every version of this bot begins."""

STORED = frozenset({
    Do.AHEAD, Do.SHOW_SOME, Do.NEXT_GAME, Do.START, Do.SITOUT, Do.SITIN, Do.LEAVE_YES, Do.PLAY_ON, Do.REFUND,
    Do.VOID, Do.RELOAD, Do.FORGET,
})
"""Presses beside those of the hand that change what is stored."""

FREE = TO_HAND | STORED | {Do.FORM}
"""Presses that do something, or lead to it: only the refusal of one counts against a member's words (RELIABILITY 103).
So however quick a player is, what he may do is done."""

TURNED = frozenset({
    Do.DISCARDS, Do.SHOWN, Do.REPLAY, Do.HISTORY, Do.LEDGER, Do.LOG, Do.GAME_RULES, Do.TOPIC, Do.POTS, Do.POTS_ANSWER,
    Do.QUIZ, Do.QUIZ_ANSWER,
})
"""Pages that are turned in place, where they are private: free as well, for the first answer to a press is all they
take."""

FORGOTTEN = 1.5
"""Seconds after which a form that nobody has answered is one from before a restart."""

_PLAIN: dict[Do, Action] = {
    Do.FOLD: Fold(),
    Do.CHECK: Check(),
    Do.CALL: Call(),
    Do.BRING_IN: BringIn(),
    Do.PAT: Throw(()),
    Do.REVEAL: Show(),
    Do.MUCK: Muck(),
    Do.DECLARE: DeclareBoard(),
    Do.CLAIM: DeclareOpen(),
    Do.DECLINE: DeclineOpen(),
    Do.CONFESS: ShowFalseOpeners(),
}


async def pressed(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Answer one press, whatever happens: done, refused in words, or in silence when the member has had too many."""
    member, session = interaction.user.id, desk.tables.sessions.get(press.table)
    counts = not (press.action in FREE or (press.action in TURNED and is_private(interaction.message)))
    try:
        await desk.meet(interaction)
        if counts and not desk.clicks.take(member):
            await desk.answers.wait(interaction)
            return
        await _answer(desk, interaction, press, values)
        await desk.whisper(interaction)
    except Exception as error:  # noqa: BLE001 - the one place that answers for all of them
        wordless = _is_double(desk, member, press, error) or not (counts or desk.clicks.take(member))
        await faults.answer(desk, interaction, error, session, wordless=wordless)


def is_private(message: discord.Message | None) -> bool:
    """Whether only the member himself sees the message."""
    return message is not None and message.flags.ephemeral


async def _answer(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """A form can only be a first answer, so Discord is told to wait for none of those."""
    if press.action in ONE_OF_SEVERAL and not values:
        raise TableError(No.STALE)
    if press.action not in TO_HAND | STORED:
        await desk.handlers[press.action](desk, interaction, press, values)
        return
    handler = act if press.action in TO_HAND else desk.handlers[press.action]
    async with desk.patience(interaction):
        await handler(desk, interaction, press, values)


def _is_double(desk: Desk, member: int, press: Press, error: Exception) -> bool:
    """The second click of a nervous finger harms nobody and needs no words."""
    last = desk.last_act.get(member)
    stale = isinstance(error, TableError) and error.code in (No.STALE, No.DONE)
    same = last is not None and (last.hand, last.version) == (press.hand, press.version)
    return stale and same and last is not None and desk.now() - last.at <= TWICE


async def unknown(desk: Desk, interaction: Interaction) -> None:
    """A control of another version of this bot, or a form from before a restart: say so, leave nothing unanswered."""
    mark = str(dict(interaction.data or {}).get("custom_id", ""))
    is_form = interaction.type is discord.InteractionType.modal_submit
    is_old = interaction.type is discord.InteractionType.component and mark.startswith(OURS) and not parse(mark)
    if not (is_form or is_old):
        return
    try:
        if is_form:
            await desk.sleep(FORGOTTEN)
        if desk.answers.is_answered(interaction) or desk.answers.is_seen(interaction):
            return
        if desk.clicks.take(interaction.user.id):
            await desk.tell(interaction, "press-unknown")
        else:
            await desk.answers.wait(interaction)
    except Exception as error:  # noqa: BLE001 - answered by the one handler
        await faults.answer(desk, interaction, error)


# Acting in the hand


async def act(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """An action in the running hand, for exactly the moment the button was drawn for."""
    session, member = desk.session(press), interaction.user.id
    session.check_fresh(press.hand, press.version, session.state.seat_of(member))
    action = action_of(press, session.private(member))
    await session.act(member, action, hand=press.hand, version=press.version, interaction=interaction.id)
    desk.last_act[member] = Acting(press.hand, press.version, desk.now())
    await desk.speaker.shown(interaction, session)


def action_of(press: Press, private: Private) -> Action:
    """What a press says to the hand. Whether it is legal is the hand's to judge."""
    match press.action:
        case Do.THROW:
            return Throw(_picked(private, press.value))
        case Do.SPLITS:
            return Throw(_picked(private, press.value), splits=True)
        case Do.RUN:
            return RunTimes(press.value)
        case Do.ALLIN_YES:
            return all_in(private, press.value)
        case plain_action if plain_action in _PLAIN:
            return _PLAIN[plain_action]
        case _:
            return BetTo(press.value)


def all_in(private: Private, total: int) -> Action:
    """All of the stack: a bet where it is a legal one, else the call that empties it."""
    offer = private.offer
    may_bet = isinstance(offer, BettingOffer) and offer.bet_to is not None and total in offer.bet_to
    may_call = isinstance(offer, BettingOffer) and offer.call is not None
    return Call() if may_call and not may_bet else BetTo(total)


def _picked(private: Private, mask: int) -> Cards:
    """The cards that a mask means; the places are those of the offer."""
    cards = private.offer.cards if isinstance(private.offer, ThrowOffer) else ()
    return tuple(cards[place] for place in places_of(mask) if place < len(cards))


# Private answers


async def cards(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """My cards; also the discards."""
    session = desk.session(press)
    private = session.private(interaction.user.id)
    if private.view is None:
        raise TableError(No.NOT_IN_HAND if private.seat else No.NOT_SEATED)
    await desk.panel(interaction, panel(private, desk.face(interaction)))


async def discards(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Cards were picked in the panel; nothing is thrown yet."""
    session = desk.session(press)
    private = session.private(interaction.user.id)
    session.check_fresh(press.hand, press.version, private.seat)
    await desk.edit(interaction, panel(private, desk.face(interaction), values))


async def ahead(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """A decision before one's turn. It may act at once, if the turn has come."""
    session, member = desk.session(press), interaction.user.id
    kind = "" if values == ["none"] else values[0]
    await session.decide_ahead(member, kind, press.hand)
    await desk.edit(interaction, panel(session.private(member), desk.face(interaction)))
    session.say(desk.speaker.redraw)


async def ask_all_in(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """All-in is asked once more, of the actor alone."""
    session = desk.session(press)
    private = session.private(interaction.user.id)
    session.check_fresh(press.hand, press.version, private.seat)
    if private.seat not in private.snapshot.waiting:
        raise forms.no_bet(private)
    forms.check_moving(private)
    await desk.answer(interaction, allin_question(private.snapshot, desk.face(interaction), press.value))


async def tell_story(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The whole hand so far, as this member may know it."""
    session = desk.session(press)
    if press.hand != session.state.hand:
        raise TableError(No.STALE)
    private = session.private(interaction.user.id)
    view = private.view or private.snapshot.view
    await desk.answer(interaction, story(private.snapshot, view, desk.face(interaction)))


async def rules(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The house rules of the game that is played."""
    game = desk.session(press).snapshot().game
    await desk.answer(interaction, rules_page(game, desk.face(interaction)))


async def ask_show(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Which cards to show after the hand."""
    session = desk.session(press)
    if press.hand != session.state.hand:
        raise TableError(No.STALE)
    private = session.private(interaction.user.id)
    if private.view is None:
        raise TableError(No.NOT_IN_HAND)
    chosen = values if press.action is Do.SHOWN else []
    view = show_choice(private, desk.face(interaction), chosen)
    if press.action is Do.SHOWN:
        await desk.edit(interaction, view)
    else:
        await desk.answer(interaction, view)


async def show_some(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """Cards are shown to the table; they stand on the felt from now on."""
    session, member = desk.session(press), interaction.user.id
    if press.hand != session.state.hand:
        raise TableError(No.STALE)
    private = session.private(member)
    held = private.view.seats[private.seat].down if private.view else ()
    chosen = tuple(held[place] for place in places_of(press.value) if place < len(held))
    await session.show_cards(member, chosen, interaction.id)
    await desk.edit(interaction, plain(say(language_of(interaction.locale), "shown-cards")))
    session.say(desk.speaker.redraw)


async def never_mind(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """No: the question goes away. What others see as well stays, whoever says no to it."""
    await desk.answers.wait(interaction)
    if is_private(interaction.message):
        await desk.answers.withdraw(interaction)


def register(desk: Desk) -> None:
    """Say who answers which press of a table."""
    for action, handler in {
        Do.CARDS: cards, Do.DRAW: cards, Do.DISCARDS: discards, Do.AHEAD: ahead, Do.ALLIN: ask_all_in,
        Do.STORY: tell_story, Do.RULES: rules, Do.SHOW: ask_show, Do.SHOWN: ask_show, Do.SHOW_NONE: never_mind,
        Do.SHOW_SOME: show_some, Do.NEXT_GAME: seat_presses.choose_game,
        Do.START: seat_presses.start, Do.SITOUT: seat_presses.sit_out, Do.SITIN: seat_presses.sit_in,
        Do.LEAVE: seat_presses.ask_leave, Do.LEAVE_YES: seat_presses.leave, Do.PLAY_ON: outage.play_on,
        Do.REFUND: outage.refund,
        Do.NO: never_mind, Do.FORM: forms.ask_amount, Do.JOIN: forms.ask_buy_in, Do.TOPUP: forms.ask_top_up,
    }.items():
        desk.on(action, handler)

