"""How corrections are told: to whom, by which host, with which buttons and which clock (R33)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.nouns import Accelerate, Join, Role
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.words.notices import Audience, Clock, ClockKind
from minecart_robbery.words.panels import PanelName
from minecart_robbery.words.player_input import is_stale
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.panels import (
    bonus_key,
    closings,
    occasion_of,
    pick_panel,
    standing_panels,
)
from minecart_robbery.words.telling.private import still_stands_notice
from tests.words.telling.stage import (
    CENTRAL,
    CORA,
    HOST,
    NAMES,
    NORTH,
    SOUTH,
    ZAC,
    Stage,
    Told,
)


def panels(told: Told) -> list[tuple[Audience, PanelName]]:
    return [(it.to, it.panel.key.name) for it in told.notices if it.panel]


def in_the_third_turn() -> Stage:
    """Turn 3 is open since 3.5 s; Cora mines."""
    stage = Stage.in_first_turn()
    for at in (1, 2):
        stage.play(NORTH, SOUTH, at)
    return stage


def in_the_second_round(**rules: int) -> Stage:
    """The first turn of round 2 is open since 5 s; Cora won round 1 in its only turn."""
    stage = Stage.in_first_turn(target_gems=1, **rules)
    stage.play(NORTH, SOUTH, 1)
    stage.do(do.PickRole(ZAC, Role.THIEF), 5)
    return stage


def test_r33_what_is_told_names_the_host_who_gave_the_command():
    stage = Stage.in_first_turn()
    steps = decide(stage.match, do.Award(HOST, ZAC, 2, "a recount"), stage.moment(1))
    assert not isinstance(steps, Refusal)
    [told] = telling(steps, replace(NAMES, host="Hanna"))
    assert told.lines == (
        "✍️ **Hanna gives Zac 2 gems.** Gems in this round: Cora 0, Zac 2.",
        "Reason: a recount",
    )


def test_r32_a_turn_taken_back_is_told_with_its_reason_and_the_table_that_opens_anew():
    told = in_the_third_turn().do(do.TakeBack(HOST, 1, 2, "a wrong button"), 10)
    assert told.public[:3] == [
        "↩️ **A host takes back round 1 from turn 2 on.** What was played since then counts no "
        "more: picks, bonus actions, gems. The turn opens anew.",
        "Reason: a wrong button",
        "## Round 1 · Turn 2",
    ]
    assert told.public[-1] == "⏳ Time is over at 01:10.000"


def test_r32_both_players_are_prompted_in_private_like_in_any_turn_that_opens():
    told = in_the_third_turn().do(do.TakeBack(HOST, 1, 2), 10)
    assert told.player(ZAC)[0].startswith("**You mine this turn** (round 1, turn 2).")
    assert told.player(CORA)[0].startswith("**You steal this turn** (round 1, turn 2).")
    assert told.mentions == [(Audience.DMO, (CORA,)), (Audience.CANDIDATE, (ZAC,))]


def test_s25_the_buttons_of_a_turn_taken_back_are_dead_and_taken_away():
    stage = in_the_third_turn()
    before, old = stage.match, occasion_of(stage.match)
    assert old is not None
    stage.do(do.TakeBack(HOST, 1, 3), 10)
    assert is_stale(pick_panel(old).key, stage.match)
    taken = [(it.to, it.takes.key.name) for it in closings(before, stage.match) if it.takes]
    assert taken == [(Audience.DMO, PanelName.PICK), (Audience.CANDIDATE, PanelName.PICK)]


@pytest.mark.parametrize("turn", [1, 2])
def test_the_bonus_buttons_of_the_round_stay_where_they_are(turn: int):
    told = in_the_third_turn().do(do.TakeBack(HOST, 1, turn), 10)
    assert panels(told) == [(Audience.DMO, PanelName.PICK), (Audience.CANDIDATE, PanelName.PICK)]
    assert told.notices[0].see == bonus_key(1)


def test_the_bonus_buttons_of_an_earlier_round_are_shown_again():
    told = in_the_second_round().do(do.TakeBack(HOST, 1, 1), 10)
    assert panels(told)[0] == (Audience.PUBLIC, PanelName.BONUS)
    assert told.notices[0].panel is not None
    assert told.notices[0].panel.key == bonus_key(1)


def test_in_a_pause_the_bonus_buttons_come_back_with_the_turn_or_at_once_between_turns():
    stage = Stage.in_first_turn(target_gems=2)
    stage.play(NORTH, SOUTH, 1)
    stage.say(ZAC, SOUTH, 3)
    stage.say(CORA, NORTH, 4)
    stage.expire()
    stage.do(do.PickRole(ZAC, Role.MINER), 5)
    stage.do(do.PauseMatch(HOST), 6)
    told = stage.do(do.TakeBack(HOST, 1, 2), 7)
    assert panels(told) == [(Audience.PUBLIC, PanelName.BONUS)]
    told = stage.do(do.TakeBack(HOST, 1, 1), 8)
    assert panels(told) == []
    assert list(standing_panels(stage.match)) == []
    assert panels(stage.do(do.ResumeMatch(HOST), 9))[0] == (Audience.PUBLIC, PanelName.BONUS)


def test_r32_a_round_taken_back_asks_for_its_start_role_anew():
    told = in_the_second_round().do(do.TakeBack(HOST, 1, None, "Cora meant thief"), 10)
    assert told.public == [
        "↩️ **A host takes back round 1.** What was played since it began counts no more. "
        "Its start role is settled anew.",
        "Reason: Cora meant thief",
        "## Round 1",
        "Cora chooses the start role here: **thief** or **miner**.",
        "⏳ The time to choose is over at 01:10.000",
    ]
    assert panels(told) == [(Audience.PUBLIC, PanelName.ROLE)]
    assert told.mentions == [(Audience.PUBLIC, (CORA,))]


def test_r32_in_a_pause_what_is_taken_back_says_that_it_waits():
    stage = in_the_third_turn()
    stage.do(do.PauseMatch(HOST), 5)
    told = stage.do(do.TakeBack(HOST, 1, 2), 10)
    assert told.public[-1] == "It goes on from there when the pause is over."
    assert told.player(ZAC) == told.player(CORA) == []


def test_r16_a_deleted_pick_of_a_turn_taken_back_is_told_to_stand_no_more():
    stage = in_the_third_turn()
    stage.say(CORA, NORTH, 5)
    pick = stage.messages
    assert still_stands_notice(stage.match, CORA, pick, why="deleted") is not None
    stage.do(do.TakeBack(HOST, 1, 3), 10)
    assert still_stands_notice(stage.match, CORA, pick, why="deleted") is None


def test_gems_taken_away_are_told_with_what_is_left():
    stage = Stage.in_first_turn()
    stage.do(do.Award(HOST, ZAC, 3), 1)
    assert stage.do(do.Award(HOST, ZAC, -1), 2).public == [
        "✍️ **A host takes 1 gem from Zac.** Gems in this round: Cora 0, Zac 2."
    ]


def test_r7_gems_that_win_the_round_say_that_the_open_turn_is_dropped():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    told = stage.do(do.Award(HOST, ZAC, 15), 2)
    assert told.public[1:3] == [
        "That decides the round, so the open turn is dropped: nothing picked in it counts.",
        "💎 **Zac wins round 1**, 15 gems to 0. Rounds: Cora 0, Zac 1.",
    ]


def test_r7_in_a_pause_between_turns_the_winner_is_told_with_the_gems_and_nothing_is_dropped():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(CORA), 1)
    stage.play(NORTH, SOUTH, 2)
    assert stage.do(do.Award(HOST, CORA, 14), 10).public == [
        "✍️ **A host gives Cora 14 gems.** Gems in this round: Cora 15, Zac 0.",
        "💎 **Cora wins round 1**, 15 gems to 0. Rounds: Cora 1, Zac 0.",
    ]


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("break_seconds", [0, 60])
def test_r7_wherever_gems_win_the_round_its_winner_is_told_with_the_gems_that_won_it(
    break_seconds: int, is_new: bool
):
    stage = Stage.in_first_turn(between_turns_seconds=break_seconds)
    stage.play(NORTH, SOUTH, 2)
    if is_new:
        stage.do(do.Substitute(HOST, ZAC), 4)
    told = stage.do(do.Award(HOST, CORA, 14), 5).public
    assert "💎 **Cora wins round 1**, 15 gems to 0. Rounds: Cora 1, Zac 0." in told


def test_an_extension_shows_the_new_deadline_to_both_players():
    told = Stage.in_first_turn().do(do.ExtendClock(HOST, 90_500, "the phone rang"), 10)
    assert told.public == [
        "⏳ **A host gives 90.5 s more.**",
        "Reason: the phone rang",
        "⏳ Time is over at 02:30.500",
    ]
    assert told.mentions == [(Audience.DMO, (CORA,)), (Audience.CANDIDATE, (ZAC,))]
    assert {it.clock for it in told.notices} == {Clock(ClockKind.TURN, 150_500)}


def test_s41_an_extension_pings_only_those_who_are_waited_for():
    assert Stage.started().do(do.ExtendClock(HOST, 1000), 1).mentions == [
        (Audience.PUBLIC, (CORA,))
    ]
    assert Stage.checking_ready(CORA).do(do.ExtendClock(HOST, 1000), 1).mentions == [
        (Audience.CANDIDATE, (ZAC,))
    ]


def test_a_clock_ended_says_so_and_shows_no_clock():
    told = Stage.in_first_turn().do(do.EndClock(HOST, "Zac is asleep"), 10)
    assert told.public == [
        "⏳ **A host ends the time now.** What was sent before counts; "
        "whoever has sent nothing is taken to be silent.",
        "Reason: Zac is asleep",
    ]
    assert told.mentions == []


def test_r15_a_bonus_says_what_becomes_of_a_clock_that_a_host_has_shifted():
    extended = Stage.in_first_turn()
    extended.do(do.ExtendClock(HOST, 120_000), 1)
    kept = extended.say(ZAC, Accelerate(NORTH), 2).public
    assert kept[-2].startswith("The clock, which a host has extended, runs on for both")
    assert kept[-1] == "⏳ Time is over at 03:00.000"
    again = extended.say(CORA, Accelerate(NORTH), 150).public
    assert again[-2].startswith("The clock starts again in full for both.")
    unshifted = Stage.in_first_turn()
    unshifted.say(CORA, Accelerate(NORTH), 20)
    early = unshifted.say(ZAC, Join(NORTH, CENTRAL), 10).public
    assert early[-2].startswith("The clock starts again in full for both.")
    ended = Stage.in_first_turn()
    ended.do(do.EndClock(HOST), 10)
    told = ended.say(ZAC, Accelerate(NORTH), 9).public
    assert "A host has ended the time since, so the clock does not start again." in told


def test_r18_a_pick_that_the_end_of_the_clock_makes_late_is_told_to_its_player():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    told = stage.do(do.EndClock(HOST), 9)
    assert told.player(CORA) == [
        "By the time at which it was sent, your last move does not count: "
        "it came 1.0 s after the turn was over."
    ]


def test_r18_a_bonus_that_the_end_of_the_clock_makes_late_is_told_to_all():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(NORTH), 10)
    told = stage.do(do.EndClock(HOST), 9)
    assert any("Zac's Accelerate does not count" in line for line in told.public)


def test_r33_a_pick_that_a_host_enters_is_announced_with_its_reason_and_without_its_track():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH, "by phone"), 10)
    assert told.public == ["✍️ **A host has entered a pick for Zac.**", "Reason: by phone"]


def test_r33_a_pick_that_a_host_enters_too_late_is_announced_too():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH, "by phone"), 61)
    assert told.public == [
        "✍️ **A host has entered a pick for Zac,** but as things stand it was not in time to count.",
        "Reason: by phone",
    ]


@pytest.mark.parametrize(
    "note",
    [
        "he said south",
        "SOUTH by phone",
        "not Northern",
        "he said s",
        "he said: S!",
        "the bottom one",
        "he said (n)",
        "sotuh, he said",
        "ＳＯＵＴＨ by phone",
    ],
)
def test_s19_a_reason_that_names_a_track_is_kept_back(note: str):
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH, note), 10)
    assert told.public[1:] == ["The reason is on record; it names a track, so it is not told here."]


@pytest.mark.parametrize("note", ["Zac's line was down", "he can’t steal: no line", "by phone"])
def test_a_reason_that_names_no_track_is_told(note: str):
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH, note), 10)
    assert told.public[1:] == [f"Reason: {note}"]
