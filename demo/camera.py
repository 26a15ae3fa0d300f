"""Pictures of single messages in the demo page, taken in headless Chromium."""

from __future__ import annotations

import io
import shutil
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from PIL import Image
from playwright.async_api import Locator, Page, ViewportSize, async_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_PROGRAM = "No Chromium found. On Debian and Ubuntu: sudo apt install chromium"
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--hide-scrollbars", "--font-render-hinting=none"),
)
WIDTHS: dict[str, ViewportSize] = {"wide": {"width": 1280, "height": 1600}, "narrow": {"width": 400, "height": 1600}}
SCALE = 1.5  # device pixels per pixel
FLAT, COLOURS = 16, 200  # in a picture: of its large areas, and of all else
MARGIN = 12  # pixels around a message

MESSAGES = "#channel-message-list .channel-message"
FORM = "#modal-root .modal-dialog"

_LOADED = """() => [...document.images].every(image => image.complete && image.naturalWidth > 0)
    && document.fonts.status === 'loaded'"""
_ALONE = """(shown) => {
    for (const part of document.querySelectorAll('.channel-message, .timeline-day-divider, .channel-composer'))
        part.style.visibility = shown.includes(part) || shown[0].matches('.modal-dialog') ? '' : 'hidden';
}"""
_FRAME = """(message) => {
    const form = message.matches('.modal-dialog');
    const parts = form ? [message] : [...message.querySelectorAll('.message-avatar, .component-container, img')];
    const boxes = parts.map(part => part.getBoundingClientRect());
    const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (!form && texts.nextNode()) {
        if (texts.currentNode.parentElement.closest('.message-context-actions')) continue;
        range.selectNode(texts.currentNode);
        boxes.push(range.getBoundingClientRect());
    }
    const side = (name, choose) => choose(...boxes.filter(box => box.width > 1).map(box => box[name]));
    return [side('left', Math.min), side('top', Math.min), side('right', Math.max), side('bottom', Math.max)];
}"""
"""The box around what a message shows: left, top, right and bottom, in pixels of the window."""


def chromium() -> str:
    """The browser on this computer, empty when there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


class Camera:
    """One browser; pictures go to `folder` as `<screen>.<language>.<wide or narrow>.png`."""

    def __init__(self, program: str, folder: Path, language: str) -> None:
        self._program, self._folder, self._language = program, folder, language
        self._stack = AsyncExitStack()
        self._context: Any = None

    async def __aenter__(self) -> Self:
        playwright = await self._stack.enter_async_context(async_playwright())
        profile = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="knekt-camera-"))
        self._context = await playwright.chromium.launch_persistent_context(
            profile, executable_path=self._program, headless=True, args=list(FLAGS), device_scale_factor=SCALE,
            viewport=WIDTHS["wide"], color_scheme="dark", locale=self._language,
        )
        self._stack.push_async_callback(self._context.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def open(self, url: str) -> Page:
        """A channel in a tab of its own, with everything drawn."""
        page: Page = await self._context.new_page()
        await page.goto(url)
        await page.locator(MESSAGES).last.wait_for()
        await page.wait_for_function(_LOADED)
        return page

    async def shoot(self, page: Page, screen: str, what: str = MESSAGES, last: int = 1) -> None:
        """Take the last message (or as many), or the form that is open, in each width."""
        for width, size in WIDTHS.items():
            await page.set_viewport_size(size)
            await page.wait_for_timeout(150)
            found = (await page.locator(what).all())[-last:]
            await page.evaluate(_ALONE, [await part.element_handle() for part in found])
            picture = await page.screenshot(clip=await _clip(found))
            (self._folder / f"{screen}.{self._language}.{width}.png").write_bytes(small(picture))


async def _clip(parts: list[Locator]) -> Any:
    """The rectangle around these messages, in pixels of the window."""
    await parts[-1].scroll_into_view_if_needed()
    boxes = [await part.evaluate(_FRAME) for part in parts]
    left, top = (min(box[side] for box in boxes) - MARGIN for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + MARGIN for side in (2, 3))
    x, y = max(0, left), max(0, top)
    return {"x": x, "y": y, "width": right - x, "height": bottom - y}


def small(picture: bytes) -> bytes:
    """The same picture in few colours, which a flat page hardly needs more of; its large areas keep theirs."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    counted = sorted(image.getcolors(image.width * image.height) or (), reverse=True)
    flat = [part for _, colour in counted[:FLAT] if isinstance(colour, tuple) for part in colour]
    rest = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat + rest[: 3 * COLOURS])
    made = io.BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()
