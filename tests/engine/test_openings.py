"""When a turn opens and its clock starts, or starts again by the house (R18)."""

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.nouns import Accelerate
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    NORTH,
    SOUTH,
    Table,
    the,
)


def test_r18_the_minute_runs_from_the_moment_at_which_discord_received_the_opening():
    table = Table.in_first_turn(received=False)
    assert the(ev.ClockStarted, table.do(do.StartClock(), 300)).deadline == 60_300
    table.say(DMO, NORTH, 60_300)
    assert table.why_not(CANDIDATE, NORTH, 60_301) is Verdict.LATE


def test_r18_what_was_said_before_the_opening_was_received_is_no_pick_for_the_turn():
    table = Table.in_first_turn(received=False)
    table.say(DMO, NORTH, 200)
    table.accelerate(CANDIDATE, NORTH, 250)
    table.do(do.StartClock(), 300)
    assert table.projection.verdicts == (Verdict.TOO_EARLY, Verdict.TOO_EARLY)
    assert table.picked(DMO) is None
    assert table.projection.used == frozenset()
    table.refused(do.Say(DMO, SOUTH), 299, Reason.TOO_EARLY)
    table.say(DMO, SOUTH, 300)
    assert table.picked(DMO) is SOUTH


def test_r18_a_message_of_the_turn_before_is_told_how_late_it_was():
    table = Table.in_first_turn()
    table.play(NORTH, SOUTH)
    opened = table.turn.clock.opened.ms
    assert table.refused(do.Say(DMO, SOUTH), opened - 1, Reason.TOO_EARLY).late_ms == 499
    assert table.refused(do.Say(DMO, SOUTH), 1500, Reason.TOO_EARLY).late_ms == 0


def test_r18_a_message_from_before_the_first_turn_of_a_round_was_late_for_nothing():
    table = Table.started()
    table.do(do.PickRole(DMO, do.Role.MINER), 5000)
    assert table.refused(do.Say(DMO, NORTH), 4999, Reason.TOO_EARLY).late_ms == 0


def test_r18_a_clock_that_does_not_run_or_was_started_is_not_started():
    table = Table()
    assert table.do(do.StartClock(), 100) == ()
    assert Table.in_first_turn().do(do.StartClock(), 2000) == ()


def test_r18_the_clock_of_a_role_pick_runs_from_the_moment_of_its_post():
    table = Table.started(received=False)
    assert the(ev.ClockStarted, table.do(do.StartClock(), 300)).deadline == 60_300
    assert due(table.match) == 61_800


def test_r18_after_a_clock_restarted_by_the_house_all_said_since_the_opening_counts():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    assert table.why_not(CANDIDATE, SOUTH, 65_000) is Verdict.LATE
    assert the(ev.ClockRestarted, table.do(do.RestartClock(), 70_000)).deadline == 130_000
    settled = table.settle()
    assert (settled.cart, settled.guard, settled.over_at) == (NORTH, SOUTH, 65_000)


def test_r18_a_bonus_after_the_old_deadline_counts_after_a_restart_and_leaves_the_new_one():
    table = Table.in_first_turn()
    assert table.why_not(CANDIDATE, Accelerate(NORTH), 65_000) is Verdict.LATE
    table.do(do.RestartClock(), 70_000)
    assert table.projection.stashes.at(NORTH) == 2
    assert table.deadline == 130_000


def test_r18_the_post_of_a_restart_moves_the_clock_but_not_the_opening():
    table = Table.in_first_turn(received=False)
    table.do(do.StartClock(), 300)
    table.say(DMO, NORTH, 1000)
    table.do(do.RestartClock(), 70_000)
    assert the(ev.ClockStarted, table.do(do.StartClock(), 70_300)).deadline == 130_300
    assert table.picked(DMO) is NORTH


def test_r18_a_turn_with_both_picks_gets_no_new_clock_from_the_house():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    assert table.do(do.RestartClock(), 3000) == ()
    assert Table().do(do.RestartClock(), 3000) == ()


def test_r18_the_deadline_told_at_a_restart_is_the_one_that_is_judged():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 5000)
    restarted = the(ev.ClockRestarted, table.do(do.RestartClock(), 4000))
    assert restarted.deadline == table.deadline == 65_000


def test_r18_a_second_bonus_counts_when_the_first_turns_out_to_be_older_than_the_opening():
    """The same messages give the same turn: the second one may not be lost to the first."""
    table = Table.in_first_turn(received=False)
    table.accelerate(DMO, NORTH, 200)
    table.offer(do.Say(DMO, Accelerate(NORTH)), 400)
    table.do(do.StartClock(), 300)
    assert table.projection.stashes.at(NORTH) == 2


def test_r18_a_pick_made_after_the_opening_was_received_counts_though_it_arrives_before_it():
    """The engine's own moment of the opening is a guess by the bot's clock, which may be ahead."""
    table = Table.in_first_turn()
    table.posts_are_received_at_once = False
    table.play(NORTH, SOUTH)
    opened = table.turn.clock.opened.ms
    table.offer(do.Say(DMO, CENTRAL), opened - 100)
    table.do(do.StartClock(), opened - 200)
    assert table.picked(DMO) is CENTRAL


def test_r18_an_opening_received_twice_moves_once():
    table = Table.in_first_turn(received=False)
    table.do(do.StartClock(), 300)
    table.say(DMO, NORTH, 1000)
    assert table.do(do.StartClock(), 2000) == ()
    assert table.picked(DMO) is NORTH


def test_r31_an_opening_received_during_a_pause_is_still_the_opening():
    table = Table.in_first_turn(received=False)
    table.say(DMO, NORTH, 200)
    table.pause(400)
    table.do(do.StartClock(), 300)
    table.refused(do.Say(CANDIDATE, SOUTH), 250, Reason.TOO_EARLY)
    table.resume(5000)
    assert table.picked(DMO) is None
    assert table.deadline == 65_000
