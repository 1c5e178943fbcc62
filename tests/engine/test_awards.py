"""The hosts correct a player's gems (R30), which can win the round at once (R7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    Over,
    Paused,
    PickingRole,
    ReadyCheck,
)
from minecart_robbery.engine.nouns import Tally
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import ReadyRounds
from tests.engine.table import CANDIDATE, DMO, HOST, HOUSE, NORTH, SOUTH, Table, the


def test_gems_are_given_and_taken_while_the_turn_goes_on():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    given = the(ev.GemsAwarded, table.do(do.Award(HOST, DMO, 3, "miscounted"), 2000))
    assert (given.gems, given.gems_after, given.note) == (3, Tally(3, 0), "miscounted")
    table.do(do.Award(HOST, DMO, -1), 3000)
    assert table.turn.round.gems == Tally(2, 0)
    assert table.picked(DMO) is NORTH
    assert table.deadline == 60_000


def test_nobody_has_fewer_gems_than_none():
    table = Table.in_first_turn()
    table.do(do.Award(HOST, CANDIDATE, 2), 1000)
    refusal = table.refused(do.Award(HOST, CANDIDATE, -3), 2000, Reason.TOO_FEW_GEMS)
    assert (refusal.whose, refusal.most) == (CANDIDATE, 2)
    table.do(do.Award(HOST, CANDIDATE, -2), 2000)


def test_no_gems_at_all_are_no_correction():
    Table.in_first_turn().refused(do.Award(HOST, DMO, 0), 1000, Reason.NO_GEMS)


def test_gems_are_corrected_only_in_a_round():
    table = Table()
    table.refused(do.Award(HOST, DMO, 1), 0, Reason.NOT_STARTED)
    Table.started().refused(do.Award(HOST, DMO, 1), 0, Reason.NO_ROUND_ON)


@pytest.mark.parametrize("by", [DMO, CANDIDATE, HOUSE])
def test_r30_only_hosts_correct_gems(by):
    Table.in_first_turn().refused(do.Award(by, DMO, 1), 1000, Reason.HOSTS_ONLY)


def test_r7_gems_that_reach_the_target_win_the_round_and_the_open_turn_is_dropped():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    came = table.do(do.Award(HOST, CANDIDATE, 15), 2000)
    assert [type(it) for it in came] == [ev.GemsAwarded, ev.RoundWon, ev.RoleAsked]
    assert table.match.rounds == Tally(0, 1)
    assert isinstance(table.match.current, PickingRole)
    late = table.refused(do.Say(CANDIDATE, SOUTH), 2500, Reason.NO_TURN_OPEN)
    assert late.late_ms == 500


def test_r7_in_a_pause_the_round_is_won_at_once_and_the_pause_goes_on():
    table = Table.in_first_turn()
    table.pause(1000)
    came = table.do(do.Award(HOST, DMO, 20), 2000)
    assert [type(it) for it in came] == [ev.GemsAwarded, ev.RoundWon]
    assert table.match.unpaused == BeforeRound(2)
    assert isinstance(table.resume(3000)[-1], ev.RoleAsked)


def test_in_a_pause_between_turns_gems_are_corrected_and_the_next_turn_comes_at_the_resume():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.play(NORTH, SOUTH)
    assert isinstance(table.match.unpaused, BeforeTurn)
    assert len(table.do(do.Award(HOST, CANDIDATE, 4), 10_000)) == 1
    table.resume(20_000)
    assert table.turn.round.gems == Tally(1, 4)


def test_r28_in_a_pause_the_match_is_won_at_once_and_there_is_no_pause_any_more():
    table = Table.in_first_turn(rounds_to_win=1)
    table.do(do.PauseMatch(DMO), 500)
    table.pause(1000)
    came = table.do(do.Award(HOST, DMO, 15), 2000)
    assert [type(it) for it in came] == [ev.GemsAwarded, ev.RoundWon, ev.MatchWon]
    assert isinstance(table.match.current, Over)
    assert table.match.pause_asked is None


def in_a_break(**rules: Any) -> Table:
    """The break after the first turn, since 2.5 s; the candidate has a gem."""
    table = Table.in_first_turn(between_turns_seconds=60, **rules)
    table.play(NORTH, NORTH)
    return table


def with_somebody_new(table: Table) -> Table:
    """Somebody new has come, who isn't ready yet."""
    table.do(do.Substitute(HOST, CANDIDATE), 20_000)
    return table


def with_somebody_new_in_a_pause(table: Table) -> Table:
    """The same in a pause, after which both will be asked."""
    table.pause(19_000)
    return with_somebody_new(table)


def pausing_for_somebody_new(table: Table) -> Table:
    """A pause while both are asked."""
    with_somebody_new(table).pause(21_000)
    return table


STANDING_STILL = (with_somebody_new, with_somebody_new_in_a_pause, pausing_for_somebody_new)


@pytest.mark.parametrize("before", [Table.in_first_turn, in_a_break])
@pytest.mark.parametrize("stood_still", [lambda table: table, *STANDING_STILL])
@pytest.mark.parametrize("ready_check", ReadyRounds)
def test_r7_gems_that_reach_the_target_win_the_round_at_once_wherever_the_match_stands(
    before: Callable[..., Table], stood_still: Callable[[Table], Table], ready_check: ReadyRounds
):
    table = stood_still(before(ready_check=ready_check))
    came = table.do(do.Award(HOST, CANDIDATE, 15), 22_000)
    assert the(ev.RoundWon, came).rounds == Tally(0, 1)
    table.refused(do.Award(HOST, DMO, 15), 23_000, Reason.NO_ROUND_ON)
    if isinstance(table.match.current, Paused):
        table.resume(24_000)
    asked = [it.round for it in table.events if isinstance(it, ev.ReadyAsked)][-1:]
    if isinstance(table.match.current, ReadyCheck):
        assert asked == [2]
        table.do(do.SayReady(DMO), 25_000)
        table.do(do.SayReady(CANDIDATE), 25_001)
    assert isinstance(table.match.current, PickingRole)
    assert table.match.current.number == 2


@pytest.mark.parametrize("before", [Table.in_first_turn, in_a_break])
@pytest.mark.parametrize("stood_still", STANDING_STILL)
def test_r28_gems_that_win_the_match_end_it_at_once_though_somebody_new_is_not_ready(
    before: Callable[..., Table], stood_still: Callable[[Table], Table]
):
    table = stood_still(before(rounds_to_win=1))
    came = table.do(do.Award(HOST, DMO, 15), 22_000)
    assert [type(it) for it in came] == [ev.GemsAwarded, ev.RoundWon, ev.MatchWon]
    assert table.match.current == Over(DMO)


def test_r32_gems_given_in_a_turn_are_taken_back_with_it_and_those_before_it_are_not():
    table = Table.in_first_turn()
    table.do(do.Award(HOST, DMO, 2), 1000)
    table.play(NORTH, SOUTH)
    table.do(do.Award(HOST, DMO, 5), table.turn.clock.opened.ms + 1)
    table.do(do.TakeBack(HOST, 1, 2), 500_000)
    assert table.turn.round.gems == Tally(3, 0)
    table.do(do.TakeBack(HOST, 1, 1), 500_001)
    assert table.turn.round.gems == Tally(0, 0)


def test_r32_a_round_won_by_a_correction_is_taken_back_with_the_turn_that_it_dropped():
    table = Table.in_first_turn()
    table.do(do.Award(HOST, DMO, 15), 1000)
    table.do(do.TakeBack(HOST, 1, 1), 2000)
    assert (table.match.rounds, table.turn.round.gems) == (Tally(0, 0), Tally(0, 0))
