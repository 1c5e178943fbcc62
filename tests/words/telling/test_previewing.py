"""What a host is shown before a command is given: what changes, what stays, what is announced."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import RoleDefault, StartsAs
from minecart_robbery.words.telling.aspects import Aspect
from minecart_robbery.words.telling.previewing import Preview, preview
from tests.words import in_each_phase
from tests.words.telling.stage import (
    CORA,
    HOST,
    NAMES,
    NORTH,
    SOUTH,
    ZAC,
    Stage,
    at_moment,
)


def of(match: Match, command: do.Command, at: float, also: tuple[Aspect, ...] = ()) -> Preview:
    """The preview of a command that would not be refused, at so many seconds."""
    moment = Moment(round(at * 1000), snowflake=10**6)
    steps = decide(match, command, moment)
    assert not isinstance(steps, Refusal), steps
    return preview("Title", match, steps, moment, NAMES, at_moment, also)


def changed(match: Match, command: do.Command, at: float) -> list[str]:
    """The lines below the title of a preview."""
    title, *lines = of(match, command, at).text.split("\n")
    assert title == "Title"
    return lines


def test_what_changes_is_shown_before_and_after_and_what_stays_is_only_named():
    stage = Stage.in_first_turn()
    stage.say(CORA, NORTH, 1)
    assert changed(stage.match, do.PickFor(HOST, ZAC, SOUTH), 10) == [
        "**The match:** round 1, turn 1",
        "**Picks:** Cora has picked · Zac has not picked → **Cora has picked · Zac has picked**",
        "**Clock:** runs out at 01:00.000 → **needed no more, both have picked**",
        "Stays as it is: Rounds won, Gems, Stashes, Roles, Bonuses left.",
    ]


def test_of_a_match_that_would_end_only_the_end_is_shown():
    assert changed(Stage.in_first_turn().match, do.CallOff(HOST, "fire"), 10) == [
        "**The match:** round 1, turn 1 → **called off**",
        "**Clock:** runs out at 01:00.000 → **none**",
        "Stays as it is: Rounds won.",
    ]


def test_where_everything_changes_nothing_is_said_to_stay():
    stage = Stage.in_first_turn(target_gems=1, rounds_to_win=1)
    stage.say(CORA, NORTH, 1)
    stage.say(ZAC, SOUTH, 2)
    assert changed(stage.match, do.Expire(), 10) == [
        "**The match:** round 1, turn 1 → **won by Cora**",
        "**Rounds won:** Cora 0 · Zac 0 → **Cora 1 · Zac 0**",
        "**Clock:** needed no more, both have picked → **none**",
    ]


def test_what_is_there_only_before_or_only_after_is_shown_with_a_dash_on_the_other_side():
    first_turn = changed(Stage.started().match, do.PickRole(CORA, Role.MINER), 10)
    assert "**Gems:** – → **Cora 0 · Zac 0**" in first_turn
    waiting = Stage()
    waiting.do(do.SayReady(ZAC), 1)
    begins = changed(waiting.match, do.StartMatch(HOST, skip_ready=True), 10)
    assert "**Ready:** Zac → **–**" in begins


def test_an_aspect_that_is_asked_for_is_shown_though_it_stays():
    match = Stage.in_first_turn().match
    lines = of(match, do.PauseMatch(HOST), 5, also=(Aspect.PICKS,)).text.split("\n")
    assert "**Picks:** Cora has not picked · Zac has not picked" in lines
    assert lines[-1] == "Stays as it is: Rounds won, Gems, Stashes, Roles, Bonuses left."


@pytest.mark.parametrize(
    ("match", "command", "clock"),
    [
        (in_each_phase.in_turn(), do.PauseMatch(HOST), "runs out at 01:00.000 → **stands still**"),
        (in_each_phase.paused_turn(), do.ResumeMatch(HOST), "stands still → **a full 60 s**"),
        (in_each_phase.overdue_check(), do.SkipReady(HOST), "none → **a full 60 s**"),
        (in_each_phase.in_turn(), do.RestartClock(), "runs out at 01:00.000 → **a full 60 s**"),
        (
            in_each_phase.in_turn(),
            do.Say(ZAC, Accelerate(NORTH)),
            "runs out at 01:00.000 → **runs out at 01:10.000**",
        ),
    ],
)
def test_the_clock_is_told_as_it_is_and_as_it_would_be(
    match: Match, command: do.Command, clock: str
):
    assert f"**Clock:** {clock}" in changed(match, command, 10)


def test_a_clock_that_stays_is_only_named():
    lines = changed(Stage.in_first_turn().match, do.PickFor(HOST, ZAC, SOUTH), 10)
    assert lines[-1].endswith("Bonuses left, Clock.")


def test_a_clock_that_would_end_at_the_commands_own_moment_is_over_at_once():
    """As a host may end one: here a bonus action's clock, seen at the moment at which it ends."""
    stage = Stage.in_first_turn()
    steps = decide(stage.match, do.Say(ZAC, Accelerate(NORTH)), stage.moment(10))
    assert not isinstance(steps, Refusal)
    shown = preview("Title", stage.match, steps, Moment(70_000), NAMES, at_moment)
    assert "**Clock:** runs out at 01:00.000 → **over at once**" in shown.text


def test_what_is_announced_stands_there_word_for_word_and_names_the_host():
    stage = Stage.started(role_default=RoleDefault.ASK)
    stage.expire()
    command = do.SetStarter(HOST, 1, StartsAs(CORA, Role.MINER))
    shown = of(stage.match, command, 90).announced
    told = stage.do(command, 90).public
    assert shown.split("\n")[:-1] == told[:-1]
    assert told[-1] == "⏳ Time is over at 02:30.000"
    assert shown.split("\n")[-1] == "⏳ Time is over 60 s after it starts"


def test_a_clock_that_runs_on_is_announced_with_its_time():
    stage = Stage.in_first_turn()
    shown = of(stage.match, do.Say(ZAC, Accelerate(NORTH)), 10).announced
    assert shown.endswith("⏳ Time is over at 01:10.000")


@pytest.mark.parametrize("at", [0, 0.5, 30, 59])
def test_a_clock_that_starts_anew_is_shown_so_at_whatever_moment(at: float):
    match = Stage.in_first_turn().match
    shown = changed(match, do.TakeBack(HOST, 1, 1), at)
    assert "**Clock:** runs out at 01:00.000 → **a full 60 s**" in shown


def test_a_break_that_begins_anew_is_announced_alike_at_whatever_moment():
    stage = Stage.in_break()
    stage.expire()
    command = do.TakeBack(HOST, 1, 2)
    early, late = (of(stage.match, command, at) for at in (13, 40))
    assert early == late
    assert early.announced.endswith("⏳ The next turn opens 10 s after that")


def falls_with(stage: Stage, command: do.TakeBack, at: float) -> list[str]:
    """The lines of the preview of a taking back that tell what corrections fall."""
    moment = stage.moment(at)
    steps = decide(stage.match, command, moment)
    assert not isinstance(steps, Refusal), steps
    shown = preview("Title", stage.match, steps, moment, NAMES, at_moment, (), stage.events)
    return [line for line in shown.text.split("\n") if "Corrections" in line]


def test_r32_the_corrections_since_the_opening_are_told_and_no_track():
    stage = Stage.in_first_turn()
    stage.do(do.Award(HOST, ZAC, 3, "a miscount"), 1)
    stage.do(do.Award(HOST, ZAC, -1, "a miscount"), 2)
    stage.do(do.PickFor(HOST, CORA, SOUTH, "by phone"), 3)
    stage.do(do.ExtendClock(HOST, 30_000, "a slow line"), 4)
    stage.do(do.EndClock(HOST, "late"), 5)
    assert falls_with(stage, do.TakeBack(HOST, 1, 1), 6) == [
        "↩️ **Corrections that fall with it:** 3 gems given to Zac · 1 gem taken from Zac · "
        "the pick entered for Cora · 30 s more · the time ended"
    ]


def test_r32_corrections_in_the_break_before_the_opening_stand_and_are_not_told():
    stage = Stage.in_break()
    stage.do(do.Award(HOST, ZAC, 3, "a miscount"), 3)
    stage.expire()
    assert falls_with(stage, do.TakeBack(HOST, 1, 2), 90) == []
    assert falls_with(stage, do.TakeBack(HOST, 1, 1), 90) == [
        "↩️ **Corrections that fall with it:** 3 gems given to Zac"
    ]


def test_r32_what_was_taken_back_before_falls_no_second_time():
    stage = Stage.in_first_turn()
    stage.do(do.Award(HOST, ZAC, 3, "a miscount"), 1)
    stage.do(do.TakeBack(HOST, 1, 1, "a slip"), 2)
    assert falls_with(stage, do.TakeBack(HOST, 1, 1), 3) == []


def test_r32_of_very_many_corrections_the_last_are_told_and_the_others_counted():
    stage = Stage.in_first_turn()
    for number in range(12):
        stage.do(do.Award(HOST, ZAC, 1, "a miscount"), 1 + number)
    (line,) = falls_with(stage, do.TakeBack(HOST, 1, 1), 30)
    assert line.startswith("↩️ **Corrections that fall with it:** 2 earlier · 1 gem given to Zac")
    assert line.count("given to Zac") == 10


def test_a_clock_that_a_host_ends_is_over_at_once_and_one_extended_runs_for_longer():
    match = Stage.in_first_turn().match
    assert "**Clock:** runs out at 01:00.000 → **over at once**" in changed(
        match, do.EndClock(HOST), 10
    )
    assert "**Clock:** runs out at 01:00.000 → **runs out at 01:30.000**" in changed(
        match, do.ExtendClock(HOST, 30_000), 10
    )


def test_where_nothing_is_announced_that_is_said():
    stage = Stage.in_first_turn()
    assert of(stage.match, do.ShowPicks(HOST), 10).announced == (
        "Nothing is announced in the DM channel."
    )


def test_the_last_words_of_a_match_are_followed_by_its_fingerprint():
    shown = of(Stage.in_first_turn().match, do.CallOff(HOST, "fire"), 10).announced
    assert shown.split("\n") == [
        "**The match is called off.** Nobody wins it.",
        "Reason: fire",
        "*Below it stands the fingerprint of the record.*",
    ]


def test_a_pick_that_would_not_count_says_so():
    shown = changed(Stage.in_first_turn().match, do.PickFor(HOST, ZAC, SOUTH), 61)
    assert shown[-1].startswith("⚠️ It would not count")


HOSTS_COMMANDS = st.one_of(
    st.builds(do.PickFor, st.just(HOST), st.sampled_from(Seat), st.sampled_from(Track)),
    st.just(do.CallOff(HOST)),
    st.just(do.PauseMatch(HOST)),
    st.just(do.TakeBack(HOST, 1, 1)),
    st.just(do.TakeBack(HOST, 1)),
    st.just(do.ExtendClock(HOST, 30_000)),
    st.just(do.EndClock(HOST)),
    st.builds(do.Award, st.just(HOST), st.sampled_from(Seat), st.integers(1, 15)),
    st.builds(do.Substitute, st.just(HOST), st.sampled_from(Seat)),
    st.builds(do.Forfeit, st.just(HOST), st.sampled_from(Seat)),
)


@given(
    command=HOSTS_COMMANDS,
    picker=st.sampled_from(Seat),
    first=st.sampled_from(Track),
    second=st.sampled_from(Track),
    at=st.integers(2, 59),
    later=st.integers(2, 59),
)
def test_a_preview_tells_no_pending_pick_and_stays_the_same_while_nothing_happens_s19(
    command: do.Command, picker: Seat, first: Track, second: Track, at: int, later: int
):
    one, other = Stage.in_first_turn(), Stage.in_first_turn()
    one.say(picker, first, 1)
    other.say(picker, second, 1)
    assert of(one.match, command, at) == of(other.match, command, later)


def test_a_preview_shows_where_the_match_is_so_that_another_turn_is_another_preview():
    stage = Stage.in_first_turn()
    before = of(stage.match, do.PickFor(HOST, ZAC, SOUTH), 1)
    stage.play(None, None, 61)
    assert of(stage.match, do.PickFor(HOST, ZAC, SOUTH), 70) != before
