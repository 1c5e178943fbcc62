"""What corrections make of a match: taken back to a checkpoint, gems corrected, a clock shifted.

Taking back works nothing out: it returns to what was kept when the turn opened (R32).
"""

from __future__ import annotations

from dataclasses import replace

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat, Tally
from minecart_robbery.engine.phases import (
    BeforeRound,
    BeforeTurn,
    CheckingReady,
    Checkpoint,
    Interrupted,
    Match,
    Paused,
    Phase,
    Timed,
    TurnOpen,
    underneath,
)
from minecart_robbery.engine.running import Shift
from minecart_robbery.engine.within import inside


def with_checkpoint(match: Match, phase: BeforeRound | BeforeTurn) -> Match:
    """Once the match can be taken back to this phase; a round asked for anew is that same round."""
    kept = Checkpoint(match.rounds, phase)
    if checkpoint_of(match, kept.round, kept.turn) is not None:
        return match
    return replace(match, checkpoints=match.checkpoints.push(kept))


def checkpoint_of(match: Match, round_number: int, turn: int | None) -> Checkpoint | None:
    """Where taking back that turn, or the whole round (`turn` None), leads; None if nowhere.

    It is sought from the last one on, no further than it can be: they are in the order of play.
    """
    wanted = (round_number, turn or 0)
    for kept in reversed(match.checkpoints):
        if (kept.round, kept.turn or 0) <= wanted:
            return kept if (kept.round, kept.turn) == (round_number, turn) else None
    return None


def last_turn_over(match: Match) -> tuple[int, int] | None:
    """The numbers of the round and of the turn that was over last; None before the first was."""
    opened = [(it.round, it.turn) for it in match.checkpoints if it.turn is not None]
    over = opened[:-1] if isinstance(underneath(match.phase), TurnOpen) else opened
    return over[-1] if over else None


def turns_played(match: Match) -> tuple[int, ...]:
    """The number of turns that have opened in each round so far."""
    rounds = [it.round for it in match.checkpoints if it.turn is None]
    return tuple(sum(it.round == number for it in match.checkpoints) - 1 for number in rounds)


def taken_back(match: Match, event: ev.TakenBack) -> Match:
    """Back at the checkpoint. Settings and pauses are of the present; what was pressed stays old.

    Raises ValueError if there is no such checkpoint.
    """
    checkpoint = checkpoint_of(match, event.round, event.turn)
    if checkpoint is None:
        raise ValueError(f"{event.event} can't go to round {event.round}, turn {event.turn}")
    return replace(
        match,
        rounds=checkpoint.rounds,
        phase=_back_in(match.phase, checkpoint.phase),
        called=frozenset(),
        last_over=event.at.ms,
        checkpoints=match.checkpoints.below(checkpoint),
    )


def _back_in(phase: Phase, then: BeforeRound | BeforeTurn) -> Phase:
    """What the match stands still for stays: a pause, and somebody new who isn't ready yet."""
    match phase:
        case Paused(then=stopped):
            return replace(phase, then=_unless_ready(stopped, then))
        case _:
            return _unless_ready(phase, then)


def _unless_ready(
    phase: Phase, then: BeforeRound | BeforeTurn
) -> Interrupted | BeforeRound | BeforeTurn:
    match phase:
        case Interrupted():
            return Interrupted(then)
        case CheckingReady(then=asked_for) if asked_for is not None:
            return Interrupted(then)
        case _:
            return then


def gems_awarded(match: Match, event: ev.GemsAwarded) -> Match:
    """The gems are corrected; a turn that is open is dropped if they win the round (R7)."""
    gems, at = event.gems_after, event.at
    match underneath(match.phase):
        case TurnOpen() if has_won(gems, match.rules.target_gems) is not None:
            match = replace(match, last_over=at.ms)
            return inside(match, TurnOpen, event, lambda turn: _dropped(turn, gems))
        case TurnOpen():
            return inside(match, TurnOpen, event, lambda turn: _with_gems(turn, gems))
        case _:
            return inside(match, BeforeTurn, event, lambda before: _with_gems(before, gems))


def has_won(tally: Tally, target: int) -> Seat | None:
    """The seat that has reached `target`; only one gains at a time, so it is one at most (R7)."""
    return next((seat for seat in Seat if tally.of(seat) >= target), None)


def _with_gems(phase: TurnOpen | BeforeTurn, gems: Tally) -> TurnOpen | BeforeTurn:
    return replace(phase, round=replace(phase.round, gems=gems))


def _dropped(turn: TurnOpen, gems: Tally) -> BeforeTurn:
    current = replace(turn.round, gems=gems)
    return BeforeTurn(current, turn.number + 1, turn.thief, turn.stashes, turn.idle)


def clock_shifted(match: Match, event: ev.ClockExtended | ev.ClockEnded) -> Match:
    """The end of the running clock is shifted. Raises ValueError where no clock runs."""
    by_ms = event.by_ms if isinstance(event, ev.ClockExtended) else None
    return replace(match, phase=_shifted(match.phase, event.at, by_ms, event))


def _shifted(phase: Phase, at: Moment, by_ms: int | None, event: ev.Event) -> Timed:
    if not isinstance(phase, Timed):
        raise ValueError(f"{event.event} can't happen in {type(phase).__name__}")
    return replace(phase, clock=phase.clock.shifted(Shift(at, by_ms)))
