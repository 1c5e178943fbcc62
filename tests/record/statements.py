"""Stepping in between the statements of a transaction that is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiosqlite
import pytest


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


def started(read: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Something that begins `read` beside the statement, and gives it time to come to its end.

    A reader that waits for the transaction is left waiting.
    """
    under_way = set[asyncio.Future[None]]()

    async def start() -> None:
        reading = asyncio.ensure_future(read())
        under_way.add(reading)
        reading.add_done_callback(_retrieve)
        await asyncio.wait([reading], timeout=0.02)

    return start


def _retrieve(reading: asyncio.Future[None]) -> None:
    """An error of a reader's shows in what it has not seen."""
    if not reading.cancelled():
        reading.exception()
