"""Presses: each button says what its words would, and a stale one says nothing (S25)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Seat
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.panels import Occasion, Panel, PanelKey, PanelName
from minecart_robbery.words.player_input import (
    Answer,
    Place,
    choices,
    interpret,
    interpret_press,
    is_stale,
    opened_by,
)
from minecart_robbery.words.telling.panels import (
    CHANGE,
    bonus_key,
    change_panel,
    choice_panel,
    closings,
    occasion_of,
    pick_panel,
    replaced,
    role_panel,
    shown_again,
    standing_panels,
    welcome_panel,
)
from tests.words.telling.stage import CENTRAL, CORA, HOST, NAMES, NORTH, SOUTH, ZAC, Stage

PLACES = {
    PanelName.PICK: Place.SUB,
    PanelName.ROLE: Place.DM,
    PanelName.CHOICE: Place.DM,
    PanelName.WELCOME: Place.SUB,
}


def panels_of(match: Match) -> Iterator[Panel]:
    """Every panel whose buttons are of use in this match now."""
    occasion = occasion_of(match)
    assert occasion is not None
    yield welcome_panel()
    if occasion.turn:
        yield pick_panel(occasion)
        yield from (choice_panel(kind, occasion) for kind in BonusKind)
    else:
        yield role_panel(occasion)


@pytest.mark.parametrize("stage", [Stage.started(), Stage.in_first_turn()], ids=["role", "turn"])
@pytest.mark.parametrize("seat", list(Seat))
def test_every_button_says_what_the_same_words_would(stage: Stage, seat: Seat):
    for panel in panels_of(stage.match):
        place = PLACES[panel.key.name]
        for row in panel.rows:
            for button in row:
                typed = interpret(button.says, seat, place, stage.match)
                assert typed is not None
                assert not isinstance(typed, Answer), button
                pressed = interpret_press(button.says, panel.key, seat, place, stage.match)
                assert pressed == typed


def test_no_two_occasions_of_a_match_are_the_same():
    stage = Stage.started()
    seen = [occasion_of(stage.match)]
    stage.do(do.PickRole(CORA, Role.MINER), 1)
    for second in range(2, 12):
        seen.append(occasion_of(stage.match))
        stage.play(NORTH, SOUTH, second)
    assert None not in seen
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    "name", [PanelName.PICK, PanelName.CHOICE, PanelName.ROLE, PanelName.READY]
)
def test_a_panel_is_stale_once_its_occasion_is_over(name: PanelName):
    stage = Stage.in_first_turn()
    occasion = occasion_of(stage.match)
    assert occasion is not None
    assert not is_stale(PanelKey(name, occasion), stage.match)
    stage.play(NORTH, SOUTH, 1)
    assert is_stale(PanelKey(name, occasion), stage.match)
    answer = interpret_press("north", PanelKey(name, occasion), CORA, Place.SUB, stage.match)
    assert isinstance(answer, Answer)
    assert "This press has changed nothing" in answer.text


def test_r30_a_host_can_be_called_by_whatever_button_says_so_however_old():
    stage = Stage.in_first_turn()
    outcome = interpret_press("host!", bonus_key(9), ZAC, Place.DM, stage.match)
    assert outcome == do.CallHost(ZAC)


def test_a_panel_of_the_same_turn_in_another_generation_is_stale():
    stage = Stage.in_first_turn()
    now = occasion_of(stage.match)
    assert now is not None
    other = Occasion(now.round, now.turn, now.generation + 1)
    assert is_stale(PanelKey(PanelName.PICK, other), stage.match)


def test_a_rounds_bonus_panel_lasts_as_long_as_the_round():
    stage = Stage.in_first_turn()
    stage.play(NORTH, SOUTH, 1)
    assert not is_stale(bonus_key(1), stage.match)
    assert is_stale(bonus_key(2), stage.match)


def test_a_pause_makes_no_panel_stale():
    stage = Stage.in_first_turn()
    before = occasion_of(stage.match)
    stage.do(do.PauseMatch(HOST), 1)
    assert occasion_of(stage.match) == before


@pytest.mark.parametrize("kind", list(BonusKind))
def test_choices_are_exactly_what_the_rules_allow_r11_r12(kind: BonusKind):
    stage = Stage.in_first_turn()
    shown = choices(kind, bonus_key(1), ZAC, stage.match, Moment(1000), NAMES)
    assert not isinstance(shown, str)
    said = [button.says for row in shown[1].rows for button in row]
    assert (
        said
        == {
            BonusKind.ACCELERATE: ["accelerate north", "accelerate central", "accelerate south"],
            BonusKind.JOIN: [
                "join north to central",
                "join central to north",
                "join central to south",
                "join south to central",
            ],
        }[kind]
    )


def test_choices_of_what_cannot_be_played_say_why():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(NORTH), 1)
    why = choices(BonusKind.ACCELERATE, bonus_key(1), ZAC, stage.match, Moment(2000), NAMES)
    assert isinstance(why, str)
    assert "You have played your Accelerate" in why
    stage.do(do.PauseMatch(HOST), 3)
    paused = choices(BonusKind.JOIN, bonus_key(1), ZAC, stage.match, Moment(4000), NAMES)
    assert isinstance(paused, str)
    assert "paused" in paused
    stale = choices(BonusKind.JOIN, bonus_key(2), ZAC, stage.match, Moment(4000), NAMES)
    assert isinstance(stale, str)
    assert "a round that is over" in stale


def test_whoever_wants_to_change_a_pick_is_shown_the_tracks_again():
    stage = Stage.in_first_turn()
    occasion = occasion_of(stage.match)
    assert occasion is not None
    press = change_panel(occasion).key
    shown = interpret_press(CHANGE, press, CORA, Place.SUB, stage.match)
    assert shown == pick_panel(occasion)


def test_before_the_start_there_is_nothing_that_will_have_to_be_taken_away():
    stage = Stage()
    assert occasion_of(stage.match) is None
    assert list(standing_panels(stage.match)) == []


def test_where_a_start_role_is_asked_for_that_can_be_pressed():
    stage = Stage.started()
    panels = {(audience, panel.key.name) for audience, panel in standing_panels(stage.match)}
    assert (Audience.PUBLIC, PanelName.ROLE) in panels


def test_whoever_has_got_another_channel_is_shown_there_what_can_be_pressed():
    waiting, asked, turn = Stage.checking_ready(ZAC), Stage.started(), Stage.in_first_turn()
    everybody = tuple(Audience)
    shown = [
        [(it.to, it.panel.key.name) for it in shown_again(stage.match, everybody) if it.panel]
        for stage in (waiting, asked, turn)
    ]
    assert shown == [
        [(Audience.DMO, PanelName.READY)],
        [(Audience.PUBLIC, PanelName.ROLE)],
        [
            (Audience.PUBLIC, PanelName.BONUS),
            (Audience.DMO, PanelName.PICK),
            (Audience.CANDIDATE, PanelName.PICK),
        ],
    ]
    (only,) = shown_again(turn.match, [Audience.DMO])
    assert only.to is Audience.DMO


def test_of_the_panels_that_were_deleted_those_that_are_of_use_are_shown_again():
    stage = Stage.in_first_turn()
    lost = {(audience, panel.key) for audience, panel in standing_panels(stage.match)}
    bonus = (Audience.PUBLIC, bonus_key(1))
    assert [it.to for it in replaced(stage.match, lost)] == list(Audience)[:3]
    assert [it.panel and it.panel.key for it in replaced(stage.match, [bonus])] == [bonus_key(1)]
    assert list(replaced(stage.match, [(Audience.PUBLIC, bonus_key(2))])) == []
    stage.do(do.CallOff(HOST), 1)
    assert list(replaced(stage.match, lost)) == []


def test_nothing_is_heard_of_a_press_when_the_match_is_over():
    stage = Stage.in_first_turn()
    stage.do(do.CallOff(HOST), 1)
    assert interpret_press("north", bonus_key(1), CORA, Place.DM, stage.match) is None
    assert list(standing_panels(stage.match)) == []


def test_every_panel_that_was_of_use_is_taken_away_once_it_is_not():
    """And no other: what a later turn, or the same round, still needs stays."""
    stage = Stage.in_first_turn()
    before = stage.match
    stage.say(ZAC, Join(NORTH, CENTRAL), 1)
    assert list(closings(before, stage.match)) == []
    stage.play(NORTH, SOUTH, 2)
    gone = [(it.to, it.takes.key.name) for it in closings(before, stage.match) if it.takes]
    assert gone == [(Audience.DMO, PanelName.PICK), (Audience.CANDIDATE, PanelName.PICK)]
    stage.do(do.CallOff(HOST), 3)
    at_the_end = {it.takes.key.name for it in closings(before, stage.match) if it.takes}
    assert at_the_end == {PanelName.PICK, PanelName.BONUS}


def test_only_a_bonus_panels_own_buttons_show_choices():
    for kind in BonusKind:
        assert opened_by(str(kind), bonus_key(1)) is kind
        assert opened_by(str(kind), PanelKey(PanelName.CHOICE, Occasion())) is None
    assert opened_by("host!", bonus_key(1)) is None
