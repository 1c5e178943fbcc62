"""What works now: whoever was refused is told of something that the engine takes then."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Actor, Join, Role, Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import PickedBy, RoleDefault, StartsAs
from minecart_robbery.words.answers import refusal_line, refused_at_desk, ways, ways_line, works_now
from minecart_robbery.words.catalogue import sentences
from tests.deciding import decided
from tests.words import in_each_phase
from tests.words.telling.stage import CENTRAL, CORA, HOST, NAMES, NORTH, SOUTH, ZAC, Stage

AT = Moment(2_000, snowflake=99)


ALWAYS = ("substitute", "forfeit", "call-off")
TAKE_BACKS = ("take-back round", "take-back turn")


@pytest.mark.parametrize(
    ("stand", "names"),
    [
        (in_each_phase.waiting, ("start", "starter")),
        (in_each_phase.checking_ready, ("skip-ready", "pause", "starter", "extend")),
        (in_each_phase.overdue_check, ("skip-ready", "pause", "starter")),
        (
            in_each_phase.picking_role,
            ("pause", "starter", "take-back round", "extend", "settle-now"),
        ),
        (in_each_phase.hosts_decide, ("pause", "starter", "take-back round")),
        (
            in_each_phase.in_turn,
            ("pause", "starter", "pick-for", "award", *TAKE_BACKS, "extend", "settle-now"),
        ),
        (in_each_phase.paused_turn, ("resume", "starter", "award", *TAKE_BACKS)),
        (in_each_phase.paused_between_turns, ("resume", "starter", "award", *TAKE_BACKS)),
        (in_each_phase.in_break, ("pause", "starter", "award", *TAKE_BACKS)),
        (
            in_each_phase.somebody_new,
            ("skip-ready", "pause", "starter", "award", *TAKE_BACKS, "extend"),
        ),
    ],
)
def test_a_host_is_told_of_what_works_in_each_phase(
    stand: Callable[[], Match], names: tuple[str, ...]
):
    assert works_now(stand(), HOST, AT) == (*names, *ALWAYS)


def test_r32_once_a_match_has_ended_nothing_works_any_more_but_taking_back_by_a_host():
    for match in (in_each_phase.over(), in_each_phase.called_off()):
        assert works_now(match, HOST, AT) == ("take-back round", "take-back turn")
        assert works_now(match, CORA, AT) == ()


def test_the_dmo_is_told_only_of_what_the_dmo_may_do_and_the_candidate_of_the_hosts():
    stage = Stage.in_first_turn()
    assert works_now(stage.match, CORA, AT) == ("pause",)
    assert ways_line(stage.match, CORA, AT) == "What works now: **/match pause**."
    assert works_now(stage.match, ZAC, AT) == ()
    assert ways_line(stage.match, ZAC, AT).startswith("To reach a host, say **host!**")
    stage.do(do.CallHost(ZAC), 1)
    assert ways_line(stage.match, ZAC, AT) == ""


def test_how_to_reach_a_host_is_said_once():
    match = Stage.in_first_turn().match
    refusal = decided(match, do.CallOff(ZAC), AT)
    assert isinstance(refusal, Refusal)
    assert refused_at_desk(refusal, match, ZAC, AT, NAMES).count("**host!**") == 1


def test_a_pick_that_would_come_too_late_is_no_way():
    match = Stage.in_first_turn().match
    assert "pick-for" in works_now(match, HOST, Moment(60_000))
    assert "pick-for" not in works_now(match, HOST, Moment(60_500))


@pytest.mark.parametrize("actor", [HOST, CORA, ZAC])
@pytest.mark.parametrize("stand", in_each_phase.ALL)
def test_whatever_is_refused_at_the_desk_names_something_that_is_then_taken(stand, actor: Actor):
    """Unless the match has ended, or the one who asks may do nothing at all but call a host."""
    match = stand()
    for _, command in ways(match, actor):
        refusal = decided(match, command, AT)
        if not isinstance(refusal, Refusal):
            continue
        said = refused_at_desk(refusal, match, actor, AT, NAMES)
        named = re.findall(r"\*\*/match ([a-z -]+)\*\*", said.partition("What works now")[2])
        taken = {
            name
            for name, other in ways(match, actor)
            if not isinstance(decided(match, other, AT), Refusal)
        }
        assert set(named) <= taken
        if match.has_ended:
            assert "**/match open**" in said
        elif not named:
            assert "**host!**" in said
            assert isinstance(actor, Seat)
            assert not isinstance(decided(match, do.CallHost(actor), AT), Refusal)


def first_turn() -> Stage:
    return Stage.in_first_turn()


def after_a_turn() -> Stage:
    stage = Stage.in_first_turn()
    stage.play(NORTH, SOUTH, 1)
    return stage


def second_round() -> Stage:
    """Round 2 is about to begin; Zac chooses the start role."""
    stage = Stage.in_first_turn(target_gems=1)
    stage.play(NORTH, SOUTH, 1)
    return stage


def in_second_round() -> Stage:
    stage = second_round()
    stage.do(do.PickRole(ZAC, Role.MINER), 3)
    return stage


def deciding() -> Stage:
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    return stage


def paused() -> Stage:
    stage = Stage.in_first_turn()
    stage.do(do.PauseMatch(HOST), 1)
    return stage


def resumed() -> Stage:
    stage = paused()
    stage.do(do.ResumeMatch(HOST), 1)
    return stage


def after_a_break() -> Stage:
    stage = Stage.in_break(1)
    stage.expire()
    return stage


def ready_again() -> Stage:
    stage = Stage.in_first_turn()
    stage.do(do.Substitute(HOST, ZAC), 1)
    stage.do(do.SkipReady(HOST), 2)
    return stage


ROLE = do.PickRole(ZAC, Role.MINER)
SAID_WITH_THE_REASON: dict[Reason, tuple[str, Callable[[], Stage], do.Command]] = {
    Reason.NOT_STARTED: ("players say **ready**", Stage, do.SayReady(CORA)),
    Reason.READY_ASKED: ("**/match skip-ready**", Stage.checking_ready, do.SkipReady(HOST)),
    Reason.HOSTS_ONLY: ("say **host!**", first_turn, do.CallHost(ZAC)),
    Reason.NOT_YOUR_PAUSE: ("say **host!**", paused, do.CallHost(CORA)),
    Reason.NO_TURN_OPEN: ("once one is open", first_turn, do.Say(CORA, NORTH)),
    Reason.TOO_EARLY: ("send it again", first_turn, do.Say(CORA, NORTH)),
    Reason.PAUSED: ("taken again when it goes on", resumed, do.Say(CORA, NORTH)),
    Reason.USED_UP: ("next round", in_second_round, do.Say(CORA, Accelerate(NORTH))),
    Reason.NOT_ADJACENT: ("North and Central", first_turn, do.Say(CORA, Join(NORTH, CENTRAL))),
    Reason.NO_ROLE_TO_PICK: ("before the next round", second_round, ROLE),
    Reason.NOT_YOUR_ROLE_PICK: ("once the turn is open", first_turn, do.Say(ZAC, NORTH)),
    Reason.ROLE_TOO_EARLY: ("send it again", second_round, ROLE),
    Reason.ROLE_TOO_LATE: ("once a turn is open", after_a_turn, do.Say(CORA, NORTH)),
    Reason.HOSTS_DECIDE_ROLE: (
        "**/match starter**",
        deciding,
        do.SetStarter(HOST, 1, StartsAs(CORA, Role.MINER)),
    ),
    Reason.ROUND_SETTLED: (
        "Name a later round",
        first_turn,
        do.SetStarter(HOST, 2, PickedBy(CORA)),
    ),
    Reason.NO_SUCH_ROUND: ("Name one of those", first_turn, do.SetStarter(HOST, 5, PickedBy(CORA))),
    Reason.ALREADY_PAUSED: ("**/match resume**", paused, do.ResumeMatch(HOST)),
    Reason.HOST_ALREADY_CALLED: ("Play on", first_turn, do.Say(CORA, NORTH)),
    Reason.BETWEEN_TURNS: ("send it again then", after_a_break, do.Say(CORA, NORTH)),
    Reason.WAITS_FOR_READY: ("taken again when it goes on", ready_again, do.Say(CORA, NORTH)),
    Reason.NOTHING_PLAYED: (
        "**/match starter**",
        Stage.checking_ready,
        do.SetStarter(HOST, 1, PickedBy(ZAC)),
    ),
    Reason.NO_SUCH_TURN: ("**/match take-back**", after_a_turn, do.TakeBack(HOST, 1, 1)),
    Reason.NO_ROUND_ON: ("once its first turn is open", first_turn, do.Award(HOST, CORA, 1)),
    Reason.NO_GEMS: ("other than 0", after_a_turn, do.Award(HOST, CORA, -1)),
    Reason.NO_TIME: ("at least one second", first_turn, do.ExtendClock(HOST, 1000)),
    Reason.TOO_FEW_GEMS: ("No more can be taken away", after_a_turn, do.Award(HOST, CORA, -1)),
    Reason.CLOCK_PAUSED: ("**/match resume**", paused, do.ResumeMatch(HOST)),
    Reason.CLOCK_NOT_STARTED: ("Try again in a moment", first_turn, do.EndClock(HOST)),
    Reason.CLOCK_RAN_OUT: ("**/match take-back**", after_a_turn, do.TakeBack(HOST, 1, 1)),
    Reason.BOTH_PICKED: ("**/match take-back**", after_a_turn, do.TakeBack(HOST, 1, 1)),
    Reason.READY_CLOCK: ("**/match skip-ready**", Stage.checking_ready, do.SkipReady(HOST)),
    Reason.CLOCK_TOO_LONG: ("**/match pause**", first_turn, do.PauseMatch(HOST)),
    Reason.TURN_JUST_OVER: ("again in a moment", after_a_turn, do.Substitute(HOST, ZAC)),
    Reason.MATCH_ENDED: ("**/match open**", Stage, do.StartMatch(HOST)),
}
"""What each reason's own sentence names, and when the engine takes that."""
SAID_AT_THE_DESK = {
    Reason.ALREADY_STARTED,
    Reason.NO_READY_CHECK,
    Reason.NOT_PAUSED,
    Reason.PAUSE_ALREADY_ASKED,
    Reason.NO_CLOCK,
}
"""Only slash commands are refused for these; what works now is said after them."""
NEVER_TOLD = {Reason.NOT_YET}
"""Only the program itself is refused for it."""


def test_each_reason_is_looked_at():
    assert set(Reason) == {*SAID_WITH_THE_REASON, *SAID_AT_THE_DESK, *NEVER_TOLD}


@pytest.mark.parametrize("reason", SAID_WITH_THE_REASON)
@pytest.mark.parametrize("late_ms", [0, 400])
def test_what_a_refusal_names_is_then_taken_by_the_engine(reason: Reason, late_ms: int):
    words, stand, command = SAID_WITH_THE_REASON[reason]
    assert words in refusal_line(Refusal(reason, whose=ZAC, late_ms=late_ms), NAMES)
    stage = stand()
    at = stage.moment((stage.match.last_over or 1_000) / 1000 + 5)
    assert not isinstance(decided(stage.match, command, at), Refusal)


SAID_AT_THE_DESK_ALONE = {
    "unanswered": "ive it again",
    "stuck": "call it off with **/match call-off**",
    "commands_refused": "by typing and by buttons",
    "no_such_role": "Give the command again",
    "not_a_host": "ask one of them",
    "may_not_run": "ask one of them",
    "no_match_here": "in the match's own channel",
    "no_such_match": "The list under **match**",
    "ended": "opened with **/match open**",
    "ended_reopenable": "reopen it with **/match take-back**",
    "same_person": "Name another **candidate**",
    "no_bots": "name somebody else",
    "dmo_opens_for_themselves": "name yourself as **dmo**",
    "dmo_keeps_settings": "Open it without them",
    "dmo_keeps_channels": "Open it without them",
    "host_plays": "a host who doesn't play has to open it",
    "channel_in_use": "use another channel",
    "taken": "Use other channels",
    "cannot_make_channels": "name three channels that exist",
    "too_many_channels": "name three channels that exist",
    "making_failed": "name three channels that exist",
    "not_undone": "please delete them",
    "bot_lacks": "Allow it to me",
    "player_lacks": "Allow it in the channel's settings",
    "player_timed_out": "End the time-out first",
    "player_pending": "at the top of the list of channels",
    "player_quarantined": "before they have changed it",
    "private_thread": "Name a channel or a public thread",
    "thread_shut": "Open it first",
    "slow_mode": "Switch slow mode off",
    "opponent_reads": "Deny {player} **View Channel**",
    "everybody_reads": "Deny @everyone **View Channel**",
    "opponent_is_admin": "as long as they are one",
    "opponent_is_owner": "hold the match in a server that somebody else owns",
    "not_everyone": "Make a role for hosts",
    "not_here": "Name somebody or something that is here",
    "same_channel": "three different channels",
    "bad_rounds": "**odd**, **even** nor the number of a round",
    "either_player": "Choose **{dmo}** or **{candidate}**",
    "not_a_player": "Choose **{dmo}** or **{candidate}**",
    "which_turn": "Name the **turn** as well",
    "host_plays_on": "another host has to let you",
    "has_played_there": "Choose somebody else",
    "rights_failed": "give the command again",
    "rights_not_put_back": "please look at their settings",
    "seats_changed": "Give the command again",
    "not_let_in": "Give the command again",
    "only_managers": "Ask one of them",
    "only_hosts_skip": "Leave out **skip_ready**",
    "only_hosts_check": "Hosts here are {hosts}",
    "only_hosts_move": "Ask one of them",
    "only_hosts_read": "Ask one of them",
    "old_command": "Reload Discord",
    "player_gone": "Try again when they are back",
    "unexpected": "please try again",
    "one_at_a_time": "Ask a host to call it off",
}
"""What each refusal of the desk's own names as a way on."""
NO_REFUSALS = re.compile(
    r"done_.*|status_.*|hosts_.*|opened|problems?|undone|channels|moved|moved_public|cannot_.*"
    r"|rights_put_back"
)
"""What is done, how things stand, who the hosts are; and headings above refusals."""


def test_each_sentence_of_the_desk_is_an_answer_or_a_refusal_that_names_a_way_on():
    desk = sentences()["desk"]
    refusals = {name for name in desk if not NO_REFUSALS.fullmatch(name)}
    assert refusals | {"cannot_make_channels"} == set(SAID_AT_THE_DESK_ALONE)
    for name, words in SAID_AT_THE_DESK_ALONE.items():
        assert words in str(desk[name]), name


def test_s49_what_works_is_tried_as_often_in_a_long_match_as_in_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
):
    tried = list[do.Command]()

    def counted(match: Match, command: do.Command, at: Moment) -> object:
        tried.append(command)
        return decided(match, command, at)

    monkeypatch.setattr("minecart_robbery.words.answers.decide", counted)
    stage, counts = Stage.in_first_turn(target_gems=99), list[int]()
    for _ in range(12):
        stage.play(NORTH, SOUTH, (stage.match.last_over or 0) / 1000 + 2)
        tried.clear()
        assert works_now(stage.match, HOST, Moment(stage.match.last_over or 0)) != ()
        counts.append(len(tried))
    assert counts[-1] == counts[0]


@pytest.mark.parametrize("stand", in_each_phase.ALL)
def test_where_any_round_or_turn_can_be_taken_back_it_is_told_and_only_there(stand):
    match = stand()
    kept = [do.TakeBack(HOST, it.round, it.turn) for it in match.snapshots]
    taken = [it for it in kept if not isinstance(decided(match, it, AT), Refusal)]
    told = works_now(match, HOST, AT)
    assert ("take-back round" in told) == any(it.turn is None for it in taken)
    assert ("take-back turn" in told) == any(it.turn is not None for it in taken)
