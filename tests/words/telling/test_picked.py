"""That somebody has picked is told where the rules say so; what was picked never is (S19)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Accelerate, Join, Track
from tests.words.telling.stage import CENTRAL, CORA, HOST, NORTH, SOUTH, ZAC, Stage

CORA_HAS, ZAC_HAS = ["✅ Cora has picked."], ["✅ Zac has picked."]


def stage(**rules: object) -> Stage:
    return Stage.in_first_turn(shows_picked=True, **rules)


@pytest.mark.parametrize("track", Track)
def test_that_a_player_has_picked_is_told_alike_whatever_it_was(track: Track):
    assert stage().say(CORA, track, 1).public == CORA_HAS


@pytest.mark.parametrize("shows_picked", [False, True])
def test_it_is_told_only_where_the_rules_say_so(shows_picked: bool):
    told = Stage.in_first_turn(shows_picked=shows_picked).say(CORA, NORTH, 1)
    assert bool(told.public) == shows_picked


def test_it_is_told_once_a_turn_though_the_player_picks_again():
    turn = stage()
    turn.say(CORA, NORTH, 1)
    assert [turn.say(CORA, said, 2).public for said in (SOUTH, NORTH, KEEP)] == [[], [], []]


def test_r15_after_a_bonus_action_it_is_told_again():
    turn = stage()
    turn.say(CORA, NORTH, 1)
    turn.say(ZAC, Accelerate(NORTH), 2)
    assert turn.say(CORA, KEEP, 3).public == CORA_HAS
    assert turn.say(CORA, KEEP, 4).public == []


def test_the_last_pick_that_a_turn_needs_is_not_told_of_since_its_result_is():
    turn = stage()
    turn.say(CORA, NORTH, 1)
    assert turn.say(ZAC, SOUTH, 2).public == []
    assert turn.say(ZAC, CENTRAL, 2.1).public == []


def test_in_the_next_turn_it_is_told_anew():
    turn = stage()
    turn.play(NORTH, SOUTH, 1)
    assert turn.say(ZAC, NORTH, 10).public == ZAC_HAS


def test_a_pick_that_a_host_enters_is_not_told_as_the_players_own():
    told = stage().do(do.PickFor(HOST, CORA, NORTH), 1).public
    assert told == ["✍️ **A host has entered a pick for Cora.**"]


def test_a_pick_from_before_a_bonus_action_that_arrives_after_it_is_not_told_of_as_a_new_one():
    turn = stage()
    turn.say(ZAC, Join(NORTH, CENTRAL), 5)
    assert turn.say(CORA, NORTH, 4).public == []


def test_a_pick_sent_before_a_pause_and_received_in_it_is_told_of():
    turn = stage()
    turn.do(do.PauseMatch(HOST), 5)
    assert turn.say(CORA, NORTH, 4).public == CORA_HAS


def test_what_does_not_count_is_not_told_of():
    turn = stage()
    assert turn.say(CORA, KEEP, 1).public == []
    assert turn.say(CORA, NORTH, 61).public == []
