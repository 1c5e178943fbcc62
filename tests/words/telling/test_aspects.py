"""How a match stands, aspect by aspect: who has picked and never what, in every phase."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Join, Track
from minecart_robbery.words.telling.aspects import Aspect, aspects_of
from tests.words import in_each_phase
from tests.words.telling.stage import CENTRAL, CORA, NAMES, NORTH, SOUTH, ZAC, Stage


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (in_each_phase.waiting(), "before the start"),
        (in_each_phase.checking_ready(), "ready check for round 1"),
        (in_each_phase.paused_check(), "paused (ready check for round 1)"),
        (in_each_phase.paused_before_the_check(), "paused (before round 2)"),
        (in_each_phase.picking_role(), "round 1, Cora chooses the start role"),
        (in_each_phase.hosts_decide(), "round 1, the hosts settle the start roles"),
        (in_each_phase.in_turn(), "round 1, turn 1"),
        (in_each_phase.paused_turn(), "paused (round 1, turn 1)"),
        (in_each_phase.paused_between_turns(), "paused (before round 1, turn 2)"),
        (in_each_phase.in_break(), "break before round 1, turn 2"),
        (in_each_phase.somebody_new(), "ready check, then round 1, turn 1"),
        (
            in_each_phase.paused_with_somebody_new(),
            "paused (a ready check comes next, then round 1, turn 1)",
        ),
        (in_each_phase.over(), "won by Cora"),
        (in_each_phase.called_off(), "called off"),
    ],
)
def test_each_phase_says_what_the_match_is_at(match: Match, words: str):
    assert aspects_of(match, NAMES)[Aspect.PHASE] == words


def test_an_open_turn_has_all_there_is_to_say_but_who_is_ready():
    stage = Stage.in_first_turn()
    stage.say(CORA, Accelerate(SOUTH), 1)
    stage.say(CORA, Join(NORTH, CENTRAL), 2)
    stage.say(ZAC, SOUTH, 3)
    assert aspects_of(stage.match, NAMES) == {
        Aspect.PHASE: "round 1, turn 1",
        Aspect.ROUNDS: "Cora 0 · Zac 0",
        Aspect.GEMS: "Cora 0 · Zac 0",
        Aspect.STASHES: "North 1 (runs on Central) · Central 1 · South 2",
        Aspect.ROLES: "Cora mines · Zac steals",
        Aspect.BONUSES: "Cora none · Zac Accelerate and Join",
        Aspect.PICKS: "Cora has not picked · Zac has picked",
    }


def test_between_turns_nobody_has_anything_to_pick():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(NORTH), 1)
    stage.do(do.PauseMatch(CORA), 1)
    stage.play(NORTH, SOUTH, 2)
    found = aspects_of(stage.match, NAMES)
    assert found == {
        Aspect.PHASE: "paused (before round 1, turn 2)",
        Aspect.ROUNDS: "Cora 0 · Zac 0",
        Aspect.GEMS: "Cora 2 · Zac 0",
        Aspect.STASHES: "North 0 · Central 1 · South 1",
        Aspect.ROLES: "Zac mines · Cora steals",
        Aspect.BONUSES: "Cora Accelerate and Join · Zac Join",
    }


def test_a_pick_from_before_a_bonus_action_has_to_be_made_again_r15():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    stage.say(ZAC, Accelerate(NORTH), 2)
    said = aspects_of(stage.match, NAMES)[Aspect.PICKS]
    assert said == "Cora has a pick from before the bonus action · Zac has not picked"
    stage.say(CORA, KEEP, 3)
    said = aspects_of(stage.match, NAMES)[Aspect.PICKS]
    assert said == "Cora has picked · Zac has not picked"


def test_before_a_round_it_says_who_is_ready():
    assert aspects_of(Stage().match, NAMES)[Aspect.READY] == "nobody"
    assert aspects_of(Stage.checking_ready(ZAC).match, NAMES)[Aspect.READY] == "Zac"
    waiting = Stage()
    waiting.do(do.SayReady(CORA), 1)
    waiting.do(do.SayReady(ZAC), 2)
    assert aspects_of(waiting.match, NAMES)[Aspect.READY] == "Cora and Zac"


@pytest.mark.parametrize("track", [NORTH, CENTRAL, SOUTH])
def test_it_is_the_same_whatever_was_picked_s19(track: Track):
    stage, other = Stage.in_first_turn(), Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    other.say(CORA, track, 1)
    assert aspects_of(stage.match, NAMES) == aspects_of(other.match, NAMES)
