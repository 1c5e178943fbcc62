"""Pauses by hosts and by the house: what is kept, refused, and given anew (R31)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.match import BeforeTurn, PauseCause
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    HOUSE,
    MINER,
    NORTH,
    SOUTH,
    THIEF,
    Table,
    the,
)

PAUSE = do.PauseMatch(HOST)


def test_r31_there_is_nothing_to_pause_before_the_start():
    Table().refused(PAUSE, 0, Reason.NOT_STARTED)


def test_r31_a_host_pause_stops_the_clock_and_refuses_new_picks_with_a_notice():
    table = Table.in_first_turn()
    assert the(ev.MatchPaused, table.pause(1000)).cause is PauseCause.HOST
    assert due(table.match) is None
    table.refused(do.Say(DMO, NORTH), 1001, Reason.PAUSED)
    table.refused(do.PickFor(HOST, DMO, NORTH), 1001, Reason.PAUSED)
    table.refused(do.Expire(), 999_999, Reason.NOT_YET)
    table.refused(PAUSE, 1002, Reason.ALREADY_PAUSED)


def test_r31_on_resume_the_players_get_a_full_new_minute():
    table = Table.in_first_turn()
    table.pause(59_000)
    assert the(ev.MatchResumed, table.resume(100_000)).deadline == 160_000
    assert due(table.match) == 161_500
    table.say(DMO, NORTH, 160_000)
    assert table.why_not(CANDIDATE, NORTH, 160_001) is Verdict.LATE


def test_r31_a_pick_made_before_the_pause_is_kept_and_the_other_one_ends_the_turn():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.pause(2000)
    table.resume(100_000)
    assert table.picked(DMO) is NORTH
    assert not table.projection.needs(DMO)
    table.say(CANDIDATE, SOUTH, 101_000)
    assert table.settle().over_at == 101_000


def stood_still(table: Table, how: str) -> None:
    """The match stands still at 3 s, and at 100 s it goes on with a full new clock."""
    if how == "pause":
        table.pause(3000)
        table.resume(100_000)
    else:
        table.do(do.RestartClock(), 100_000)


@pytest.mark.parametrize("how", ["pause", "restart"])
def test_r31_a_pick_from_before_the_last_bonus_is_a_fallback_after_a_pause_or_a_restart_too(how):
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 1500)
    table.say(CANDIDATE, SOUTH, 2000)
    stood_still(table, how)
    assert (table.projection.needs(DMO), table.projection.needs(CANDIDATE)) == (True, False)
    assert due(table.match) == 161_500
    settled = table.settle()
    assert (settled.cart, settled.guard, settled.over_at) == (NORTH, SOUTH, 160_000)


@pytest.mark.parametrize("how", ["pause", "restart"])
def test_r31_a_pick_since_the_last_bonus_needs_no_confirming_and_the_other_one_ends_the_turn(how):
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 1500)
    table.say(CANDIDATE, SOUTH, 2000)
    stood_still(table, how)
    table.keep(DMO, 101_000)
    assert table.settle().over_at == 101_000


@pytest.mark.parametrize("how", ["pause", "restart"])
def test_r31_two_picks_from_before_a_bonus_do_not_end_the_turn_once_it_goes_on(how):
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, CENTRAL, 1500)
    table.say(CANDIDATE, SOUTH, 2000)
    table.accelerate(DMO, CENTRAL, 2500)
    stood_still(table, how)
    assert (table.projection.needs(DMO), table.projection.needs(CANDIDATE)) == (True, True)
    table.keep(CANDIDATE, 101_000)
    assert not table.is_over
    table.keep(DMO, 102_000)
    assert table.settle().over_at == 102_000


def test_r31_what_was_typed_while_the_program_was_away_counts_by_its_own_time():
    """Both had picked at 65 s, when the clock that was running had run out: then it was over."""
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.do(do.RestartClock(Fault.AWAY), 100_000)
    table.say(CANDIDATE, SOUTH, 65_000)
    assert table.why_not(CANDIDATE, CENTRAL, 66_000) is Verdict.LATE
    settled = table.settle()
    assert (settled.guard, settled.over_at) == (SOUTH, 65_000)


def test_r31_a_turn_in_which_all_picks_were_in_before_the_pause_is_settled_in_it():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.pause(2000)
    table.say(CANDIDATE, SOUTH, 1999)
    assert due(table.match) == 2499
    settled = the(ev.TurnSettled, table.do(do.Expire(), 2499))
    assert (settled.cart, settled.guard, settled.over_at) == (NORTH, SOUTH, 1999)
    assert isinstance(table.match.unpaused, BeforeTurn)
    assert (table.paused.cause, due(table.match)) == (PauseCause.HOST, None)
    assert the(ev.TurnOpened, table.resume(100_000)).turn == 2


def test_r31_such_a_turn_may_win_the_match_in_the_pause():
    table = Table.in_first_turn(target_gems=1, rounds_to_win=1)
    table.say(DMO, NORTH, 1000)
    table.pause(2000)
    table.say(CANDIDATE, SOUTH, 1999)
    the(ev.MatchWon, table.do(do.Expire(), 3000))


def test_r31_a_turn_that_waits_for_a_pick_is_not_settled_in_a_pause():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 1500)
    table.pause(2000)
    table.say(CANDIDATE, SOUTH, 1999)
    assert due(table.match) is None
    table.refused(do.Expire(), 999_999, Reason.NOT_YET)


def test_r31_the_pause_begins_when_its_announcement_is_received():
    table = Table.in_first_turn()
    table.pause(2000)
    table.refused(do.Say(CANDIDATE, SOUTH), 2150, Reason.PAUSED)
    the(ev.ClockStopped, table.do(do.StopClock(), 2200))
    table.say(CANDIDATE, SOUTH, 2150)
    table.refused(do.Say(DMO, NORTH), 2201, Reason.PAUSED)
    assert table.do(do.StopClock(), 2300) == ()
    table.resume(100_000)
    assert table.picked(CANDIDATE) is SOUTH
    assert table.do(do.StopClock(), 100_001) == ()


def test_r31_a_start_role_picked_before_the_announcement_of_the_pause_counts():
    table = Table.started()
    table.pause(2000)
    table.do(do.StopClock(), 2200)
    table.do(do.PickRole(DMO, MINER), 2150)
    assert isinstance(table.match.unpaused, BeforeTurn)


def test_r31_a_pause_that_stops_no_clock_has_no_announcement_to_wait_for():
    table = Table.in_first_turn(between_turns_seconds=5)
    assert table.do(do.StopClock(), 1) == ()
    table.play(NORTH, SOUTH)
    table.pause(3000)
    assert table.do(do.StopClock(), 3001) == ()


def test_r31_a_bonus_from_before_the_pause_stays_played_and_does_not_shorten_the_new_minute():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 500)
    table.pause(1000)
    table.resume(100_000)
    assert table.projection.stashes.at(NORTH) == 2
    assert table.deadline == 160_000


def test_r31_a_kept_pick_may_be_changed_and_kept_again_after_the_resume():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.pause(2000)
    table.resume(100_000)
    assert the(ev.PickMade, table.keep(DMO, 100_500)).track is NORTH
    table.say(DMO, SOUTH, 101_000)
    assert table.picked(DMO) is SOUTH


@pytest.mark.parametrize("resumed", [False, True])
def test_r31_a_pick_sent_before_the_pause_counts_though_it_arrives_in_or_after_it(resumed):
    table = Table.in_first_turn()
    table.pause(2000)
    if resumed:
        table.resume(100_000)
    table.say(DMO, NORTH, 1999)
    if not resumed:
        table.resume(100_000)
    assert table.picked(DMO) is NORTH


def test_r31_a_pick_sent_in_the_pause_is_refused_also_when_it_arrives_after_the_resume():
    table = Table.in_first_turn()
    table.pause(2000)
    table.resume(100_000)
    table.refused(do.Say(DMO, NORTH), 99_999, Reason.PAUSED)
    table.refused(do.Say(DMO, NORTH), 2001, Reason.PAUSED)
    assert table.picked(DMO) is None


def test_r31_a_message_in_the_millisecond_of_the_pause_is_judged_by_its_snowflake():
    table = Table.in_first_turn()
    table.do(PAUSE, Moment(2000, False, 10))
    table.refused(do.Say(DMO, NORTH), Moment(2000, False, 11), Reason.PAUSED)
    table.say(DMO, NORTH, Moment(2000, False, 9))


def test_r31_a_pause_while_a_role_is_being_picked_gives_a_full_new_minute_for_it():
    table = Table.started()
    table.pause(59_000)
    table.refused(do.PickRole(DMO, MINER), 59_001, Reason.PAUSED)
    assert the(ev.MatchResumed, table.resume(100_000)).deadline == 160_000
    table.do(do.PickRole(DMO, MINER), 160_000)


def test_r31_a_role_picked_before_the_pause_counts_though_it_arrives_in_it():
    table = Table.started()
    table.pause(2000)
    assert len(table.do(do.PickRole(DMO, MINER), 1999)) == 1
    table.refused(do.PickRole(DMO, MINER), 1999, Reason.NO_ROLE_TO_PICK)
    the(ev.TurnOpened, table.resume(100_000))
    assert table.turn.miner is DMO


def test_r31_a_role_picked_in_the_pause_is_refused_also_when_it_arrives_after_the_resume():
    table = Table.started()
    table.pause(2000)
    table.resume(100_000)
    table.refused(do.PickRole(DMO, MINER), 50_000, Reason.PAUSED)


@pytest.mark.parametrize("by", [HOST, HOUSE])
def test_r31_a_pause_after_the_clock_ran_out_takes_effect_before_the_next_turn(by):
    table = Table.in_first_turn()
    the(ev.PauseAsked, table.do(do.PauseMatch(by), 60_001))
    table.expire()
    assert table.paused.cause == by.value
    assert isinstance(table.match.unpaused, BeforeTurn)


@pytest.mark.parametrize("table", [Table.in_first_turn(), Table.started()])
def test_r31_a_pause_exactly_at_the_deadline_still_stops_the_clock(table):
    the(ev.MatchPaused, table.pause(60_000))


def test_r31_a_pause_after_both_have_picked_takes_effect_before_the_next_turn():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    the(ev.PauseAsked, table.pause(2001))
    assert table.settle().over_at == 2000
    assert table.paused.cause is PauseCause.HOST


def test_r31_a_pause_after_the_clock_of_a_role_pick_ran_out_lets_the_default_apply_first():
    table = Table.started()
    the(ev.PauseAsked, table.pause(60_001))
    came = table.expire()
    assert the(ev.RolePicked, came).defaulted
    assert isinstance(table.match.unpaused, BeforeTurn)


def test_r31_a_host_pause_does_not_make_the_one_that_the_dmo_asked_for_go_away():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 500)
    table.pause(1000)
    table.resume(2000)
    table.play(NORTH, SOUTH)
    assert table.paused.cause is PauseCause.DMO


def test_r31_a_host_can_pause_after_the_clock_ran_out_though_the_dmo_asked_first():
    """Else the DMO could end what a host wished for, and the host would be refused."""
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.do(PAUSE, 60_001)
    table.expire()
    assert table.paused.cause is PauseCause.HOST


def test_r31_a_role_word_in_a_pause_between_rounds_is_told_that_the_match_is_paused():
    table = Table.in_first_turn(target_gems=1)
    table.do(do.PauseMatch(DMO), 10)
    table.win_round(DMO)
    table.refused(do.PickRole(CANDIDATE, THIEF), 5000, Reason.PAUSED)
