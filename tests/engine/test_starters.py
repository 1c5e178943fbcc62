"""Who picks the start role of which round, and how hosts change that (R26)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Over, PickingRole
from minecart_robbery.engine.nouns import Role, Seat
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import PickedBy, Rules, StartsAs
from tests.engine.table import (
    CANDIDATE,
    DMO,
    HOST,
    MINER,
    NORTH,
    SOUTH,
    THIEF,
    Table,
    the,
)


def asked(table: Table) -> tuple[int, Seat]:
    """The round whose start role is being picked, and the picker."""
    assert isinstance(table.match.current, PickingRole), table.match.current
    return table.match.current.number, table.match.current.picker


def test_r26_the_dmo_picks_in_odd_rounds_and_the_other_player_in_even_ones():
    table = Table.started(target_gems=1)
    for number, picker in enumerate((DMO, CANDIDATE, DMO, CANDIDATE, DMO), start=1):
        assert asked(table) == (number, picker)
        table.do(do.PickRole(picker, THIEF), table.events[-1].at)
        table.win_round(DMO if number % 2 else CANDIDATE)
    assert table.match.current == Over(DMO)


@pytest.mark.parametrize(("rounds", "number"), [("odd", 1), (1, 1), ("even", 2), (2, 2)])
def test_r26_hosts_can_change_who_picks_for_odd_even_or_one_named_round(rounds, number):
    table = Table(target_gems=1)
    usual = DMO if number % 2 else CANDIDATE
    table.do(do.SetStarter(HOST, rounds, PickedBy(usual.other)), 0)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    if number == 2:
        table.do(do.PickRole(DMO, MINER), 0)
        table.win_round(DMO)
    assert asked(table) == (number, usual.other)


def test_r26_a_named_round_goes_before_odd_and_even_whichever_was_set_last():
    table = Table()
    table.do(do.SetStarter(HOST, 1, PickedBy(CANDIDATE)), 0)
    table.do(do.SetStarter(HOST, "odd", PickedBy(DMO)), 0)
    assert table.match.starters.of(1) == PickedBy(CANDIDATE)
    assert table.match.starters.of(3) == PickedBy(DMO)


def test_r26_the_last_word_on_a_named_round_holds():
    table = Table()
    table.do(do.SetStarter(HOST, 3, PickedBy(CANDIDATE)), 0)
    table.do(do.SetStarter(HOST, 2, StartsAs(DMO, THIEF)), 0)
    table.do(do.SetStarter(HOST, 3, StartsAs(DMO, MINER)), 0)
    assert table.match.starters.named == ((2, StartsAs(DMO, THIEF)), (3, StartsAs(DMO, MINER)))


@pytest.mark.parametrize("role", Role)
def test_r26_hosts_can_fix_the_start_roles_and_then_nobody_is_asked(role):
    table = Table()
    table.do(do.SetStarter(HOST, "odd", StartsAs(CANDIDATE, role)), 0)
    came = table.do(do.StartMatch(HOST, skip_ready=True), 0)
    picked = the(ev.RolePicked, came)
    assert (picked.seat, picked.role, picked.by, picked.defaulted) == (CANDIDATE, role, HOST, False)
    assert table.turn.role_of(CANDIDATE) is role
    assert not any(isinstance(event, ev.RoleAsked) for event in came)


def test_r26_a_change_while_the_role_is_being_picked_asks_the_new_picker_with_a_full_minute():
    table = Table.started()
    came = the(ev.RoleAsked, table.do(do.SetStarter(HOST, "odd", PickedBy(CANDIDATE)), 30_000))
    assert (came.picker, came.deadline) == (CANDIDATE, 90_000)
    assert asked(table) == (1, CANDIDATE)


def test_r26_fixing_the_roles_while_the_role_is_being_picked_opens_the_turn():
    table = Table.started()
    table.do(do.SetStarter(HOST, 1, StartsAs(DMO, THIEF)), 30_000)
    assert table.turn.thief is DMO


def test_r26_a_change_of_another_round_does_not_disturb_the_role_pick():
    table = Table.started()
    assert len(table.do(do.SetStarter(HOST, "even", PickedBy(DMO)), 30_000)) == 1
    assert due(table.match) == 61_500


def test_r26_a_change_while_paused_takes_effect_at_the_resume():
    table = Table.started()
    table.pause(1000)
    assert len(table.do(do.SetStarter(HOST, 1, PickedBy(CANDIDATE)), 2000)) == 1
    came = the(ev.RoleAsked, table.resume(5000))
    assert (came.picker, came.deadline) == (CANDIDATE, 65_000)


@pytest.mark.parametrize("paused", [False, True])
def test_r26_it_is_too_late_for_a_round_whose_role_was_picked(paused):
    table = Table.in_first_turn()
    if paused:
        table.pause(1000)
    command = do.SetStarter(HOST, 1, PickedBy(CANDIDATE))
    table.refused(command, 2000, Reason.ROUND_SETTLED)
    table.do(do.SetStarter(HOST, 2, PickedBy(DMO)), 2000)


@pytest.mark.parametrize("number", [1, 2])
def test_r26_a_pause_between_rounds_leaves_the_next_round_open_to_change(number):
    table = Table.in_first_turn(target_gems=1)
    table.do(do.PauseMatch(DMO), 0)
    table.win_round(DMO)
    command = do.SetStarter(HOST, number, PickedBy(DMO))
    if number == 1:
        table.refused(command, 5000, Reason.ROUND_SETTLED)
    else:
        table.do(command, 5000)
        assert the(ev.RoleAsked, table.resume(6000)).picker is DMO


def test_r26_a_change_between_turns_of_a_pause_leaves_the_running_round_alone():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 0)
    table.play(NORTH, SOUTH)
    table.refused(do.SetStarter(HOST, 1, PickedBy(DMO)), 5000, Reason.ROUND_SETTLED)
    table.do(do.SetStarter(HOST, "odd", PickedBy(CANDIDATE)), 5000)
    table.resume(6000)
    assert table.turn.number == 2


@pytest.mark.parametrize("number", [0, -1, 6])
def test_r26_there_is_no_round_before_the_first_or_after_the_last_possible_one(number):
    table = Table()
    command = do.SetStarter(HOST, number, PickedBy(DMO))
    assert table.refused(command, 0, Reason.NO_SUCH_ROUND).most == 5
    table.do(do.SetStarter(HOST, 5, PickedBy(DMO)), 0)


@pytest.mark.parametrize("seat", Seat)
def test_r26_a_player_can_not_change_who_picks(seat):
    Table().refused(do.SetStarter(seat, "odd", PickedBy(seat)), 0, Reason.HOSTS_ONLY)


def test_r26_a_change_to_what_holds_already_does_not_ask_for_the_role_anew():
    table = Table.started()
    came = table.do(do.SetStarter(HOST, "odd", PickedBy(DMO)), 30_000)
    assert [event.event for event in came] == ["starter_set"]
    assert due(table.match) == 61_500


def test_r26_the_rules_say_who_picks_first_and_the_other_one_picks_in_even_rounds():
    table = Table.started(first_picker=CANDIDATE)
    table.refused(do.PickRole(DMO, MINER), 0, Reason.NOT_YOUR_ROLE_PICK)
    table.do(do.PickRole(CANDIDATE, MINER), 0)
    assert table.match.starters.of(2) == PickedBy(DMO)


def test_r26_r29_rules_set_before_the_start_change_who_picks_first_only_where_they_differ_in_it():
    table = Table()
    table.do(do.SetStarter(HOST, "odd", StartsAs(DMO, MINER)), 0)
    table.do(do.SetStarter(HOST, 3, PickedBy(DMO)), 0)
    table.do(do.SetRules(HOST, Rules(target_gems=7)), 0)
    assert table.match.starters.of(1) == StartsAs(DMO, MINER)
    table.do(do.SetRules(HOST, Rules(first_picker=CANDIDATE)), 0)
    assert [table.match.starters.of(number) for number in (1, 2, 3)] == [
        PickedBy(CANDIDATE),
        PickedBy(DMO),
        PickedBy(DMO),
    ]
