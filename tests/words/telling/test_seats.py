"""How it is told who plays: somebody else in a seat, or nobody more who gives a match up (S33)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Accelerate
from minecart_robbery.engine.rules import RoleDefault
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.panels import PanelName
from minecart_robbery.words.player_input import Answer, Place, interpret
from minecart_robbery.words.telling.panels import closings, standing_panels
from minecart_robbery.words.telling.status import status_notice
from tests.words.telling.stage import (
    CORA,
    HOST,
    NAMES,
    NORTH,
    SOUTH,
    ZAC,
    Stage,
    Told,
)

NOW = Names("Cora", "Nora", host="Hanna", before="Zac")
SUBSTITUTE = do.Substitute(HOST, ZAC, "Zac is ill")


def both_ready(stage: Stage, at: float) -> Told:
    stage.do(do.SayReady(ZAC), at, names=NOW)
    return stage.do(do.SayReady(CORA), at + 1, names=NOW)


def interrupted() -> Stage:
    stage = Stage.in_first_turn()
    stage.say(ZAC, SOUTH, 5)
    stage.do(SUBSTITUTE, 10, names=NOW)
    return stage


def test_r33_all_are_told_by_which_host_who_plays_on_for_whom_and_why():
    told = Stage.in_first_turn().do(SUBSTITUTE, 10, names=NOW)
    assert told.public[:3] == [
        "🔄 **Hanna lets Nora play on in place of Zac.** "
        "Rounds, gems, bonus actions and picks stay as they are.",
        "Reason: Zac is ill",
        "## Ready to go on?",
    ]
    assert told.public[3].startswith("Cora and Nora: say **ready**")


def test_who_plays_on_is_called_in_public_and_told_alone_what_the_channel_is_for():
    told = Stage.in_first_turn().do(SUBSTITUTE, 10, names=NOW)
    assert (Audience.PUBLIC, (ZAC,)) in told.mentions
    assert "This is your submissions channel" in told.player(ZAC)[0]
    assert told.player(ZAC)[1] == "**Are you ready to go on** in round 1? Say **ready** here."
    assert told.player(CORA)[0] == "**Are you ready to go on** in round 1? Say **ready** here."


def test_once_both_are_ready_each_is_asked_again_and_told_which_pick_stands():
    told = both_ready(interrupted(), 20)
    assert told.public[1].startswith("▶️ **The match goes on** in round 1, turn 1")
    assert told.player(CORA)[0].startswith("**You mine this turn** (round 1, turn 1).")
    stands = "The pick that stands: **South**. It counts unless you change it; **keep** it"
    assert any(line.startswith(stands) for line in told.player(ZAC))
    assert not any("that stands" in line for line in told.player(CORA))
    assert all(it.panel for it in told.notices if it.to in (Audience.DMO, Audience.CANDIDATE))


def test_nobody_is_asked_again_in_a_turn_that_only_waits_to_be_settled():
    stage = interrupted()
    stage.say(CORA, NORTH, 9)
    told = both_ready(stage, 20)
    assert "the turn is settled now" in told.public[1]
    assert told.player(CORA) == told.player(ZAC) == []


def test_a_pick_sent_before_the_clock_stopped_is_acknowledged_so():
    line = interrupted().say(CORA, NORTH, 9).player(CORA)[0]
    assert line.endswith("It was sent before the clock was stopped, so it counts.")


def test_a_bonus_sent_before_the_clock_stopped_starts_none():
    told = interrupted().say(CORA, Accelerate(NORTH), 9)
    assert "The clock stands still; it starts in full when the match goes on." in told.public


def test_a_pick_heard_after_the_moment_at_which_the_clock_stopped_is_judged_anew():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 9)
    assert (
        stage.do(SUBSTITUTE, 8, names=NOW).player(CORA)[0].startswith("By the time at which it was")
    )


def test_the_picks_buttons_are_taken_away_and_those_of_the_bonus_actions_stay():
    stage = Stage.in_first_turn()
    before = stage.match
    stage.do(SUBSTITUTE, 10, names=NOW)
    closed = [(it.to, it.takes.key.name) for it in closings(before, stage.match) if it.takes]
    assert closed == [(Audience.DMO, PanelName.PICK), (Audience.CANDIDATE, PanelName.PICK)]
    assert {panel.key.name for _, panel in standing_panels(stage.match)} == {
        PanelName.BONUS,
        PanelName.READY,
    }


def test_a_start_role_is_asked_for_with_buttons_again():
    stage = Stage.started()
    stage.do(SUBSTITUTE, 10, names=NOW)
    (public, *_) = both_ready(stage, 20).notices
    assert public.panel is not None
    assert public.panel.key.name is PanelName.ROLE
    paused = Stage.started()
    paused.do(do.PauseMatch(HOST), 1)
    assert paused.do(do.ResumeMatch(HOST), 2).notices[0].panel is None


def test_a_role_that_the_hosts_have_to_settle_is_told_so_again():
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    stage.do(SUBSTITUTE, 100, names=NOW)
    told = both_ready(stage, 110)
    assert "The hosts decide" in told.public[2]


def test_after_a_pause_both_are_asked_and_it_is_not_said_that_the_match_goes_on():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 5)
    assert stage.do(SUBSTITUTE, 10, names=NOW).public[0].startswith("🔄 **Hanna lets Nora")
    assert stage.do(do.ResumeMatch(HOST), 20).public[:2] == [
        "▶️ **The pause is over.**",
        "## Ready to go on?",
    ]


def test_r33_a_match_given_up_is_told_with_who_wins_it_by_which_host_and_why():
    stage = Stage.in_first_turn(target_gems=1)
    stage.play(NORTH, SOUTH, 1)
    told = stage.do(do.Forfeit(HOST, CORA, "no time"), 10, "Hanna")
    assert told.public == [
        "🏳️ **Hanna has ended the match, which Cora gives up. Zac wins it;** rounds: Zac 0, Cora 1.",
        "Reason: no time",
    ]


@pytest.mark.parametrize("place", Place)
def test_a_role_word_typed_before_the_clock_stopped_is_still_a_role_pick(place: Place):
    stage = Stage.started()
    stage.do(SUBSTITUTE, 10, names=NOW)
    assert isinstance(interpret("thief", CORA, place, stage.match), do.PickRole)


def test_what_looks_like_a_pick_is_answered_while_the_players_get_ready():
    assert isinstance(interpret("nroth", CORA, Place.SUB, interrupted().match), Answer)


def status(stage: Stage) -> list[str]:
    notice = status_notice(stage.match, NAMES, 7)
    return [line for text in notice.lines for line in text.split("\n")]


def test_status_says_who_is_not_ready_yet_and_how_the_turn_stands():
    stage = interrupted()
    lines = status(stage)
    assert lines[0] == (
        "**Match 7:** it goes on in round 1 as soon as both players are ready. "
        "Not ready yet: Cora and Zac."
    )
    assert lines[1] == "## Round 1 · Turn 1"
    stage.expire()
    assert status(stage)[0].startswith("**Match 7:** round 1 waits. Not ready yet:")
    stage.do(do.PauseMatch(HOST), 300)
    stage.do(SUBSTITUTE, 301, names=NOW)
    assert status(stage)[:2] == [
        "**Match 7** is paused. A host goes on with **/match resume**.",
        "## Round 1 · Turn 1",
    ]


def test_who_picks_a_role_and_who_is_not_ready_stand_in_one_status():
    stage = Stage.started()
    stage.do(SUBSTITUTE, 10, names=NOW)
    lines = status(stage)
    assert "as soon as both players are ready" in lines[0]
    assert "Cora chooses the start role" in lines[1]
