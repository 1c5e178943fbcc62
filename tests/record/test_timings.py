"""The timing table, row by row: what was received when, by which deadline, and what came of it."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Role
from minecart_robbery.engine.rules import RoleDefault, StartsAs
from minecart_robbery.record.timings import Came, Timing, timings
from tests.engine.table import CANDIDATE, CENTRAL, DMO, HOST, NORTH, SOUTH, Table, edit


def rows_of(table: Table) -> list[tuple[object, ...]]:
    """What the rows of a table tell beside the numbers of their events."""
    return [
        (row.seat, row.did, row.received, row.deadline, row.margin, row.came)
        for row in timings(table.events)
        if row.turn is not None
    ]


def role_rows(table: Table) -> list[Timing]:
    return [row for row in timings(table.events) if row.turn is None]


def test_a_turns_picks_are_counted_or_replaced_by_the_later_one_of_the_same_player():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.say(DMO, SOUTH, 20_000)
    table.keep(DMO, 30_000)
    table.say(CANDIDATE, CENTRAL, 60_000)
    table.settle()
    assert rows_of(table) == [
        (DMO, "north", 10_000, 60_000, 50_000, Came.REPLACED),
        (DMO, "south", 20_000, 60_000, 40_000, Came.REPLACED),
        (DMO, "keep", 30_000, 60_000, 30_000, Came.COUNTED),
        (CANDIDATE, "central", 60_000, 60_000, 0, Came.COUNTED),
    ]


def test_the_order_within_a_millisecond_is_that_of_the_snowflakes():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, edit(10_000, 1))
    table.say(DMO, SOUTH, Moment(10_000, snowflake=9))
    assert [row[-1] for row in rows_of(table)] == [Came.COUNTED, Came.REPLACED]


def test_what_is_late_has_the_end_of_its_turn_for_a_deadline():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.say(CANDIDATE, SOUTH, 12_000)
    table.say(DMO, SOUTH, 12_400)
    table.say(CANDIDATE, NORTH, Moment(12_000, snowflake=5))
    assert rows_of(table)[2:] == [
        (DMO, "south", 12_400, 12_000, -400, Came.LATE),
        (CANDIDATE, "north", 12_000, 12_000, 0, Came.LATE),
    ]


def test_bonus_actions_are_rows_and_move_the_deadline_of_what_comes_after_them():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 10_000)
    table.join(CANDIDATE, CENTRAL, SOUTH, 65_000)
    table.say(DMO, NORTH, 100_000)
    assert rows_of(table) == [
        (DMO, "accelerate north", 10_000, 60_000, 50_000, Came.COUNTED),
        (CANDIDATE, "join central to south", 65_000, 70_000, 5_000, Came.COUNTED),
        (DMO, "north", 100_000, 125_000, 25_000, Came.COUNTED),
    ]


def test_whoever_made_no_pick_has_a_row_of_the_default_beside_what_came_too_late():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 60_400)
    table.settle()
    assert rows_of(table) == [
        (DMO, "north", 60_400, 60_000, -400, Came.LATE),
        (DMO, None, None, 60_000, None, Came.DEFAULTED),
        (CANDIDATE, None, None, 60_000, None, Came.DEFAULTED),
    ]


def test_the_true_start_of_the_clock_counts_though_it_was_known_later():
    table = Table.in_first_turn(received=False)
    table.say(DMO, NORTH, 1_000)
    table.say(CANDIDATE, KEEP, 2_500)
    table.say(CANDIDATE, SOUTH, 3_000)
    table.do(do.StartClock(), 2_000)
    assert rows_of(table) == [
        (DMO, "north", 1_000, None, None, Came.TOO_EARLY),
        (CANDIDATE, "keep", 2_500, 62_000, 59_500, Came.NOTHING_TO_KEEP),
        (CANDIDATE, "south", 3_000, 62_000, 59_000, Came.COUNTED),
    ]


def test_picks_before_a_pause_have_the_clock_that_it_stopped_and_those_after_it_the_new_one():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 20_000)
    table.say(CANDIDATE, KEEP, 40_000)
    table.pause(30_000)
    table.resume(300_000)
    table.say(CANDIDATE, SOUTH, 310_000)
    table.settle()
    assert rows_of(table) == [
        (DMO, "north", 20_000, 60_000, 40_000, Came.COUNTED),
        (CANDIDATE, "keep", 40_000, None, None, Came.IN_A_PAUSE),
        (CANDIDATE, "south", 310_000, 360_000, 50_000, Came.COUNTED),
    ]


def test_a_bonus_used_up_before_the_opening_was_known_is_a_row_too():
    table = Table.in_first_turn(received=False)
    table.accelerate(DMO, NORTH, 1_000)
    table.accelerate(DMO, SOUTH, 2_000)
    assert [row[-1] for row in rows_of(table)] == [Came.COUNTED, Came.USED_UP]


def test_a_pick_that_a_host_entered_is_marked():
    table = Table.in_first_turn()
    table.do(do.PickFor(HOST, DMO, NORTH), 1_000)
    table.say(CANDIDATE, NORTH, 2_000)
    assert [row.by_host for row in timings(table.events)[1:]] == [True, False]


def test_the_turn_in_which_a_match_was_called_off_has_its_rows():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.do(do.CallOff(HOST, "no time"), 20_000)
    assert rows_of(table) == [(DMO, "north", 10_000, 60_000, 50_000, Came.COUNTED)]


def test_a_start_role_has_a_row_with_no_turn():
    picked, restarted = Table.started(), Table.started()
    picked.do(do.PickRole(DMO, Role.MINER), 60_000)
    restarted.do(do.RestartClock(), 30_000)
    restarted.do(do.PickRole(DMO, Role.THIEF), 70_000)
    number = next(at for at, it in enumerate(picked.events, 1) if isinstance(it, ev.RolePicked))
    assert role_rows(picked) == [
        Timing(number, 1, None, DMO, "miner", False, 60_000, 60_000, 0, Came.COUNTED)
    ]
    [row] = role_rows(restarted)
    assert (row.deadline, row.margin) == (90_000, 20_000)


@pytest.mark.parametrize(
    ("default", "came"),
    [(RoleDefault.THIEF, Came.DEFAULTED), (RoleDefault.ASK, Came.HOSTS_DECIDE)],
)
def test_a_start_role_that_nobody_picked_has_a_row(default: RoleDefault, came: Came):
    table = Table.started(role_default=default)
    table.expire()
    [row] = role_rows(table)
    assert (row.seat, row.did, row.received, row.deadline, row.margin, row.came) == (
        *(DMO, None, None, 60_000, None),
        came,
    )


def test_a_start_role_that_the_hosts_have_set_has_no_row():
    table = Table()
    table.do(do.SetStarter(HOST, 1, StartsAs(DMO, Role.MINER)), 0)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    assert role_rows(table) == []
    asked = Table.started()
    asked.do(do.SetStarter(HOST, 1, StartsAs(DMO, Role.MINER)), 5_000)
    assert role_rows(asked) == []


def test_a_match_in_which_nothing_was_done_has_no_rows():
    assert timings(Table().events) == ()


# ------------------------------------------------------------------------------ taken back (R32)


def came(table: Table) -> list[tuple[object, ...]]:
    return [(row.turn, row.seat, row.came, row.taken_back) for row in timings(table.events)]


def test_r32_what_was_taken_back_stays_as_it_was_and_is_marked():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.settle()
    table.say(CANDIDATE, NORTH, 70_000)
    table.do(do.TakeBack(HOST, 1, 1), 80_000)
    table.say(DMO, SOUTH, 81_000)
    table.say(CANDIDATE, SOUTH, 82_000)
    table.settle()
    assert came(table) == [
        (None, DMO, Came.COUNTED, False),
        (1, DMO, Came.COUNTED, True),
        (1, CANDIDATE, Came.DEFAULTED, True),
        (2, CANDIDATE, Came.COUNTED, True),
        (1, DMO, Came.COUNTED, False),
        (1, CANDIDATE, Came.COUNTED, False),
    ]


def test_r32_the_start_role_of_a_round_taken_back_is_marked_too():
    table = Table.in_first_turn()
    table.do(do.TakeBack(HOST, 1), 10_000)
    assert came(table) == [(None, DMO, Came.COUNTED, True)]


def test_r7_what_was_picked_in_a_turn_that_a_correction_dropped_has_not_counted():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.say(DMO, SOUTH, 11_000)
    table.keep(DMO, 12_000)
    assert table.why_not(CANDIDATE, "keep", 12_500) is not None
    table.do(do.Award(HOST, DMO, 1), 13_000)
    table.do(do.Award(HOST, DMO, 15), 14_000)
    assert [row[-2] for row in came(table)[1:]] == [*[Came.DROPPED] * 3, Came.NOTHING_TO_KEEP]


def test_r7_a_correction_that_wins_the_round_between_turns_drops_nothing():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.play(NORTH, SOUTH)
    table.do(do.Award(HOST, DMO, 15), 10_000)
    assert [row[-2] for row in came(table)[1:]] == [Came.COUNTED, Came.COUNTED]


def test_what_a_host_did_to_the_clock_moves_the_deadline_of_what_comes_after_it():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.do(do.ExtendClock(HOST, 30_000), 20_000)
    table.say(DMO, SOUTH, 70_000)
    table.do(do.EndClock(HOST), 75_000)
    table.say(CANDIDATE, SOUTH, 75_100)
    table.settle()
    assert [(row[3], row[4]) for row in rows_of(table)[:3]] == [
        (60_000, 50_000),
        (90_000, 20_000),
        (75_000, -100),
    ]
