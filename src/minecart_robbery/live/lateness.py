"""What the house is late with at one table: what it asks of the chat, and prompts (S64, S65).

A player who was silent meanwhile doesn't pay for that: the clock starts again, a few times in a
row. An absence of the whole house is another matter (`absences`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Fault, Seat
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Receipt
from minecart_robbery.words.notices import Audience

LATE = (Fault.UNPROMPTED, Fault.UNANSWERED)
"""The faults that are found here."""

LATE_MS = 2000
"""What the chat takes longer to answer, or a prompt to come after its clock's start, is late."""

MOST_IN_A_ROW = 3
"""So many times in a row the clock starts again for that; then hosts have to see to it."""

REMEMBERED = 20
"""So many times of silence are remembered."""


class Lateness:
    """When the chat didn't answer one table, and who was prompted late there."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: list[int] = []
        self._answered = clock.passed_ms()
        self._silences: list[tuple[int, int]] = []
        self._clock_from: Moment | None = None
        self._started_ms = 0
        self._late: set[Seat] = set()
        self._opened: Moment | None = None
        self._in_a_row = 0

    @contextmanager
    def asking(self, of: Audience = Audience.PUBLIC) -> Generator[None]:
        """Ask the chat for something, and see how long it takes. No match waits for the log."""
        if of is Audience.LOG:
            yield
            return
        asked = self._clock.passed_ms()
        self._asked.append(asked)
        try:
            yield
        finally:
            self._asked.remove(asked)
            if self._is_late(asked):
                self._note(self._silence_since(asked))
            self._answered = self._clock.passed_ms()

    def was_refused(self) -> None:
        """What was asked for could not be had, perhaps since the chat gave an answer last."""
        self._note(self._silence_since(self._clock.passed_ms()))

    def _is_late(self, asked: int) -> bool:
        return self._clock.passed_ms() - asked >= LATE_MS

    def _silence_since(self, asked: int) -> tuple[int, int]:
        """From when to when (in ms, at Discord) there was no answer; asked by the stopwatch."""
        now_ms, lasted_ms = self._clock.now_ms(), self._clock.passed_ms() - asked
        quiet_ms = self._clock.passed_ms() - self._answered
        return now_ms - max(lasted_ms, quiet_ms), now_ms

    def _note(self, silence: tuple[int, int]) -> None:
        self._silences = [*self._silences, silence][-REMEMBERED:]

    def started(self, clock_from: Moment, at_ms: int) -> None:
        """The clock runs since `at_ms` which was thought to have started at `clock_from`."""
        self._clock_from, self._started_ms, self._late = clock_from, at_ms, set()

    def received(self, letter: Letter, receipt: Receipt) -> None:
        """A letter was received: a prompt, perhaps, and late."""
        is_late = receipt.ms - self._started_ms > LATE_MS
        if letter.prompts_for is not None and letter.prompts_for == self._clock_from and is_late:
            self.never_prompted(letter)

    def never_prompted(self, letter: Letter) -> None:
        """Whoever was to read this prompt for the running clock was not prompted in time."""
        seat = letter.notice.to.seat
        if seat is not None and letter.prompts_for == self._clock_from:
            self._late.add(seat)

    def fault(
        self,
        since_ms: int,
        until_ms: int,
        silent: Collection[Seat],
        owes_prompt: Callable[[Audience, Moment], bool],
    ) -> Fault | None:
        """What the house was late with, if that may be why these were silent in that time."""
        clock = self._clock_from
        for seat in silent:
            is_owed = clock is not None and owes_prompt(Audience.player(seat), clock)
            if seat in self._late or is_owed:
                return Fault.UNPROMPTED
        lasting = (self._silence_since(asked) for asked in self._asked if self._is_late(asked))
        silences = [*self._silences, *lasting]
        if any(began < until_ms and ended > since_ms for began, ended in silences):
            return Fault.UNANSWERED
        return None

    def is_last_straw(self, match: Match) -> bool:
        """Whether the running clock has started again for this often enough; then it counts anew.

        Each clock that was opened has a count of its own.
        """
        clock = match.clock
        opened = None if clock is None else clock.opened
        self._in_a_row = self._in_a_row + 1 if opened == self._opened else 1
        self._opened = opened
        if self._in_a_row <= MOST_IN_A_ROW:
            return False
        self._in_a_row = 0
        return True
