"""The hosts' log: a line for what hosts did and what went otherwise than planned, and no other."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import steps_of
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Accelerate, Desk, Fault, Role
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.hosts_log import headed, log_lost_notice, log_notices, noted
from minecart_robbery.words.telling.readers import MOST_LETTERS
from tests.words.telling.stage import (
    CENTRAL,
    CORA,
    HOST,
    HOUSE,
    NAMES,
    NORTH,
    SOUTH,
    ZAC,
    Stage,
)

HANNA = "Hanna"


def paused(by: Desk = HOST, note: str = "") -> Stage:
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(by, note), 1, HANNA if by is HOST else "")
    return stage


def test_the_opening_says_who_opened_the_match_for_whom():
    opened = log_notices(steps_of(None, [ev.MatchOpened(Moment(0), Rules())]), NAMES)
    assert opened == (
        Notice(Audience.LOG, ("🎲 A host opens the match: Cora (DMO) against Zac.",)),
    )


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (
            do.SetRules(HOST, Rules(target_gems=2)),
            "⚙️ Hanna changes the settings: target_gems 2.",
        ),
        (
            do.SetStarter(HOST, "odd", PickedBy(ZAC)),
            "⚙️ Hanna settles who starts: Zac chooses the start role in odd-numbered rounds.",
        ),
        (
            do.SetStarter(HOST, 2, StartsAs(ZAC, Role.MINER)),
            "⚙️ Hanna settles who starts: Zac starts round 2 as **miner**.",
        ),
        (do.StartMatch(HOST), "▶️ Hanna starts the match."),
        (do.CallHost(ZAC), "🔔 Zac calls a host (before the start)."),
        (do.CallOff(HOST, ""), "⏹️ Hanna calls the match off."),
    ],
)
def test_what_is_done_before_the_start_is_logged_with_the_name_of_the_host(command, line):
    assert Stage().do(command, 0, HANNA).log == [line]


def test_a_ready_check_that_is_skipped_with_the_start_is_logged_after_it():
    assert Stage().do(do.StartMatch(HOST, skip_ready=True), 0, HANNA).log == [
        "▶️ Hanna starts the match.",
        "⏩ Hanna skips the ready check of round 1.",
    ]


def test_whoever_is_not_ready_in_time_is_logged_and_whoever_is_ready_is_not():
    stage = Stage.checking_ready()
    assert stage.do(do.SayReady(CORA), 1).log == []
    assert stage.expire().log == ["⚠️ Not ready in time for round 1: Zac."]


def test_r27_a_start_role_by_default_is_logged_and_one_that_is_picked_is_not():
    assert Stage.started().expire().log == [
        "⚠️ No start role was chosen in time: Cora did not choose in time and starts round 1 as "
        "**thief**."
    ]
    assert Stage.started().do(do.PickRole(CORA, Role.MINER), 1).log == []


def test_r27_a_start_role_that_waits_for_a_host_is_logged():
    stage = Stage.started(role_default=RoleDefault.ASK)
    assert stage.expire().log == ["⚠️ Cora chose no start role in time; round 1 waits for a host."]


def test_a_turn_that_is_played_as_the_rules_have_it_has_no_line():
    stage = Stage.in_first_turn()
    for told in (
        stage.say(CORA, NORTH, 1),
        stage.say(ZAC, Accelerate(NORTH), 2),
        stage.say(ZAC, SOUTH, 3),
        stage.say(CORA, CENTRAL, 4),
        stage.expire(),
    ):
        assert told.logged == ()


@pytest.mark.parametrize(
    ("mine", "guard", "players"),
    [(NORTH, None, "Zac"), (None, SOUTH, "Cora"), (None, None, "Cora and Zac")],
)
def test_r21_to_r24_a_turn_with_a_silent_player_is_logged_with_what_came_of_it(
    mine, guard, players
):
    told = Stage.in_first_turn().play(mine, guard, 1)
    assert told.log == [f"⚠️ Round 1, turn 1, no pick of {players}: {told.public[0]}"]


def test_r25_the_pause_for_want_of_picks_is_logged_after_its_last_turn():
    stage = Stage.in_first_turn(idle_turns_before_pause=1)
    *_, line = stage.play(None, None, 1).log
    assert line == "⚠️ The match is paused: 1 turn in a row without a single pick."


def test_r7_r28_a_won_round_and_the_won_match_are_logged_as_everybody_hears_of_them():
    told = Stage.in_first_turn(target_gems=1, rounds_to_win=1).play(NORTH, SOUTH, 1)
    assert told.log == told.public[1:3]
    assert "wins the Death Match" in told.log[1]


@pytest.mark.parametrize(
    ("by", "line"),
    [(HOST, "⏸️ Hanna pauses the match."), (HOUSE, "⏸️ The program pauses the match.")],
)
def test_r31_a_pause_is_logged_with_its_reason(by, line):
    stage = Stage.in_first_turn()
    told = stage.do(do.PauseMatch(by, "tea"), 1, HANNA if by is HOST else "")
    assert told.log == [line, "Reason: tea"]
    assert Stage.in_first_turn().do(do.PauseMatch(by), 1, "Hanna").log == [line]


def test_r30_a_pause_that_the_dmo_asks_for_is_logged_then_and_when_it_comes():
    stage = Stage.in_first_turn()
    assert stage.do(do.PauseMatch(CORA, "tea"), 1, "Cora").log == [
        "⏸️ Cora asks for a pause before the next turn opens.",
        "Reason: tea",
    ]
    assert stage.play(NORTH, SOUTH, 2).log == [
        "⏸️ The match is paused, as had been asked for.",
        "Reason: tea",
    ]
    assert stage.do(do.ResumeMatch(CORA), 9, "Cora").log == ["▶️ Cora goes on with the match."]


def test_a_pause_of_the_programs_own_is_not_taken_for_one_that_was_asked_for():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(CORA), 1, "Cora")
    assert stage.do(do.PauseMatch(HOUSE), 2).log == ["⏸️ The program pauses the match."]


def test_r30_a_pause_for_which_a_host_asks_too_late_is_logged_as_the_hosts():
    stage = Stage.in_first_turn()
    assert stage.do(do.PauseMatch(HOST), 61, HANNA).log == [
        "⏸️ Hanna asks for a pause before the next turn opens."
    ]


def test_s33_a_pause_until_a_host_goes_on_is_logged_with_its_reason():
    told = Stage.in_first_turn().do(do.AwaitHosts("Zac has left this server"), 1)
    assert told.log == [
        "⚠️ The program pauses the match until a host goes on.",
        "Reason: Zac has left this server",
    ]
    late = Stage.in_first_turn()
    assert late.do(do.AwaitHosts("Zac has left this server"), 61).log[0] == (
        "⏸️ The program asks for a pause before the next turn opens."
    )


@pytest.mark.parametrize(
    ("paused_by", "resumed_by", "host", "who"),
    [
        (HOST, HOST, HANNA, "Hanna"),
        (HOST, HOST, "", "A host"),
        (HOUSE, HOST, HANNA, "Hanna"),
        (HOUSE, HOUSE, "", "The program"),
    ],
)
def test_r31_who_goes_on_is_logged(paused_by, resumed_by, host, who):
    told = paused(paused_by).do(do.ResumeMatch(resumed_by), 5, host)
    assert told.log == [f"▶️ {who} goes on with the match."]


def interrupted(at: float) -> Stage:
    """Somebody else has come into Zac's seat in the first turn, and both are asked."""
    stage = Stage.in_first_turn()
    stage.do(do.Substitute(HOST, ZAC, ""), at, HANNA)
    return stage


def test_s33_nobody_is_said_to_go_on_where_both_players_are_ready_to():
    stage = interrupted(1)
    assert stage.do(do.SayReady(CORA), 2).log == []
    told = stage.do(do.SayReady(ZAC), 3)
    assert any("The match goes on" in line for line in told.public)
    assert told.log == []


def test_s33_a_host_who_does_not_wait_until_they_are_ready_is_logged_once():
    assert interrupted(1).do(do.SkipReady(HOST), 2, HANNA).log == [
        "⏩ Hanna skips the ready check of round 1."
    ]


@pytest.mark.parametrize("why", Fault)
def test_s1_s2_a_clock_that_starts_again_is_logged_with_the_fault(why):
    (line,) = Stage.in_first_turn().do(do.RestartClock(why), 1).log
    assert line.endswith("; the clock starts again in full.")


def test_r19_a_pick_that_a_host_enters_is_logged_without_its_track():
    stage = Stage.in_first_turn()
    told = stage.do(do.PickFor(HOST, ZAC, SOUTH), 1, HANNA)
    assert told.log == ["✍️ Hanna enters a pick for Zac in round 1, turn 1."]


def test_r19_one_that_comes_too_late_is_logged_as_such():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    told = stage.do(do.PickFor(HOST, ZAC, SOUTH), 61)
    assert told.log == ["✍️ A host enters a pick for Zac in round 1, turn 1; it does not count."]


def test_a_call_for_a_host_is_logged_with_where_the_match_is():
    told = Stage.in_first_turn().do(do.CallHost(ZAC), 1)
    assert told.log == ["🔔 Zac calls a host (round 1, turn 1)."]


def test_a_match_that_is_called_off_is_logged_with_the_reason():
    assert Stage.in_first_turn().do(do.CallOff(HOST, "no power"), 1, HANNA).log == [
        "⏹️ Hanna calls the match off.",
        "Reason: no power",
    ]


def test_without_a_ready_check_the_next_round_begins_without_a_line_of_its_own():
    stage = Stage.in_first_turn(target_gems=1, ready_check=ReadyRounds.NEVER)
    told = stage.play(NORTH, SOUTH, 1)
    assert [line[:1] for line in told.log] == ["💎"]


def test_all_that_one_command_comes_to_is_one_notice():
    told = Stage.in_first_turn(target_gems=1, rounds_to_win=1).play(None, SOUTH, 1)
    assert [len(notice.lines) for notice in told.logged] == [3]


def test_what_hosts_are_told_beside_the_events_is_noted_and_nothing_else():
    hosts = Notice(Audience.HOSTS, ("one", "two"))
    others = [Notice(to, ("no",)) for to in (Audience.PUBLIC, Audience.DMO, Audience.LOG)]
    assert noted([others[0], hosts, *others[1:], hosts]) == (
        Notice(Audience.LOG, ("one", "two", "one", "two")),
    )
    assert noted(others) == ()


def test_the_hosts_hear_why_the_log_cannot_be_shown():
    notice = log_lost_notice("player_reads")
    assert notice.to is Audience.HOSTS
    assert "since a player can read its channel. The match goes on" in notice.lines[0]


def test_in_a_log_of_all_matches_a_notice_stands_under_its_own():
    notice = Notice(Audience.LOG, ("one", "two"))
    assert headed(notice, 3, NAMES).lines == ("**Match 3** (Cora – Zac)", "one", "two")


def test_what_is_too_long_for_one_message_is_told_in_as_few_as_it_takes():
    news = [Notice(Audience.HOSTS, ("Sam " * 150,)) for _ in range(5)]
    notices = noted(news)
    assert [len(notice.lines) for notice in notices] == [2, 2, 1]
    assert all(len("\n".join(notice.lines)) <= MOST_LETTERS - 300 for notice in notices)
    assert noted([Notice(Audience.HOSTS, ("Sam " * 500,))])[0].lines == ("Sam " * 500,)
