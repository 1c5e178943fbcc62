"""What a host is shown of a match: all but the picks, and these only in their own text (S19)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.looking_in import (
    has_picks_to_show,
    hosts_status,
    picks_preview,
    shown_picks,
)
from minecart_robbery.words.telling.status import status_notice
from tests.words import in_each_phase
from tests.words.telling.stage import CORA, HOST, NAMES, NORTH, SOUTH, ZAC, Stage


@pytest.mark.parametrize("stand", in_each_phase.ALL)
def test_a_host_is_shown_all_that_is_public_first(stand):
    match = stand()
    public, shown = status_notice(match, NAMES, 1), hosts_status(match, NAMES, 1)
    assert shown.lines[: len(public.lines)] == public.lines
    assert shown.clock == public.clock
    assert shown.to is Audience.HOSTS


@pytest.mark.parametrize("match", [in_each_phase.in_turn(), in_each_phase.paused_turn()])
def test_in_a_turn_and_in_its_pause_a_host_is_shown_who_has_picked(match: Match):
    assert hosts_status(match, NAMES, 1).lines[-1] == (
        "**Picks:** Cora has not picked · Zac has not picked"
    )
    assert has_picks_to_show(match)


@pytest.mark.parametrize("stand", [in_each_phase.picking_role, in_each_phase.paused_between_turns])
def test_where_no_turn_is_open_there_is_nothing_of_picks(stand):
    match = stand()
    assert not any("Picks" in line for line in hosts_status(match, NAMES, 1).lines)
    assert not has_picks_to_show(match)


def test_a_host_is_shown_who_has_called_and_that_a_pause_has_been_asked_for():
    stage = Stage.in_first_turn()
    stage.do(do.CallHost(ZAC), 1)
    stage.do(do.CallHost(CORA), 1)
    stage.do(do.PauseMatch(CORA), 2)
    assert hosts_status(stage.match, NAMES, 1).lines[-2:] == (
        "A pause has been asked for; it comes before the next turn opens.",
        "🔔 A host has been called by Cora and Zac.",
    )


@given(picker=st.sampled_from(Seat), first=st.sampled_from(Track), second=st.sampled_from(Track))
def test_until_the_picks_are_shown_nothing_depends_on_them_s19(
    picker: Seat, first: Track, second: Track
):
    one, other = Stage.in_first_turn(), Stage.in_first_turn()
    one.say(picker, first, 1)
    other.say(picker, second, 1)
    assert hosts_status(one.match, NAMES, 1) == hosts_status(other.match, NAMES, 1)
    assert picks_preview(one.match) == picks_preview(other.match)


def test_the_picks_are_shown_with_who_has_none():
    stage = Stage.in_first_turn()
    stage.say(ZAC, SOUTH, 1)
    lines = shown_picks(stage.match, NAMES).split("\n")
    assert lines[1:] == ["Cora: no pick yet", "Zac: **South**"]
    stage.say(ZAC, NORTH, 2)
    stage.do(do.PauseMatch(HOST), 3)
    assert shown_picks(stage.match, NAMES).endswith("Zac: **North**")


def test_once_the_turn_is_over_no_pick_is_shown():
    lines = shown_picks(in_each_phase.paused_between_turns(), NAMES).split("\n")
    assert lines[1:] == ["Cora: no pick yet", "Zac: no pick yet"]
