"""No public notice, none of the hosts', their log's or the opponent's ever holds a pending pick.

Two runs of one match differ in nothing but the tracks that one player picks in the open turn. Until
it is settled everybody else must be told the same in both, to the letter. A telling that leaks is
shown to be found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide, due, evolve
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import KEEP, Said
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, Join, Role, Seat, Track
from minecart_robbery.engine.phases import Match
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.hosts_log import log_notices
from tests.words.telling.stage import CORA, HOST, HOUSE, NAMES, NORTH, SOUTH, ZAC

Telling = Callable[[Match | None, Iterable[ev.Event], Names], tuple[Notice, ...]]
TRACKS = tuple(Track)


def all_told(before: Match | None, events: Iterable[ev.Event], names: Names) -> tuple[Notice, ...]:
    """What people are told of a command's events, and what the hosts' log says."""
    events = tuple(events)
    return (*telling(before, events, names), *log_notices(before, events, names))


@dataclass(frozen=True)
class Step:
    """A command at so many milliseconds after the turn's opening; steps come in any order."""

    command: do.Command
    ms: int


def with_other_track(step: Step, secret: Seat, by: int) -> Step:
    """The same step, but that a pick of `secret` is for another track."""
    match step.command:
        case do.Say(seat, Track() as track) if seat is secret:
            return Step(do.Say(seat, _turned(track, by)), step.ms)
        case do.PickFor(host, seat, track) if seat is secret:
            return Step(do.PickFor(host, seat, _turned(track, by)), step.ms)
        case _:
            return step


def _turned(track: Track, by: int) -> Track:
    return TRACKS[(TRACKS.index(track) + by) % len(TRACKS)]


def after(match: Match, events: Iterable[ev.Event]) -> Match:
    for event in events:
        match = evolve(match, event)
    return match


def done(match: Match, command: do.Command, at: Moment) -> Match:
    events = decide(match, command, at)
    assert not isinstance(events, Refusal), events
    match = after(match, events)
    received = decide(match, do.StartClock(), at)
    return match if isinstance(received, Refusal) else after(match, received)


def turn_to_play(turns_before: list[tuple[Track, Track]], miner: Seat) -> tuple[Match, int]:
    """A match with an open turn, after some others; and when it opened."""
    match = evolve(None, ev.MatchOpened(Moment(0), Rules(target_gems=99)))
    match = done(match, do.StartMatch(HOST, skip_ready=True), Moment(0))
    match = done(match, do.PickRole(CORA, Role.MINER if miner is CORA else Role.THIEF), Moment(0))
    now = 0
    for mine, guard in turns_before:
        match = done(match, do.Say(CORA, mine), Moment(now + 1))
        match = done(match, do.Say(ZAC, guard), Moment(now + 2))
        now = due(match) or 0
        match = done(match, do.Expire(), Moment(now))
    return match, now


def told_to_others(
    match: Match, opened: int, steps: list[Step], secret: Seat, tell: Telling
) -> list[object]:
    """What everybody but the player in `secret` is told while the turn is open."""
    told: list[object] = []
    for number, step in enumerate(steps):
        at = Moment(opened + step.ms, snowflake=number + 1)
        events = decide(match, step.command, at)
        if isinstance(events, Refusal):
            told.append(refusal_line(events, NAMES))
            continue
        own = Audience.player(secret)
        told.append([notice for notice in tell(match, events, NAMES) if notice.to is not own])
        match = after(match, events)
    return told


def leaks(
    steps: list[Step],
    secret: Seat,
    by: int,
    tell: Telling = all_told,
    turns_before: list[tuple[Track, Track]] | None = None,
    miner: Seat = CORA,
) -> bool:
    """Whether anybody else can tell two picks of `secret` from each other."""
    match, opened = turn_to_play(turns_before or [], miner)
    others = [with_other_track(step, secret, by) for step in steps]
    first = told_to_others(match, opened, steps, secret, tell)
    return first != told_to_others(match, opened, others, secret, tell)


seats = st.sampled_from(Seat)
tracks = st.sampled_from(Track)
bonuses: st.SearchStrategy[Said] = st.one_of(
    st.builds(Accelerate, tracks), st.builds(Join, tracks, tracks)
)
keeps: st.SearchStrategy[Said] = st.just(KEEP)
said: st.SearchStrategy[Said] = st.one_of(tracks, tracks, keeps, bonuses)
commands: st.SearchStrategy[do.Command] = st.one_of(
    st.builds(do.Say, seats, said),
    st.builds(do.Say, seats, tracks),
    st.builds(do.PickFor, st.just(HOST), seats, tracks),
    st.builds(do.TakeBack, st.just(HOST), st.just(1), st.integers(1, 4)),
    st.builds(do.Award, st.just(HOST), seats, st.integers(-3, 99)),
    st.builds(do.ExtendClock, st.just(HOST), st.integers(1, 90_000)),
    st.builds(do.EndClock, st.just(HOST)),
    st.builds(do.PauseMatch, st.sampled_from([HOST, HOUSE, CORA])),
    st.builds(do.ResumeMatch, st.sampled_from([HOST, HOUSE, CORA])),
    st.builds(do.CallHost, seats),
    st.just(do.RestartClock()),
    st.just(do.StartClock()),
    st.just(do.ShowPicks(HOST)),
    st.just(do.CallOff(HOST)),
    st.builds(do.Substitute, st.just(HOST), seats),
    st.just(do.SkipReady(HOST)),
    st.builds(do.Forfeit, st.just(HOST), seats),
)
steps_in_any_order = st.lists(st.builds(Step, commands, st.integers(-500, 63_000)), max_size=14)


@given(
    steps=steps_in_any_order,
    secret=seats,
    by=st.integers(1, 2),
    turns_before=st.lists(st.tuples(tracks, tracks), max_size=3),
    miner=seats,
)
def test_nobody_else_can_tell_two_pending_picks_from_each_other(
    steps: list[Step], secret: Seat, by: int, turns_before: list[tuple[Track, Track]], miner: Seat
):
    assert not leaks(steps, secret, by, all_told, turns_before, miner)


def leaking(to: Audience) -> Telling:
    """A telling that adds one word to a notice: the track of a pick."""

    def tell(before: Match | None, events: Iterable[ev.Event], names: Names) -> tuple[Notice, ...]:
        events = tuple(events)
        picks = [Notice(to, (it.track,)) for it in events if isinstance(it, ev.PickMade)]
        return (*all_told(before, events, names), *picks)

    return tell


A_PICK = [Step(do.Say(CORA, NORTH), 10_000), Step(do.Say(ZAC, SOUTH), 20_000)]


@pytest.mark.parametrize("to", [it for it in Audience if it is not Audience.DMO])
def test_a_telling_that_leaks_a_pick_is_found_out(to: Audience):
    assert leaks(A_PICK, CORA, 1, leaking(to))


def test_what_a_player_is_told_of_the_own_pick_is_no_leak():
    assert not leaks(A_PICK, CORA, 1, leaking(Audience.DMO))
    assert not leaks(A_PICK, CORA, 1)


def test_a_pick_that_a_host_enters_is_as_secret_as_the_players_own():
    entered = [Step(do.PickFor(HOST, ZAC, SOUTH), 10_000)]
    assert not leaks(entered, ZAC, 1)
    assert leaks(entered, ZAC, 1, leaking(Audience.HOSTS))


def test_the_two_runs_do_differ_and_show_it_once_the_turn_is_settled():
    settled = [*A_PICK, Step(do.Expire(), 20_500)]
    assert leaks(settled, CORA, 1)
