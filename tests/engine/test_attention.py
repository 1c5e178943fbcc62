"""What a match waits for its hosts to do, since when, and what ends that (R25, R27, R30, S33)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import steps_of
from minecart_robbery.engine.attention import AttentionCause, HostAttention, attention_in
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.rules import PickedBy, RoleDefault
from tests.engine.table import CANDIDATE, DMO, HOST, HOUSE, NORTH, SOUTH, Table
from tests.engine.test_ready import overdue

AWAY = do.AwaitHosts("Zac has left")


def wait_of(table: Table) -> HostAttention | None:
    """What the hosts are waited for, if that lasts."""
    wait = attention_in(steps_of(None, table.events))
    return wait if wait is not None and wait.lasts_in(table.match) else None


def why(table: Table) -> AttentionCause | None:
    wait = wait_of(table)
    return None if wait is None else wait.why


def called() -> Table:
    table = Table.in_first_turn()
    table.do(do.CallHost(CANDIDATE), 1000)
    return table


def deciding() -> Table:
    table = Table.started(role_default=RoleDefault.ASK)
    table.expire()
    return table


def idle() -> Table:
    table = Table.in_first_turn(idle_turns_before_pause=1)
    table.expire()
    return table


def away() -> Table:
    table = Table.in_first_turn()
    table.do(AWAY, 1000)
    return table


EACH = [
    (called, AttentionCause.CALLED),
    (deciding, AttentionCause.ROLE),
    (overdue, AttentionCause.READY),
    (idle, AttentionCause.IDLE),
    (away, AttentionCause.AWAY),
]


@pytest.mark.parametrize(("make", "kind"), EACH)
def test_the_hosts_are_waited_for_since_they_were_called(make, kind):
    table = make()
    wait = wait_of(table)
    assert wait is not None
    assert wait.why is kind
    assert wait.since == table.events[-1].at or kind is AttentionCause.IDLE
    assert (wait.seat is CANDIDATE) == (kind is AttentionCause.CALLED)


@pytest.mark.parametrize(("make", "_"), EACH)
def test_nobody_is_waited_for_once_the_match_has_ended(make, _):
    table = make()
    wait = attention_in(steps_of(None, table.events))
    table.do(do.CallOff(HOST), 500_000)
    assert wait is not None
    assert not wait.lasts_in(table.match)


@pytest.mark.parametrize(
    "deed",
    [
        do.PauseMatch(HOST),
        do.PickFor(HOST, CANDIDATE, NORTH),
        do.SetStarter(HOST, 2, PickedBy(DMO)),
        do.Substitute(HOST, DMO),
        do.TakeBack(HOST, 1, 1),
        do.Award(HOST, DMO, 1),
        do.ExtendClock(HOST, 1000),
        do.EndClock(HOST),
    ],
)
def test_a_host_who_does_anything_has_looked(deed):
    table = called()
    table.do(deed, 2000)
    assert why(table) is None


@pytest.mark.parametrize(
    "deed",
    [do.Say(DMO, NORTH), do.PauseMatch(DMO), do.PauseMatch(HOUSE), do.RestartClock()],
)
def test_what_others_do_is_no_deed_of_a_host(deed):
    table = called()
    table.do(deed, 2000)
    assert why(table) is AttentionCause.CALLED


def test_a_pick_entered_too_late_is_a_deed_of_a_host_too():
    table = called()
    table.do(do.PickFor(HOST, CANDIDATE, NORTH), 60_100)
    assert why(table) is None


def test_a_player_who_has_called_is_waited_for_though_the_match_goes_on():
    table = called()
    table.play(NORTH, SOUTH)
    assert why(table) is AttentionCause.CALLED


def test_a_pause_that_the_house_ends_is_no_look_of_a_host():
    table = called()
    table.do(do.PauseMatch(HOUSE), 2000)
    table.do(do.ResumeMatch(HOUSE), 3000)
    assert why(table) is AttentionCause.CALLED


def test_a_pause_that_a_host_ends_is_one():
    table = away()
    table.resume(2000)
    assert why(table) is None


def test_players_who_are_ready_at_last_are_waited_for_no_more():
    table = overdue()
    table.do(do.SayReady(DMO), 500_000)
    assert why(table) is AttentionCause.READY
    table.do(do.SayReady(CANDIDATE), 500_001)
    assert why(table) is None


def test_readiness_after_somebody_new_has_come_is_no_look_of_a_host():
    table = Table.in_first_turn()
    table.do(do.Substitute(HOST, DMO), 1000)
    table.do(do.CallHost(CANDIDATE), 2000)
    table.do(do.SayReady(DMO), 3000)
    table.do(do.SayReady(CANDIDATE), 4000)
    assert why(table) is AttentionCause.CALLED


def test_a_role_is_waited_for_again_once_somebody_new_is_ready():
    table = deciding()
    table.do(do.Substitute(HOST, DMO), 500_000)
    assert why(table) is None
    table.do(do.SayReady(DMO), 500_001)
    table.do(do.SayReady(CANDIDATE), 500_002)
    assert wait_of(table) == HostAttention(AttentionCause.ROLE, Moment(500_002))


def test_a_role_that_is_settled_is_waited_for_no_more():
    table = deciding()
    wait = attention_in(steps_of(None, table.events))
    table.do(do.SetStarter(HOST, 1, PickedBy(DMO)), 500_000)
    assert wait is not None
    assert not wait.lasts_in(table.match)


def test_the_last_call_counts():
    table = away()
    table.do(do.CallHost(DMO), 5000)
    assert wait_of(table) == HostAttention(AttentionCause.CALLED, Moment(5000), DMO)


def test_nobody_is_waited_for_in_a_match_in_which_all_is_well():
    assert why(Table.in_first_turn()) is None
