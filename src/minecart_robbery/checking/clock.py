"""This machine's clock, held against Discord's (S6). Matches go by Discord's, so no fault of it."""

from __future__ import annotations

from minecart_robbery.checking.finding import Finding, ok, warning
from minecart_robbery.live.skew import MOST_MS
from minecart_robbery.words.catalogue import seconds


def checked_clock(ahead_ms: int) -> Finding:
    """Whether the clock is right, if it is so many ms ahead of Discord's at least.

    Below zero it is behind.
    """
    if abs(ahead_ms) <= MOST_MS:
        return ok("clock", "clock")
    kind = "clock_ahead" if ahead_ms > 0 else "clock_behind"
    return warning("clock", kind, seconds=seconds(abs(ahead_ms)))
