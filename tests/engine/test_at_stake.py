"""The clock whose end would cost a silent player something (what the house would pay for)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.deadlines import at_stake, silent_in
from minecart_robbery.engine.nouns import Desk, Seat, Track
from tests.engine.table import Table


def test_a_turn_in_which_somebody_is_silent_is_at_stake_until_its_deadline():
    table = Table.in_first_turn()
    assert at_stake(table.match) == (0, 60_000)
    table.do(do.Say(Seat.DMO, Track.NORTH), 1000)
    assert at_stake(table.match) == (0, 60_000)


def test_a_turn_in_which_both_have_picked_costs_nobody_anything():
    table = Table.in_first_turn()
    for number, seat in enumerate(Seat, start=1):
        table.do(do.Say(seat, Track.NORTH), 1000 * number)
    assert at_stake(table.match) is None


def test_the_choice_of_a_start_role_and_a_ready_check_are_at_stake():
    role = Table.started()
    span = at_stake(role.match)
    assert span is not None
    assert span[1] - span[0] == role.match.rules.role_ms
    checking = Table()
    checking.do(do.StartMatch(Desk.HOST), 5000)
    assert at_stake(checking.match) == (5000, 5000 + checking.match.rules.ready_ms)


def test_where_no_clock_runs_nothing_is_at_stake():
    assert at_stake(Table().match) is None
    table = Table.in_first_turn()
    table.do(do.PauseMatch(Desk.HOST), 1000)
    assert at_stake(table.match) is None


def test_whoever_has_said_nothing_is_silent_and_nobody_is_where_nobody_is_waited_for():
    assert silent_in(Table().match) == ()
    checking = Table()
    checking.do(do.StartMatch(Desk.HOST), 5000)
    assert silent_in(checking.match) == tuple(Seat)
    assert silent_in(Table.started().match) == (Seat.DMO,)
    table = Table.in_first_turn()
    assert silent_in(table.match) == tuple(Seat)
    table.do(do.Say(Seat.DMO, Track.NORTH), 1000)
    assert silent_in(table.match) == (Seat.CANDIDATE,)
