"""Why a table refuses: a code and the facts that a sentence about it needs. Nothing has changed."""

from __future__ import annotations

from enum import StrEnum


class No(StrEnum):
    """Refusals of the table manager; those of the rules are `engine.rules.play.Code`."""

    NO_TABLE = "no_table"
    TABLE_HERE = "table_here"
    TOO_MANY_OWN = "too_many_own"
    TOO_MANY_HERE = "too_many_here"
    TOO_SOON = "too_soon"
    NOT_SEATED = "not_seated"
    NOT_IN_HAND = "not_in_hand"
    NO_HAND = "no_hand"
    HAND_RUNNING = "hand_running"
    STALE = "stale"
    SEATED = "seated"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    FULL = "full"
    BUY_IN = "buy_in"
    BANKROLL = "bankroll"
    TOP_UP = "top_up"
    NEED_TWO = "need_two"
    NOT_HOST = "not_host"
    PAUSED = "paused"
    ASKED = "asked"
    NOT_ASKED = "not_asked"
    NOT_PAUSED = "not_paused"
    SITTING_OUT = "sitting_out"
    NOT_SITTING_OUT = "not_sitting_out"
    LEAVING = "leaving"
    BROKE = "broke"
    CLOSED = "closed"
    CLOSING = "closing"
    DRAINING = "draining"
    CROWDED = "crowded"
    FROZEN = "frozen"
    NOT_INVITED = "not_invited"
    NOTHING_TO_SHOW = "nothing_to_show"
    NOT_YOUR_CHOICE = "not_your_choice"
    NO_DEALING_ERRORS = "no_dealing_errors"
    TOO_LATE_TO_RULE = "too_late_to_rule"
    NO_SUCH_HAND = "no_such_hand"
    HAND_NOT_OVER = "hand_not_over"
    HAND_FORGOTTEN = "hand_forgotten"
    HAND_GIVEN_UP = "hand_given_up"
    HAND_UNREADABLE = "hand_unreadable"
    NO_SUCH_RULE = "no_such_rule"
    NO_SUCH_VALUE = "no_such_value"
    CONFLICTS = "conflicts"
    STORE = "store"
    DONE = "done"


class TableError(Exception):
    """A refusal. `facts` are what its sentence needs: least, most, amount, has (chips), seat, member, conflicts."""

    def __init__(self, code: No, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
