"""The wire with the sample bot connected to it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from demo.env import WireEnv
from demo.wire import Wire
from tests.demo.sample import SampleBot, Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    bot = SampleBot()
    env = WireEnv(bot)
    await env.start()
    guild = env.create_guild("Club")
    channel = guild.create_text_channel("table")
    ann, bo = (guild.add_member(env.create_user(name)) for name in ("ann", "bo"))
    async with Wire(env) as wire:
        running = asyncio.create_task(bot.start("offline"))
        await env.until(bot.is_ready)
        yield Stage(env, wire, bot, channel, ann, bo)
        await bot.close()
        await running
    wire.check()
    await env.shutdown()
