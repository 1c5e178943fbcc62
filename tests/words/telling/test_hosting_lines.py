"""How the running of a match is told: start, settings, who starts, pauses, calls for a host."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Role
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.words.notices import Audience, Clock, ClockKind
from tests.words.telling.stage import CORA, HOST, HOUSE, NORTH, SOUTH, ZAC, Stage

ASKED = [
    "## Round 1",
    "Cora chooses the start role here: **thief** or **miner**.",
    "⏳ The time to choose is over at 01:00.000",
]


def test_the_opening_of_a_match_is_no_news():
    assert Stage().opening.notices == ()


def test_the_start_names_the_players_and_what_wins_and_asks_for_the_first_role():
    told = Stage(ready_check=ReadyRounds.NEVER).do(do.StartMatch(HOST), 0)
    assert told.public == [
        "**The Death Match begins:** Cora against Zac. "
        "15 gems win a round, 3 rounds win the match.",
        *ASKED,
    ]
    assert told.mentions == [(Audience.PUBLIC, (CORA,))]
    assert told.notices[0].clock == Clock(ClockKind.ROLE, 60_000)


def test_one_gem_and_one_round_are_told_in_the_singular():
    told = Stage(target_gems=1, rounds_to_win=1).do(do.StartMatch(HOST, skip_ready=True), 0)
    assert "1 gem wins a round, 1 round wins the match." in told.public[0]


def test_changed_settings_are_told_with_their_new_values():
    rules = Rules(target_gems=7, grace_seconds=2.5, role_default=RoleDefault.ASK)
    assert Stage().do(do.SetRules(HOST, rules), 0).public == [
        "The settings have changed: target_gems 7, grace_seconds 2.5, role_default ask the host."
    ]


def test_settings_that_stay_as_they_are_are_no_news():
    assert Stage().do(do.SetRules(HOST, Rules()), 0).public == []


@pytest.mark.parametrize(("may_run", "told"), [(True, "on"), (False, "off")])
def test_a_switch_is_told_as_on_or_off(may_run: bool, told: str):
    stage = Stage(dmo_may_run=not may_run)
    changed = stage.do(do.SetRules(HOST, Rules(dmo_may_run=may_run)), 0)
    assert changed.public == [f"The settings have changed: dmo_may_run {told}."]


@pytest.mark.parametrize(
    ("rounds", "starter", "what"),
    [
        ("odd", PickedBy(ZAC), "Zac chooses the start role in odd-numbered rounds."),
        ("even", PickedBy(CORA), "Cora chooses the start role in even-numbered rounds."),
        (3, PickedBy(ZAC), "Zac chooses the start role in round 3."),
        ("even", StartsAs(CORA, Role.THIEF), "Cora starts even-numbered rounds as **thief**."),
        (2, StartsAs(ZAC, Role.MINER), "Zac starts round 2 as **miner**."),
    ],
)
def test_who_starts_is_told_as_the_hosts_have_changed_it(rounds, starter, what: str):
    told = Stage().do(do.SetStarter(HOST, rounds, starter), 0)
    assert told.public == [f"⚙️ **A host changes who starts.** {what}"]


def test_a_change_that_concerns_the_role_being_picked_asks_anew():
    told = Stage.started().do(do.SetStarter(HOST, 1, PickedBy(ZAC)), 10)
    assert told.public[1:] == [
        "## Round 1",
        "Zac chooses the start role here: **thief** or **miner**.",
        "⏳ The time to choose is over at 01:10.000",
    ]


def test_a_role_left_to_the_hosts_is_told_to_all_and_to_them():
    told = Stage.started(role_default=RoleDefault.ASK).expire()
    assert told.public == [
        "Cora did not choose in time. "
        "The hosts decide who starts as what; the match waits for them."
    ]
    assert told.hosts == [
        "🔔 Hosts: it is yours to settle who starts round 1 as what (**/match starter**)."
    ]


HOSTS_PAUSE = (
    "⏸️ **The match is paused by a host.** The clock stands still; picks made so far are kept."
)


@pytest.mark.parametrize(
    ("by", "note", "lines"),
    [
        (HOST, "", [HOSTS_PAUSE]),
        (HOST, "tea", [HOSTS_PAUSE, "Reason: tea"]),
        (
            HOUSE,
            "",
            [
                "⏸️ **The match is paused by the program.** "
                "The clock stands still; picks made so far are kept."
            ],
        ),
        (CORA, "", ["⏸️ The match will pause when this turn has been settled."]),
        (CORA, "tea", ["⏸️ The match will pause when this turn has been settled.", "Reason: tea"]),
    ],
)
def test_a_pause_says_whose_wish_it_is_and_when_it_comes(by, note: str, lines: list[str]):
    told = Stage.in_first_turn().do(do.PauseMatch(by, note), 10)
    assert told.public == lines
    assert told.notices[0].clock is None


def test_a_pause_asked_for_while_a_role_is_picked_comes_before_the_next_turn():
    stage = Stage.started()
    told = stage.do(do.PauseMatch(CORA), 10)
    assert told.public == ["⏸️ The match will pause before the next turn opens."]
    assert stage.do(do.PickRole(CORA, Role.THIEF), 11).public == [
        "Cora starts round 1 as **thief**.",
        "⏸️ **The match is paused, as Cora asked.**",
    ]


def test_a_host_s_pause_after_the_clock_ran_out_waits_for_the_settlement():
    told = Stage.in_first_turn().do(do.PauseMatch(HOST), 61)
    assert told.public == ["⏸️ The match will pause when this turn has been settled."]


def test_a_resumed_turn_shows_the_table_and_its_new_deadline():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 10)
    told = stage.do(do.ResumeMatch(HOST), 100)
    assert told.public[:2] == [
        "▶️ **The match goes on** in round 1, turn 1, with a full new clock. "
        "Picks made so far count.",
        "## Round 1 · Turn 1",
    ]
    assert told.public[-1] == "⏳ Time is over at 02:40.000"
    assert told.mentions == [(Audience.DMO, (CORA,)), (Audience.CANDIDATE, (ZAC,))]


def test_r31_a_resume_that_settles_the_turn_says_so_and_shows_no_clock():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.do(do.PauseMatch(HOST), 50)
    stage.say(ZAC, SOUTH, 49)
    told = stage.do(do.ResumeMatch(HOST), 100)
    assert told.public == [
        "▶️ **The match goes on:** both players had picked, so the turn is settled now."
    ]
    assert told.notices[0].clock is None


def test_a_resumed_choice_of_a_role_says_whose_it_is():
    stage = Stage.started()
    stage.do(do.PauseMatch(HOST), 10)
    assert stage.do(do.ResumeMatch(HOST), 100).public == [
        "▶️ **The match goes on** with a full new clock. "
        "Cora chooses the start role here: **thief** or **miner**.",
        "⏳ The time to choose is over at 02:40.000",
    ]


def test_a_match_resumed_between_two_turns_goes_on_with_the_next_opening():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(CORA), 5)
    stage.play(NORTH, SOUTH, 10)
    told = stage.do(do.ResumeMatch(CORA), 100)
    assert told.public[:2] == ["▶️ **The match goes on.**", "## Round 1 · Turn 2"]


def test_a_resume_while_the_hosts_decide_who_starts_shows_no_clock():
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    stage.do(do.PauseMatch(HOST), 100)
    told = stage.do(do.ResumeMatch(HOST), 200)
    assert told.notices[0].clock is None
    assert "full new clock" not in " ".join(told.public)


def test_s33_where_the_hosts_decide_they_are_called_again_once_somebody_new_is_ready():
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    stage.do(do.Substitute(HOST, CORA), 200)
    stage.do(do.SayReady(CORA), 210)
    told = stage.do(do.SayReady(ZAC), 220)
    assert told.public == [
        "Zac is ready.",
        "▶️ **The match goes on.**",
        "The hosts decide who starts round 1 as what; the match waits for them.",
    ]
    assert told.hosts == [
        "🔔 Hosts: it is yours to settle who starts round 1 as what (**/match starter**)."
    ]


def test_a_clock_started_again_by_the_house_says_why():
    told = Stage.in_first_turn().do(do.RestartClock(), 50)
    assert told.public[:2] == [
        "🔁 **The bot was restarted,** so the clock starts again in full. "
        "Everything typed since this turn opened counts, "
        "and so does every press that was answered.",
        "## Round 1 · Turn 1",
    ]
    assert told.public[-1] == "⏳ Time is over at 01:50.000"
    assert Stage.started().do(do.RestartClock(), 50).public == [
        "🔁 **The bot was restarted,** so the clock starts again in full. "
        "Cora chooses the start role here: **thief** or **miner**.",
        "⏳ The time to choose is over at 01:50.000",
    ]


def test_r31_a_turn_that_was_over_before_the_pause_is_told_as_settled_in_it():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 10)
    stage.do(do.PauseMatch(HOST), 50)
    stage.say(ZAC, SOUTH, 49)
    told = stage.do(do.Expire(), 549)
    assert told.public == ["Cora sends North, Zac guards South. **Cora claims 1 gem.**"]
    assert told.notices[0].clock is None


def test_r31_that_the_pauses_announcement_was_received_is_told_to_nobody():
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 50)
    assert stage.do(do.StopClock(), 60).notices == ()


def test_that_the_bots_post_was_received_is_told_to_nobody():
    for start in (Stage.started, Stage.in_first_turn):
        assert start(posts_are_received=False).do(do.StartClock(), 1).notices == ()


def test_a_match_called_off_has_no_winner_and_a_reason_if_there_is_one():
    assert Stage.in_first_turn().do(do.CallOff(HOST), 1).public == [
        "**The match is called off.** Nobody wins it."
    ]
    assert Stage.in_first_turn().do(do.CallOff(HOST, "flood"), 1).public[1] == "Reason: flood"


@pytest.mark.parametrize(("turns", "said"), [(1, "1 turn in a row"), (2, "2 turns in a row")])
def test_a_match_that_pauses_itself_says_why_and_calls_the_hosts(turns: int, said: str):
    stage = Stage.in_first_turn(idle_turns_before_pause=turns)
    told = [stage.expire() for _ in range(turns)][-1]
    assert told.public[-1] == f"⏸️ **The match is paused:** {said} without a single pick."
    assert told.hosts == [
        "🔔 Hosts: the match has paused itself for want of picks. "
        "Resume it when the players are back, or call it off."
    ]


def test_hosts_are_told_who_calls_them_and_where_the_match_stands():
    called = do.CallHost(ZAC)
    paused = Stage.in_first_turn()
    paused.do(do.PauseMatch(HOST), 1)
    stages = {
        "before the start": Stage(),
        "round 1, ready check": Stage.checking_ready(),
        "round 1, choice of the start role": Stage.started(),
        "round 1, turn 1": Stage.in_first_turn(),
        "the match is paused": paused,
    }
    for where, stage in stages.items():
        assert stage.do(called, 2).hosts == [f"🔔 **Zac calls a host** ({where})."]


def test_a_call_for_a_host_is_not_shown_in_public():
    assert Stage.in_first_turn().do(do.CallHost(CORA), 2).public == []
