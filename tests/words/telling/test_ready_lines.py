"""How a ready check is told: who is asked, who is missing, and how it goes on."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.rules import ReadyRounds
from minecart_robbery.words.notices import Audience, Clock, ClockKind
from tests.words.telling.stage import CORA, HOST, NORTH, PLAYERS, SOUTH, ZAC, Stage

SAY = "say **ready** in your submissions channel when you are."
BEGINS = (
    "**The Death Match begins:** Cora against Zac. 15 gems win a round, 3 rounds win the match."
)
SKIPPED = "A host has skipped the ready check."
CLOCK = Clock(ClockKind.READY, 120_000)


def test_a_start_asks_both_players_in_public_and_each_alone():
    told = Stage().do(do.StartMatch(HOST), 0)
    clock = "⏳ The time to get ready is over at 02:00.000"
    assert told.public == [BEGINS, "## Ready for round 1?", f"Cora and Zac: {SAY}", clock]
    for seat in (CORA, ZAC):
        assert told.player(seat) == ["**Are you ready for round 1?** Say **ready** here.", clock]
    assert [(it.to, it.clock, it.mentions) for it in told.notices] == [
        (Audience.PUBLIC, CLOCK, ()),
        (Audience.DMO, CLOCK, (CORA,)),
        (Audience.CANDIDATE, CLOCK, (ZAC,)),
    ]


def test_who_is_ready_already_is_neither_asked_nor_pinged():
    stage = Stage()
    assert stage.do(do.SayReady(ZAC), 0).public == ["Zac is ready."]
    told = stage.do(do.StartMatch(HOST), 1)
    assert f"Cora: {SAY}" in told.public
    assert told.player(ZAC) == []
    assert told.mentions == [(Audience.DMO, (CORA,))]


def test_a_later_round_is_asked_for_in_the_message_that_ends_the_last_one():
    stage = Stage.in_first_turn(target_gems=1, ready_check=ReadyRounds.EVERY)
    told = stage.play(NORTH, SOUTH, 1)
    assert "wins round 1" in told.public[1]
    assert told.public[2:4] == ["## Ready for round 2?", f"Cora and Zac: {SAY}"]


def test_each_ready_is_told_and_the_last_one_with_what_comes_next():
    stage = Stage.checking_ready()
    first = stage.do(do.SayReady(ZAC), 1)
    assert (first.public, first.notices[0].clock) == (["Zac is ready."], None)
    last = stage.do(do.SayReady(CORA), 2).public
    assert last[:2] == ["Cora is ready.", "## Round 1"]


def test_being_ready_again_is_told_to_nobody():
    assert Stage.checking_ready(ZAC).do(do.SayReady(ZAC), 2).notices == ()


@pytest.mark.parametrize(
    ("ready", "players"), [((), "Cora and Zac"), ((CORA,), "Zac"), ((ZAC,), "Cora")]
)
def test_when_the_time_is_over_all_are_told_who_is_missing_and_the_hosts_what_to_do(ready, players):
    told = Stage.checking_ready(*ready).expire()
    assert told.public == [
        f"Not ready yet: {players}. "
        "The match waits for them, or for a host to go on without waiting."
    ]
    assert told.hosts == [
        f"🔔 Hosts: not ready for round 1: {players}. Go on without waiting with "
        "**/match skip-ready**, or end the match with **/match call-off**."
    ]
    assert [it.clock for it in told.notices] == [None, None]


def test_a_check_that_a_host_skips_is_told_with_what_comes_next():
    skipped = Stage.checking_ready().do(do.SkipReady(HOST), 1)
    assert skipped.public[:2] == [SKIPPED, "## Round 1"]
    at_the_start = Stage().do(do.StartMatch(HOST, skip_ready=True), 0)
    assert at_the_start.public[:3] == [BEGINS, SKIPPED, "## Round 1"]


def test_what_is_said_and_skipped_in_a_pause_asks_for_nothing_yet():
    stage = Stage.checking_ready()
    stage.do(do.PauseMatch(HOST), 1)
    assert stage.do(do.SayReady(CORA), 2).public == ["Cora is ready."]
    assert stage.do(do.SkipReady(HOST), 3).public == [SKIPPED]
    resumed = stage.do(do.ResumeMatch(HOST), 4).public
    assert resumed[:2] == ["▶️ **The match goes on.**", "## Round 1"]


def test_a_resumed_check_says_who_is_missing_and_shows_its_new_deadline():
    stage = Stage.checking_ready(ZAC)
    stage.do(do.PauseMatch(HOST), 10)
    assert stage.do(do.ResumeMatch(HOST), 100).public == [
        f"▶️ **The match goes on** with a full new clock. Cora: {SAY}",
        "⏳ The time to get ready is over at 03:40.000",
    ]


def test_a_resumed_check_that_is_overdue_shows_no_clock():
    stage = Stage.checking_ready()
    stage.expire()
    stage.do(do.PauseMatch(HOST), 200)
    told = stage.do(do.ResumeMatch(HOST), 300)
    assert told.public[0] == "▶️ **The match goes on.**"
    assert told.public[1].startswith("Not ready yet: Cora and Zac.")
    assert told.notices[0].clock is None


def test_a_clock_of_the_check_started_again_by_the_house_says_why_and_who_is_missing():
    assert Stage.checking_ready(CORA).do(do.RestartClock(), 60).public == [
        f"🔁 **The bot was restarted,** so the clock starts again in full. Zac: {SAY}",
        "⏳ The time to get ready is over at 03:00.000",
    ]


def test_a_pause_that_the_dmo_asks_for_during_the_check_comes_before_the_next_turn():
    told = Stage.checking_ready().do(do.PauseMatch(CORA), 1)
    assert told.public == ["⏸️ The match will pause before the next turn opens."]


def test_what_a_player_is_asked_alone_is_told_to_that_player_only():
    told = Stage.checking_ready(CORA).do(do.CallHost(ZAC), 1)
    assert {it.to for it in told.notices} == {PLAYERS[ZAC], Audience.HOSTS}
