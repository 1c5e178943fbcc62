"""A table at which a test plays: it holds a match, feeds it commands and keeps the events.

A moment is given as a number of milliseconds, or as a whole `Moment` where edits or snowflakes
matter. `in_first_turn` opens a first turn at 0 ms, with the DMO as miner, unless told otherwise.
"""

from __future__ import annotations

from typing import Any, TypeVar

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve, replay
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP, Said, Verdict
from minecart_robbery.engine.match import Match, Paused, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.turn_projection import TurnProjection, project
from tests.deciding import decided

DMO, CANDIDATE = Seat.DMO, Seat.CANDIDATE
HOST, HOUSE = Desk.HOST, Desk.HOUSE
MINER, THIEF = Role.MINER, Role.THIEF
NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH

When = int | Moment
E = TypeVar("E")


def moment(when: When) -> Moment:
    """The moment of a message at so many milliseconds, or the moment itself."""
    return when if isinstance(when, Moment) else Moment(when)


def edit(ms: int, snowflake: int = 0) -> Moment:
    """The moment of an edit at so many milliseconds."""
    return Moment(ms, True, snowflake)


def the(kind: type[E], events: tuple[ev.Event, ...]) -> E:
    """The one event of this kind among these."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, events
    return found[0]


class Table:
    """One match being played in a test."""

    match: Match

    def __init__(self, *, received: bool = True, **rules: Any) -> None:
        """Open a match with these settings, the designer's for the rest.

        `received`: the bot's own posts are received at once; otherwise the test says when.
        """
        self.posts_are_received_at_once = received
        opened = decided(None, do.OpenMatch(Rules(**rules)), Moment(0))
        assert isinstance(opened, tuple)
        self.events = list(opened)
        self.match = replay(opened)

    @classmethod
    def started(cls, *, received: bool = True, **rules: Any) -> Table:
        """A table at which the first start role is being picked since 0 ms."""
        table = cls(received=received, **rules)
        table.do(do.StartMatch(HOST, skip_ready=True), 0)
        return table

    @classmethod
    def in_first_turn(cls, role: Role = MINER, *, received: bool = True, **rules: Any) -> Table:
        """A table with its first turn open since 0 ms, the DMO having picked `role`."""
        table = cls.started(received=received, **rules)
        table.do(do.PickRole(DMO, role), 0)
        return table

    def do(self, command: do.Command, at: When) -> tuple[ev.Event, ...]:
        """Give a command that is not refused; what it came to."""
        came = self._do(command, at)
        if self.posts_are_received_at_once and not self.match.has_ended:
            self._do(do.StartClock(), at)
        return came

    def _do(self, command: do.Command, at: When) -> tuple[ev.Event, ...]:
        came = decided(self.match, command, moment(at))
        assert not isinstance(came, Refusal), came
        for event in came:
            self.match = evolve(self.match, event)
        self.events += came
        return came

    def refused(self, command: do.Command, at: When, reason: Reason) -> Refusal:
        """Give a command that is refused for this reason, and changes nothing."""
        before = repr(self.match)
        came = decided(self.match, command, moment(at))
        assert isinstance(came, Refusal), came
        assert came.reason is reason
        assert repr(self.match) == before
        return came

    def offer(self, command: do.Command, at: When) -> None:
        """Give a command that may be refused."""
        if not isinstance(decided(self.match, command, moment(at)), Refusal):
            self.do(command, at)

    def say(self, seat: Seat, said: Said, at: When) -> tuple[ev.Event, ...]:
        """A player's pick, keep or bonus action that is not refused."""
        return self.do(do.Say(seat, said), at)

    def keep(self, seat: Seat, at: When) -> tuple[ev.Event, ...]:
        """A player says "keep"."""
        return self.say(seat, KEEP, at)

    def accelerate(self, seat: Seat, mine: Track, at: When) -> tuple[ev.Event, ...]:
        """A player plays Accelerate."""
        return self.say(seat, Accelerate(mine), at)

    def join(self, seat: Seat, first: Track, second: Track, at: When) -> tuple[ev.Event, ...]:
        """A player plays Join."""
        return self.say(seat, Join(first, second), at)

    def why_not(self, seat: Seat, said: Said, at: When) -> Verdict:
        """The reason for which this doesn't count, as far as is known."""
        return the(ev.NotCounted, self.say(seat, said, at)).why

    def expire(self, draw: Role | None = None) -> tuple[ev.Event, ...]:
        """Let the time to wait pass, to the millisecond."""
        due_at = due(self.match)
        assert due_at is not None
        self.refused(do.Expire(draw), due_at - 1, Reason.NOT_YET)
        return self.do(do.Expire(draw), due_at)

    def settle(self) -> ev.TurnSettled:
        """Let the open turn be settled when it is due; what it came to."""
        return the(ev.TurnSettled, self.expire())

    def play(self, mine: Track | None, guard: Track | None) -> ev.TurnSettled:
        """Play the open turn to its end with these picks; None is a silent player's."""
        turn = self.turn
        last = max([turn.clock.counts_from.ms, *(fact.at.ms for fact in turn.facts)])
        if mine is not None:
            self.say(turn.miner, mine, last + 1000)
        if guard is not None:
            self.say(turn.thief, guard, last + 2000)
        return self.settle()

    def win_round(self, winner: Seat) -> tuple[ev.Event, ...]:
        """Play the open turn so that `winner` wins a round to one gem; all that comes of it."""
        turn = self.turn
        self.say(turn.miner, NORTH, turn.clock.opened.ms + 1)
        self.say(turn.thief, SOUTH if turn.miner is winner else NORTH, turn.clock.opened.ms + 2)
        return self.expire()

    def pause(self, at: When) -> tuple[ev.Event, ...]:
        """A host pauses."""
        return self.do(do.PauseMatch(HOST), at)

    def resume(self, at: When) -> tuple[ev.Event, ...]:
        """A host resumes."""
        return self.do(do.ResumeMatch(HOST), at)

    @property
    def turn(self) -> TurnOpen:
        """The open turn."""
        assert isinstance(self.match.current, TurnOpen), self.match.current
        return self.match.current

    @property
    def paused(self) -> Paused:
        """The pause that the match is in."""
        assert isinstance(self.match.current, Paused), self.match.current
        return self.match.current

    @property
    def projection(self) -> TurnProjection:
        """What the open turn comes to so far."""
        return project(self.turn, self.match.rules.turn_ms)

    @property
    def is_over(self) -> bool:
        """Whether the open turn has both picks that it needs."""
        return self.projection.ended is not None

    @property
    def deadline(self) -> int:
        """The deadline of the open turn in ms."""
        return self.projection.deadline

    def picked(self, seat: Seat) -> Track | None:
        """The pick of `seat` that stands in the open turn."""
        return self.projection.picks.get(seat)
