"""The last word to whoever is silent shortly before a deadline (S8)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.words.telling.nudging import nudge_at, nudges
from tests.words.telling.stage import CORA, HOST, NORTH, PLAYERS, ZAC, Stage


def test_a_nudge_comes_so_long_before_the_deadline():
    assert nudge_at(Stage.in_first_turn().match, 10_000) == 50_000
    assert nudge_at(Stage.started(role_seconds=30).match, 10_000) == 20_000
    assert nudge_at(Stage.checking_ready(ready_seconds=40).match, 10_000) == 30_000


@pytest.mark.parametrize("before_ms", [0, 31_000])
def test_no_nudge_comes_where_it_is_switched_off_or_the_clock_is_too_short(before_ms: int):
    assert nudge_at(Stage.in_first_turn().match, before_ms) is None


def test_no_nudge_comes_where_no_clock_runs():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 1)
    assert nudge_at(stage.match, 10_000) is None
    assert list(nudges(stage.match)) == []


def test_each_silent_player_is_asked_for_what_they_owe():
    texts = {it.to: it.lines[0] for it in nudges(Stage.in_first_turn().match)}
    assert "Which cart do you send" in texts[PLAYERS[CORA]]
    assert "Which track do you guard" in texts[PLAYERS[ZAC]]


def test_who_has_picked_is_not_nudged_also_when_a_bonus_came_after():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    (nudge,) = nudges(stage.match)
    assert (nudge.to, nudge.mentions) == (PLAYERS[ZAC], (ZAC,))


def test_the_picker_of_a_role_is_asked_for_it():
    (nudge,) = nudges(Stage.started().match)
    assert nudge.to is PLAYERS[CORA]
    assert "**thief**" in nudge.lines[0]


def test_whoever_is_not_ready_is_asked_again_and_nobody_once_it_is_overdue():
    stage = Stage.checking_ready(ZAC)
    (nudge,) = nudges(stage.match)
    assert (nudge.to, nudge.mentions) == (PLAYERS[CORA], (CORA,))
    assert "are you ready" in nudge.lines[0]
    stage.expire()
    assert list(nudges(stage.match)) == []
