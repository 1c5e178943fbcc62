"""The timing table of any match: all that was accepted is in it once, rightly, and as told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import evolve, steps_of
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Join, Seat, Track
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.superseded import taken_back
from minecart_robbery.record.timings import Came, Timing, timings
from minecart_robbery.words.catalogue import seconds
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, plain
from minecart_robbery.words.telling.events import telling
from tests.record.random_match import RandomMatch

Heard = ev.PickMade | ev.BonusPlayed | ev.NotCounted


def events_of(seed: int) -> list[ev.Event]:
    return [event for _, events in RandomMatch(seed).causes for event in events]


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32))
def test_all_that_was_accepted_is_in_the_table_exactly_once(seed: int):
    events = events_of(seed)
    rows = Counter(row.event for row in timings(events) if row.received is not None)
    by_players = {
        number
        for number, event in enumerate(events, start=1)
        if isinstance(event, Heard)
        or (isinstance(event, ev.RolePicked) and isinstance(event.by, Seat) and not event.defaulted)
    }
    assert rows == dict.fromkeys(by_players, 1)


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32))
def test_the_margins_are_those_that_a_plain_reckoning_gives(seed: int):
    events = events_of(seed)
    rows = {row.event: row for row in timings(events)}
    length = opened_with(events).turn_ms
    for heard, starts, shifts in turns_of(events):
        counted = [
            event.at
            for number, event in heard
            if rows[number].came in (Came.COUNTED, Came.DROPPED) and has_bonus(event)
        ]
        for number, event in heard:
            row = rows[number]
            if row.deadline is None or row.came is Came.LATE:
                continue
            deadline = reckoned(event.at, starts, counted, shifts, length)
            assert row.margin == deadline - event.at.ms
            assert row.margin is not None
            assert row.margin >= 0 or row.came not in (Came.COUNTED, Came.REPLACED, Came.DROPPED)


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32))
def test_the_pick_that_counted_is_the_one_that_settled_the_turn(seed: int):
    events = events_of(seed)
    rows = [row for row in timings(events) if not row.taken_back]
    gone = taken_back(events)
    stand = [event for number, event in enumerate(events, start=1) if number not in gone]
    for settled in (event for event in stand if isinstance(event, ev.TurnSettled)):
        for seat, track in ((settled.miner, settled.cart), (settled.thief, settled.guard)):
            picks = [
                events[row.event - 1]
                for row in rows
                if (row.round, row.turn, row.seat) == (settled.round, settled.turn, seat)
                and row.came is Came.COUNTED
                and not has_bonus(events[row.event - 1])
            ]
            silent = [
                row
                for row in rows
                if (row.round, row.turn, row.seat) == (settled.round, settled.turn, seat)
                and row.came is Came.DEFAULTED
            ]
            assert (len(picks), len(silent)) == ((0, 1) if seat in settled.silent else (1, 0))
            assert all(picked(event) in (track, None) for event in picks)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32))
def test_what_a_player_was_told_at_once_is_what_the_table_says_by_then(seed: int):
    events = events_of(seed)
    for number, before, event in told_of(events):
        [row] = [it for it in timings(events[:number]) if it.event == number]
        notices = telling(steps_of(before, [event]), Names("Cora", "Zac"))
        mine = [it for it in notices if it.to is Audience.player(row.seat) and it.lines]
        line = plain(mine[0].lines[0])
        assert row.margin is not None
        assert margin_told(line) == told_margin(row, line), line


def told_of(events: Sequence[ev.Event]) -> Iterator[tuple[int, Match, ev.Event]]:
    """Each event that is acknowledged, with its number and the match before it."""
    match = None
    for number, event in enumerate(events, start=1):
        match event:
            case ev.NotCounted(by_host=False, late_ms=late_ms) if late_ms > 0:
                is_told = True
            case ev.RolePicked(by=Seat(), defaulted=False) | ev.PickMade() | ev.BonusPlayed():
                is_told = True
            case _:
                is_told = False
        if is_told:
            assert match is not None
            yield number, match, event
        match = evolve(match, event)


def margin_told(line: str) -> str:
    """The margin in an acknowledgement, with the words that say what it is."""
    found = re.search(r"(\S+) s (were left|after the turn|before the clock)|exactly at", line)
    assert found is not None, line
    return found[0]


def told_margin(row: Timing, line: str) -> str:
    """What an acknowledgement has to say of this row."""
    assert row.margin is not None
    if row.margin < 0:
        return f"{seconds(-row.margin)} s after the turn"
    if "before the clock started again" in line and "were left" not in line and row.margin:
        return f"{seconds(row.margin - CLOCK_MS)} s before the clock"
    return f"{seconds(row.margin)} s were left" if row.margin else "exactly at"


CLOCK_MS = 5000
"""All clocks of a random match have this length."""


def opened_with(events: Sequence[ev.Event]) -> Rules:
    opened = events[0]
    assert isinstance(opened, ev.MatchOpened)
    return opened.rules


OfClocks = ev.ClockStarted | ev.ClockRestarted | ev.MatchResumed | ev.ClockExtended | ev.ClockEnded


def is_in_turn(match: Match) -> bool:
    return isinstance(match.unpaused, TurnOpen)


Shifts = list[tuple[Moment, int | None]]
Turn = tuple[list[tuple[int, Heard]], list[Moment], list[Shifts]]


def turns_of(events: Sequence[ev.Event]) -> Iterator[Turn]:
    """For each turn what was heard in it, the moments from which its clock was started, and what
    hosts did to it after each of them: so many ms more, or None, the end.

    While both players are asked whether they are ready, it is another clock that runs."""
    heard, starts, shifts = list[tuple[int, Heard]](), list[Moment](), list[Shifts]()
    match_then: Match | None = None
    for number, event in enumerate(events, start=1):
        match_then = evolve(match_then, event)
        match event:
            case _ if isinstance(event, OfClocks) and not is_in_turn(match_then):
                pass
            case ev.TurnOpened(at=at):
                yield heard, starts, shifts
                heard, starts, shifts = [], [at], [[]]
            case ev.ClockStarted(at=at) if starts:
                starts[-1] = at
            case ev.ClockRestarted(at=at) | ev.MatchResumed(at=at) if starts:
                starts.append(at)
                shifts.append([])
            case ev.ClockExtended() | ev.ClockEnded() if starts:
                by_ms = event.by_ms if isinstance(event, ev.ClockExtended) else None
                shifts[-1].append((event.at, by_ms))
            case ev.PickMade() | ev.BonusPlayed() | ev.NotCounted():
                heard.append((number, event))
            case ev.TurnSettled() | ev.TakenBack() | ev.RoundWon():
                yield heard, starts, shifts
                heard, starts, shifts = [], [], []
            case _:
                pass
    yield heard, starts, shifts


def reckoned(
    at: Moment,
    starts: Sequence[Moment],
    bonuses: Sequence[Moment],
    shifts: Sequence[Shifts],
    length: int,
) -> int:
    """The deadline for something said at this moment, reckoned from its own start on."""
    valid = [
        number
        for number, it in enumerate(starts)
        if all(it < later for later in starts[number + 1 :])
    ]
    own = max((number for number in valid if starts[number] <= at), default=valid[0])
    moved = [(it, "bonus") for it in bonuses if starts[own] <= it]
    moved += [(it, by_ms) for it, by_ms in shifts[own]]
    end = starts[own].ms + length
    for moment, what in sorted(moved, key=lambda it: it[0]):
        if moment >= at:
            break
        match what:
            case int():
                end += what
            case None:
                end = min(end, moment.ms)
                break
            case _ if moment.ms <= end:
                end = max(end, moment.ms + length)
    ends = [end, *(starts[number].ms + length for number in valid if number > own)]
    in_time = [it for it in ends if it >= at.ms]
    return in_time[0] if in_time else end


def has_bonus(event: ev.Event) -> bool:
    match event:
        case ev.BonusPlayed() | ev.NotCounted(said=Accelerate() | Join()):
            return True
        case _:
            return False


def picked(event: ev.Event) -> Track | None:
    """The track that an event names, None where it keeps one that another names."""
    match event:
        case ev.PickMade(kept=False, track=track) | ev.NotCounted(said=Track() as track):
            return track
        case _:
            return None
