"""Waiting for what will be, however slow or busy the machine is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

HANGS_S = 120
"""Seconds after which what a test waits for will never be; nothing is asserted about less."""


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so. Raises TimeoutError if it never is."""
    async with asyncio.timeout(HANGS_S):
        while not is_so():  # noqa: ASYNC110 (what is waited for tells nobody)
            await asyncio.sleep(0.001)
