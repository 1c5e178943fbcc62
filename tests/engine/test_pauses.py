"""Pauses by hosts and by the house: what is kept, refused, and given anew (R31)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.phases import (
    BeforeTurn,
    PauseCause,
)
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
    assert not table.so_far.needs(DMO)
    table.say(CANDIDATE, SOUTH, 101_000)
    assert table.settle().over_at == 101_000


def test_r31_two_picks_from_before_a_bonus_end_the_turn_at_the_resume_with_nobody_confirming():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 1500)
    table.say(CANDIDATE, SOUTH, 2000)
    table.accelerate(DMO, CENTRAL, 2500)
    assert not table.is_over
    table.pause(3000)
    table.resume(100_000)
    assert due(table.match) == 100_500
    settled = table.settle()
    assert (settled.cart, settled.guard, settled.gems) == (NORTH, SOUTH, 2)
    assert settled.over_at == 100_000


def test_r31_a_bonus_from_before_the_pause_stays_played_and_does_not_shorten_the_new_minute():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 500)
    table.pause(1000)
    table.resume(100_000)
    assert table.so_far.stashes.at(NORTH) == 2
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
    assert isinstance(table.paused.then, BeforeTurn)


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
    assert isinstance(table.paused.then, BeforeTurn)


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
