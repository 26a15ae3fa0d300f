"""The browser page: live, playable, and hidden from strangers."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from demo import actors
from demo.page import Page
from demo.tidy import Tidy, dismiss_old_panels
from tests.demo.sample import Stage


class Half:
    """What the script in the browser does with one half of the page."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.base, _, secret = url.partition("/#")
        self.headers = {"X-Simcord-Capability": secret}
        self.sequence = 0

    async def open(self) -> Any:
        async with self.session.post(f"{self.base}/api/pages", headers=self.headers, json={}) as answer:
            self.snapshot = await answer.json()
        self.headers["X-Simcord-Context"] = self.snapshot["context"]["id"]
        return self.snapshot

    async def state(self) -> Any:
        async with self.session.get(f"{self.base}/api/state", headers=self.headers) as answer:
            return await answer.json()

    async def act(self, kind: str, **values: Any) -> Any:
        self.sequence += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self.sequence,
            "request_id": f"r{self.sequence}",
            "generation": self.snapshot["context"]["generation"],
            "bot_generation": self.snapshot["botGeneration"],
            "published_revision": self.snapshot["publishedRevision"],
        }
        body = {**envelope, "kind": kind, **values}
        async with self.session.post(f"{self.base}/api/action", headers=self.headers, json=body) as answer:
            return await answer.json()


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_shell_frames_the_table_and_the_direct_messages(stage: Stage, browser: aiohttp.ClientSession) -> None:
    async with Page(stage.env, stage.channel, stage.ann) as page:
        await page.start(0)
        text = await (await browser.get(page.url)).text()
        assert all(half.url in text for half in page._halves)
        assert (await browser.get(page.url.rpartition("/")[0])).status == 404
        assert (await browser.get(page.url, headers={"Host": "evil.example"})).status == 403


async def test_halves_may_be_framed_by_the_shell_only(stage: Stage, browser: aiohttp.ClientSession) -> None:
    async with Page(stage.env, stage.channel, stage.ann) as page:
        await page.start(0)
        answer = await browser.get(page._halves[0].url.partition("#")[0])
        assert "X-Frame-Options" not in answer.headers
        assert f"frame-ancestors http://127.0.0.1:{page.port} " in answer.headers["Content-Security-Policy"]


async def test_taken_port_gives_the_next(stage: Stage) -> None:
    async with Page(stage.env, stage.channel, stage.ann) as first, Page(stage.env, stage.channel, stage.bo) as second:
        await first.start(0)
        await second.start(first.port)
        assert first.port < second.port < first.port + 20


async def test_what_the_bot_and_others_do_is_published(stage: Stage, browser: aiohttp.ClientSession) -> None:
    async with Page(stage.env, stage.channel, stage.ann) as page:
        await page.start(0)
        half = Half(browser, page._halves[0].url)
        assert (await half.open())["messages"] == {}
        await stage.bo.slash(stage.channel, "felt")
        await stage.ann.slash(stage.channel, "dm")
        await stage.env.until(lambda: False, 0.5)
        assert "Pot 1" in json.dumps((await half.state())["messages"])
        private = Half(browser, page._halves[1].url)
        assert "your cards" in json.dumps((await private.open())["messages"])


async def test_button_pressed_in_the_page_reaches_the_bot(stage: Stage, browser: aiohttp.ClientSession) -> None:
    await stage.bo.slash(stage.channel, "felt")
    async with Page(stage.env, stage.channel, stage.ann) as page:
        await page.start(0)
        half = Half(browser, page._halves[0].url)
        [message] = (await half.open())["messages"].values()
        key = message["components"][0]["components"][1]["components"][0]["control_key"]
        await stage.env.until(lambda: False, 0.4)  # published anew meanwhile: the act is let through all the same
        receipt = await half.act("click", target_id=message["id"], control_key=key)
        assert (receipt["settlement"], receipt["acknowledgement"]) == ("settled", "acknowledged")
        assert actors.public_text(actors.seen(stage.env, stage.channel.id)[0]).startswith("Pot 2")


async def test_only_the_newest_private_answers_stay(stage: Stage) -> None:
    for _ in range(5):
        await stage.ann.slash(stage.channel, "say")
    await stage.bo.slash(stage.channel, "say")
    dismiss_old_panels(stage.env.backend.messages[stage.channel.id])
    assert len(actors.seen(stage.env, stage.channel.id, stage.ann.id)) == 3
    assert len(actors.seen(stage.env, stage.channel.id, stage.bo.id)) == 1


async def test_long_demo_forgets(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("demo.tidy.CALLS_KEPT", 5)
    monkeypatch.setattr("demo.tidy.MESSAGES_KEPT", 2)
    for _ in range(8):
        await stage.bo.slash(stage.channel, "felt")
    Tidy(stage.wire).now()
    backend = stage.env.backend
    assert [len(each) for each in (stage.wire.calls, backend.http_requests, backend.interactions)] == [5, 5, 5]
    assert len(actors.seen(stage.env, stage.channel.id)) == 2
    assert (await stage.bo.slash(stage.channel, "felt")).acknowledged


def test_markup_is_read_aloud() -> None:
    assert actors.plain("### <:to_act:1> **Åsa\\_2**: 60 `K♥\ufe0e` ||x||") == "→ Åsa_2: 60 K♥ x"
    assert actors.plain("# <:A_spades:1> <:10_hearts:2>\n-# ends <t:17:R>") == "A♠ 10♥\nends shortly"


@pytest.mark.parametrize(
    ("locale", "heading"), [("en-US", "Your direct messages"), ("sv-SE", "Dina direktmeddelanden")]
)
async def test_shell_speaks_the_language_of_the_player(
    stage: Stage, browser: aiohttp.ClientSession, locale: str, heading: str
) -> None:
    async with Page(stage.env, stage.channel, stage.ann, locale) as page:
        await page.start(0)
        text = await (await browser.get(page.url)).text()

    assert f"<h2>{heading}</h2>" in text
    assert f'<html lang="{locale[:2]}">' in text
    assert "{" not in text.partition("<body>")[2]
