"""Running a match: start, pauses of the DMO, calling hosts and calling off (R30)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Over,
    PauseCause,
    PickingRole,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import (
    CANDIDATE,
    DMO,
    HOST,
    HOUSE,
    MINER,
    NORTH,
    SOUTH,
    Table,
    the,
)


@pytest.mark.parametrize("by", [HOST, HOUSE, DMO])
def test_r30_a_host_or_the_dmo_starts_the_match_once(by):
    table = Table()
    the(ev.MatchStarted, table.do(do.StartMatch(by), 0))
    table.do(do.SkipReady(HOST), 1)
    table.refused(do.StartMatch(by), 2, Reason.ALREADY_STARTED)


def test_r30_the_candidate_runs_nothing():
    table = Table()
    table.refused(do.StartMatch(CANDIDATE), 0, Reason.HOSTS_ONLY)
    table = Table.in_first_turn()
    table.refused(do.PauseMatch(CANDIDATE), 1, Reason.HOSTS_ONLY)
    table.pause(2)
    table.refused(do.ResumeMatch(CANDIDATE), 3, Reason.HOSTS_ONLY)


def test_r30_the_dmo_runs_nothing_where_the_setting_is_off():
    table = Table(dmo_may_run=False)
    table.refused(do.StartMatch(DMO), 0, Reason.HOSTS_ONLY)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    table.refused(do.PauseMatch(DMO), 1, Reason.HOSTS_ONLY)
    table.pause(2)
    table.refused(do.ResumeMatch(DMO), 3, Reason.HOSTS_ONLY)


def test_r30_a_pause_asked_by_the_dmo_takes_effect_when_the_open_turn_is_settled():
    table = Table.in_first_turn()
    the(ev.PauseAsked, table.do(do.PauseMatch(DMO, "tea"), 1000))
    assert due(table.match) == 61_500
    table.refused(do.PauseMatch(DMO), 1001, Reason.PAUSE_ALREADY_ASKED)
    table.say(DMO, NORTH, 2000)
    table.say(CANDIDATE, SOUTH, 3000)
    came = the(ev.MatchPaused, table.expire())
    assert (came.cause, came.note) == (PauseCause.DMO, "tea")
    assert isinstance(table.match.unpaused, BeforeTurn)
    assert table.match.pause_asked is None
    table.refused(do.PauseMatch(DMO), 4000, Reason.ALREADY_PAUSED)
    the(ev.TurnOpened, table.do(do.ResumeMatch(DMO), 5000))
    assert table.deadline == 65_000


def test_r30_a_pause_asked_by_the_dmo_in_a_role_pick_takes_effect_before_the_turn_opens():
    table = Table.started()
    table.do(do.PauseMatch(DMO), 1000)
    assert isinstance(table.match.current, PickingRole)
    came = table.do(do.PickRole(DMO, MINER), 2000)
    the(ev.MatchPaused, came)
    assert isinstance(table.match.unpaused, BeforeTurn)
    table.do(do.ResumeMatch(DMO), 3000)
    assert table.turn.number == 1


def test_r30_a_pause_asked_by_the_dmo_takes_effect_between_rounds():
    table = Table.in_first_turn(target_gems=1)
    table.do(do.PauseMatch(DMO), 1000)
    table.play(NORTH, SOUTH)
    assert table.match.unpaused == BeforeRound(2)
    the(ev.RoleAsked, table.do(do.ResumeMatch(DMO), 90_000))


def test_r30_a_pause_asked_in_the_turn_that_wins_the_match_is_forgotten():
    table = Table.in_first_turn(target_gems=1, rounds_to_win=1)
    table.do(do.PauseMatch(DMO), 1000)
    table.play(NORTH, SOUTH)
    assert table.match.current == Over(DMO)
    assert table.match.pause_asked is None


def test_r30_the_dmo_ends_only_a_pause_that_the_dmo_asked_for():
    table = Table.in_first_turn()
    table.pause(1000)
    table.refused(do.ResumeMatch(DMO), 2000, Reason.NOT_YOUR_PAUSE)
    table.resume(3000)
    table.refused(do.ResumeMatch(DMO), 4000, Reason.NOT_PAUSED)


def test_r30_the_dmo_can_not_end_a_pause_of_an_empty_room():
    table = Table.in_first_turn(idle_turns_before_pause=1)
    table.expire()
    table.refused(do.ResumeMatch(DMO), 90_000, Reason.NOT_YOUR_PAUSE)
    table.refused(do.ResumeMatch(HOUSE), 90_000, Reason.NOT_YOUR_PAUSE)
    table.resume(90_000)


def test_r30_a_host_ends_any_pause_and_the_house_its_own():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(HOUSE), 1000)
    assert table.paused.cause is PauseCause.HOUSE
    table.do(do.ResumeMatch(HOUSE), 2000)
    table.do(do.PauseMatch(DMO), 3000)
    table.play(NORTH, SOUTH)
    table.resume(70_000)


@pytest.mark.parametrize("seat", Seat)
def test_r30_a_player_calls_the_hosts_once_until_the_next_turn_and_nothing_stops(seat):
    table = Table.in_first_turn()
    the(ev.HostCalled, table.do(do.CallHost(seat), 1000))
    table.refused(do.CallHost(seat), 2000, Reason.HOST_ALREADY_CALLED)
    table.do(do.CallHost(seat.other), 2000)
    assert due(table.match) == 61_500
    table.play(NORTH, SOUTH)
    table.do(do.CallHost(seat), 65_000)


def test_r30_a_player_who_called_before_the_start_can_call_again_after_it():
    table = Table()
    table.do(do.CallHost(DMO), 0)
    table.refused(do.CallHost(DMO), 0, Reason.HOST_ALREADY_CALLED)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    table.do(do.CallHost(DMO), 0)


def test_r30_a_player_who_called_can_call_again_after_a_resume_and_in_the_next_round():
    table = Table.in_first_turn(target_gems=1)
    for resumed_at in (3000, 5000):
        table.do(do.CallHost(DMO), resumed_at - 2000)
        table.pause(resumed_at - 1000)
        table.refused(do.CallHost(DMO), resumed_at - 500, Reason.HOST_ALREADY_CALLED)
        table.resume(resumed_at)
    table.do(do.CallHost(DMO), 6000)
    table.win_round(DMO)
    table.do(do.CallHost(DMO), 9000)


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_host_is_shown_the_picks_of_an_open_turn_and_nothing_changes_by_it(is_paused):
    table = Table.in_first_turn()
    if is_paused:
        table.pause(1)
    before = table.match
    shown = the(ev.PicksShown, table.do(do.ShowPicks(HOST), 2))
    assert (shown.round, shown.turn) == (1, 1)
    assert table.match == before


@pytest.mark.parametrize("by", [*Seat, HOUSE])
def test_nobody_but_a_host_is_shown_pending_picks(by):
    Table.in_first_turn().refused(do.ShowPicks(by), 1, Reason.HOSTS_ONLY)


def test_where_no_turn_is_open_there_are_no_picks_to_be_shown():
    Table().refused(do.ShowPicks(HOST), 1, Reason.NOT_STARTED)
    table = Table()
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    table.refused(do.ShowPicks(HOST), 1, Reason.NO_TURN_OPEN)


@pytest.mark.parametrize("by", [*Seat, HOUSE])
def test_r30_only_a_host_calls_a_match_off(by):
    Table.in_first_turn().refused(do.CallOff(by), 1, Reason.HOSTS_ONLY)


def test_r30_a_match_that_was_called_off_takes_nothing_more():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1)
    assert the(ev.MatchCalledOff, table.do(do.CallOff(HOST, "storm"), 2)).note == "storm"
    assert table.match.current == CalledOff()
    assert table.match.pause_asked is None
    assert due(table.match) is None
    for command in (do.Say(DMO, NORTH), do.StartMatch(HOST), do.Expire(), do.CallHost(DMO)):
        table.refused(command, 3, Reason.MATCH_ENDED)
