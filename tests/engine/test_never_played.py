"""Going on after something was taken back is going on in the match that never had it (R32, S43)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, events_of, evolve, replay
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.machine import follow_ups
from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    Paused,
    Snapshot,
    TurnOpen,
)
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Tally, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.engine.superseded import taken_back
from tests.deciding import decided
from tests.how_much import so_many

pytestmark = pytest.mark.no_cover
"""Measuring coverage takes longer than the matches; the other tests cover all by themselves."""

HOST = Desk.HOST
RULES = st.builds(
    Rules,
    target_gems=st.integers(1, 6),
    rounds_to_win=st.integers(2, 4),
    idle_turns_before_pause=st.integers(1, 3),
    ready_check=st.sampled_from(ReadyRounds),
    between_turns_seconds=st.sampled_from([0, 5]),
    role_default=st.sampled_from(RoleDefault),
)
SEATS, TRACKS, ROLES = st.sampled_from(Seat), st.sampled_from(Track), st.sampled_from(Role)
STARTERS = st.builds(PickedBy, SEATS) | st.builds(StartsAs, SEATS, ROLES)
BONUSES = st.builds(Accelerate, TRACKS) | st.sampled_from(
    [Join(first, second) for first in Track for second in Track if first.is_adjacent_to(second)]
)
WAIT = st.builds(do.Expire, ROLES)
PLAY = st.one_of(
    st.builds(do.Say, SEATS, TRACKS),
    st.builds(do.Say, SEATS, TRACKS),
    st.builds(do.Say, SEATS, BONUSES),
    st.builds(do.Say, SEATS, st.just("keep")),
    st.builds(do.PickRole, SEATS, ROLES),
    st.builds(do.SayReady, SEATS),
    WAIT,
    WAIT,
)
AROUND = st.one_of(
    st.builds(do.PauseMatch, st.sampled_from([HOST, Desk.HOUSE, Seat.DMO])),
    st.builds(do.ResumeMatch, st.just(HOST)),
    st.builds(do.SetStarter, st.just(HOST), st.sampled_from(["odd", "even"]), STARTERS),
    st.builds(do.Award, st.just(HOST), SEATS, st.integers(-2, 3)),
    st.builds(do.ExtendClock, st.just(HOST), st.integers(1, 40_000)),
    st.builds(do.EndClock, st.just(HOST)),
    st.builds(do.SkipReady, st.just(HOST)),
    st.builds(do.RestartClock),
    st.builds(do.StopClock),
    st.builds(do.CallOff, st.just(HOST)),
    st.builds(do.Forfeit, st.just(HOST), SEATS),
)
A_TURN = st.builds(
    lambda mine, guard: (do.Say(Seat.DMO, mine), do.Say(Seat.CANDIDATE, guard), do.Expire()),
    TRACKS,
    TRACKS,
)
A_ROLE = st.builds(
    lambda role: (do.SkipReady(HOST), *(do.PickRole(seat, role) for seat in Seat)), ROLES
)
STEPS = st.one_of(A_TURN, A_ROLE, A_TURN, st.tuples(PLAY), st.tuples(AROUND))
COMMANDS = st.lists(STEPS, min_size=5, max_size=40).map(lambda steps: sum(steps, ()))


class Course:
    """A match being played, command after command, some time apart; its posts are received."""

    def __init__(self, match: Match, now: int, events: tuple[ev.Event, ...] = ()) -> None:
        self.match = match
        self.now = now
        self.events = list(events)

    @classmethod
    def begun(cls, rules: Rules) -> Course:
        opened = (ev.MatchOpened(Moment(0), rules),)
        course = cls(replay(opened), 0, opened)
        course.give(do.StartMatch(HOST))
        return course

    def give(self, command: do.Command) -> object:
        """Give a command half a second later, or when it is due; what it came to."""
        self.now += 500
        if isinstance(command, do.Expire):
            self.now = max(self.now, due(self.match) or 0)
            command = replace(command, draw=command.draw or Role.MINER)
        came = decided(self.match, command, Moment(self.now))
        if isinstance(came, Refusal):
            return came.reason
        self.happened(came)
        return came

    def happened(self, came: tuple[ev.Event, ...]) -> None:
        """These events come to the match, and then its posts are received."""
        for it in came:
            self.match = evolve(self.match, it)
            self.events.append(it)
        if self.match.has_ended:
            return
        started = decided(self.match, do.StartClock(), Moment(self.now))
        assert isinstance(started, tuple)
        for it in started:
            self.match = evolve(self.match, it)
            self.events.append(it)

    def take_back(self, snapshot: Snapshot) -> tuple[ev.Event, ...]:
        came = self.give(do.TakeBack(HOST, snapshot.round, snapshot.turn))
        assert isinstance(came, tuple)
        return came


def never_played(course: Course, snapshot: Snapshot) -> Match:
    """The match before what is to be taken back, played anew from its first event.

    Who picks the start roles, and whether the match stands still, is as it is now.
    """
    first = _first_event(course.events, snapshot)
    match, now = replay(course.events[:first]), course.match
    if isinstance(match.current, BeforeTurn):
        match = replace(match, phase=replace(match.current, opens=None))
    return replace(match, starters=now.starters, pause=now.pause, pause_asked=now.pause_asked)


def _first_event(events: list[ev.Event], snapshot: Snapshot) -> int:
    """The index of the first event, of those that stand, that came after the snapshot."""
    gone = taken_back(events)
    for index, it in enumerate(events):
        match it:
            case _ if index + 1 in gone:
                continue
            case ev.TurnOpened(round=number, turn=turn) if snapshot.turn is not None:
                found = (number, turn) == (snapshot.round, snapshot.turn)
            case ev.RoleAsked(round=number) | ev.RolePicked(round=number):
                found = (number, None) == (snapshot.round, snapshot.turn)
            case _:
                continue
        if found:
            return index
    raise AssertionError("a snapshot stands before some event")


@given(RULES, st.lists(st.tuples(COMMANDS, st.integers(0, 1000)), min_size=1, max_size=3), COMMANDS)
@settings(max_examples=so_many(300), suppress_health_check=[HealthCheck.too_slow])
def test_s43_after_a_take_back_all_goes_on_as_in_the_match_that_never_had_it(
    rules: Rules, taken: list[tuple[list[do.Command], int]], onward: list[do.Command]
):
    course = Course.begun(rules)
    for commands, depth in taken:
        for command in commands:
            course.give(command)
        kept = tuple(course.match.snapshots)
        if not kept:
            return
        snapshot = kept[-1 - depth % len(kept)]
        is_paused = isinstance(course.match.current, Paused)
        event(f"{min(depth % len(kept), 9)} deep, in a pause: {is_paused}")
        other = Course(never_played(course, snapshot), course.now)
        came = course.take_back(snapshot)
        other.now = course.now
        following = events_of(follow_ups(other.match, Moment(other.now)))
        assert came[1:] == following
        other.happened(following)
        assert_alike(course.match, other.match)
        for command in onward:
            assert course.give(command) == other.give(command)
            assert_alike(course.match, other.match)
        assert replay(course.events) == course.match
        if not course.match.has_ended:
            assert reckoned(course.events) == in_force(course.match)


def reckoned(events: list[ev.Event]) -> tuple[Tally, Tally]:
    """The rounds won, and the gems of the round that is on, by the events that stand alone."""
    gone = taken_back(events)
    rounds, gems = Tally(), Tally()
    for number, it in enumerate(events, start=1):
        match it:
            case _ if number in gone:
                pass
            case ev.RolePicked():
                gems = Tally()
            case ev.RoundWon(winner=winner):
                rounds, gems = rounds.plus(winner, 1), Tally()
            case ev.TurnSettled(to=Seat() as seat, gems=won) | ev.GemsAwarded(seat=seat, gems=won):
                gems = gems.plus(seat, won)
            case _:
                pass
    return rounds, gems


def in_force(match: Match) -> tuple[Tally, Tally]:
    """The rounds won, and the gems of the round that is on, as the match has them."""
    match match.phase:
        case BeforeTurn(round=current) | BeforeTurn(round=current) | TurnOpen(round=current):
            return match.rounds, current.gems
        case _:
            return match.rounds, Tally()


def assert_alike(one: Match, other: Match) -> None:
    """Alike in all but what is never taken back: who has asked for what, and how often."""
    kept = replace(one, called=frozenset(), openings=0, last_over=None)
    assert kept == replace(other, called=frozenset(), openings=0, last_over=None)
