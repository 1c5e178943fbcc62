"""Pauses and calls for a host during the ready check: nothing that was said is lost (R30, R31)."""

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BOTH, BeforeRound, PauseCause
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import CANDIDATE, DMO, HOST, HOUSE, Table, the
from tests.engine.test_ready import EVERY, checking, kinds, overdue, phase_of


def test_r31_a_pause_stops_the_clock_and_the_resume_gives_a_full_new_one():
    table = checking()
    table.do(do.SayReady(DMO), 1000)
    table.pause(119_000)
    assert due(table.match) is None
    assert the(ev.MatchResumed, table.resume(200_000)).deadline == 320_000
    assert phase_of(table).missing == (CANDIDATE,)


def test_r31_a_pause_after_the_clock_ran_out_comes_at_once_as_nothing_hangs_on_it():
    table = checking()
    assert kinds(table.pause(120_001)) == ["paused"]
    table.resume(200_000)
    assert due(table.match) == 321_500


def test_r31_a_check_that_is_overdue_stays_so_through_a_pause():
    table = overdue()
    table.pause(200_000)
    assert the(ev.MatchResumed, table.resume(300_000)).deadline is None
    assert phase_of(table).overdue


def test_r31_the_house_pauses_a_check_and_ends_its_own_pause():
    table = checking()
    table.do(do.PauseMatch(HOUSE, "gone"), 1)
    table.do(do.ResumeMatch(HOUSE), 2)
    phase_of(table)


def test_a_ready_said_in_a_pause_is_not_lost():
    table = checking()
    table.pause(1000)
    assert kinds(table.do(do.SayReady(DMO), 2000)) == ["ready_said"]
    table.refused(do.StartMatch(DMO), 2500, Reason.READY_ASKED)
    assert kinds(table.do(do.SayReady(CANDIDATE), 3000)) == ["ready_said"]
    assert table.match.unpaused == BeforeRound(1, BOTH)
    assert kinds(table.resume(4000)) == ["resumed", "role_asked"]


def test_a_check_can_be_skipped_in_a_pause_which_goes_on():
    table = checking()
    table.pause(1000)
    assert kinds(table.do(do.SkipReady(HOST), 2000)) == ["ready_skipped"]
    assert kinds(table.resume(3000)) == ["resumed", "role_asked"]


def test_the_post_of_the_check_may_be_received_in_a_pause_r18():
    table = checking(received=False)
    table.pause(500)
    the(ev.ClockStarted, table.do(do.StartClock(), 700))
    table.resume(1000)
    assert phase_of(table).clock.opened.ms == 700


def test_r30_a_pause_that_the_dmo_asks_for_during_the_check_comes_before_the_round():
    table = checking()
    assert kinds(table.do(do.PauseMatch(DMO), 1)) == ["pause_asked"]
    table.do(do.SayReady(DMO), 2)
    assert kinds(table.do(do.SayReady(CANDIDATE), 3)) == ["ready_said", "paused"]
    assert (table.paused.cause, table.match.unpaused) == (PauseCause.DMO, BeforeRound(1, BOTH))
    the(ev.RoleAsked, table.do(do.ResumeMatch(DMO), 4))


def test_r30_a_pause_between_rounds_comes_before_the_players_are_asked():
    table = Table.in_first_turn(target_gems=1, ready_check=EVERY)
    table.do(do.PauseMatch(DMO), 1)
    table.win_round(DMO)
    table.refused(do.SayReady(DMO), 5000, Reason.NO_READY_CHECK)
    assert kinds(table.do(do.ResumeMatch(DMO), 9000)) == ["resumed", "ready_asked"]


def test_r30_a_player_who_called_a_host_can_call_again_when_somebody_is_asked_to_act():
    table = Table()
    table.do(do.CallHost(DMO), 0)
    table.do(do.StartMatch(HOST), 1)
    table.do(do.CallHost(DMO), 2)
    table.refused(do.CallHost(DMO), 3, Reason.HOST_ALREADY_CALLED)
    table.do(do.SkipReady(HOST), 4)
    table.do(do.CallHost(DMO), 5)


def test_r30_a_check_can_be_called_off():
    table = overdue()
    the(ev.MatchCalledOff, table.do(do.CallOff(HOST), 200_000))
