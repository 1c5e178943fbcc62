"""By how much the program was late is known for a while, where it is looked at (S40)."""

from __future__ import annotations

import pytest

from minecart_robbery.live.pulse import REMEMBERED_MS, Pulse
from tests.live.hand_clock import START, HandClock

BEAT_MS = 500


def beating(clock: HandClock) -> tuple[Pulse, list[int]]:
    """A pulse that is felt every half second, and by how many ms it has told of being late."""
    told: list[int] = []
    pulse = Pulse(clock, told.append)
    pulse.begin(BEAT_MS / 1000)
    return pulse, told


def pass_without_a_beat(clock: HandClock, ms: int) -> None:
    """Let time pass until `ms`, while no timer goes off."""
    timers, clock.timers = clock.timers, []
    clock.move_to(ms)
    clock.timers = timers


def test_a_program_that_is_late_by_less_than_a_second_was_not_held_up():
    clock = HandClock(START)
    pulse, told = beating(clock)
    clock.move_to(START + BEAT_MS)
    clock.move_to(START + 2 * BEAT_MS + 999)
    assert (pulse.worst_ms, told) == (0, [])


def test_the_worst_of_several_is_known_for_ten_minutes():
    clock = HandClock(START)
    pulse, told = beating(clock)
    for late_ms in (1000, 3000, 2000):
        clock.move_to(clock.now_ms() + BEAT_MS + late_ms)
    assert (pulse.worst_ms, told) == (3000, [1000, 3000, 2000])
    worst_at = clock.now_ms() - BEAT_MS - 2000
    pass_without_a_beat(clock, worst_at + REMEMBERED_MS)
    assert pulse.worst_ms == 3000
    pass_without_a_beat(clock, worst_at + REMEMBERED_MS + 1)
    assert pulse.worst_ms == 2000


@pytest.mark.parametrize("behind_ms", [10_000, -10_000])
def test_s47_a_correction_of_the_time_is_no_hold_up(behind_ms: int):
    """The wall clock was that wrong until Discord was heard."""
    clock = HandClock(START)
    clock.behind_ms = behind_ms
    pulse, told = beating(clock)
    clock.behind_ms = 0
    clock.move_to(START + BEAT_MS)
    clock.behind_ms = behind_ms
    clock.move_to(START + 2 * BEAT_MS)
    assert (pulse.worst_ms, told) == (0, [])


@pytest.mark.parametrize("behind_ms", [10_000, -10_000])
def test_s47_a_correction_of_the_time_hides_no_hold_up(behind_ms: int):
    clock = HandClock(START)
    pulse, told = beating(clock)
    clock.behind_ms = behind_ms
    clock.move_to(START + BEAT_MS + 3000)
    assert (pulse.worst_ms, told) == (3000, [3000])


def test_s47_a_correction_of_the_time_makes_no_hold_up_older():
    clock = HandClock(START)
    pulse, _ = beating(clock)
    clock.move_to(START + BEAT_MS + 3000)
    clock.behind_ms = -REMEMBERED_MS - 1
    assert pulse.worst_ms == 3000


def test_one_that_is_not_looked_at_is_not_known():
    clock = HandClock(START)
    pulse = Pulse(clock, lambda _: None)
    pulse.begin(0)
    assert pulse.worst_ms is None
    assert clock.waiting == []


def test_it_is_begun_once_and_can_be_ended():
    clock = HandClock(START)
    pulse, _ = beating(clock)
    pulse.begin(BEAT_MS / 1000)
    assert len(clock.waiting) == 1
    pulse.cancel()
    assert clock.waiting == []
