"""The timing table of a match: all that had a deadline, when Discord received it, by how much.

It is worked out from the events alone, so anybody can do it again. A turn's rows are made when the
turn is settled: by then its clock's true start is known, and what counts is too (R18).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from minecart_robbery.engine import evolve
from minecart_robbery.engine.clock import Deadline, Moment
from minecart_robbery.engine.deadlines import deadline_at
from minecart_robbery.engine.events import (
    BonusPlayed,
    Event,
    GemsAwarded,
    HostsDecide,
    NotCounted,
    PickMade,
    RolePicked,
    TakenBack,
    TurnSettled,
)
from minecart_robbery.engine.facts import Fact, Said, Verdict
from minecart_robbery.engine.match import Match, PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Join, Seat
from minecart_robbery.engine.superseded import taken_back
from minecart_robbery.engine.turn_projection import TurnProjection, project


class Came(StrEnum):
    """What came of something."""

    COUNTED = "counted"
    REPLACED = "replaced"
    """It counted, and a later pick of the same player took its place (R16)."""
    LATE = "late"
    TOO_EARLY = "too early"
    IN_A_PAUSE = "in a pause"
    NOTHING_TO_KEEP = "nothing to keep"
    USED_UP = "used up"
    DEFAULTED = "defaulted"
    """Nothing counted by the deadline, so the default applied (R21 to R24, R27)."""
    DROPPED = "dropped"
    """It counted until a host's correction won the round, and dropped its turn (R7)."""
    HOSTS_DECIDE = "left to the hosts"
    """No start role was picked by the deadline, and the settings have no default (R27)."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One thing that a player did, or didn't do in time. Times are in ms, as in the events.

    `event` is the number of the event that tells of it. `turn` is None for the pick of a start
    role, `did` and `received` where nothing was done. `deadline` is the last moment in time, as it
    applied to this; None for what was received while no clock ran. `margin` is from `received` to
    it: negative for what came after it, 0 for what came in its millisecond. What was `taken_back`
    is told as it was until then (R32).
    """

    event: int
    round: int
    turn: int | None
    seat: Seat
    did: str | None
    by_host: bool
    received: int | None
    deadline: int | None
    margin: int | None
    came: Came
    taken_back: bool = False


def timings(events: Iterable[Event]) -> tuple[Timing, ...]:
    """The timing table of the match that these events make, in the order of the events.

    A turn that is open still has its rows as it stands. Raises ValueError for events that don't
    fit together.
    """
    match: Match | None = None
    in_turn: Match | None = None
    heard: _Heard = {}
    table: list[Timing] = []
    events = tuple(events)
    for number, event in enumerate(events, start=1):
        before, match = match, evolve(match, event)
        in_turn = match if isinstance(match.phase, TurnOpen) else in_turn
        match event:
            case PickMade() | BonusPlayed() | NotCounted():
                heard[event.at, event.seat] = number, event
            case TurnSettled():
                table += [*_rows(in_turn, heard), *_silent(number, event)]
                heard = {}
            case TakenBack():
                table += _rows(in_turn, heard)
                heard = {}
            case GemsAwarded() if not isinstance(match.phase, TurnOpen):
                table += map(_dropped, _rows(in_turn, heard))
                heard = {}
            case RolePicked() | HostsDecide() if before is not None:
                table += _role(number, event, before)
            case _:
                pass
    table += _rows(in_turn, heard)
    gone = taken_back(events)
    marked = (replace(row, taken_back=row.event in gone) for row in table)
    return tuple(sorted(marked, key=lambda row: row.event))


_Heard = dict[tuple[Moment, Seat], tuple[int, PickMade | BonusPlayed | NotCounted]]
"""The events, with their numbers, that tell of the facts of a turn: by moment and seat."""


def _rows(match: Match | None, heard: _Heard) -> Iterator[Timing]:
    """A row for each fact of the turn that `match` is in; none if nothing was heard in one."""
    if match is None or not heard:
        return
    turn = _open_turn(match)
    projection = project(turn, match.rules.turn_ms)
    for fact, verdict, applied in zip(
        turn.facts, projection.verdicts, projection.deadlines, strict=True
    ):
        number, event = heard[fact.at, fact.seat]
        deadline = _deadline(verdict, applied, projection)
        yield Timing(
            event=number,
            round=turn.round.number,
            turn=turn.number,
            seat=fact.seat,
            did=_did(fact.said),
            by_host=not isinstance(event, BonusPlayed) and event.by_host,
            received=fact.at.ms,
            deadline=deadline,
            margin=None if deadline is None else deadline - fact.at.ms,
            came=_came(fact, verdict, turn, projection),
        )


def _dropped(row: Timing) -> Timing:
    has_counted = row.came in (Came.COUNTED, Came.REPLACED)
    return replace(row, came=Came.DROPPED) if has_counted else row


def _open_turn(match: Match) -> TurnOpen:
    phase = match.phase
    assert isinstance(phase, TurnOpen), "facts are heard in a turn"
    return phase


def _deadline(verdict: Verdict, applied: Deadline, projection: TurnProjection) -> int | None:
    match verdict:
        case Verdict.LATE:
            return projection.over_at
        case Verdict.TOO_EARLY | Verdict.STOPPED:
            return None
        case _:
            return applied.ms


def _came(fact: Fact, verdict: Verdict, turn: TurnOpen, projection: TurnProjection) -> Came:
    match verdict:
        case Verdict.COUNTS if isinstance(fact.said, Accelerate | Join):
            return Came.COUNTED
        case Verdict.COUNTS:
            is_last = fact is _last_pick(fact.seat, turn, projection)
            return Came.COUNTED if is_last else Came.REPLACED
        case Verdict.LATE:
            return Came.LATE
        case Verdict.TOO_EARLY:
            return Came.TOO_EARLY
        case Verdict.STOPPED:
            return Came.IN_A_PAUSE
        case Verdict.NOTHING_TO_KEEP:
            return Came.NOTHING_TO_KEEP
        case Verdict.USED_UP:
            return Came.USED_UP
        case _:
            assert_never(verdict)


def _last_pick(seat: Seat, turn: TurnOpen, projection: TurnProjection) -> Fact:
    """The last of a player's picks that counts; facts are in the order of their moments."""
    return [
        fact
        for fact, verdict in zip(turn.facts, projection.verdicts, strict=True)
        if fact.seat is seat
        and verdict is Verdict.COUNTS
        and not isinstance(fact.said, Accelerate | Join)
    ][-1]


def _did(said: Said) -> str:
    match said:
        case Accelerate(mine):
            return f"accelerate {mine}"
        case Join(first, second):
            return f"join {first} to {second}"
        case pick:
            return str(pick)


def _silent(number: int, event: TurnSettled) -> Iterator[Timing]:
    """A row for each player who has made no pick."""
    for seat in event.silent:
        yield _nothing(number, event.round, event.turn, seat, event.over_at, Came.DEFAULTED)


def _role(number: int, event: RolePicked | HostsDecide, before: Match) -> Iterator[Timing]:
    """The row of a start role that its picker had to pick by a deadline; none if hosts set it."""
    asking = before.phase
    if not isinstance(asking, PickingRole):
        return
    match event:
        case HostsDecide():
            came, picker = Came.HOSTS_DECIDE, asking.picker
        case RolePicked(defaulted=True):
            came, picker = Came.DEFAULTED, asking.picker
        case RolePicked(by=Seat(), at=at):
            deadline = deadline_at(asking, before.rules, at).ms
            margin, role = deadline - at.ms, str(event.role)
            seat, counted = event.seat, Came.COUNTED
            yield Timing(
                number, event.round, None, seat, role, False, at.ms, deadline, margin, counted
            )
            return
        case _:
            return
    deadline = asking.clock.deadline(before.rules.role_ms)
    yield _nothing(number, event.round, None, picker, deadline, came)


def _nothing(
    number: int, round_number: int, turn: int | None, seat: Seat, deadline: int, came: Came
) -> Timing:
    return Timing(number, round_number, turn, seat, None, False, None, deadline, None, came)
