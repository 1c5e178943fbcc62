"""A break between two turns at a table: the result at once, the next turn when it is over (R29)."""

from __future__ import annotations

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, Paused
from minecart_robbery.engine.refusals import Reason, Refusal
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    PUBLIC,
    SETTLE_MS,
    TO_CORA,
    TURN_MS,
    ZAC,
    Hosted,
)

OVER = 2000
SETTLED = OVER + SETTLE_MS
OPENS = SETTLED + 10_000


async def in_break(hosted: Hosted, **rules: object) -> None:
    """The break of 10 s after turn 1, which was over at 2 s and settled half a second later."""
    await hosted.in_first_turn(between_turns_seconds=10, **rules)
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(OVER)
    await hosted.types(ZAC, "south")
    await hosted.move_to(SETTLED)
    assert isinstance(hosted.match.current, BeforeTurn)


async def test_the_result_is_told_at_once_and_the_next_turn_when_it_opens(hosted: Hosted):
    await in_break(hosted)
    told = hosted.room.texts(PUBLIC)
    assert "claims 1 gem" in told[-1]
    assert "The next turn opens" in told[-1]
    await hosted.move_to(OPENS - 1)
    assert len(hosted.room.texts(PUBLIC)) == len(told)
    await hosted.move_to(OPENS)
    assert "Turn 2" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.deadline == OPENS + TURN_MS


async def test_nobody_is_asked_for_a_pick_before_the_next_turn_opens(hosted: Hosted):
    await in_break(hosted)
    prompts = [text for text in hosted.room.texts(TO_CORA) if "round 1, turn" in text]
    assert len(prompts) == 1
    await hosted.move_to(OPENS)
    assert "round 1, turn 2" in hosted.room.texts(TO_CORA)[-1]


async def test_a_bonus_action_in_a_break_is_refused_and_stays_unused(hosted: Hosted):
    await in_break(hosted)
    outcome = await hosted.types(CORA, "accelerate north", DM)
    assert isinstance(outcome, Refusal)
    assert outcome.reason is Reason.BETWEEN_TURNS
    await hosted.move_to(OPENS + 1)
    assert isinstance(await hosted.types(CORA, "accelerate north", DM), tuple)


async def test_s1_a_restart_in_a_break_lets_the_next_turn_open_when_it_was_due(hosted: Hosted):
    await in_break(hosted)
    await hosted.move_to(SETTLED + 4000)
    await hosted.restarted()
    assert isinstance(hosted.match.current, BeforeTurn)
    await hosted.move_to(OPENS)
    assert hosted.turn.number == 2
    assert hosted.deadline == OPENS + TURN_MS


async def test_s1_a_restart_after_the_break_was_over_opens_the_next_turn_with_a_full_clock(
    hosted: Hosted,
):
    await in_break(hosted)
    again = await hosted.stopped()
    hosted.clock.move_to(hosted.clock.now_ms() + 300_000)
    hosted.house = again.house
    await hosted.then_quiet(hosted.house.seat_all("2"))
    await hosted.move_to(SETTLED + 300_000)
    assert hosted.turn.number == 2
    assert hosted.deadline == SETTLED + 300_000 + TURN_MS


async def test_s2_while_the_connection_is_lost_no_turn_opens_and_then_it_does(hosted: Hosted):
    await in_break(hosted)
    hosted.house.went_away()
    await hosted.move_to(OPENS + 20_000)
    assert isinstance(hosted.match.current, BeforeTurn)
    await hosted.then_quiet(hosted.house.came_back())
    await hosted.move_to(OPENS + 20_001)
    assert hosted.turn.number == 2
    assert not [it for it in await hosted.events() if isinstance(it, ev.ClockRestarted)]


async def test_s7_a_sweep_opens_the_next_turn_where_the_timer_was_lost(hosted: Hosted):
    await in_break(hosted)
    hosted.clock.lose_timers()
    await hosted.move_to(OPENS + 1)
    await hosted.sweep()
    assert hosted.turn.number == 2


async def test_s28_a_deleted_result_stops_nothing_in_a_break(hosted: Hosted):
    await in_break(hosted)
    for told in [it for it in hosted.room.delivered if it.to is PUBLIC]:
        await hosted.then_quiet(hosted.table.public_message_deleted(told.receipt.message))
    assert isinstance(hosted.match.current, BeforeTurn)
    await hosted.move_to(OPENS)
    assert not isinstance(hosted.match.current, Paused)


async def test_s8_nobody_is_nudged_in_a_break(hosted: Hosted):
    hosted.house._nudge_ms = 4000  # pyright: ignore[reportPrivateUsage]
    await in_break(hosted)
    told = len(hosted.room.texts(TO_CORA))
    await hosted.move_to(OPENS - 1)
    assert len(hosted.room.texts(TO_CORA)) == told


async def test_s3_a_pick_sent_in_the_break_that_arrives_in_the_next_turn_counts_for_neither(
    hosted: Hosted,
):
    await in_break(hosted)
    late = hosted.typed(CORA, "central", at=OPENS - 100)
    await hosted.move_to(OPENS + 50)
    outcome = await hosted.arrives(late)
    assert isinstance(outcome, Refusal)
    assert outcome.reason is Reason.TOO_EARLY
    await hosted.move_to(OPENS + TURN_MS + GRACE_MS)
    assert (await hosted.last(ev.TurnSettled)).silent == (ZAC, CORA)
