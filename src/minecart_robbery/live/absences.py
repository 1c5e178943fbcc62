"""When the house was not there, or not in time: what that may have cost, no player pays for.

Absences are kept by the stopwatch, so that no correction of the time makes one of nothing (S47).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Fault
from minecart_robbery.engine.rules import LONGEST_CLOCK_MS
from minecart_robbery.live.clock import Clock
from minecart_robbery.record import may_pass

LEAST_MS = 1000
"""Shorter absences cost nobody anything: what was said meanwhile counts by its own time."""

KEPT_MS = 2 * LONGEST_CLOCK_MS
"""So long an absence is remembered: twice as long as a clock can run that hosts extend (R30).

A clock that began before that and has not been judged is overdue by more than its length; that
takes a newer absence, which pays for it.
"""


@dataclass(frozen=True, slots=True)
class Absence:
    """From when to when (in ms on the stopwatch) the house was not there, and why."""

    since: int
    until: int
    why: Fault


class Absences:
    """The absences of the house in this process; one may last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._over: list[Absence] = []
        self._away_since: int | None = None
        self._unwritten_since: int | None = None
        self.unwritten = 0
        """How many times nothing could be written for a while, this time included (S48)."""

    @property
    def is_away(self) -> bool:
        """Whether the connection to the chat is lost just now."""
        return self._away_since is not None

    def went_away(self) -> None:
        """The connection is lost; once it is, it is not lost again before it is back."""
        if self._away_since is None:
            self._away_since = self._clock.passed_ms()

    def came_back(self) -> None:
        """The connection is there again, or for the first time."""
        if self._away_since is not None:
            self._add(self._clock.passed_ms() - self._away_since, Fault.AWAY)
            self._away_since = None

    def stalled(self, ms: int) -> None:
        """The program was held up for so many ms, until now."""
        self._add(ms, Fault.STALLED)

    @property
    def cannot_write(self) -> bool:
        """Whether what was to be written last could not be."""
        return self._unwritten_since is not None

    @contextmanager
    def writing(self) -> Generator[None]:
        """Around a write. If it fails, nothing can be written from then on until `wrote` (S48)."""
        began = self._clock.passed_ms()
        try:
            yield
        except Exception as error:
            if self._unwritten_since is None and may_pass(error):
                self._unwritten_since = began
                self.unwritten += 1
            raise

    def wrote(self) -> None:
        """Something was written: it can be again."""
        if self._unwritten_since is not None:
            self._add(self._clock.passed_ms() - self._unwritten_since, Fault.UNWRITTEN)
            self._unwritten_since = None

    def _add(self, lasted_ms: int, why: Fault) -> None:
        """Note an absence that ends now."""
        until = self._clock.passed_ms()
        self._over = [it for it in self._over if it.until > until - KEPT_MS]
        if lasted_ms >= LEAST_MS:
            self._over.append(Absence(until - lasted_ms, until, why))

    def within(self, since: int, until: int) -> Fault | None:
        """Why the house was not there for a part of this time (in ms); None if it was.

        The time is Discord's, as it is known now: whatever was wrong with that when the absence
        began or ended is corrected (S47).
        """
        ahead = self._clock.now_ms() - self._clock.passed_ms()
        since, until = since - ahead, until - ahead
        if self._unwritten_since is not None and self._unwritten_since < until:
            return Fault.UNWRITTEN
        overlapping = (it for it in self._over if it.since < until and it.until > since)
        return next((it.why for it in overlapping), None)
