"""What one player is told alone: the prompt, and what has become of each message."""

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Accelerate, Join, Role
from minecart_robbery.engine.rules import StartsAs
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

NO_MORE = "By the time at which it was sent, your last move does not count: "
LATE = "It does not count, and it is not carried over."
REVIVED = (
    "By the time at which it was sent, the move of yours that did not count does count after all. "
)


def test_a_turn_prompts_each_player_for_what_that_player_does():
    told = Stage.started().do(do.PickRole(CORA, Role.MINER), 1)
    assert told.player(CORA) == [
        "You start round 1 as **miner**. 59.0 s were left.",
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
    assert told.player(CORA) == ["Your pick: **North**. 47.7 s were left."]


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
    ("at", "left"),
    [
        (60, "It came exactly at the deadline, which is in time."),
        (59.999, "0.001 s were left."),
        (59.95, "0.050 s were left."),
        (59.9, "0.1 s were left."),
        (59.801, "0.1 s were left."),
    ],
)
def test_a_narrow_margin_is_told_exactly(at: float, left: str):
    told = Stage.in_first_turn().say(CORA, NORTH, at)
    assert told.player(CORA) == [f"Your pick: **North**. {left}"]


@pytest.mark.parametrize(("at", "late"), [(60.001, "0.001 s"), (60.3, "0.3 s"), (61.499, "1.4 s")])
def test_a_late_pick_is_told_how_late_it_was(at: float, late: str):
    told = Stage.in_first_turn().say(CORA, NORTH, at)
    assert told.player(CORA) == [f"Too late: it came {late} after the turn was over. {LATE}"]
    assert told.public == []


def test_a_pick_of_the_very_moment_in_which_the_turn_ended_is_late_by_next_to_nothing():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 10)
    assert stage.say(CORA, SOUTH, 10).player(CORA) == [
        f"Too late: it came less than 0.001 s after the turn was over. {LATE}"
    ]


def test_a_keep_without_a_pick_is_told_that_there_is_nothing_to_keep():
    assert Stage.in_first_turn().say(ZAC, KEEP, 10).player(ZAC) == [
        "There is no pick to keep yet. Pick **north**, **central** or **south**."
    ]


def test_a_keep_counts_after_all_when_the_pick_before_it_arrives():
    stage = Stage.in_first_turn()
    stage.say(ZAC, KEEP, 10)
    told = stage.say(ZAC, SOUTH, 8)
    assert told.player(ZAC)[-1] == f"{REVIVED}50.0 s were left."
    assert len(told.player(ZAC)) == 2


def test_a_late_pick_counts_after_all_when_a_bonus_sent_before_arrives():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    stage.say(CORA, CENTRAL, 12.4)
    told = stage.say(ZAC, Accelerate(NORTH), 11)
    assert told.player(CORA) == [f"{REVIVED}58.6 s were left."]
    assert told.player(ZAC) == ["You have played **accelerate north**. 49.0 s were left."]


def test_a_pick_counts_no_more_when_a_message_sent_before_it_arrives():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(CORA, SOUTH, 20)
    told = stage.say(ZAC, CENTRAL, 15)
    assert told.player(CORA) == [f"{NO_MORE}it came 5.0 s after the turn was over."]
    assert told.player(ZAC) == ["Your pick: **Central**. 45.0 s were left."]


def test_a_pick_counts_no_more_when_the_turn_turns_out_to_have_opened_after_it():
    stage = Stage.in_first_turn(posts_are_received=False)
    stage.say(CORA, NORTH, 1)
    assert stage.do(do.StartClock(), 2).player(CORA) == [
        f"{NO_MORE}it came before the turn opened, or in the pause."
    ]


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


def test_a_bonus_that_counts_after_all_is_told_its_player_with_the_time_left():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.say(ZAC, SOUTH, 12)
    stage.say(CORA, Accelerate(SOUTH), 12.4)
    told = stage.say(ZAC, Accelerate(NORTH), 11)
    assert told.player(CORA) == [f"{REVIVED}58.6 s were left."]


def test_a_bonus_that_another_of_the_same_kind_turns_out_to_have_come_before_is_used_up():
    stage = Stage.in_first_turn()
    stage.say(CORA, Accelerate(SOUTH), 12)
    told = stage.say(CORA, Accelerate(NORTH), 11)
    assert told.player(CORA)[:2] == [
        "You have played **accelerate north**. 49.0 s were left.",
        f"{NO_MORE}an earlier one of yours has played that bonus action already.",
    ]


def test_a_bonus_is_acknowledged_with_the_time_that_was_left_before_it():
    told = Stage.in_first_turn().say(ZAC, Join(NORTH, CENTRAL), 60)
    line, *prompt = told.player(ZAC)
    assert line == (
        "You have played **join north to central**. "
        "It came exactly at the deadline, which is in time."
    )
    assert prompt[0].startswith("**You steal this turn**")
    assert told.player(CORA)[0].startswith("**You mine this turn**")


@pytest.mark.parametrize("by_default", [True, False])
def test_a_role_that_its_player_did_not_pick_is_not_acknowledged(by_default: bool):
    stage = Stage.started()
    if by_default:
        told = stage.expire()
    else:
        told = stage.do(do.SetStarter(HOST, 1, StartsAs(CORA, Role.MINER)), 1)
    assert not any("were left" in line for line in told.player(CORA))


def test_a_role_picked_before_the_clock_started_again_has_the_time_left_of_its_own_clock():
    stage = Stage.started()
    stage.do(do.RestartClock(), 50)
    told = stage.do(do.PickRole(CORA, Role.THIEF), 40)
    assert told.player(CORA)[0] == (
        "You start round 1 as **thief**. 20.0 s were left. "
        "It was sent before the clock started again, so it counts."
    )


def test_which_pick_a_host_has_entered_is_told_to_its_player_alone():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH), 15)
    assert told.player(ZAC) == ["A host has entered a pick for you: **South**. 45.0 s were left."]
    assert [it.to for it in told.notices] == [Audience.PUBLIC, Audience.CANDIDATE]
    assert "South" not in "".join(told.public)


def test_a_pick_that_a_host_enters_too_late_is_told_to_the_hosts():
    told = Stage.in_first_turn().do(do.PickFor(HOST, ZAC, SOUTH), 61)
    assert told.hosts == [
        "The pick entered for Zac does not count: it came 1.0 s after the turn was over."
    ]


def test_a_pick_that_a_host_enters_before_the_turn_is_told_to_the_hosts():
    stage = Stage.started()
    stage.do(do.PickRole(CORA, Role.MINER), 5)
    stage.posts_are_received = False
    stage.play(NORTH, SOUTH, 10)
    told = stage.do(do.PickFor(HOST, ZAC, SOUTH), 9)
    assert told.hosts == ["The pick entered for Zac does not count: the turn was not open yet."]


def test_a_pick_sent_before_a_pause_and_received_in_it_counts_and_says_so():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 30)
    assert stage.say(CORA, NORTH, 29).player(CORA) == [
        "Your pick: **North**. 31.0 s were left. "
        "It was sent before the clock was stopped, so it counts."
    ]


@pytest.mark.parametrize("seat", [CORA, ZAC])
def test_a_pick_sent_before_a_pause_and_received_after_it_claims_no_time_left(seat):
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 30)
    stage.do(do.ResumeMatch(HOST), 300)
    [line] = stage.say(seat, NORTH, 29).player(seat)
    assert line == (
        "Your pick: **North**. 31.0 s were left. "
        "It was sent before the clock started again, so it counts."
    )


def test_a_pick_sent_before_the_clock_started_again_never_had_more_than_a_minute_left():
    stage = Stage.in_first_turn()
    stage.do(do.RestartClock(), 50)
    [line] = stage.say(CORA, NORTH, 40).player(CORA)
    assert line == (
        "Your pick: **North**. 20.0 s were left. "
        "It was sent before the clock started again, so it counts."
    )


def test_a_pick_that_came_after_the_deadline_but_before_the_clock_started_again_counts():
    stage = Stage.in_first_turn()
    stage.do(do.RestartClock(), 62)
    assert stage.say(CORA, NORTH, 60.5).player(CORA) == [
        "Your pick: **North**. It was sent 1.5 s before the clock started again, so it counts."
    ]


def test_the_prompts_clock_is_the_turns_own():
    stage = Stage.started(turn_seconds=30)
    told = stage.do(do.PickRole(CORA, Role.THIEF), 1)
    clocks = {it.to: it.clock for it in told.notices}
    turn = Clock(ClockKind.TURN, 31_000)
    assert clocks == {Audience.PUBLIC: turn, PLAYERS[CORA]: turn, PLAYERS[ZAC]: turn}


def test_a_pause_by_the_house_is_no_players_business_alone():
    told = Stage.in_first_turn().do(do.PauseMatch(HOUSE), 10)
    assert [it.to for it in told.notices] == [Audience.PUBLIC, Audience.HOSTS]
