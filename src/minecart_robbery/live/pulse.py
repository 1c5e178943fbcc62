"""Whether the program runs in time: looked at in short steps, on the monotonic clock (S40).

What time it is plays no part: a correction of that is no hold-up (S47).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from minecart_robbery.live.absences import LEAST_MS
from minecart_robbery.live.clock import Clock, Timer

_LOG = logging.getLogger(__name__)

REMEMBERED_MS = 10 * 60 * 1000
"""So long it is known by how much the program was late at worst."""


class Pulse:
    """Feels every so many seconds whether the program is late; `held_up` hears by how many ms."""

    def __init__(self, clock: Clock, held_up: Callable[[int], None]) -> None:
        self._clock = clock
        self._held_up = held_up
        self._timer: Timer | None = None
        self._late: list[tuple[int, int]] = []

    def begin(self, seconds: float) -> None:
        """Feel it from now on; with 0 seconds not at all. Once begun it isn't begun again."""
        if seconds and self._timer is None:
            self._feel_after(seconds)

    def cancel(self) -> None:
        """Feel it no more."""
        if self._timer is not None:
            self._timer.cancel()

    @property
    def worst_ms(self) -> int | None:
        """By how many ms the program was late at worst, of late; None: it isn't looked at."""
        if self._timer is None:
            return None
        since = self._clock.passed_ms() - REMEMBERED_MS
        return max((late for at, late in self._late if at >= since), default=0)

    def _feel_after(self, seconds: float) -> None:
        expected_ms = self._clock.passed_ms() + round(seconds * 1000)

        def felt() -> None:
            passed_ms = self._clock.passed_ms()
            late_ms = passed_ms - expected_ms
            if late_ms >= LEAST_MS:
                _LOG.warning("the program was held up for %.1f s", late_ms / 1000)
                self._late = [it for it in self._late if it[0] >= passed_ms - REMEMBERED_MS]
                self._late.append((passed_ms, late_ms))
                self._held_up(late_ms)
            self._feel_after(seconds)

        self._timer = self._clock.later(seconds, felt)
