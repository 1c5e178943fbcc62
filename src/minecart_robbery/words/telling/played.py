"""How bonus actions are told: their effect in words, the mines with their routes (R11 to R15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Bonus, Join
from minecart_robbery.engine.turn_projection import TurnProjection, project
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.board import bonus_line, mine_lines


def turn_in(match: Match) -> TurnOpen | None:
    """The turn that is open, or that stands still."""
    phase = match.phase
    return phase if isinstance(phase, TurnOpen) else None


def verdicts_in(match: Match) -> dict[Fact, Verdict]:
    """What becomes of each fact of the open turn, as far as is known."""
    turn = turn_in(match)
    if turn is None:
        return {}
    verdicts = project(turn, match.rules.turn_ms).verdicts
    return dict(zip(turn.facts, verdicts, strict=True))


def is_closed(match: Match) -> bool:
    """Whether a host has let the time of the open turn be over (R30)."""
    turn = turn_in(match)
    return turn is not None and project(turn, match.rules.turn_ms).closed is not None


def bonus_lines(before: Match, event: ev.BonusPlayed, after: Match, names: Names) -> Iterator[str]:
    """A bonus action with its effect, and the table as it stands after it."""
    turn = turn_in(after)
    assert turn is not None, "bonus actions are played in a turn"
    projection = project(turn, after.rules.turn_ms)
    yield _effect(names.of(event.seat), event.bonus, projection)
    yield from changed_bonus_lines(before, after, event.at, names)
    yield say("turn", "title", round=turn.round.number, turn=turn.number)
    yield from mine_lines(projection)
    yield bonus_line(projection, names)
    yield say("bonus", _clock_kind(before, after, turn, projection))


def _clock_kind(before: Match, after: Match, turn: TurnOpen, projection: TurnProjection) -> str:
    """What becomes of the clock; one that a host has extended may run on for longer (R15)."""
    was = turn_in(before)
    is_kept = was is not None and project(was, before.rules.turn_ms).deadline == projection.deadline
    if not isinstance(after.current, TurnOpen):
        return "restarts_paused"
    if projection.closed is not None:
        return "restarts_ended"
    return "restarts_extended" if is_kept and turn.clock.adjustments else "restarts"


def changed_bonus_lines(before: Match, after: Match, at: Moment, names: Names) -> Iterator[str]:
    """What a message that arrived late has changed about bonus actions told before.

    `at` is the moment of that message, which is told by itself.
    """
    known, turn = verdicts_in(before), turn_in(after)
    if turn is None:
        return
    projection = project(turn, after.rules.turn_ms)
    for fact, verdict in zip(turn.facts, projection.verdicts, strict=True):
        counted, counts = known.get(fact) is Verdict.COUNTS, verdict is Verdict.COUNTS
        if fact.at == at or counted == counts:
            continue
        match fact.said:
            case Accelerate() | Join() as bonus if counts:
                yield _effect(names.of(fact.seat), bonus, projection)
            case Accelerate() | Join() as bonus:
                player, kind = names.of(fact.seat), name_of(bonus.kind)
                yield say("bonus", "not_any_more", player=player, bonus=kind)
            case _:
                pass


def _effect(player: str, bonus: Bonus, projection: TurnProjection) -> str:
    match bonus:
        case Accelerate(mine):
            gems = projection.stashes.at(mine)
            return say("bonus", "accelerate", player=player, mine=name_of(mine), gems=gems)
        case Join(first, second):
            first_name, second_name = name_of(first), name_of(second)
            return say("bonus", "join", player=player, first=first_name, second=second_name)
        case _:
            assert_never(bonus)
