"""The house's clock: what time it is at Discord, and waiting until then.

Waiting is done on the monotonic clock, so a wrong or jumping wall clock changes nothing (S6).
Judging is done on Discord's own moments; this clock only says when to look.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
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
        """The time at Discord in ms (UTC, since 1970): an estimate, which is corrected at times."""
        ...

    def passed_ms(self) -> int:
        """How much time has passed here since any one moment, in ms: for how long things last.

        It is corrected by nothing, and goes on while the machine sleeps (S47).
        """
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


class Stopwatch:
    """The machine's monotonic clock, with the time added for which the machine slept.

    On Linux the monotonic clock stands still in a sleep, and another one doesn't; elsewhere there
    is only one.
    """

    LEAST_SLEEP_S = 0.5
    """The two clocks are read one after the other; what they differ by less is no sleep."""

    def __init__(self) -> None:
        self._apart_at_first = self._apart_s()
        self._slept_s = 0.0

    def seconds(self) -> float:
        """The time that has passed since any one moment, in seconds."""
        slept_s = self._apart_s() - self._apart_at_first
        if slept_s - self._slept_s > self.LEAST_SLEEP_S:
            self._slept_s = slept_s
        return time.monotonic() + self._slept_s

    def _apart_s(self) -> float:
        if not hasattr(time, "CLOCK_BOOTTIME"):
            return 0.0
        with_sleep = time.clock_gettime(time.CLOCK_BOOTTIME)
        return with_sleep - time.clock_gettime(time.CLOCK_MONOTONIC)


WINDOW_MS = 5 * 60 * 1000
"""What was heard so long before the last thing heard is evidence no more (S47)."""

MOST_DRIFT = 500e-6
"""By what part of the time a monotonic clock may be fast or slow: as much as it is slewed by NTP,
and some ten times what it drifts by itself."""

LONGEST_WAY_MS = 60_000
"""What was on its way for longer says nothing of what time it is: an old message, pinned now."""


class DiscordClock:
    """A clock that keeps Discord's time by what is heard of it.

    Whatever Discord received, it received before it was heard of here. So each thing heard gives a
    time that Discord's clock has passed; the furthest of those of the last WINDOW_MS is the best
    estimate (S47). When nothing has been heard for longer, the last evidence stands, less
    MOST_DRIFT of the time since. So it is ahead by no more than MOST_DRIFT of WINDOW_MS (150 ms),
    and behind by no more than what came quickest had been on its way, and twice the drift since.
    Before anything was heard, the machine's wall clock has to do.
    """

    def __init__(self, wall_ms: Callable[[], int]) -> None:
        self._wall_ms = wall_ms
        self._stopwatch = Stopwatch()
        self._heard: deque[tuple[float, int]] = deque()
        """When something was heard and how far Discord was ahead then, each less than before."""
        self.skew = Skew()

    def now_ms(self) -> int:
        """The time at Discord in ms (UTC, since 1970)."""
        if not self._heard:
            return self._wall_ms()
        passed_ms = self._stopwatch.seconds() * 1000
        return math.floor(passed_ms) + self._ahead_ms(passed_ms)

    def passed_ms(self) -> int:
        """How much time has passed here since any one moment, in ms."""
        return math.floor(self._stopwatch.seconds() * 1000)

    def heard(self, ms: int) -> None:
        """Take note that Discord received something at `ms`, which is known here now."""
        passed_ms = self._stopwatch.seconds() * 1000
        ahead_ms = ms - math.ceil(passed_ms)
        if self._heard and ahead_ms < self._ahead_ms(passed_ms) - LONGEST_WAY_MS:
            return
        while self._heard and self._heard[-1][1] <= ahead_ms:
            self._heard.pop()
        self._heard.append((passed_ms, ahead_ms))
        while self._heard[0][0] < passed_ms - WINDOW_MS:
            self._heard.popleft()

    def _ahead_ms(self, passed_ms: float) -> int:
        """How far Discord's clock is ahead of the stopwatch, by what was heard."""
        return max(
            ahead_ms - math.ceil(MOST_DRIFT * max(0, passed_ms - at_ms - WINDOW_MS))
            for at_ms, ahead_ms in self._heard
        )

    def wall_ms(self) -> int:
        """The time by the machine's own clock, right or wrong, in ms (UTC, since 1970)."""
        return self._wall_ms()

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """Take note that a new message, sent at `sent_ms` by the machine's clock, was received."""
        self.skew.compare(sent_ms, received_ms, self._wall_ms())

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` after so many seconds on the monotonic clock."""
        return asyncio.get_running_loop().call_later(seconds, call)
