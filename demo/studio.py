"""Where scene and camera meet: the table's channel as one member sees it, in the demo's own page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Page as Tab

from demo.camera import FORM, Camera
from demo.evening import Evening
from demo.page import Page

SPECTATOR = "Sofia"


class Studio:
    """Takes the pictures of one evening."""

    def __init__(self, evening: Evening, camera: Camera) -> None:
        self._evening, self._camera = evening, camera

    @asynccontextmanager
    async def tab(self, viewer: str = SPECTATOR, *, private: bool = False) -> AsyncIterator[Tab]:
        """The channel of the table, or the member's direct messages, in the browser."""
        evening = self._evening
        async with Page(evening.env, evening.channel, evening.member(viewer), evening.locale) as page:
            await page.start(0)
            tab = await self._camera.open(page.private_url if private else page.table_url)
            try:
                yield tab
            finally:
                await tab.close()

    async def shoot(self, screen: str, viewer: str = SPECTATOR, *, last: int = 1, private: bool = False) -> None:
        """The last message, or as many, as this member sees them."""
        async with self.tab(viewer, private=private) as tab:
            await self._camera.shoot(tab, screen, last=last)

    async def shoot_form(self, screen: str, viewer: str, button: str) -> None:
        """The form that a button of the felt opens, pressed in the browser."""
        async with self.tab(viewer) as tab:
            await tab.get_by_role("button", name=button).last.click()
            await tab.locator(FORM).wait_for()
            await self._camera.shoot(tab, screen, FORM)
