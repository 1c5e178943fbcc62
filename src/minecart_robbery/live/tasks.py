"""Tasks that are held while they run, and whose errors are never lost (S7)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

_LOG = logging.getLogger(__name__)


class Tasks:
    """The tasks under way for `owner`, which stands in the log where one of them fails.

    `failed`, if given, is told of the error too.
    """

    def __init__(self, owner: str, failed: Callable[[BaseException], None] | None = None) -> None:
        self._owner = owner
        self._failed = failed
        self._under_way: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin `work` and hold on to it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.met(error)

    def met(self, error: BaseException) -> None:
        """Take note of an error of a task that goes on in spite of it."""
        _LOG.error("a task of %s failed", self._owner, exc_info=error)
        if self._failed is not None:
            self._failed(error)

    async def finish(self) -> None:
        """End what is under way, and wait until it has ended."""
        under_way = [task for task in self._under_way if task is not asyncio.current_task()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
