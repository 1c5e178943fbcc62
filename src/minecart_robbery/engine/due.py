"""When a match goes on by itself: the deadline of its clock, and the window after it (R18)."""

from __future__ import annotations

from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import (
    BetweenTurns,
    CheckingReady,
    Match,
    Phase,
    PickingRole,
    Timed,
    TurnOpen,
    underneath,
)
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.so_far import so_far


def deadline_of(phase: Phase, rules: Rules) -> int | None:
    """The last moment in time (in ms) of the clock that runs in this phase, None if none runs.

    Of a break it is the moment at which the next turn opens.
    """
    match phase:
        case TurnOpen():
            return so_far(phase, rules.turn_ms).deadline
        case PickingRole(hosts_decide=False):
            return phase.clock.deadline(rules.role_ms)
        case CheckingReady(overdue=False):
            return phase.clock.deadline(rules.ready_ms)
        case BetweenTurns(opens=opens):
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
    match match.phase:
        case BetweenTurns(opens=opens):
            return opens
        case phase:
            deadline = deadline_of(phase, match.rules)
            return None if deadline is None else deadline + match.rules.grace_ms


def decided_turn(match: Match) -> TurnOpen | None:
    """The turn in which all needed picks are in, so that it is over and only to be settled (R17).

    It may stand still: the last of the picks was received before that, and known only after it.
    """
    decided = _decided(match)
    return None if decided is None else decided[0]


def _decided(match: Match) -> tuple[TurnOpen, Moment] | None:
    """The turn that is over by picks alone, and when it was; None if none is."""
    turn = underneath(match.phase)
    if not isinstance(turn, TurnOpen):
        return None
    ended = so_far(turn, match.rules.turn_ms).ended
    return None if ended is None else (turn, ended)


def running_since(phase: Timed, rules: Rules) -> int:
    """Since when (in ms) the clock of this phase runs as it does: its start, or the last bonus."""
    counts_from = phase.clock.counts_from.ms
    last_bonus = so_far(phase, rules.turn_ms).last_bonus if isinstance(phase, TurnOpen) else None
    return counts_from if last_bonus is None else max(counts_from, last_bonus.ms)


def silent_in(match: Match) -> tuple[Seat, ...]:
    """Who has still to say something before the running clock is over, DMO first."""
    match match.phase:
        case TurnOpen() as turn:
            picks = so_far(turn, match.rules.turn_ms).picks
            return tuple(seat for seat in Seat if seat not in picks)
        case PickingRole(picker=picker, hosts_decide=False):
            return (picker,)
        case CheckingReady(missing=missing):
            return missing
        case _:
            return ()


def at_stake(match: Match) -> tuple[int, int] | None:
    """From when to when (in ms) the clock runs whose end would cost a silent player something.

    None where no clock runs, where both players have picked, and in a break.
    """
    deadline = deadline_of(match.phase, match.rules)
    match match.phase:
        case TurnOpen() as turn if len(so_far(turn, match.rules.turn_ms).picks) == len(Seat):
            return None
        case CheckingReady() | PickingRole() | TurnOpen() as phase if deadline is not None:
            return running_since(phase, match.rules), deadline
        case _:
            return None
