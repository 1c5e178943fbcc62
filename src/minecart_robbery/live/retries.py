"""When a letter that failed is tried again: at once, then after rests that grow (S46, S64)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from minecart_robbery.live.clock import Clock, Timer
from minecart_robbery.live.room import Failure

TRIES = 5
"""So many times in a row a passing failure is put up with before a letter is undeliverable."""

FIRST_REST_MS, LONGEST_REST_MS = 1_000, 60_000
"""How long a letter rests that has failed twice; twice as long each time, up to a minute."""

LOST_TRIES, LOST_REST_MS = 3, 10_000
"""How often every sweep tries what goes to a place that is lost, and how long it rests then."""


class Retries:
    """How often letters have failed in a row, and until when their audiences are left alone.

    `try_again` is called when a rest is over.
    """

    def __init__(self, clock: Clock, try_again: Callable[[], None]) -> None:
        self._clock = clock
        self._try_again = try_again
        self._failures = Counter[int]()
        self._rests_until: dict[str, int] = {}
        self._timers: dict[str, Timer] = {}

    def failed(self, delivery: int) -> int:
        """Take note that a delivery has failed; how often it has by now."""
        self._failures[delivery] += 1
        return self._failures[delivery]

    def has_failed(self, delivery: int) -> bool:
        """Whether a delivery has failed before."""
        return self._failures[delivery] > 0

    def done(self, delivery: int) -> None:
        """Take note that a delivery needs no more tries."""
        self._failures.pop(delivery, None)

    def is_resting(self, audience: str) -> bool:
        """Whether what is owed to an audience is left alone just now."""
        return self._clock.passed_ms() < self._rests_until.get(audience, 0)

    def rest(self, audience: str, delivery: int, failure: Failure) -> None:
        """Leave an audience alone for as long as its first letter's failures say.

        A place that is lost is looked at by others, who wake it: it is tried by the sweeps alone.
        """
        number = self._failures[delivery]
        if failure is Failure.LATER:
            ms = min(FIRST_REST_MS * 2 ** (number - 2), LONGEST_REST_MS)
            self._wake_after(audience, ms)
        elif number > LOST_TRIES:
            ms = min(LOST_REST_MS * 2 ** (number - LOST_TRIES - 1), LONGEST_REST_MS)
        else:
            return
        self._rests_until[audience] = self._clock.passed_ms() + ms

    def wake(self) -> None:
        """Let none rest any longer."""
        self._rests_until.clear()

    def stop(self) -> None:
        """Wake nobody any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _wake_after(self, audience: str, ms: int) -> None:
        before = self._timers.pop(audience, None)
        if before is not None:
            before.cancel()
        self._timers[audience] = self._clock.later(ms / 1000, self._try_again)
