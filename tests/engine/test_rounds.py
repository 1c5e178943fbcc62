"""Rounds and turns: stashes, carts, guards, gems, and when a round is won (R1 to R8)."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Accelerate, Stashes, Tally, Track
from minecart_robbery.engine.refusals import Reason
from tests.engine.table import (
    CANDIDATE,
    CENTRAL,
    DMO,
    HOST,
    MINER,
    NORTH,
    SOUTH,
    THIEF,
    Table,
    the,
)


def test_r01_a_round_starts_with_one_fresh_gem_at_each_mine_and_none_with_the_players():
    turn = Table.in_first_turn().turn
    assert turn.stashes == Stashes(1, 1, 1)
    assert turn.round.gems == Tally(0, 0)
    assert turn.round.used == frozenset()


def test_r01_the_next_round_starts_with_empty_stashes_no_gems_and_both_bonuses_back():
    table = Table.in_first_turn(target_gems=2)
    table.accelerate(DMO, NORTH, 100)
    table.join(CANDIDATE, CENTRAL, SOUTH, 200)
    table.play(NORTH, SOUTH)
    table.do(do.PickRole(CANDIDATE, THIEF), 10_000)
    turn = table.turn
    assert (turn.round.number, turn.number) == (2, 1)
    assert turn.stashes == Stashes(1, 1, 1)
    assert turn.round.gems == Tally(0, 0)
    table.accelerate(DMO, NORTH, 10_100)
    table.join(CANDIDATE, CENTRAL, SOUTH, 10_200)


def test_r02_each_mine_adds_one_gem_to_its_own_stash_at_the_start_of_each_turn():
    table = Table.in_first_turn()
    table.play(NORTH, SOUTH)
    assert table.turn.stashes == Stashes(1, 2, 2)
    table.play(CENTRAL, NORTH)
    assert table.turn.stashes == Stashes(2, 1, 3)


def test_r03_a_turn_waits_for_both_picks_and_has_one_minute():
    table = Table.in_first_turn()
    opened = the(ev.TurnOpened, tuple(table.events))
    assert opened.deadline == table.deadline == 60_000
    table.say(DMO, NORTH, 1)
    assert not table.is_over
    assert not table.projection.needs(DMO)
    assert table.projection.needs(CANDIDATE)
    table.say(CANDIDATE, NORTH, 2)
    assert table.is_over
    assert not table.projection.needs(CANDIDATE)


@pytest.mark.parametrize("guard", Track)
@pytest.mark.parametrize("mine", Track)
def test_r04_the_cart_carries_the_whole_stash_whoever_gets_it_and_the_others_stay(mine, guard):
    table = Table.in_first_turn()
    table.play(None, None)
    table.accelerate(DMO, mine, 70_000)
    settled = table.play(mine, guard)
    assert settled.gems == 3
    assert settled.stashes_after == Stashes(2, 2, 2).without(mine)
    assert table.turn.stashes == settled.stashes_after.after_mining()


@pytest.mark.parametrize("mine", Track)
def test_r05_without_joins_a_cart_runs_on_the_track_of_its_own_mine(mine):
    settled = Table.in_first_turn().play(mine, NORTH)
    assert (settled.cart, settled.ran_on) == (mine, mine)


@pytest.mark.parametrize("guard", Track)
@pytest.mark.parametrize("mine", Track)
def test_r06_the_thief_earns_the_gems_only_on_the_track_on_which_the_cart_runs(mine, guard):
    settled = Table.in_first_turn(role=MINER).play(mine, guard)
    is_theft = guard is mine
    assert settled.thief is CANDIDATE
    assert settled.to is (CANDIDATE if is_theft else DMO)
    assert settled.gems_after == (Tally(0, 1) if is_theft else Tally(1, 0))


def test_r07_a_player_with_exactly_the_target_wins_the_round_at_once():
    table = Table.in_first_turn(target_gems=2)
    table.accelerate(DMO, NORTH, 100)
    table.say(DMO, NORTH, 1000)
    table.say(CANDIDATE, SOUTH, 2000)
    came = table.expire()
    assert the(ev.RoundWon, came).winner is DMO
    assert the(ev.RoundWon, came).rounds == Tally(1, 0)
    assert not any(isinstance(event, ev.TurnOpened) for event in came)


def test_r07_one_gem_below_the_target_does_not_win_the_round():
    table = Table.in_first_turn(target_gems=2)
    table.play(NORTH, SOUTH)
    assert table.turn.round.gems == Tally(1, 0)
    assert table.turn.number == 2


def test_r07_the_thief_can_win_the_round_too_and_with_more_than_the_target():
    table = Table.in_first_turn(target_gems=1)
    table.accelerate(DMO, NORTH, 100)
    settled = table.play(NORTH, NORTH)
    assert settled.gems_after == Tally(0, 2)
    assert table.match.rounds == Tally(0, 1)


@pytest.mark.parametrize(("mine", "guard"), [(NORTH, NORTH), (NORTH, SOUTH), (None, None)])
def test_r08_the_roles_swap_after_every_turn_also_after_one_in_which_nobody_gained(mine, guard):
    table = Table.in_first_turn(role=MINER)
    assert (table.turn.miner, table.turn.thief) == (DMO, CANDIDATE)
    assert table.turn.role_of(DMO) is MINER
    assert table.turn.role_of(CANDIDATE) is THIEF
    table.play(mine, guard)
    assert (table.turn.miner, table.turn.thief) == (CANDIDATE, DMO)
    assert table.turn.role_of(CANDIDATE) is MINER


def test_r08_the_first_miner_of_a_round_is_who_picked_miner_or_whose_opponent_picked_thief():
    assert Table.in_first_turn(role=MINER).turn.miner is DMO
    assert Table.in_first_turn(role=THIEF).turn.miner is CANDIDATE


def test_r07_a_whole_match_at_the_designers_settings_is_won_with_fifteen_gems_three_times():
    table = Table.started()
    at = 0
    for number in (1, 2, 3):
        picker = DMO if number % 2 else CANDIDATE
        table.do(do.PickRole(picker, MINER if picker is DMO else THIEF), at)
        gained = 0
        while gained < 15:
            # The DMO sends the richest mine unguarded, and lets the candidate gain one gem or more.
            mine = max(Track, key=table.turn.stashes.at)
            guard = next(track for track in Track if track is not mine)
            if table.turn.miner is DMO:
                gained += table.turn.stashes.at(mine)
                came = table.play(mine, guard)
            else:
                poorest = min(Track, key=table.turn.stashes.at)
                gained += table.turn.stashes.at(poorest)
                came = table.play(poorest, poorest)
            assert came.gems > 0
            assert came.gems_after.dmo == gained
            at = came.at.ms
        assert table.match.rounds == Tally(number, 0)
    assert the(ev.MatchWon, tuple(table.events)).winner is DMO
    table.refused(do.Say(DMO, Accelerate(NORTH)), at, Reason.MATCH_ENDED)
    table.refused(do.CallOff(HOST), at, Reason.MATCH_ENDED)
