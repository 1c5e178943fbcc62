"""Picks and the clock: what is in time, which pick counts, what arrives late (R16 to R20)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP, Verdict
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    HOUSE,
    NORTH,
    SOUTH,
    Table,
    edit,
    the,
)


def test_r16_the_last_pick_of_a_player_counts():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(DMO, SOUTH, 2000)
    assert table.play(None, CENTRAL).cart is SOUTH


def test_r16_an_older_pick_that_arrives_late_changes_nothing():
    table = Table.in_first_turn()
    table.say(DMO, SOUTH, 2000)
    table.say(DMO, NORTH, 1000)
    assert table.picked(DMO) is SOUTH


def test_r16_an_edit_counts_as_a_message_of_the_moment_of_the_edit():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, Moment(1000, False, 7))
    table.say(DMO, CENTRAL, Moment(2000, False, 8))
    table.say(DMO, SOUTH, edit(3000, 7))
    assert table.picked(DMO) is SOUTH


def test_r16_an_edit_comes_after_all_messages_of_its_millisecond():
    table = Table.in_first_turn()
    table.say(DMO, SOUTH, edit(1000, 1))
    table.say(DMO, NORTH, Moment(1000, False, 999))
    assert table.picked(DMO) is SOUTH


def test_r16_an_edit_in_the_millisecond_in_which_the_turn_ended_is_too_late():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, Moment(1000, False, 1))
    table.say(CANDIDATE, NORTH, Moment(1000, False, 2))
    came = the(ev.NotCounted, table.say(DMO, SOUTH, edit(1000, 1)))
    assert (came.why, came.late_ms) == (Verdict.LATE, 0)


@pytest.mark.parametrize("at", [Moment(1000, False, 5), edit(1000, 5)])
def test_r16_the_same_message_twice_does_nothing_the_second_time(at):
    table = Table.in_first_turn()
    table.say(DMO, NORTH, at)
    assert table.say(DMO, NORTH, at) == ()


def test_r17_the_turn_ends_at_the_second_pick_and_is_settled_after_the_settle_window():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    assert due(table.match) == 2500
    assert table.settle().over_at == 2000


def test_r17_when_the_minute_is_over_the_turn_is_settled_after_the_grace_window():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    assert due(table.match) == 61_500
    assert table.settle().over_at == 60_000


def test_r17_a_message_exactly_at_the_deadline_is_in_time():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, Moment(60_000, False, 999))
    table.say(CANDIDATE, SOUTH, edit(60_000, 999))
    assert table.settle().silent == ()


def test_r17_a_message_one_millisecond_after_the_deadline_is_late_by_one_millisecond():
    table = Table.in_first_turn()
    came = the(ev.NotCounted, table.say(DMO, NORTH, 60_001))
    assert (came.why, came.late_ms) == (Verdict.LATE, 1)
    assert table.settle().silent == (DMO, CANDIDATE)


def test_r17_a_changed_pick_after_both_have_picked_is_late():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    came = the(ev.NotCounted, table.say(DMO, SOUTH, 2100))
    assert (came.why, came.late_ms) == (Verdict.LATE, 100)
    assert table.settle().cart is NORTH


def test_r18_a_changed_pick_sent_before_the_turn_ended_counts_though_it_arrives_after():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    table.say(DMO, CENTRAL, 1500)
    assert due(table.match) == 2500
    assert table.settle().cart is CENTRAL


def test_r18_a_first_pick_that_arrives_in_the_grace_counts_by_its_own_moment():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, NORTH, 59_900)
    settled = table.settle()
    assert (settled.to, settled.over_at) == (CANDIDATE, 59_900)


def test_r18_a_bonus_that_arrives_in_the_settle_window_opens_the_turn_again():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    table.accelerate(CANDIDATE, NORTH, 1500)
    assert not table.is_over
    assert table.projection.needs(DMO)
    assert not table.projection.needs(CANDIDATE)
    assert due(table.match) == 63_000


def test_r18_a_bonus_that_arrives_in_the_grace_window_opens_the_turn_again():
    table = Table.in_first_turn()
    table.accelerate(CANDIDATE, NORTH, 59_999)
    assert table.deadline == 119_999
    table.refused(do.Expire(), 61_500, Reason.NOT_YET)


def test_r18_a_pick_held_as_late_counts_after_an_earlier_bonus_arrives():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    assert table.why_not(CANDIDATE, SOUTH, 60_500) is Verdict.LATE
    table.accelerate(DMO, CENTRAL, 59_000)
    assert table.picked(CANDIDATE) is SOUTH
    assert not table.projection.needs(CANDIDATE)
    assert table.settle().silent == ()


def test_r18_a_changed_pick_held_as_late_counts_after_an_earlier_bonus_arrives():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    assert table.why_not(DMO, CENTRAL, 2100) is Verdict.LATE
    table.accelerate(CANDIDATE, CENTRAL, 1500)
    settled = table.settle()
    assert (settled.cart, settled.gems, settled.over_at) == (CENTRAL, 2, 2100)


def test_r18_a_bonus_proven_late_by_an_earlier_pick_does_not_count_and_is_not_used_up():
    table = Table.in_first_turn()
    table.say(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, NORTH, 2000)
    table.say(CANDIDATE, SOUTH, 1500)
    settled = table.settle()
    assert (settled.gems, settled.over_at) == (1, 1500)
    table.accelerate(CANDIDATE, NORTH, 3000)


def test_r18_of_two_accelerates_of_one_player_the_earlier_counts_though_it_arrives_later():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 2000)
    assert the(ev.BonusPlayed, table.accelerate(DMO, SOUTH, 1000)).deadline == 61_000
    assert table.projection.stashes.at(SOUTH) == 2
    assert table.projection.stashes.at(NORTH) == 1


def test_r19_a_host_can_enter_a_pick_for_a_player_and_it_stands_on_the_record():
    table = Table.in_first_turn()
    made = the(ev.PickMade, table.do(do.PickFor(HOST, DMO, SOUTH), 1000))
    assert (made.seat, made.track, made.by_host) == (DMO, SOUTH, True)
    assert table.picked(DMO) is SOUTH
    assert not the(ev.PickMade, table.say(DMO, NORTH, 2000)).by_host


@pytest.mark.parametrize("by", [*Seat, HOUSE])
def test_r19_nobody_but_a_host_enters_a_pick_for_a_player(by):
    table = Table.in_first_turn()
    table.refused(do.PickFor(by, DMO, SOUTH), 1000, Reason.HOSTS_ONLY)


def test_r19_a_host_pick_that_is_late_says_whose_it_was():
    table = Table.in_first_turn()
    came = the(ev.NotCounted, table.do(do.PickFor(HOST, DMO, SOUTH), 60_001))
    assert (came.why, came.by_host) == (Verdict.LATE, True)


def test_r20_what_does_not_count_is_always_answered_with_an_event_that_says_why():
    table = Table.in_first_turn()
    came = the(ev.NotCounted, table.keep(DMO, 1000))
    assert (came.seat, came.said, came.why) == (DMO, KEEP, Verdict.NOTHING_TO_KEEP)
    assert (came.round, came.turn, came.late_ms) == (1, 1, 0)
