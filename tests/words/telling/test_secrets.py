"""No public notice, none of the hosts', their log's or the opponent's ever holds a pending pick.

Two runs of one match differ in nothing but the tracks that one player picks in the open turn. Until
it is settled everybody else must be told the same in both, to the letter. A telling that leaks is
shown to be found out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.engine import Steps, decide, due, events_of, evolve
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP, Said
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.hosts_log import log_notices
from tests.words.telling.stage import CORA, HOST, HOUSE, NAMES, NORTH, SOUTH, ZAC

Telling = Callable[[Steps, Names], tuple[Notice, ...]]
TRACKS = tuple(Track)


def all_told(steps: Steps, names: Names) -> tuple[Notice, ...]:
    """What people are told of a command's steps, and what the hosts' log says."""
    return (*telling(steps, names), *log_notices(steps, names))


@dataclass(frozen=True)
class Deed:
    """A command at so many milliseconds after the turn's opening; deeds come in any order."""

    command: do.Command
    ms: int


def with_other_track(deed: Deed, secret: Seat, by: int) -> Deed:
    """The same deed, but that a pick of `secret` is for another track."""
    match deed.command:
        case do.Say(seat, Track() as track) if seat is secret:
            return Deed(do.Say(seat, _turned(track, by)), deed.ms)
        case do.PickFor(host, seat, track) if seat is secret:
            return Deed(do.PickFor(host, seat, _turned(track, by)), deed.ms)
        case _:
            return deed


def _turned(track: Track, by: int) -> Track:
    return TRACKS[(TRACKS.index(track) + by) % len(TRACKS)]


def done(match: Match, command: do.Command, at: Moment) -> Match:
    steps = decide(match, command, at)
    assert not isinstance(steps, Refusal), steps
    match = steps[-1].after if steps else match
    received = decide(match, do.StartClock(), at)
    return received[-1].after if received and not isinstance(received, Refusal) else match


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
    match: Match, opened: int, deeds: list[Deed], secret: Seat, tell: Telling
) -> list[object]:
    """What everybody but the player in `secret` is told while the turn is open."""
    told: list[object] = []
    for number, deed in enumerate(deeds):
        at = Moment(opened + deed.ms, snowflake=number + 1)
        came = decide(match, deed.command, at)
        if isinstance(came, Refusal):
            told.append(refusal_line(came, NAMES))
            continue
        own = Audience.player(secret)
        told.append([notice for notice in tell(came, NAMES) if notice.to is not own])
        match = came[-1].after if came else match
    return told


def leaks(
    deeds: list[Deed],
    secret: Seat,
    by: int,
    tell: Telling = all_told,
    turns_before: list[tuple[Track, Track]] | None = None,
    miner: Seat = CORA,
) -> bool:
    """Whether anybody else can tell two picks of `secret` from each other."""
    match, opened = turn_to_play(turns_before or [], miner)
    others = [with_other_track(deed, secret, by) for deed in deeds]
    first = told_to_others(match, opened, deeds, secret, tell)
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
deeds_in_any_order = st.lists(st.builds(Deed, commands, st.integers(-500, 63_000)), max_size=14)


@given(
    deeds=deeds_in_any_order,
    secret=seats,
    by=st.integers(1, 2),
    turns_before=st.lists(st.tuples(tracks, tracks), max_size=3),
    miner=seats,
)
def test_nobody_else_can_tell_two_pending_picks_from_each_other(
    deeds: list[Deed], secret: Seat, by: int, turns_before: list[tuple[Track, Track]], miner: Seat
):
    assert not leaks(deeds, secret, by, all_told, turns_before, miner)


def leaking(to: Audience) -> Telling:
    """A telling that adds one word to a notice: the track of a pick."""

    def tell(steps: Steps, names: Names) -> tuple[Notice, ...]:
        picks = [Notice(to, (it.track,)) for it in events_of(steps) if isinstance(it, ev.PickMade)]
        return (*all_told(steps, names), *picks)

    return tell


A_PICK = [Deed(do.Say(CORA, NORTH), 10_000), Deed(do.Say(ZAC, SOUTH), 20_000)]


@pytest.mark.parametrize("to", [it for it in Audience if it is not Audience.DMO])
def test_a_telling_that_leaks_a_pick_is_found_out(to: Audience):
    assert leaks(A_PICK, CORA, 1, leaking(to))


def test_what_a_player_is_told_of_the_own_pick_is_no_leak():
    assert not leaks(A_PICK, CORA, 1, leaking(Audience.DMO))
    assert not leaks(A_PICK, CORA, 1)


def test_a_pick_that_a_host_enters_is_as_secret_as_the_players_own():
    entered = [Deed(do.PickFor(HOST, ZAC, SOUTH), 10_000)]
    assert not leaks(entered, ZAC, 1)
    assert leaks(entered, ZAC, 1, leaking(Audience.HOSTS))


def test_the_two_runs_do_differ_and_show_it_once_the_turn_is_settled():
    settled = [*A_PICK, Deed(do.Expire(), 20_500)]
    assert leaks(settled, CORA, 1)
