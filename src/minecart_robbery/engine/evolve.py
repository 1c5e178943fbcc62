"""What an event makes of a match. No rule is judged here: `decide` has judged already.

`evolve` raises ValueError for an event that can't happen in the phase that the match is in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.due import deadline_of
from minecart_robbery.engine.evolve_corrections import (
    clock_shifted,
    gems_awarded,
    taken_back,
    with_checkpoint,
)
from minecart_robbery.engine.facts import KEEP, Fact, Said
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import (
    BOTH,
    AskedPause,
    BeforeRound,
    BeforeTurn,
    BetweenTurns,
    CalledOff,
    CheckingReady,
    Interrupted,
    Match,
    Over,
    PauseCause,
    Paused,
    Phase,
    PickingRole,
    RoleMissed,
    Round,
    Timed,
    TurnOpen,
    WaitingToStart,
    gone_on,
    underneath,
)
from minecart_robbery.engine.rules import Rules, Starters
from minecart_robbery.engine.running import Running
from minecart_robbery.engine.so_far import so_far
from minecart_robbery.engine.somebody_new import with_round_won, with_somebody_new
from minecart_robbery.engine.within import as_phase, inside

_NOBODY: frozenset[Seat] = frozenset()


def replay(events: Iterable[ev.Event]) -> Match:
    """The match that these events make. Raises ValueError if there are none, or they don't fit."""
    match = None
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise ValueError("a match has at least one event")
    return match


def evolve(match: Match | None, event: ev.Event) -> Match:
    """The match after `event`. `match` is None for the first event only, a `MatchOpened`."""
    if isinstance(event, ev.MatchOpened):
        if match is not None:
            raise ValueError("a match opens only once")
        return Match(event.rules, Starters().begun_by(event.rules.first_picker))
    if match is None:
        raise ValueError(f"the first event opens the match, not {event.event}")
    return _evolve(match, event)


def _evolve(match: Match, event: ev.LaterEvent) -> Match:
    phase = match.phase
    match event:
        case ev.RoleAsked() | ev.HostsDecide() | ev.RolePicked():
            return _role_event(match, event)
        case ev.BreakBegun(opens=opens):
            return replace(match, phase=BetweenTurns(as_phase(BeforeTurn, phase, event), opens))
        case ev.TurnOpened():
            before = phase.then if isinstance(phase, BetweenTurns) else phase
            before = as_phase(BeforeTurn, before, event)
            return _asked_to_act(with_checkpoint(match, before), _opened(before, event))
        case ev.ClockStarted() | ev.ClockRestarted():
            return _clock_moved(match, event)
        case ev.ClockStopped(at=at):
            return _with_clock(match, event, _timed(phase, event).clock.stop_announced(at))
        case ev.PickMade() | ev.BonusPlayed() | ev.NotCounted():
            return _with_fact(match, event)
        case ev.TurnSettled():
            return replace(_settled(match, event), last_over=event.over_at)
        case ev.RoundWon():
            return replace(match, phase=with_round_won(match, event), rounds=event.rounds)
        case ev.MatchWon():
            as_phase(BeforeRound, underneath(phase), event)
            return replace(match, phase=Over(event.winner), pause_asked=None)
        case ev.GemsAwarded():
            return gems_awarded(match, event)
        case ev.ClockExtended() | ev.ClockEnded():
            return clock_shifted(match, event)
        case _:
            return _desk_event(match, event)


def _desk_event(match: Match, event: ev.DeskEvent) -> Match:
    phase = match.phase
    match event:
        case ev.RulesSet(rules=rules):
            return _rules_set(match, rules)
        case ev.StarterSet():
            return _starter_set(match, event)
        case ev.ReadyAsked() | ev.ReadySaid() | ev.ReadyOverdue() | ev.ReadySkipped():
            return _ready_event(match, event)
        case ev.MatchStarted():
            ready = as_phase(WaitingToStart, phase, event).ready
            return replace(match, phase=BeforeRound(1, ready), called=frozenset())
        case ev.PauseAsked():
            return replace(match, pause_asked=AskedPause(event.cause, event.note))
        case ev.MatchPaused():
            return _paused(match, event)
        case ev.MatchResumed():
            return _resumed(match, event)
        case ev.HostCalled():
            return replace(match, called=match.called | {event.seat})
        case ev.TakenBack():
            return taken_back(match, event)
        case ev.PicksShown():
            return match
        case ev.MatchCalledOff():
            return replace(match, phase=CalledOff(), pause_asked=None)
        case ev.SeatTaken():
            called = match.called - {event.seat}
            return replace(match, phase=with_somebody_new(match, event), called=called)
        case ev.MatchForfeited(seat=seat):
            over = Over(seat.other, is_forfeited=True)
            return replace(match, phase=over, pause_asked=None)
        case _:
            assert_never(event)


def _rules_set(match: Match, rules: Rules) -> Match:
    """Who picks first is asked of the rules anew only where they have changed in that (R26)."""
    is_another = rules.first_picker is not match.rules.first_picker
    starters = match.starters.begun_by(rules.first_picker) if is_another else match.starters
    return replace(match, rules=rules, starters=starters)


def _asked_to_act(match: Match, phase: Timed) -> Match:
    """Somebody is asked to act: a new opening, in which hosts can be called again (R30)."""
    return replace(match, phase=phase, called=frozenset(), openings=match.openings + 1)


def _ready_event(
    match: Match, event: ev.ReadyAsked | ev.ReadySaid | ev.ReadyOverdue | ev.ReadySkipped
) -> Match:
    phase = match.phase
    match event:
        case ev.ReadyAsked():
            then = phase.then if isinstance(phase, Interrupted) else None
            ready = _NOBODY if then else as_phase(BeforeRound, phase, event).ready
            clock = Running(event.at, event.at)
            return _asked_to_act(match, CheckingReady(event.round, ready, clock, then=then))
        case ev.ReadySaid() if isinstance(phase, WaitingToStart):
            return replace(match, phase=replace(phase, ready=phase.ready | {event.seat}))
        case ev.ReadySaid(seat=seat):
            return inside(match, CheckingReady, event, lambda asked: _with_ready(asked, seat))
        case ev.ReadyOverdue():
            return replace(
                match, phase=replace(as_phase(CheckingReady, phase, event), overdue=True)
            )
        case ev.ReadySkipped(round=number) if isinstance(phase, BeforeRound):
            return replace(match, phase=BeforeRound(number, BOTH))
        case ev.ReadySkipped(round=number):
            return inside(match, CheckingReady, event, _with_both_ready)
        case _:
            assert_never(event)


def _with_ready(asked: CheckingReady, seat: Seat) -> Phase:
    ready = asked.ready | {seat}
    return _with_both_ready(asked) if ready == BOTH else replace(asked, ready=ready)


def _with_both_ready(asked: CheckingReady) -> BeforeRound | Interrupted:
    if asked.then is None:
        return BeforeRound(asked.number, BOTH)
    return Interrupted(asked.then, BOTH)


def _starter_set(match: Match, event: ev.StarterSet) -> Match:
    """Where the change concerns the role being picked just now, it is asked for anew (R26).

    Nobody is asked again whether they are ready for that round.
    """
    before = match.starters
    match = replace(match, starters=before.after(event.rounds, event.starter))
    asking = underneath(match.phase)
    if not isinstance(asking, PickingRole) or not before.concerns(event.rounds, asking.number):
        return match
    if not asking.hosts_decide and match.starters.of(asking.number) == before.of(asking.number):
        return match
    return inside(match, PickingRole, event, lambda asking: BeforeRound(asking.number, BOTH))


def _role_event(match: Match, event: ev.RoleAsked | ev.HostsDecide | ev.RolePicked) -> Match:
    match event:
        case ev.RoleAsked():
            before = as_phase(BeforeRound, match.phase, event)
            asking = PickingRole(event.round, event.picker, Running(event.at, event.at))
            return _asked_to_act(with_checkpoint(match, before), asking)
        case ev.HostsDecide():
            asking = as_phase(PickingRole, match.phase, event)
            return replace(match, phase=replace(asking, hosts_decide=True))
        case ev.RolePicked():
            missed = _role_missed(match, event)
            first_turn = BeforeTurn(Round(event.round, role_missed=missed), 1, event.miner)
            if isinstance(match.phase, BeforeRound):
                return replace(with_checkpoint(match, match.phase), phase=first_turn)
            return inside(match, PickingRole, event, lambda _: first_turn)
        case _:
            assert_never(event)


def _role_missed(match: Match, event: ev.RolePicked) -> RoleMissed | None:
    if not event.defaulted:
        return None
    deadline = deadline_of(as_phase(PickingRole, match.phase, event), match.rules)
    assert deadline is not None, "no default applies once the hosts decide"
    return RoleMissed(event.seat, deadline)


def _opened(before: BeforeTurn, event: ev.TurnOpened) -> TurnOpen:
    return TurnOpen(
        round=before.round,
        number=before.number,
        miner=before.miner,
        stashes=event.stashes,
        idle=before.idle,
        clock=Running(event.at, event.at),
    )


def _clock_moved(match: Match, event: ev.ClockStarted | ev.ClockRestarted) -> Match:
    """The post of an opening may be known only after a pause has stopped its clock."""
    clock = _timed(match.phase, event).clock
    is_start = isinstance(event, ev.ClockStarted)
    return _with_clock(
        match, event, clock.started(event.at) if is_start else clock.restarted(event.at)
    )


def _with_clock(match: Match, event: ev.Event, clock: Running) -> Match:
    kind = type(_timed(match.phase, event))
    return inside(match, kind, event, lambda phase: replace(phase, clock=clock))


def _timed(phase: Phase, event: ev.Event) -> Timed:
    """The phase with the clock that runs, or that a pause has stopped."""
    phase = gone_on(phase)
    if not isinstance(phase, Timed):
        raise ValueError(f"{event.event} can't happen in {type(phase).__name__}")
    return phase


def _with_fact(match: Match, event: ev.PickMade | ev.BonusPlayed | ev.NotCounted) -> Match:
    match event:
        case ev.PickMade(kept=True):
            said: Said = KEEP
        case ev.PickMade():
            said = event.track
        case ev.BonusPlayed():
            said = event.bonus
        case ev.NotCounted():
            said = event.said
        case _:
            assert_never(event)
    fact = Fact(event.seat, said, event.at)
    return inside(match, TurnOpen, event, lambda turn: with_fact(turn, fact))


def with_fact(turn: TurnOpen, fact: Fact) -> TurnOpen:
    """The turn with one more fact, in its place in the order of moments."""
    return replace(turn, facts=tuple(sorted((*turn.facts, fact), key=_moment_of)))


def _moment_of(fact: Fact) -> tuple[Moment, Seat]:
    return fact.at, fact.seat


def _settled(match: Match, event: ev.TurnSettled) -> Match:
    """The next turn comes, once whatever the match stands still for is over (R31)."""
    turn_ms = match.rules.turn_ms
    return inside(match, TurnOpen, event, lambda turn: _after_turn(turn, turn_ms, event))


def _after_turn(turn: TurnOpen, turn_ms: int, event: ev.TurnSettled) -> BeforeTurn:
    used = so_far(turn, turn_ms).used
    return BeforeTurn(
        round=replace(turn.round, gems=event.gems_after, used=used),
        number=turn.number + 1,
        miner=turn.thief,
        stashes=event.stashes_after,
        idle=turn.idle + 1 if len(event.silent) == len(Seat) else 0,
    )


def _paused(match: Match, event: ev.MatchPaused) -> Match:
    """A pause between turns or rounds is the one that was asked for, if one was.

    A pause in a pause changes only who may end it (S33).
    """
    match match.phase:
        case Paused() as paused:
            return replace(match, phase=replace(paused, cause=event.cause))
        case CheckingReady() | PickingRole() | TurnOpen() as stopped:
            stopped = replace(stopped, clock=stopped.clock.stopped(event.at))
            return replace(match, phase=Paused(event.cause, stopped))
        case BetweenTurns(then=then):
            pass
        case BeforeTurn() as then:
            if event.cause is PauseCause.IDLE:
                then = replace(then, idle=0)
        case BeforeRound() as then:
            pass
        case other:
            raise ValueError(f"{event.event} can't happen in {type(other).__name__}")
    return replace(match, phase=Paused(event.cause, then), pause_asked=None)


def _resumed(match: Match, event: ev.MatchResumed) -> Match:
    stopped = match.phase if isinstance(match.phase, Interrupted) else None
    phase = resumed_phase(stopped or as_phase(Paused, match.phase, event), event.at)
    return replace(match, phase=phase, called=frozenset())


def resumed_phase(stopped: Paused | Interrupted, at: Moment) -> Phase:
    """What a match that stands still goes on in at `at`."""
    match stopped.then:
        case Interrupted(ready=ready) as ready_to_go_on if ready == BOTH:
            return resumed_phase(ready_to_go_on, at)
        case CheckingReady() | PickingRole() | TurnOpen() as timed:
            return replace(timed, clock=timed.clock.resumed(at))
        case before:
            return before
