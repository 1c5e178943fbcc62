"""Bonus actions: Accelerate and Join, and what they do to the clock (R9 to R15)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import KEEP, Verdict
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Seat, Stashes, Track
from minecart_robbery.engine.refusals import Reason
from minecart_robbery.engine.routes import Routes
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    NORTH,
    SOUTH,
    Table,
    the,
)


def test_r09_both_players_may_play_both_bonuses_in_one_turn():
    table = Table.in_first_turn()
    for number, seat in enumerate(Seat):
        table.accelerate(seat, NORTH, 1000 + number)
        table.join(seat, NORTH, CENTRAL, 2000 + number)
    assert table.projection.used == {(seat, kind) for seat in Seat for kind in BonusKind}


@pytest.mark.parametrize("bonus", [Accelerate(SOUTH), Join(CENTRAL, SOUTH)])
def test_r09_a_second_bonus_of_the_same_kind_in_one_turn_is_refused(bonus):
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 1000)
    table.join(DMO, NORTH, CENTRAL, 1001)
    refusal = table.refused(do.Say(DMO, bonus), 2000, Reason.USED_UP)
    assert refusal.bonus is bonus.kind
    assert table.deadline == 61_001


def test_r09_a_bonus_played_as_miner_is_used_up_as_thief_in_the_same_round():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 1000)
    table.play(NORTH, SOUTH)
    table.refused(do.Say(DMO, Accelerate(NORTH)), 10_000, Reason.USED_UP)
    table.accelerate(CANDIDATE, NORTH, 10_000)


def test_r10_a_bonus_is_refused_while_no_turn_is_open_and_nothing_is_used_up():
    table = Table()
    accelerate = do.Say(DMO, Accelerate(NORTH))
    table.refused(accelerate, 0, Reason.NOT_STARTED)
    table.do(do.StartMatch(HOST, skip_ready=True), 0)
    table.refused(accelerate, 0, Reason.NO_TURN_OPEN)
    table.do(do.PickRole(DMO, do.Role.MINER), 0)
    table.pause(100)
    table.refused(accelerate, 200, Reason.PAUSED)
    table.resume(300)
    table.accelerate(DMO, NORTH, 400)


@pytest.mark.parametrize("mine", Track)
def test_r11_accelerate_adds_one_gem_at_once_and_it_counts_in_this_turn(mine):
    table = Table.in_first_turn()
    table.accelerate(CANDIDATE, mine, 1000)
    assert table.projection.stashes == Stashes(1, 1, 1).with_one_more(mine)
    assert table.play(mine, mine).gems == 2


def test_r11_an_accelerated_gem_that_is_not_sent_stays_at_its_mine():
    table = Table.in_first_turn()
    table.accelerate(DMO, SOUTH, 1000)
    table.play(NORTH, CENTRAL)
    assert table.turn.stashes == Stashes(1, 2, 3)


@pytest.mark.parametrize(
    ("first", "second", "routes"),
    [
        (NORTH, CENTRAL, Routes(CENTRAL, CENTRAL, SOUTH)),
        (CENTRAL, NORTH, Routes(NORTH, NORTH, SOUTH)),
        (CENTRAL, SOUTH, Routes(NORTH, SOUTH, SOUTH)),
        (SOUTH, CENTRAL, Routes(NORTH, CENTRAL, CENTRAL)),
    ],
)
def test_r12_each_of_the_four_joins_sends_the_carts_of_first_on_second(first, second, routes):
    table = Table.in_first_turn()
    table.join(CANDIDATE, first, second, 1000)
    assert table.projection.routes == routes
    settled = table.play(first, second)
    assert (settled.cart, settled.ran_on, settled.to) == (first, second, CANDIDATE)


def test_r12_a_join_holds_for_this_turn_only():
    table = Table.in_first_turn()
    table.join(DMO, NORTH, CENTRAL, 1000)
    table.play(NORTH, SOUTH)
    assert table.projection.routes == Routes(NORTH, CENTRAL, SOUTH)


@pytest.mark.parametrize(("first", "second"), [(NORTH, SOUTH), (SOUTH, NORTH)])
def test_r12_north_and_south_are_not_adjacent_and_nothing_is_used_up(first, second):
    table = Table.in_first_turn()
    table.refused(do.Say(DMO, Join(first, second)), 1000, Reason.NOT_ADJACENT)
    assert table.deadline == 60_000
    table.join(DMO, NORTH, CENTRAL, 1001)


@pytest.mark.parametrize("track", Track)
def test_r12_a_track_is_not_adjacent_to_itself(track):
    table = Table.in_first_turn()
    table.refused(do.Say(DMO, Join(track, track)), 1000, Reason.NOT_ADJACENT)


def test_r13_two_joins_compose_in_the_order_in_which_they_were_played():
    table = Table.in_first_turn()
    table.join(DMO, CENTRAL, NORTH, 1000)
    table.join(CANDIDATE, NORTH, CENTRAL, 2000)
    assert table.projection.routes == Routes(CENTRAL, CENTRAL, SOUTH)


def test_r13_the_order_is_that_of_the_moments_not_that_of_the_arrival():
    table = Table.in_first_turn()
    table.join(CANDIDATE, NORTH, CENTRAL, 2000)
    table.join(DMO, CENTRAL, NORTH, 1000)
    assert table.projection.routes == Routes(CENTRAL, CENTRAL, SOUTH)


def test_r13_the_other_way_round_the_two_joins_of_the_example_end_on_north():
    table = Table.in_first_turn()
    table.join(CANDIDATE, NORTH, CENTRAL, 1000)
    table.join(DMO, CENTRAL, NORTH, 2000)
    assert table.projection.routes == Routes(NORTH, NORTH, SOUTH)


@pytest.mark.parametrize("mine", [NORTH, CENTRAL])
def test_r14_after_the_designers_join_the_thief_on_north_catches_north_and_central(mine):
    table = Table.in_first_turn()
    table.join(CANDIDATE, CENTRAL, NORTH, 1000)
    assert table.play(mine, NORTH).to is CANDIDATE


@pytest.mark.parametrize("mine", Track)
def test_r14_after_the_designers_join_a_guard_on_central_is_taken_and_steals_nothing(mine):
    table = Table.in_first_turn()
    table.join(CANDIDATE, CENTRAL, NORTH, 1000)
    settled = table.play(mine, CENTRAL)
    assert (settled.guard, settled.to) == (CENTRAL, DMO)


@pytest.mark.parametrize("bonus", [Accelerate(SOUTH), Join(CENTRAL, SOUTH)])
def test_r15_a_bonus_restarts_the_minute_for_both_from_its_own_moment(bonus):
    table = Table.in_first_turn()
    played = the(ev.BonusPlayed, table.say(CANDIDATE, bonus, 59_000))
    assert played.deadline == table.deadline == 119_000
    table.say(DMO, NORTH, 119_000)
    assert table.picked(DMO) is NORTH
    assert table.why_not(CANDIDATE, NORTH, 119_001) is Verdict.LATE


def test_r15_a_bonus_at_the_last_millisecond_counts_and_one_millisecond_later_does_not():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 60_000)
    assert table.deadline == 120_000
    assert table.why_not(CANDIDATE, Accelerate(NORTH), 120_001) is Verdict.LATE
    assert table.projection.used == {(DMO, BonusKind.ACCELERATE)}
    table.settle()
    table.accelerate(CANDIDATE, NORTH, 130_000)


def test_r15_a_bonus_after_one_pick_makes_the_turn_wait_for_both_again():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    assert table.projection.needs(DMO)
    table.say(CANDIDATE, SOUTH, 3000)
    assert not table.is_over
    table.say(DMO, NORTH, 4000)
    assert table.projection.ended is not None
    assert table.projection.ended.ms == 4000


def test_r15_picks_before_a_bonus_stand_as_a_fallback_at_the_new_deadline():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    table.say(CANDIDATE, SOUTH, 3000)
    assert due(table.match) == 63_500
    settled = table.settle()
    assert (settled.cart, settled.guard, settled.silent) == (NORTH, SOUTH, ())
    assert settled.over_at == 62_000


def test_r15_picks_before_a_bonus_may_be_changed():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    table.say(DMO, CENTRAL, 3000)
    table.say(CANDIDATE, SOUTH, 4000)
    assert table.settle().cart is CENTRAL


def test_r15_keep_after_a_bonus_picks_again_what_stands_and_ends_the_turn():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    table.say(CANDIDATE, SOUTH, 3000)
    kept = the(ev.PickMade, table.keep(DMO, 4000))
    assert (kept.track, kept.kept) == (NORTH, True)
    assert table.is_over
    assert table.settle().cart is NORTH


def test_r15_keep_without_a_standing_pick_is_answered_with_a_hint_and_is_no_pick():
    table = Table.in_first_turn()
    assert table.why_not(DMO, KEEP, 1000) is Verdict.NOTHING_TO_KEEP
    assert table.picked(DMO) is None


def test_r15_keep_counts_once_the_pick_before_it_arrives():
    table = Table.in_first_turn()
    table.why_not(DMO, KEEP, 3000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    table.say(DMO, SOUTH, 1000)
    assert table.picked(DMO) is SOUTH
    assert not table.projection.needs(DMO)


def test_r15_keep_picks_the_pick_that_stood_at_its_own_moment_not_a_later_one():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(DMO, SOUTH, 3000)
    assert the(ev.PickMade, table.keep(DMO, 2000)).track is NORTH
    assert table.picked(DMO) is SOUTH


def test_r15_the_opponents_pick_is_nothing_that_one_can_keep():
    table = Table.in_first_turn()
    table.say(CANDIDATE, NORTH, 1000)
    assert table.why_not(DMO, KEEP, 2000) is Verdict.NOTHING_TO_KEEP
