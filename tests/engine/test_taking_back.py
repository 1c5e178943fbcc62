"""Taking back a turn or a round: the match is again as it was when that began (R32, S43)."""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.corrections import last_turn_over
from minecart_robbery.engine.match import BeforeTurn, Over, Paused, PickingRole, TurnOpen
from minecart_robbery.engine.nouns import BonusKind, Stashes, Tally
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, StartsAs
from minecart_robbery.engine.superseded import taken_back
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    HOUSE,
    MINER,
    NORTH,
    SOUTH,
    THIEF,
    Table,
    the,
)


def back(table: Table, round_number: int, turn: int | None, at: int = 500_000) -> None:
    table.do(do.TakeBack(HOST, round_number, turn, "a slip"), at)


def after_three_turns(**rules: Any) -> Table:
    """A table whose fourth turn is open; the DMO has accelerated in the second turn."""
    table = Table.in_first_turn(**rules)
    table.play(NORTH, SOUTH)
    table.accelerate(DMO, CENTRAL, table.turn.clock.opened.ms + 1)
    table.play(CENTRAL, NORTH)
    table.play(SOUTH, SOUTH)
    return table


def test_r32_a_turn_taken_back_opens_again_with_the_stashes_gems_and_bonuses_of_then():
    table = after_three_turns()
    assert table.turn.round.used == {(DMO, BonusKind.ACCELERATE)}
    back(table, 1, 2)
    turn = table.turn
    assert (turn.number, turn.miner, turn.stashes) == (2, CANDIDATE, Stashes(1, 2, 2))
    assert turn.round.gems == Tally(1, 0)
    assert turn.round.used == frozenset()
    assert turn.facts == ()


def test_r32_the_turn_opens_anew_with_a_full_clock_at_the_moment_of_taking_back():
    table = after_three_turns()
    back(table, 1, 3, 500_000)
    assert table.turn.clock.opened == Moment(500_000)
    assert table.deadline == 560_000


def test_r32_a_bonus_taken_back_can_be_played_again():
    table = after_three_turns()
    back(table, 1, 2)
    table.accelerate(DMO, NORTH, 501_000)
    assert table.projection.stashes == Stashes(2, 2, 2)


def test_r32_what_was_sent_before_the_turn_opened_anew_is_no_pick_for_it():
    table = after_three_turns()
    back(table, 1, 3)
    too_early = table.refused(do.Say(DMO, NORTH), 499_999, Reason.TOO_EARLY)
    assert too_early.late_ms == 0


def test_r32_picks_of_the_open_turn_are_void_when_it_is_taken_back():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    back(table, 1, 1, 2000)
    assert table.picked(DMO) is None


def test_r32_a_round_taken_back_has_its_start_role_picked_anew():
    table = after_three_turns()
    back(table, 1, None)
    asking = table.match.current
    assert isinstance(asking, PickingRole)
    assert (asking.number, asking.picker) == (1, DMO)
    table.do(do.PickRole(DMO, THIEF), 501_000)
    assert (table.turn.number, table.turn.miner) == (1, CANDIDATE)


def test_r32_a_round_taken_back_from_the_next_one_is_won_by_nobody():
    table = Table.in_first_turn(target_gems=1)
    table.win_round(DMO)
    table.do(do.PickRole(CANDIDATE, MINER), 10_000)
    assert table.match.rounds == Tally(1, 0)
    back(table, 1, 1)
    assert table.match.rounds == Tally(0, 0)
    assert table.turn.round.number == 1


def test_r32_nobody_is_asked_anew_whether_they_are_ready_for_a_round_taken_back():
    table = Table.in_first_turn(ready_check=ReadyRounds.EVERY)
    back(table, 1, None)
    assert isinstance(table.match.current, PickingRole)


def test_r32_start_roles_that_hosts_have_fixed_are_settled_at_once_when_a_round_is_taken_back():
    table = Table()
    table.do(do.SetStarter(HOST, "odd", StartsAs(DMO, THIEF)), 0)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    back(table, 1, None)
    assert (table.turn.number, table.turn.miner) == (1, CANDIDATE)


def test_r32_who_picks_is_asked_of_the_present_settings():
    table = after_three_turns()
    table.do(do.SetStarter(HOST, "odd", PickedBy(CANDIDATE)), 400_000)
    back(table, 1, None)
    asking = table.match.current
    assert isinstance(asking, PickingRole)
    assert asking.picker is CANDIDATE


def test_r32_a_role_asked_for_anew_is_taken_back_as_that_same_round():
    table = Table.started()
    table.do(do.SetStarter(HOST, "odd", PickedBy(CANDIDATE)), 1000)
    table.do(do.PickRole(CANDIDATE, MINER), 2000)
    back(table, 1, None)
    assert isinstance(table.match.current, PickingRole)
    table.do(do.PickRole(CANDIDATE, MINER), 501_000)
    assert [it.turn for it in table.match.snapshots] == [None, 1]


def test_r32_in_a_pause_the_turn_opens_anew_when_the_match_goes_on():
    table = after_three_turns()
    table.pause(20_000)
    back(table, 1, 2)
    assert isinstance(table.match.unpaused, BeforeTurn)
    assert due(table.match) is None
    resumed = table.resume(600_000)
    assert the(ev.TurnOpened, resumed).turn == 2
    assert the(ev.MatchResumed, resumed).deadline is None
    assert table.deadline == 660_000


def test_r32_the_pause_itself_stays_as_it_was():
    table = after_three_turns()
    table.do(do.PauseMatch(HOUSE), 20_000)
    cause = table.paused.cause
    back(table, 1, None)
    assert table.paused.cause is cause


def test_r30_a_pause_that_was_asked_for_comes_before_the_turn_opens_anew():
    table = after_three_turns()
    table.do(do.PauseMatch(DMO), 20_000)
    back(table, 1, 2)
    assert isinstance(table.match.current, Paused)


def test_s25_no_two_openings_are_alike_also_when_a_turn_is_taken_back():
    table = after_three_turns()
    openings = table.match.openings
    back(table, 1, 2)
    assert table.match.openings == openings + 1


def test_r30_a_host_can_be_called_again_after_a_turn_was_taken_back():
    table = after_three_turns()
    table.do(do.CallHost(DMO), 19_000)
    table.pause(20_000)
    back(table, 1, 2)
    table.do(do.CallHost(DMO), 500_001)


def test_r32_what_was_taken_back_can_not_be_taken_back_again():
    table = after_three_turns()
    back(table, 1, 2)
    table.refused(do.TakeBack(HOST, 1, 3), 500_001, Reason.NO_SUCH_TURN)
    back(table, 1, 1, 500_002)
    assert table.turn.number == 1


def test_r32_with_a_turn_that_has_not_been_played_the_refusal_says_which_have():
    table = Table.in_first_turn(target_gems=2)
    table.expire()
    table.win_round(CANDIDATE)
    table.do(do.PickRole(CANDIDATE, MINER), 70_000)
    refusal = table.refused(do.TakeBack(HOST, 2, 2), 500_000, Reason.NO_SUCH_TURN)
    assert refusal.played == (2, 1)
    table.refused(do.TakeBack(HOST, 3), 500_000, Reason.NO_SUCH_TURN)


def test_r32_nothing_is_taken_back_before_anything_was_played():
    table = Table()
    table.refused(do.TakeBack(HOST, 1, 1), 0, Reason.NOT_STARTED)
    table.do(do.StartMatch(HOST), 0)
    table.refused(do.TakeBack(HOST, 1), 1, Reason.NOTHING_PLAYED)


@pytest.mark.parametrize("by", [DMO, CANDIDATE, HOUSE])
def test_r30_only_hosts_take_anything_back(by):
    table = after_three_turns()
    table.refused(do.TakeBack(by, 1, 1), 400_000, Reason.HOSTS_ONLY)


def test_r32_the_last_turn_is_the_one_that_was_over_last_and_not_the_open_one():
    table = Table()
    assert last_turn_over(table.match) is None
    table = Table.in_first_turn(target_gems=3)
    assert last_turn_over(table.match) is None
    table.play(NORTH, SOUTH)
    assert last_turn_over(table.match) == (1, 1)
    table.pause(10_000)
    assert last_turn_over(table.match) == (1, 1)
    table.resume(20_000)
    table.play(NORTH, NORTH)
    table.play(SOUTH, NORTH)
    assert isinstance(table.match.current, PickingRole)
    assert last_turn_over(table.match) == (1, 3)


def test_no_event_takes_back_what_was_never_played():
    with pytest.raises(ValueError, match="round 1, turn 2"):
        evolve(Table.in_first_turn().match, ev.TakenBack(Moment(1), 1, 2, ""))


def test_r25_silent_turns_in_a_row_are_counted_as_they_were_then():
    table = Table.in_first_turn()
    table.expire()
    table.expire()
    assert isinstance(table.match.current, Paused)
    back(table, 1, 2)
    table.resume(600_000)
    assert isinstance(table.match.current, TurnOpen)
    assert table.match.current.idle == 1
    table.expire()
    assert isinstance(table.match.current, Paused)


def won(table: Table) -> None:
    """The DMO wins the match at once."""
    table.win_round(DMO)
    assert isinstance(table.match.current, Over)


ENDS = [
    won,
    lambda it: it.do(do.CallOff(HOST), 5000),
    lambda it: it.do(do.Forfeit(HOST, DMO), 5000),
]


@pytest.mark.parametrize("end", ENDS, ids=["won", "called off", "forfeited"])
def test_r32_a_match_that_has_ended_is_reopened_by_taking_its_last_turn_back(end):
    table = Table.in_first_turn(target_gems=1, rounds_to_win=1)
    before = table.turn
    end(table)
    came = table.do(do.TakeBack(HOST, 1, 1, "a slip"), 90_000)
    assert [it.event for it in came] == ["taken_back", "turn_opened"]
    assert (table.turn.round, table.turn.stashes) == (before.round, before.stashes)
    assert table.match.rounds == Tally()
    gone = taken_back(table.events)
    ended = next(
        number
        for number, it in enumerate(table.events, start=1)
        if it.event in ("match_won", "called_off", "forfeited")
    )
    assert ended in gone


@pytest.mark.parametrize("end", ENDS, ids=["won", "called off", "forfeited"])
def test_r32_nothing_else_is_taken_by_a_match_that_has_ended(end):
    table = Table.in_first_turn(target_gems=1, rounds_to_win=1)
    end(table)
    for command in (do.Say(DMO, NORTH), do.Award(HOST, DMO, 1), do.ResumeMatch(HOST)):
        table.refused(command, 90_000, Reason.MATCH_ENDED)
    table.refused(do.TakeBack(DMO, 1, 1), 90_000, Reason.MATCH_ENDED)
    table.refused(do.TakeBack(HOST, 2, 1), 90_000, Reason.NO_SUCH_TURN)


def test_r32_a_match_called_off_before_the_start_has_nothing_to_be_taken_back():
    table = Table()
    table.do(do.CallOff(HOST), 1)
    table.refused(do.TakeBack(HOST, 1, 1), 2, Reason.NOTHING_PLAYED)
