"""Moments, and the clock of a turn: when it opened, since when it counts, its pauses.

The engine has no clock of its own: moments come from outside, as Discord's ids give them.

`opened` is when a turn opened, or a role or readiness was asked for: what was said before it is
nothing for a turn or a role. `counts_from` is when the clock last started other than by a bonus
action: at the opening, at the end of a pause, or at a restart by the house. Only after it can the
clock run out on a player (R31). Both are the house's guess until its own post is received
(`ClockStarted`, R18).
Hosts can shift the end of a clock; one that is started again runs as if they never had.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

_LAST = 2**63 - 1
"""No id of Discord's is greater."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point in time as Discord's ids give it, in an order without ties (R18).

    `ms` is in whole milliseconds (UTC, since any epoch that the whole match shares). Many messages
    share a millisecond: `snowflake` puts these in order. An edit (`is_edit`) comes after the
    messages of its millisecond (R16).
    """

    ms: int
    is_edit: bool = False
    snowflake: int = 0

    @classmethod
    def end_of(cls, ms: int) -> Moment:
        """The moment after all that was received in that millisecond."""
        return cls(ms, is_edit=True, snowflake=_LAST)


@dataclass(frozen=True, slots=True)
class PauseInterval:
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
class Adjustment:
    """What a host did to a running clock at `at`: so many ms more, or None: it ends then (R30)."""

    at: Moment
    by_ms: int | None

    def of(self, deadline: int) -> int:
        """The deadline (in ms) after it."""
        return min(deadline, self.at.ms) if self.by_ms is None else deadline + self.by_ms


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A clock: when it opened, since when it counts, and the pauses it went through.

    `is_opening_known` and `is_start_known` say whether the posts are received from which `opened`
    and `counts_from` count; until then these are a guess. `before` are the starts that it counted
    from before it was started again. `adjustments` are in the order of their moments;
    `old_adjustments` are those of the earlier starts, each with its start.
    """

    opened: Moment
    counts_from: Moment
    pauses: tuple[PauseInterval, ...] = ()
    is_opening_known: bool = False
    is_start_known: bool = False
    before: tuple[Moment, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    old_adjustments: tuple[tuple[Moment, tuple[Adjustment, ...]], ...] = ()

    @property
    def starts(self) -> tuple[Moment, ...]:
        """All moments that it has counted from, in their order; the last is `counts_from`.

        One that a later start turns out not to have come after was none.
        """
        starts: tuple[Moment, ...] = ()
        for later in (*self.before, self.counts_from):
            starts = (*(start for start in starts if start < later), later)
        return starts

    def started(self, at: Moment) -> TurnClock:
        """Once the post is known to be received at `at` from which the clock counts (R18).

        The post of the opening tells when it opened; that of a later start can't.
        """
        is_opening = not self.is_opening_known and self.counts_from == self.opened
        opened = at if is_opening else self.opened
        return replace(
            self, opened=opened, counts_from=at, is_opening_known=True, is_start_known=True
        )

    def restarted(self, at: Moment) -> TurnClock:
        """Once the house has given a new clock at `at`, its post not yet received."""
        return replace(
            self,
            counts_from=at,
            is_start_known=False,
            before=(*self.before, self.counts_from),
            adjustments=(),
            old_adjustments=(*self.old_adjustments, (self.counts_from, self.adjustments)),
        )

    def adjusted(self, adjustment: Adjustment) -> TurnClock:
        """Once a host has shifted its end."""
        adjustments = sorted((*self.adjustments, adjustment), key=_moment_of)
        return replace(self, adjustments=tuple(adjustments))

    def adjustments_of(self, start: Moment) -> tuple[Adjustment, ...]:
        """What hosts did to the clock while it counted from that start."""
        adjustments = dict(self.old_adjustments) | {self.counts_from: self.adjustments}
        return adjustments[start]

    @property
    def closed_at(self) -> Moment | None:
        """When a host has ended it; None if none has."""
        return next((it.at for it in self.adjustments if it.by_ms is None), None)

    def deadline(self, length_ms: int) -> int:
        """The last moment in time (in ms) by a clock of that length that no bonus restarts."""
        countdown = Countdown(self, length_ms)
        countdown.pass_to(None)
        return countdown.deadline

    def stopped(self, at: Moment) -> TurnClock:
        """Once a pause has stopped it."""
        return replace(self, pauses=(*self.pauses, PauseInterval(at)))

    @property
    def awaits_announcement(self) -> bool:
        """Whether a pause has stopped it whose announcement isn't known to be received yet."""
        last = self.pauses[-1] if self.pauses else None
        return last is not None and last.until is None and not last.is_announced

    def stop_announced(self, at: Moment) -> TurnClock:
        """Once the announcement of the pause is known to be received at `at`: it began then."""
        *earlier, last = self.pauses
        begun = PauseInterval(max(at, last.since), is_announced=True)
        return replace(self, pauses=(*earlier, begun))

    def resumed(self, at: Moment) -> TurnClock:
        """Once the pause is over: a new clock, in full (R31)."""
        *earlier, last = self.pauses
        pauses = (*earlier, replace(last, until=at))
        return replace(self.restarted(at), pauses=pauses)

    def was_stopped_at(self, moment: Moment) -> bool:
        """Whether something said at `moment` was said during a pause."""
        return any(pause.holds(moment) for pause in self.pauses)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last moment in time (`ms`) for something; `saved_by`: the later start that allowed it."""

    ms: int
    saved_by: Moment | None = None


class Countdown:
    """The deadline of a clock, moment after moment: the one reckoning of time (R15 to R18, R31).

    A clock that is started again has a deadline for each start, and each bonus action that counts
    moves it; so do hosts. What was received before a deadline of its own clock is in time by that
    one; what came after it, but before the clock was started again, is in time by the next.

    `deadline` is in ms. `closed` is when a host has ended the clock that it has come to.
    """

    def __init__(self, clock: TurnClock, length_ms: int) -> None:
        self._clock = clock
        self._length_ms = length_ms
        self._later = list(clock.starts)
        self._start = self._later[0]
        self._adjustments: list[Adjustment] = []
        self.closed: Moment | None = None
        self._begin()

    def _begin(self) -> None:
        """The clock counts from its next start."""
        self._start = self._later.pop(0)
        self._adjustments = list(self._clock.adjustments_of(self._start))
        self.deadline = self._start.ms + self._length_ms
        self.closed = None

    def is_last_by(self, moment: Moment) -> bool:
        """Whether the clock counts from its last start at that moment: then it can run out."""
        return self._clock.counts_from <= moment

    def pass_to(self, moment: Moment | None) -> None:
        """Go on to that moment, with what hosts did to the clock before it; None: to the end."""
        while self._later and (moment is None or self._later[0] <= moment):
            self._adjust(self._later[0])
            self._begin()
        self._adjust(moment)

    def _adjust(self, until: Moment | None) -> None:
        while self._adjustments and (until is None or self._adjustments[0].at < until):
            adjustment = self._adjustments.pop(0)
            if self.closed is None:
                self.deadline = adjustment.of(self.deadline)
                self.closed = adjustment.at if adjustment.by_ms is None else None

    def restart(self, bonus: Moment) -> None:
        """A bonus action counts, at the moment that was passed to last (R15)."""
        if self._start <= bonus and bonus.ms <= self.deadline:
            self.deadline = max(self.deadline, bonus.ms + self._length_ms)

    def deadline_for(self, moment: Moment) -> Deadline:
        """By what something received at the moment that was passed to last is judged."""
        if self.deadline >= moment.ms:
            return Deadline(self.deadline)
        if not self._later:
            return Deadline(self.deadline)
        start = self._later[0]
        return Deadline(start.ms + self._length_ms, start if start.ms > moment.ms else None)


def _moment_of(adjustment: Adjustment) -> Moment:
    return adjustment.at
