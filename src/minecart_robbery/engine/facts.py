"""What players do in an open turn, as facts: who, what, and when Discord received it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Accelerate, Join, Seat, Track

KEEP: Final = "keep"
Said = Track | Literal["keep"] | Accelerate | Join
"""A pick (a track, or its mine), "I keep what stands" (R15), or a bonus action."""


@dataclass(frozen=True, slots=True)
class Fact:
    """`seat` did this, or a host did it for `seat` (R19), at that moment."""

    seat: Seat
    said: Said
    at: Moment


class Verdict(StrEnum):
    """What becomes of a fact, as far as the facts known so far tell."""

    COUNTS = "counts"
    TOO_EARLY = "too early"
    LATE = "late"
    STOPPED = "stopped"
    NOTHING_TO_KEEP = "nothing to keep"
    USED_UP = "used up"
