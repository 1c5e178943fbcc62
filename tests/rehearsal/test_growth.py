"""S49: a rehearsal's table costs as much at each change of a match, however long. Counted only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import replay
from minecart_robbery.engine.events import Event, TurnOpened, TurnSettled
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.stack import Stack
from minecart_robbery.engine.superseded import taken_back
from minecart_robbery.record import Cause
from minecart_robbery.record import record as the_record
from minecart_robbery.rehearsal.board import Board
from minecart_robbery.rehearsal.messages import moment_of
from tests.engine.test_growth import long_match, steps_of
from tests.how_much import so_many
from tests.record.random_match import RandomMatch
from tests.rehearsal.served import Page, Served

NOT_SETTLED: Stack[TurnSettled] = Stack()


def replayed(events: Sequence[Event]) -> Board:
    """The board as a replay of the whole match makes it, by what the engine says stands (R32)."""
    gone = taken_back(events)
    settled = NOT_SETTLED
    for number, event in enumerate(events, start=1):
        if isinstance(event, TurnSettled) and number not in gone:
            settled = settled.push(event)
    return Board(replay(events), settled, len(events))


@settings(deadline=None, max_examples=so_many(100))
@given(st.integers(0, 2**32))
def test_r32_a_board_that_goes_on_is_that_of_a_replay_of_any_match(seed: int):
    """With take-backs and reopenings, asked for after causes here and there, and started anew."""
    draws = random.Random(seed)
    board, events = Board(), list[Event]()
    for _, came in RandomMatch(seed).causes:
        events += came
        if draws.random() < 0.5:
            continue
        before = Board() if draws.random() < 0.05 else board
        board = before.after(events[before.known :])
        whole = replayed(events)
        assert board == whole
        assert board.shown() == whole.shown()


def test_s49_a_turn_late_in_a_long_match_takes_the_board_as_many_steps_as_an_early_one():
    events = long_match(400)
    opened = [number for number, event in enumerate(events) if isinstance(event, TurnOpened)]

    def steps_in(turn: int) -> int:
        before = Board().after(events[: opened[turn]])
        new = events[opened[turn] : opened[turn + 1]]
        return steps_of(lambda: before.after(new).shown())

    assert steps_in(390) == steps_in(10)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events that have been read from the record, whatever for."""
    events: list[Event] = []
    read_back = the_record.read_back

    def noted(body: str) -> Event:
        events.append(read_back(body))
        return events[-1]

    monkeypatch.setattr(the_record, "read_back", noted)
    return events


async def plays_some_turns(served: Served, director: Page, last: int) -> None:
    """Both players mine in the north and guard the south, turn after turn."""
    await served.in_first_turn(director)
    for turn in range(2, last + 1):
        await served.plays(director, "north", "south")
        await director.table(phase="turn", turn=turn)


async def test_s49_each_event_of_a_long_match_is_read_once_however_often_its_table_changes(
    served: Served, read: list[Event]
):
    await served.open(target_gems=99)
    director = await served.page("director")
    await plays_some_turns(served, director, 12)
    times_read = len(read)
    assert 50 < times_read <= len(await served.record.events(served.number))


async def test_r32_what_is_shown_after_a_take_back_and_a_restart_is_the_match_as_it_stands(
    tmp_path: Path,
):
    served = await Served.start(tmp_path / "rehearsal.db")
    await served.open(target_gems=99)
    director = await served.page("director")
    await plays_some_turns(served, director, 4)
    table = served.rehearsal.house.table(served.number)
    assert table is not None
    received = served.rehearsal.channels.new_id()
    await table.do(do.TakeBack(Desk.HOST, 1, 3), Cause("i:back"), moment_of(received))
    assert (await director.table(turn=3))["cart"] is not None
    served = await served.again()
    try:
        director = await served.page("director")
        await director.table(turn=3)
        await served.plays(director, "central", "south")
        await director.table(turn=4)
        events = await served.record.events(served.number)
        assert served.rehearsal.kept(served.number).board == replayed(events).shown()
    finally:
        await served.stop()
