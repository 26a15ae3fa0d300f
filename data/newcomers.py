"""Who may have free chips. A server may ask that an account, and its membership, be so many days old (RELIABILITY 98).

How old an account is stands in its number; since when it is a member is told by Discord with each interaction.
"""

from __future__ import annotations

from dataclasses import dataclass

from data import guilds
from data.errors import TooYoung
from data.statements import Statements

DAY = 24 * 3600.0
ACCOUNT_DAYS, MEMBER_DAYS = "account_days", "member_days"

_DISCORDS_BEGINNING = 1_420_070_400_000  # milliseconds from 1970, where Discord's numbers begin to count


@dataclass(frozen=True, slots=True)
class Ages:
    """Least ages for free chips, in days.

    None are asked for by default. Knekt is for groups of friends: at midnight somebody sends an invitation to a friend
    who makes an account for it, and he shall have a seat in the next hand. On such a server whoever invites knows whom
    he lets in, free chips buy nothing, and the leaderboard counts what is won in play and asks for several opponents. A
    server that is open to strangers may ask for 30 and 3 days, so that nobody makes second accounts for their chips.
    """

    account: int = 0
    membership: int = 0

    def __str__(self) -> str:
        return f"{self.account} d, {self.membership} d"


async def ages_of(db: Statements, guild: int) -> Ages:
    """What a server asks for."""
    usual = Ages()
    account = await guilds.number(db, guild, ACCOUNT_DAYS, usual.account)
    return Ages(account, await guilds.number(db, guild, MEMBER_DAYS, usual.membership))


async def check(db: Statements, guild: int, member: int, joined: float | None, at: float) -> None:
    """Raise TooYoung for who may have no free chips yet. `joined`: UTC seconds; None, not known, counts as just now."""
    ages = await ages_of(db, guild)
    account_from = born(member) + ages.account * DAY
    member_from = (at if joined is None else joined) + ages.membership * DAY if ages.membership else 0.0
    if at < max(account_from, member_from):
        raise TooYoung(max(account_from, member_from))


def born(member: int) -> float:
    """When an account was made, in UTC seconds. Who was forgotten has a number below zero, and no age."""
    return ((member >> 22) + _DISCORDS_BEGINNING) / 1000 if member > 0 else 0.0
