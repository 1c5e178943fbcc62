"""Who plays: a substitution, and a seat that gives the match up (S33). Hosts alone decide both.

All that a seat has won, used up and picked stays with it. The match stands still until both players
are ready.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import clock_ran_out
from minecart_robbery.engine.match import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    Interrupted,
    Match,
    Over,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.refusals import Decision, Reason, Refusal


def seat_taken(match: Match, command: do.Substitute, at: Moment) -> Decision:
    """Another person plays on in the seat; what runs stands still until both players are ready.

    A clock that has run out already can't be stopped: then it has to be given again, once the turn
    is settled.
    """
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if clock_ran_out(match, at):
        return Refusal(Reason.TURN_JUST_OVER)
    return (ev.SeatTaken(at, command.seat, command.note),)


def forfeited(command: do.Forfeit, at: Moment) -> Decision:
    """The seat gives the match up: whatever is open is dropped, and the other one has won."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    return (ev.MatchForfeited(at, command.seat, command.note),)


def evolve(match: Match, event: ev.PeopleEvent) -> Match:
    """The match after it. Raises ValueError for a substitution that can't happen as it stands."""
    match event:
        case ev.SeatTaken():
            return replace(_with_newcomer(match, event), called=match.called - {event.seat})
        case ev.MatchForfeited(seat=seat):
            return match.ended(Over(seat.other, is_forfeited=True))
        case _:
            assert_never(event)


def _with_newcomer(match: Match, event: ev.SeatTaken) -> Match:
    """What runs stands still until both are ready; a pause stays, and they are asked after it.

    In a turn what was picked in that seat becomes a fallback (R31).
    """
    if isinstance(match.phase, TurnOpen):
        newcomers = tuple(sorted((*match.phase.newcomers, (event.at, event.seat))))
        match = replace(match, phase=replace(match.phase, newcomers=newcomers))
    match match.current:
        case WaitingToStart(ready=ready):
            return replace(match, phase=WaitingToStart(ready - {event.seat}))
        case Paused() | ReadyCheck():
            return asked_anew(match)
        case PickingRole() | TurnOpen():
            return replace(match.stopped_at(event.at), ready_check=Interrupted())
        case BeforeTurn(opens=int()) as before:
            return replace(match, phase=replace(before, opens=None), ready_check=Interrupted())
        case other:
            raise ValueError(f"{event.event} can't happen in {type(other).__name__}")


def asked_anew(match: Match) -> Match:
    """Before the phase goes on both players are asked, whether they had been before or not."""
    match match.phase:
        case BeforeRound(number=number) if not match.awaits_newcomer:
            if match.ready_check is not None or match.rules.checks_ready(number):
                return replace(match, phase=BeforeRound(number), ready_check=None)
            return replace(match, phase=BeforeRound(number, BOTH), ready_check=Interrupted())
        case _:
            return replace(match, ready_check=Interrupted())
