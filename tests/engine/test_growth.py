"""S49: what a long match costs grows with its turns, and no faster. Counted, never timed."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import evolve, replay
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.stack import Stack
from tests.deciding import decided
from tests.engine.table import CENTRAL, HOST, NORTH, Table


def long_match(turns: int) -> list[ev.Event]:
    """The events of a match that stands in its first round for so many turns.

    The miner claims gems in each, and a host takes them off again.
    """
    table = Table.in_first_turn(target_gems=99)
    match, events = table.match, table.events
    for turn in range(1, turns):
        at = Moment(turn * 1000)
        assert isinstance(match.current, TurnOpen)
        miner, gems = match.current.miner, match.current.stashes.at(NORTH)
        for command in (
            do.Say(miner, NORTH),
            do.Say(miner.other, CENTRAL),
            do.Expire(),
            do.Award(HOST, miner, -gems, "a test"),
            do.StartClock(),
        ):
            at = Moment(at.ms + (500 if command == do.Expire() else 0))
            came = decided(match, command, at)
            assert not isinstance(came, Refusal), came
            for event in came:
                match = evolve(match, event)
            events += came
    return events


EMPTY: Stack[int] = Stack()


def steps_of(work: Callable[[], Any]) -> int:
    """How many Python functions and generators are entered during some work."""
    entered = 0

    def count(frame: object, happened: str, value: object) -> None:
        nonlocal entered
        entered += happened == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return entered


def test_s49_a_replay_of_twice_as_many_turns_takes_twice_as_many_steps():
    short, long = long_match(200), long_match(400)
    assert steps_of(lambda: replay(long)) < 2.1 * steps_of(lambda: replay(short))


def kept_of_every_state(events: list[ev.Event]) -> int:
    """How many bytes it takes to hold the match as it was after each event."""
    tracemalloc.start()
    try:
        match: Match | None = None
        states: list[Match] = []
        for event in events:
            match = evolve(match, event)
            states.append(match)
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_s49_each_turn_copies_nothing_of_those_before():
    short, long = long_match(200), long_match(400)
    assert kept_of_every_state(long) < 2.1 * kept_of_every_state(short)


def test_equal_histories_of_a_long_match_give_equal_matches():
    events = long_match(300)
    match = replay(events)
    assert match == replay(events)
    assert match.snapshots != replay(events[: len(events) // 2]).snapshots


def test_r32_a_turn_far_back_is_taken_back_to_the_match_in_which_it_opened():
    events = long_match(300)
    match = replay(events)
    opening = next(
        at for at, it in enumerate(events) if isinstance(it, ev.TurnOpened) and it.turn == 2
    )
    came = decided(match, do.TakeBack(HOST, 1, 2, "a test"), Moment(999_999))
    assert not isinstance(came, Refusal)
    back = match
    for event in came:
        back = evolve(back, event)
    then = replay(events[: opening + 1])
    assert back.snapshots == then.snapshots
    assert isinstance(back.current, TurnOpen)
    assert isinstance(then.current, TurnOpen)
    assert replace(back.current, clock=then.current.clock) == then.current


def test_a_stack_gives_what_lies_on_it_in_both_orders():
    stack = EMPTY.push(1).push(2).push(3)
    assert list(stack) == [1, 2, 3]
    assert list(reversed(stack)) == [3, 2, 1]
    assert repr(stack) == "Stack([1, 2, 3])"
    assert stack
    assert not EMPTY


def test_what_is_pushed_leaves_the_stack_below_as_it_was():
    below = EMPTY.push(1)
    above = below.push(2)
    assert list(below) == [1]
    assert above.below(2) is below
    with pytest.raises(ValueError, match="not on"):
        below.below(2)


def test_stacks_are_equal_if_the_same_lies_on_them():
    one, other = EMPTY.push(1).push(2), EMPTY.push(1).push(2)
    assert one == other
    assert hash(one) == hash(other)
    assert one != EMPTY.push(2)
    assert one != EMPTY.push(3).push(2)
    assert one != [1, 2]
    assert EMPTY == EMPTY


def test_a_very_high_stack_is_compared_and_let_go_without_recursion():
    one = other = EMPTY
    for number in range(100_000):
        one, other = one.push(number), other.push(number)
    assert one == other
    assert hash(one) == hash(other)
    del one, other
