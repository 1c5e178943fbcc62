"""What the commands of those who run a match come to: start, pause, resume, settings (R26 to R31).

Hosts may do all of it, the house what is its own, the DMO what R30 grants, the candidate nothing.
"""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.decide_ready import begun, ready_skipped
from minecart_robbery.engine.due import deadline_of
from minecart_robbery.engine.evolve import resumed_phase
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Actor, Desk, Seat
from minecart_robbery.engine.onward import and_onward
from minecart_robbery.engine.phases import (
    BeforeRound,
    BeforeTurn,
    BetweenTurns,
    CheckingReady,
    Match,
    PauseCause,
    Paused,
    PickingRole,
    TurnOpen,
    WaitingToStart,
    gone_on,
    underneath,
)
from minecart_robbery.engine.refusals import Decision, Reason, Refusal
from minecart_robbery.engine.so_far import so_far

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


def starter_changed(match: Match, command: do.SetStarter, at: Moment) -> Decision:
    """R26. A named round must exist, and its roles must not be settled yet."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if isinstance(command.rounds, int):
        if not 1 <= command.rounds <= match.rules.most_rounds:
            return Refusal(Reason.NO_SUCH_ROUND, most=match.rules.most_rounds)
        if command.rounds <= _rounds_settled(match):
            return Refusal(Reason.ROUND_SETTLED)
    starter_set = ev.StarterSet(at, command.rounds, command.starter, command.note)
    return and_onward(match, starter_set, at=at)


def _rounds_settled(match: Match) -> int:
    """The number of rounds whose start roles are settled."""
    match underneath(match.phase):
        case CheckingReady(number) | PickingRole(number) | BeforeRound(number):
            return number - 1
        case BeforeTurn(round=current) | BetweenTurns(round=current) | TurnOpen(round=current):
            return current.number
        case _:
            return 0  # it has not begun; one that has ended takes no commands


def started(match: Match, command: do.StartMatch, at: Moment) -> Decision:
    """A host or the DMO starts (R30). Players not ready yet are asked, unless a host skips it."""
    if not may_run(command.by, match) or (command.skip_ready and command.by is not Desk.HOST):
        return Refusal(Reason.HOSTS_ONLY)
    match gone_on(match.phase):
        case WaitingToStart() as waiting:
            return begun(match, waiting, at, skip_ready=command.skip_ready)
        case CheckingReady() if command.skip_ready:
            return ready_skipped(match, do.SkipReady(command.by), at)
        case CheckingReady(number=1, then=None):
            return Refusal(Reason.READY_ASKED)
        case _:
            return Refusal(Reason.ALREADY_STARTED)


def paused(match: Match, command: do.PauseMatch, at: Moment) -> Decision:
    """A host stops the clock (R31), the DMO asks for a pause after the open turn (R30).

    A clock that has run out already can't be stopped: then a host's pause, too, takes effect
    before the next turn opens, and goes before one that the DMO has asked for. In a ready check
    nothing hangs on the clock, so there a host's pause comes at once; and in a break everybody's
    does, since the turn has been settled.
    """
    if not may_run(command.by, match):
        return Refusal(Reason.HOSTS_ONLY)
    match match.phase:
        case Paused():
            return Refusal(Reason.ALREADY_PAUSED)
        case BetweenTurns():
            return (ev.MatchPaused(at, _CAUSE_OF[command.by], command.note),)
        case CheckingReady() | PickingRole() | TurnOpen():
            pass
        case _:
            return Refusal(Reason.NOT_STARTED)
    cause = _CAUSE_OF[command.by]
    if isinstance(command.by, Desk) and not clock_ran_out(match, at):
        return (ev.MatchPaused(at, cause, command.note),)
    return _pause_asked(match, cause, command.note, at)


def hosts_awaited(match: Match, command: do.AwaitHosts, at: Moment) -> Decision:
    """The house stops the clock as a host would (R31), but only a host goes on again (S33).

    A pause that would end without a host becomes such a one.
    """
    match match.phase:
        case Paused(cause=PauseCause.HOST | PauseCause.AWAY):
            return Refusal(Reason.ALREADY_PAUSED)
        case Paused():
            pass
        case PickingRole() | TurnOpen() if clock_ran_out(match, at):
            return _pause_asked(match, PauseCause.AWAY, command.note, at)
        case PickingRole() | BetweenTurns() | TurnOpen():
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


def clock_ran_out(match: Match, at: Moment) -> bool:
    """Whether at `at` the clock of a turn or role pick was over, and nobody has settled it yet."""
    match match.phase:
        case TurnOpen() as turn:
            return so_far(turn, match.rules.turn_ms).is_over_by(at)
        case CheckingReady():
            return False
        case phase:
            deadline = deadline_of(phase, match.rules)
            return deadline is not None and at.ms > deadline


def resumed(match: Match, command: do.ResumeMatch, at: Moment) -> Decision:
    """Ends a pause: a host any, the DMO and the house only their own (R30, R31)."""
    if not may_run(command.by, match):
        return Refusal(Reason.HOSTS_ONLY)
    if not isinstance(match.phase, Paused):
        return Refusal(Reason.NOT_PAUSED)
    if command.by is not Desk.HOST and match.phase.cause is not _CAUSE_OF[command.by]:
        return Refusal(Reason.NOT_YOUR_PAUSE)
    deadline = deadline_of(resumed_phase(match.phase, at), match.rules)
    return and_onward(match, ev.MatchResumed(at, deadline), at=at)


def picks_shown(match: Match, command: do.ShowPicks, at: Moment) -> Decision:
    """A host looks at the pending picks: that changes nothing, but it is never done in secret."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    match gone_on(match.phase):
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
