"""One browser for all tests here, and for each of them a program of its own.

Without a browser they are skipped, saying so; where `CI` is set, a missing one is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.rehearsal.browser.house import RehearsalProcess
from tests.rehearsal.browser.view import View

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = f"no browser is installed here (looked for {', '.join(NAMES)})"

OpenView = Callable[..., Awaitable[View]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives on one loop, so all that use it do."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    unboxed = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=path, args=unboxed)
        yield found
        await found.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RehearsalProcess]:
    with RehearsalProcess(tmp_path / "rehearsal.db") as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def open_view(browser: Browser, house: RehearsalProcess) -> AsyncIterator[OpenView]:
    """Opens pages; at the end none of them has complained, or fetched anything from elsewhere."""
    opened: list[View] = []

    async def open_one(address: str, **window: Any) -> View:
        opened.append(await View.open(browser, address, **window))
        return opened[-1]

    yield open_one
    for view in opened:
        await view.page.context.close()
    assert [it for view in opened for it in view.complaints] == []
    addresses = [it.replace("ws://", "http://") for view in opened for it in view.requests]
    assert [it for it in addresses if not it.startswith(house.base + "/")] == []
