"""Random kills of the bot while it is played with (RELIABILITY T2; two thousand: `make nightly`)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crash import process
from tests.crash.wire import random_kills

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as POSIX does")


@pytest.mark.slow
@pytest.mark.timeout(500)
def test_fifty_random_kills_of_the_bot_lose_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    process.prepare()
    counts = asyncio.run(random_kills(50, 1, tmp_path))
    record_property("random kills", str(counts))

    assert counts.kills == 50
    assert counts.hands > 3
    assert counts.resumed > counts.kills
    assert counts.clean, counts
