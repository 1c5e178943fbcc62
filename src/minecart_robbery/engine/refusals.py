"""Why a command was refused: a value that can be told to a person. A refusal changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match, ReadyCheck
from minecart_robbery.engine.nouns import BonusKind, Seat


class Reason(StrEnum):
    """The kinds of refusal; the words for each stand in the catalogue under these names."""

    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    READY_ASKED = "ready_asked"
    NO_READY_CHECK = "no_ready_check"
    MATCH_ENDED = "match_ended"
    HOSTS_ONLY = "hosts_only"
    NOT_YOUR_PAUSE = "not_your_pause"
    NO_TURN_OPEN = "no_turn_open"
    BETWEEN_TURNS = "between_turns"
    TOO_EARLY = "too_early"
    PAUSED = "paused"
    WAITS_FOR_READY = "waits_for_ready"
    USED_UP = "used_up"
    NOT_ADJACENT = "not_adjacent"
    NO_ROLE_TO_PICK = "no_role_to_pick"
    NOT_YOUR_ROLE_PICK = "not_your_role_pick"
    ROLE_TOO_EARLY = "role_too_early"
    ROLE_TOO_LATE = "role_too_late"
    HOSTS_DECIDE_ROLE = "hosts_decide_role"
    ROUND_SETTLED = "round_settled"
    NO_SUCH_ROUND = "no_such_round"
    ALREADY_PAUSED = "already_paused"
    PAUSE_ALREADY_ASKED = "pause_already_asked"
    NOT_PAUSED = "not_paused"
    HOST_ALREADY_CALLED = "host_already_called"
    NOT_YET = "not_yet"
    NOTHING_PLAYED = "nothing_played"
    NO_SUCH_TURN = "no_such_turn"
    NO_ROUND_ON = "no_round_on"
    NO_GEMS = "no_gems"
    NO_TIME = "no_time"
    TOO_FEW_GEMS = "too_few_gems"
    CLOCK_PAUSED = "clock_paused"
    NO_CLOCK = "no_clock"
    CLOCK_NOT_STARTED = "clock_not_started"
    CLOCK_RAN_OUT = "clock_ran_out"
    BOTH_PICKED = "both_picked"
    READY_CLOCK = "ready_clock"
    CLOCK_TOO_LONG = "clock_too_long"
    TURN_JUST_OVER = "turn_just_over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """`reason`, and what goes with it: whose choice or gems, which bonus, how late in ms.

    `most` is the greatest number possible: of rounds, gems, or seconds. `played` is the number of
    turns that have opened in each round so far. `wait_ms` is how long it takes until the next turn
    opens.
    """

    reason: Reason
    whose: Seat | None = None
    bonus: BonusKind | None = None
    late_ms: int = 0
    most: int = 0
    played: tuple[int, ...] = ()
    wait_ms: int = 0


def why_stopped(match: Match) -> Reason:
    """Why what was said while a clock stood still was refused: a pause, or somebody new (S33)."""
    return Reason.WAITS_FOR_READY if isinstance(match.current, ReadyCheck) else Reason.PAUSED


Decision = tuple[Event, ...] | Refusal
"""What a topic makes of a command: events, none if it changes nothing; or why it can't be."""
