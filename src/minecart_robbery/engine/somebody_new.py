"""What a match comes to when somebody new takes a seat: it stands still until both are ready (S33).

All that the seat has won, used up and picked stays as it is.
"""

from __future__ import annotations

from dataclasses import replace

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.phases import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    BetweenTurns,
    CheckingReady,
    Interrupted,
    Match,
    Paused,
    Phase,
    PickingRole,
    StoodStill,
    TurnOpen,
    WaitingToStart,
    underneath,
)
from minecart_robbery.engine.within import inside


def with_somebody_new(match: Match, event: ev.SeatTaken) -> Phase:
    """What runs stands still until both are ready; a pause stays, and they are asked after it.

    In a turn what was picked in that seat becomes a fallback (R31).
    """
    if isinstance(underneath(match.phase), TurnOpen):
        match = inside(match, TurnOpen, event, lambda turn: _with_newcomer(turn, event))
    match match.phase:
        case WaitingToStart(ready=ready):
            return WaitingToStart(ready - {event.seat})
        case PickingRole() | TurnOpen() as stopped:
            return Interrupted(replace(stopped, clock=stopped.clock.stopped(event.at)))
        case BetweenTurns(then=then):
            return Interrupted(then)
        case Paused(then=then) as paused:
            return replace(paused, then=_asked_anew(then, match))
        case CheckingReady() as asked:
            return _asked_anew(asked, match)
        case other:
            raise ValueError(f"{event.event} can't happen in {type(other).__name__}")


def _with_newcomer(turn: TurnOpen, event: ev.SeatTaken) -> TurnOpen:
    newcomers = sorted((*turn.newcomers, (event.at, event.seat)))
    return replace(turn, newcomers=tuple(newcomers))


def with_round_won(match: Match, event: ev.RoundWon) -> Phase:
    """The next round comes; both are asked before it where somebody new wasn't ready yet (R7)."""
    following = BeforeRound(event.round + 1)
    phase = inside(match, BeforeTurn, event, lambda _: following).phase
    match phase:
        case Paused(then=CheckingReady() | Interrupted()):
            return replace(phase, then=_asked_anew(following, match))
        case CheckingReady() | Interrupted():
            return _asked_anew(following, match)
        case _:
            return phase


def _asked_anew(
    phase: CheckingReady | StoodStill | Interrupted, match: Match
) -> BeforeRound | Interrupted:
    """Before this goes on both players are asked, whether they had been before or not."""
    match phase:
        case CheckingReady(then=then) | Interrupted(then=then) if then is not None:
            return Interrupted(then)
        case CheckingReady(number=number):
            return BeforeRound(number)
        case BeforeRound(number=number) if match.rules.checks_ready(number):
            return BeforeRound(number)
        case BeforeRound(number=number):
            return Interrupted(BeforeRound(number, BOTH))
        case _:
            assert isinstance(phase, StoodStill)
            return Interrupted(phase)
