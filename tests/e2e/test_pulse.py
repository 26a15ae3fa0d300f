"""The process: a loop that stands still, a clock that is set, a task that dies (RELIABILITY 77, 79, 81)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from cogs.process.health import AGAIN, kept
from cogs.process.pulse import BEAT, JUMP, SLOW, Pulse

ROOT = Path(__file__).resolve().parents[2]


class Wall:
    """A clock on the wall that can be set."""

    def __init__(self) -> None:
        self.off = 0.0
        self.jumps: list[float] = []

    def now(self) -> float:
        return time.time() + self.off

    async def jumped(self) -> None:
        self.jumps.append(self.off)


@pytest.mark.parametrize(("seconds", "is_told"), [(JUMP + 2, True), (-JUMP - 2, True), (JUMP - 2, False), (0, False)])
async def test_a_clock_that_was_set_is_told_once(seconds: float, is_told: bool) -> None:
    wall = Wall()
    pulse = Pulse(wall.jumped, 1, now=wall.now)
    pulse.start()
    await asyncio.sleep(2 * BEAT)

    wall.off = seconds
    await asyncio.sleep(4 * BEAT)

    pulse.stop()
    assert wall.jumps == ([seconds] if is_told else [])


async def test_a_loop_that_stands_still_is_an_alarm_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    pulse = Pulse(Wall().jumped, 1)
    pulse.start()
    await asyncio.sleep(2 * BEAT)
    assert caplog.records == []

    for _ in range(2):
        time.sleep(SLOW + BEAT + 0.1)  # noqa: ASYNC251 - on purpose
        await asyncio.sleep(2 * BEAT)

    pulse.stop()
    (alarm,) = [record.getMessage() for record in caplog.records]
    assert alarm.startswith("alarm: the event loop stood still for 0.")


def test_a_loop_that_never_moves_again_ends_the_process_and_says_where(tmp_path: Path) -> None:
    script = tmp_path / "stuck.py"
    script.write_text(textwrap.dedent("""
        import asyncio, time
        from cogs.process import pulse
        pulse.LOOK = 0.05
        async def jumped(): pass
        async def stuck_here():
            pulse.Pulse(jumped, 7).start()
            await asyncio.sleep(0.3)
            time.sleep(60)
        asyncio.run(stuck_here())
    """), encoding="utf-8")
    begun = time.monotonic()

    done = subprocess.run(
        [sys.executable, str(script)], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        timeout=50, check=False,
    )  # fmt: skip

    assert done.returncode == 7
    assert time.monotonic() - begun < 30
    assert "stuck_here" in done.stderr


def test_a_loop_that_is_only_slow_lives_on(tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(textwrap.dedent("""
        import asyncio, time
        from cogs.process import pulse
        pulse.LOOK = 0.05
        async def jumped(): pass
        async def main():
            pulse.Pulse(jumped, 7).start()
            for _ in range(4):
                time.sleep(0.8)
                await asyncio.sleep(0.3)
        asyncio.run(main())
    """), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, str(script)], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, timeout=50,
        check=False,
    )  # fmt: skip

    assert done.returncode == 0


async def test_what_dies_before_its_time_is_an_alarm_and_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    lives, pauses = [], []

    async def work() -> None:
        lives.append(1)
        if len(lives) < 3:
            raise ZeroDivisionError

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    await kept("the watch", work, sleep)

    assert (len(lives), pauses) == (3, [AGAIN, AGAIN])
    assert [record.getMessage() for record in caplog.records] == ["alarm: the watch died and starts again"] * 2


async def test_a_jump_that_takes_long_to_mend_is_no_loop_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """77, 79: every table is locked in turn for it, and each may wait for a slow disk."""
    wall, killed, mended = Wall(), list[int](), asyncio.Event()
    monkeypatch.setattr("cogs.process.pulse.kill", killed.append)
    monkeypatch.setattr("cogs.process.pulse.LOOK", 0.1)
    monkeypatch.setattr("cogs.process.pulse.DEAD", 10)

    async def jumped() -> None:
        await asyncio.sleep(1.5)
        mended.set()

    pulse = Pulse(jumped, 1, now=wall.now)
    pulse.start()
    await asyncio.sleep(2 * BEAT)
    wall.off = 3600.0
    await asyncio.wait_for(mended.wait(), 5)
    pulse.stop()

    assert killed == []
