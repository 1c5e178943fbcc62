"""The clock of a rehearsal, which judges by this machine's own time.

It is set by the wall clock once, and from then on goes with the stopwatch. So it never runs
backwards, whatever is done to the wall clock meanwhile, and goes on while the machine sleeps.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from minecart_robbery.live.clock import Stopwatch, Timer


class MachineClock:
    """The time of this machine, in ms since 1970 (UTC)."""

    def __init__(self) -> None:
        self._stopwatch = Stopwatch()
        self._ahead_ms = time.time() * 1000 - self._stopwatch.seconds() * 1000

    def now_ms(self) -> int:
        """The time now."""
        return int(self._stopwatch.seconds() * 1000 + self._ahead_ms)

    def passed_ms(self) -> int:
        """How much time has passed here since any one moment, in ms."""
        return int(self._stopwatch.seconds() * 1000)

    def heard(self, ms: int) -> None:
        """Go on to `ms`, if it is later: something bears that time already, of an earlier life."""
        self._ahead_ms += max(0, ms - self.now_ms())

    def wall_ms(self) -> int:
        """The same time: nobody else's is to be compared with it."""
        return self.now_ms()

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """What was received here was received by this very clock."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call)
