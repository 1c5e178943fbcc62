"""Timers, pauses and sweeps: a clock runs when it should, and only then (S4, S5, S7, S9)."""

from __future__ import annotations

import logging

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Paused, PickingRole, WaitingToStart
from minecart_robbery.engine.nouns import Role
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import RoleDefault, StartsAs
from minecart_robbery.live.room import Failure
from tests.live.hand_clock import START
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    HOST,
    HOSTS,
    NORTH,
    PUBLIC,
    SETTLE_MS,
    SOUTH,
    TO_CORA,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)


async def test_s4_an_old_timer_that_goes_off_after_a_bonus_does_nothing(hosted):
    await hosted.in_first_turn()
    old = hosted.clock.waiting
    await hosted.types(CORA, "accelerate north", DM, at=50_000)
    hosted.clock.heard(START + TURN_MS + GRACE_MS)
    for timer in old:
        timer.call()
    await hosted.quiet()
    assert hosted.turn.number == 1
    assert hosted.deadline == 50_000 + TURN_MS


async def test_s4_an_old_timer_that_goes_off_in_the_next_turn_does_nothing(hosted):
    await hosted.in_first_turn()
    (old,) = hosted.clock.waiting
    await hosted.move_to(TURN_MS + GRACE_MS)
    hosted.clock.heard(START + 10 * TURN_MS)
    old.call()
    await hosted.quiet()
    assert hosted.turn.number == 2


async def test_s4_a_timer_that_goes_off_too_early_waits_again(hosted):
    await hosted.in_first_turn()
    (timer,) = hosted.clock.waiting
    hosted.clock.timers.clear()
    timer.call()
    await hosted.quiet()
    (again,) = hosted.clock.waiting
    assert (hosted.turn.number, again.due_ms) == (1, timer.due_ms)


async def test_s4_there_is_never_more_than_one_timer(hosted):
    await hosted.in_first_turn()
    for number, text in enumerate(["north", "south", "keep", "nroth"]):
        await hosted.types(CORA, text, at=1000 + number)
        assert len(hosted.clock.waiting) == 1


async def paused_on_its_way(hosted: Hosted) -> None:
    """A host pauses turn 1 at 5,000; the post that says so is kept on its way."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(5000)
    hosted.room.hold(PUBLIC)
    await hosted.do(do.PauseMatch(HOST, "tea"))


async def announced(hosted: Hosted, at: int) -> None:
    """The post is received at that time."""
    await hosted.move_to(at)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()


async def test_r31_the_pause_begins_with_the_receipt_of_its_announcement(hosted):
    await paused_on_its_way(hosted)
    await hosted.types(CORA, "south", at=5500)
    assert hosted.room.texts(TO_CORA)[-1].startswith("Your pick: **North**")
    await announced(hosted, 6000)
    assert (await hosted.last(ev.ClockStopped)).at.ms == START + 6000
    assert (await hosted.last(ev.PickMade)).track is SOUTH
    assert isinstance(await hosted.types(CORA, "central", at=6001), Refusal)


async def test_r31_a_turn_whose_picks_were_in_before_the_announcement_is_settled_in_the_pause(
    hosted,
):
    await paused_on_its_way(hosted)
    await hosted.types(ZAC, "south", at=5999)
    await announced(hosted, 6000)
    await hosted.move_to(5999 + SETTLE_MS)
    assert (await hosted.last(ev.TurnSettled)).over_at == START + 5999
    assert isinstance(hosted.match.current, Paused)
    await hosted.move_to(10_000)
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.turn.number == 2


async def test_r31_a_pick_that_comes_after_the_announcement_is_refused_once_that_is_received(
    hosted,
):
    await paused_on_its_way(hosted)
    await hosted.types(ZAC, "south", at=6001)
    await announced(hosted, 6000)
    assert "paused" in hosted.room.texts(TO_ZAC)[-1]
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.picked(ZAC) is None


async def test_r31_a_pause_that_cannot_be_announced_begins_when_that_is_known(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(5000)
    hosted.room.trouble[PUBLIC] = Failure.GONE
    await hosted.do(do.PauseMatch(HOST, "tea"))
    assert (await hosted.last(ev.ClockStopped)).at.ms == START + 5000
    assert isinstance(await hosted.types(ZAC, "south", at=6001), Refusal)


@pytest.mark.parametrize("is_received", [False, True])
async def test_r31_an_announcement_on_its_way_when_the_program_ends_still_begins_the_pause(
    hosted, is_received
):
    await paused_on_its_way(hosted)
    if is_received:
        hosted.room.let_go(PUBLIC)
        hosted.room.hold_answer(PUBLIC)
        await hosted.quiet()
    again = await hosted.stopped()
    hosted.room.let_go(PUBLIC)
    hosted.house = again.house
    await hosted.then_quiet(hosted.house.seat_all("2"))
    assert isinstance(hosted.match.current, Paused)
    assert await hosted.last(ev.ClockStopped)
    assert isinstance(await hosted.types(ZAC, "south", at=20_000), Refusal)


async def test_s5_a_pause_clears_the_deadline(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(5000)
    await hosted.do(do.PauseMatch(HOST, "tea"))
    assert hosted.clock.waiting == []
    await hosted.move_to(10 * TURN_MS)
    await hosted.sweep()
    assert isinstance(hosted.match.current, Paused)


async def test_s5_a_resume_makes_a_new_deadline_in_full(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(5000)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.move_to(100_000)
    hosted.room.lag_ms = 400
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.deadline == 100_400 + TURN_MS
    assert hosted.picked(CORA) is NORTH
    await hosted.move_to(100_400 + TURN_MS + GRACE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(100_400 + TURN_MS + GRACE_MS)
    assert hosted.turn.number == 2


async def test_r31_what_is_typed_in_a_pause_is_refused_with_a_notice(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(5000)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.move_to(6000)
    refused = await hosted.types(CORA, "north")
    assert isinstance(refused, Refusal)
    assert "The match is paused" in hosted.room.texts(TO_CORA)[-1]


async def test_r31_with_both_picks_kept_the_turn_ends_as_soon_as_the_resume_is_received(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(5000)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.types(ZAC, "north", at=4000)  # sent before the pause, heard in it
    await hosted.move_to(100_000)
    hosted.room.lag_ms = 400
    await hosted.do(do.ResumeMatch(HOST))
    await hosted.move_to(100_400 + SETTLE_MS)
    assert (hosted.turn.number, hosted.turn.round.gems.candidate) == (2, 1)


async def test_r31_an_opening_received_in_a_pause_is_known_when_the_match_goes_on(hosted):
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.hold(PUBLIC)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.move_to(100)
    hosted.room.let_go(PUBLIC)
    hosted.room.hold(TO_CORA)
    await hosted.do(do.PauseMatch(HOST), at=200)
    await hosted.move_to(5000)
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.turn.clock.opened.ms == START + 100
    assert hosted.deadline == 5000 + TURN_MS


async def test_r31_a_pick_after_the_opening_counts_though_a_pause_came_before_its_receipt_was_told(
    hosted,
):
    """The post stood at Discord at 0; the bot is told so only after a pause and its end."""
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.hold_answer(PUBLIC)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.types(CORA, "north", at=500)
    await hosted.do(do.PauseMatch(HOST), at=1000)
    await hosted.do(do.ResumeMatch(HOST), at=3000)
    await hosted.move_to(4000)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert hosted.turn.clock.opened.ms == START
    assert hosted.picked(CORA) is NORTH


async def test_s5_the_receipt_of_an_older_post_does_not_start_a_newer_clock(hosted):
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.hold_answer(PUBLIC)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.do(do.PauseMatch(HOST), at=1000)
    await hosted.do(do.ResumeMatch(HOST), at=3000)
    await hosted.move_to(4000)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert hosted.room.to(PUBLIC)[-1].receipt.ms == START + 4000
    assert hosted.deadline == 4000 + TURN_MS


async def test_s7_the_sweep_settles_a_turn_whose_timer_was_lost(hosted):
    await hosted.in_first_turn()
    hosted.clock.lose_timers()
    await hosted.move_to(TURN_MS + GRACE_MS - 1)
    await hosted.sweep()
    assert hosted.turn.number == 1
    hosted.clock.lose_timers()
    await hosted.move_to(TURN_MS + GRACE_MS)
    await hosted.sweep()
    assert hosted.turn.number == 2


async def test_s7_a_settlement_that_fails_reaches_the_log_and_is_done_by_the_sweep(
    hosted, monkeypatch, caplog
):
    await hosted.in_first_turn()
    append = hosted.record.append

    async def locked(*_rest, **_named):
        raise OSError("database is locked")

    monkeypatch.setattr(hosted.record, "append", locked)
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert "database is locked" in caplog.text
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert hosted.turn.number == 1
    monkeypatch.setattr(hosted.record, "append", append)
    await hosted.sweep()
    assert hosted.turn.number == 2


async def test_s7_one_tables_trouble_keeps_the_sweep_from_no_other(hosted, monkeypatch):
    await hosted.in_first_turn()
    other = await hosted.open_match(200)

    async def broken() -> None:
        raise OSError("database is locked")

    monkeypatch.setattr(hosted.table, "settle_overdue", broken)
    swept: list[str] = []

    async def settle() -> None:
        swept.append("other")

    monkeypatch.setattr(other, "settle_overdue", settle)
    await hosted.sweep()
    assert swept == ["other"]


async def test_s9_before_the_start_it_waits_for_a_host_and_no_time_will_do(hosted):
    await hosted.open_match()
    await hosted.move_to(10 * TURN_MS)
    await hosted.sweep()
    assert isinstance(hosted.match.current, WaitingToStart)
    assert hosted.clock.waiting == []


async def test_s9_a_role_that_is_not_picked_in_time_is_defaulted(hosted):
    await hosted.started()
    assert len(hosted.clock.waiting) == 1
    await hosted.move_to(-1000 + TURN_MS + GRACE_MS)
    picked = await hosted.last(ev.RolePicked)
    assert (picked.seat, picked.role, picked.defaulted) == (CORA, Role.THIEF, True)


@pytest.mark.parametrize("role", Role)
async def test_r27_a_random_role_is_drawn(hosted, monkeypatch, role):
    monkeypatch.setattr("minecart_robbery.live.timekeeper._DRAWS.choice", lambda _roles: role)
    await hosted.started(role_default=RoleDefault.RANDOM)
    await hosted.move_to(-1000 + TURN_MS + GRACE_MS)
    assert (await hosted.last(ev.RolePicked)).role is role


async def test_s9_where_the_hosts_decide_it_says_so_and_waits_for_them(hosted):
    await hosted.started(role_default=RoleDefault.ASK)
    await hosted.move_to(-1000 + TURN_MS + GRACE_MS)
    assert isinstance(hosted.match.current, PickingRole)
    assert hosted.clock.waiting == []
    assert len(hosted.room.to(HOSTS)) == 1
    refused = await hosted.types(CORA, "miner", DM)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.HOSTS_DECIDE_ROLE
    await hosted.do(do.SetStarter(HOST, 1, StartsAs(CORA, Role.MINER)))
    assert hosted.turn.miner is CORA
    assert len(hosted.clock.waiting) == 1


async def test_s9_r25_an_empty_room_pauses_the_match_and_calls_the_hosts(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(TURN_MS + GRACE_MS)
    await hosted.move_to(2 * (TURN_MS + GRACE_MS))
    assert isinstance(hosted.match.current, Paused)
    assert hosted.clock.waiting == []
    assert "has paused itself" in hosted.room.texts(HOSTS)[-1]
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.turn.number == 3
    assert len(hosted.clock.waiting) == 1


async def test_s9_every_phase_waits_for_a_deadline_or_says_for_whom(hosted):
    """A whole match of silence, which the hosts keep going: it never stands still unsaid."""
    await hosted.started(target_gems=1, rounds_to_win=1, idle_turns_before_pause=1)
    for _ in range(4):
        if isinstance(hosted.match.current, Paused):
            assert "paused" in hosted.room.texts(PUBLIC)[-1]
            await hosted.do(do.ResumeMatch(HOST))
        assert len(hosted.clock.waiting) == 1
        await hosted.move_to(hosted.clock.goes_off_ms(hosted.clock.waiting[0]) - START)
    await hosted.do(do.ResumeMatch(HOST))
    await hosted.types(ZAC, "north", at=hosted.now + 1)
    await hosted.types(CORA, "south", at=hosted.now + 2)
    await hosted.move_to(hosted.clock.goes_off_ms(hosted.clock.waiting[0]) - START)
    assert hosted.house.table(hosted.number) is None
    assert "wins" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.clock.waiting == []


async def test_a_closed_table_waits_for_nothing(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.house.close()
    assert hosted.clock.waiting == []
    assert list(hosted.house.tables()) == []
