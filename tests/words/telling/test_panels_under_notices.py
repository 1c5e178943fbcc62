"""Which buttons stand under which notice, what takes whose place, and when hosts are pinged."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Accelerate, Role
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.telling.panels import bonus_key, occasion_of, renewals
from tests.words.telling.stage import CORA, HOST, NORTH, SOUTH, ZAC, Stage, Told


def public(told: Told) -> Notice:
    (notice,) = [it for it in told.notices if it.to is Audience.PUBLIC]
    return notice


def panel_names(told: Told) -> list[tuple[Audience, PanelName]]:
    return [(it.to, it.panel.key.name) for it in told.notices if it.panel]


def test_where_a_start_role_is_asked_for_it_can_be_pressed():
    told = Stage().do(do.StartMatch(HOST, skip_ready=True), 0)
    assert panel_names(told) == [(Audience.PUBLIC, PanelName.ROLE)]


def test_the_first_turn_of_a_round_bears_its_bonus_actions_and_every_turn_its_picks():
    stage = Stage.started()
    first = stage.do(do.PickRole(CORA, Role.MINER), 1)
    assert panel_names(first) == [
        (Audience.PUBLIC, PanelName.BONUS),
        (Audience.DMO, PanelName.PICK),
        (Audience.CANDIDATE, PanelName.PICK),
    ]
    assert public(first).see is None
    second = stage.play(NORTH, SOUTH, 2)
    assert panel_names(second) == [
        (Audience.DMO, PanelName.PICK),
        (Audience.CANDIDATE, PanelName.PICK),
    ]
    assert public(second).see == bonus_key(1)


def test_whatever_restarts_a_turns_clock_leads_to_the_bonus_actions():
    stage = Stage.in_first_turn()
    assert public(stage.say(ZAC, Accelerate(NORTH), 1)).see == bonus_key(1)
    stage.do(do.PauseMatch(HOST), 2)
    assert public(stage.do(do.ResumeMatch(HOST), 3)).see == bonus_key(1)


def test_an_acknowledgement_takes_its_prompts_place_and_the_last_one_leaves_no_button():
    stage = Stage.in_first_turn()
    occasion = occasion_of(stage.match)
    assert occasion is not None
    (first,) = stage.say(ZAC, SOUTH, 1).notices
    assert first.takes is not None
    assert first.takes.key == PanelKey(PanelName.PICK, occasion)
    assert first.takes.heading == "**You steal** (round 1, turn 1)."
    assert first.panel is not None
    assert [button.label for row in first.panel.rows for button in row] == ["Change or keep"]
    (last,) = stage.say(CORA, NORTH, 2).notices
    assert last.takes is not None
    assert last.takes.heading == "**You mine** (round 1, turn 1)."
    assert last.panel is None


def test_a_pick_that_a_host_enters_leaves_the_players_buttons_alone():
    stage = Stage.in_first_turn()
    announced, notice = stage.do(do.PickFor(HOST, ZAC, SOUTH), 1).notices
    assert announced.to is Audience.PUBLIC
    assert notice.takes is announced.takes is None
    assert notice.panel is announced.panel is None


def test_r31_prompts_that_are_told_anew_take_the_buttons_of_those_that_stand():
    stage = Stage.in_first_turn()
    before = stage.match
    anew = stage.say(ZAC, Accelerate(NORTH), 1).notices
    prompts = [it for it in anew if it.panel and it.panel.key.name is PanelName.PICK]
    taken = list(renewals(before, anew))
    assert [(it.to, it.takes.key, it.takes.is_older) for it in taken if it.takes] == [
        (it.to, it.panel.key, True) for it in prompts if it.panel
    ]
    assert [it.to for it in taken] == [Audience.DMO, Audience.CANDIDATE]


def test_nothing_is_taken_from_a_prompt_that_is_the_first_or_that_an_acknowledgement_replaces():
    stage = Stage.started()
    before = stage.match
    first = stage.do(do.PickRole(CORA, Role.MINER), 1).notices
    assert list(renewals(before, first)) == []
    before = stage.match
    assert list(renewals(before, stage.say(ZAC, SOUTH, 2).notices)) == []


def test_hosts_are_pinged_where_a_player_was_silent():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    told = stage.expire()
    assert public(told).calls_hosts
    assert told.public[1] == "🔔 Hosts, please look in on Zac: no pick in this turn."
    assert told.hosts == []


def test_hosts_are_pinged_once_where_silence_pauses_the_match_and_never_at_its_end():
    stage = Stage.in_first_turn(idle_turns_before_pause=1)
    told = stage.expire()
    assert not public(told).calls_hosts
    assert len(told.hosts) == 1
    stage = Stage.in_first_turn(target_gems=1, rounds_to_win=1)
    stage.say(CORA, NORTH, 1)
    told = stage.expire()
    assert "wins the Death Match" in told.public[-1]
    assert not public(told).calls_hosts


def test_where_both_picked_no_host_is_pinged():
    stage = Stage.in_first_turn()
    assert not public(stage.play(NORTH, SOUTH, 1)).calls_hosts
