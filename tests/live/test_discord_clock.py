"""The clock that keeps Discord's time by what is heard of it (S6)."""

from __future__ import annotations

import asyncio
import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.live.clock import (
    LONGEST_WAY_MS,
    MOST_DRIFT,
    WINDOW_MS,
    DiscordClock,
    Stopwatch,
)
from tests.patience import HANGS_S, until

DISCORD = 1_700_000_000_000
"""What time it is at Discord, in ms, when the machine's monotonic clock stands at 0."""


class Machine:
    """A machine whose clocks a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wall_ms: int = DISCORD) -> None:
        self.seconds = 0.0
        self.wall_ms = wall_ms
        monkeypatch.setattr(time, "monotonic", lambda: self.seconds)

    def clock(self) -> DiscordClock:
        """A clock on this machine that has heard nothing yet."""
        return DiscordClock(lambda: self.wall_ms)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine that has just been switched on."""
    return Machine(monkeypatch)


def test_before_anything_is_heard_it_shows_the_wall_clock(machine):
    clock = machine.clock()
    machine.wall_ms += 1234
    assert clock.now_ms() == DISCORD + 1234


def test_s6_what_is_heard_goes_before_a_wrong_wall_clock(machine):
    machine.wall_ms = DISCORD + 3_600_000
    clock = machine.clock()
    clock.heard(DISCORD)
    assert clock.now_ms() == DISCORD


def test_s6_a_wall_clock_that_jumps_changes_nothing(machine):
    clock = machine.clock()
    clock.heard(DISCORD)
    machine.wall_ms -= 86_400_000
    machine.seconds += 2
    assert clock.now_ms() == DISCORD + 2000


def test_between_two_things_heard_it_goes_on_with_the_monotonic_clock(machine):
    clock = machine.clock()
    clock.heard(DISCORD)
    machine.seconds += 59.999
    assert clock.now_ms() == DISCORD + 59_999


def test_the_quickest_message_gives_the_best_estimate(machine):
    clock = machine.clock()
    machine.seconds = 10
    clock.heard(DISCORD + 9_000)  # it took a second
    clock.heard(DISCORD + 9_950)  # it took 50 ms
    clock.heard(DISCORD + 9_500)
    assert clock.now_ms() == DISCORD + 9_950


def test_a_message_that_was_long_on_its_way_does_not_set_it_back(machine):
    clock = machine.clock()
    clock.heard(DISCORD)
    machine.seconds = 5
    clock.heard(DISCORD - 60_000)
    assert clock.now_ms() == DISCORD + 5_000


# The microsecond of each thing heard, and for how many it had been on its way.
HEARD = st.lists(st.tuples(st.integers(0, 10_000_000), st.integers(0, 3_000_000)), min_size=1)


@given(HEARD, st.integers(0, 1_000_000), st.integers(0, 999))
def test_it_is_never_ahead_of_discord_and_never_goes_back(heard, later, phase):
    """Discord's milliseconds begin `phase` microseconds before the machine's."""
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine(patch)
        clock = machine.clock()
        shown: list[int] = []
        looks = sorted(heard)
        for at, lag in [*looks, (looks[-1][0] + later, 3_000_000)]:
            machine.seconds = at / 1_000_000
            clock.heard(DISCORD + (at + phase - lag) // 1000)
            shown.append(clock.now_ms())
            assert shown[-1] <= DISCORD + (at + phase) // 1000
        assert shown == sorted(shown)


MOST_AHEAD_MS = math.ceil(MOST_DRIFT * WINDOW_MS)
DAY_S, WINDOW_S = 86_400, WINDOW_MS / 1000


class Drifting:
    """A machine whose monotonic clock is fast by `ppm` millionths, and its clock of Discord."""

    def __init__(self, machine: Machine, ppm: float) -> None:
        self.machine = machine
        self.rate = 1 + ppm / 1_000_000
        self.seconds = 0.0
        self.clock = machine.clock()

    def passes(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds
        self.machine.seconds += seconds * self.rate

    def hears(self, way_ms: float = 0) -> None:
        """Something is heard that was so long on its way."""
        self.clock.heard(math.floor(DISCORD + self.seconds * 1000 - way_ms))

    @property
    def ahead_ms(self) -> float:
        """By how much the clock is ahead of Discord's."""
        return self.clock.now_ms() - DISCORD - self.seconds * 1000


@pytest.mark.parametrize("ppm", [50, -50, 500, -500])
def test_s47_after_days_on_a_machine_that_runs_fast_or_slow_the_time_is_right(machine, ppm):
    drifting = Drifting(machine, ppm)
    draws = random.Random(ppm)
    for _ in range(2 * DAY_S // 60):
        drifting.passes(draws.uniform(10, 110))
        way_ms = draws.uniform(30, 300)
        drifting.hears(way_ms)
        drifting.passes(draws.uniform(0, 1))
        assert -302 - MOST_AHEAD_MS <= drifting.ahead_ms <= MOST_AHEAD_MS


@given(
    ppm=st.floats(-1e6 * MOST_DRIFT, 1e6 * MOST_DRIFT),
    heard=st.lists(st.tuples(st.floats(0, 7200), st.floats(0, 5000)), min_size=1, max_size=40),
    later=st.floats(0, 3 * DAY_S),
)
def test_s47_however_seldom_something_is_heard_it_is_hardly_ahead_and_not_far_behind(
    ppm, heard, later
):
    with pytest.MonkeyPatch.context() as patch:
        drifting = Drifting(Machine(patch), ppm)
        for pause, way_ms in heard:
            drifting.passes(pause)
            drifting.hears(way_ms)
            assert -way_ms - 3 <= drifting.ahead_ms <= MOST_AHEAD_MS + 1
        drifting.passes(later)
        slowest_ms = max(way_ms for _, way_ms in heard)
        most_behind_ms = slowest_ms + 2000 * MOST_DRIFT * (later + WINDOW_S)
        assert -most_behind_ms - 3 <= drifting.ahead_ms <= MOST_AHEAD_MS + 1


@pytest.mark.parametrize("jump_s", [0.3, 8.6, 50])
def test_s47_an_error_of_long_ago_has_faded(machine, jump_s):
    """The monotonic clock was slewed by that much: the wall clock had been wrong."""
    drifting = Drifting(machine, 0)
    drifting.hears()
    machine.seconds += jump_s
    for _ in range(math.ceil(WINDOW_S / 10) + 1):
        drifting.passes(10)
        drifting.hears(40)
    assert -42 <= drifting.ahead_ms <= 0


def test_s47_an_idle_house_keeps_what_it_heard_last_and_lets_it_fade(machine):
    drifting = Drifting(machine, 50)
    drifting.hears()
    drifting.passes(DAY_S)
    assert -1000 * DAY_S * MOST_DRIFT <= drifting.ahead_ms <= 0
    drifting.hears(40)
    assert -42 <= drifting.ahead_ms <= 0


def test_s47_an_old_message_that_is_pinned_in_a_quiet_hour_does_not_set_it_back(machine):
    drifting = Drifting(machine, 0)
    drifting.hears()
    drifting.passes(WINDOW_S + 60)
    drifting.hears(LONGEST_WAY_MS + 1000)
    assert drifting.ahead_ms >= -1000 * 60 * MOST_DRIFT - 1


def test_s47_where_the_monotonic_clock_stood_still_the_next_thing_heard_puts_it_right(machine):
    drifting = Drifting(machine, 0)
    drifting.hears()
    drifting.seconds += 3600
    drifting.hears(40)
    assert -42 <= drifting.ahead_ms <= 0


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="one clock counts all time there")
def test_s47_the_stopwatch_goes_on_while_the_machine_sleeps(machine, monkeypatch):
    apart = 3.0
    monkeypatch.setattr(
        time, "clock_gettime", lambda which: apart if which == time.CLOCK_BOOTTIME else 0.0
    )
    stopwatch = Stopwatch()
    before = stopwatch.seconds()
    apart, machine.seconds = 1203.0, 5.0
    assert stopwatch.seconds() - before == 1205.0
    apart = 1203.001
    assert stopwatch.seconds() - before == 1205.0


async def test_it_makes_a_call_later(machine):
    del machine
    clock = DiscordClock(lambda: DISCORD)
    called = asyncio.Event()
    clock.later(0, called.set)
    await asyncio.wait_for(called.wait(), HANGS_S)


async def test_a_call_that_was_cancelled_is_not_made():
    clock = DiscordClock(lambda: DISCORD)
    calls: list[str] = []
    clock.later(0, lambda: calls.append("cancelled")).cancel()
    clock.later(0.01, lambda: calls.append("made"))
    await until(lambda: calls)
    assert calls == ["made"]
