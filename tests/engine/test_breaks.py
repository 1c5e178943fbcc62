"""The break between two turns: nobody has to act in it, and the next turn opens when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import deadline_of, due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.deadlines import at_stake
from minecart_robbery.engine.match import BeforeTurn, PauseCause, PickingRole
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Tally
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import PickedBy
from tests.engine.table import CANDIDATE, CENTRAL, DMO, HOST, HOUSE, MINER, NORTH, SOUTH, Table, the

OVER, OPENS = 2000, 12_000


def in_break(**rules: Any) -> Table:
    """The break of 10 s after a turn that was over at 2 s; the DMO mined and has one gem."""
    table = Table.in_first_turn(between_turns_seconds=10, settle_seconds=0, **rules)
    table.play(NORTH, SOUTH)
    return table


def between(table: Table) -> BeforeTurn:
    assert isinstance(table.match.current, BeforeTurn)
    assert table.match.current.opens is not None
    return table.match.current


def test_r29_a_settled_turn_is_followed_by_a_break_in_which_nothing_is_at_stake():
    table = in_break()
    assert table.events[-1] == ev.BreakBegun(table.events[-1].at, 1, 2, OPENS)
    assert between(table).round.gems == Tally(dmo=1)
    assert (between(table).number, table.match.last_over) == (2, OVER)
    assert deadline_of(table.match) == due(table.match) == OPENS
    assert at_stake(table.match) is None


def test_r29_without_the_setting_the_next_turn_opens_at_once():
    table = Table.in_first_turn()
    table.play(NORTH, SOUTH)
    assert table.turn.number == 2


def test_r29_the_next_turn_opens_when_the_break_is_over_with_a_gem_more_at_each_mine_r2():
    table = in_break(grace_seconds=30)
    opened = the(ev.TurnOpened, table.expire())
    assert (opened.at.ms, opened.turn, opened.miner) == (OPENS, 2, CANDIDATE)
    assert opened.deadline == OPENS + 60_000
    assert (opened.stashes.north, opened.stashes.south) == (1, 2)


def test_r29_no_break_comes_before_a_rounds_first_turn():
    table = Table.started(between_turns_seconds=10, target_gems=1)
    table.do(do.PickRole(DMO, MINER), 0)
    came = table.win_round(DMO)
    assert [type(it) for it in came] == [ev.TurnSettled, ev.RoundWon, ev.RoleAsked]
    assert isinstance(table.match.current, PickingRole)


@pytest.mark.parametrize(
    "command",
    [do.Say(DMO, NORTH), do.Say(DMO, Accelerate(NORTH)), do.PickFor(HOST, DMO, NORTH)],
)
def test_in_a_break_nothing_is_picked_or_played_and_it_is_said_when_it_can_be(command):
    refusal = in_break().refused(command, 3000, Reason.BETWEEN_TURNS)
    assert (refusal.late_ms, refusal.wait_ms) == (1000, 9000)


def test_what_is_judged_once_the_break_is_over_but_the_turn_is_not_open_yet_waits_no_longer():
    refusal = in_break().refused(do.Say(DMO, NORTH), OPENS + 5, Reason.BETWEEN_TURNS)
    assert refusal.wait_ms == 0


def test_s3_a_pick_from_the_break_that_arrives_in_the_next_turn_is_none_for_it():
    table = in_break()
    table.expire()
    table.refused(do.Say(DMO, NORTH), 5000, Reason.TOO_EARLY)


def test_in_a_break_no_role_is_to_be_picked_and_nobody_asks_for_readiness():
    table = in_break()
    table.refused(do.PickRole(DMO, MINER), 3000, Reason.NO_ROLE_TO_PICK)
    table.refused(do.SayReady(DMO), 3000, Reason.NO_READY_CHECK)


def test_r27_whoever_missed_the_choice_of_a_role_is_told_so_in_a_break_too():
    table = Table.started(between_turns_seconds=10, settle_seconds=0)
    table.expire()
    table.play(NORTH, SOUTH)
    between(table)
    table.refused(do.PickRole(DMO, MINER), 63_000, Reason.ROLE_TOO_LATE)


def test_r26_the_roles_of_a_round_are_settled_in_its_breaks():
    in_break().refused(do.SetStarter(HOST, 1, PickedBy(DMO)), 3000, Reason.ROUND_SETTLED)


@pytest.mark.parametrize(
    ("command", "cause"),
    [
        (do.PauseMatch(HOST, "tea"), PauseCause.HOST),
        (do.PauseMatch(DMO, "tea"), PauseCause.DMO),
        (do.PauseMatch(HOUSE, "tea"), PauseCause.HOUSE),
        (do.AwaitHosts("tea"), PauseCause.AWAY),
    ],
)
def test_r30_r31_a_pause_in_a_break_comes_at_once_and_after_it_there_is_a_whole_new_break(
    command, cause
):
    table = in_break()
    paused = the(ev.MatchPaused, table.do(command, 5000))
    assert (paused.cause, paused.note, due(table.match)) == (cause, "tea", None)
    assert isinstance(table.match.unpaused, BeforeTurn)
    resumed, begun = table.do(do.ResumeMatch(HOST), 100_000)
    assert isinstance(resumed, ev.MatchResumed)
    assert resumed.deadline is None
    assert isinstance(begun, ev.BreakBegun)
    assert begun.opens == 110_000


def test_r30_the_candidate_cannot_pause_a_break():
    in_break().refused(do.PauseMatch(CANDIDATE), 5000, Reason.HOSTS_ONLY)


def test_r30_a_pause_that_was_asked_for_comes_before_the_break():
    table = Table.in_first_turn(between_turns_seconds=10)
    table.do(do.PauseMatch(DMO), 100)
    table.play(NORTH, SOUTH)
    assert isinstance(table.match.unpaused, BeforeTurn)
    table.resume(50_000)
    assert between(table).opens == 60_000


def test_r25_an_empty_room_pauses_the_match_before_the_break_and_starts_the_count_anew():
    table = Table.in_first_turn(between_turns_seconds=10, idle_turns_before_pause=1)
    table.play(None, None)
    assert table.paused.cause is PauseCause.IDLE
    table.resume(100_000)
    assert between(table).idle == 0


def test_s1_a_restart_leaves_a_break_as_it_is():
    table = in_break()
    assert table.do(do.RestartClock(), 5000) == ()
    assert between(table).opens == OPENS


def test_r30_a_host_is_called_in_a_break_and_again_in_the_turn_after_it():
    table = in_break()
    table.do(do.CallHost(DMO), 5000)
    table.refused(do.CallHost(DMO), 6000, Reason.HOST_ALREADY_CALLED)
    table.expire()
    the(ev.HostCalled, table.do(do.CallHost(DMO), OPENS + 1))


def test_r30_a_match_can_be_called_off_in_a_break():
    the(ev.MatchCalledOff, in_break().do(do.CallOff(HOST), 5000))


def test_r9_what_was_played_before_a_break_stays_played_after_it():
    table = Table.in_first_turn(between_turns_seconds=10)
    table.accelerate(DMO, CENTRAL, 100)
    table.play(NORTH, SOUTH)
    table.expire()
    assert table.turn.round.used == {(DMO, BonusKind.ACCELERATE)}
