"""Whom or what a match waits for, in each of its phases (S9)."""

from __future__ import annotations

from minecart_robbery.engine import due
from minecart_robbery.engine.deadlines import decided_turn
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Interrupted,
    Match,
    Over,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)


def check_that_it_waits(match: Match) -> None:
    """Every phase has a deadline, or waits for a host or the players, or is the end.

    A turn that is over by its picks is settled also where it stands still (R31).
    """
    match match.current:
        case TurnOpen() | PickingRole(hosts_decide=False) | ReadyCheck(overdue=False):
            assert due(match) is not None
        case BeforeTurn(opens=int()):
            assert due(match) is not None
        case ReadyCheck() | Paused():
            assert (due(match) is None) == (decided_turn(match) is None)
        case WaitingToStart() | PickingRole():
            assert due(match) is None
        case Over() | CalledOff():
            assert due(match) is None
        case BeforeRound() | BeforeTurn() | Interrupted():
            raise AssertionError(f"met outside a pause: {match.current}")
