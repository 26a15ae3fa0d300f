"""Forms for amounts: opened by a press, and checked again when they come back, for meanwhile much may have changed."""

from __future__ import annotations

from cogs import faults
from cogs.desk import Desk, Interaction
from cogs.speech import mail
from cogs.ui.buttons import sizes_now
from cogs.ui.ids import Do, Press
from cogs.ui.questions import AMOUNT, ANY_SEAT, SEAT, Sent, allin_question, amount_form, join_form, top_up_form
from cogs.welcome import greet
from engine.rules.facts import Chips, Seat
from engine.rules.play import BettingOffer, BetTo, Code, PokerError, WaitOffer
from engine.tables.amounts import parse_amount
from engine.tables.errors import No, TableError
from engine.tables.playing import STANDS_STILL
from engine.tables.ports import Account, AccountKind
from engine.tables.session import TableSession
from engine.tables.snapshot import Private


def guarded(desk: Desk, sent: Sent, kind: Do, session: TableSession | None = None) -> Sent:
    """What comes back from a form is answered like a press: done, or refused in private.

    A refused amount stands in the next form of that kind (RELIABILITY 36).
    """

    async def safely(interaction: Interaction, typed: dict[str, str]) -> None:
        try:
            await desk.meet(interaction)
            async with desk.patience(interaction):
                await sent(interaction, typed)
            await desk.whisper(interaction)
        except Exception as error:  # noqa: BLE001 - answered by the one handler
            desk.typed[interaction.user.id, kind] = typed.get(AMOUNT, "")
            await faults.answer(desk, interaction, error, session)

    return safely


# Betting


async def ask_amount(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The bet or raise form. What was typed before and refused stands in it again."""
    session, member = desk.session(press), interaction.user.id
    if press.hand != session.state.hand:
        raise TableError(No.STALE)
    private = session.private(member)
    offer = betting(private)

    async def sent(answer: Interaction, typed: dict[str, str]) -> None:
        await _bet(desk, answer, session, private, typed[AMOUNT])

    typed, safely = desk.typed.pop((member, Do.FORM), ""), guarded(desk, sent, Do.FORM, session)
    await desk.answers.form(interaction, amount_form(private.snapshot, offer, desk.face(interaction), safely, typed))


async def _bet(desk: Desk, interaction: Interaction, session: TableSession, asked: Private, text: str) -> None:
    was = asked.snapshot
    private = session.private(interaction.user.id)
    session.check_fresh(was.hand, was.version, private.seat)
    total = amount_of(private, text, str(interaction.locale))
    if total == betting(private).all_in_to:
        await desk.answer(interaction, allin_question(private.snapshot, desk.face(interaction), total))
        return
    await session.act(interaction.user.id, BetTo(total), hand=was.hand, version=was.version, interaction=interaction.id)
    await desk.speaker.shown(interaction, session)


def betting(private: Private) -> BettingOffer:
    """The member's own choices in a betting round. Refuses who has no bet to make now, and says why."""
    offer = private.offer
    if not isinstance(offer, BettingOffer):
        raise no_bet(private)
    check_moving(private)
    if offer.bet_to is None:
        raise PokerError(offer.barred or Code.ILLEGAL_ACTION, most=offer.all_in_to)
    return offer


def check_moving(private: Private) -> None:
    """Refuse while the hand stands still, so that no form is filled in for nothing."""
    if why := STANDS_STILL.get(private.snapshot.phase):
        raise TableError(why)


def no_bet(private: Private) -> Exception:
    """Why the member has nothing to decide of this kind now."""
    if not private.seat:
        return TableError(No.NOT_SEATED)
    if private.view is None:
        return TableError(No.NOT_IN_HAND if private.snapshot.hand else No.NO_HAND)
    if private.view.over or private.offer is None:
        return TableError(No.NO_HAND)
    if isinstance(private.offer, WaitOffer):
        return PokerError(Code.NOT_YOUR_TURN, turn=private.offer.turn)
    return PokerError(Code.ILLEGAL_ACTION)


def amount_of(private: Private, text: str, locale: str) -> Chips:
    """The total a member means, in the words and numbers of his language."""
    return parse_amount(text, locale, sizes_now(private.snapshot, betting(private)))


# Sitting down and topping up


async def ask_buy_in(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The form to sit down."""
    session, member = desk.session(press), interaction.user.id
    snapshot = session.snapshot()
    if seat := snapshot.seat_of(member):
        raise TableError(No.SEATED, seat=seat)
    may_sit(session, interaction)
    bankroll = await desk.store.ensure_bankroll(snapshot.guild, member, desk.opening)

    async def sent(answer: Interaction, typed: dict[str, str]) -> None:
        chips = parse_amount(typed[AMOUNT], str(answer.locale))
        seat = typed.get(SEAT, ANY_SEAT)
        await sit(desk, answer, session, chips, int(seat) or None)
        await desk.speaker.shown(answer, session)

    if len(snapshot.sitters) >= snapshot.config.seats:
        await sit(desk, interaction, session, None, None)
    else:
        typed, safely = desk.typed.pop((member, Do.JOIN), ""), guarded(desk, sent, Do.JOIN, session)
        await desk.answers.form(interaction, join_form(snapshot, bankroll, desk.face(interaction), safely, typed))


async def sit(
    desk: Desk, interaction: Interaction, session: TableSession, chips: Chips | None, seat: Seat | None
) -> Seat | None:
    """Take a seat; at a full table a place in the waiting list (None)."""
    desk.learn(interaction)
    may_sit(session, interaction)
    member = interaction.user.id
    try:
        taken = await session.sit(member, seat, chips, interaction.id)
    except TableError as error:
        if error.code is not No.FULL:
            raise
        place = await session.wait(member, interaction.id)
        session.say(desk.speaker.redraw)
        await desk.tell(interaction, "waiting-list", place=place)
        return None
    desk.speaker.background(mail.open_channel(desk, desk.speaker.sending, session, member))
    await desk.keep_language(interaction)
    await greet(desk, session.record.guild, member)
    return taken


def may_sit(session: TableSession, interaction: Interaction) -> None:
    """A private table is for its host, who is invited, and who has the role."""
    config, member = session.config, interaction.user.id
    if not config.private or member in (session.record.host, *config.invited):
        return
    if not any(role.id == config.invited_role for role in getattr(interaction.user, "roles", ())):
        raise TableError(No.NOT_INVITED)


async def ask_top_up(desk: Desk, interaction: Interaction, press: Press, values: list[str]) -> None:
    """The form to add chips."""
    session, member = desk.session(press), interaction.user.id
    snapshot = session.snapshot()
    if not snapshot.seat_of(member):
        raise TableError(No.NOT_SEATED)
    bankroll = await desk.store.balance(Account(AccountKind.BANKROLL, snapshot.guild, member))

    async def sent(answer: Interaction, typed: dict[str, str]) -> None:
        await session.top_up(member, parse_amount(typed[AMOUNT], str(answer.locale)), answer.id)
        await desk.speaker.shown(answer, session)

    typed, safely = desk.typed.pop((member, Do.TOPUP), ""), guarded(desk, sent, Do.TOPUP, session)
    form = top_up_form(snapshot, member, bankroll, desk.face(interaction), safely, typed)
    await desk.answers.form(interaction, form)


