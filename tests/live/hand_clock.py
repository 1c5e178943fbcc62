"""A clock that is moved by hand. Timers go off while it is moved, and at no other time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minecart_robbery.live.skew import Skew

START = 1_700_000_000_000
"""The moment from which tests count, in ms since 1970."""


@dataclass(eq=False)
class HandTimer:
    """A call that is made when the stopwatch shows `due_ms`, unless it was cancelled."""

    due_ms: int
    call: Callable[[], None]
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Don't make the call."""
        self.is_cancelled = True


class HandClock:
    """A machine's clocks as a test moves them, each apart from the others (S6, S47).

    `discord_ms` is what time it is at Discord, `passed_ms()` what the stopwatch shows, by which
    timers go off, `now_ms()` what the house takes Discord's time to be, `behind_ms` less than it
    is, and `wall_ms()` the wall clock, `wall_ahead_ms` ahead of Discord's time.
    """

    def __init__(self, now_ms: int) -> None:
        self.discord_ms = now_ms
        self._passed_ms = 7_000
        self.timers: list[HandTimer] = []
        self.behind_ms = 0
        self.wall_ahead_ms = 0
        self.skew = Skew()

    def now_ms(self) -> int:
        """The time at Discord, as the house has it."""
        return self.discord_ms - self.behind_ms

    def passed_ms(self) -> int:
        """How much time has passed since the machine was switched on."""
        return self._passed_ms

    def heard(self, ms: int) -> None:
        """Correct the house's time to `ms`, if that is later; no time passes by that."""
        self.discord_ms = max(self.discord_ms, ms)
        self.behind_ms = min(self.behind_ms, self.discord_ms - ms)

    def wall_ms(self) -> int:
        """The time by the machine's clock."""
        return self.discord_ms + self.wall_ahead_ms

    def answered(self, sent_ms: int, received_ms: int) -> None:
        """Take note of how far the machine's clock is off."""
        self.skew.compare(sent_ms, received_ms, self.wall_ms())

    def later(self, seconds: float, call: Callable[[], None]) -> HandTimer:
        """Make `call` once the clock was moved on by so many seconds."""
        timer = HandTimer(self._passed_ms + round(seconds * 1000), call)
        self.timers.append(timer)
        return timer

    @property
    def waiting(self) -> list[HandTimer]:
        """The timers that have still to go off."""
        return [timer for timer in self.timers if not timer.is_cancelled]

    @property
    def next_due_ms(self) -> int | None:
        """What time it is at Discord when the next timer goes off, None if none waits."""
        return min(map(self.goes_off_ms, self.waiting), default=None)

    def goes_off_ms(self, timer: HandTimer) -> int:
        """What time it is at Discord when this timer goes off."""
        return self.discord_ms + timer.due_ms - self._passed_ms

    def move_to(self, ms: int) -> None:
        """Let time pass until it is `ms` at Discord. The timers that are due then go off."""
        self._passed_ms += max(0, ms - self.discord_ms)
        self.discord_ms = max(self.discord_ms, ms)
        for timer in self.waiting:
            if timer.due_ms <= self._passed_ms and not timer.is_cancelled:
                self.timers.remove(timer)
                timer.call()

    def lose_timers(self) -> None:
        """Forget all timers, as if the tasks behind them had died (S7)."""
        self.timers.clear()
