"""What the facts of an open turn come to so far: picks, joins, stashes, clock (R11 to R17).

The facts are gone through once, in the order of their moments. Nothing depends on the order in
which they arrived.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, Bonus, Join, Seat, Stashes, Track
from minecart_robbery.engine.phases import BOTH, TurnOpen, UsedBonus
from minecart_robbery.engine.routes import Routes, routes_after


@dataclass(frozen=True, slots=True)
class SoFar:
    """An open turn as the facts known so far make it.

    `picks` are those that stand. `deadline` is in ms, the last moment in time. `ended` is the
    moment at which both players had picked, or kept, since the last bonus action; None while they
    haven't. `fresh` are those who have. `closed` is when a host ended the clock, if one did.
    `verdicts` go with `turn.facts`.
    """

    stashes: Stashes
    joins: tuple[Join, ...]
    used: frozenset[UsedBonus]
    picks: dict[Seat, Track]
    fresh: frozenset[Seat]
    last_bonus: Moment | None
    deadline: int
    ended: Moment | None
    closed: Moment | None
    verdicts: tuple[Verdict, ...]

    @property
    def routes(self) -> Routes:
        """Where each mine's cart would run now."""
        return routes_after(self.joins)

    @property
    def over_at(self) -> int:
        """The time in ms at which the turn is over, if nothing more is heard."""
        return self.deadline if self.ended is None else self.ended.ms

    def is_over_by(self, moment: Moment) -> bool:
        """Whether something said at `moment` is too late to count (R17)."""
        ends = (it for it in (self.ended, self.closed) if it is not None)
        return moment.ms > self.deadline or any(moment > end for end in ends)

    def needs(self, seat: Seat) -> bool:
        """Whether the turn still waits for a pick, or a new pick, of `seat` (R15)."""
        return self.ended is None and seat not in self.fresh


def so_far(turn: TurnOpen, turn_ms: int) -> SoFar:
    """Go through the facts of `turn`; `turn_ms` is the length of its clock in milliseconds."""
    scan = _Scan(turn, turn_ms)
    verdicts = tuple(scan.take(fact) for fact in turn.facts)
    scan.start_clock()
    scan.shift_clock(None)
    scan.seat_newcomers(None)
    return SoFar(
        stashes=scan.stashes,
        joins=tuple(scan.joins),
        used=frozenset(scan.used),
        picks=scan.picks,
        fresh=frozenset(scan.fresh),
        last_bonus=scan.last_bonus,
        deadline=scan.deadline,
        ended=scan.ended,
        closed=scan.closed,
        verdicts=verdicts,
    )


class _Scan:
    """The turn while its facts are gone through. Before its clock starts nobody can be late."""

    def __init__(self, turn: TurnOpen, turn_ms: int) -> None:
        self.turn = turn
        self.turn_ms = turn_ms
        self.stashes = turn.stashes
        self.joins: list[Join] = []
        self.used = set(turn.round.used)
        self.picks: dict[Seat, Track] = {}
        self.fresh: set[Seat] = set()
        self.last_bonus: Moment | None = None
        self.deadline = turn.clock.counts_from.ms + turn_ms
        self.ended: Moment | None = None
        self.closed: Moment | None = None
        self.is_running = False
        self.shifts = list(turn.clock.shifts)
        self.newcomers = list(turn.newcomers)

    def take(self, fact: Fact) -> Verdict:
        """Let one fact take effect, if it does; facts come in the order of their moments."""
        if fact.at < self.turn.clock.opened:
            return Verdict.TOO_EARLY
        if self.turn.clock.was_stopped_at(fact.at):
            return Verdict.STOPPED
        if fact.at >= self.turn.clock.counts_from:
            self.start_clock()
        self.shift_clock(fact.at)
        self.seat_newcomers(fact.at)
        is_over = self.ended is not None or self.closed is not None
        if is_over or (self.is_running and fact.at.ms > self.deadline):
            return Verdict.LATE
        match fact.said:
            case Track() as track:
                return self._pick(fact.seat, track, fact.at)
            case "keep":
                return self._keep(fact)
            case Accelerate() | Join() as bonus:
                return self._play(fact.seat, bonus, fact.at)
            case _:
                assert_never(fact.said)

    def start_clock(self) -> None:
        """From here on a player can be late. What was picked before is as fresh as it was (R31)."""
        self.is_running = True

    def seat_newcomers(self, until: Moment | None) -> None:
        """Whoever came into a seat before that moment has a fallback there; None: all (R31)."""
        while self.newcomers and (until is None or self.newcomers[0][0] < until):
            _, seat = self.newcomers.pop(0)
            self.fresh.discard(seat)

    def shift_clock(self, until: Moment | None) -> None:
        """What hosts did to the clock before that moment takes effect; None: all of it."""
        while self.is_running and self.shifts and (until is None or self.shifts[0].at < until):
            shift = self.shifts.pop(0)
            if self.closed is None:
                self.deadline = shift.of(self.deadline)
                self.closed = shift.at if shift.by_ms is None else None

    def _pick(self, seat: Seat, track: Track, at: Moment) -> Verdict:
        self.picks[seat] = track
        self.fresh.add(seat)
        self.ended = at if self.fresh >= BOTH else None
        return Verdict.COUNTS

    def _keep(self, fact: Fact) -> Verdict:
        standing = self.picks.get(fact.seat)
        if standing is None:
            return Verdict.NOTHING_TO_KEEP
        return self._pick(fact.seat, standing, fact.at)

    def _play(self, seat: Seat, bonus: Bonus, at: Moment) -> Verdict:
        if (seat, bonus.kind) in self.used:
            return Verdict.USED_UP
        self.used.add((seat, bonus.kind))
        match bonus:
            case Accelerate(mine):
                self.stashes = self.stashes.with_one_more(mine)
            case Join():
                self.joins.append(bonus)
            case _:
                assert_never(bonus)
        self.last_bonus = at
        self.fresh.clear()
        if self.is_running:
            self.deadline = max(self.deadline, at.ms + self.turn_ms)
        return Verdict.COUNTS
