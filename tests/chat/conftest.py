"""Fixtures for the Discord floor: servers with the real bot in them, by simcord."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from minecart_robbery.live import retries
from tests.chat import unhurried
from tests.chat.checking import put_in_order
from tests.chat.server import WITHOUT_WINDOWS, Server, running_server

unhurried.take_time()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[Server]:
    """A server where a turn is settled as soon as both have picked, or the time is over."""
    async with running_server(tmp_path / "record.db", **WITHOUT_WINDOWS) as running:
        yield running


@pytest.fixture
async def server_with_windows(tmp_path: Path) -> AsyncGenerator[Server]:
    """A server with the settle and grace windows as shipped; go through them by advance_time."""
    async with running_server(tmp_path / "record.db") as running:
        yield running


@pytest.fixture
def slow_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails twice is tried again 6 s later: simcord would not wait for less than 5."""
    monkeypatch.setattr(retries, "FIRST_REST_MS", 6_000)


@pytest.fixture
def machine_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine and an application in which a check finds nothing."""
    put_in_order(tmp_path, monkeypatch)
