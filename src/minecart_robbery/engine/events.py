"""What happened in a match, as values; a match is what its events make of it (`evolve`).

Each event bears `at`, the moment at which it counts as having happened, and a tag `event` by which
it is told apart once written down. Deadlines are in ms. Seats stand in here, people don't.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import Said, Verdict
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Bonus, Desk, Fault, Role, Seat, Stashes, Tally, Track
from minecart_robbery.engine.rules import Rules, Starter, WhichRounds


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match was opened with these rules. Always the first event, and only the first."""

    at: Moment
    rules: Rules
    event: Literal["match_opened"] = "match_opened"


# ---------------------------------------------------------------- roles and turns


@dataclass(frozen=True, slots=True)
class RoleAsked:
    """`picker` was asked for a start role (R27)."""

    at: Moment
    round: int
    picker: Seat
    deadline: int
    event: Literal["role_asked"] = "role_asked"


@dataclass(frozen=True, slots=True)
class HostsDecide:
    """No role was picked in time, and the settings leave it to the hosts (R27)."""

    at: Moment
    round: int
    event: Literal["hosts_decide"] = "hosts_decide"


@dataclass(frozen=True, slots=True)
class RolePicked:
    """`seat` starts the round as `role`; `by` whom it was settled (R26, R27)."""

    at: Moment
    round: int
    seat: Seat
    role: Role
    by: Seat | Desk
    defaulted: bool
    event: Literal["role_picked"] = "role_picked"

    @property
    def miner(self) -> Seat:
        """The seat that mines first in the round."""
        return self.seat if self.role is Role.MINER else self.seat.other


@dataclass(frozen=True, slots=True)
class BreakBegun:
    """There is a break before turn `turn` of the round, which opens at `opens`, in ms."""

    at: Moment
    round: int
    turn: int
    opens: int
    event: Literal["break_begun"] = "break_begun"


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A turn opened; `stashes` hold this turn's gems (R2)."""

    at: Moment
    round: int
    turn: int
    miner: Seat
    stashes: Stashes
    deadline: int
    event: Literal["turn_opened"] = "turn_opened"


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The bot's own post reached Discord at this moment: the running clock counts from it (R18)."""

    at: Moment
    deadline: int
    event: Literal["clock_started"] = "clock_started"


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """The announcement of a pause reached Discord at this moment: the clock stands since (R31)."""

    at: Moment
    event: Literal["clock_stopped"] = "clock_stopped"


@dataclass(frozen=True, slots=True)
class ClockRestarted:
    """The house gives a new clock for its own fault; what was said so far counts (as in R31)."""

    at: Moment
    deadline: int
    why: Fault = Fault.RESTARTED
    event: Literal["clock_restarted"] = "clock_restarted"


@dataclass(frozen=True, slots=True)
class PickMade:
    """`seat` picked `track`, or kept it (R15, R16).

    `by_host`: a host entered it (R19); `note` is what the host gave as the reason.
    """

    at: Moment
    round: int
    turn: int
    seat: Seat
    track: Track
    kept: bool
    by_host: bool
    note: str = ""
    event: Literal["pick_made"] = "pick_made"


@dataclass(frozen=True, slots=True)
class BonusPlayed:
    """`seat` played a bonus action; `deadline` is the new one (R9 to R15)."""

    at: Moment
    round: int
    turn: int
    seat: Seat
    bonus: Bonus
    deadline: int
    event: Literal["bonus_played"] = "bonus_played"


@dataclass(frozen=True, slots=True)
class NotCounted:
    """`seat` said this, and as far as is known it doesn't count, `why` says for which reason.

    It stays with the turn's facts: a message still on its way may yet make it count. `late_ms` is
    how long after the end of the turn it came; 0 for other reasons than lateness.
    """

    at: Moment
    round: int
    turn: int
    seat: Seat
    said: Said
    why: Verdict
    late_ms: int
    by_host: bool
    note: str = ""
    event: Literal["not_counted"] = "not_counted"


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """A turn is settled. None and 0 stand where no cart ran (R24).

    `silent` names the seats without a pick, miner first. `over_at` is the time in ms at which the
    turn was over, `gems_after` are before any reset, `stashes_after` before the next turn's gems.
    """

    at: Moment
    round: int
    turn: int
    miner: Seat
    cart: Track | None
    ran_on: Track | None
    guard: Track | None
    to: Seat | None
    gems: int
    silent: tuple[Seat, ...]
    gems_after: Tally
    stashes_after: Stashes
    over_at: int
    event: Literal["turn_settled"] = "turn_settled"

    @property
    def thief(self) -> Seat:
        """The seat that stole in this turn."""
        return self.miner.other


@dataclass(frozen=True, slots=True)
class RoundWon:
    """`winner` has won the round (R7); `rounds` are those won by each, this one included."""

    at: Moment
    round: int
    winner: Seat
    rounds: Tally
    event: Literal["round_won"] = "round_won"


@dataclass(frozen=True, slots=True)
class MatchWon:
    """`winner` has won the match (R28)."""

    at: Moment
    winner: Seat
    rounds: Tally
    event: Literal["match_won"] = "match_won"


@dataclass(frozen=True, slots=True)
class GemsAwarded:
    """A host has corrected the gems of `seat` by so many, which may be fewer (R30)."""

    at: Moment
    round: int
    seat: Seat
    gems: int
    gems_after: Tally
    note: str
    event: Literal["gems_awarded"] = "gems_awarded"


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """A host has given the running clock so many ms more; `deadline` is the new one (R30)."""

    at: Moment
    deadline: int
    by_ms: int
    note: str
    event: Literal["clock_extended"] = "clock_extended"


@dataclass(frozen=True, slots=True)
class ClockEnded:
    """A host has let the running clock run out at this moment (R30)."""

    at: Moment
    note: str
    event: Literal["clock_ended"] = "clock_ended"


# ---------------------------------------------------------------- the hosts' desk


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


# ---------------------------------------------------------------- by topic


TurnEvent = (
    BreakBegun
    | TurnOpened
    | ClockStarted
    | ClockStopped
    | ClockRestarted
    | PickMade
    | BonusPlayed
    | NotCounted
    | TurnSettled
    | RoundWon
)
RoleEvent = StarterSet | RoleAsked | HostsDecide | RolePicked
HostingEvent = (
    RulesSet
    | ReadyAsked
    | ReadySaid
    | ReadyOverdue
    | ReadySkipped
    | MatchStarted
    | PauseAsked
    | MatchPaused
    | MatchResumed
    | HostCalled
    | PicksShown
    | MatchCalledOff
)
PeopleEvent = SeatTaken | MatchForfeited
CorrectionEvent = TakenBack | GemsAwarded | ClockExtended | ClockEnded

PlayEvent = (
    TurnEvent
    | RoleAsked
    | HostsDecide
    | RolePicked
    | MatchWon
    | GemsAwarded
    | ClockExtended
    | ClockEnded
)
"""What happens in the rounds and turns of a match."""

DeskEvent = HostingEvent | PeopleEvent | StarterSet | TakenBack
"""What happens around them: settings, readiness, pauses, hosts, who plays."""

LaterEvent = PlayEvent | DeskEvent
"""All that can follow the first event."""

Event = MatchOpened | LaterEvent
