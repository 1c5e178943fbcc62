"""What a table waits for: its timers, each of which knows whether it is still meant (S4)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from minecart_robbery.live.clock import Clock, Timer
from minecart_robbery.live.tasks import Tasks

Work = Callable[[int], Coroutine[None, None, None]]
"""What is done when it is time; it is told of which generation its alarm is."""


class Alarms:
    """The alarms of one table. Whenever its match moves on, a new generation of them begins."""

    def __init__(self, clock: Clock, tasks: Tasks) -> None:
        self._clock = clock
        self._tasks = tasks
        self._timers: list[Timer] = []
        self.generation = 0

    def begin_anew(self) -> None:
        """No alarm that was set is meant any more, not even one that is going off just now."""
        self.generation += 1
        self.cancel()

    def cancel(self) -> None:
        """Cancel all that have not gone off yet."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def at(self, ms: int, work: Work) -> None:
        """Start `work` at that time, or at once if it is past."""
        generation = self.generation
        seconds = max(0, ms - self._clock.now_ms()) / 1000
        timer = self._clock.later(seconds, lambda: self._tasks.start(work(generation)))
        self._timers.append(timer)
