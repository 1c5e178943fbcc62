"""What players do while it can't be judged: it waits.

So it is while the letter that starts the clock is on its way (R18), while something that was said
before may have been missed (S2), and when hearing it has failed (S7).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.record import Cause

TRIES = 3
"""What could not be heard so many times is given up: it keeps no match from going on."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """The player in `seat` deleted the message of that id."""

    seat: Seat
    message: int
    cause: Cause


class Early:
    """Messages that wait, and deletions of messages that wait."""

    def __init__(self) -> None:
        self._typed: list[Typed] = []
        self._deletions: list[Deletion] = []
        self._failures: Counter[str] = Counter()

    @property
    def is_empty(self) -> bool:
        """Whether no message waits."""
        return not self._typed

    def put(self, *typed: Typed) -> None:
        """Let messages wait, but those that are given up."""
        self._typed += (it for it in typed if self._failures[it.cause.key] < TRIES)

    def put_back(self, failed: Typed, *others: Typed, is_its_fault: bool) -> None:
        """Let a message wait again that could not be heard, and those that come after it.

        What nothing in the message is to blame for, a full disk, gives none up (S48).
        """
        self._failures[failed.cause.key] += is_its_fault
        self.put(failed, *others)

    def holds(self, interaction: int) -> bool:
        """Whether what was said by this interaction waits."""
        return any(typed.interaction == interaction for typed in self._typed)

    def takes(self, deletion: Deletion) -> bool:
        """Let a deletion wait, if the message that was deleted does; whether it does."""
        waits = any(typed.message == deletion.message for typed in self._typed)
        self._deletions += [deletion] if waits else []
        return waits

    def empty(self) -> tuple[list[Typed], list[Deletion]]:
        """All that has waited: messages in the order of their moments, each once; deletions."""
        once = {typed.cause.key: typed for typed in self._typed}
        typed = sorted(once.values(), key=lambda typed: typed.at)
        deletions = self._deletions
        self._typed, self._deletions = [], []
        return typed, deletions
