"""Silent players: the worst outcome for whoever was silent, and empty rooms (R21 to R25)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, PauseCause, Paused
from minecart_robbery.engine.nouns import Stashes, Tally, Track
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    NORTH,
    SOUTH,
    Table,
    the,
)


@pytest.mark.parametrize("guard", Track)
def test_r21_a_silent_miner_is_robbed_on_the_track_that_the_thief_guards(guard):
    settled = Table.in_first_turn().play(None, guard)
    assert (settled.cart, settled.to, settled.gems) == (guard, CANDIDATE, 1)
    assert settled.silent == (DMO,)


def test_r21_of_several_carts_on_the_guarded_track_the_largest_stash_is_stolen():
    table = Table.in_first_turn()
    table.accelerate(CANDIDATE, CENTRAL, 1000)
    table.join(CANDIDATE, CENTRAL, NORTH, 2000)
    settled = table.play(None, NORTH)
    assert (settled.cart, settled.ran_on, settled.gems) == (CENTRAL, NORTH, 2)


def test_r21_among_equal_stashes_on_the_guarded_track_north_goes_before_central():
    table = Table.in_first_turn()
    table.join(CANDIDATE, NORTH, CENTRAL, 1000)
    assert table.play(None, CENTRAL).cart is NORTH


def test_r21_among_equal_stashes_on_the_guarded_track_central_goes_before_south():
    table = Table.in_first_turn()
    table.join(CANDIDATE, CENTRAL, SOUTH, 1000)
    assert table.play(None, SOUTH).cart is CENTRAL


def test_r22_where_no_cart_can_run_the_silent_miners_smallest_stash_is_sent_and_claimed():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 1000)
    table.accelerate(CANDIDATE, CENTRAL, 1000)
    table.join(CANDIDATE, CENTRAL, NORTH, 2000)
    settled = table.play(None, CENTRAL)
    assert (settled.cart, settled.to, settled.gems) == (SOUTH, DMO, 1)
    assert settled.silent == (DMO,)


@pytest.mark.parametrize(
    ("first", "second", "rich", "sent"),
    [
        (CENTRAL, NORTH, None, NORTH),
        (CENTRAL, NORTH, NORTH, CENTRAL),
        (NORTH, CENTRAL, CENTRAL, NORTH),
    ],
)
def test_r22_among_equal_smallest_stashes_north_goes_before_central_before_south(
    first, second, rich, sent
):
    table = Table.in_first_turn()
    if rich is not None:
        table.accelerate(DMO, rich, 500)
    table.join(CANDIDATE, first, second, 1000)
    assert table.play(None, first).cart is sent


@pytest.mark.parametrize("mine", Track)
def test_r23_against_a_silent_thief_the_miner_claims_the_gems(mine):
    settled = Table.in_first_turn().play(mine, None)
    assert (settled.cart, settled.guard, settled.to, settled.gems) == (mine, None, DMO, 1)
    assert settled.silent == (CANDIDATE,)


def test_r24_when_both_are_silent_no_cart_runs_nobody_gains_and_the_roles_swap():
    table = Table.in_first_turn()
    settled = table.play(None, None)
    assert (settled.cart, settled.ran_on, settled.guard, settled.to) == (None,) * 4
    assert settled.gems == 0
    assert settled.gems_after == Tally(0, 0)
    assert settled.stashes_after == Stashes(1, 1, 1)
    assert settled.silent == (DMO, CANDIDATE)
    assert table.turn.stashes == Stashes(2, 2, 2)
    assert table.turn.miner is CANDIDATE


def test_r24_an_accelerate_in_a_turn_in_which_both_were_silent_stays_and_is_used_up():
    table = Table.in_first_turn()
    table.accelerate(DMO, SOUTH, 1000)
    assert table.play(None, None).stashes_after == Stashes(1, 1, 2)
    assert len(table.turn.round.used) == 1


def test_r25_after_two_turns_in_a_row_without_a_pick_the_match_pauses_itself():
    table = Table.in_first_turn()
    table.play(None, None)
    came = table.expire()
    assert the(ev.MatchPaused, came).cause is PauseCause.IDLE
    assert not any(isinstance(event, ev.TurnOpened) for event in came)
    assert isinstance(table.match.unpaused, BeforeTurn)


def test_r25_the_number_of_silent_turns_is_a_setting():
    table = Table.in_first_turn(idle_turns_before_pause=1)
    table.expire()
    assert isinstance(table.match.current, Paused)
    table = Table.in_first_turn(idle_turns_before_pause=3)
    table.play(None, None)
    table.play(None, None)
    table.expire()
    assert table.paused.cause is PauseCause.IDLE


@pytest.mark.parametrize(("mine", "guard"), [(NORTH, None), (None, NORTH), (NORTH, SOUTH)])
def test_r25_a_turn_with_a_pick_between_two_silent_ones_breaks_the_row(mine, guard):
    table = Table.in_first_turn()
    table.play(None, None)
    table.play(mine, guard)
    table.play(None, None)
    assert table.turn.number == 4


def test_r25_after_the_resume_the_silent_turns_are_counted_from_none_again():
    table = Table.in_first_turn()
    table.play(None, None)
    table.expire()
    opened = the(ev.TurnOpened, table.resume(500_000))
    assert (opened.turn, opened.stashes) == (3, Stashes(3, 3, 3))
    table.play(None, None)
    assert table.turn.number == 4
    table.expire()
    assert table.paused.cause is PauseCause.IDLE


def test_r25_a_bonus_alone_is_no_pick_and_both_count_as_silent():
    table = Table.in_first_turn()
    table.accelerate(DMO, NORTH, 1000)
    table.join(CANDIDATE, NORTH, CENTRAL, 2000)
    assert table.play(None, None).silent == (DMO, CANDIDATE)
    assert table.turn.idle == 1


def test_r25_a_pause_that_the_dmo_asked_for_does_not_hide_an_empty_room_from_the_hosts():
    """Two silent turns call the hosts; the DMO's own wish, which the DMO may end, does not."""
    table = Table.in_first_turn()
    table.play(None, None)
    table.do(do.PauseMatch(DMO), 62_000)
    table.expire()
    assert table.paused.cause is PauseCause.IDLE


def test_r25_a_pause_between_two_silent_turns_does_not_break_the_row():
    table = Table.in_first_turn()
    table.do(do.PauseMatch(DMO), 1000)
    table.expire()
    table.resume(500_000)
    table.expire()
    assert table.paused.cause is PauseCause.IDLE
