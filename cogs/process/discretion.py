"""The log tells which kind of error happened and where, never in its words: these may quote cards.

Errors are worded by whoever raises them, libraries included: `'As' is not in list`. So whatever an error says is left
out of every record at the last moment, ours, discord.py's and asyncio's alike (RELIABILITY 90, 91, 97).
"""

from __future__ import annotations

import errno
import logging
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import TracebackType

log = logging.getLogger(__name__)

CHAIN = 8
"""Errors that are told of at most, each with the one that led to it."""

KEPT = "without_words"
"""Where a record keeps what is told of its error, for the handlers after the first."""


class WithoutWords(logging.Filter):
    """Takes out of a record what errors say and what objects say of themselves."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, with kinds in the place of words."""
        if record.name == "asyncio":  # puts the errors of tasks, and what callbacks were given, into the sentence
            record.msg, record.args = _before_details(record.getMessage()), ()
        record.msg = _plain(record.msg)
        args = record.args
        if isinstance(args, Mapping):
            record.args = {name: _plain(value) for name, value in args.items()}
        elif args:
            record.args = tuple(map(_plain, args))
        if record.exc_info:
            record.__dict__[KEPT] = told(record.exc_info[1]) if record.exc_info[1] else ""
            record.exc_info = None
        record.exc_text = record.__dict__.get(KEPT)  # each time: discord.py's formatter takes it away after use
        return True


def install() -> None:
    """From now on no handler of the root logger writes words of errors, nor does Python when nobody caught one."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(WithoutWords())
    sys.excepthook = _ended
    sys.unraisablehook = lambda found: log.error("an error that nobody could catch", exc_info=found.exc_value)
    threading.excepthook = lambda found: log.error("a thread ended", exc_info=found.exc_value)


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, Exception):
        log.critical("the program ended", exc_info=error)
    else:
        sys.__excepthook__(kind, error, trace)


def told(error: BaseException) -> str:
    """Where an error came from and what led to it, as Python does but for the words."""
    parts = ["".join(traceback.format_tb(each.__traceback__)) + kind(each) for each in _chain(error)]
    return "\nled to\n".join(reversed(parts))


def kind(error: BaseException) -> str:
    """`Forbidden 403 50013`: the type and the codes that a library gave it."""
    return " ".join([type(error).__name__, *_codes(error)])


def _codes(error: BaseException) -> Iterator[str]:
    for name in ("status", "code"):
        value = getattr(error, name, None)
        if isinstance(value, int | StrEnum):
            yield str(value)
    if isinstance(error, OSError) and error.errno:
        yield errno.errorcode.get(error.errno, str(error.errno))
    if of_sqlite := getattr(error, "sqlite_errorname", None):
        yield str(of_sqlite)


def _chain(error: BaseException) -> list[BaseException]:
    """The error and those that it came from."""
    found: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in found and len(found) < CHAIN:
        found.append(following)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return found


def _plain(value: object) -> object:
    """Text and numbers as they are, of everything else the kind."""
    match value:
        case BaseException():
            return " from ".join(map(kind, _chain(value)))
        case None | str() | int() | float():
            return value
        case list() | tuple() | set():
            return [_plain(each) for each in value]
        case _:
            return f"<{type(value).__name__}>"


def _before_details(sentence: str) -> str:
    """The first line up to the first object or argument."""
    return sentence.splitlines()[0].split("<")[0].split("(")[0].rstrip(" :")
