"""A player who can't take part: the match stands still until a host goes on (S33)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, PauseCause, PickingRole, TurnOpen
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import DMO, HOST, HOUSE, NORTH, SOUTH, Table, the

AWAY = do.AwaitHosts("Zac has left")


def test_s33_it_stops_the_clock_of_a_turn_and_keeps_the_picks():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    paused = the(ev.MatchPaused, table.do(AWAY, 2000))
    assert (paused.cause, paused.note) == (PauseCause.AWAY, "Zac has left")
    assert due(table.match) is None
    table.resume(100_000)
    assert table.picked(DMO) is NORTH


def test_s33_it_stops_the_clock_of_a_role_pick():
    table = Table.started()
    table.do(AWAY, 2000)
    assert isinstance(table.match.unpaused, PickingRole)


@pytest.mark.parametrize("by", [DMO, HOUSE])
def test_s33_only_a_host_ends_such_a_pause(by):
    table = Table.in_first_turn()
    table.do(AWAY, 2000)
    table.refused(do.ResumeMatch(by), 3000, Reason.NOT_YOUR_PAUSE)
    the(ev.MatchResumed, table.do(do.ResumeMatch(HOST), 3000))


def test_s33_there_is_nothing_to_stop_before_the_start():
    Table().refused(AWAY, 0, Reason.NOT_STARTED)


@pytest.mark.parametrize("first", [do.PauseMatch(HOST), AWAY])
def test_s33_a_pause_that_only_hosts_end_stays_as_it_is(first):
    table = Table.in_first_turn()
    table.do(first, 1000)
    table.refused(AWAY, 2000, Reason.ALREADY_PAUSED)


def test_s33_a_pause_of_the_houses_own_becomes_one_that_only_hosts_end():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(HOUSE), 1000)
    table.do(AWAY, 2000)
    assert table.paused.cause is PauseCause.AWAY
    assert isinstance(table.match.unpaused, TurnOpen)
    assert len(table.match.unpaused.clock.pauses) == 1
    table.refused(do.ResumeMatch(HOUSE), 3000, Reason.NOT_YOUR_PAUSE)


def test_s33_after_the_clock_ran_out_the_pause_comes_before_the_next_turn():
    table = Table.in_first_turn()
    the(ev.PauseAsked, table.do(AWAY, 60_001))
    table.expire()
    assert table.paused.cause is PauseCause.AWAY
    assert isinstance(table.match.unpaused, BeforeTurn)


@pytest.mark.parametrize(
    ("first", "second", "cause"),
    [
        (do.PauseMatch(HOUSE), AWAY, PauseCause.AWAY),
        (do.PauseMatch(DMO), AWAY, PauseCause.AWAY),
        (AWAY, do.PauseMatch(HOST), PauseCause.HOST),
    ],
)
def test_s33_of_two_pauses_asked_for_the_one_that_only_hosts_end_is_kept(first, second, cause):
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10)
    table.say(DMO.other, SOUTH, 20)
    table.do(first, 30)
    table.do(second, 40)
    table.settle()
    assert table.paused.cause is cause


@pytest.mark.parametrize(
    ("first", "second"),
    [(do.PauseMatch(HOST), AWAY), (AWAY, do.PauseMatch(HOUSE)), (AWAY, AWAY)],
)
def test_s33_a_weaker_pause_does_not_take_the_place_of_one_asked_for(first, second):
    table = Table.in_first_turn()
    table.do(first, 60_001)
    table.refused(second, 60_002, Reason.PAUSE_ALREADY_ASKED)
