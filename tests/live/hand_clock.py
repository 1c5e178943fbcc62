"""A clock that is moved by hand. Timers go off while it is moved, and at no other time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minecart_robbery.live.skew import Skew

START = 1_700_000_000_000
"""The moment from which tests count, in ms since 1970."""


@dataclass(eq=False)
class HandTimer:
    """A call that is made when the clock is moved to `due_ms`, unless it was cancelled."""

    due_ms: int
    call: Callable[[], None]
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Don't make the call."""
        self.is_cancelled = True


class HandClock:
    """The time at Discord as a test says it is. The machine's is `wall_ahead_ms` ahead of it."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self.timers: list[HandTimer] = []
        self.wall_ahead_ms = 0
        self.skew = Skew()

    def now_ms(self) -> int:
        """The time that the test has set, or one that was heard since."""
        return self._now_ms

    def heard(self, ms: int) -> None:
        """Go on to `ms`, if it is later: Discord's clock has passed it."""
        self._now_ms = max(self._now_ms, ms)

    def wall_ms(self) -> int:
        """The time by the machine's clock."""
        return self._now_ms + self.wall_ahead_ms

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """Take note of how far the machine's clock is off."""
        self.skew.compare(sent_ms, received_ms, self.wall_ms())

    def later(self, seconds: float, call: Callable[[], None]) -> HandTimer:
        """Make `call` once the clock was moved on by so many seconds."""
        timer = HandTimer(self._now_ms + round(seconds * 1000), call)
        self.timers.append(timer)
        return timer

    @property
    def waiting(self) -> list[HandTimer]:
        """The timers that have still to go off."""
        return [timer for timer in self.timers if not timer.is_cancelled]

    @property
    def next_due_ms(self) -> int | None:
        """When the next timer goes off, None if none waits."""
        return min((timer.due_ms for timer in self.waiting), default=None)

    def move_to(self, ms: int) -> None:
        """Set the time. The timers that are due then go off."""
        self._now_ms = max(self._now_ms, ms)
        for timer in self.waiting:
            if timer.due_ms <= self._now_ms and not timer.is_cancelled:
                self.timers.remove(timer)
                timer.call()

    def lose_timers(self) -> None:
        """Forget all timers, as if the tasks behind them had died (S7)."""
        self.timers.clear()
