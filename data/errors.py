"""What the database says no with, beyond the refusals in `engine.tables.ports`: facts, no sentences for players."""

from __future__ import annotations

from engine.tables.ports import StoreError


class Unusable(StoreError):
    """The program must not start on this database (exit status 78); trying again does not help."""


class Locked(Unusable):
    """Another process holds the database (RELIABILITY 16)."""


class NewerSchema(Unusable):
    """A newer program has written this database (RELIABILITY 20)."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"schema {found}, this program knows {known}")
        self.found, self.known = found, known


class Corrupt(StoreError):
    """What is stored is not what was written: a bad file, hash chain or seal (RELIABILITY 12, 13)."""


class Refused(StoreError):
    """A constraint of the schema refused the change: a mistake of the caller. Nothing was written."""


class BadTransfer(Refused):
    """A transfer that no ledger may hold: it does not sum to zero within one guild, or is beyond reason."""


class AboveFloor(StoreError):
    """A reload is for members who are nearly broke; this one has `has` chips, not fewer than `floor`."""

    def __init__(self, has: int, floor: int) -> None:
        super().__init__(f"has {has}, floor {floor}")
        self.has, self.floor = has, floor


class TooSoon(StoreError):
    """The last reload was too short a time ago; the next may be had from `until` (UTC seconds)."""

    def __init__(self, until: float) -> None:
        super().__init__(f"not before {until}")
        self.until = until


class TooYoung(StoreError):
    """This server gives free chips to older accounts and members; this one may have them from `until` (UTC seconds)."""

    def __init__(self, until: float) -> None:
        super().__init__(f"not before {until}")
        self.until = until


class StillPlaying(StoreError):
    """Who has a seat cannot be forgotten yet, and no server deleted on which a table is open."""
