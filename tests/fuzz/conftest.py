"""The same club as in the evening's tests: its end checks log, books and every REST body."""

from tests.e2e.conftest import club

__all__ = ["club"]
