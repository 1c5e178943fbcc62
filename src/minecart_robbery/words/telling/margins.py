"""By how much something was in time, or too late: said with every acknowledgement (R17, R18)."""

from __future__ import annotations

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import deadline_at
from minecart_robbery.engine.match import Match, PickingRole, TurnOpen
from minecart_robbery.words.catalogue import say, seconds


def margin_line(match: Match, at: Moment) -> str:
    """How long before its deadline something was received at `at`, and why it counts if that tells.

    `match` is in a turn, or at a start role's pick, even if that stands still.
    """
    phase, rules = match.phase, match.rules
    assert isinstance(phase, TurnOpen | PickingRole), "nothing else has a deadline that counts"
    deadline = deadline_at(phase, rules, at)
    if deadline.saved_by is not None:
        return say("private", "left_saved", seconds=seconds(deadline.saved_by.ms - at.ms))
    left_ms = deadline.ms - at.ms
    left = say("private", "left" if left_ms else "left_none", seconds=seconds(left_ms))
    if match.current is not phase:
        return f"{left} {say('private', 'left_paused')}"
    if at < phase.clock.counts_from:
        return f"{left} {say('private', 'left_restarted')}"
    return left


def late_seconds(late_ms: int) -> str:
    """How many seconds after the end of its turn something came, 0 ms: in that millisecond."""
    return seconds(late_ms) if late_ms > 0 else say("private", "hardly")
