"""Somebody else plays on in a seat: it keeps all it has, and both are asked to be ready (S33)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import (
    BOTH,
    BeforeRound,
    BeforeTurn,
    Interrupted,
    Over,
    PickingRole,
    ReadyCheck,
    TurnOpen,
)
from minecart_robbery.engine.nouns import BonusKind, Tally
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, StartsAs
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
from tests.engine.test_ready import checking, kinds, phase_of

SUBSTITUTE = do.Substitute(HOST, CANDIDATE, "Zac is ill")


def ready(table: Table, at: int) -> tuple[ev.Event, ...]:
    """Both players are ready; what the second one's saying so comes to."""
    table.do(do.SayReady(DMO), at)
    return table.do(do.SayReady(CANDIDATE), at + 1)


def interrupted(**rules) -> Table:
    """A table whose first turn has been interrupted at 20 s, with a pick and a bonus in it."""
    table = Table.in_first_turn(**rules)
    table.accelerate(CANDIDATE, NORTH, 5_000)
    table.say(CANDIDATE, SOUTH, 10_000)
    table.do(SUBSTITUTE, 20_000)
    return table


def test_s33_it_stops_the_clock_and_asks_both_players_whether_they_are_ready():
    table = Table.in_first_turn()
    came = table.do(SUBSTITUTE, 20_000)
    assert kinds(came) == ["seat_taken", "ready_asked"]
    assert the(ev.SeatTaken, came).note == "Zac is ill"
    assert the(ev.ReadyAsked, came).deadline == 140_000
    assert phase_of(table).missing == (DMO, CANDIDATE)
    assert isinstance(table.match.phase, TurnOpen)


@pytest.mark.parametrize("check", ReadyRounds)
def test_s33_both_are_asked_whatever_the_rules_say_of_ready_checks(check: ReadyRounds):
    assert phase_of(interrupted(ready_check=check)).missing == (DMO, CANDIDATE)


def test_s33_once_both_are_ready_the_turn_goes_on_in_full_with_all_that_the_seat_has():
    table = interrupted()
    came = ready(table, 100_000)
    assert kinds(came) == ["ready_said", "resumed"]
    assert the(ev.MatchResumed, came).deadline == 160_001
    assert table.picked(CANDIDATE) is SOUTH
    assert table.projection.used == {(CANDIDATE, BonusKind.ACCELERATE)}
    table.say(DMO, NORTH, 101_000)
    assert table.settle().gems == 2


def test_r31_the_pick_of_the_seat_that_somebody_new_has_taken_is_a_fallback():
    table = interrupted()
    ready(table, 100_000)
    assert table.projection.needs(CANDIDATE)
    table.say(DMO, NORTH, 101_000)
    assert not table.is_over
    table.keep(CANDIDATE, 102_000)
    assert table.settle().over_at == 102_000


def test_r31_the_fallback_of_a_newcomer_who_stays_silent_counts_when_the_minute_is_over():
    table = interrupted()
    ready(table, 100_000)
    table.say(DMO, NORTH, 101_000)
    settled = table.settle()
    assert (settled.cart, settled.guard, settled.over_at) == (NORTH, SOUTH, 160_001)


def test_r31_the_pick_of_the_seat_that_stays_is_as_fresh_as_it_was():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 10_000)
    table.do(SUBSTITUTE, 20_000)
    ready(table, 100_000)
    assert not table.projection.needs(DMO)
    table.say(CANDIDATE, SOUTH, 101_000)
    assert table.settle().over_at == 101_000


def test_r31_a_pick_of_a_seat_taken_in_a_pause_is_a_fallback_too():
    table = Table.in_first_turn()
    table.say(CANDIDATE, SOUTH, 10_000)
    table.pause(15_000)
    table.do(SUBSTITUTE, 20_000)
    table.resume(30_000)
    ready(table, 100_000)
    table.say(DMO, NORTH, 101_000)
    assert not table.is_over


def test_r31_a_turn_that_was_over_before_the_substitution_is_settled_while_they_get_ready():
    table = interrupted()
    table.say(DMO, CENTRAL, 19_999)
    assert due(table.match) == 20_499
    settled = the(ev.TurnSettled, table.do(do.Expire(), 20_499))
    assert (settled.cart, settled.guard) == (CENTRAL, SOUTH)
    assert isinstance(table.match.phase, BeforeTurn)
    assert due(table.match) == 141_500
    assert kinds(ready(table, 100_000)) == ["ready_said", "resumed", "turn_opened"]


def test_s33_a_host_who_skips_the_ready_check_lets_the_turn_go_on():
    table = interrupted()
    came = table.do(do.SkipReady(HOST), 30_000)
    assert kinds(came) == ["ready_skipped", "resumed"]
    assert table.deadline == 90_000


def test_s33_a_check_that_is_overdue_waits_on_and_calls_the_hosts():
    table = interrupted()
    the(ev.ReadyOverdue, table.expire())
    assert due(table.match) is None
    the(ev.MatchResumed, ready(table, 400_000))


def test_s33_what_was_said_before_the_clock_stopped_still_counts():
    table = interrupted()
    table.say(DMO, CENTRAL, 19_999)
    ready(table, 100_000)
    assert table.is_over
    assert table.picked(DMO) is CENTRAL


def test_s33_what_is_said_while_the_players_get_ready_does_not_count():
    table = interrupted()
    table.refused(do.Say(DMO, CENTRAL), 20_001, Reason.WAITS_FOR_READY)
    ready(table, 100_000)
    table.refused(do.Say(DMO, CENTRAL), 50_000, Reason.PAUSED)
    assert table.picked(DMO) is None


def test_s33_a_start_role_is_picked_once_both_are_ready():
    table = Table.started()
    table.do(SUBSTITUTE, 20_000)
    table.refused(do.PickRole(DMO, MINER), 30_000, Reason.WAITS_FOR_READY)
    assert the(ev.MatchResumed, ready(table, 100_000)).deadline == 160_001
    the(ev.TurnOpened, table.do(do.PickRole(DMO, MINER), 101_000))


def test_s33_a_role_pick_sent_before_the_clock_stopped_counts_and_the_check_goes_on():
    table = Table.started()
    table.do(SUBSTITUTE, 20_000)
    assert kinds(table.do(do.PickRole(DMO, MINER), 19_999)) == ["role_picked"]
    assert isinstance(table.match.phase, BeforeTurn)
    table.refused(do.Say(DMO, NORTH), 30_000, Reason.NO_TURN_OPEN)
    assert kinds(ready(table, 100_000)) == ["ready_said", "resumed", "turn_opened"]


def test_s33_hosts_can_settle_the_start_role_meanwhile():
    table = Table.started()
    table.do(SUBSTITUTE, 20_000)
    table.do(do.SetStarter(HOST, 1, StartsAs(CANDIDATE, MINER)), 30_000)
    assert table.match.phase == BeforeRound(1, BOTH)
    assert kinds(ready(table, 100_000)) == ["ready_said", "resumed", "role_picked", "turn_opened"]
    assert table.turn.miner is CANDIDATE


def test_s33_the_start_roles_of_a_round_that_was_interrupted_are_settled():
    starter = do.SetStarter(HOST, 1, PickedBy(CANDIDATE))
    interrupted().refused(starter, 30_000, Reason.ROUND_SETTLED)


def test_s33_a_role_pick_left_to_the_hosts_stays_so():
    table = Table.started(role_default="ask the host")
    table.expire()
    table.do(SUBSTITUTE, 100_000)
    assert the(ev.MatchResumed, ready(table, 110_000)).deadline is None
    assert table.match.current == table.match.phase


def test_s33_before_the_start_nothing_is_asked_and_the_seat_is_not_ready_any_more():
    table = Table()
    ready(table, 0)
    assert kinds(table.do(SUBSTITUTE, 10)) == ["seat_taken"]
    asked = table.do(do.StartMatch(HOST), 20)
    assert kinds(asked) == ["match_started", "ready_asked"]
    assert phase_of(table).missing == (CANDIDATE,)


def test_s33_in_a_ready_check_both_are_asked_anew():
    table = checking()
    table.do(do.SayReady(DMO), 1000)
    assert kinds(table.do(SUBSTITUTE, 100_000)) == ["seat_taken", "ready_asked"]
    assert phase_of(table).missing == (DMO, CANDIDATE)
    assert due(table.match) == 221_500
    assert kinds(ready(table, 110_000)) == ["ready_said", "role_asked"]


def test_s33_a_second_one_in_the_check_asks_anew_and_the_turn_still_waits():
    table = interrupted()
    table.do(do.SayReady(DMO), 21_000)
    assert kinds(table.do(do.Substitute(HOST, DMO), 22_000)) == ["seat_taken", "ready_asked"]
    assert phase_of(table).missing == (DMO, CANDIDATE)
    the(ev.MatchResumed, ready(table, 30_000))
    assert table.picked(CANDIDATE) is SOUTH


def test_s33_in_a_pause_the_pause_stays_and_they_are_asked_after_it():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.pause(2000)
    assert kinds(table.do(SUBSTITUTE, 10_000)) == ["seat_taken"]
    assert due(table.match) is None
    table.refused(do.SayReady(DMO), 11_000, Reason.NO_READY_CHECK)
    came = table.resume(20_000)
    assert kinds(came) == ["resumed", "ready_asked"]
    assert the(ev.MatchResumed, came).deadline is None
    ready(table, 30_000)
    assert (table.deadline, table.picked(DMO)) == (90_001, NORTH)
    assert len(table.turn.clock.pauses) == 1


def test_s33_two_in_one_pause_are_asked_once():
    table = Table.in_first_turn()
    table.pause(2000)
    table.do(SUBSTITUTE, 3000)
    table.do(do.Substitute(HOST, DMO), 4000)
    assert kinds(table.resume(20_000)) == ["resumed", "ready_asked"]
    the(ev.MatchResumed, ready(table, 30_000))


def test_s33_between_turns_they_are_asked_before_the_next_one_opens():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.play(NORTH, SOUTH)
    table.do(SUBSTITUTE, 10_000)
    assert kinds(table.resume(20_000)) == ["resumed", "ready_asked"]
    assert kinds(ready(table, 30_000)) == ["ready_said", "resumed", "turn_opened"]


@pytest.mark.parametrize(
    ("check", "came"),
    [
        (ReadyRounds.EVERY, ["ready_said", "role_asked"]),
        (ReadyRounds.NEVER, ["ready_said", "resumed", "role_asked"]),
    ],
)
def test_s33_between_rounds_they_are_asked_once_before_the_next_one(check, came):
    table = Table.in_first_turn(target_gems=1, ready_check=check)
    table.do(do.PauseMatch(DMO), 1)
    table.win_round(DMO)
    table.do(SUBSTITUTE, 10_000)
    assert kinds(table.resume(20_000)) == ["resumed", "ready_asked"]
    assert kinds(ready(table, 30_000)) == came


def test_s33_in_a_pause_of_a_ready_check_they_are_asked_anew_after_it():
    table = checking()
    table.do(do.SayReady(DMO), 1000)
    table.pause(2000)
    table.do(SUBSTITUTE, 3000)
    assert kinds(table.resume(20_000)) == ["resumed", "ready_asked"]
    assert phase_of(table).missing == (DMO, CANDIDATE)


def test_s33_the_check_can_be_paused_and_goes_on_as_it_was():
    table = interrupted()
    table.do(do.SayReady(DMO), 21_000)
    table.pause(22_000)
    table.do(do.SayReady(CANDIDATE), 23_000)
    assert isinstance(table.match.unpaused, Interrupted)
    table.say(DMO, NORTH, 19_000)
    came = table.resume(30_000)
    assert kinds(came) == ["resumed"]
    assert the(ev.MatchResumed, came).deadline == 90_000
    assert table.picked(DMO) is NORTH


def test_s33_the_check_can_be_skipped_in_a_pause():
    table = interrupted()
    table.pause(22_000)
    table.do(do.SkipReady(HOST), 23_000)
    assert kinds(table.resume(30_000)) == ["resumed"]
    assert table.deadline == 90_000


def test_s33_a_pause_of_the_check_can_see_another_one_and_asks_anew():
    table = interrupted()
    table.do(do.SayReady(DMO), 21_000)
    table.pause(22_000)
    table.do(SUBSTITUTE, 23_000)
    assert kinds(table.resume(30_000)) == ["resumed", "ready_asked"]
    the(ev.MatchResumed, ready(table, 40_000))


def test_s33_a_pause_asked_for_before_comes_when_the_turn_is_settled():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.do(SUBSTITUTE, 2000)
    ready(table, 10_000)
    table.play(NORTH, SOUTH)
    assert isinstance(table.match.unpaused, BeforeTurn)


def test_s33_a_start_in_the_check_of_a_first_round_that_was_interrupted_is_none():
    interrupted().refused(do.StartMatch(HOST), 30_000, Reason.ALREADY_STARTED)


def test_s33_a_turn_that_is_over_is_settled_before_somebody_new_can_come():
    table = Table.in_first_turn()
    table.refused(SUBSTITUTE, 60_001, Reason.TURN_JUST_OVER)
    table.expire()
    table.do(SUBSTITUTE, 70_000)


@pytest.mark.parametrize("by", [HOUSE, DMO, CANDIDATE])
def test_s33_only_hosts_let_somebody_else_play_on(by):
    table = Table.in_first_turn()
    table.refused(do.Substitute(by, CANDIDATE), 1000, Reason.HOSTS_ONLY)


def test_s33_whoever_sat_there_may_have_called_a_host_and_somebody_new_can_too():
    table = Table()
    table.do(do.CallHost(CANDIDATE), 0)
    table.do(do.CallHost(DMO), 0)
    table.do(SUBSTITUTE, 1)
    table.do(do.CallHost(CANDIDATE), 2)
    table.refused(do.CallHost(DMO), 3, Reason.HOST_ALREADY_CALLED)


def test_s33_the_post_of_the_check_starts_its_clock_and_the_turns_own_start_is_not_lost():
    table = interrupted()
    clock = phase_of(table).clock
    assert clock.is_start_known
    ready(table, 100_000)
    assert table.turn.clock.is_opening_known


def test_s33_nobody_can_take_a_seat_where_no_match_goes_on():
    table = Table.in_first_turn()
    table.do(do.CallOff(HOST), 1)
    table.refused(SUBSTITUTE, 2, Reason.MATCH_ENDED)
    with pytest.raises(ValueError, match="seat_taken can't happen in CalledOff"):
        evolve(table.match, ev.SeatTaken(Moment(3), DMO, ""))


@pytest.mark.parametrize("by", [HOUSE, DMO, CANDIDATE])
def test_s33_only_hosts_end_a_match_as_given_up(by):
    table = Table.in_first_turn()
    table.refused(do.Forfeit(by, CANDIDATE), 1000, Reason.HOSTS_ONLY)


def test_s33_who_gives_a_match_up_loses_it_and_what_is_open_is_dropped():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1)
    table.say(CANDIDATE, NORTH, 2)
    came = table.do(do.Forfeit(HOST, CANDIDATE, "no time"), 1000)
    assert came == (ev.MatchForfeited(Moment(1000), CANDIDATE, "no time"),)
    assert table.match.current == Over(DMO, is_forfeited=True)
    assert table.match.rounds == Tally()
    assert table.match.pause_asked is None
    table.refused(do.CallOff(HOST), 2000, Reason.MATCH_ENDED)


@pytest.mark.parametrize("table", [Table(), checking(), Table.started(), interrupted()])
def test_s33_a_match_can_be_given_up_at_any_time(table: Table):
    table.do(do.Forfeit(HOST, DMO), 200_000)
    assert table.match.current == Over(CANDIDATE, is_forfeited=True)


def test_s33_a_match_can_be_given_up_in_a_pause():
    table = Table.in_first_turn()
    table.pause(1)
    table.do(do.Forfeit(HOST, DMO), 2)


def test_the_number_of_an_interrupted_round_is_known_in_each_of_its_phases():
    table = Table.started()
    asking = table.match.current
    assert isinstance(asking, PickingRole)
    turn = Table.in_first_turn().turn
    for phase in (asking, BeforeRound(1), turn, BeforeTurn(turn.round, 2, DMO)):
        stopped = replace(table.match, phase=phase, ready_check=Interrupted())
        assert stopped.round_number == 1
    assert isinstance(phase_of(checking()), ReadyCheck)
