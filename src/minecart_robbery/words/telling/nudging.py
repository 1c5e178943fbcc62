"""A last word, shortly before the deadline, to whoever has not said anything yet (S8)."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.match import Match, PickingRole, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice


def nudge_at(match: Match, before_ms: int) -> int | None:
    """When the silent are nudged, so long before the deadline; None if they aren't at all.

    A clock of less than twice that time is too short for it, and 0 means never.
    """
    deadline, length_ms = deadline_of(match), _length_ms(match)
    if deadline is None or not before_ms or length_ms < 2 * before_ms:
        return None
    return deadline - before_ms


def _length_ms(match: Match) -> int:
    """The length of the clock by which somebody has to act; 0 where there is none."""
    match match.current:
        case TurnOpen():
            return match.rules.turn_ms
        case ReadyCheck():
            return match.rules.ready_ms
        case PickingRole():
            return match.rules.role_ms
        case _:
            return 0


def nudges(match: Match) -> Iterator[Notice]:
    """A nudge for each player whom the clock waits for, as it stands now."""
    deadline = deadline_of(match)
    match match.current:
        case TurnOpen() as turn if deadline is not None:
            picks = project(turn, match.rules.turn_ms).picks
            for seat in (seat for seat in Seat if seat not in picks):
                kind = "nudge_mine" if seat is turn.miner else "nudge_steal"
                yield _nudge(seat, kind, Clock(ClockKind.TURN, deadline))
        case PickingRole(picker=picker) if deadline is not None:
            yield _nudge(picker, "nudge_role", Clock(ClockKind.ROLE, deadline))
        case ReadyCheck(missing=missing) if deadline is not None:
            for seat in missing:
                yield _nudge(seat, "nudge_ready", Clock(ClockKind.READY, deadline))
        case _:
            return


def _nudge(seat: Seat, kind: str, clock: Clock) -> Notice:
    return Notice(Audience.player(seat), (say("private", kind),), clock, mentions=(seat,))
