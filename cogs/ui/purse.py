"""Chips off the tables as private pages: what a member has, how it came, and what a table meant for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord import ui

from cogs.ui.face import BOARD_NAME, Face
from cogs.ui.ids import Do
from cogs.ui.layout import GREEN, LINE, Edge, lines, message, small
from cogs.ui.names import safe_name
from cogs.ui.pages import Links
from cogs.ui.words import has, signed
from data.bank import Entry, Evening, Purse

LINES = 10
SEATS = 20  # members on a page of a ledger
NOTE, TABLE_NAME = 60, 40


def purse_page(purse: Purse, face: Face, *, own: bool, may_reload: bool) -> ui.LayoutView:
    """What somebody has; for oneself with the ways on."""
    head = face.say("purse-own") if own else face.say("purse-of", name=face.member(purse.member, BOARD_NAME))
    links = Links(face)
    reload = [links.button(Do.RELOAD, "btn-reload", GREEN)] if may_reload else []
    row = [links.button(Do.HISTORY, "btn-moves"), *reload] if own else []
    told = (
        face.say("purse-off", amount=purse.bankroll),
        face.say("purse-on", amount=purse.on_tables) if purse.on_tables else "",
        small(face.say("purse-play")),
    )
    return message(Edge.PRIVATE, [f"## {head}", lines(*told), row])


def history_page(entries: Sequence[Entry], face: Face, *, newest: bool) -> ui.LayoutView:
    """Newest first; one line more than a page shows means that there are older ones."""
    shown, links = entries[:LINES], Links(face)
    if not shown:
        return message(Edge.PRIVATE, [f"## {face.say('purse-history')}", face.say("purse-empty")])
    older = [links.button(Do.HISTORY, "btn-older", value=shown[-1].transfer)] if len(entries) > LINES else []
    back = [] if newest else [links.button(Do.HISTORY, "btn-newest")]
    told = lines(*(_entry(entry, face) for entry in shown))
    return message(Edge.PRIVATE, [f"## {face.say('purse-history')}", told, [*older, *back]])


def _entry(entry: Entry, face: Face) -> str:
    key = f"moved-{entry.reason}"
    reason = face.say(key if has(key) else "moved-other")
    who = face.say("moved-by", name=face.member(entry.actor, BOARD_NAME)) if entry.reason == "grant" else ""
    note = safe_name(entry.note, NOTE) if entry.note else ""
    facts = [reason, who, note, face.say("moved-balance", amount=entry.balance)]
    told = " · ".join(fact for fact in facts if fact)
    return f"<t:{int(entry.at)}:d> **{signed(face.language, entry.chips)}** · {told}"


def ledger_page(
    table: int, name: str, accounts: Sequence[Evening], face: Face, *, page: int, playing: bool
) -> ui.LayoutView:
    """What a table has meant for everybody so far, best first."""
    last = max(0, (len(accounts) - 1) // SEATS)
    page = min(page, last)
    shown = accounts[page * SEATS : (page + 1) * SEATS]
    links = Links(face, table=table)
    row = [
        links.button(Do.LEDGER, "btn-prev", value=max(page - 1, 0), version=1, off=page == 0),
        links.button(Do.LEDGER, "btn-next", value=page + 1, version=2, off=page == last),
    ]
    head = lines(f"## {face.say('ledger-head', table=safe_name(name, TABLE_NAME))}", small(face.say("ledger-sub")))
    told = lines(*account_lines(shown, face)) or face.say("ledger-empty")
    note = small(face.say("ledger-playing")) if playing else ""
    return message(Edge.PRIVATE, [head, LINE, told, note, row if last else []])


def account_lines(accounts: Iterable[Evening], face: Face) -> list[str]:
    """`**Maja** +150 · bought in 200 · topped up 50 · cashed out 400`, what is zero left out."""
    return [_account(account, face) for account in accounts]


def _account(account: Evening, face: Face) -> str:
    parts = {
        "ledger-bought": account.bought_in,
        "ledger-topped": account.topped_up,
        "ledger-cashed": account.cashed_out,
        "ledger-there": account.on_table,
    }
    told = [face.say(key, amount=amount) for key, amount in parts.items() if amount]
    name = face.member(account.member, BOARD_NAME)
    return " · ".join([f"**{name}** {signed(face.language, account.net)}", *told])
