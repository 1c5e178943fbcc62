"""The ready check at a table: its clock, its prompts, and what happens when that runs out (R30)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.match import BOTH, BeforeRound, Paused, PickingRole, ReadyCheck
from minecart_robbery.engine.rules import ReadyRounds
from minecart_robbery.live.room import Failure
from tests.live.hand_clock import START
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    HOST,
    HOSTS,
    PUBLIC,
    TO_CORA,
    TO_ZAC,
    ZAC,
    Hosted,
)

READY_MS = 120_000
DEADLINE = -1000 + READY_MS


def missing(hosted: Hosted):
    """Who isn't ready yet; fails where nobody is asked."""
    assert isinstance(hosted.match.current, ReadyCheck), hosted.match.current
    return hosted.match.current.missing


async def test_r18_the_clock_of_the_check_counts_from_the_receipt_of_its_post(hosted):
    await hosted.open_match()
    await hosted.move_to(-1000)
    hosted.room.hold(PUBLIC)
    hosted.room.lag_ms = 300
    await hosted.do(do.StartMatch(HOST))
    assert hosted.clock.waiting == []
    await hosted.move_to(2000)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    started = await hosted.last(ev.ClockStarted)
    assert (started.at.ms - START, started.deadline - START) == (2300, 2300 + READY_MS)


async def test_each_player_is_asked_alone_once_the_dm_channel_has_been_told(hosted):
    await hosted.open_match()
    hosted.room.hold(PUBLIC)
    await hosted.do(do.StartMatch(HOST))
    assert not any("Are you ready" in it.text for it in hosted.room.delivered)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    for audience in (TO_CORA, TO_ZAC):
        assert hosted.room.texts(audience)[-1].startswith("**Are you ready for round 1?**")


async def test_a_ready_that_arrives_while_the_post_is_on_its_way_counts_at_once(hosted):
    await hosted.open_match()
    hosted.room.hold(PUBLIC)
    await hosted.do(do.StartMatch(HOST))
    await hosted.types(ZAC, "ready")
    assert missing(hosted) == (CORA,)
    await hosted.types(CORA, "ready")
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert isinstance(hosted.match.current, PickingRole)
    assert hosted.match.current.clock.is_start_known


async def test_the_round_begins_with_the_last_ready_and_its_clock_runs(hosted):
    await hosted.checking_ready()
    await hosted.types(CORA, "ready", at=0)
    await hosted.types(ZAC, "I'm ready", at=5000)
    assert isinstance(hosted.match.current, PickingRole)
    assert "Cora chooses the start role" in hosted.room.texts(PUBLIC)[-1]
    assert len(hosted.clock.waiting) == 1


async def test_s9_when_the_time_is_over_the_hosts_are_called_once_and_the_match_waits(hosted):
    await hosted.checking_ready()
    await hosted.types(ZAC, "ready", at=0)
    await hosted.move_to(DEADLINE + GRACE_MS - 1)
    assert hosted.room.to(HOSTS) == []
    await hosted.move_to(DEADLINE + GRACE_MS)
    assert hosted.room.texts(PUBLIC)[-1].startswith("Not ready yet: Cora.")
    assert "**/match skip-ready**" in hosted.room.texts(HOSTS)[-1]
    assert hosted.clock.waiting == []
    await hosted.move_to(10 * READY_MS)
    await hosted.sweep()
    assert len(hosted.room.to(HOSTS)) == 1
    assert missing(hosted) == (CORA,)


async def test_s9_a_check_that_is_overdue_goes_on_with_the_players(hosted):
    await hosted.checking_ready()
    await hosted.move_to(2 * READY_MS)
    for seat in (CORA, ZAC):
        await hosted.types(seat, "ready")
    assert isinstance(hosted.match.current, PickingRole)


async def test_s9_a_check_that_is_overdue_goes_on_with_a_host(hosted):
    await hosted.checking_ready()
    await hosted.move_to(2 * READY_MS)
    await hosted.do(do.SkipReady(HOST))
    assert isinstance(hosted.match.current, PickingRole)
    assert len(hosted.clock.waiting) == 1


async def test_r18_a_ready_in_the_grace_keeps_the_hosts_from_being_called(hosted):
    await hosted.checking_ready()
    await hosted.types(ZAC, "ready", at=0)
    await hosted.move_to(DEADLINE + 1000)
    await hosted.types(CORA, "ready", at=DEADLINE)
    await hosted.move_to(DEADLINE + 2 * GRACE_MS)
    assert hosted.room.to(HOSTS) == []


async def test_s1_a_restart_in_the_check_gives_a_new_clock_and_says_why(hosted):
    await hosted.checking_ready()
    await hosted.types(ZAC, "ready", at=0)
    await hosted.move_to(100_000)
    await hosted.restarted()
    assert "bot was restarted" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.match == replay(await hosted.events())
    assert missing(hosted) == (CORA,)
    await hosted.move_to(100_000 + READY_MS + GRACE_MS - 1)
    assert hosted.room.to(HOSTS) == []
    await hosted.move_to(100_000 + READY_MS + GRACE_MS)
    assert len(hosted.room.to(HOSTS)) == 1


@pytest.mark.parametrize("is_overdue", [False, True])
async def test_s2_a_ready_said_while_the_program_was_away_counts(hosted, is_overdue):
    await hosted.checking_ready()
    await hosted.move_to(2 * READY_MS if is_overdue else 1000)
    hosted.room.unheard = [hosted.typed(seat, "ready") for seat in (ZAC, CORA)]
    await hosted.move_to(hosted.now + 5000)
    await hosted.restarted()
    assert isinstance(hosted.match.current, PickingRole)


async def test_s1_a_restart_calls_nobody_again_once_the_check_is_overdue(hosted):
    await hosted.checking_ready()
    await hosted.move_to(2 * READY_MS)
    said = len(hosted.room.delivered)
    await hosted.restarted()
    assert len(hosted.room.delivered) == said
    assert hosted.clock.waiting == []


async def test_s5_a_pause_in_the_check_clears_the_deadline_and_a_ready_in_it_counts(hosted):
    await hosted.checking_ready()
    await hosted.do(do.PauseMatch(HOST))
    assert hosted.clock.waiting == []
    for seat in (CORA, ZAC):
        await hosted.types(seat, "ready")
    assert isinstance(hosted.match.current, Paused)
    assert hosted.match.unpaused == BeforeRound(1, BOTH)
    await hosted.do(do.ResumeMatch(HOST))
    assert isinstance(hosted.match.current, PickingRole)


async def test_s27_a_player_who_cannot_be_asked_pauses_the_check_until_they_can(hosted):
    await hosted.open_match()
    hosted.room.trouble[TO_ZAC] = Failure.FORBIDDEN
    await hosted.do(do.StartMatch(HOST))
    assert isinstance(hosted.match.current, Paused)
    del hosted.room.trouble[TO_ZAC]
    await hosted.sweep()
    await hosted.sweep()
    assert missing(hosted) == (CORA, ZAC)
    assert "Are you ready for round 1?" in hosted.room.texts(TO_ZAC)[-1]
    assert len(hosted.clock.waiting) == 1


async def test_s8_only_who_is_not_ready_is_nudged(hosted):
    hosted.house._nudge_ms = 10_000
    await hosted.checking_ready()
    await hosted.types(ZAC, "ready", at=0)
    await hosted.move_to(DEADLINE)
    nudged = "**Time is running out:** are you ready?"
    assert sum(text.startswith(nudged) for text in hosted.room.texts(TO_CORA)) == 1
    assert not any(text.startswith(nudged) for text in hosted.room.texts(TO_ZAC))


async def test_every_round_is_checked_where_the_setting_says_so(hosted):
    await hosted.in_first_turn(target_gems=1, ready_check=ReadyRounds.EVERY)
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "south", at=2000)
    await hosted.move_to(3000)
    assert missing(hosted) == (CORA, ZAC)
    assert "wins round 1" in hosted.room.texts(PUBLIC)[-1]
    assert "## Ready for round 2?" in hosted.room.texts(PUBLIC)[-1]


async def test_a_ready_is_no_secret_and_a_role_word_decides_nothing_yet(hosted):
    await hosted.checking_ready()
    await hosted.types(ZAC, "ready", at=0)
    assert hosted.room.texts(PUBLIC)[-1] == "Zac is ready."
    said = len(hosted.room.delivered)
    await hosted.types(CORA, "miner", DM, at=100)
    assert len(hosted.room.delivered) == said
    assert missing(hosted) == (CORA,)
