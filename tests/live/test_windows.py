"""Settle and grace: what was sent in time counts while it may still be on its way (R16 to R18)."""

from __future__ import annotations

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.early import Deletion
from tests.live.hosted import (
    CENTRAL,
    CORA,
    DM,
    GRACE_MS,
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


async def both_picked(hosted: Hosted) -> None:
    """Cora sends North at 1,000 ms, Zac guards North at 2,000 ms."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(2000)
    await hosted.types(ZAC, "north", at=2000)


async def test_r18_after_the_last_needed_pick_the_turn_waits_the_settle_window(hosted):
    await both_picked(hosted)
    await hosted.move_to(2000 + SETTLE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(2000 + SETTLE_MS)
    assert (hosted.turn.number, hosted.turn.round.gems.candidate) == (2, 1)


async def test_r18_after_the_deadline_the_turn_waits_the_grace_window(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(TURN_MS + GRACE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert (hosted.turn.number, hosted.turn.round.gems.dmo) == (2, 1)


async def test_r18_a_pick_in_time_that_arrives_in_the_settle_window_changes_the_turn(hosted):
    await both_picked(hosted)
    await hosted.move_to(2000 + SETTLE_MS - 1)
    await hosted.types(CORA, "central", at=1999)
    assert "Changed from North to **Central**" in hosted.room.texts(TO_CORA)[-1]
    await hosted.move_to(2000 + SETTLE_MS)
    settled = await hosted.last(ev.TurnSettled)
    assert (settled.cart, settled.to) == (CENTRAL, CORA)


async def test_r18_a_bonus_in_time_that_arrives_in_the_settle_window_opens_the_turn_again(hosted):
    await both_picked(hosted)
    await hosted.move_to(2000 + SETTLE_MS - 1)
    await hosted.types(CORA, "accelerate south", DM, at=1999)
    await hosted.move_to(2000 + SETTLE_MS)
    assert hosted.turn.number == 1
    assert hosted.deadline == 1999 + TURN_MS
    assert hosted.projection.needs(CORA)
    assert not hosted.projection.needs(ZAC)


async def test_r18_a_pick_in_time_that_arrives_in_the_grace_window_counts(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(TURN_MS + GRACE_MS - 1)
    await hosted.types(ZAC, "north", at=TURN_MS)
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert (await hosted.last(ev.TurnSettled)).to is ZAC


async def test_s3_a_late_pick_is_told_privately_and_not_carried_over(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(TURN_MS + 1000)
    said_publicly = len(hosted.room.to(PUBLIC))
    await hosted.types(ZAC, "north", at=TURN_MS + 1)
    assert "Too late: it came 0.001 s after" in hosted.room.texts(TO_ZAC)[-1]
    assert len(hosted.room.to(PUBLIC)) == said_publicly
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert (await hosted.last(ev.TurnSettled)).silent == (ZAC,)
    assert hosted.turn.facts == ()
    assert hosted.picked(ZAC) is None


async def test_s3_a_pick_between_two_turns_counts_for_neither(hosted):
    await both_picked(hosted)
    await hosted.move_to(2000 + SETTLE_MS)
    refused = await hosted.types(CORA, "south", at=2000 + SETTLE_MS - 1)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.late_ms) == (Reason.TOO_EARLY, SETTLE_MS - 1)
    assert "counts for neither" in hosted.room.texts(TO_CORA)[-1]
    assert hosted.turn.facts == ()


async def test_s12_the_last_valid_pick_by_discords_order_counts(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "south", at=3000)
    await hosted.types(CORA, "north", at=2000)
    assert hosted.picked(CORA) is SOUTH
    assert "sent before your last pick, so **South** still stands" in hosted.room.texts(TO_CORA)[-1]


async def test_s12_two_joins_compose_in_the_order_of_their_moments(hosted):
    """R13: Central to North at 1,000 ms, then North to Central, which arrives first."""
    await hosted.in_first_turn()
    await hosted.types(ZAC, "join north to central", DM, at=2000)
    await hosted.types(CORA, "join central to north", DM, at=1000)
    routes = hosted.projection.routes
    assert (routes.of(NORTH), routes.of(CENTRAL), routes.of(SOUTH)) == (CENTRAL, CENTRAL, SOUTH)


async def test_r16_an_edit_counts_as_a_message_of_the_moment_of_the_edit(hosted):
    await hosted.in_first_turn()
    first = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(first)
    await hosted.types(CORA, "south", at=2000)
    await hosted.arrives(hosted.edited(first, "central", at=3000))
    assert hosted.picked(CORA) is CENTRAL


async def test_r16_an_edit_after_the_deadline_changes_nothing(hosted):
    await hosted.in_first_turn()
    first = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(first)
    await hosted.move_to(TURN_MS + 1)
    (event,) = await hosted.arrives(hosted.edited(first, "central", at=TURN_MS + 1))
    assert event.why is Verdict.LATE
    assert hosted.picked(CORA) is NORTH


async def test_r16_an_edit_of_a_pick_of_the_last_turn_is_a_pick_of_this_one(hosted):
    await hosted.in_first_turn()
    first = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(first)
    await hosted.types(ZAC, "north", at=1100)
    await hosted.move_to(2000)
    await hosted.arrives(hosted.edited(first, "south", at=3000))
    assert (hosted.turn.number, hosted.picked(CORA)) == (2, SOUTH)


async def test_s13_the_same_edit_twice_counts_once(hosted):
    await hosted.in_first_turn()
    first = hosted.typed(CORA, "north", at=1000)
    edit = hosted.edited(first, "south", at=2000)
    for typed in (first, edit, edit, first):
        await hosted.arrives(typed)
    assert len(hosted.turn.facts) == 2
    assert hosted.picked(CORA) is SOUTH


async def test_r16_deleting_the_standing_pick_withdraws_nothing_and_the_player_is_told(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await hosted.then_quiet(
        hosted.table.deleted(Deletion(CORA, typed.message, hosted.typed(CORA, "").cause))
    )
    assert hosted.picked(CORA) is NORTH
    assert "your pick is still **North**" in hosted.room.texts(TO_CORA)[-1]
    assert await hosted.record.owed(hosted.number) == ()


async def test_s13_a_deletion_that_is_reported_twice_is_told_once(hosted):
    await hosted.in_first_turn()
    typed, cause = hosted.typed(CORA, "north", at=1000), hosted.typed(CORA, "").cause
    await hosted.arrives(typed)
    for _ in range(2):
        await hosted.then_quiet(hosted.table.deleted(Deletion(CORA, typed.message, cause)))
    assert len([text for text in hosted.room.texts(TO_CORA) if "Deleting" in text]) == 1


async def test_r16_deleting_chatter_or_another_players_message_is_told_to_nobody(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    said = len(hosted.room.delivered)
    for seat, message in ((ZAC, typed.message), (CORA, typed.message + 1)):
        await hosted.then_quiet(
            hosted.table.deleted(Deletion(seat, message, hosted.typed(seat, "").cause))
        )
    assert len(hosted.room.delivered) == said


async def test_r16_deleting_between_the_turns_is_told_to_nobody(hosted):
    await hosted.started()
    said = len(hosted.room.delivered)
    await hosted.then_quiet(hosted.table.deleted(Deletion(CORA, 1, hosted.typed(CORA, "").cause)))
    assert len(hosted.room.delivered) == said


async def test_r17_windows_of_no_length_settle_the_turn_at_once(hosted):
    await hosted.in_first_turn(settle_seconds=0, grace_seconds=0)
    await hosted.types(CORA, "north", at=1)
    await hosted.move_to(2)
    await hosted.types(ZAC, "north", at=2)
    await hosted.move_to(2)
    assert hosted.turn.number == 2
