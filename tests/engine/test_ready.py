"""The ready check before a round: who is asked, who is waited for, and how it goes on (R30)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import deadline_of, due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import BOTH, PickingRole, ReadyCheck, WaitingToStart
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, Rules, StartsAs
from tests.engine.table import (
    CANDIDATE,
    DMO,
    HOST,
    HOUSE,
    MINER,
    NORTH,
    Table,
    the,
)

EVERY, NEVER = ReadyRounds.EVERY, ReadyRounds.NEVER


def checking(*, received: bool = True, **rules) -> Table:
    """A table at which both players are asked, since 0 ms, whether they are ready for round 1."""
    table = Table(received=received, **rules)
    the(ev.ReadyAsked, table.do(do.StartMatch(HOST), 0))
    return table


def checking_second_round() -> Table:
    """A table at which both players are asked whether they are ready for round 2."""
    table = Table.in_first_turn(target_gems=1, ready_check=EVERY)
    table.win_round(DMO)
    return table


def overdue(**rules) -> Table:
    """A table at which nobody was ready in time."""
    table = checking(**rules)
    table.expire()
    return table


def phase_of(table: Table) -> ReadyCheck:
    assert isinstance(table.match.current, ReadyCheck), table.match.current
    return table.match.current


def kinds(came: tuple[ev.Event, ...]) -> list[str]:
    return [event.event for event in came]


@pytest.mark.parametrize("by", [HOST, HOUSE, DMO])
def test_a_start_begins_the_match_at_once_and_asks_both_players(by):
    came = Table().do(do.StartMatch(by), 0)
    assert kinds(came) == ["match_started", "ready_asked"]
    asked = the(ev.ReadyAsked, came)
    assert (asked.round, asked.deadline) == (1, 120_000)


def test_the_last_player_who_is_ready_lets_the_round_begin():
    table = checking()
    assert kinds(table.do(do.SayReady(CANDIDATE), 1000)) == ["ready_said"]
    assert phase_of(table).missing == (DMO,)
    assert kinds(table.do(do.SayReady(DMO), 2000)) == ["ready_said", "role_asked"]
    assert isinstance(table.match.current, PickingRole)


def test_a_player_who_is_ready_already_changes_nothing_by_saying_it_again():
    table = Table()
    table.do(do.SayReady(DMO), 0)
    assert table.do(do.SayReady(DMO), 1) == ()
    table.do(do.StartMatch(HOST), 2)
    assert table.do(do.SayReady(DMO), 3) == ()
    assert phase_of(table).missing == (CANDIDATE,)


def test_who_was_ready_before_the_start_is_not_asked_again():
    table = Table()
    table.do(do.SayReady(CANDIDATE), 0)
    table.do(do.StartMatch(HOST), 1)
    assert phase_of(table).missing == (DMO,)
    the(ev.RoleAsked, table.do(do.SayReady(DMO), 2))


def test_two_players_who_were_ready_before_the_start_are_not_asked_at_all():
    table = Table()
    for seat in Seat:
        assert kinds(table.do(do.SayReady(seat), 0)) == ["ready_said"]
    assert table.match.current == WaitingToStart(BOTH)
    assert kinds(table.do(do.StartMatch(HOST), 1)) == ["match_started", "role_asked"]


@pytest.mark.parametrize(("check", "is_asked"), [("first", False), (EVERY, True), (NEVER, False)])
def test_the_setting_says_whether_a_later_round_is_checked(check, is_asked):
    table = Table.in_first_turn(target_gems=1, ready_check=ReadyRounds(check))
    came = table.win_round(DMO)
    assert kinds(came)[-1] == ("ready_asked" if is_asked else "role_asked")


def test_where_nobody_is_ever_asked_a_start_begins_round_one():
    table = Table(ready_check=NEVER)
    table.do(do.SayReady(DMO), 0)
    assert kinds(table.do(do.StartMatch(DMO), 0)) == ["match_started", "role_asked"]
    table.refused(do.SkipReady(HOST), 1, Reason.NO_READY_CHECK)


def test_the_match_can_be_won_without_a_last_ready_check():
    table = Table.in_first_turn(target_gems=1, rounds_to_win=1, ready_check=EVERY)
    assert kinds(table.win_round(DMO)) == ["turn_settled", "round_won", "match_won"]


def test_every_round_is_checked_anew():
    table = checking_second_round()
    assert phase_of(table) == ReadyCheck(2, frozenset(), phase_of(table).clock)
    table.do(do.SayReady(DMO), 9000)
    assert the(ev.RoleAsked, table.do(do.SayReady(CANDIDATE), 9001)).round == 2


def test_roles_that_the_hosts_have_fixed_still_wait_for_the_players():
    table = Table()
    table.do(do.SetStarter(HOST, 1, StartsAs(DMO, MINER)), 0)
    table.do(do.StartMatch(HOST), 0)
    table.do(do.SayReady(DMO), 1)
    the(ev.TurnOpened, table.do(do.SayReady(CANDIDATE), 2))


def test_r26_hosts_can_change_who_picks_during_the_check_which_goes_on():
    table = checking()
    came = table.do(do.SetStarter(HOST, 1, PickedBy(CANDIDATE)), 1000)
    assert kinds(came) == ["starter_set"]
    table.do(do.SayReady(DMO), 2000)
    assert the(ev.RoleAsked, table.do(do.SayReady(CANDIDATE), 2001)).picker is CANDIDATE


@pytest.mark.parametrize("is_paused", [False, True])
def test_r26_who_is_asked_anew_for_a_start_role_is_not_asked_again_to_be_ready(is_paused):
    table = checking()
    for seat in Seat:
        table.do(do.SayReady(seat), 1)
    if is_paused:
        table.pause(2)
    table.do(do.SetStarter(HOST, 1, PickedBy(CANDIDATE)), 3)
    if is_paused:
        table.resume(4)
    assert isinstance(table.match.current, PickingRole)


# --------------------------------------------------------------------------- the clock


def test_the_clock_of_the_check_is_a_setting_and_the_grace_is_waited_for_r18():
    table = checking(ready_seconds=5)
    assert (deadline_of(table.match), due(table.match)) == (5000, 6500)


def test_the_clock_counts_from_the_receipt_of_the_bots_own_post_r18():
    table = checking(received=False)
    assert the(ev.ClockStarted, table.do(do.StartClock(), 700)).deadline == 120_700
    assert table.do(do.StartClock(), 900) == ()
    assert due(table.match) == 122_200


def test_the_house_can_start_the_clock_of_the_check_again():
    table = checking()
    assert the(ev.ClockRestarted, table.do(do.RestartClock(), 60_000)).deadline == 180_000


def test_on_expiry_the_hosts_are_called_and_nothing_is_defaulted():
    table = checking()
    assert kinds(table.expire()) == ["ready_overdue"]
    assert phase_of(table).overdue
    assert phase_of(table).missing == (DMO, CANDIDATE)
    assert due(table.match) is None
    assert table.match.clock is None
    table.refused(do.Expire(), 999_999, Reason.NOT_YET)


def test_once_the_time_is_over_no_clock_is_started_or_started_again():
    table = overdue()
    assert table.do(do.StartClock(), 130_000) == ()
    assert table.do(do.RestartClock(), 130_000) == ()


@pytest.mark.parametrize("at", [0, 120_000, 121_000, 999_999])
def test_it_is_never_too_late_to_be_ready(at):
    table = checking() if at < 121_500 else overdue()
    table.do(do.SayReady(CANDIDATE), at)
    the(ev.RoleAsked, table.do(do.SayReady(DMO), at))


def test_a_ready_from_before_the_asking_that_arrives_after_it_counts():
    table = checking_second_round()
    table.do(do.SayReady(DMO), Moment(phase_of(table).clock.opened.ms - 1))
    assert phase_of(table).missing == (CANDIDATE,)


# --------------------------------------------------------------------------- skipping it


@pytest.mark.parametrize("checked", [checking, overdue, checking_second_round])
@pytest.mark.parametrize("skip", [do.SkipReady(HOST), do.StartMatch(HOST, skip_ready=True)])
def test_a_host_can_skip_a_check_that_is_under_way(checked, skip):
    table = checked()
    number = phase_of(table).number
    assert kinds(table.do(skip, 999_999)) == ["ready_skipped", "role_asked"]
    assert table.match.current.number == number


def test_a_host_can_start_without_a_ready_check():
    came = Table().do(do.StartMatch(HOST, skip_ready=True), 0)
    assert kinds(came) == ["match_started", "ready_skipped", "role_asked"]


@pytest.mark.parametrize("check", [EVERY, NEVER])
def test_a_check_that_would_not_be_is_not_said_to_be_skipped(check):
    table = Table(ready_check=check)
    for seat in Seat if check is EVERY else ():
        table.do(do.SayReady(seat), 0)
    came = table.do(do.StartMatch(HOST, skip_ready=True), 0)
    assert kinds(came) == ["match_started", "role_asked"]


@pytest.mark.parametrize("by", [HOUSE, *Seat])
def test_only_a_host_skips_a_ready_check(by):
    Table().refused(do.StartMatch(by, skip_ready=True), 0, Reason.HOSTS_ONLY)
    table = checking()
    table.refused(do.SkipReady(by), 0, Reason.HOSTS_ONLY)
    table.refused(do.StartMatch(by, skip_ready=True), 0, Reason.HOSTS_ONLY)


@pytest.mark.parametrize("table", [Table(), Table.started(), Table.in_first_turn()])
def test_where_nobody_is_asked_there_is_no_check_to_skip(table):
    table.refused(do.SkipReady(HOST), 0, Reason.NO_READY_CHECK)


@pytest.mark.parametrize("table", [Table.started(), Table.in_first_turn()])
def test_where_nobody_is_asked_nobody_can_be_ready(table):
    table.refused(do.SayReady(DMO), 0, Reason.NO_READY_CHECK)


def test_a_match_can_not_be_started_while_its_players_are_asked_nor_later():
    table = checking()
    table.refused(do.StartMatch(DMO), 1, Reason.READY_ASKED)
    checking_second_round().refused(do.StartMatch(DMO), 9000, Reason.ALREADY_STARTED)


def test_picks_and_roles_are_refused_during_the_check():
    table = checking()
    table.refused(do.Say(DMO, NORTH), 1, Reason.NO_TURN_OPEN)
    table.refused(do.PickRole(DMO, MINER), 1, Reason.NO_ROLE_TO_PICK)
    table.refused(do.SetRules(HOST, Rules()), 1, Reason.ALREADY_STARTED)


def test_the_round_that_is_checked_can_still_be_given_a_starter():
    table = checking_second_round()
    table.refused(do.SetStarter(HOST, 1, PickedBy(DMO)), 9000, Reason.ROUND_SETTLED)
    table.do(do.SetStarter(HOST, 2, PickedBy(DMO)), 9000)


# --------------------------------------------------------------------------- openings


def test_each_time_that_somebody_is_asked_to_act_is_an_opening_and_nothing_else_is():
    table = Table(target_gems=1)
    table.do(do.SayReady(DMO), 0)
    assert table.match.openings == 0
    for opening, command in enumerate(
        [do.StartMatch(HOST), do.SayReady(CANDIDATE), do.PickRole(DMO, MINER)], start=1
    ):
        table.do(command, 0)
        assert table.match.openings == opening
    table.accelerate(DMO, NORTH, 1)
    table.pause(2)
    table.resume(3)
    table.do(do.RestartClock(), 4)
    assert table.match.openings == 3
    table.win_round(DMO)
    assert table.match.openings == 4
