"""What it means that Discord did not do what we asked for outside an interaction: one table for everybody who sends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import discord


class Then(Enum):
    """What is to be done."""

    LATER = "later"  # the same again in a while
    ANEW = "anew"  # that message cannot be changed any more: a new one takes its place
    SHUT = "shut"  # nothing gets into that channel until somebody has changed something there
    GONE = "gone"  # the channel is no more
    CLOSED = "closed"  # that member takes no private messages
    LEFT = "left"  # that member is on no server with us any more
    NEVER = "never"  # asking again changes nothing


@dataclass(frozen=True, slots=True)
class Verdict:
    """word: names the sentence that says so (`channel-` + word, or `dm-` + word). wait: seconds, at least."""

    then: Then
    word: str = ""
    wait: float = 0


MESSAGE_GONE = 10008
OPENED_TOO_FAST = 60.0
"""Seconds until private channels may be opened again (RELIABILITY 48)."""

CODES: dict[int, Verdict] = {
    MESSAGE_GONE: Verdict(Then.ANEW),
    30046: Verdict(Then.ANEW),  # too many edits of a message older than an hour
    50083: Verdict(Then.ANEW, "archived"),  # a thread that is archived: posting opens it again unless it is locked
    160005: Verdict(Then.SHUT, "archived"),
    50001: Verdict(Then.SHUT, "hidden"),
    50013: Verdict(Then.SHUT, "forbidden"),
    20016: Verdict(Then.SHUT, "slow"),
    200000: Verdict(Then.SHUT, "automod"),
    10003: Verdict(Then.GONE),
    50007: Verdict(Then.CLOSED, "closed"),
    40003: Verdict(Then.LATER, "later", OPENED_TOO_FAST),
    50278: Verdict(Then.LEFT),
    10013: Verdict(Then.LEFT),
}
"""Discord's codes (RELIABILITY 2c)."""

FORBIDDEN, TOO_MANY, SERVER_ERROR = 403, 429, 500


class NotNow(OSError):
    """A call that was not made, or that Discord put off. wait: seconds until it may be."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"not within {wait:.0f} s")
        self.wait = wait


def verdict(error: Exception) -> Verdict:
    """What a failed call to Discord means. A line that breaks and a server that fails pass by themselves."""
    if isinstance(error, NotNow):
        return Verdict(Then.LATER, wait=error.wait)
    if not isinstance(error, discord.HTTPException):
        return Verdict(Then.LATER)
    if known := CODES.get(error.code):
        return known
    if error.status == FORBIDDEN and error.code:
        return Verdict(Then.SHUT, "refused")
    passes = error.status in (FORBIDDEN, TOO_MANY) or error.status >= SERVER_ERROR
    return Verdict(Then.LATER if passes else Then.NEVER)
