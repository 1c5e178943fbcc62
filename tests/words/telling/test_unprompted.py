"""Without private prompts: a turn's opening calls both in public, and asks nobody in private."""

from __future__ import annotations

from minecart_robbery.engine.match import TurnOpen
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.hosting import opening_notices
from minecart_robbery.words.telling.panels import closings, standing_panels
from tests.words.telling.stage import CORA, NAMES, NORTH, SOUTH, ZAC, Stage, Told


def settled(*, private_prompts: bool) -> Told:
    """What is told when a turn is settled and the next one opens."""
    stage = Stage.in_first_turn(private_prompts=private_prompts)
    return stage.play(NORTH, SOUTH, 1)


def test_nobody_is_told_of_a_turns_opening_in_private():
    assert settled(private_prompts=True).player(CORA)
    told = settled(private_prompts=False)
    assert {notice.to for notice in told.notices} == {Audience.PUBLIC}


def test_both_are_called_where_everybody_is_told_of_it():
    assert settled(private_prompts=False).mentions == [(Audience.PUBLIC, (CORA, ZAC))]
    assert Audience.PUBLIC not in dict(settled(private_prompts=True).mentions)


def test_a_pick_is_acknowledged_all_the_same_in_place_of_nothing_and_without_a_button():
    stage = Stage.in_first_turn(private_prompts=False)
    (notice,) = stage.say(CORA, NORTH, 1).notices
    assert (notice.to, notice.panel, notice.takes) == (Audience.DMO, None, None)
    assert notice.lines == ("Your pick: **North**. 59.0 s were left.",)


def test_no_buttons_to_pick_by_are_there_or_have_to_be_taken_away():
    stage = Stage.in_first_turn(private_prompts=False)
    assert [audience for audience, _ in standing_panels(stage.match)] == [Audience.PUBLIC]
    before = stage.match
    assert isinstance(before.current, TurnOpen)
    stage.play(NORTH, SOUTH, 1)
    assert list(closings(before, stage.match)) == []


def test_the_players_are_told_at_the_start_how_they_pick():
    for prompted in (True, False):
        _, *welcomes = opening_notices(NAMES, Rules(private_prompts=prompted))
        assert all(("by button" in it.lines[0]) == prompted for it in welcomes)
        assert all(("/pick" in it.lines[0]) == (not prompted) for it in welcomes)


def test_a_break_leaves_the_bonus_actions_buttons_where_they_are_and_takes_the_tracks_away():
    stage = Stage.in_first_turn(between_turns_seconds=5)
    before = stage.match
    stage.play(NORTH, SOUTH, 1)
    assert [it.to for it in closings(before, stage.match)] == [Audience.DMO, Audience.CANDIDATE]
    assert [audience for audience, _ in standing_panels(stage.match)] == [Audience.PUBLIC]
