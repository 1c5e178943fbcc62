"""Hosts give a clock more time, or end it (R30): what that does to the deadline and who is late."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import deadline_of, due, evolve
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import at_stake, deadline_at
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.match import PickingRole, RoleMissed
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import LONGEST_CLOCK_MS, RoleDefault
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    HOUSE,
    MINER,
    NORTH,
    SOUTH,
    Table,
    the,
)


def extend(table: Table, ms: int, at: int) -> ev.ClockExtended:
    return the(ev.ClockExtended, table.do(do.ExtendClock(HOST, ms, "phone"), at))


def end(table: Table, at: int | Moment) -> ev.ClockEnded:
    return the(ev.ClockEnded, table.do(do.EndClock(HOST, "asleep"), at))


def test_an_extension_moves_the_deadline_and_what_is_due():
    table = Table.in_first_turn()
    extended = extend(table, 30_000, 50_000)
    assert (extended.deadline, extended.by_ms, extended.note) == (90_000, 30_000, "phone")
    assert due(table.match) == 91_500
    table.say(DMO, NORTH, 90_000)
    assert table.why_not(CANDIDATE, SOUTH, 90_001) is Verdict.LATE


def test_r15_a_later_bonus_never_shortens_an_extended_clock():
    table = Table.in_first_turn()
    extend(table, 120_000, 10_000)
    table.accelerate(DMO, NORTH, 20_000)
    assert table.deadline == 180_000
    table.join(CANDIDATE, CENTRAL, SOUTH, 150_000)
    assert table.deadline == 210_000


def test_r18_an_extension_counts_on_from_a_bonus_that_arrives_after_it_and_was_sent_before():
    table = Table.in_first_turn()
    extend(table, 30_000, 50_000)
    played = the(ev.BonusPlayed, table.accelerate(DMO, NORTH, 40_000))
    assert played.deadline == table.deadline == 130_000


def test_an_extension_before_the_post_is_received_counts_from_there():
    table = Table.in_first_turn(received=False)
    extend(table, 30_000, 1000)
    table.do(do.StartClock(), 2000)
    assert table.deadline == 92_000


def test_r31_a_clock_that_starts_again_has_no_extension():
    table = Table.in_first_turn()
    extend(table, 30_000, 10_000)
    table.pause(20_000)
    table.resume(100_000)
    assert table.deadline == 160_000
    extend(table, 30_000, 110_000)
    table.do(do.RestartClock(), 120_000)
    assert table.deadline == 180_000


def test_a_clock_is_not_extended_beyond_its_greatest_length():
    table = Table.in_first_turn()
    most_ms = LONGEST_CLOCK_MS - 60_000
    refusal = table.refused(do.ExtendClock(HOST, most_ms + 1), 1000, Reason.CLOCK_TOO_LONG)
    assert refusal.most == most_ms // 1000
    extend(table, most_ms, 1000)
    assert table.refused(do.ExtendClock(HOST, 1), 1000, Reason.CLOCK_TOO_LONG).most == 0


def test_an_extension_by_no_time_is_a_callers_mistake():
    for ms in (0, -1000):
        Table.in_first_turn().refused(do.ExtendClock(HOST, ms), 1000, Reason.NO_TIME)


def test_a_role_pick_and_a_ready_check_are_extended_too():
    table = Table.started()
    extend(table, 10_000, 5000)
    assert deadline_of(table.match) == 70_000
    table.do(do.PickRole(DMO, MINER), 70_000)
    checking = Table()
    checking.do(do.StartMatch(HOST), 0)
    extend(checking, 10_000, 5000)
    assert deadline_of(checking.match) == 130_000


def test_a_role_pick_later_than_its_extended_deadline_is_refused_with_how_late_it_was():
    table = Table.started()
    extend(table, 10_000, 5000)
    assert table.refused(do.PickRole(DMO, MINER), 70_001, Reason.ROLE_TOO_LATE).late_ms == 1


def test_a_clock_ended_is_over_at_that_moment_and_settled_after_the_grace():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    end(table, 20_000)
    assert (table.deadline, due(table.match)) == (20_000, 21_500)
    settled = table.settle()
    assert (settled.over_at, settled.silent) == (20_000, (CANDIDATE,))


def test_r18_what_was_sent_before_the_clock_was_ended_counts_and_what_came_after_does_not():
    table = Table.in_first_turn()
    end(table, Moment(20_000, snowflake=5))
    table.say(DMO, NORTH, Moment(20_000, snowflake=4))
    assert table.why_not(CANDIDATE, SOUTH, Moment(20_000, snowflake=6)) is Verdict.LATE
    assert table.picked(DMO) is NORTH


def test_r15_a_bonus_sent_before_the_clock_was_ended_does_not_start_it_again():
    table = Table.in_first_turn()
    end(table, 20_000)
    played = the(ev.BonusPlayed, table.accelerate(DMO, NORTH, 19_000))
    assert played.deadline == table.deadline == 20_000
    assert table.why_not(CANDIDATE, SOUTH, 20_001) is Verdict.LATE


def test_an_extended_clock_can_be_ended_and_an_ended_one_is_not_extended():
    table = Table.in_first_turn()
    extend(table, 60_000, 10_000)
    end(table, 100_000)
    table.refused(do.ExtendClock(HOST, 1000), 100_000, Reason.CLOCK_RAN_OUT)
    table.refused(do.EndClock(HOST), 99_000, Reason.CLOCK_RAN_OUT)


def test_an_extension_later_than_the_end_of_its_clock_does_nothing():
    table = Table.in_first_turn()
    extend(table, 60_000, 10_001)
    end(table, 10_000)
    assert table.deadline == 10_000
    role = Table.started()
    extend(role, 60_000, 10_001)
    end(role, 10_000)
    assert deadline_of(role.match) == 10_000


def test_a_clock_that_ends_before_a_pick_that_was_heard_makes_it_late():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    end(table, 9_000)
    assert table.picked(DMO) is None


def test_r27_the_choice_of_a_role_is_ended_too_and_the_default_applies():
    table = Table.started()
    end(table, 5000)
    table.expire()
    assert table.turn.round.role_missed == RoleMissed(DMO, 5000)


@pytest.mark.parametrize("command", [do.ExtendClock(HOST, 1000), do.EndClock(HOST)])
def test_where_no_clock_runs_none_is_shifted(command):
    Table().refused(command, 0, Reason.NOT_STARTED)
    asking = Table.started(role_default=RoleDefault.ASK)
    asking.expire()
    asking.refused(command, 70_000, Reason.NO_CLOCK)
    table = Table.in_first_turn()
    table.refused(command, 60_001, Reason.CLOCK_RAN_OUT)
    table.pause(10_000)
    table.refused(command, 20_000, Reason.CLOCK_PAUSED)
    over = Table.in_first_turn()
    over.say(DMO, NORTH, 1000)
    over.say(CANDIDATE, NORTH, 2000)
    over.refused(command, 2001, Reason.BOTH_PICKED)


def test_a_ready_check_is_skipped_and_not_ended():
    table = Table()
    table.do(do.StartMatch(HOST), 0)
    table.refused(do.EndClock(HOST), 1000, Reason.READY_CLOCK)
    table.expire()
    table.refused(do.EndClock(HOST), 200_000, Reason.READY_CLOCK)
    table.refused(do.ExtendClock(HOST, 1000), 200_000, Reason.NO_CLOCK)


def test_r18_a_clock_whose_post_is_on_its_way_is_not_ended():
    table = Table.in_first_turn(received=False)
    table.refused(do.EndClock(HOST), 1000, Reason.CLOCK_NOT_STARTED)
    table.do(do.StartClock(), 2000)
    end(table, 2001)


@pytest.mark.parametrize("by", [DMO, CANDIDATE, HOUSE])
def test_r30_only_hosts_shift_a_clock(by):
    table = Table.in_first_turn()
    table.refused(do.ExtendClock(by, 1000), 1000, Reason.HOSTS_ONLY)
    table.refused(do.EndClock(by), 1000, Reason.HOSTS_ONLY)


def test_no_event_shifts_a_clock_that_stands_still():
    table = Table.in_first_turn()
    table.pause(1000)
    with pytest.raises(ValueError, match="clock_ended can't happen in Paused"):
        evolve(table.match, ev.ClockEnded(Moment(2000), ""))


def test_an_extended_clock_is_at_stake_from_its_start_to_its_new_deadline():
    table = Table.in_first_turn()
    extend(table, 30_000, 10_000)
    assert at_stake(table.match) == (0, 90_000)
    table.accelerate(DMO, NORTH, 60_000)
    assert at_stake(table.match) == (60_000, 120_000)
    end(table, 70_000)
    assert at_stake(table.match) == (60_000, 70_000)


# ------------------------------------------------------------------------- by how much in time


def deadline(table: Table, ms: int) -> int:
    return deadline_at(table.turn, table.match.rules, Moment(ms)).ms


def test_what_came_before_an_extension_was_in_time_by_the_deadline_of_then():
    table = Table.in_first_turn()
    extend(table, 120_000, 30_000)
    assert (deadline(table, 30_000), deadline(table, 30_001)) == (60_000, 180_000)
    assert deadline_at(table.turn, table.match.rules, Moment(31_000)).saved_by is None
    table.accelerate(DMO, NORTH, 150_000)
    assert deadline(table, 150_001) == 210_000


def test_what_came_while_the_extended_clock_ran_keeps_its_deadline_when_that_starts_again():
    table = Table.in_first_turn()
    extend(table, 120_000, 30_000)
    table.do(do.RestartClock(), 170_000)
    assert deadline(table, 100_000) == 180_000
    assert deadline_at(table.turn, table.match.rules, Moment(100_000)).saved_by is None
    assert deadline(table, 171_000) == 230_000


def test_what_came_after_an_ended_clock_is_saved_when_that_starts_again():
    table = Table.in_first_turn()
    end(table, 20_000)
    table.do(do.RestartClock(), 21_000)
    assert deadline_at(table.turn, table.match.rules, Moment(20_500)).saved_by is not None
    assert deadline(table, 20_500) == 81_000


def test_what_came_too_late_for_every_start_has_the_deadline_of_its_own():
    table = Table.in_first_turn()
    table.do(do.RestartClock(), 10_000)
    assert deadline(table, 80_000) == 70_000


def test_in_the_millisecond_in_which_a_host_ends_the_clock_what_is_told_is_what_is_judged():
    """In the same millisecond, the one that came before counts and the one after doesn't."""
    table = Table.in_first_turn()
    table.do(do.EndClock(HOST), Moment(20_000, snowflake=5))
    table.do(do.Say(DMO, NORTH), Moment(20_000, snowflake=4))
    table.do(do.Say(CANDIDATE, NORTH), Moment(20_000, snowflake=6))
    found = table.projection
    assert found.verdicts == (Verdict.COUNTS, Verdict.LATE)
    assert [it.ms for it in found.deadlines] == [60_000, 20_000]
    assert found.over_at == 20_000


def test_a_role_pick_has_the_extended_deadline():
    table = Table.started()
    extend(table, 10_000, 5000)
    phase = table.match.current
    assert isinstance(phase, PickingRole)
    assert deadline_at(phase, table.match.rules, Moment(6000)).ms == 70_000


def test_an_extension_given_before_its_clock_had_started_stays_with_that_clock():
    table = Table.in_first_turn(received=False)
    extend(table, 30_000, 1000)
    table.do(do.StartClock(), 2000)
    table.do(do.RestartClock(), 80_000)
    assert deadline(table, 70_000) == 92_000
