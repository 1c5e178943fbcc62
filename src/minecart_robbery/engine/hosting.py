"""What those who run a match do: settings, ready checks, start, pauses, calls (R25, R29 to R31).

Hosts may do all of it, the house what is its own, the DMO what R30 grants, the candidate nothing.
To be ready is no move in the game, so nothing of a ready check is judged by its time, and all of it
can be done in a pause, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.deadlines import clock_ran_out, deadline_of
from minecart_robbery.engine.match import (
    BOTH,
    AskedPause,
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Interrupted,
    Match,
    PauseCause,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
    expect,
)
from minecart_robbery.engine.nouns import Actor, Desk, Seat
from minecart_robbery.engine.refusals import Decision, Reason, Refusal
from minecart_robbery.engine.rules import Rules

_CAUSE_OF = {Desk.HOST: PauseCause.HOST, Desk.HOUSE: PauseCause.HOUSE, Seat.DMO: PauseCause.DMO}


def may_run(actor: Actor, match: Match) -> bool:
    """Whether `actor` may start, pause and resume at all (R30)."""
    return isinstance(actor, Desk) or (actor is Seat.DMO and match.rules.dmo_may_run)


def rules_set(match: Match, command: do.SetRules, at: Moment) -> Decision:
    """Settings change before the start only (R29)."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if not isinstance(match.phase, WaitingToStart):
        return Refusal(Reason.ALREADY_STARTED)
    return () if command.rules == match.rules else (ev.RulesSet(at, command.rules),)


def host_called(match: Match, command: do.CallHost, at: Moment) -> Decision:
    """A player calls a host, once in an opening (R30)."""
    if command.seat in match.called:
        return Refusal(Reason.HOST_ALREADY_CALLED)
    return (ev.HostCalled(at, command.seat),)


def picks_shown(match: Match, command: do.ShowPicks, at: Moment) -> Decision:
    """A host looks at the pending picks: that changes nothing, but it is never done in secret."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    match match.unpaused:
        case TurnOpen(round=current, number=turn):
            return (ev.PicksShown(at, current.number, turn),)
        case WaitingToStart():
            return Refusal(Reason.NOT_STARTED)
        case _:
            return Refusal(Reason.NO_TURN_OPEN)


def called_off(command: do.CallOff, at: Moment) -> Decision:
    """A host ends the match without a winner (R30)."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    return (ev.MatchCalledOff(at, command.note),)


# ---------------------------------------------------------------- the start, and who is ready


def started(match: Match, command: do.StartMatch, at: Moment) -> Decision:
    """A host or the DMO starts (R30). Players not ready yet are asked, unless a host skips it."""
    if not may_run(command.by, match) or (command.skip_ready and command.by is not Desk.HOST):
        return Refusal(Reason.HOSTS_ONLY)
    match match.unpaused:
        case WaitingToStart(ready=ready):
            is_skipped = command.skip_ready and match.rules.checks_ready(1) and ready != BOTH
            skipped = (ev.ReadySkipped(at, 1),) if is_skipped else ()
            return (ev.MatchStarted(at), *skipped)
        case ReadyCheck() if command.skip_ready:
            return ready_skipped(match, do.SkipReady(command.by), at)
        case ReadyCheck(number=1, resumes=False):
            return Refusal(Reason.READY_ASKED)
        case _:
            return Refusal(Reason.ALREADY_STARTED)


def ready_said(match: Match, command: do.SayReady, at: Moment) -> Decision:
    """A player is ready; the last one lets the round begin. Once said, it needn't be again."""
    match match.unpaused:
        case WaitingToStart(ready=ready) | ReadyCheck(ready=ready):
            return () if command.seat in ready else (ev.ReadySaid(at, command.seat),)
        case _:
            return Refusal(Reason.NO_READY_CHECK)


def ready_skipped(match: Match, command: do.SkipReady, at: Moment) -> Decision:
    """A host lets the round begin though not both players have said that they are ready."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    match match.unpaused:
        case ReadyCheck(number):
            return (ev.ReadySkipped(at, number),)
        case _:
            return Refusal(Reason.NO_READY_CHECK)


# ---------------------------------------------------------------- pauses


def paused(match: Match, command: do.PauseMatch, at: Moment) -> Decision:
    """A host stops the clock (R31), the DMO asks for a pause after the open turn (R30).

    A clock that has run out already can't be stopped: then a host's pause, too, takes effect
    before the next turn opens, and goes before one that the DMO has asked for. In a ready check
    nothing hangs on the clock, so there a host's pause comes at once; and in a break everybody's
    does, since the turn has been settled.
    """
    if not may_run(command.by, match):
        return Refusal(Reason.HOSTS_ONLY)
    cause = _CAUSE_OF[command.by]
    match match.current:
        case Paused():
            return Refusal(Reason.ALREADY_PAUSED)
        case BeforeTurn(opens=int()):
            return (ev.MatchPaused(at, cause, command.note),)
        case ReadyCheck() | PickingRole() | TurnOpen():
            pass
        case _:
            return Refusal(Reason.NOT_STARTED)
    if isinstance(command.by, Desk) and not clock_ran_out(match, at):
        return (ev.MatchPaused(at, cause, command.note),)
    return _pause_asked(match, cause, command.note, at)


def hosts_awaited(match: Match, command: do.AwaitHosts, at: Moment) -> Decision:
    """The house stops the clock as a host would (R31), but only a host goes on again (S33).

    A pause that would end without a host becomes such a one.
    """
    match match.current:
        case Paused(cause=PauseCause.HOST | PauseCause.AWAY):
            return Refusal(Reason.ALREADY_PAUSED)
        case Paused():
            pass
        case PickingRole() | TurnOpen() if clock_ran_out(match, at):
            return _pause_asked(match, PauseCause.AWAY, command.note, at)
        case PickingRole() | BeforeTurn(opens=int()) | TurnOpen():
            pass
        case _:
            return Refusal(Reason.NOT_STARTED)
    return (ev.MatchPaused(at, PauseCause.AWAY, command.note),)


_ENDED_BY_HOSTS = (PauseCause.HOST, PauseCause.AWAY)


def _pause_asked(match: Match, cause: PauseCause, note: str, at: Moment) -> Decision:
    """A host's pause goes before all others, and one that only hosts end before the rest."""
    asked = match.pause_asked
    if asked is not None and (
        asked.cause is cause
        or asked.cause is PauseCause.HOST
        or (asked.cause in _ENDED_BY_HOSTS and cause not in _ENDED_BY_HOSTS)
    ):
        return Refusal(Reason.PAUSE_ALREADY_ASKED)
    return (ev.PauseAsked(at, cause, note),)


def resumed(match: Match, command: do.ResumeMatch, at: Moment) -> Decision:
    """Ends a pause: a host any, the DMO and the house only their own (R30, R31)."""
    if not may_run(command.by, match):
        return Refusal(Reason.HOSTS_ONLY)
    if match.pause is None:
        return Refusal(Reason.NOT_PAUSED)
    if command.by is not Desk.HOST and match.pause.cause is not _CAUSE_OF[command.by]:
        return Refusal(Reason.NOT_YOUR_PAUSE)
    return (resumption(match, at),)


def resumption(match: Match, at: Moment) -> ev.MatchResumed:
    """What stands still goes on, its clock in full (R31)."""
    return ev.MatchResumed(at, deadline_of(match.resumed_at(at)))


# ---------------------------------------------------------------- what it makes of a match


def evolve(match: Match, event: ev.HostingEvent) -> Match:
    """The match after it. Raises ValueError for an event that can't happen as it stands."""
    match event:
        case ev.RulesSet(rules=rules):
            return _rules_set(match, rules)
        case ev.MatchStarted():
            ready = expect(WaitingToStart, match.phase, event.event).ready
            return replace(match, phase=BeforeRound(1, ready), called=frozenset())
        case ev.ReadyAsked() | ev.ReadySaid() | ev.ReadyOverdue() | ev.ReadySkipped():
            return _ready_event(match, event)
        case ev.PauseAsked():
            return replace(match, pause_asked=AskedPause(event.cause, event.note))
        case ev.MatchPaused():
            return _paused(match, event)
        case ev.MatchResumed():
            if match.pause is None:
                expect(Interrupted, match.current, event.event)
            return replace(match.resumed_at(event.at), called=frozenset())
        case ev.HostCalled():
            return replace(match, called=match.called | {event.seat})
        case ev.PicksShown():
            return match
        case ev.MatchCalledOff():
            return match.ended(CalledOff())
        case _:
            assert_never(event)


def _rules_set(match: Match, rules: Rules) -> Match:
    """Who picks first is asked of the rules anew only where they have changed in that (R26)."""
    is_another = rules.first_picker is not match.rules.first_picker
    starters = match.starters.begun_by(rules.first_picker) if is_another else match.starters
    return replace(match, rules=rules, starters=starters)


def _ready_event(
    match: Match, event: ev.ReadyAsked | ev.ReadySaid | ev.ReadyOverdue | ev.ReadySkipped
) -> Match:
    match event, match.current:
        case ev.ReadyAsked(), current:
            return _ready_asked(match, event, is_new=isinstance(current, Interrupted))
        case ev.ReadySaid(seat=seat), WaitingToStart(ready=ready):
            return replace(match, phase=WaitingToStart(ready | {seat}))
        case ev.ReadySaid(seat=seat), _:
            check = expect(ReadyCheck, match.unpaused, event.event)
            ready = check.ready | {seat}
            if ready == BOTH:
                return _with_both_ready(match, check)
            return replace(match, ready_check=replace(check, ready=ready))
        case ev.ReadyOverdue(), current:
            check = expect(ReadyCheck, current, event.event)
            return replace(match, ready_check=replace(check, overdue=True))
        case ev.ReadySkipped(round=number), BeforeRound():
            return replace(match, phase=BeforeRound(number, BOTH))
        case ev.ReadySkipped(), _:
            return _with_both_ready(match, expect(ReadyCheck, match.unpaused, event.event))
        case _:
            assert_never(event)


def _ready_asked(match: Match, event: ev.ReadyAsked, *, is_new: bool) -> Match:
    """`is_new`: somebody has come, and nobody counts as ready yet."""
    ready = frozenset[Seat]() if is_new else expect(BeforeRound, match.current, event.event).ready
    clock = TurnClock(event.at, event.at)
    check = ReadyCheck(event.round, ready, clock, resumes=is_new)
    return replace(match.asked_to_act(), ready_check=check)


def _with_both_ready(match: Match, check: ReadyCheck) -> Match:
    if check.resumes:
        return replace(match, ready_check=Interrupted(BOTH))
    return replace(match, phase=BeforeRound(check.number, BOTH), ready_check=None)


def _paused(match: Match, event: ev.MatchPaused) -> Match:
    """A pause between turns or rounds is the one that was asked for, if one was.

    A pause in a pause changes only who may end it (S33).
    """
    pause = Paused(event.cause)
    match match.current:
        case Paused():
            return replace(match, pause=pause)
        case ReadyCheck() | PickingRole() | TurnOpen():
            return replace(match.stopped_at(event.at), pause=pause)
        case BeforeTurn(idle=idle) as before:
            idle = 0 if event.cause is PauseCause.IDLE else idle
            stopped = replace(before, idle=idle, opens=None)
            return replace(match, pause=pause, phase=stopped, pause_asked=None)
        case BeforeRound():
            return replace(match, pause=pause, pause_asked=None)
        case other:
            raise ValueError(f"{event.event} can't happen in {type(other).__name__}")
