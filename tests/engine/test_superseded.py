"""Which events still stand after something was taken back (R32)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn
from minecart_robbery.engine.nouns import Tally
from minecart_robbery.engine.rules import PickedBy, ReadyRounds
from minecart_robbery.engine.superseded import taken_back
from tests.engine.table import CANDIDATE, DMO, HOST, MINER, NORTH, SOUTH, Table


def standing(table: Table) -> list[str]:
    """The events that still stand, by name."""
    gone = taken_back(table.events)
    return [it.event for number, it in enumerate(table.events, start=1) if number not in gone]


def test_where_nothing_was_taken_back_all_stands():
    table = Table.in_first_turn()
    table.play(NORTH, SOUTH)
    assert taken_back(table.events) == frozenset()


def test_a_turn_taken_back_stands_no_more_from_its_opening_on():
    table = Table.in_first_turn(received=False)
    before = len(table.events)
    table.play(NORTH, SOUTH)
    table.do(do.Award(HOST, DMO, 2), 50_000)
    table.do(do.ExtendClock(HOST, 1000), 50_001)
    played = len(table.events)
    table.do(do.TakeBack(HOST, 1, 1), 60_000)
    assert taken_back(table.events) == set(range(before, played + 1))
    assert standing(table)[-2:] == ["taken_back", "turn_opened"]


def test_r32_a_correction_made_in_the_break_before_a_turn_stands_when_that_is_taken_back():
    table = Table.in_first_turn(between_turns_seconds=5)
    table.play(NORTH, SOUTH)
    table.do(do.Award(HOST, DMO, 2), 4000)
    table.expire()
    opened = len(table.events) - 1
    table.do(do.Award(HOST, CANDIDATE, 3), 9000)
    table.do(do.TakeBack(HOST, 1, 2), 10_000)
    gone = taken_back(table.events)
    awards = [at for at, it in enumerate(table.events, 1) if isinstance(it, ev.GemsAwarded)]
    assert [at in gone for at in awards] == [False, True]
    assert standing(table).count("break_begun") == 1
    assert opened in gone
    before = table.match.phase
    assert isinstance(before, BeforeTurn)
    assert before.round.gems == Tally(3, 0)


def test_what_was_done_around_the_play_stands():
    table = Table.in_first_turn()
    table.do(do.SetStarter(HOST, "even", PickedBy(DMO)), 1000)
    table.do(do.CallHost(CANDIDATE), 1001)
    table.do(do.PauseMatch(DMO, "tea"), 1002)
    table.pause(1003)
    table.resume(2000)
    table.do(do.TakeBack(HOST, 1, 1), 3000)
    kept = [
        "starter_set",
        "host_called",
        "pause_asked",
        "paused",
        "resumed",
        "taken_back",
        "paused",
    ]
    assert [it for it in standing(table) if it in kept] == kept


def test_a_round_taken_back_stands_no_more_from_the_first_asking_for_its_role():
    table = Table.started()
    table.do(do.SetStarter(HOST, "odd", PickedBy(CANDIDATE)), 500)
    table.do(do.PickRole(CANDIDATE, MINER), 1000)
    table.do(do.TakeBack(HOST, 1), 3000)
    assert [it for it in standing(table) if it != "clock_started"] == [
        *("match_opened", "match_started", "ready_skipped", "starter_set"),
        *("taken_back", "role_asked"),
    ]


def test_the_ready_check_of_a_later_round_falls_with_what_came_before_it():
    table = Table.in_first_turn(target_gems=1, ready_check=ReadyRounds.EVERY)
    table.win_round(DMO)
    table.do(do.SayReady(DMO), 10_000)
    table.do(do.TakeBack(HOST, 1, 1), 20_000)
    assert "ready_asked" not in standing(table)
    assert "ready_said" not in standing(table)


def test_what_stood_before_stands_when_more_is_taken_back_the_second_time():
    table = Table.in_first_turn()
    table.play(NORTH, SOUTH)
    table.do(do.TakeBack(HOST, 1, 2), 100_000)
    table.play(NORTH, SOUTH)
    table.do(do.TakeBack(HOST, 1, 1), 200_000)
    stands = standing(table)
    assert stands.count("turn_opened") == 1
    assert stands.count("taken_back") == 2
    assert "turn_settled" not in stands
