"""Hosting on a record: opened, its lease held for as long as somebody hosts, all given up after.

It knows nothing of what is hosted, nor where.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from minecart_robbery import interrupt
from minecart_robbery.record import Record

_LOG = logging.getLogger(__name__)

_STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that stop this program; Windows knows no SIGHUP."""

Hosting = Callable[[Record], Coroutine[Any, Any, None]]
"""Hosts from a record until it is cancelled, or ends by itself."""


async def host_on(path: Path, hosting: Hosting) -> None:
    """Host on the record in the file `path` until that ends, or a signal stops this program.

    Raises RecordError if it can't be opened or leased, LeaseLostError if the lease was lost, and
    whatever `hosting` raises.
    """
    _cancel_on_signals()
    try:
        record = await Record.open(path)
        try:
            await record.lease.take()
            await _while_leased(record, hosting)
        finally:
            await record.lease.give_up()
            await record.close()
    except asyncio.CancelledError:
        _LOG.info("stopped")


async def _while_leased(record: Record, hosting: Hosting) -> None:
    """Host for as long as the lease is held (S14). Raises LeaseLostError once it is lost."""
    keeping = asyncio.ensure_future(record.lease.keep())
    online = asyncio.ensure_future(hosting(record))
    try:
        await asyncio.wait((keeping, online), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for work in (online, keeping):  # beating until all else has ended
            work.cancel()
            await asyncio.wait((work,))
    for work in (keeping, online):
        if not work.cancelled():
            work.result()


def _cancel_on_signals() -> None:
    """Stop in good order on Ctrl-C, a supervisor's stop and a closed terminal (S59).

    Whatever is under way; a second signal doesn't cut that short.
    """
    task = asyncio.current_task()
    assert task is not None

    def cancel_once() -> None:
        if not task.cancelling():
            task.cancel()

    loop = asyncio.get_running_loop()
    for stop in _STOPS:
        try:
            loop.add_signal_handler(stop, cancel_once)
        except NotImplementedError:  # Windows: Ctrl-C cancels all that runs there
            return
    if interrupt.came():
        cancel_once()
