"""How far this machine's clock is off Discord's (S6): told in the log, minded by nobody."""

from __future__ import annotations

import logging

_LOG = logging.getLogger(__name__)

MOST_MS = 1000
"""A clock that is off by no more than that is good enough."""


def ahead_ms(sent_ms: int, received_ms: int, answered_ms: int, *, within_ms: int = 0) -> int:
    """How far this machine's clock is ahead of Discord's at least; below zero: behind; 0: neither.

    Discord received something at `received_ms` by its clock, or at most `within_ms` later. It was
    sent and answered at the two other times by the machine's clock, so Discord received it in
    between; how far its time lies outside is how far the clock is off at least.
    """
    return max(sent_ms - received_ms - within_ms, 0) or min(answered_ms - received_ms, 0)


class Skew:
    """Compares the machine's clock with Discord's, and warns once in the log if it is far off."""

    def __init__(self) -> None:
        self.ahead_ms = 0
        self._has_warned = False

    def compare(self, sent_ms: int, received_ms: int, answered_ms: int) -> None:
        """Take note that Discord received a new message of ours at `received_ms`, by its clock.

        It was sent and answered at the two other times by the machine's clock.
        """
        self.ahead_ms = ahead_ms(sent_ms, received_ms, answered_ms)
        if abs(self.ahead_ms) > MOST_MS and not self._has_warned:
            self._has_warned = True
            _LOG.warning(
                "this machine's clock is %.1f s %s Discord's: set it right (matches go by "
                "Discord's time, and are not affected)",
                abs(self.ahead_ms) / 1000,
                "ahead of" if self.ahead_ms > 0 else "behind",
            )
