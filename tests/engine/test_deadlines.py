"""By which deadline a thing was in time: starts of the clock, bonus actions, pauses (R15, R18)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.deadlines import deadline_at
from minecart_robbery.engine.match import PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Role
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import RoleDefault
from tests.engine.table import CANDIDATE, CENTRAL, DMO, NORTH, SOUTH, Table, edit


def deadline(table: Table, ms: int) -> int:
    phase = table.match.unpaused
    assert isinstance(phase, TurnOpen)
    return deadline_at(phase, table.match.rules, Moment(ms)).ms


def is_saved(table: Table, ms: int) -> bool:
    return deadline_at(table.turn, table.match.rules, Moment(ms)).saved_by is not None


def test_r15_each_bonus_that_counts_moves_the_deadline_of_what_comes_after_it():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 10_000)
    table.join(CANDIDATE, CENTRAL, SOUTH, 65_000)
    found = [deadline(table, ms) for ms in (9_000, 10_000, 10_001, 65_000, 65_001)]
    assert found == [60_000, 60_000, 70_000, 70_000, 125_000]


def test_r15_a_bonus_that_came_too_late_moves_no_deadline():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 60_001)
    assert deadline(table, 60_002) == 60_000


def test_r18_the_deadline_counts_from_the_post_once_it_is_received():
    table = Table.in_first_turn(received=False)
    assert deadline(table, 5_000) == 60_000
    table.do(do.StartClock(), 2_000)
    assert deadline(table, 5_000) == 62_000


def test_r31_what_came_before_a_pause_has_the_deadline_that_the_pause_stopped():
    table = Table.in_first_turn()
    table.pause(30_000)
    assert deadline(table, 29_000) == 60_000
    table.resume(300_000)
    assert (deadline(table, 29_000), is_saved(table, 29_000)) == (60_000, False)
    assert deadline(table, 300_000) == 360_000


def test_what_came_after_its_deadline_but_before_a_new_clock_has_the_new_ones():
    table = Table.in_first_turn()
    table.do(do.RestartClock(), 62_000)
    assert (deadline(table, 60_000), is_saved(table, 60_000)) == (60_000, False)
    assert (deadline(table, 60_001), is_saved(table, 60_001)) == (122_000, True)
    assert (deadline(table, 62_000), is_saved(table, 62_000)) == (122_000, False)


def test_a_bonus_played_after_the_deadline_starts_no_clock_before_the_new_one():
    table = Table.in_first_turn()
    table.do(do.RestartClock(), 70_000)
    table.accelerate(DMO, NORTH, 65_000)
    assert deadline(table, 66_000) == 130_000


@pytest.mark.parametrize("restarted_at", [40_000, 62_000])
def test_a_role_pick_has_the_deadlines_of_its_own_clock(restarted_at: int):
    table = Table.started()
    table.do(do.RestartClock(), restarted_at)
    phase, rules = table.match.current, table.match.rules
    assert isinstance(phase, PickingRole)
    assert deadline_at(phase, rules, Moment(30_000)).ms == 60_000
    assert deadline_at(phase, rules, Moment(restarted_at)).ms == restarted_at + 60_000
    assert (deadline_at(phase, rules, Moment(61_000)).saved_by is not None) == (
        restarted_at > 61_000
    )


def test_a_clock_started_again_from_an_earlier_moment_forgets_the_starts_after_it():
    clock = TurnClock(Moment(0), Moment(0)).restarted(Moment(50)).restarted(edit(20))
    assert clock.starts == (Moment(0), edit(20))
    assert clock.restarted(Moment(70)).starts == (Moment(0), edit(20), Moment(70))


def test_a_start_that_turns_out_to_be_before_an_earlier_one_forgets_that_one():
    clock = TurnClock(Moment(0), Moment(0)).restarted(Moment(50)).restarted(Moment(52))
    assert clock.started(Moment(49)).starts == (Moment(0), Moment(49))


# ------------------------------------------------- how late it is, once its turn or choice is over


def test_r18_a_pick_that_arrives_when_no_turn_is_open_is_refused_with_how_late_it_was():
    table = Table.in_first_turn(target_gems=1)
    table.win_round(DMO)
    over = table.match.last_over
    assert over is not None
    late = table.refused(do.Say(DMO, NORTH), over + 400, Reason.NO_TURN_OPEN)
    assert late.late_ms == 400
    assert table.refused(do.Say(DMO, NORTH), over, Reason.NO_TURN_OPEN).late_ms == 0


def test_r18_a_pick_that_arrives_in_the_next_round_is_refused_with_how_late_it_was():
    table = Table.in_first_turn(target_gems=1)
    table.win_round(DMO)
    over = table.match.last_over
    assert over is not None
    table.do(do.PickRole(CANDIDATE, Role.MINER), over + 5_000)
    assert table.refused(do.Say(DMO, NORTH), over + 400, Reason.TOO_EARLY).late_ms == 400


def test_r31_a_pick_that_arrives_in_a_pause_between_turns_is_refused_with_how_late_it_was():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1_000)
    settled = table.play(NORTH, SOUTH)
    late = table.refused(do.Say(DMO, NORTH), settled.over_at + 400, Reason.PAUSED)
    assert late.late_ms == 400


def test_r27_a_role_pick_that_arrives_after_the_default_is_refused_with_how_late_it_was():
    table = Table.started()
    table.expire()
    late = table.refused(do.PickRole(DMO, Role.MINER), 60_400, Reason.ROLE_TOO_LATE)
    assert late.late_ms == 400
    table.refused(do.PickRole(DMO, Role.MINER), 60_000, Reason.NO_ROLE_TO_PICK)
    table.refused(do.PickRole(CANDIDATE, Role.MINER), 60_400, Reason.NO_ROLE_TO_PICK)


def test_r27_a_role_pick_after_one_that_counted_is_not_late():
    table = Table.in_first_turn()
    table.refused(do.PickRole(DMO, Role.MINER), 60_400, Reason.NO_ROLE_TO_PICK)


def test_r27_a_role_pick_that_the_hosts_decide_is_refused_with_how_late_it_was():
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    late = table.refused(do.PickRole(DMO, Role.MINER), 60_400, Reason.HOSTS_DECIDE_ROLE)
    assert late.late_ms == 400
