"""Rounds and match: the start role and its default, settings, and the end (R27 to R29)."""

from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment, TurnClock
from minecart_robbery.engine.match import Over, ReadyCheck, TurnOpen, WaitingToStart
from minecart_robbery.engine.nouns import Seat, Tally
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import (
    RANGES,
    PickedBy,
    ReadyRounds,
    RoleDefault,
    Rules,
    StartsAs,
)
from tests.engine.table import (
    CANDIDATE,
    DMO,
    HOST,
    HOUSE,
    MINER,
    THIEF,
    Table,
    the,
)


def in_second_round() -> Table:
    """A table at which the candidate picks the start role of round two."""
    table = Table.in_first_turn(target_gems=1)
    table.win_round(DMO)
    return table


def test_r27_a_role_word_from_the_other_player_is_refused_saying_whose_choice_it_is():
    table = Table.started()
    assert table.refused(do.PickRole(CANDIDATE, MINER), 1, Reason.NOT_YOUR_ROLE_PICK).whose is DMO


def test_r27_a_role_is_refused_before_the_start_and_in_a_turn():
    Table().refused(do.PickRole(DMO, MINER), 1, Reason.NOT_STARTED)
    Table.in_first_turn().refused(do.PickRole(DMO, MINER), 1, Reason.NO_ROLE_TO_PICK)


def test_r27_a_role_picked_exactly_at_the_deadline_is_in_time():
    table = Table.started()
    picked = the(ev.RolePicked, table.do(do.PickRole(DMO, MINER), 60_000))
    assert (picked.seat, picked.role, picked.by, picked.defaulted) == (DMO, MINER, DMO, False)


def test_r27_a_role_picked_one_millisecond_after_the_deadline_is_late():
    table = Table.started()
    assert table.refused(do.PickRole(DMO, MINER), 60_001, Reason.ROLE_TOO_LATE).late_ms == 1


def test_r27_a_role_picked_in_time_counts_though_it_arrives_in_the_grace():
    table = Table.started()
    assert due(table.match) == 61_500
    table.do(do.PickRole(DMO, MINER), 59_999)
    assert table.turn.miner is DMO


@pytest.mark.parametrize(
    ("default", "draw", "role"),
    [
        (RoleDefault.THIEF, None, THIEF),
        (RoleDefault.MINER, None, MINER),
        (RoleDefault.RANDOM, THIEF, THIEF),
        (RoleDefault.RANDOM, MINER, MINER),
        (RoleDefault.THIEF, MINER, THIEF),
    ],
)
def test_r27_on_expiry_the_default_of_the_settings_applies_to_the_silent_picker(
    default, draw, role
):
    table = Table.started(role_default=default)
    picked = the(ev.RolePicked, table.expire(draw))
    assert (picked.seat, picked.role, picked.defaulted) == (DMO, role, True)
    assert table.turn.role_of(DMO) is role


def test_r27_a_random_default_without_a_draw_is_the_callers_mistake():
    table = Table.started(role_default=RoleDefault.RANDOM)
    with pytest.raises(ValueError, match="draw"):
        table.do(do.Expire(), 61_500)


def test_r27_the_default_ask_waits_for_the_hosts_without_a_deadline():
    table = Table.started(role_default=RoleDefault.ASK)
    the(ev.HostsDecide, table.expire())
    assert due(table.match) is None
    table.refused(do.Expire(), 999_999, Reason.NOT_YET)
    table.refused(do.PickRole(DMO, MINER), 62_000, Reason.HOSTS_DECIDE_ROLE)
    table.refused(do.PickRole(CANDIDATE, MINER), 62_000, Reason.NOT_YOUR_ROLE_PICK)
    assert table.do(do.StartClock(), 63_000) == ()
    assert table.do(do.RestartClock(), 63_000) == ()


def test_r27_hosts_who_are_asked_can_fix_the_roles():
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    table.do(do.SetStarter(HOST, 1, StartsAs(DMO, MINER)), 70_000)
    assert table.turn.miner is DMO


def test_r27_hosts_who_are_asked_can_ask_the_same_picker_again():
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    came = the(ev.RoleAsked, table.do(do.SetStarter(HOST, 1, PickedBy(DMO)), 70_000))
    assert (came.picker, came.deadline) == (DMO, 130_000)
    table.do(do.PickRole(DMO, MINER), 71_000)


def test_r27_a_change_of_other_rounds_does_not_decide_the_round_that_waits_for_the_hosts():
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    table.do(do.SetStarter(HOST, "even", PickedBy(DMO)), 70_000)
    assert due(table.match) is None


def test_r27_hosts_who_are_asked_can_pause_and_still_have_to_decide_after_it():
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    table.pause(70_000)
    assert the(ev.MatchResumed, table.resume(80_000)).deadline is None
    table.refused(do.PickRole(DMO, MINER), 81_000, Reason.HOSTS_DECIDE_ROLE)


def test_r27_the_clock_of_the_role_pick_is_a_setting_and_the_house_can_restart_it():
    table = Table.started(role_seconds=5)
    assert due(table.match) == 6500
    assert the(ev.ClockRestarted, table.do(do.RestartClock(), 6000)).deadline == 11_000
    table.do(do.PickRole(DMO, MINER), 11_000)


def test_r27_a_role_word_from_before_the_asking_is_no_pick_for_it():
    """A "miner" that was meant for nothing may not decide a round that was not yet asked for."""
    table = in_second_round()
    asked_at = table.events[-1].at
    command = do.PickRole(CANDIDATE, MINER)
    table.refused(command, asked_at.ms - 1, Reason.ROLE_TOO_EARLY)


@pytest.mark.parametrize("to_win", [1, 2, 3])
def test_r28_the_first_player_to_win_that_many_rounds_wins_the_match(to_win):
    table = Table(target_gems=1, rounds_to_win=to_win)
    for rounds in ("odd", "even"):
        table.do(do.SetStarter(HOST, rounds, StartsAs(CANDIDATE, MINER)), 0)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    for _ in range(to_win - 1):
        table.win_round(DMO)
        table.win_round(CANDIDATE)
    won = the(ev.MatchWon, table.win_round(CANDIDATE))
    assert (won.winner, won.rounds) == (CANDIDATE, Tally(to_win - 1, to_win))
    assert table.match.current == Over(CANDIDATE)
    assert due(table.match) is None


def test_r29_the_settings_as_shipped_are_the_designers():
    assert Rules() == Rules(
        *(15, 3, 60, 60, 120, 0.5, 1.5, 2, RoleDefault.THIEF, DMO, ReadyRounds.FIRST),
        *(0, False, True, True),
    )
    assert Rules().most_rounds == 5


@pytest.mark.parametrize("name", RANGES)
def test_r29_each_setting_takes_its_least_and_its_greatest_value_and_nothing_beyond(name):
    least, most = RANGES[name]
    for value in (least, most):
        assert getattr(replace(Rules(), **{name: value}), name) == value
    for beyond in (least - 1, most + 1):
        with pytest.raises(ValueError, match=name):
            replace(Rules(), **{name: beyond})


def test_r29_a_host_can_change_the_settings_before_the_start_and_not_after():
    table = Table()
    table.do(do.SetRules(HOST, Rules(target_gems=7)), 0)
    assert table.match.rules.target_gems == 7
    assert isinstance(table.match.current, WaitingToStart)
    table.do(do.StartMatch(HOUSE), 0)
    table.refused(do.SetRules(HOST, Rules()), 0, Reason.ALREADY_STARTED)


@pytest.mark.parametrize("seat", Seat)
def test_r29_a_player_can_not_change_the_settings(seat):
    Table().refused(do.SetRules(seat, Rules()), 0, Reason.HOSTS_ONLY)


def test_before_the_start_and_after_the_end_there_is_no_round():
    table = Table()
    assert table.match.round_number == 0
    table.do(do.CallOff(HOST), 1000)
    assert table.match.round_number == 0


def test_a_match_without_a_clock_can_be_given_none():
    with pytest.raises(ValueError, match="WaitingToStart has no clock"):
        Table().match.with_clock(TurnClock(Moment(0), Moment(0)))


def test_the_clock_of_a_phase_is_known_while_both_players_are_asked_to_go_on():
    table = Table.in_first_turn()
    table.do(do.Substitute(HOST, DMO), 1000)
    match = table.match
    assert isinstance(match.phase, TurnOpen)
    assert isinstance(match.ready_check, ReadyCheck)
    assert (match.clock, match.phase_clock) == (match.ready_check.clock, match.phase.clock)
    assert match.clock != match.phase_clock
