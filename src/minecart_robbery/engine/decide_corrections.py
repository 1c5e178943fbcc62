"""What the hosts' corrections come to: taking back, gems, the end of a clock (R30, R32).

Only hosts correct anything. What is played is judged elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.due import deadline_of, running_since
from minecart_robbery.engine.evolve_corrections import checkpoint_of, turns_played
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.onward import and_onward
from minecart_robbery.engine.phases import (
    BeforeTurn,
    BetweenTurns,
    CheckingReady,
    Match,
    Paused,
    Timed,
    TurnOpen,
    WaitingToStart,
    clock_of,
    gone_on,
    underneath,
)
from minecart_robbery.engine.refusals import Decision, Reason, Refusal
from minecart_robbery.engine.rules import LONGEST_CLOCK_MS
from minecart_robbery.engine.running import Shift
from minecart_robbery.engine.so_far import so_far

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
    if not match.checkpoints:
        return Refusal(Reason.NOTHING_PLAYED)
    if checkpoint_of(match, command.round, command.turn) is None:
        return Refusal(Reason.NO_SUCH_TURN, played=turns_played(match))
    taken_back = ev.TakenBack(at, command.round, command.turn, command.note)
    return and_onward(match, taken_back, at=at)


def _awarded(match: Match, command: do.Award, at: Moment) -> Decision:
    """Nobody has fewer gems than none; whoever has enough now wins the round at once (R7)."""
    match underneath(match.phase):
        case BeforeTurn(round=current) | BetweenTurns(round=current) | TurnOpen(round=current):
            pass
        case _:
            return Refusal(Reason.NO_ROUND_ON)
    seat, has = command.seat, current.gems.of(command.seat)
    if command.gems == 0:
        return Refusal(Reason.NO_GEMS)
    if has + command.gems < 0:
        return Refusal(Reason.TOO_FEW_GEMS, whose=seat, most=has)
    after = current.gems.plus(seat, command.gems)
    awarded = ev.GemsAwarded(at, current.number, seat, command.gems, after, command.note)
    return and_onward(match, awarded, at=at)


def _extended(match: Match, command: do.ExtendClock, at: Moment) -> Decision:
    if command.ms < 1:
        return Refusal(Reason.NO_TIME)
    phase = _with_clock(match, at)
    if isinstance(phase, Refusal):
        return phase
    shifted = replace(phase, clock=phase.clock.shifted(Shift(at, command.ms)))
    deadline = deadline_of(shifted, match.rules)
    assert deadline is not None, "an extended clock runs"
    beyond_ms = deadline - running_since(phase, match.rules) - LONGEST_CLOCK_MS
    if beyond_ms > 0:
        return Refusal(Reason.CLOCK_TOO_LONG, most=max(0, command.ms - beyond_ms) // 1000)
    return (ev.ClockExtended(at, deadline, command.ms, command.note),)


def _ended(match: Match, command: do.EndClock, at: Moment) -> Decision:
    """Whoever is silent is judged so after the usual grace, for messages still on their way."""
    if isinstance(gone_on(match.phase), CheckingReady):
        return Refusal(Reason.READY_CLOCK)
    phase = _with_clock(match, at)
    if isinstance(phase, Refusal):
        return phase
    if not phase.clock.is_start_known:
        return Refusal(Reason.CLOCK_NOT_STARTED)
    return (ev.ClockEnded(at, command.note),)


def _with_clock(match: Match, at: Moment) -> Timed | Refusal:
    """The phase whose clock runs, if its end can still be shifted at that moment."""
    phase = match.phase
    if isinstance(phase, Paused):
        return Refusal(Reason.CLOCK_PAUSED)
    clock, deadline = clock_of(phase), deadline_of(phase, match.rules)
    if clock is None or deadline is None or not isinstance(phase, Timed):
        return Refusal(Reason.NO_CLOCK)
    if isinstance(phase, TurnOpen) and so_far(phase, match.rules.turn_ms).ended is not None:
        return Refusal(Reason.BOTH_PICKED)
    if clock.closed_at is not None or at.ms > deadline:
        return Refusal(Reason.CLOCK_RAN_OUT)
    return phase
