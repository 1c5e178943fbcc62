"""A clock: when it opened, since when it counts, the pauses it went through.

`opened` is when a turn opened, or a role or readiness was asked for: what was said before it is
nothing for a turn or a role. `counts_from` is when the clock last started other than by a bonus
action: at the opening, at the end of a pause, or at a restart by the house. Only after it can the
clock run out on a player (R31). Both are the house's guess until its own post is received
(`ClockStarted`, R18).
Hosts can shift the end of a clock; one that is started again runs as if they never had.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minecart_robbery.engine.moments import Moment


@dataclass(frozen=True, slots=True)
class Stop:
    """A pause that stopped a clock, from `since` to `until`; None while it lasts.

    `is_announced`: its announcement is received, and `since` is when that was (R31).
    """

    since: Moment
    until: Moment | None = None
    is_announced: bool = False

    def holds(self, moment: Moment) -> bool:
        """Whether something said at `moment` was said during this pause."""
        return self.since < moment and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True)
class Shift:
    """What a host did to a running clock at `at`: so many ms more, or None: it ends then (R30)."""

    at: Moment
    by_ms: int | None

    def of(self, deadline: int) -> int:
        """The deadline (in ms) after it."""
        return min(deadline, self.at.ms) if self.by_ms is None else deadline + self.by_ms


@dataclass(frozen=True, slots=True)
class Running:
    """A clock: when it opened, since when it counts, and the pauses it went through.

    `is_opening_known` and `is_start_known` say whether the posts are received from which `opened`
    and `counts_from` count; until then these are a guess. `before` are the starts that it counted
    from before it was started again. `shifts` are in the order of their moments; `old_shifts` are
    those of the earlier starts, each with its start.
    """

    opened: Moment
    counts_from: Moment
    stops: tuple[Stop, ...] = ()
    is_opening_known: bool = False
    is_start_known: bool = False
    before: tuple[Moment, ...] = ()
    shifts: tuple[Shift, ...] = ()
    old_shifts: tuple[tuple[Moment, tuple[Shift, ...]], ...] = ()

    @property
    def starts(self) -> tuple[Moment, ...]:
        """All moments that it has counted from, in their order; the last is `counts_from`.

        One that a later start turns out not to have come after was none.
        """
        starts: tuple[Moment, ...] = ()
        for later in (*self.before, self.counts_from):
            starts = (*(start for start in starts if start < later), later)
        return starts

    def started(self, at: Moment) -> Running:
        """Once the post is known to be received at `at` from which the clock counts (R18).

        The post of the opening tells when it opened; that of a later start can't.
        """
        is_opening = not self.is_opening_known and self.counts_from == self.opened
        opened = at if is_opening else self.opened
        return replace(
            self, opened=opened, counts_from=at, is_opening_known=True, is_start_known=True
        )

    def restarted(self, at: Moment) -> Running:
        """Once the house has given a new clock at `at`, its post not yet received."""
        return replace(
            self,
            counts_from=at,
            is_start_known=False,
            before=(*self.before, self.counts_from),
            shifts=(),
            old_shifts=(*self.old_shifts, (self.counts_from, self.shifts)),
        )

    def shifted(self, shift: Shift) -> Running:
        """Once a host has shifted its end."""
        return replace(self, shifts=tuple(sorted((*self.shifts, shift), key=_moment_of)))

    def shifts_of(self, start: Moment) -> tuple[Shift, ...]:
        """What hosts did to the clock while it counted from that start."""
        shifts = dict(self.old_shifts) | {self.counts_from: self.shifts}
        return shifts[start]

    @property
    def closed_at(self) -> Moment | None:
        """When a host has ended it; None if none has."""
        return next((shift.at for shift in self.shifts if shift.by_ms is None), None)

    def deadline(self, length_ms: int) -> int:
        """The last moment in time (in ms) by a clock of that length that no bonus restarts."""
        deadline = self.counts_from.ms + length_ms
        for shift in self.shifts:
            deadline = shift.of(deadline)
            if shift.by_ms is None:
                break
        return deadline

    def stopped(self, at: Moment) -> Running:
        """Once a pause has stopped it."""
        return replace(self, stops=(*self.stops, Stop(at)))

    @property
    def awaits_announcement(self) -> bool:
        """Whether a pause has stopped it whose announcement isn't known to be received yet."""
        return bool(self.stops) and self.stops[-1].until is None and not self.stops[-1].is_announced

    def stop_announced(self, at: Moment) -> Running:
        """Once the announcement of the pause is known to be received at `at`: it began then."""
        *earlier, last = self.stops
        begun = Stop(max(at, last.since), is_announced=True)
        return replace(self, stops=(*earlier, begun))

    def resumed(self, at: Moment) -> Running:
        """Once the pause is over: a new clock, in full (R31)."""
        *earlier, last = self.stops
        stops = (*earlier, replace(last, until=at))
        return replace(self.restarted(at), stops=stops)

    def was_stopped_at(self, moment: Moment) -> bool:
        """Whether something said at `moment` was said during a pause."""
        return any(stop.holds(moment) for stop in self.stops)


def _moment_of(shift: Shift) -> Moment:
    return shift.at
