"""When a match goes on by itself: the deadline of its clock, and the window after it (R18).

How a deadline moves is reckoned by `Countdown` alone.
"""

from __future__ import annotations

from typing import assert_never

from minecart_robbery.engine.clock import Countdown, Deadline, Moment
from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    PickingRole,
    ReadyCheck,
    Timed,
    TurnOpen,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.turn_projection import project


def deadline_of(match: Match) -> int | None:
    """The last moment in time (in ms) of the clock that runs, None if none runs.

    In a break it is the moment at which the next turn opens.
    """
    match match.current:
        case TurnOpen() as turn:
            return project(turn, match.rules.turn_ms).deadline
        case PickingRole(clock=clock, hosts_decide=False):
            return clock.deadline(match.rules.role_ms)
        case ReadyCheck(clock=clock, overdue=False):
            return clock.deadline(match.rules.ready_ms)
        case BeforeTurn(opens=opens):
            return opens
        case _:
            return None


def due(match: Match) -> int | None:
    """The time in ms from which `Expire` is taken, None where no time will do.

    A turn in which all needed picks are made waits for `settle_seconds` after the last one, also
    where the match has come to a stand since (R31); a clock that ran out waits for `grace_seconds`,
    for messages still on their way. A break waits for nothing: in it nobody has to act.
    """
    decided = _decided(match)
    if decided is not None:
        return decided[1].ms + match.rules.settle_ms
    deadline = deadline_of(match)
    if deadline is None or isinstance(match.current, BeforeTurn):
        return deadline
    return deadline + match.rules.grace_ms


def decided_turn(match: Match) -> TurnOpen | None:
    """The turn in which all needed picks are in, so that it is over and only to be settled (R17).

    It may stand still: the last of the picks was received before that, and known only after it.
    """
    decided = _decided(match)
    return None if decided is None else decided[0]


def _decided(match: Match) -> tuple[TurnOpen, Moment] | None:
    """The turn that is over by picks alone, and when it was; None if none is."""
    match match.phase:
        case TurnOpen() as turn:
            ended = project(turn, match.rules.turn_ms).ended
            return None if ended is None else (turn, ended)
        case _:
            return None


def running_since(timed: Timed, rules: Rules) -> int:
    """Since when (in ms) this clock runs as it does: its start, or the last bonus action."""
    counts_from = timed.clock.counts_from.ms
    last_bonus = project(timed, rules.turn_ms).last_bonus if isinstance(timed, TurnOpen) else None
    return counts_from if last_bonus is None else max(counts_from, last_bonus.ms)


def silent_in(match: Match) -> tuple[Seat, ...]:
    """Who has still to say something before the running clock is over, DMO first."""
    match match.current:
        case TurnOpen() as turn:
            picks = project(turn, match.rules.turn_ms).picks
            return tuple(seat for seat in Seat if seat not in picks)
        case PickingRole(picker=picker, hosts_decide=False):
            return (picker,)
        case ReadyCheck(missing=missing):
            return missing
        case _:
            return ()


def at_stake(match: Match) -> tuple[int, int] | None:
    """From when to when (in ms) the clock runs whose end would cost a silent player something.

    None where no clock runs, where both players have picked, and in a break.
    """
    deadline = deadline_of(match)
    match match.current:
        case TurnOpen() as turn if len(project(turn, match.rules.turn_ms).picks) == len(Seat):
            return None
        case (ReadyCheck() | PickingRole() | TurnOpen()) as timed if deadline is not None:
            return running_since(timed, match.rules), deadline
        case _:
            return None


def clock_ran_out(match: Match, at: Moment) -> bool:
    """Whether at `at` the clock of a turn or role pick was over, and nobody has settled it yet."""
    match match.current:
        case TurnOpen() as turn:
            return project(turn, match.rules.turn_ms).is_over_by(at)
        case ReadyCheck():
            return False
        case _:
            deadline = deadline_of(match)
            return deadline is not None and at.ms > deadline


def deadline_at(phase: PickingRole | TurnOpen, rules: Rules, moment: Moment) -> Deadline:
    """The deadline that applies, or would apply, to something received at `moment`."""
    match phase:
        case PickingRole(clock=clock):
            countdown = Countdown(clock, rules.role_ms)
            bonuses: tuple[Moment, ...] = ()
        case TurnOpen(clock=clock):
            countdown = Countdown(clock, rules.turn_ms)
            bonuses = project(phase, rules.turn_ms).bonuses
        case _:
            assert_never(phase)
    for bonus in bonuses:
        if bonus >= moment:
            break
        countdown.pass_to(bonus)
        countdown.restart(bonus)
    countdown.pass_to(moment)
    return countdown.deadline_for(moment)
