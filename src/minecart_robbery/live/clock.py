"""The house's clock: what time it is at Discord, and waiting until then.

Waiting is done on the monotonic clock, so a wrong or jumping wall clock changes nothing (S6).
Judging is done on Discord's own moments; this clock only says when to look.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Protocol

from minecart_robbery.live.skew import Skew


class Timer(Protocol):
    """A call to come, which can be cancelled."""

    def cancel(self) -> None:
        """Don't make the call."""
        ...


class Clock(Protocol):
    """What tables need of a clock; tests move theirs by hand."""

    def now_ms(self) -> int:
        """The time at Discord in ms (UTC, since 1970), never ahead of it once it was heard."""
        ...

    def heard(self, ms: int) -> None:
        """Take note that Discord received something at `ms`, which is known here now."""
        ...

    def wall_ms(self) -> int:
        """The time by the machine's own clock, right or wrong, in ms (UTC, since 1970)."""
        ...

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """Take note that a new message, sent at `sent_ms` by the machine's clock, was received.

        Discord did so at `received_ms`, by its own clock, and has just said so. Warns in the log
        if the machine's clock is far off (S6).
        """
        ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds."""
        ...


class DiscordClock:
    """A clock that keeps Discord's time by what is heard of it.

    Whatever Discord received, it received before it was heard of here. So each thing heard gives a
    time that Discord's clock has passed; the furthest of them is the best estimate, and it is
    never ahead. Before anything was heard, the machine's wall clock has to do.
    """

    def __init__(self, wall_ms: Callable[[], int]) -> None:
        self._wall_ms = wall_ms
        self._ahead_ms: int | None = None
        self.skew = Skew()

    def now_ms(self) -> int:
        """The time at Discord in ms (UTC, since 1970)."""
        if self._ahead_ms is None:
            return self._wall_ms()
        return math.floor(time.monotonic() * 1000) + self._ahead_ms

    def heard(self, ms: int) -> None:
        """Take note that Discord received something at `ms`, which is known here now."""
        ahead_ms = ms - math.ceil(time.monotonic() * 1000)
        if self._ahead_ms is None or ahead_ms > self._ahead_ms:
            self._ahead_ms = ahead_ms

    def wall_ms(self) -> int:
        """The time by the machine's own clock, right or wrong, in ms (UTC, since 1970)."""
        return self._wall_ms()

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """Take note that a new message, sent at `sent_ms` by the machine's clock, was received."""
        self.skew.compare(sent_ms, received_ms, self._wall_ms())

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds on the monotonic clock."""
        return asyncio.get_running_loop().call_later(seconds, call)
