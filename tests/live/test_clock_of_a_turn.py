"""A turn's minute counts from Discord's receipt of the bot's own post, or of a bonus (R15, R18)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.match import PickingRole
from minecart_robbery.engine.nouns import Role
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live import outbox
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.retries import FIRST_REST_MS, LONGEST_REST_MS
from minecart_robbery.live.room import Failure
from tests.live.hand_clock import START
from tests.live.hosted import (
    CENTRAL,
    CORA,
    DM,
    GRACE_MS,
    HOST,
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


async def opening_on_its_way(hosted: Hosted, lag_ms: int = 400) -> None:
    """Turn 1 was opened at 0; Discord receives the post `lag_ms` after it is let go."""
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.hold(PUBLIC)
    hosted.room.lag_ms = lag_ms
    await hosted.do(do.PickRole(CORA, Role.MINER))


async def opening_arrives(hosted: Hosted) -> None:
    """The post that is on its way is received."""
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()


async def test_r18_the_minute_counts_from_the_receipt_of_the_bots_own_post(hosted):
    await opening_on_its_way(hosted)
    await hosted.move_to(1000)
    await opening_arrives(hosted)
    assert hosted.deadline == 1400 + TURN_MS
    assert (await hosted.last(ev.ClockStarted)).at.ms == START + 1400


async def test_r18_the_clock_starts_at_the_message_that_was_received(hosted):
    await opening_on_its_way(hosted)
    await opening_arrives(hosted)
    receipt = hosted.room.to(PUBLIC)[-1].receipt
    assert (await hosted.last(ev.ClockStarted)).at.snowflake == receipt.message


async def test_r17_a_pick_exactly_at_the_deadline_is_in_time(hosted):
    await opening_on_its_way(hosted)
    await opening_arrives(hosted)
    await hosted.types(CORA, "north", at=400 + TURN_MS)
    assert hosted.picked(CORA) is NORTH


async def test_r17_a_pick_one_millisecond_after_the_deadline_is_late(hosted):
    await opening_on_its_way(hosted)
    await opening_arrives(hosted)
    (event,) = await hosted.types(CORA, "north", at=400 + TURN_MS + 1)
    assert (event.why, event.late_ms) == (Verdict.LATE, 1)
    assert hosted.picked(CORA) is None


async def test_r18_what_was_typed_before_the_openings_receipt_never_counts(hosted):
    await opening_on_its_way(hosted)
    await opening_arrives(hosted)
    refused = await hosted.types(CORA, "north", at=399)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.TOO_EARLY
    assert "before this turn opened" in hosted.room.texts(TO_CORA)[-1]
    assert hosted.picked(CORA) is None


async def test_r18_within_one_millisecond_the_ids_say_what_came_before_the_opening(hosted):
    """A message of the opening's millisecond counts if its id is the greater one."""
    await opening_on_its_way(hosted)
    await opening_arrives(hosted)
    receipt = hosted.room.to(PUBLIC)[-1].receipt
    before, after = hosted.typed(CORA, "north", at=400), hosted.typed(ZAC, "south", at=400)
    assert before.at.snowflake < receipt.message
    later = type(after.at)(receipt.ms, snowflake=receipt.message + 1)
    after = type(after)(ZAC, after.place, "south", receipt.message + 1, after.cause, later)
    await hosted.arrives(before)
    await hosted.arrives(after)
    assert (hosted.picked(CORA), hosted.picked(ZAC)) == (None, SOUTH)


async def test_r18_what_arrives_while_the_opening_is_on_its_way_waits_for_it(hosted):
    await opening_on_its_way(hosted)
    assert await hosted.types(CORA, "north", at=500) is None
    assert hosted.turn.facts == ()
    await opening_arrives(hosted)
    assert hosted.picked(CORA) is NORTH
    assert "Your pick: **North**. 59.9 s were left." in hosted.room.texts(TO_CORA)[-1]


async def test_r18_what_waited_is_judged_by_its_own_time(hosted):
    await opening_on_its_way(hosted)
    for seat, at in ((CORA, 399), (ZAC, 401)):
        await hosted.types(seat, "north", at=at)
    await opening_arrives(hosted)
    assert (hosted.picked(CORA), hosted.picked(ZAC)) == (None, NORTH)
    assert "before this turn opened" in hosted.room.texts(TO_CORA)[-1]


async def test_s12_what_waited_is_judged_in_the_order_of_its_moments(hosted):
    await opening_on_its_way(hosted)
    for text, at in (("central", 700), ("north", 500), ("south", 600)):
        await hosted.types(CORA, text, at=at)
    await opening_arrives(hosted)
    assert hosted.picked(CORA) is CENTRAL
    assert [text.split(".")[0] for text in hosted.room.texts(TO_CORA)[-3:]] == [
        "Your pick: **North**",
        "Changed from North to **South**",
        "Changed from South to **Central**",
    ]


async def test_s13_what_waits_twice_counts_once(hosted):
    await opening_on_its_way(hosted)
    typed = hosted.typed(CORA, "north", at=500)
    await hosted.arrives(typed)
    await hosted.arrives(typed)
    await opening_arrives(hosted)
    assert len(hosted.turn.facts) == 1
    assert len([text for text in hosted.room.texts(TO_CORA) if "Your pick" in text]) == 1


async def test_a_bonus_waits_for_the_opening_too(hosted):
    await opening_on_its_way(hosted)
    await hosted.types(ZAC, "accelerate north", DM, at=300)
    await hosted.types(CORA, "accelerate south", DM, at=500)
    await opening_arrives(hosted)
    assert hosted.projection.stashes.north == 1
    assert hosted.projection.stashes.south == 2
    assert hosted.deadline == 500 + TURN_MS


async def test_a_hint_is_owed_at_once_while_the_opening_is_on_its_way(hosted):
    await opening_on_its_way(hosted)
    await hosted.types(CORA, "nroth", at=10)
    assert any("**north**?" in it.body for it in await hosted.record.owed(hosted.number))
    await opening_arrives(hosted)
    assert "did you mean **north**?" in hosted.room.texts(TO_CORA)[-1]


async def test_a_prompt_goes_out_once_the_post_that_starts_its_clock_was_received(hosted):
    await opening_on_its_way(hosted)
    assert "You mine" not in hosted.room.texts(TO_CORA)[-1]
    await opening_arrives(hosted)
    assert "You mine" in hosted.room.texts(TO_CORA)[-1]
    assert "You steal" in hosted.room.texts(TO_ZAC)[-1]


async def test_r16_deleting_a_pick_that_waits_for_the_opening_withdraws_nothing(hosted):
    """The player is told so once it stands."""
    await opening_on_its_way(hosted)
    typed = hosted.typed(CORA, "north", at=500)
    await hosted.arrives(typed)
    await hosted.table.deleted(Deletion(CORA, typed.message, hosted.typed(CORA, "").cause))
    await opening_arrives(hosted)
    assert hosted.picked(CORA) is NORTH
    assert any("Deleting a message withdraws" in text for text in hosted.room.texts(TO_CORA))


async def test_s9_nobody_is_defaulted_before_the_clock_has_started(hosted, monkeypatch):
    """Nothing is waited for but the next try of the opening."""
    monkeypatch.setattr(outbox, "TRIES", 99)
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.PickRole(CORA, Role.MINER))
    assert [hosted.clock.goes_off_ms(it) - START for it in hosted.clock.waiting] == [FIRST_REST_MS]
    await hosted.move_to(10 * TURN_MS)
    await hosted.sweep()
    assert (hosted.turn.number, hosted.turn.facts) == (1, ())


async def test_s9_an_opening_that_was_not_delivered_is_tried_again_by_itself(hosted, monkeypatch):
    monkeypatch.setattr(outbox, "TRIES", 99)
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.move_to(5 * TURN_MS)
    del hosted.room.trouble[PUBLIC]
    await hosted.move_to(5 * TURN_MS + LONGEST_REST_MS)
    started_ms = hosted.deadline - TURN_MS
    assert 5 * TURN_MS < started_ms <= 5 * TURN_MS + LONGEST_REST_MS
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert hosted.turn.number == 2


async def test_s9_a_clock_whose_start_could_not_be_written_starts_with_the_sweep(
    hosted, monkeypatch
):
    """The post was received and ticked off; a busy database must not hang the match for ever."""
    await opening_on_its_way(hosted)
    append = hosted.record.append

    async def locked(match: int, cause, *rest, **named):
        if cause.key.startswith("c:"):
            raise OSError("database is locked")
        return await append(match, cause, *rest, **named)

    monkeypatch.setattr(hosted.record, "append", locked)
    await opening_arrives(hosted)
    monkeypatch.setattr(hosted.record, "append", append)
    await hosted.sweep()
    assert hosted.turn.clock.is_start_known
    assert "You mine" in hosted.room.texts(TO_CORA)[-1]
    await hosted.move_to(2 * TURN_MS)
    assert hosted.turn.number == 2


async def test_r27_a_role_pick_waits_for_the_question_and_is_judged_by_its_own_time(hosted):
    await hosted.open_match()
    hosted.room.hold(PUBLIC)
    hosted.room.lag_ms = 400
    await hosted.do(do.StartMatch(HOST, skip_ready=True), at=-2000)
    await hosted.types(CORA, "thief", DM, at=-1601)
    await hosted.types(CORA, "miner", DM, at=-1599)
    assert isinstance(hosted.match.current, PickingRole)
    await opening_arrives(hosted)
    assert hosted.turn.miner is CORA
    assert any("before you were asked" in text for text in hosted.room.texts(PUBLIC))


async def test_r27_the_role_clock_counts_from_the_receipt_of_the_question(hosted):
    await hosted.open_match()
    hosted.room.lag_ms = 400
    await hosted.do(do.StartMatch(HOST, skip_ready=True), at=-2000)
    await hosted.move_to(-1600 + TURN_MS + GRACE_MS - 1)
    assert isinstance(hosted.match.current, PickingRole)
    await hosted.move_to(-1600 + TURN_MS + GRACE_MS)
    assert hosted.turn.miner is ZAC


async def test_r15_a_bonus_restarts_the_minute_from_its_own_moment(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(30_000)
    await hosted.types(CORA, "accelerate north", DM, at=29_123)
    assert hosted.deadline == 29_123 + TURN_MS
    assert str(START + 29_123 + TURN_MS) in hosted.room.texts(PUBLIC)[-1]


@pytest.mark.parametrize(("at", "counts"), [(TURN_MS, True), (TURN_MS + 1, False)])
async def test_s10_a_bonus_at_the_deadline_gives_both_a_full_minute(hosted, at, counts):
    await hosted.in_first_turn()
    await hosted.move_to(TURN_MS + 700)
    await hosted.types(CORA, "join north to central", DM, at=at)
    assert hosted.deadline == (at + TURN_MS if counts else TURN_MS)
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert hosted.turn.number == (1 if counts else 2)


async def test_r15_the_turn_ends_early_only_when_both_have_picked_since_the_bonus(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "accelerate north", DM, at=1100)
    await hosted.types(ZAC, "south", at=1200)
    await hosted.move_to(1200 + SETTLE_MS)
    assert hosted.turn.number == 1
    await hosted.types(CORA, "keep", at=2000)
    await hosted.move_to(2000 + SETTLE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(2000 + SETTLE_MS)
    assert (hosted.turn.number, hosted.turn.round.gems.dmo) == (2, 2)


async def test_r15_a_pick_made_before_a_bonus_stands_as_a_fallback(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "accelerate north", DM, at=1100)
    await hosted.types(ZAC, "north", at=1200)
    await hosted.move_to(1100 + TURN_MS + GRACE_MS)
    settled = await hosted.last(ev.TurnSettled)
    assert (settled.to, settled.gems, settled.silent) == (ZAC, 2, ())


async def test_the_prompts_of_a_turn_go_to_each_player_with_the_clock(hosted):
    await hosted.in_first_turn()
    for audience, words in ((TO_CORA, "You mine this turn"), (TO_ZAC, "You steal this turn")):
        prompt = hosted.room.to(audience)[-1]
        assert words in prompt.text
        assert prompt.letter.notice.mentions == (audience.seat,)
        assert prompt.letter.notice.clock is not None
