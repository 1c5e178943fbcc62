"""What the facts of an open turn come to: picks, joins, stashes, clock (R11 to R17).

The facts are gone through once, in the order of their moments. Nothing depends on the order in
which they arrived.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine.clock import Countdown, Deadline, Moment
from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.match import BOTH, TurnOpen, UsedBonus
from minecart_robbery.engine.nouns import Accelerate, Bonus, Join, Seat, Stashes, Track
from minecart_robbery.engine.routes import Routes, routes_after


@dataclass(frozen=True, slots=True)
class TurnProjection:
    """An open turn as the facts known so far make it.

    `picks` are those that stand. `deadline` is in ms, the last moment in time. `ended` is the
    moment at which both players had picked, or kept, since the last bonus action; None while they
    haven't. `fresh` are those who have. `closed` is when a host ended the clock, if one did.
    `bonuses` are the moments of the bonus actions that count. `verdicts` and `deadlines` go with
    `turn.facts`: what becomes of each, and the deadline that applied to it.
    """

    stashes: Stashes
    joins: tuple[Join, ...]
    used: frozenset[UsedBonus]
    picks: dict[Seat, Track]
    fresh: frozenset[Seat]
    deadline: int
    ended: Moment | None
    closed: Moment | None
    bonuses: tuple[Moment, ...]
    verdicts: tuple[Verdict, ...]
    deadlines: tuple[Deadline, ...]

    @property
    def last_bonus(self) -> Moment | None:
        """When the last bonus action that counts was played; None if none was."""
        return self.bonuses[-1] if self.bonuses else None

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


def project(turn: TurnOpen, turn_ms: int) -> TurnProjection:
    """Go through the facts of `turn`; `turn_ms` is the length of its clock in milliseconds."""
    scan = _Scan(turn, turn_ms)
    judged = [scan.take(fact) for fact in turn.facts]
    scan.countdown.pass_to(None)
    scan.seat_newcomers(None)
    return TurnProjection(
        stashes=scan.stashes,
        joins=tuple(scan.joins),
        used=frozenset(scan.used),
        picks=scan.picks,
        fresh=frozenset(scan.fresh),
        deadline=scan.countdown.deadline,
        ended=scan.ended,
        closed=scan.countdown.closed,
        bonuses=tuple(scan.bonuses),
        verdicts=tuple(verdict for verdict, _ in judged),
        deadlines=tuple(deadline for _, deadline in judged),
    )


class _Scan:
    """The turn while its facts are gone through. Before its clock starts nobody can be late."""

    def __init__(self, turn: TurnOpen, turn_ms: int) -> None:
        self.turn = turn
        self.countdown = Countdown(turn.clock, turn_ms)
        self.stashes = turn.stashes
        self.joins: list[Join] = []
        self.used = set(turn.round.used)
        self.picks: dict[Seat, Track] = {}
        self.fresh: set[Seat] = set()
        self.bonuses: list[Moment] = []
        self.ended: Moment | None = None
        self.newcomers = list(turn.newcomers)

    def take(self, fact: Fact) -> tuple[Verdict, Deadline]:
        """Let one fact take effect, if it does; facts come in the order of their moments."""
        self.countdown.pass_to(fact.at)
        deadline = self.countdown.deadline_for(fact.at)
        return self._judge(fact), deadline

    def _judge(self, fact: Fact) -> Verdict:
        """What was picked before the clock was started again is as fresh as it was (R31)."""
        if fact.at < self.turn.clock.opened:
            return Verdict.TOO_EARLY
        if self.turn.clock.was_stopped_at(fact.at):
            return Verdict.STOPPED
        self.seat_newcomers(fact.at)
        if self.ended is not None or self._has_run_out_by(fact.at):
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

    def _has_run_out_by(self, moment: Moment) -> bool:
        """Only the clock as it was started last can: all before was the house's fault (R31)."""
        if not self.countdown.is_last_by(moment):
            return False
        return self.countdown.closed is not None or moment.ms > self.countdown.deadline

    def seat_newcomers(self, until: Moment | None) -> None:
        """Whoever came into a seat before that moment has a fallback there; None: all (R31)."""
        while self.newcomers and (until is None or self.newcomers[0][0] < until):
            _, seat = self.newcomers.pop(0)
            self.fresh.discard(seat)

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
        self.bonuses.append(at)
        self.fresh.clear()
        self.countdown.restart(at)
        return Verdict.COUNTS
