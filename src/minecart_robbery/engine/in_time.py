"""By how much something was in time: the deadline that it was judged by (R15 to R18, R31).

A clock that is started again has a deadline for each start, and each bonus action that counts moves
it; so do hosts. What was received before a deadline of its own clock is in time by that one; what
came after it, but before the clock was started again, is in time by the next (R31).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, Join
from minecart_robbery.engine.phases import PickingRole, TurnOpen
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.running import Running, Shift
from minecart_robbery.engine.so_far import so_far


def deadline_at(phase: PickingRole | TurnOpen, rules: Rules, moment: Moment) -> int:
    """The deadline (in ms, the last moment in time) for something received at `moment`."""
    return _judged_by(phase, rules, moment)[0]


def is_saved_by_restart(phase: PickingRole | TurnOpen, rules: Rules, moment: Moment) -> bool:
    """Whether it came after its own clock had run out, but before that was started again."""
    return _judged_by(phase, rules, moment)[1]


def _judged_by(phase: PickingRole | TurnOpen, rules: Rules, moment: Moment) -> tuple[int, bool]:
    match phase:
        case PickingRole(clock=clock):
            return _deadline(clock, rules.role_ms, moment, ())
        case TurnOpen(clock=clock):
            return _deadline(clock, rules.turn_ms, moment, _bonuses(phase, rules))
        case _:
            assert_never(phase)


def _bonuses(turn: TurnOpen, rules: Rules) -> tuple[Moment, ...]:
    """The moments of the bonus actions that count, in their order."""
    verdicts = so_far(turn, rules.turn_ms).verdicts
    return tuple(
        fact.at
        for fact, verdict in zip(turn.facts, verdicts, strict=True)
        if verdict is Verdict.COUNTS and _is_bonus(fact)
    )


def _is_bonus(fact: Fact) -> bool:
    return isinstance(fact.said, Accelerate | Join)


def _deadline(
    clock: Running, length_ms: int, moment: Moment, bonuses: Sequence[Moment]
) -> tuple[int, bool]:
    """The deadline for something received at `moment`, and whether a new start gave it that."""
    starts = clock.starts
    own = max((number for number, it in enumerate(starts) if it <= moment), default=0)
    deadline = starts[own].ms + length_ms
    moved: list[tuple[Moment, Shift | None]] = [(it, None) for it in bonuses if starts[own] <= it]
    moved += [(shift.at, shift) for shift in clock.shifts_of(starts[own])]
    for at, shift in sorted(moved, key=lambda it: it[0]):
        if at >= moment:
            break
        if shift is not None:
            deadline = shift.of(deadline)
        elif at.ms <= deadline:
            deadline = max(deadline, at.ms + length_ms)
    if deadline >= moment.ms:
        return deadline, False
    later = (start for start in starts[own + 1 :] if start.ms + length_ms >= moment.ms)
    saved_by = next(later, None)
    if saved_by is None:
        return deadline, False
    return saved_by.ms + length_ms, saved_by.ms > moment.ms
