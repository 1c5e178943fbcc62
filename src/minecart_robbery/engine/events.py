"""What happened in a match, as values; a match is what its events make of it (`evolve`).

Each event bears `at`, the moment at which it counts as having happened, and a tag `event` by which
it is told apart once written down. Deadlines are in ms. Seats stand in here, people don't.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minecart_robbery.engine.desk_events import (
    DeskEvent,
    HostCalled,
    MatchCalledOff,
    MatchForfeited,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    PauseAsked,
    PicksShown,
    ReadyAsked,
    ReadyOverdue,
    ReadySaid,
    ReadySkipped,
    RulesSet,
    SeatTaken,
    StarterSet,
    TakenBack,
)
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.play_events import (
    BonusPlayed,
    BreakBegun,
    ClockEnded,
    ClockExtended,
    ClockRestarted,
    ClockStarted,
    ClockStopped,
    GemsAwarded,
    HostsDecide,
    MatchWon,
    NotCounted,
    PickMade,
    PlayEvent,
    RoleAsked,
    RolePicked,
    RoundWon,
    TurnOpened,
    TurnSettled,
)
from minecart_robbery.engine.rules import Rules

__all__ = [
    "BonusPlayed",
    "BreakBegun",
    "ClockEnded",
    "ClockExtended",
    "ClockRestarted",
    "ClockStarted",
    "ClockStopped",
    "DeskEvent",
    "Event",
    "GemsAwarded",
    "HostCalled",
    "HostsDecide",
    "LaterEvent",
    "MatchCalledOff",
    "MatchForfeited",
    "MatchOpened",
    "MatchPaused",
    "MatchResumed",
    "MatchStarted",
    "MatchWon",
    "NotCounted",
    "PauseAsked",
    "PickMade",
    "PicksShown",
    "PlayEvent",
    "ReadyAsked",
    "ReadyOverdue",
    "ReadySaid",
    "ReadySkipped",
    "RoleAsked",
    "RolePicked",
    "RoundWon",
    "RulesSet",
    "SeatTaken",
    "StarterSet",
    "TakenBack",
    "TurnOpened",
    "TurnSettled",
]


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match was opened with these rules. Always the first event, and only the first."""

    at: Moment
    rules: Rules
    event: Literal["match_opened"] = "match_opened"


LaterEvent = PlayEvent | DeskEvent
"""All that can follow the first event."""

Event = MatchOpened | LaterEvent
