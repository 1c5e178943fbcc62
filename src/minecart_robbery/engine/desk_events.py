"""What happens around the rounds and turns of a match, as values: at the desk, in the chairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import PauseCause
from minecart_robbery.engine.rules import Rules, Starter, WhichRounds


@dataclass(frozen=True, slots=True)
class RulesSet:
    """A host changed the settings before the start (R29)."""

    at: Moment
    rules: Rules
    event: Literal["rules_set"] = "rules_set"


@dataclass(frozen=True, slots=True)
class StarterSet:
    """A host changed who settles the start role of which rounds (R26)."""

    at: Moment
    rounds: WhichRounds
    starter: Starter
    note: str = ""
    event: Literal["starter_set"] = "starter_set"


@dataclass(frozen=True, slots=True)
class ReadyAsked:
    """Whoever isn't ready yet for the round was asked to be (R30)."""

    at: Moment
    round: int
    deadline: int
    event: Literal["ready_asked"] = "ready_asked"


@dataclass(frozen=True, slots=True)
class ReadySaid:
    """`seat` is ready."""

    at: Moment
    seat: Seat
    event: Literal["ready_said"] = "ready_said"


@dataclass(frozen=True, slots=True)
class ReadyOverdue:
    """Not both players were ready in time; the match waits for them, or for a host (R30)."""

    at: Moment
    round: int
    event: Literal["ready_overdue"] = "ready_overdue"


@dataclass(frozen=True, slots=True)
class ReadySkipped:
    """A host goes on without waiting until both players are ready (R30)."""

    at: Moment
    round: int
    event: Literal["ready_skipped"] = "ready_skipped"


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The match has begun."""

    at: Moment
    event: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A host has taken back all that was played since that turn opened (R32).

    `turn` is None where it is the whole round, its start role included.
    """

    at: Moment
    round: int
    turn: int | None
    note: str
    event: Literal["taken_back"] = "taken_back"


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """A pause will take effect before the next turn opens (R30)."""

    at: Moment
    cause: PauseCause
    note: str
    event: Literal["pause_asked"] = "pause_asked"


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """The match stands still (R25, R30, R31). `note` is what the host gave as the reason."""

    at: Moment
    cause: PauseCause
    note: str
    event: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The match goes on; `deadline` is that of the clock that was stopped, None if none was."""

    at: Moment
    deadline: int | None
    event: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class HostCalled:
    """`seat` has called a host; nothing stops (R30)."""

    at: Moment
    seat: Seat
    event: Literal["host_called"] = "host_called"


@dataclass(frozen=True, slots=True)
class PicksShown:
    """A host was shown the pending picks of an open turn; who it was stands beside the events."""

    at: Moment
    round: int
    turn: int
    event: Literal["picks_shown"] = "picks_shown"


@dataclass(frozen=True, slots=True)
class MatchCalledOff:
    """A host has called the match off (R30)."""

    at: Moment
    note: str
    event: Literal["called_off"] = "called_off"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Another person plays on in `seat`, with all that it has won, used up and picked (S33)."""

    at: Moment
    seat: Seat
    note: str
    event: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """`seat` has given the match up, so the other one has won it (S33)."""

    at: Moment
    seat: Seat
    note: str
    event: Literal["forfeited"] = "forfeited"


DeskEvent = (
    RulesSet
    | StarterSet
    | ReadyAsked
    | ReadySaid
    | ReadyOverdue
    | ReadySkipped
    | MatchStarted
    | PauseAsked
    | MatchPaused
    | MatchResumed
    | HostCalled
    | TakenBack
    | PicksShown
    | MatchCalledOff
    | SeatTaken
    | MatchForfeited
)
"""What happens around them: settings, readiness, pauses, hosts, who plays."""
