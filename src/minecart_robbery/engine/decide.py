"""What a command comes to: events, or a refusal that can be told to a person.

`decide` is the one place that judges. It changes nothing, and it is the same for a typed word, a
button, a slash command and a line of a script.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.decide_corrections import corrected
from minecart_robbery.engine.decide_desk import (
    called_off,
    hosts_awaited,
    paused,
    picks_shown,
    resumed,
    rules_set,
    started,
    starter_changed,
)
from minecart_robbery.engine.decide_people import forfeited, seat_taken
from minecart_robbery.engine.decide_ready import ready_said, ready_skipped
from minecart_robbery.engine.decide_turn import expired, pick_entered, said
from minecart_robbery.engine.due import deadline_of
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.onward import and_onward
from minecart_robbery.engine.phases import (
    BeforeRound,
    BeforeTurn,
    BetweenTurns,
    CalledOff,
    CheckingReady,
    Match,
    Over,
    Paused,
    Phase,
    PickingRole,
    Round,
    TurnOpen,
    WaitingToStart,
    clock_of,
    gone_on,
    underneath,
)
from minecart_robbery.engine.refusals import Decision, Reason, Refusal, why_stopped
from minecart_robbery.engine.so_far import so_far


def decide(match: Match | None, command: do.Command, at: Moment) -> Decision:
    """What `command` comes to in `match` when it is given at the moment `at`.

    Raises ValueError for a caller's mistake: a command to a match that doesn't exist, a second
    opening, an `Expire` without the draw that a random role default needs (R27), or an extension
    by no time.
    """
    if isinstance(command, do.OpenMatch):
        if match is not None:
            raise ValueError("this match was opened before")
        return (ev.MatchOpened(at, command.rules),)
    if match is None:
        raise ValueError("the first command opens the match")
    match match.phase, command:
        case Over() | CalledOff(), do.TakeBack(by=Desk.HOST):
            return corrected(match, command, at)
        case Over() | CalledOff(), _:
            return Refusal(Reason.MATCH_ENDED)
        case _:
            return _decide(match, command, at)


def _decide(match: Match, command: do.LaterCommand, at: Moment) -> Decision:
    match command:
        case do.Say():
            return said(match, command, at)
        case do.PickFor():
            return pick_entered(match, command, at)
        case do.TakeBack() | do.Award() | do.ExtendClock() | do.EndClock():
            return corrected(match, command, at)
        case do.Expire():
            return expired(match, command, at)
        case do.PickRole():
            return _role_picked(match, command, at)
        case do.StartClock():
            return _clock_started(match, at)
        case do.StopClock():
            return _clock_stopped(match, at)
        case do.RestartClock():
            return _clock_restarted(match, command, at)
        case do.SayReady():
            return ready_said(match, command, at)
        case do.SkipReady():
            return ready_skipped(match, command, at)
        case do.CallHost():
            if command.seat in match.called:
                return Refusal(Reason.HOST_ALREADY_CALLED)
            return (ev.HostCalled(at, command.seat),)
        case do.SetRules():
            return rules_set(match, command, at)
        case do.SetStarter():
            return starter_changed(match, command, at)
        case do.StartMatch():
            return started(match, command, at)
        case do.PauseMatch():
            return paused(match, command, at)
        case do.AwaitHosts():
            return hosts_awaited(match, command, at)
        case do.ResumeMatch():
            return resumed(match, command, at)
        case do.ShowPicks():
            return picks_shown(match, command, at)
        case do.CallOff():
            return called_off(command, at)
        case do.Substitute():
            return seat_taken(match, command, at)
        case do.Forfeit():
            return forfeited(command, at)
        case _:
            assert_never(command)


def _role_picked(match: Match, command: do.PickRole, at: Moment) -> Decision:
    """R27. A pick sent before a pause and received after it counts, and the pause goes on."""
    match underneath(match.phase):
        case PickingRole() as asking:
            pass
        case WaitingToStart():
            return Refusal(Reason.NOT_STARTED)
        case BeforeRound():
            return Refusal(Reason.PAUSED)
        case BeforeTurn(round=current) | BetweenTurns(round=current) | TurnOpen(round=current):
            return _role_settled(current, command, at)
        case _:
            return Refusal(Reason.NO_ROLE_TO_PICK)
    if command.seat is not asking.picker:
        return Refusal(Reason.NOT_YOUR_ROLE_PICK, whose=asking.picker)
    if asking.clock.was_stopped_at(at):
        return Refusal(why_stopped(match))
    if at < asking.clock.opened:
        return Refusal(Reason.ROLE_TOO_EARLY)
    late_ms = max(0, at.ms - asking.clock.deadline(match.rules.role_ms))
    if asking.hosts_decide:
        return Refusal(Reason.HOSTS_DECIDE_ROLE, late_ms=late_ms)
    if late_ms > 0:
        return Refusal(Reason.ROLE_TOO_LATE, late_ms=late_ms)
    seat, role = command.seat, command.role
    picked = ev.RolePicked(at, asking.number, seat, role, by=seat, defaulted=False)
    return and_onward(match, picked, at=at)


def _role_settled(current: Round, command: do.PickRole, at: Moment) -> Refusal:
    """Too late for the one who didn't pick in time; nobody else has a role to pick."""
    missed = current.role_missed
    if missed is None or command.seat is not missed.picker or at.ms <= missed.deadline:
        return Refusal(Reason.NO_ROLE_TO_PICK)
    return Refusal(Reason.ROLE_TOO_LATE, late_ms=at.ms - missed.deadline)


def _clock_started(match: Match, at: Moment) -> Decision:
    """What started the clock is received once; a clock that doesn't run can't be started."""
    phase = gone_on(match.phase)
    match phase:
        case CheckingReady() | PickingRole() | TurnOpen() if _awaits_post(phase):
            started = replace(phase, clock=phase.clock.started(at))
        case _:
            return ()
    deadline = deadline_of(started, match.rules)
    assert deadline is not None, "a clock that was started runs"
    return (ev.ClockStarted(at, deadline),)


def _clock_stopped(match: Match, at: Moment) -> Decision:
    """The announcement of a pause is received once; it tells when a running clock was stopped."""
    match match.phase:
        case Paused(then=PickingRole(clock=clock) | TurnOpen(clock=clock)):
            return (ev.ClockStopped(at),) if clock.awaits_announcement else ()
        case _:
            return ()


def _awaits_post(phase: Phase) -> bool:
    clock = clock_of(phase)
    return clock is not None and not clock.is_start_known


def _clock_restarted(match: Match, command: do.RestartClock, at: Moment) -> Decision:
    """A turn that is over because all needed picks are made needs no new clock."""
    match match.phase:
        case TurnOpen() as turn if so_far(turn, match.rules.turn_ms).ended is None:
            restarted: Phase = replace(turn, clock=turn.clock.restarted(at))
        case CheckingReady(overdue=False) | PickingRole(hosts_decide=False) as asking:
            restarted = replace(asking, clock=asking.clock.restarted(at))
        case _:
            return ()
    deadline = deadline_of(restarted, match.rules)
    assert deadline is not None, "a clock that was restarted runs"
    return (ev.ClockRestarted(at, deadline, command.why),)
