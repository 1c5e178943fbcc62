"""Stepping in between the statements of a transaction that is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiosqlite
import pytest

from tests.patience import HANGS_S


class Steps:
    """Lets something happen as the `number`th statement (from 1) of one task is given to SQLite."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
        self.number = number
        self.task: asyncio.Task[Any] | None = None
        self.then: Callable[[], Awaitable[None]] | None = None
        self.seen = 0
        given = aiosqlite.Connection._execute  # pyright: ignore[reportPrivateUsage]

        async def stepped(connection: aiosqlite.Connection, *call: Any, **named: Any) -> Any:
            if asyncio.current_task() is self.task:
                self.seen += 1
                if self.seen == self.number and self.then is not None:
                    await self.then()
            return await given(connection, *call, **named)

        monkeypatch.setattr(aiosqlite.Connection, "_execute", stepped)

    def of(self, task: asyncio.Task[Any], then: Callable[[], Awaitable[None]]) -> None:
        """Watch this task, which must not have begun yet."""
        self.task, self.then = task, then


class Beside:
    """Begins `read` beside a statement, and gives it some time to come to its end.

    A reader that waits for the transaction is left waiting.
    """

    def __init__(self, read: Callable[[], Awaitable[None]]) -> None:
        self._read = read
        self._under_way: list[asyncio.Future[None]] = []

    async def __call__(self) -> None:
        reading = asyncio.ensure_future(self._read())
        self._under_way.append(reading)
        await asyncio.wait([reading], timeout=0.02)

    async def is_over(self) -> None:
        """Wait for what was read; an error in it is raised."""
        await asyncio.wait_for(asyncio.gather(*self._under_way), HANGS_S)
