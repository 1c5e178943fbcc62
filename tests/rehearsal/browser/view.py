"""One page of a match as a person has it before them: what they read, type and press there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, Locator, Page, WebSocket, expect

from tests.patience import HANGS_S

WAIT_MS = HANGS_S * 1000
expect.set_options(timeout=WAIT_MS)


class View:
    """A page. `frames` are all frames that its socket was sent, `requests` all that it fetched."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("websocket", self._listen)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @classmethod
    async def open(
        cls,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        live: bool = True,
        **context: Any,
    ) -> View:
        """The page at this address, in a window of its own; a `live` one once it is connected."""
        width, height = size
        inside = await browser.new_context(viewport={"width": width, "height": height}, **context)
        inside.set_default_timeout(WAIT_MS)
        view = cls(await inside.new_page())
        await view.page.goto(address)
        if live:
            await view.is_live()
        return view

    async def is_live(self) -> None:
        await expect(self.page.locator("#wire")).to_have_text("Connected")

    def channel(self, name: str) -> Locator:
        return self.page.locator(f'.channel[data-channel="{name}"]')

    def messages(self, name: str) -> Locator:
        return self.channel(name).locator(".message")

    def box(self, name: str) -> Locator:
        """Where one types in a channel."""
        return self.channel(name).locator(".write textarea")

    async def writes_as(self, name: str, person: str) -> None:
        await self.channel(name).locator("label.writer", has_text=person).click()

    async def say(self, name: str, text: str) -> None:
        await self.box(name).fill(text)
        await self.box(name).press("Enter")

    async def press(self, name: str, button: str) -> None:
        panels = self.channel(name).locator(".button-panel")
        await panels.get_by_role("button", name=button, exact=True).last.click()

    async def has_no_button(self, name: str, button: str) -> None:
        """Wait until no message in a channel has this button any more."""
        buttons = self.channel(name).get_by_role("button", name=button, exact=True)
        await expect(buttons).to_have_count(0)

    async def press_once_asked(self, name: str, question: str, button: str) -> None:
        """Press a button of the message in which a question stands, as soon as that is there."""
        asked = self.messages(name).filter(has_text=question).last
        await asked.get_by_role("button", name=button, exact=True).click()

    async def desk(self, button: str) -> None:
        await self.page.locator("#desk").get_by_role("button", name=button, exact=True).click()

    async def start(self) -> None:
        """Start the match, without a ready check, and wait until a start role is asked for."""
        await self.desk("Start the match")
        await self.is_in("Round 1 · Start roles")

    async def reads(self, name: str, text: str) -> None:
        """Wait until this was said in a channel."""
        found = self.messages(name).filter(has_text=text).last
        await expect(found).to_be_attached()

    async def is_in(self, phase: str) -> None:
        """Wait until the match is there."""
        await expect(self.page.locator(".phase")).to_have_text(phase)

    async def digits(self, pattern: str) -> None:
        """Wait until the countdown shows such a time."""
        shown = self.page.locator(".digits")
        await expect(shown).to_have_text(re.compile(pattern))

    async def counts_down_to(self, deadline_ms: int) -> None:
        """Wait until the countdown shows what is left until then, but for a second or two."""
        left = """deadline => {
            const [minutes, seconds] = document.querySelector(".digits").textContent.split(":");
            const shown = (Number(minutes) * 60 + Number(seconds)) * 1000;
            return Math.abs(deadline - Date.now() - shown) < 2000;
        }"""
        await self.page.wait_for_function(left, arg=deadline_ms)

    async def has_read(self, name: str, text: str) -> bool:
        """Whether this was said in a channel."""
        return await self.messages(name).filter(has_text=text).count() > 0

    async def ids(self, name: str) -> Sequence[str]:
        """The ids of the messages that one sees in a channel, from top to bottom."""
        return await self.messages(name).evaluate_all("nodes => nodes.map(node => node.id)")

    async def text(self, name: str) -> str:
        return await self.channel(name).locator(".log").inner_text()

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The frames of one type that came, in their order."""
        frames = [json.loads(frame) for frame in self.frames]
        return [frame for frame in frames if frame["type"] == kind]
