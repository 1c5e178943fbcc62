"""A record that answers without a thread of its own, for tests that play thousands of turns.

The file, the statements and what is waited for stay the same. Left out are the trip to aiosqlite's
thread and back, which costs more than the statement, the migrations of a file that is up to date,
and forcing what is written onto the disk. All of that is tested where records are opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from minecart_robbery.record import Record, database
from tests.empty_record import made_by_copying

_OTHERS_MAY_RUN = ("BEGIN IMMEDIATE", "COMMIT")
"""Between the other statements nobody else could do anything with the record anyway."""


async def _at_once(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    if given and given[0] in _OTHERS_MAY_RUN:
        await asyncio.sleep(0)
    return call(*given, **named)


@asynccontextmanager
async def quick_record(path: Path) -> AsyncIterator[Record]:
    """The record in this file, which is new or was used like this before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite, "connect", partial(aiosqlite.connect, check_same_thread=False))
        patch.setattr(database, "bring_up_to_date", made_by_copying)
        opened = await Record.open(path)
    connection = opened._database._connection  # pyright: ignore[reportPrivateUsage]
    try:
        await connection.execute("PRAGMA synchronous = OFF")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection, "_execute", _at_once)
            yield opened
    finally:
        await connection.close()
