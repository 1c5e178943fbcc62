"""The clock that keeps Discord's time by what is heard of it (S6)."""

from __future__ import annotations

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.live.clock import DiscordClock

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


async def test_it_makes_a_call_later(machine):
    del machine
    clock = DiscordClock(lambda: DISCORD)
    called = asyncio.Event()
    clock.later(0, called.set)
    await asyncio.wait_for(called.wait(), 2)


async def test_a_call_that_was_cancelled_is_not_made():
    clock = DiscordClock(lambda: DISCORD)
    calls: list[str] = []
    clock.later(0, lambda: calls.append("cancelled")).cancel()
    clock.later(0.01, lambda: calls.append("made"))
    await asyncio.sleep(0.03)
    assert calls == ["made"]
