"""What one player is told alone: the prompt, and what has become of each message."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Accelerate, Role
from minecart_robbery.words.notices import Audience, Clock, ClockKind
from minecart_robbery.words.telling.private import still_stands_notice
from tests.words.telling.stage import (
    CENTRAL,
    CORA,
    HOST,
    HOUSE,
    NORTH,
    PLAYERS,
    SOUTH,
    ZAC,
    Stage,
)

NO_MORE = (
    "By the time at which it was sent, your last pick does not count: "
    "it came before the turn opened, after it was over, or in the pause."
)
LATE = "It does not count, and it is not carried over."
REVIVED = (
    "By the time at which it was sent, the pick of yours that did not count does count after all."
)


def test_a_turn_prompts_each_player_for_what_that_player_does():
    told = Stage.started().do(do.PickRole(CORA, Role.MINER), 1)
    assert told.player(CORA) == [
        "**You mine this turn** (round 1, turn 1). "
        "Which cart do you send: **north**, **central** or **south**?",
        "Stashes: North 1 · Central 1 · South 1",
        "⏳ Time is over at 01:01.000",
    ]
    assert told.player(ZAC)[0] == (
        "**You steal this turn** (round 1, turn 1). "
        "Which track do you guard: **north**, **central** or **south**?"
    )
    assert told.mentions == [(Audience.DMO, (CORA,)), (Audience.CANDIDATE, (ZAC,))]


def test_a_first_pick_is_acknowledged_with_the_time_left():
    told = Stage.in_first_turn().say(CORA, NORTH, 12.25)
    assert told.player(CORA) == ["Your pick: **North**. 47.8 s were left."]


def test_a_pick_is_told_to_nobody_else():
    told = Stage.in_first_turn().say(CORA, NORTH, 12)
    assert [it.to for it in told.notices] == [Audience.DMO]


def test_a_changed_pick_names_both():
    stage = Stage.in_first_turn()
    stage.say(ZAC, NORTH, 10)
    assert stage.say(ZAC, SOUTH, 20).player(ZAC) == [
        "Changed from North to **South**. 40.0 s were left."
    ]


def test_the_same_pick_or_a_keep_stays():
    stage = Stage.in_first_turn()
    stage.say(ZAC, NORTH, 10)
    assert stage.say(ZAC, NORTH, 20).player(ZAC) == ["It stays at **North**. 40.0 s were left."]
    assert stage.say(ZAC, KEEP, 30).player(ZAC) == ["It stays at **North**. 30.0 s were left."]


def test_a_message_sent_before_the_last_one_changes_nothing_and_says_so():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 20)
    assert stage.say(CORA, SOUTH, 15).player(CORA) == [
        "That was sent before your last pick, so **North** still stands. 45.0 s were left."
    ]


def test_the_time_left_is_that_of_the_clock_that_ran_when_the_message_was_sent():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(NORTH), 20)
    assert stage.say(CORA, NORTH, 15).player(CORA) == ["Your pick: **North**. 45.0 s were left."]
    assert stage.say(CORA, NORTH, 25).player(CORA)[0].endswith("55.0 s were left.")


@pytest.mark.parametrize(
    ("at", "left"), [(60, "0.0 s"), (59.999, "0.001 s"), (59.95, "0.050 s"), (59.9, "0.1 s")]
)
def test_a_narrow_margin_is_told_exactly(at: float, left: str):
    told = Stage.in_first_turn().say(CORA, NORTH, at)
    assert told.player(CORA) == [f"Your pick: **North**. {left} were left."]


@pytest.mark.parametrize(("at", "late"), [(60.001, "0.001 s"), (60.3, "0.3 s"), (61.4, "1.4 s")])
def test_a_late_pick_is_told_how_late_it_was(at: float, late: str):
    told = Stage.in_first_turn().say(CORA, NORTH, at)
    assert told.player(CORA) == [f"Too late: it came {late} after the turn was over. {LATE}"]
    assert told.public == []


def test_a_pick_of_the_very_moment_in_which_the_turn_ended_is_late_without_a_number():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 10)
    assert stage.say(CORA, SOUTH, 10).player(CORA) == [f"Too late: the turn was over. {LATE}"]


def test_a_keep_without_a_pick_is_told_that_there_is_nothing_to_keep():
    assert Stage.in_first_turn().say(ZAC, KEEP, 10).player(ZAC) == [
        "There is no pick to keep yet. Pick **north**, **central** or **south**."
    ]


def test_a_keep_counts_after_all_when_the_pick_before_it_arrives():
    stage = Stage.in_first_turn()
    stage.say(ZAC, KEEP, 10)
    told = stage.say(ZAC, SOUTH, 8)
    assert told.player(ZAC)[-1] == REVIVED
    assert len(told.player(ZAC)) == 2


def test_a_late_pick_counts_after_all_when_a_bonus_sent_before_arrives():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    stage.say(CORA, CENTRAL, 12.4)
    told = stage.say(ZAC, Accelerate(NORTH), 11)
    assert told.player(CORA) == [REVIVED]
    assert told.player(ZAC) == []


def test_a_pick_counts_no_more_when_a_message_sent_before_it_arrives():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(CORA, SOUTH, 20)
    told = stage.say(ZAC, CENTRAL, 15)
    assert told.player(CORA) == [NO_MORE]
    assert told.player(ZAC) == ["Your pick: **Central**. 45.0 s were left."]


def test_a_pick_counts_no_more_when_the_turn_turns_out_to_have_opened_after_it():
    stage = Stage.in_first_turn(posts_are_received=False)
    stage.say(CORA, NORTH, 1)
    assert stage.do(do.StartClock(), 2).player(CORA) == [NO_MORE]


def test_while_the_opening_is_a_guess_what_came_before_it_is_told_not_to_count():
    stage = Stage.started()
    stage.do(do.PickRole(CORA, Role.MINER), 5)
    stage.posts_are_received = False
    stage.play(NORTH, SOUTH, 10)
    assert stage.say(CORA, NORTH, 9).player(CORA) == [
        "That was sent before this turn opened, so it is no pick for it. "
        "If you mean it now, send it again."
    ]


def test_while_the_opening_is_a_guess_a_bonus_used_up_is_told_not_to_count():
    stage = Stage.in_first_turn(posts_are_received=False)
    stage.say(CORA, Accelerate(NORTH), 5)
    told = stage.say(CORA, Accelerate(SOUTH), 6)
    assert told.public == []
    assert told.player(CORA) == [
        "You have played your Accelerate in this round already. You get it back next round."
    ]


def test_a_deleted_pick_still_stands_and_says_so():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 5)
    message = stage.messages
    stage.say(CORA, SOUTH, 6)
    told = still_stands_notice(stage.match, CORA, message, why="deleted")
    assert told is not None
    assert told.to is Audience.DMO
    assert told.lines == (
        "Deleting a message withdraws nothing: your pick is still **South**. "
        "To change it, pick another track.",
    )


def test_a_deleted_message_that_was_no_pick_of_the_player_in_this_turn_is_left_alone():
    stage = Stage.in_first_turn()
    assert still_stands_notice(stage.match, CORA, 1, why="deleted") is None
    stage.say(CORA, Accelerate(NORTH), 5)
    assert still_stands_notice(stage.match, CORA, stage.messages, why="deleted") is None
    stage.say(ZAC, NORTH, 6)
    assert still_stands_notice(stage.match, CORA, stage.messages, why="deleted") is None
    assert still_stands_notice(Stage.started().match, CORA, 1, why="deleted") is None


def test_a_bonus_that_counts_after_all_is_told_in_public_and_not_as_a_pick():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    stage.say(CORA, Accelerate(SOUTH), 12.4)
    assert stage.say(ZAC, Accelerate(NORTH), 11).player(CORA) == []


def test_a_pick_entered_by_a_host_is_told_to_its_player_alone():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH), 15)
    assert told.player(ZAC) == ["A host has entered a pick for you: **South**. 45.0 s were left."]
    assert [it.to for it in told.notices] == [Audience.CANDIDATE]


def test_a_pick_that_a_host_enters_too_late_is_told_to_the_hosts():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH), 61)
    assert told.hosts != []


def test_a_pick_sent_before_a_pause_and_received_in_it_counts_and_says_so():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 30)
    assert stage.say(CORA, NORTH, 29).player(CORA) == [
        "Your pick: **North**. It was sent before the pause, so it counts."
    ]


@pytest.mark.parametrize("seat", [CORA, ZAC])
def test_a_pick_sent_before_a_pause_and_received_after_it_claims_no_time_left(seat):
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 30)
    stage.do(do.ResumeMatch(HOST), 300)
    [line] = stage.say(seat, NORTH, 29).player(seat)
    assert line.startswith("Your pick: **North**.")
    assert "331.0 s" not in line


def test_a_pick_sent_before_the_clock_started_again_never_had_more_than_a_minute_left():
    stage = Stage.in_first_turn()
    stage.do(do.RestartClock(), 50)
    [line] = stage.say(CORA, NORTH, 40).player(CORA)
    assert "70.0 s" not in line


def test_the_prompts_clock_is_the_turns_own():
    stage = Stage.started(turn_seconds=30)
    told = stage.do(do.PickRole(CORA, Role.THIEF), 1)
    clocks = {it.to: it.clock for it in told.notices}
    turn = Clock(ClockKind.TURN, 31_000)
    assert clocks == {Audience.PUBLIC: turn, PLAYERS[CORA]: turn, PLAYERS[ZAC]: turn}


def test_a_pause_by_the_house_is_no_players_business_alone():
    told = Stage.in_first_turn().do(do.PauseMatch(HOUSE), 10)
    assert [it.to for it in told.notices] == [Audience.PUBLIC, Audience.HOSTS]
