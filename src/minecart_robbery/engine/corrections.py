"""What hosts correct: taking back, gems, the end of a clock (R30, R32). Only hosts do.

Taking back works nothing out: it returns to what was kept when the turn opened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Adjustment, Moment
from minecart_robbery.engine.deadlines import deadline_of, running_since
from minecart_robbery.engine.match import (
    BeforeTurn,
    Interrupted,
    Match,
    Paused,
    ReadyCheck,
    Timed,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Desk, Tally
from minecart_robbery.engine.refusals import Decision, Reason, Refusal
from minecart_robbery.engine.rules import LONGEST_CLOCK_MS
from minecart_robbery.engine.turn import has_won
from minecart_robbery.engine.turn_projection import project

Correction = do.TakeBack | do.Award | do.ExtendClock | do.EndClock


def corrected(match: Match, command: Correction, at: Moment) -> Decision:
    """A host corrects something. Raises ValueError for an extension of no time at all."""
    if command.by is not Desk.HOST:
        return Refusal(Reason.HOSTS_ONLY)
    if isinstance(match.phase, WaitingToStart):
        return Refusal(Reason.NOT_STARTED)
    match command:
        case do.TakeBack():
            return _taken_back(match, command, at)
        case do.Award():
            return _awarded(match, command, at)
        case do.ExtendClock():
            return _extended(match, command, at)
        case do.EndClock():
            return _ended(match, command, at)
        case _:
            assert_never(command)


def _taken_back(match: Match, command: do.TakeBack, at: Moment) -> Decision:
    """The turn, or the round, begins anew at once, or when the pause is over (R32).

    A match that has ended is open again by that; until when it may be, is for the house to say.
    """
    if not match.snapshots:
        return Refusal(Reason.NOTHING_PLAYED)
    if match.snapshot_of(command.round, command.turn) is None:
        return Refusal(Reason.NO_SUCH_TURN, played=turns_played(match))
    return (ev.TakenBack(at, command.round, command.turn, command.note),)


def _awarded(match: Match, command: do.Award, at: Moment) -> Decision:
    """Nobody has fewer gems than none; whoever has enough now wins the round at once (R7)."""
    match match.phase:
        case BeforeTurn(round=current) | TurnOpen(round=current):
            pass
        case _:
            return Refusal(Reason.NO_ROUND_ON)
    seat, has = command.seat, current.gems.of(command.seat)
    if command.gems == 0:
        return Refusal(Reason.NO_GEMS)
    if has + command.gems < 0:
        return Refusal(Reason.TOO_FEW_GEMS, whose=seat, most=has)
    after = current.gems.plus(seat, command.gems)
    return (ev.GemsAwarded(at, current.number, seat, command.gems, after, command.note),)


def _extended(match: Match, command: do.ExtendClock, at: Moment) -> Decision:
    if command.ms < 1:
        return Refusal(Reason.NO_TIME)
    timed = _with_open_clock(match, at)
    if isinstance(timed, Refusal):
        return timed
    adjusted = match.with_clock(timed.clock.adjusted(Adjustment(at, command.ms)))
    deadline = deadline_of(adjusted)
    assert deadline is not None, "an extended clock runs"
    beyond_ms = deadline - running_since(timed, match.rules) - LONGEST_CLOCK_MS
    if beyond_ms > 0:
        return Refusal(Reason.CLOCK_TOO_LONG, most=max(0, command.ms - beyond_ms) // 1000)
    return (ev.ClockExtended(at, deadline, command.ms, command.note),)


def _ended(match: Match, command: do.EndClock, at: Moment) -> Decision:
    """Whoever is silent is judged so after the usual grace, for messages still on their way."""
    if isinstance(match.unpaused, ReadyCheck):
        return Refusal(Reason.READY_CLOCK)
    timed = _with_open_clock(match, at)
    if isinstance(timed, Refusal):
        return timed
    if not timed.clock.is_start_known:
        return Refusal(Reason.CLOCK_NOT_STARTED)
    return (ev.ClockEnded(at, command.note),)


def _with_open_clock(match: Match, at: Moment) -> Timed | Refusal:
    """What has the clock that runs, if its end can still be adjusted at that moment."""
    timed, deadline = match.current, deadline_of(match)
    if isinstance(timed, Paused):
        return Refusal(Reason.CLOCK_PAUSED)
    if deadline is None or not isinstance(timed, Timed):
        return Refusal(Reason.NO_CLOCK)
    if isinstance(timed, TurnOpen) and project(timed, match.rules.turn_ms).ended is not None:
        return Refusal(Reason.BOTH_PICKED)
    if timed.clock.closed_at is not None or at.ms > deadline:
        return Refusal(Reason.CLOCK_RAN_OUT)
    return timed


# ---------------------------------------------------------------- what can be taken back


def last_turn_over(match: Match) -> tuple[int, int] | None:
    """The numbers of the round and of the turn that was over last; None before the first was."""
    opened = [(it.round, it.turn) for it in match.snapshots if it.turn is not None]
    over = opened[:-1] if isinstance(match.phase, TurnOpen) else opened
    return over[-1] if over else None


def turns_played(match: Match) -> tuple[int, ...]:
    """The number of turns that have opened in each round so far."""
    rounds = [it.round for it in match.snapshots if it.turn is None]
    return tuple(sum(it.round == number for it in match.snapshots) - 1 for number in rounds)


# ---------------------------------------------------------------- what it makes of a match


def evolve(match: Match, event: ev.CorrectionEvent) -> Match:
    """The match after it. Raises ValueError for an event that can't happen as it stands."""
    match event:
        case ev.TakenBack():
            return _back_at_snapshot(match, event)
        case ev.GemsAwarded():
            return _with_gems(match, event)
        case ev.ClockExtended() | ev.ClockEnded():
            by_ms = event.by_ms if isinstance(event, ev.ClockExtended) else None
            timed = match.current
            if not isinstance(timed, Timed):
                raise ValueError(f"{event.event} can't happen in {type(timed).__name__}")
            return match.with_clock(timed.clock.adjusted(Adjustment(event.at, by_ms)))
        case _:
            assert_never(event)


def _back_at_snapshot(match: Match, event: ev.TakenBack) -> Match:
    """Settings and pauses are of the present; what was pressed stays old.

    What the match stands still for stays: a pause, and somebody new who isn't ready yet. Raises
    ValueError if there is no such snapshot.
    """
    snapshot = match.snapshot_of(event.round, event.turn)
    if snapshot is None:
        raise ValueError(f"{event.event} can't go to round {event.round}, turn {event.turn}")
    return replace(
        match,
        rounds=snapshot.rounds,
        phase=snapshot.phase,
        ready_check=Interrupted() if match.awaits_newcomer else None,
        called=frozenset(),
        last_over=event.at.ms,
        snapshots=match.snapshots.below(snapshot),
    )


def _with_gems(match: Match, event: ev.GemsAwarded) -> Match:
    """The gems are corrected; a turn that is open is dropped if they win the round (R7)."""
    gems = event.gems_after
    match match.phase:
        case TurnOpen() as turn if has_won(gems, match.rules.target_gems) is not None:
            return replace(match, phase=_dropped(turn, gems), last_over=event.at.ms)
        case TurnOpen() | BeforeTurn() as phase:
            return replace(match, phase=replace(phase, round=replace(phase.round, gems=gems)))
        case other:
            raise ValueError(f"{event.event} can't happen in {type(other).__name__}")


def _dropped(turn: TurnOpen, gems: Tally) -> BeforeTurn:
    current = replace(turn.round, gems=gems)
    return BeforeTurn(current, turn.number + 1, turn.thief, turn.stashes, turn.idle)
